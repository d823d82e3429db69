//! Where the time of a plan goes: nodes and time by stage, and how much two threads do in the time of one.

use super::in_position;
use super::replay::replay;
use crate::budget::{Budget, Quiet};
use crate::estimate::Estimate;
use crate::plan::{Objective, PlanError, Request, StageCost};
use crate::planner::Planner;
use filotto_engine::Position;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One stage of a plan, or of all plans of a budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub stage: String,
    /// Strokes simulated.
    pub nodes: u64,
    /// Time taken, s.
    pub seconds: f64,
}

/// A plan in one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// By stage, in their order.
    pub rows: Vec<Row>,
    /// Strokes simulated in all.
    pub nodes: u64,
    /// Time taken, s.
    pub seconds: f64,
    /// Net points promised by the first suggestion.
    pub promised: f64,
    /// What it comes to on fresh strokes, the same errors for any budget: net points, or the chance to win.
    pub played: f64,
}

/// A budget over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stages {
    /// Nodes asked for in each position.
    pub budget: u64,
    /// By stage, in their order, over all positions.
    pub rows: Vec<Row>,
    /// Strokes simulated in all.
    pub nodes: u64,
    /// Time taken, s.
    pub seconds: f64,
    /// Net points promised by the first suggestions, on average.
    pub promised: f64,
    /// What they come to on fresh strokes, on average.
    pub played: f64,
    /// The same by position: budgets differ far less in one position than positions differ.
    pub choices: Vec<f64>,
}

impl Stages {
    /// What another budget's choices come to more than these, on average over the positions.
    pub fn behind(&self, other: &Stages) -> Estimate {
        Estimate::of(other.choices.iter().zip(&self.choices).map(|(theirs, own)| theirs - own))
    }

    /// Milliseconds of a plan.
    pub fn ms(&self) -> f64 {
        1e3 * self.seconds / self.choices.len().max(1) as f64
    }
}

/// Plans in a position with a node budget, and plays the choice on `fresh` strokes.
///
/// # Errors
/// A position without strokes, or a request that makes no sense.
pub fn case(
    planner: &Planner,
    position: &Position,
    request: &Request,
    budget: u64,
    fresh: usize,
) -> Result<Case, PlanError> {
    let request = &Request { budget: Budget::nodes(budget), ..in_position(request, position) };
    let plan = planner.plan(position, request, &Quiet)?;
    let row = |cost: &StageCost| Row { stage: cost.name.into(), nodes: cost.nodes, seconds: cost.time.as_secs_f64() };
    let played = replay(planner, position, request, plan.best().stroke, fresh, !request.seed)?;
    Ok(Case {
        rows: plan.stages.iter().map(row).collect(),
        nodes: plan.nodes,
        seconds: plan.elapsed.as_secs_f64(),
        promised: plan.best().net.mean,
        played: if request.objective == Objective::Win { played.win.mean } else { played.net.mean },
    })
}

/// Sums the plans of a budget up.
pub fn summary(budget: u64, cases: &[Case]) -> Stages {
    let mut rows: Vec<Row> = Vec::new();
    for own in cases.iter().flat_map(|case| &case.rows) {
        match rows.iter_mut().find(|row| row.stage == own.stage) {
            Some(row) => {
                row.nodes += own.nodes;
                row.seconds += own.seconds;
            }
            None => rows.push(own.clone()),
        }
    }
    let mean = |value: fn(&Case) -> f64| Estimate::of(cases.iter().map(value)).mean;
    Stages {
        budget,
        rows,
        nodes: cases.iter().map(|case| case.nodes).sum(),
        seconds: cases.iter().map(|case| case.seconds).sum(),
        promised: mean(|case| case.promised),
        played: mean(|case| case.played),
        choices: cases.iter().map(|case| case.played).collect(),
    }
}

/// Nodes that a planner gets through in a time, over all positions: to compare numbers of threads.
///
/// # Errors
/// A position without strokes, or a request that makes no sense.
pub fn nodes_in(
    planner: &Planner,
    positions: &[Position],
    request: &Request,
    time: Duration,
) -> Result<u64, PlanError> {
    let timed = Request { budget: Budget::time(time), ..*request };
    let nodes = positions.iter().map(|position| planner.plan(position, &timed, &Quiet).map(|plan| plan.nodes));
    nodes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two positions, by hand: stages are added by name, and the longer budget is 1 and 0 points ahead.
    #[test]
    fn stages_and_choices_are_summed_up() {
        let row = |stage: &str, nodes| Row { stage: stage.into(), nodes, seconds: 0.5 };
        let case = |rows: Vec<Row>, played| Case { rows, nodes: 10, seconds: 1.0, promised: 3.0, played };
        let short = summary(10, &[case(vec![row("sweep", 6), row("rank", 4)], 2.0), case(vec![row("sweep", 10)], 4.0)]);
        assert_eq!(short.rows, [Row { seconds: 1.0, ..row("sweep", 16) }, row("rank", 4)]);
        assert_eq!((short.nodes, short.seconds, short.ms()), (20, 2.0, 1000.0));
        assert_eq!((short.promised, short.played), (3.0, 3.0));
        let long = summary(20, &[case(vec![], 3.0), case(vec![], 4.0)]);
        let behind = short.behind(&long);
        // Half a point; the standard error of 1 and 0 is 0.5.
        assert_eq!((behind.mean, behind.pm), (0.5, 1.96 * 0.5));
    }
}
