//! The stroke that explains a shot: a search of the whole range of tips, from short to long horizons.
//!
//! The misfit of a long horizon has thousands of valleys, that of the first second few. So many points are tried on
//! the first second, the best walk downhill, and the survivors are carried to longer and longer horizons.

use super::globals::World;
use super::simplex::descend;
use super::stroke::{MOST, Numbers, Paths, STARTS, TIP, misfit, residuals};
use super::tracks::Shot;
use filotto_physics::Layout;

/// How much is spent on a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Points tried on the first second.
    pub points: usize,
    /// How many of them walk downhill at first.
    pub walkers: usize,
    /// Restarts near the best at the end.
    pub hops: usize,
}

impl Effort {
    /// For a score that counts.
    pub const FULL: Effort = Effort { points: 6000, walkers: 120, hops: 120 };
    /// For the first sight of a shot while the table is still being fitted.
    pub const QUICK: Effort = Effort { points: 2000, walkers: 40, hops: 20 };
}

/// Horizons on the way to the one wanted, s, with the share of walkers that goes on and the calls each gets.
const STAGES: [(f64, f64, usize); 9] = [
    (0.7, 1.0, 50),
    (1.0, 0.7, 60),
    (1.5, 0.5, 80),
    (2.0, 0.35, 100),
    (3.0, 0.25, 130),
    (4.5, 0.16, 130),
    (6.5, 0.12, 130),
    (9.0, 0.1, 130),
    (f64::INFINITY, 0.08, 200),
];
/// First steps of a walk: degrees, part of the speed, radii, radii, s, degrees.
const STEPS: [f64; MOST] = [0.25, 0.02, 0.06, 0.06, 0.003, 1.0];

/// One shot against one world.
pub struct Fitter<'a> {
    world: &'a World,
    shot: &'a Shot,
    layout: Layout,
    parameters: usize,
    paths: Paths,
}

impl<'a> Fitter<'a> {
    /// With 4 or 6 numbers a shot.
    pub fn new(world: &'a World, shot: &'a Shot, parameters: usize) -> Fitter<'a> {
        let layout = shot.layout(&world.table, &world.camera);
        Fitter { world, shot, layout, parameters, paths: Paths::default() }
    }

    /// Root mean square distance up to a horizon, m.
    pub fn rms(&mut self, numbers: &Numbers, horizon: f64) -> f64 {
        let start = numbers.start_s();
        let seconds = horizon.min(self.shot.end()) - start;
        self.paths.run(&self.world.table, &self.layout, self.shot.cue, numbers, seconds);
        misfit(&self.paths, self.shot, &self.world.camera, start, horizon).rms()
    }

    /// How many numbers are fitted.
    pub fn parameters(&self) -> usize {
        self.parameters
    }

    /// The differences of all samples up to a horizon, two a sample.
    pub fn residuals(&mut self, numbers: &Numbers, horizon: f64, to: &mut Vec<f64>) {
        let start = numbers.start_s();
        let seconds = horizon.min(self.shot.end()) - start;
        self.paths.run(&self.world.table, &self.layout, self.shot.cue, numbers, seconds);
        residuals(&self.paths, self.shot, &self.world.camera, start, horizon, to);
    }

    /// The best few strokes for a horizon, from nothing, without the restarts at the end.
    pub fn valleys(&mut self, horizon: f64, effort: Effort, count: usize) -> Vec<(Numbers, f64)> {
        let mut walkers = self.carried(horizon, effort);
        keep_best(&mut walkers, count);
        walkers
    }

    /// Walks downhill from numbers at hand; `reach` scales the first steps.
    pub fn polish(&mut self, from: &Numbers, horizon: f64, reach: f64, budget: usize) -> (Numbers, f64) {
        let mut step = STEPS.map(|s| s * reach);
        step[1] *= from.0[1];
        step[self.parameters..].fill(0.0);
        // Inward, so that the first simplex does not collapse on a bound.
        for (i, middle) in [(2, 0.0), (3, 0.0), (4, 0.5 * (STARTS.0 + STARTS.1)), (5, 3.0)] {
            if from.0[i] > middle {
                step[i] = -step[i];
            }
        }
        let (point, value) = descend(from.0, step, budget, |p| self.rms(&Numbers(*p).allowed(), horizon));
        (Numbers(point).allowed(), value)
    }

    /// The best stroke for a horizon, from nothing.
    pub fn search(&mut self, horizon: f64, effort: Effort) -> (Numbers, f64) {
        let mut walkers = self.carried(horizon, effort);
        keep_best(&mut walkers, 6);
        self.hop(walkers, horizon, effort.hops)
    }

    /// Points over the whole range, carried from short to long horizons.
    fn carried(&mut self, horizon: f64, effort: Effort) -> Vec<(Numbers, f64)> {
        let mut walkers = self.first_points(effort);
        let whole = self.shot.end();
        for (stage, share, budget) in STAGES {
            let last = stage >= horizon || stage >= whole;
            let stage = if last { horizon } else { stage };
            let keep = ((effort.walkers as f64 * share).ceil() as usize).max(6);
            for walker in &mut walkers {
                walker.1 = self.rms(&walker.0, stage);
            }
            keep_best(&mut walkers, keep);
            for walker in &mut walkers {
                *walker = self.polish(&walker.0, stage, if last { 0.4 } else { 0.7 }, budget);
            }
            if last {
                break;
            }
        }
        walkers
    }

    /// Restarts near the best, in turn wide and narrow.
    fn hop(&mut self, mut best: Vec<(Numbers, f64)>, horizon: f64, hops: usize) -> (Numbers, f64) {
        for k in 0..hops {
            let from = best[k % best.len().min(3)].0;
            let reach = [3.0, 1.0, 0.3][k % 3];
            let mut numbers = from;
            for i in 0..self.parameters {
                let scale = if i == 1 { from.0[1] } else { 1.0 };
                numbers.0[i] += STEPS[i] * scale * reach * (2.0 * halton(k + 1, i) - 1.0);
            }
            let found = self.polish(&numbers.allowed(), horizon, 0.3 * reach, 90);
            let worst = best.len() - 1;
            if found.1 < best[worst].1 {
                best[worst] = found;
                best.sort_by(|a, b| a.1.total_cmp(&b.1));
            }
        }
        self.polish(&best[0].0, horizon, 0.1, 200)
    }

    /// Points over the whole range of tips, about the direction and speed that the first samples show.
    fn first_points(&mut self, effort: Effort) -> Vec<(Numbers, f64)> {
        let look = self.first_look();
        let mut points = Vec::with_capacity(effort.points);
        for k in 1..=effort.points {
            let at = |i: usize| halton(k, i);
            let (radius, angle) = (TIP * at(2).sqrt(), core::f64::consts::TAU * at(3));
            let mut numbers = Numbers::new(
                look.phi_deg + look.phi_range * (2.0 * at(0) - 1.0),
                look.speed * (1.0 + look.speed_range * (2.0 * at(1) - 1.0)),
                radius * angle.cos(),
                radius * angle.sin(),
            );
            if self.parameters > 4 {
                numbers.0[4] = STARTS.0 + (STARTS.1 - STARTS.0) * at(4);
                numbers.0[5] = 6.0 * at(5);
            }
            points.push((numbers, self.rms(&numbers, STAGES[0].0)));
        }
        keep_best(&mut points, effort.walkers);
        points
    }

    /// What the cue ball's first samples show, as far as they lie on a line: it may meet something within a few of them.
    fn first_look(&self) -> Look {
        let track = &self.shot.balls[self.shot.cue];
        let straight = |&last: &usize| {
            let way = (track.place(last) - track.place(0)).normalize_or_zero();
            (1..last).all(|i| (track.place(i) - track.place(0)).perp_dot(way).abs() < STRAIGHT_M)
        };
        let early = (1..track.t.len()).take_while(|&i| i < 3 || track.t[i] < LOOK_S);
        let last = early.filter(straight).last().unwrap_or(1);
        let way = track.place(last) - track.place(0);
        // Sliding has cost the ball some speed by then, 0.18 g over half of the time.
        let seconds = (track.t[last] - super::stroke::START_S).max(0.005);
        Look {
            phi_deg: way.y.atan2(way.x).to_degrees(),
            phi_range: 0.8 + (STRAIGHT_M / way.length().max(0.01)).atan().to_degrees(),
            speed: way.length() / seconds + 0.9 * seconds,
            speed_range: 0.07 + 0.012 / track.t[last].max(0.01),
        }
    }
}

/// A first idea of a stroke, with how far off it may be (degrees, part of the speed).
struct Look {
    phi_deg: f64,
    phi_range: f64,
    speed: f64,
    speed_range: f64,
}

/// Samples this near a line are on it, m: noise, rounding to a millimetre, a first place read while the ball already moved.
const STRAIGHT_M: f64 = 0.003;
/// No longer than this is looked at, s: later the path may bend.
const LOOK_S: f64 = 0.17;

/// The best, leaving out near copies of better ones.
fn keep_best(walkers: &mut Vec<(Numbers, f64)>, keep: usize) {
    walkers.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut kept: Vec<(Numbers, f64)> = Vec::with_capacity(keep);
    for walker in walkers.iter() {
        let near = |other: &(Numbers, f64)| (0..MOST).all(|i| (walker.0.0[i] - other.0.0[i]).abs() < 0.05 * STEPS[i]);
        if kept.len() < keep && !kept.iter().any(near) {
            kept.push(*walker);
        }
    }
    *walkers = kept;
}

/// The k-th number of Halton's sequence in a dimension: even coverage, the same every time.
fn halton(mut k: usize, dimension: usize) -> f64 {
    let base = [2, 3, 5, 7, 11, 13][dimension];
    let (mut f, mut r) = (1.0, 0.0);
    while k > 0 {
        f /= base as f64;
        r += f * (k % base) as f64;
        k /= base;
    }
    r
}
