//! `ev`: one ply of expected points under the player's own errors, the method that won the pool Olympiads.
//! `planner`: the whole planner.

use super::Mind;
use super::simple::{best_exact, no_stroke, probe};
use crate::budget::{Budget, Quiet};
use crate::candidate::{Candidate, fallback};
use crate::claim;
use crate::pick::pick;
use crate::rank::rank;
use crate::sweep::sweep;
use crate::task::Task;
use filotto_engine::{Brain, BrainError, Forecast, Position, Stroke, Turn};
use filotto_physics::Strike;

/// Candidates of `ev` that are tried under errors: the 64 of the Olympiad programs.
const EV_CANDIDATES: usize = 64;

/// Half the budget finds candidates without errors, half tries the best of them with errors.
pub(super) fn ev(task: &Task, budget: Budget) -> Option<Candidate> {
    let (swept, nodes) = probe(task, budget);
    let swept = sweep(task, nodes / 2).unwrap_or(swept);
    let field: Vec<_> = pick(&swept, EV_CANDIDATES).into_iter().map(|i| (swept[i].candidate, None)).collect();
    let ranked = if field.is_empty() { None } else { rank(task, &field, nodes / 2, 1) };
    let best = ranked.and_then(|(ranked, _)| ranked.first().map(|one| one.candidate));
    best.or_else(|| best_exact(&swept)).or_else(|| fallback(&task.scene, task.params))
}

/// The planner as a player.
pub(super) struct PlannerPlayer {
    mind: Mind,
    forecast: Option<Forecast>,
}

impl PlannerPlayer {
    pub fn new(mind: Mind) -> PlannerPlayer {
        PlannerPlayer { mind, forecast: None }
    }
}

impl Brain for PlannerPlayer {
    fn name(&self) -> String {
        self.mind.name.clone()
    }

    fn begin(&mut self, turn: &Turn) {
        self.mind.request.seed = turn.seed;
        self.forecast = None;
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        let plan = self.mind.planner.plan(position, &self.mind.request, &Quiet)?;
        let best = plan.suggestions.first().ok_or_else(no_stroke)?;
        self.forecast = Some(Forecast {
            points: best.points.mean,
            lost: best.lost.mean,
            fault: best.fault.mean,
            win: Some(best.win.mean),
            nodes: plan.nodes,
        });
        Ok(best.stroke)
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        Ok(self.mind.lag())
    }

    /// Opens when the planned opening is worth more than half a set.
    fn opens(&mut self, position: &Position) -> Result<bool, BrainError> {
        let plan = self.mind.planner.plan(position, &self.mind.request, &Quiet)?;
        Ok(plan.suggestions.first().is_none_or(|best| best.win.mean >= 0.5))
    }

    /// Claims when a search finds no fault-free stroke; the referee searches again.
    fn claims(&mut self, position: &Position) -> Result<bool, BrainError> {
        let found = self.mind.planner.with_task(position, &self.mind.request, &Quiet, claim::fault_free)?;
        Ok(found.is_none())
    }

    fn forecast(&self) -> Option<Forecast> {
        self.forecast
    }
}
