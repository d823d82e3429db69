//! A player that chooses by one function of the position: all but the planner. Two of the functions are here:
//! `random`, any legal stroke, and `greedy`, the stroke that earns most when played without error.

use super::Mind;
use crate::budget::{Budget, Quiet};
use crate::candidate::{Candidate, fallback};
use crate::keys::Stage;
use crate::sobol::DIMENSIONS;
use crate::sweep::{Drawer, Swept, sweep};
use crate::task::Task;
use filotto_engine::{Brain, BrainError, Position, Stroke, Turn};
use filotto_physics::Strike;

/// Draws until a stroke is legal; a ball in hand may be drawn onto another.
const MOST_DRAWS: u64 = 1000;

/// Chooses a stroke within a budget.
pub(super) type Choose = fn(&Task, Budget) -> Option<Candidate>;

/// A player who is one function.
pub(super) struct Simple {
    mind: Mind,
    choose: Choose,
}

impl Simple {
    pub fn new(mind: Mind, choose: Choose) -> Simple {
        Simple { mind, choose }
    }
}

impl Brain for Simple {
    fn name(&self) -> String {
        self.mind.name.clone()
    }

    fn begin(&mut self, turn: &Turn) {
        self.mind.request.seed = turn.seed;
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        let budget = self.mind.request.budget;
        let choose = self.choose;
        let chosen = self.mind.planner.with_task(position, &self.mind.request, &Quiet, |task| choose(task, budget))?;
        chosen.map(|candidate| candidate.stroke).ok_or_else(no_stroke)
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        Ok(self.mind.lag())
    }
}

/// Any legal stroke that might reach the object ball.
pub(super) fn random(task: &Task, _: Budget) -> Option<Candidate> {
    let drawer = Drawer::new(task);
    let key = task.key.stage(Stage::Player);
    let draw = |i: u64| {
        let point: [f64; DIMENSIONS] = std::array::from_fn(|d| key.with(i).with(d as u64).uniform());
        drawer.draw(&point)
    };
    (0..MOST_DRAWS).find_map(draw).or_else(|| fallback(&task.scene, task.params))
}

/// The best noise-free stroke of a sweep.
pub(super) fn greedy(task: &Task, budget: Budget) -> Option<Candidate> {
    let (swept, nodes) = probe(task, budget);
    let swept = sweep(task, nodes).unwrap_or(swept);
    best_exact(&swept).or_else(|| fallback(&task.scene, task.params))
}

/// The best stroke of a sweep. The first of equals, so that the order of the sweep decides and not chance.
pub(super) fn best_exact(swept: &[Swept]) -> Option<Candidate> {
    let best = swept.iter().reduce(|best, one| if one.utility > best.utility { one } else { best });
    best.map(|one| one.candidate)
}

/// Strokes that measure the speed of a position, where a budget is a time.
const PROBE: usize = 512;
/// Share of the time left that is spent: strokes vary in length, and a stage cut off is lost whole.
const SPENT: f64 = 0.8;

/// The nodes of a budget: its own, or what fits into its time at the speed of a short sweep, which is handed out too.
pub(super) fn probe(task: &Task, budget: Budget) -> (Vec<Swept>, usize) {
    if let Some(nodes) = budget.nodes {
        return (Vec::new(), usize::try_from(nodes).unwrap_or(usize::MAX));
    }
    let swept = sweep(task, PROBE).unwrap_or_default();
    let meter = task.meter;
    let speed = meter.nodes() as f64 / meter.elapsed().as_secs_f64().max(1e-6);
    let left = meter.left().unwrap_or_default().as_secs_f64();
    (swept, (speed * left * SPENT) as usize)
}

pub(super) fn no_stroke() -> BrainError {
    BrainError::Failed("no legal stroke found".into())
}
