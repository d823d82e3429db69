//! Regret: what a plan's choice gives away against the choice of the same planner with many times its nodes, both
//! scored on the same fresh strokes.

use super::in_position;
use super::replay::replay;
use crate::budget::{Budget, Quiet};
use crate::plan::{Objective, PlanError, Request};
use crate::planner::Planner;
use filotto_engine::Position;
use serde::{Deserialize, Serialize};

/// Nodes of the longer search, in those of the shorter.
pub const LONGER: u64 = 30;

/// The choices in one position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// What the short plan's choice came to: points less the opponent's, or the chance to win, by the objective.
    pub short: f64,
    /// The same for the long plan's.
    pub long: f64,
    /// Nodes of the short plan.
    pub nodes: u64,
}

/// Regret over positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Regret {
    /// Positions.
    pub positions: usize,
    /// Mean of long less short.
    pub mean: f64,
    /// Half-width of its 95 % interval.
    pub pm: f64,
    /// What the short choices came to on average.
    pub short: f64,
    /// The greatest regret.
    pub worst: f64,
    /// Mean nodes of the short plans.
    pub nodes: f64,
}

/// Plans twice, with the request's budget and with [`LONGER`] times its nodes, and plays both choices `n` times.
///
/// # Errors
/// A position without strokes, or a request that makes no sense.
pub fn case(planner: &Planner, position: &Position, request: &Request, n: usize) -> Result<Case, PlanError> {
    let request = &in_position(request, position);
    let short = planner.plan(position, request, &Quiet)?;
    let nodes = request.budget.nodes.unwrap_or(short.nodes);
    // Another seed: the longer search must not begin with the shorter one's luck.
    let more = Request { budget: Budget::nodes(nodes * LONGER), seed: request.seed ^ 0x5EED, ..*request };
    let long = planner.plan(position, &more, &Quiet)?;
    let score = |plan: &crate::Plan| -> Result<f64, PlanError> {
        let played = replay(planner, position, request, plan.best().stroke, n, !request.seed)?;
        Ok(if request.objective == Objective::Win { played.win.mean } else { played.net.mean })
    };
    Ok(Case { short: score(&short)?, long: score(&long)?, nodes })
}

/// Sums cases up.
pub fn summary(cases: &[Case]) -> Regret {
    let n = cases.len().max(1) as f64;
    let lost: Vec<f64> = cases.iter().map(|c| c.long - c.short).collect();
    let mean = lost.iter().sum::<f64>() / n;
    let squares: f64 = lost.iter().map(|d| (d - mean) * (d - mean)).sum();
    Regret {
        positions: cases.len(),
        mean,
        pm: 1.96 * (squares / (n * (n - 1.0).max(1.0))).sqrt(),
        short: cases.iter().map(|c| c.short).sum::<f64>() / n,
        worst: lost.iter().copied().fold(0.0, f64::max),
        nodes: cases.iter().map(|c| c.nodes as f64).sum::<f64>() / n,
    }
}
