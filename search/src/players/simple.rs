//! A player that chooses by one function of the position: all but the planner. Two of the functions are here:
//! `random`, any legal stroke, and `greedy`, the stroke that earns most when played without error.

use super::Mind;
use crate::budget::Quiet;
use crate::candidate::{Candidate, fallback};
use crate::keys::Stage;
use crate::sobol::DIMENSIONS;
use crate::sweep::{Drawer, sweep};
use crate::task::Task;
use filotto_engine::{Brain, BrainError, Position, Stroke, Turn};
use filotto_physics::Strike;

/// Draws until a stroke is legal; a ball in hand may be drawn onto another.
const MOST_DRAWS: u64 = 1000;

/// Chooses a stroke with so many nodes.
pub(super) type Choose = fn(&Task, usize) -> Option<Candidate>;

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
        let nodes = self.mind.request.budget.nodes.unwrap_or(1) as usize;
        let choose = self.choose;
        let chosen = self.mind.planner.with_task(position, &self.mind.request, &Quiet, |task| choose(task, nodes))?;
        chosen.map(|candidate| candidate.stroke).ok_or_else(no_stroke)
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        Ok(self.mind.lag())
    }
}

/// Any legal stroke that might reach the object ball.
pub(super) fn random(task: &Task, _: usize) -> Option<Candidate> {
    let drawer = Drawer::new(task);
    let key = task.key.stage(Stage::Player);
    let draw = |i: u64| {
        let point: [f64; DIMENSIONS] = std::array::from_fn(|d| key.with(i).with(d as u64).uniform());
        drawer.draw(key.with(i).bits() >> 1, &point).map(|(candidate, _)| candidate)
    };
    (0..MOST_DRAWS).find_map(draw).or_else(|| fallback(&task.scene, task.params))
}

/// The best noise-free stroke of a sweep.
pub(super) fn greedy(task: &Task, nodes: usize) -> Option<Candidate> {
    let swept = sweep(task, nodes).unwrap_or_default();
    // The first of equals, so that the order of the sweep decides and not chance.
    let best = swept.iter().reduce(|best, one| if one.utility > best.utility { one } else { best });
    best.map(|one| one.candidate).or_else(|| fallback(&task.scene, task.params))
}

pub(super) fn no_stroke() -> BrainError {
    BrainError::Failed("no legal stroke found".into())
}
