//! What a client may want to know of a stroke besides its figures: paths, spread, tolerance, an explanation, heat.

use super::ask::World;
use super::core::{Played, play};
use filotto_engine::{Position, Skill, Stroke, math};
use filotto_physics::Ball;
use filotto_physics::trace::{BallRest, Body, Phase, Segment};
use glam::DVec2;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Strokes played under the striker's errors for spread and heat: a share is known to some three percent.
const SAMPLES: u64 = 256;
/// Corners nearer than this, in seconds and metres, are one: the end of a stretch is the beginning of the next.
const SAME: f64 = 1e-9;
/// Squares of the heat along the table and across.
const SQUARES: (usize, usize) = (32, 16);
/// Marks these random numbers among the streams of a seed.
const STREAM: u64 = 0x6578_7472;
/// Steps in which a tolerance is looked for, and how many: 0.05 degrees up to 5, one percent up to 30.
const PHI_STEP_DEG: f64 = 0.05;
/// See [`PHI_STEP_DEG`].
const PHI_STEPS: u32 = 100;
/// See [`PHI_STEP_DEG`].
const V_STEP: f64 = 0.01;
/// See [`PHI_STEP_DEG`].
const V_STEPS: u32 = 30;

/// What was wanted; what wasn't is left out.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Extras {
    /// For each ball that moves, its corners `[t_s, x_m, y_m]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paths: Option<BTreeMap<String, Vec<[f64; 3]>>>,
    /// Where each ball comes to rest under the striker's errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<BTreeMap<String, Spread>>,
    /// How far the stroke may be off and still score the same without fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Tolerance>,
    /// The verdict without error: points, faults, rules, events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<String>,
    /// Counts of balls at rest by square, from x = 0 up, each a row from y = 0 up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heat: Option<BTreeMap<String, Vec<Vec<u32>>>>,
}

/// Where a ball comes to rest.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Spread {
    /// Mean place, m.
    pub mean_m: [f64; 2],
    /// Standard deviations along and across the table, m.
    pub sd_m: [f64; 2],
    /// Share of the strokes in which it left the table.
    pub off: f64,
}

/// How far the stroke may be off on either side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tolerance {
    /// Degrees to the right and to the left.
    pub phi_deg: [f64; 2],
    /// Share of the speed below and above.
    pub v_rel: [f64; 2],
}

/// The paths of a stroke played out: the ends of its straight stretches, and points along the curved ones.
pub fn paths(played: &Played) -> BTreeMap<String, Vec<[f64; 3]>> {
    let mut paths: BTreeMap<String, Vec<[f64; 3]>> = BTreeMap::new();
    for segment in &played.trace.segments {
        let Body::Ball(ball) = segment.body else { continue };
        let path = paths.entry(ball.name().into()).or_default();
        path.extend(corners(segment));
    }
    for path in paths.values_mut() {
        path.dedup_by(|next, last| (0..3).all(|i| (next[i] - last[i]).abs() < SAME));
    }
    paths
}

fn corners(segment: &Segment) -> Vec<[f64; 3]> {
    /// A slipping ball's parabola looks smooth with so many chords.
    const CHORDS: u32 = 6;
    let chords = if segment.phase == Phase::Sliding { CHORDS } else { 1 };
    let at = |i: u32| {
        let t = segment.t0_s + (segment.t1_s - segment.t0_s) * f64::from(i) / f64::from(chords);
        let place = segment.at(t);
        [t, place.x, place.y]
    };
    (0..=chords).map(at).collect()
}

/// The verdict in a line.
pub fn explain(played: &Played) -> String {
    let ruling = &played.verdict.ruling;
    let rules = played.verdict.rules().join(", ");
    match ruling.faults.is_empty() {
        true => format!("{} points to the striker; rules {rules}", ruling.striker),
        false => format!(
            "fault {}, {} points to the opponent; rules {rules}",
            ruling.faults.ids().join(", "),
            ruling.opponent
        ),
    }
}

/// The final places of the balls over strokes with the striker's errors.
pub struct Rests {
    rests: Vec<[BallRest; 3]>,
}

impl Rests {
    /// Plays the stroke with errors.
    pub fn sample(position: &Position, stroke: &Stroke, skill: &Skill, seed: u64, world: &World) -> Rests {
        let mut noise = math::stream(seed, &[STREAM]);
        let played = (0..SAMPLES).filter_map(|_| {
            let executed = skill.perturb(stroke, math::normals(&mut noise), &world.table);
            play(position, &executed, &[], world).ok().map(|played| played.trace.summary.rest.balls)
        });
        Rests { rests: played.collect() }
    }

    /// Mean and spread of each ball.
    pub fn spread(&self) -> BTreeMap<String, Spread> {
        Ball::ALL.into_iter().filter_map(|ball| Some((ball.name().to_string(), self.spread_of(ball)?))).collect()
    }

    fn spread_of(&self, ball: Ball) -> Option<Spread> {
        let places: Vec<DVec2> = self.places(ball).collect();
        let n = places.len().max(1) as f64;
        let mean = places.iter().sum::<DVec2>() / n;
        let variance = places.iter().map(|&place| (place - mean) * (place - mean)).sum::<DVec2>() / n;
        let off = self.rests.iter().filter(|rest| rest[ball.index()] == BallRest::Off).count();
        let total = self.rests.len();
        let sd = DVec2::new(variance.x.sqrt(), variance.y.sqrt());
        (total > 0).then(|| Spread { mean_m: mean.to_array(), sd_m: sd.to_array(), off: off as f64 / total as f64 })
    }

    /// Counts by square.
    pub fn heat(&self, world: &World) -> BTreeMap<String, Vec<Vec<u32>>> {
        let params = world.table.params();
        let square = |x: f64, size: f64, squares: usize| ((x / size * squares as f64) as usize).min(squares - 1);
        let counted = |ball: Ball| {
            let mut rows = vec![vec![0; SQUARES.1]; SQUARES.0];
            for place in self.places(ball) {
                rows[square(place.x, params.length_m, SQUARES.0)][square(place.y, params.width_m, SQUARES.1)] += 1;
            }
            (ball.name().to_string(), rows)
        };
        Ball::ALL.into_iter().map(counted).collect()
    }

    fn places(&self, ball: Ball) -> impl Iterator<Item = DVec2> + '_ {
        self.rests.iter().filter_map(move |rest| match rest[ball.index()] {
            BallRest::At(place) => Some(place),
            _ => None,
        })
    }
}

/// How far direction and speed may be off, each alone, until points or faults change.
pub fn tolerance(position: &Position, stroke: &Stroke, world: &World) -> Tolerance {
    let result = |stroke: &Stroke| {
        let ruling = play(position, stroke, &[], world).ok()?.verdict.ruling;
        Some((ruling.striker, ruling.opponent, ruling.faults))
    };
    let right = result(stroke);
    let widest = |steps: u32, off: &dyn Fn(u32) -> Stroke| {
        (1..=steps).take_while(|&step| result(&off(step)) == right).last().unwrap_or(0)
    };
    let phi = |sign: f64| {
        let off = |step: u32| with(stroke, sign * PHI_STEP_DEG * f64::from(step), 0.0);
        PHI_STEP_DEG * f64::from(widest(PHI_STEPS, &off))
    };
    let v = |sign: f64| {
        let off = |step: u32| with(stroke, 0.0, sign * V_STEP * f64::from(step));
        V_STEP * f64::from(widest(V_STEPS, &off))
    };
    Tolerance { phi_deg: [phi(-1.0), phi(1.0)], v_rel: [v(-1.0), v(1.0)] }
}

/// The stroke with its direction and its speed off.
fn with(stroke: &Stroke, phi_deg: f64, v_rel: f64) -> Stroke {
    let mut off = *stroke;
    off.strike.phi_deg += phi_deg;
    off.strike.v_mps *= 1.0 + v_rel;
    off
}
