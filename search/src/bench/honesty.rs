//! Honesty: whether the first suggestion's promises hold on fresh strokes.

use super::in_position;
use super::replay::{Replay, replay};
use crate::estimate::Estimate;
use crate::plan::{PlanError, Request, Suggestion};
use crate::planner::Planner;
use filotto_engine::Position;
use serde::{Deserialize, Serialize};

/// What was promised in one position and what happened.
#[derive(Clone, Debug)]
pub struct Case {
    /// The suggestion.
    pub promised: Suggestion,
    /// Its replay.
    pub happened: Replay,
}

impl Case {
    /// Which of its promises held.
    pub fn held(&self) -> Held {
        let (promised, happened) = (&self.promised, &self.happened);
        Held {
            points: promised.points.holds(happened.points.mean),
            fault: promised.fault.holds(happened.fault.mean),
            win: promised.win.holds(happened.win.mean),
            off: promised.points.mean - happened.points.mean,
            points_pm: promised.points.pm,
        }
    }
}

/// Which promises held in one position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The points were inside their interval.
    pub points: bool,
    /// The chance of a fault was.
    pub fault: bool,
    /// The chance to win was.
    pub win: bool,
    /// Promised points less those that came.
    pub off: f64,
    /// Half-width of the interval of the points.
    pub points_pm: f64,
}

/// Shares of promises that held, and how far the points were off on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Honesty {
    /// Positions.
    pub positions: usize,
    /// Share in which the points were inside their interval.
    pub points: f64,
    /// The same for the chance of a fault.
    pub fault: f64,
    /// The same for the chance to win.
    pub win: f64,
    /// Promised points less those that came, on average: above 0 is boasting.
    pub bias: f64,
    /// Half-width of the 95 % interval of the bias.
    pub bias_pm: f64,
    /// Mean half-width of the points' interval: an honest promise that says nothing would have a large one.
    pub points_pm: f64,
}

/// Plans in one position and plays the first suggestion on `n` fresh strokes.
///
/// # Errors
/// A position without strokes, or a request that makes no sense.
pub fn case(planner: &Planner, position: &Position, request: &Request, n: usize) -> Result<Case, PlanError> {
    let request = &in_position(request, position);
    let plan = planner.plan(position, request, &crate::budget::Quiet)?;
    let promised = plan.best().clone();
    // Any seed but the plan's own would do; its complement is never that.
    let happened = replay(planner, position, request, promised.stroke, n, !request.seed)?;
    Ok(Case { promised, happened })
}

/// Sums cases up.
pub fn summary(cases: &[Held]) -> Honesty {
    let n = cases.len().max(1) as f64;
    let share = |of: fn(&Held) -> bool| cases.iter().filter(|case| of(case)).count() as f64 / n;
    let bias = Estimate::of(cases.iter().map(|case| case.off));
    Honesty {
        positions: cases.len(),
        points: share(|case| case.points),
        fault: share(|case| case.fault),
        win: share(|case| case.win),
        bias: bias.mean,
        bias_pm: bias.pm,
        points_pm: cases.iter().map(|case| case.points_pm).sum::<f64>() / n,
    }
}
