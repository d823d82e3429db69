//! Directions that can reach the object ball: directly, or by one, two or three cushions as a mirror would have it.
//!
//! A direction is drawn from a mixture of windows, one for the ball and one for each of its mirror images.

use crate::params::Params;
use filotto_physics::Table;
use glam::DVec2;

/// The ball itself, 4 images by one cushion, 8 by two, 12 by three.
const MOST_WINDOWS: usize = 25;

/// An interval of directions, drawn from evenly.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    centre_deg: f64,
    half_deg: f64,
    /// Chance of this window and of those before it.
    until: f64,
}

/// The windows from one cue ball to one object ball.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    windows: [Window; MOST_WINDOWS],
}

impl Aim {
    /// The windows of a cue ball and an object ball.
    pub fn new(cue: DVec2, object: DVec2, table: &Table, params: &Params) -> Aim {
        let shares = [params.weight_direct, params.weight_one, params.weight_two, params.weight_three];
        let spreads = [0.0, params.spread_one_deg, params.spread_two_deg, params.spread_three_deg];
        let total: f64 = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let mut windows = [Window::default(); MOST_WINDOWS];
        let mut until = 0.0;
        for (window, (i, j)) in windows.iter_mut().zip(images()) {
            let cushions = (i.unsigned_abs() + j.unsigned_abs()) as usize;
            let images_of = if cushions == 0 { 1.0 } else { 4.0 * cushions as f64 };
            until += shares[cushions] / (total * images_of);
            let (centre_deg, half_deg) = seen(cue, image(object, i, j, table), table.radius());
            *window = Window { centre_deg, half_deg: half_deg + spreads[cushions], until };
        }
        Aim { windows }
    }

    /// The direction of a uniform number in (0, 1), degrees.
    pub fn direction(&self, u: f64) -> f64 {
        let i = self.windows.partition_point(|w| w.until <= u).min(MOST_WINDOWS - 1);
        let from = if i == 0 { 0.0 } else { self.windows[i - 1].until };
        let window = &self.windows[i];
        let share = ((u - from) / (window.until - from)).clamp(0.0, 1.0);
        window.centre_deg + window.half_deg * (2.0 * share - 1.0)
    }

    /// The direction of the straight line to the object ball, degrees.
    pub fn straight(&self) -> f64 {
        self.windows[0].centre_deg
    }
}

/// Steps through the unfolded table, the nearest first: (0, 0), then all with |i| + |j| = 1, 2, 3.
fn images() -> impl Iterator<Item = (i32, i32)> {
    (0..4i32).flat_map(|n| {
        (-n..=n).flat_map(move |i| {
            let j = n - i.abs();
            [Some((i, j)), (j != 0).then_some((i, -j))].into_iter().flatten()
        })
    })
}

/// The ball's image after reflections in the lines on which a ball's centre turns back.
fn image(ball: DVec2, i: i32, j: i32, table: &Table) -> DVec2 {
    let radius = table.radius();
    let unfold = |x: f64, size: f64, n: i32| {
        let span = size - 2.0 * radius;
        let inside = x - radius;
        let place = if n % 2 == 0 { inside } else { span - inside };
        radius + f64::from(n) * span + place
    };
    DVec2::new(unfold(ball.x, table.params().length_m, i), unfold(ball.y, table.params().width_m, j))
}

/// Direction of a ball and half the angle under which it can be hit, degrees.
fn seen(from: DVec2, to: DVec2, radius: f64) -> (f64, f64) {
    let way = to - from;
    let reach = (2.0 * radius / way.length()).min(1.0);
    (libm::atan2(way.y, way.x).to_degrees(), libm::asin(reach).to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim() -> Aim {
        Aim::new(DVec2::new(0.5, 0.4), DVec2::new(2.0, 1.0), &Table::carom_heated(), &Params::default())
    }

    #[test]
    fn there_are_twenty_five_images_nearest_first() {
        let all: Vec<_> = images().collect();
        assert_eq!(all.len(), MOST_WINDOWS);
        assert_eq!(all[0], (0, 0));
        let mut distinct = all.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), MOST_WINDOWS);
    }

    /// By the lower cushion: the image lies as far behind the line of centres as the ball lies before it.
    #[test]
    fn images_are_mirrored_where_a_centre_turns_back() {
        let table = Table::carom_heated();
        let ball = DVec2::new(0.5, 0.4);
        let mirrored = image(ball, -1, 0, &table);
        assert!((mirrored.x - (2.0 * table.radius() - 0.5)).abs() < 1e-12 && mirrored.y == 0.4);
        let upper = image(ball, 1, 0, &table);
        assert!((upper.x - (2.0 * (2.84 - table.radius()) - 0.5)).abs() < 1e-12);
    }

    #[test]
    fn the_direct_window_ends_where_the_balls_just_touch() {
        let aim = aim();
        let way = DVec2::new(1.5, 0.6);
        assert!((aim.straight() - libm::atan2(0.6, 1.5).to_degrees()).abs() < 1e-12);
        let half = libm::asin(0.0615 / way.length()).to_degrees();
        assert!((aim.direction(1e-12) - (aim.straight() - half)).abs() < 1e-6);
    }
}
