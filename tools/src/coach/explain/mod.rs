//! Why a stroke is suggested: what it is called and how it is played, what room for error it leaves, what it is worth
//! in a better and in a worse hand, and why it beats the next of another kind.

pub mod as_json;
pub mod bridge;
pub mod probe;
pub mod tell;
pub mod tolerance;

use super::wording::Wording;
use crate::played;
use filotto_engine::names::Name;
use filotto_engine::{Position, Skill, Watch};
use filotto_search::trial::Court;
use filotto_search::{Estimate, Plan, Suggestion};
use probe::Probe;
use rayon::prelude::*;
use tolerance::{Parameter, Together, Tolerance, tightest, together, tolerance};

/// Strokes behind what a stroke is worth in one hand.
const WORTH_STROKES: usize = 400;
/// Cells to each side of the map that the text tells the share of.
const MAP_HALF: usize = 12;

/// What a stroke is worth in a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The hand's errors as a multiple of the player's.
    pub errors: f64,
    /// Points to the striker less points to the opponent.
    pub net: Estimate,
    /// Chance to score without a fault.
    pub score: Estimate,
}

/// Everything a coach has to say about one suggestion.
#[derive(Clone, Debug)]
pub struct Insight {
    /// Which suggestion, from 0.
    pub index: usize,
    /// The name.
    pub name: Name,
    /// In a person's words.
    pub wording: Wording,
    /// One parameter at a time.
    pub tolerances: Vec<Tolerance>,
    /// The two that matter, together.
    pub together: Option<Together>,
    /// At half the error, as it is, at twice.
    pub worth: [Worth; 3],
    /// The bridge is needed.
    pub bridge: bool,
}

impl Insight {
    /// Whether the best aim lies between two lines and hits neither.
    pub fn gap(&self) -> Option<Parameter> {
        self.tolerances.iter().find(|t| t.gap).map(|t| t.parameter)
    }

    /// Whether the stroke does what it is for when it is struck exactly.
    pub fn works_exactly(&self) -> bool {
        self.tolerances.iter().any(|t| t.up > 0.0 || t.down > 0.0)
    }

    /// Of one suggestion; `None` where the stroke can't be played (it always can).
    pub fn new(court: &Court, position: &Position, skill: &Skill, index: usize, s: &Suggestion) -> Option<Insight> {
        let probe = Probe::new(court, position, &s.stroke, skill)?;
        let played = played::play(position, &s.stroke, &[], &court.table, &court.profile).ok()?;
        let mut watch = Watch::new();
        let tolerances: Vec<Tolerance> =
            Parameter::ALL.map(|p| tolerance(&probe, p, skill, &mut watch)).into_iter().collect();
        let pair = tightest(&tolerances, skill, &s.stroke.strike);
        Some(Insight {
            index,
            name: probe.name(skill),
            wording: Wording::new(&court.table, position, &s.stroke, &played.trace),
            together: pair.map(|pair| together(&probe, pair, MAP_HALF, skill)),
            worth: [0.5, 1.0, 2.0].map(|errors| worth(&probe, skill, errors)),
            bridge: bridge::needed(&court.table, position, &s.stroke),
            tolerances,
        })
    }
}

/// The insights of the suggestions, in parallel.
pub fn insights(court: &Court, position: &Position, skill: &Skill, plan: &Plan, count: usize) -> Vec<Insight> {
    let few: Vec<(usize, &Suggestion)> = plan.suggestions.iter().enumerate().take(count).collect();
    few.par_iter().filter_map(|&(i, s)| Insight::new(court, position, skill, i, s)).collect()
}

/// The first of each kind, in the order of the suggestions.
pub fn kinds(insights: &[Insight]) -> Vec<&Insight> {
    let mut first: Vec<&Insight> = Vec::new();
    for insight in insights {
        if first.iter().all(|known| known.name != insight.name) {
            first.push(insight);
        }
    }
    first
}

/// A skill with all errors multiplied, kept inside what a skill can be.
pub fn scaled(skill: &Skill, by: f64) -> Skill {
    Skill {
        phi_deg: (skill.phi_deg * by).min(45.0),
        v_rel: (skill.v_rel * by).min(1.0),
        v_abs_mps: (skill.v_abs_mps * by).min(5.0),
        a_mm: (skill.a_mm * by).min(30.0),
        b_mm: (skill.b_mm * by).min(30.0),
        theta_deg: (skill.theta_deg * by).min(45.0),
    }
}

/// What a stroke is worth in a hand with so many times the errors.
pub fn worth(probe: &Probe, skill: &Skill, errors: f64) -> Worth {
    let trials = probe.cloud(&scaled(skill, errors), WORTH_STROKES);
    let net = Estimate::of(trials.iter().map(|trial| trial.net()));
    let scored = trials.iter().filter(|t| t.ruling.faults.is_empty() && t.ruling.striker > 0).count() as u64;
    Worth { errors, net, score: Estimate::chance(scored, trials.len() as u64) }
}

/// What speaks for the first of two suggestions, and what against it; only what the intervals tell apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// What differs.
    pub what: What,
    /// Of the first.
    pub mine: f64,
    /// Of the other.
    pub other: f64,
    /// It speaks for the first.
    pub good: bool,
}

/// What suggestions are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Chance to win.
    Win,
    /// Chance to score.
    Score,
    /// Expected points.
    Points,
    /// Chance of a fault.
    Fault,
    /// What the opponent can expect next.
    Leave,
}

/// Compares two suggestions.
pub fn compare(a: &Suggestion, b: &Suggestion) -> Vec<Difference> {
    let pairs = [
        (What::Win, a.win, b.win, true),
        (What::Score, a.score, b.score, true),
        (What::Points, a.points, b.points, true),
        (What::Fault, a.fault, b.fault, false),
        (What::Leave, a.leave, b.leave, false),
    ];
    let apart = |x: Estimate, y: Estimate| (x.mean - y.mean).abs() > (x.pm * x.pm + y.pm * y.pm).sqrt();
    let told = pairs.into_iter().filter(|&(_, x, y, _)| apart(x, y));
    told.map(|(what, x, y, more)| Difference { what, mine: x.mean, other: y.mean, good: (x.mean > y.mean) == more })
        .collect()
}

#[cfg(test)]
mod tests;
