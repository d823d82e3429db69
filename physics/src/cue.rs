//! Where the cue lies at the strike: what it would pass through, and how far the butt must be raised to clear it.
//!
//! The cue is a cone from the tip to the butt whose axis runs through the contact point along the stroke. It must clear
//! the cloth, nose, top and frame of the cushions, the other balls, and the standing pins (a sphere at the head, one
//! at the belly). The bridge hand is left out. A simulation never asks: this is for whoever plans or checks a stroke.

use crate::ball::Layout;
use crate::math::sin_cos_deg;
use crate::rails::{RAILS, outward};
use crate::trace::Rail;
use crate::{Ball, Pin, Strike, Table};
use glam::DVec3;

/// What a cue would pass through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The bed of the table.
    Cloth,
    /// A cushion or the frame behind it.
    Cushion(Rail),
    /// Another ball.
    Ball(Ball),
    /// A standing pin.
    Pin(Pin),
}

/// Halvings of the right angle in [`clearance`]: to a hundred-thousandth of a degree.
const HALVINGS: usize = 23;

/// The least elevation of the butt, degrees, at which a cue in direction `phi_deg` with the tip `b` radii above the
/// ball's centre clears everything; 90 when none does, or when there is no such ball.
pub fn clearance(table: &Table, layout: &Layout, ball: Ball, phi_deg: f64, b: f64) -> f64 {
    let blocked = |theta_deg: f64| {
        let strike = Strike { phi_deg, v_mps: 1.0, a: 0.0, b, theta_deg, delay_s: 0.0 };
        obstruction(table, layout, ball, &strike).is_some()
    };
    if layout.balls[ball.index()].is_none() {
        return 90.0;
    }
    if !blocked(0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 90.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if blocked(middle) { low = middle } else { high = middle }
    }
    high
}

/// What the cue of a strike would pass through: a ball before a cushion, a cushion before a pin; `None` when it is clear
/// or there is no such ball.
pub fn obstruction(table: &Table, layout: &Layout, ball: Ball, strike: &Strike) -> Option<Obstacle> {
    let place = layout.balls[ball.index()]?;
    let cue = Cue::new(table, place.extend(table.radius()), strike);
    let radius = table.radius();
    let others = Ball::ALL.into_iter().filter(|&other| other != ball);
    for other in others {
        let Some(place) = layout.balls[other.index()] else { continue };
        if cue.meets_sphere(place.extend(radius), radius) {
            return Some(Obstacle::Ball(other));
        }
    }
    if let Some(rail) = RAILS.into_iter().find(|&rail| cue.meets_rail(table, rail)) {
        return Some(Obstacle::Cushion(rail));
    }
    let pin = &table.params().pin;
    for standing in layout.pins.iter() {
        let spot = table.pin_spot(standing);
        let head = cue.meets_sphere(spot.extend(pin.height_m - pin.head_m), pin.head_m);
        if head || cue.meets_sphere(spot.extend(0.5 * pin.height_m), pin.belly_m) {
            return Some(Obstacle::Pin(standing));
        }
    }
    cue.meets_cloth().then_some(Obstacle::Cloth)
}

/// The cone: where its axis starts, which way it runs, how it widens.
struct Cue {
    tip: DVec3,
    back: DVec3,
    /// Cosine of the elevation.
    cos: f64,
    tip_radius: f64,
    taper: f64,
    length: f64,
}

impl Cue {
    fn new(table: &Table, centre: DVec3, strike: &Strike) -> Cue {
        let (sin_phi, cos_phi) = sin_cos_deg(strike.phi_deg);
        let (sin, cos) = sin_cos_deg(strike.theta_deg);
        let back = DVec3::new(-cos * cos_phi, -cos * sin_phi, sin);
        let right = DVec3::new(sin_phi, -cos_phi, 0.0);
        let above = DVec3::new(sin * cos_phi, sin * sin_phi, cos);
        let depth = (1.0 - strike.a * strike.a - strike.b * strike.b).max(0.0).sqrt();
        let cue = &table.params().cue;
        Cue {
            tip: centre + (right * strike.a + above * strike.b + back * depth) * table.radius(),
            back,
            cos,
            tip_radius: cue.tip_m,
            taper: (cue.butt_m - cue.tip_m) / cue.length_m,
            length: cue.length_m,
        }
    }

    fn radius_at(&self, along: f64) -> f64 {
        self.tip_radius + self.taper * along
    }

    fn meets_sphere(&self, centre: DVec3, radius: f64) -> bool {
        let along = (centre - self.tip).dot(self.back).clamp(0.0, self.length);
        let apart = centre - self.tip - self.back * along;
        let touch = radius + self.radius_at(along);
        apart.length_squared() < touch * touch
    }

    /// Height of the cue's underside, a distance along its axis.
    fn underside(&self, along: f64) -> f64 {
        self.tip.z + self.back.z * along - self.radius_at(along) / self.cos
    }

    /// Both the cone and the profile are straight between the nose, the end of the top, the outer edge of the frame and
    /// the end of the butt: clear at each is clear between.
    fn meets_rail(&self, table: &Table, rail: Rail) -> bool {
        let shape = &table.rail_shape;
        let outward_speed = self.back.dot(outward(rail).extend(0.0));
        if outward_speed <= 0.0 {
            return false;
        }
        let inside = shape.inside(rail, self.tip);
        let profile = [(0.0, shape.height), (shape.top, shape.frame_height), (shape.outer, shape.frame_height)];
        let below = |behind: f64, height: f64| {
            let along = (inside + behind) / outward_speed;
            along >= 0.0 && along <= self.length && self.underside(along) < height
        };
        let butt = self.length * outward_speed - inside;
        let rest = butt > 0.0 && butt < shape.outer && self.underside(self.length) < shape.surface(butt);
        rest || profile.into_iter().any(|(behind, height)| below(behind, height))
    }

    /// The tip's lower edge is the part nearest to the bed; a butt that widens faster than it rises comes down
    /// beyond the table.
    fn meets_cloth(&self) -> bool {
        self.tip.z < self.tip_radius * self.cos
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PinSet;
    use glam::DVec2;

    fn layout(white: [f64; 2], yellow: Option<[f64; 2]>, pins: PinSet) -> Layout {
        let place = |p: [f64; 2]| Some(DVec2::new(p[0], p[1]));
        Layout { balls: [place(white), yellow.and_then(place), None], pins }
    }

    #[test]
    fn a_ball_behind_needs_more_the_nearer_it_is() {
        let table = Table::carom_heated();
        let theta = |gap: f64| {
            let behind = layout([1.4, 0.3], Some([1.4 - 0.0615 - gap, 0.3]), PinSet::NONE);
            clearance(&table, &behind, Ball::White, 0.0, 0.0)
        };
        let alone = clearance(&table, &layout([1.4, 0.3], None, PinSet::NONE), Ball::White, 0.0, 0.0);
        let all = [0.0, 0.02, 0.1, 0.3].map(theta);
        assert!(all.windows(2).all(|w| w[0] > w[1]), "{all:?}");
        assert!(alone < all[3] && alone > 0.2 && alone < 3.0, "{alone}");
        assert!(all[0] > 35.0 && all[0] < 65.0, "{all:?}");
        // Over the ball by hand, 0.3 m behind: rise by R + r + R's share of the axis at that distance.
        let along = 0.0615_f64 + 0.3;
        let needed = (0.03075 + 0.006 + 0.0064 * (along - 0.03)) / along;
        assert!((libm::sin(all[3].to_radians()) - needed).abs() < 2e-3, "{all:?} {}", libm::asin(needed).to_degrees());
    }

    #[test]
    fn a_ball_frozen_to_the_cushion_is_played_from_above() {
        let table = Table::carom_heated();
        let frozen = |b: f64| clearance(&table, &layout([0.03075, 0.71], None, PinSet::NONE), Ball::White, 0.0, b);
        assert!(frozen(0.0) > 15.0 && frozen(0.0) < 35.0, "{}", frozen(0.0));
        assert!(frozen(0.4) < frozen(0.0) - 3.0, "a higher tip clears the nose lower: {}", frozen(0.4));
        let free = clearance(&table, &layout([0.03075, 0.71], None, PinSet::NONE), Ball::White, 180.0, 0.0);
        assert!(free < 1.5, "away from the near cushion the cue lies over the whole table: {free}");
    }

    #[test]
    fn a_pin_behind_counts_only_while_it_stands() {
        let table = Table::carom_heated();
        let at = |pins| clearance(&table, &layout([1.55, 0.71], None, pins), Ball::White, 0.0, -0.3);
        assert!(at(PinSet::ALL) > at(PinSet::NONE) + 1.0, "{} {}", at(PinSet::ALL), at(PinSet::NONE));
    }

    #[test]
    fn the_answer_clears_and_a_little_less_does_not() {
        let table = Table::carom_heated();
        let layout = layout([0.6, 0.2], Some([0.45, 0.22]), PinSet::ALL);
        for phi in [0.0, 10.0, 77.0, 130.0, 181.0, 268.0, 350.0] {
            let least = clearance(&table, &layout, Ball::White, phi, 0.1);
            let blocked = |theta: f64| {
                let strike = Strike::new(phi, 1.0).tip(0.0, 0.1).elevated(theta);
                obstruction(&table, &layout, Ball::White, &strike)
            };
            assert_eq!(blocked(least), None, "{phi}: {least}");
            assert!(least == 0.0 || blocked(least - 1e-3).is_some(), "{phi}: {least}");
        }
        assert_eq!(clearance(&table, &layout, Ball::Red, 0.0, 0.0), 90.0);
    }
}
