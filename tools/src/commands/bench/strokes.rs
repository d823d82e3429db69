//! The strokes that are measured: what is fixed, what is drawn, from the seed alone.

use filotto_physics::{Ball, Layout, PinSet, Strike, Table};
use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::TAU;

/// Strokes of a set: many enough that no single one counts, few enough to stay in the cache.
pub const STROKES: usize = 4096;
/// Cue speeds of the first four sets, m/s, drawn evenly in their logarithm.
const SPEED: (f64, f64) = (0.5, 7.0);
/// Where soft ends and where hard begins, m/s: the thirds of that range in its logarithm.
const THIRDS: (f64, f64) = (1.2, 2.9);
/// Elevations of the cue for a jump, degrees: from where most balls leave the cloth for good to what a bridge allows.
const RAISED: (f64, f64) = (20.0, 50.0);
/// Most distance of the tip from the middle, in ball radii.
const TIP: f64 = 0.5;

/// A stroke to simulate.
pub type Case = (Layout, [(Ball, Strike); 1]);

/// What the strokes of a set have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set {
    /// Its key in JSON.
    pub key: &'static str,
    /// Its name in the table.
    pub name: &'static str,
    /// Directions over those that hit one of the two other balls, not over all.
    pub aimed: bool,
    /// The five pins stand where no ball covers them.
    pub pins: bool,
    /// Cue speeds, m/s.
    pub speed: (f64, f64),
    /// Elevations of the cue, degrees.
    pub raised: (f64, f64),
}

const fn set(key: &'static str, name: &'static str, aimed: bool, pins: bool) -> Set {
    Set { key, name, aimed, pins, speed: SPEED, raised: (0.0, 0.0) }
}

/// By direction and castle.
pub const SETS: [Set; 4] = [
    set("random_pins", "random, with pins", false, true),
    set("random", "random, no pins", false, false),
    set("aimed_pins", "aimed, with pins", true, true),
    set("aimed", "aimed, no pins", true, false),
];

/// By kind of stroke, all aimed and with pins.
pub const KINDS: [Set; 4] = [
    Set { speed: (SPEED.0, THIRDS.0), ..set("soft", "soft", true, true) },
    Set { speed: THIRDS, ..set("medium", "medium", true, true) },
    Set { speed: (THIRDS.1, SPEED.1), ..set("hard", "hard", true, true) },
    Set { speed: (THIRDS.1, SPEED.1), raised: RAISED, ..set("jump", "jump", true, true) },
];

impl Set {
    /// The set of a key.
    pub fn by_key(key: &str) -> Option<Set> {
        SETS.into_iter().chain(KINDS).find(|set| set.key == key)
    }

    /// Its strokes, the same for the same seed.
    pub fn strokes(&self, table: &Table, seed: u64, count: usize) -> Vec<Case> {
        let mut rng = Pcg64::seed_from_u64(seed);
        (0..count).map(|_| self.stroke(table, &mut rng)).collect()
    }

    fn stroke(&self, table: &Table, rng: &mut Pcg64) -> Case {
        let places = places(table, rng);
        let covered = |pins: PinSet, ball: DVec2| table.covered_by(ball).iter().fold(pins, PinSet::without);
        let pins = if self.pins { places.into_iter().fold(PinSet::ALL, covered) } else { PinSet::NONE };
        let (slow, fast) = self.speed;
        let speed = (slow.ln() + rng.random::<f64>() * (fast / slow).ln()).exp();
        let phi = if self.aimed { aim(table, rng, &places) } else { 360.0 * rng.random::<f64>() };
        // Uniform in the disc: the square root of a uniform radius.
        let (r, angle) = (TIP * rng.random::<f64>().sqrt(), TAU * rng.random::<f64>());
        let theta = self.raised.0 + (self.raised.1 - self.raised.0) * rng.random::<f64>();
        let strike = Strike::new(phi, speed).tip(r * angle.cos(), r * angle.sin()).elevated(theta);
        (Layout { balls: places.map(Some), pins }, [(Ball::White, strike)])
    }
}

/// A direction, degrees, evenly over those in which the ball, rolling straight, hits one of the two others.
fn aim(table: &Table, rng: &mut Pcg64, places: &[DVec2; 3]) -> f64 {
    let fans = [fan(table, places[0], places[1]), fan(table, places[0], places[2])];
    loop {
        // A fan is drawn by its width; what lies in both would come twice as often, so half of it is drawn again.
        let share = fans[0].half / (fans[0].half + fans[1].half);
        let fan = fans[usize::from(rng.random::<f64>() >= share)];
        let angle = fan.middle + fan.half * (2.0 * rng.random::<f64>() - 1.0);
        let both = fans.iter().all(|fan| fan.holds(angle));
        if !both || rng.random::<f64>() < 0.5 {
            return angle.to_degrees();
        }
    }
}

/// The directions that hit one ball, radians.
#[derive(Clone, Copy, Debug)]
struct Fan {
    middle: f64,
    half: f64,
}

impl Fan {
    fn holds(&self, angle: f64) -> bool {
        let off = (angle - self.middle).rem_euclid(TAU);
        off.min(TAU - off) <= self.half
    }
}

fn fan(table: &Table, from: DVec2, to: DVec2) -> Fan {
    let line = to - from;
    Fan { middle: line.y.atan2(line.x), half: (2.0 * table.radius() / line.length()).min(1.0).asin() }
}

/// Three balls that don't overlap, each anywhere between the cushions.
fn places(table: &Table, rng: &mut Pcg64) -> [DVec2; 3] {
    let radius = table.radius();
    let (length, width) = (table.params().length_m, table.params().width_m);
    let mut anywhere =
        || DVec2::new(rng.random_range(radius..length - radius), rng.random_range(radius..width - radius));
    loop {
        let places = [anywhere(), anywhere(), anywhere()];
        let apart = |i: usize, j: usize| places[i].distance(places[j]) > 2.0 * radius;
        if apart(0, 1) && apart(0, 2) && apart(1, 2) {
            return places;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(case: &Case) -> [DVec2; 3] {
        case.0.balls.map(|ball| ball.expect("three balls"))
    }

    /// How far the line of a stroke passes from each of the two balls, in diameters; none for one behind.
    fn passes(case: &Case) -> [Option<f64>; 2] {
        let [white, one, two] = layout(case);
        let along = DVec2::from_angle(case.1[0].1.phi_deg.to_radians());
        let diameter = 2.0 * Table::carom_heated().radius();
        [one, two].map(|ball| {
            let line = ball - white;
            (line.dot(along) > 0.0).then(|| line.perp_dot(along).abs() / diameter)
        })
    }

    #[test]
    fn every_aimed_stroke_meets_one_of_the_two_balls() {
        let table = Table::carom_heated();
        for set in SETS.into_iter().chain(KINDS).filter(|set| set.aimed) {
            for case in set.strokes(&table, 7, 2000) {
                let met = passes(&case).into_iter().flatten().any(|off| off <= 1.0 + 1e-9);
                assert!(met, "{}: {case:?}", set.key);
            }
        }
    }

    /// Directions are even over the two fans: each ball is aimed at as often as its fan is wide, and within the fan
    /// every tenth of it comes up as often as another.
    #[test]
    fn aimed_directions_are_even_over_those_that_hit() {
        let table = Table::carom_heated();
        let cases = Set::by_key("aimed").expect("a set").strokes(&table, 3, 20_000);
        let (mut first, mut expected, mut variance) = (0.0, 0.0, 0.0);
        let mut tenths = [0; 10];
        for case in &cases {
            let [white, one, two] = layout(case);
            let fans = [fan(&table, white, one), fan(&table, white, two)];
            let angle = case.1[0].1.phi_deg.to_radians();
            let held = fans.map(|fan| fan.holds(angle));
            if held == [true, true] {
                continue;
            }
            // Of the directions in one fan alone.
            let reach = fans[0].half + fans[1].half;
            let apart = (fans[0].middle - fans[1].middle).rem_euclid(TAU);
            if apart.min(TAU - apart) <= reach {
                continue;
            }
            let share = fans[0].half / reach;
            first += f64::from(u8::from(held[0]));
            expected += share;
            variance += share * (1.0 - share);
            let fan = fans[usize::from(held[1])];
            let off = (angle - fan.middle + 0.5 * TAU).rem_euclid(TAU) - 0.5 * TAU;
            tenths[((0.5 + 0.5 * off / fan.half) * 10.0).clamp(0.0, 9.0) as usize] += 1;
        }
        assert!((first - expected).abs() < 4.0 * f64::sqrt(variance), "{first} of {expected} +- {}", variance.sqrt());
        let even = tenths.iter().sum::<i32>() as f64 / 10.0;
        assert!(tenths.iter().all(|&n| (f64::from(n) - even).abs() < 4.0 * even.sqrt()), "{tenths:?} about {even}");
    }

    #[test]
    fn kinds_have_their_speeds_and_only_a_jump_raises_the_cue() {
        let table = Table::carom_heated();
        let fastest = |set: &Set| set.strokes(&table, 5, 500).iter().map(|c| c.1[0].1.v_mps).fold(0.0, f64::max);
        let [soft, medium, hard, jump] = KINDS;
        assert!(fastest(&soft) <= 1.2 && fastest(&medium) <= 2.9 && fastest(&hard) <= 7.0);
        assert!(fastest(&soft) > 1.1 && fastest(&medium) > 2.7 && fastest(&hard) > 6.5);
        assert!(hard.strokes(&table, 5, 500).iter().all(|c| c.1[0].1.theta_deg == 0.0));
        assert!(jump.strokes(&table, 5, 500).iter().all(|c| (20.0..=50.0).contains(&c.1[0].1.theta_deg)));
    }

    #[test]
    fn pins_stand_where_no_ball_covers_them() {
        let table = Table::carom_heated();
        let full = |key: &str| {
            let cases = Set::by_key(key).expect("a set").strokes(&table, 1, 500);
            cases.iter().filter(|case| case.0.pins.len() == 5).count()
        };
        assert_eq!(full("random"), 0);
        assert!((450..500).contains(&full("random_pins")), "{}", full("random_pins"));
    }
}
