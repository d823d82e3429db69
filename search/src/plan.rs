//! What is asked of the planner, and what it answers.

use crate::budget::Budget;
use crate::estimate::Estimate;
use crate::signature::Signature;
use filotto_engine::{Fault, Skill, Stroke};
use std::time::Duration;
use thiserror::Error;

/// The errors of both players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skills {
    /// The player to move.
    pub striker: Skill,
    /// The other.
    pub opponent: Skill,
}

/// What a plan seeks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    /// The chance to win the match (the set, when the position knows no sets).
    Win,
    /// Expected points of this stroke, own minus the opponent's.
    Points,
    /// The mean of the worst share `q` of all results of this stroke, 0 < q <= 1: 1 is `Points`, near 0 the worst
    /// that can happen.
    Safe(f64),
}

/// A question to the planner.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How well both play.
    pub skills: Skills,
    /// What it may cost.
    pub budget: Budget,
    /// What is sought.
    pub objective: Objective,
    /// Strokes to suggest, the best first.
    pub multipv: usize,
    /// Of all random numbers.
    pub seed: u64,
}

/// A stroke to play, with what it promises. Estimates are of fresh strokes, drawn after the choice was made.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The stroke as intended.
    pub stroke: Stroke,
    /// Points to the striker.
    pub points: Estimate,
    /// Points to the opponent.
    pub lost: Estimate,
    /// The difference of the two.
    pub net: Estimate,
    /// Chance to score without a fault.
    pub score: Estimate,
    /// Chance of a fault.
    pub fault: Estimate,
    /// Chance of each fault that occurred, the most frequent first.
    pub faults: Vec<(Fault, Estimate)>,
    /// Chance to win, by the frozen value of what it leaves.
    pub win: Estimate,
    /// How far behind the first suggestion, in what is sought, on the same errors. The order was settled before: a value
    /// below 0 by more than its interval says that these strokes contradict it.
    pub behind: Estimate,
    /// Expected result of the opponent's next stroke, from his side.
    pub leave: Estimate,
    /// What touches what, struck exactly.
    pub signature: Signature,
    /// Points (to striker, to opponent) when struck exactly.
    pub exact: (u16, u16),
    /// Effective sample size behind its place in the ranking.
    pub ess: f64,
    /// Strokes simulated for its estimates.
    pub nodes: u64,
    /// What the opponent would play after the stroke struck exactly, where it was looked for.
    pub reply: Option<Stroke>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The best first; never empty.
    pub suggestions: Vec<Suggestion>,
    /// Strokes simulated.
    pub nodes: u64,
    /// Of all random numbers.
    pub seed: u64,
    /// The node budget that repeats this plan exactly with its seed; 0 when a deadline or a stop cut it short.
    pub repeat_nodes: u64,
    /// What took how long and how many strokes.
    pub stages: Vec<StageCost>,
    /// Time taken. Not part of what is promised to be the same twice.
    pub elapsed: Duration,
}

impl Suggestion {
    /// Whether the report says against the order that this is better than the first.
    pub fn overtakes(&self) -> bool {
        self.behind.mean < -self.behind.pm
    }
}

impl Plan {
    /// The best stroke.
    pub fn best(&self) -> &Suggestion {
        &self.suggestions[0]
    }
}

/// What one stage cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageCost {
    /// Its name.
    pub name: &'static str,
    /// Strokes simulated.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlanError {
    /// The set is over.
    #[error("position: the set is over (kind `e`), there is no stroke to plan")]
    Over,
    /// The lag has a plan of its own.
    #[error("position: kind `l` is the lag, which has a plan of its own")]
    Lag,
    /// The position can't be.
    #[error(transparent)]
    Position(#[from] filotto_engine::PositionError),
    /// A parameter that makes no sense.
    #[error("{field}: {value} is not {expected}")]
    Request {
        /// The field.
        field: &'static str,
        /// What was given.
        value: f64,
        /// What would be right.
        expected: &'static str,
    },
    /// A skill that makes no sense.
    #[error(transparent)]
    Skill(#[from] filotto_engine::SkillError),
    /// The ball in hand fits nowhere, or no direction can be played.
    #[error("position: no legal stroke was found")]
    NoStroke,
}

impl Request {
    /// Checks what was asked.
    ///
    /// # Errors
    /// The first parameter that makes no sense.
    pub fn check(&self) -> Result<(), PlanError> {
        self.skills.striker.check()?;
        self.skills.opponent.check()?;
        if let Objective::Safe(q) = self.objective
            && !(q > 0.0 && q <= 1.0)
        {
            let expected = "a share of the results, above 0 and at most 1";
            return Err(PlanError::Request { field: "objective safe", value: q, expected });
        }
        if self.multipv == 0 {
            return Err(PlanError::Request { field: "multipv", value: 0.0, expected: "at least 1 stroke to suggest" });
        }
        Ok(())
    }
}
