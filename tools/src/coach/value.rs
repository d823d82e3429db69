//! What a stroke is worth beyond its points: the points of the stroke, the player's less the opponent's, less what the
//! opponent can expect from what it leaves.

use super::explain::probe::Probe;
use filotto_engine::{Skill, apply};
use filotto_search::trial::Trial;
use filotto_search::value::Worth;

/// The value of one result.
pub fn of(probe: &Probe, trial: &Trial, worth: &Worth) -> f64 {
    let court = probe.court();
    let next = apply(probe.position(), &trial.rest, &trial.ruling, &court.table, &court.profile);
    trial.net() - worth.expected(&next)
}

/// The mean value in a hand, from so many strokes.
pub fn mean(probe: &Probe, skill: &Skill, strokes: usize, worth: &Worth) -> f64 {
    let trials = probe.cloud(skill, strokes);
    trials.iter().map(|t| of(probe, t, worth)).sum::<f64>() / trials.len().max(1) as f64
}
