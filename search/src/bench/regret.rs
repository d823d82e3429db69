//! Regret: what a plan's choice gives away against the choice of the same planner with many times its nodes, both
//! scored on the same fresh strokes.

use super::in_position;
use super::replay::replay;
use crate::budget::{Budget, Quiet};
use crate::estimate::Estimate;
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

impl Case {
    /// What the short plan's choice gave away; below 0 where it was the better one.
    pub fn regret(&self) -> f64 {
        self.long - self.short
    }
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
    /// Median of long less short: a few positions carry most of the mean.
    pub median: f64,
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
    let of = |value: fn(&Case) -> f64| Estimate::of(cases.iter().map(value));
    let regret = of(Case::regret);
    let mut sorted: Vec<f64> = cases.iter().map(Case::regret).collect();
    sorted.sort_by(f64::total_cmp);
    Regret {
        positions: cases.len(),
        mean: regret.mean,
        pm: regret.pm,
        median: median(&sorted),
        short: of(|case| case.short).mean,
        worst: sorted.last().copied().unwrap_or(0.0).max(0.0),
        nodes: of(|case| case.nodes as f64).mean,
    }
}

/// The middle of sorted values; 0 of none.
fn median(sorted: &[f64]) -> f64 {
    match sorted.len() {
        0 => 0.0,
        n => 0.5 * (sorted[n / 2] + sorted[(n - 1) / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: regrets 0, 0.5, 1 and 2.5, mean 1, sum of squares 1 + 0.25 + 0 + 2.25 = 3.5.
    #[test]
    fn a_summary_is_what_it_says() {
        let case = |long| Case { short: 5.0, long, nodes: 100 };
        let told = summary(&[5.5, 5.0, 7.5, 6.0].map(case));
        assert_eq!((told.positions, told.mean, told.median, told.short, told.worst), (4, 1.0, 0.75, 5.0, 2.5));
        assert!((told.pm - 1.96 * (3.5_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(summary(&[]).median, 0.0);
    }
}
