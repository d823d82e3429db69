//! Where the time of a plan goes: nodes and time by stage, and how much two threads do in the time of one.

use super::in_position;
use super::replay::replay;
use crate::budget::{Budget, Quiet};
use crate::plan::{Objective, PlanError, Request};
use crate::planner::Planner;
use filotto_engine::Position;
use serde::Serialize;
use std::time::Duration;

/// One stage over all positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub stage: &'static str,
    /// Strokes simulated.
    pub nodes: u64,
    /// Time taken, s.
    pub seconds: f64,
}

/// A budget over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stages {
    /// Nodes asked for in each position.
    pub budget: u64,
    /// By stage, in their order.
    pub rows: Vec<Row>,
    /// Strokes simulated in all.
    pub nodes: u64,
    /// Time taken, s.
    pub seconds: f64,
    /// Net points promised by the first suggestions, on average.
    pub promised: f64,
    /// What they come to on fresh strokes, the same errors for any budget: net points, or the chance to win.
    pub played: f64,
}

/// Plans in every position with a node budget, and plays the choices on `fresh` strokes.
///
/// # Errors
/// A position without strokes, or a request that makes no sense.
pub fn measure(
    planner: &Planner,
    positions: &[Position],
    request: &Request,
    budget: u64,
    fresh: usize,
) -> Result<Stages, PlanError> {
    let mut all = Stages { budget, rows: Vec::new(), nodes: 0, seconds: 0.0, promised: 0.0, played: 0.0 };
    for position in positions {
        let request = &in_position(request, position);
        let plan = planner.plan(position, &Request { budget: Budget::nodes(budget), ..*request }, &Quiet)?;
        for stage in &plan.stages {
            let row = match all.rows.iter().position(|row| row.stage == stage.name) {
                Some(at) => &mut all.rows[at],
                None => {
                    all.rows.push(Row { stage: stage.name, nodes: 0, seconds: 0.0 });
                    all.rows.last_mut().expect("just pushed")
                }
            };
            row.nodes += stage.nodes;
            row.seconds += stage.time.as_secs_f64();
        }
        all.nodes += plan.nodes;
        all.seconds += plan.elapsed.as_secs_f64();
        let n = positions.len() as f64;
        all.promised += plan.best().net.mean / n;
        let played = replay(planner, position, request, plan.best().stroke, fresh, !request.seed)?;
        all.played += if request.objective == Objective::Win { played.win.mean } else { played.net.mean } / n;
    }
    Ok(all)
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
