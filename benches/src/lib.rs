//! Shared strokes for the benchmarks: the sets that every figure of speed is quoted for.

use filotto_physics::trace::EventKind;
use filotto_physics::{Ball, Flow, Layout, Observer, PinSet, Strike, Table, simulate_into};
use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// One stroke to simulate.
pub type Case = (Layout, [(Ball, Strike); 1]);

/// Which way the strokes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Direction uniform over the circle.
    Random,
    /// Direction uniform over those that hit one of the two other balls straight: what a search simulates.
    Aimed,
}

/// The four sets that figures are quoted for: name, directions, with pins or without.
pub const SETS: [(&str, Aim, bool); 4] = [
    ("random-pins", Aim::Random, true),
    ("random", Aim::Random, false),
    ("aimed-pins", Aim::Aimed, true),
    ("aimed", Aim::Aimed, false),
];

/// Simulates every stroke once; the number of events.
///
/// # Panics
/// On a stroke that cannot be played; a set has none.
pub fn events(table: &Table, cases: &[Case]) -> u64 {
    let one = |(layout, strikes): &Case| {
        simulate_into(table, layout, strikes, &mut Blind).expect("a stroke of a set can be played").events
    };
    cases.iter().map(|case| u64::from(one(case))).sum()
}

/// `count` strokes: three balls uniform without overlap, cue speed 0.5 to 7 m/s log-uniform, tip uniform in half a
/// radius, white struck; with the five pins standing where no ball covers them, or none.
pub fn strokes(count: usize, seed: u64, aim: Aim, pins: bool, table: &Table) -> Vec<Case> {
    let mut rng = Pcg64::seed_from_u64(seed);
    (0..count).map(|_| stroke(&mut rng, aim, pins, table)).collect()
}

fn stroke(rng: &mut Pcg64, aim: Aim, pins: bool, table: &Table) -> Case {
    let radius = table.radius();
    let balls = places(rng, table);
    let (low, high) = (0.5_f64.ln(), 7.0_f64.ln());
    let v_mps = rng.random_range(low..high).exp();
    let phi_deg = match aim {
        Aim::Random => rng.random_range(0.0..360.0),
        Aim::Aimed => direction(rng, radius, [balls[1] - balls[0], balls[2] - balls[0]]),
    };
    let (a, b) = loop {
        let (a, b): (f64, f64) = (rng.random_range(-0.5..0.5), rng.random_range(-0.5..0.5));
        if a * a + b * b < 0.25 {
            break (a, b);
        }
    };
    let mut standing = if pins { PinSet::ALL } else { PinSet::NONE };
    for ball in balls {
        standing = table.covered_by(ball).iter().fold(standing, PinSet::without);
    }
    let layout = Layout { balls: balls.map(Some), pins: standing };
    (layout, [(Ball::White, Strike::new(phi_deg, v_mps).tip(a, b))])
}

/// A direction, degrees, even over those that hit one of two balls: a fan is drawn by its width, and what lies in both
/// is drawn again half of the time.
fn direction(rng: &mut Pcg64, radius: f64, lines: [DVec2; 2]) -> f64 {
    let half = lines.map(|line| (2.0 * radius / line.length()).min(1.0).asin());
    loop {
        let k = usize::from(!rng.random_bool(half[0] / (half[0] + half[1])));
        let angle = lines[k].to_angle() + rng.random_range(-half[k]..half[k]);
        let along = DVec2::from_angle(angle);
        let other = lines[1 - k];
        let both = along.dot(other) > 0.0 && along.perp_dot(other).abs() < 2.0 * radius;
        if !both || rng.random_bool(0.5) {
            return angle.to_degrees();
        }
    }
}

/// Three places without overlap.
fn places(rng: &mut Pcg64, table: &Table) -> [DVec2; 3] {
    let radius = table.radius();
    let (length, width) = (table.params().length_m, table.params().width_m);
    loop {
        let p = [0; 3]
            .map(|_| DVec2::new(rng.random_range(radius..length - radius), rng.random_range(radius..width - radius)));
        let apart = |i: usize, j: usize| p[i].distance(p[j]) > 2.0 * radius;
        if apart(0, 1) && apart(0, 2) && apart(1, 2) {
            return p;
        }
    }
}

/// Sees every event and wants nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Observer for Blind {
    const FULL: bool = false;

    fn event(&mut self, _t_s: f64, _kind: EventKind) -> Flow {
        Flow::Go
    }
}
