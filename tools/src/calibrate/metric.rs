//! How far a simulation is from a track: the figures of the tracks' own scorer.

use super::contacts::{self, Seen};
use super::globals::World;
use super::stroke::{Numbers, Paths, misfit};
use super::tracks::Shot;
use glam::DVec2;
use serde::Serialize;

/// One shot's figures.
#[derive(Clone, Debug, Serialize)]
pub struct ShotScore {
    /// Its name.
    pub id: String,
    /// The stroke: direction (degrees), ball speed, a, b, start offset, elevation.
    pub numbers: Numbers,
    /// Root mean square distance over all balls, m.
    pub all_m: f64,
    /// The same of the cue ball.
    pub cue_m: f64,
    /// The contacts come in the track's order.
    pub same_contacts: bool,
}

/// The figures of a set of shots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Shots scored.
    pub shots: usize,
    /// Median over shots of the distance over all balls, m.
    pub m1_all_median_m: f64,
    /// Lower quartile.
    pub m1_all_q25_m: f64,
    /// Upper quartile.
    pub m1_all_q75_m: f64,
    /// Median of the cue ball's.
    pub m1_cue_median_m: f64,
    /// Share of shots with the track's order of contacts.
    pub contacts_share: f64,
}

/// Compares one shot at a horizon.
pub fn score(world: &World, shot: &Shot, numbers: &Numbers, horizon: f64) -> ShotScore {
    let mut paths = Paths::default();
    let start = numbers.start_s();
    let layout = shot.layout(&world.table, &world.camera);
    paths.run(&world.table, &layout, shot.cue, numbers, horizon.min(shot.end()) - start + 0.2);
    let misfit = misfit(&paths, shot, &world.camera, start, horizon);
    let (track, simulated) = both(world, shot, &paths, start);
    ShotScore {
        id: shot.id.clone(),
        numbers: *numbers,
        all_m: misfit.rms(),
        cue_m: misfit.rms_cue(),
        same_contacts: contacts::same(shot, &track, &simulated, horizon),
    }
}

/// What the detector sees in the track and in the simulation.
fn both(world: &World, shot: &Shot, paths: &Paths, start: f64) -> ([Seen; 3], [Seen; 3]) {
    let look = |ball: usize, simulated: bool| {
        let track = &shot.balls[ball];
        let cue = ball == shot.cue;
        // A ball that the track never moved has two stamps: there the simulation is looked at closely.
        let times: Vec<f64> = if simulated && track.t.len() < 4 && !cue {
            (0..).map(|k| f64::from(k) * 0.02).take_while(|&t| t < track.end()).collect()
        } else {
            track.t.clone()
        };
        let places = if simulated {
            let mut hint = 0;
            times.iter().map(|&t| world.camera.sees(paths.place(ball, t - start, &mut hint))).collect()
        } else {
            (0..track.t.len()).map(|i| track.place(i)).collect::<Vec<DVec2>>()
        };
        contacts::seen(&times, &places, cue)
    };
    ([0, 1, 2].map(|ball| look(ball, false)), [0, 1, 2].map(|ball| look(ball, true)))
}

/// The figures of several shots together.
pub fn sum(scores: &[ShotScore]) -> Score {
    let sorted = |of: fn(&ShotScore) -> f64| {
        let mut list: Vec<f64> = scores.iter().map(of).collect();
        list.sort_by(f64::total_cmp);
        list
    };
    let (all, cue) = (sorted(|s| s.all_m), sorted(|s| s.cue_m));
    let same = scores.iter().filter(|s| s.same_contacts).count();
    Score {
        shots: scores.len(),
        m1_all_median_m: quantile(&all, 0.5),
        m1_all_q25_m: quantile(&all, 0.25),
        m1_all_q75_m: quantile(&all, 0.75),
        m1_cue_median_m: quantile(&cue, 0.5),
        contacts_share: same as f64 / scores.len().max(1) as f64,
    }
}

/// A quantile of a sorted list, between its members by straight lines.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    if sorted.is_empty() {
        return f64::NAN;
    }
    let at = q * (sorted.len() - 1) as f64;
    let low = at.floor() as usize;
    let high = (low + 1).min(sorted.len() - 1);
    sorted[low] + (at - low as f64) * (sorted[high] - sorted[low])
}

/// The simulated places of every ball at the track's stamps and every 10 ms: what the scorer reads.
pub fn simulated(world: &World, shot: &Shot, numbers: &Numbers) -> serde_json::Value {
    let mut paths = Paths::default();
    let layout = shot.layout(&world.table, &world.camera);
    let start = numbers.start_s();
    paths.run(&world.table, &layout, shot.cue, numbers, shot.end() + 1.0);
    let mut balls = serde_json::Map::new();
    for (ball, track) in shot.balls.iter().enumerate() {
        let mut times: Vec<f64> = (0..).map(|k| f64::from(k) * 0.01).take_while(|&t| t <= shot.end()).collect();
        times.extend(&track.t);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let mut hint = 0;
        let place = |&t: &f64| world.camera.sees(paths.place(ball, t - start, &mut hint));
        let places: Vec<DVec2> = times.iter().map(place).collect();
        let x: Vec<f64> = places.iter().map(|p| p.x).collect();
        let y: Vec<f64> = places.iter().map(|p| p.y).collect();
        balls.insert(shot.names[ball].clone(), serde_json::json!({ "t": times, "x": x, "y": y }));
    }
    serde_json::Value::Object(balls)
}
