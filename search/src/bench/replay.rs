//! A stroke played on many fresh errors: what it really comes to.
//!
//! The errors are independent normal numbers of a named stream, not the planner's Sobol points: nothing that a plan
//! has used or could have used, and an ordinary standard error.

use crate::candidate::Candidate;
use crate::estimate::Estimate;
use crate::plan::{PlanError, Request};
use crate::planner::Planner;
use crate::task::Task;
use filotto_engine::math::{normals, stream};
use filotto_engine::{Position, Stroke};

/// What a stroke came to on fresh errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replay {
    /// Points to the striker.
    pub points: Estimate,
    /// Points to the striker less points to the opponent.
    pub net: Estimate,
    /// Chance of a fault.
    pub fault: Estimate,
    /// Chance to win, by the frozen value.
    pub win: Estimate,
    /// Strokes played.
    pub strokes: u64,
}

/// The outcomes of one stroke.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    points: f64,
    lost: f64,
    fault: bool,
    win: f64,
}

/// Plays a stroke on `n` fresh errors of a seed; the same seed gives the same errors for any stroke.
///
/// # Errors
/// A position without strokes, or a stroke that isn't legal in it.
pub fn replay(
    planner: &Planner,
    position: &Position,
    request: &Request,
    stroke: Stroke,
    n: usize,
    seed: u64,
) -> Result<Replay, PlanError> {
    planner.with_task(position, request, &crate::budget::Quiet, |task| {
        let candidate = Candidate::new(&task.scene, stroke).ok_or(PlanError::NoStroke)?;
        let outcomes = outcomes(task, &candidate, n, seed).ok_or(PlanError::NoStroke)?;
        Ok(summary(&outcomes))
    })?
}

fn outcomes(task: &Task, candidate: &Candidate, n: usize, seed: u64) -> Option<Vec<Outcome>> {
    let played = task.each_stroke(n, |i, watch| {
        let trial = task.play(candidate, &normals(&mut stream(seed, &[i as u64])), watch)?;
        Some(Outcome {
            points: f64::from(trial.ruling.striker),
            lost: f64::from(trial.ruling.opponent),
            fault: trial.is_fault(),
            win: task.worth.win(task.player(), &task.next(&trial)),
        })
    })?;
    Some(played.into_iter().flatten().collect())
}

fn summary(outcomes: &[Outcome]) -> Replay {
    let of = |value: fn(&Outcome) -> f64| Estimate::of(outcomes.iter().map(value));
    let faults = outcomes.iter().filter(|o| o.fault).count() as u64;
    Replay {
        points: of(|o| o.points),
        net: of(|o| o.points - o.lost),
        fault: Estimate::chance(faults, outcomes.len() as u64),
        win: of(|o| o.win),
        strokes: outcomes.len() as u64,
    }
}
