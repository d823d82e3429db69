//! `random`: any legal stroke. `greedy`: the stroke that earns most when played without error.

use super::{Mind, lag_stroke};
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

/// Any legal stroke that might reach the object ball.
pub(super) struct Random {
    mind: Mind,
}

impl Random {
    pub fn new(mind: Mind) -> Random {
        Random { mind }
    }
}

fn any_stroke(task: &Task) -> Option<Candidate> {
    let drawer = Drawer::new(task);
    let key = task.key.stage(Stage::Player);
    let draw = |i: u64| {
        let point: [f64; DIMENSIONS] = std::array::from_fn(|d| key.with(i).with(d as u64).uniform());
        drawer.draw(&point).map(|(candidate, _)| candidate)
    };
    (0..MOST_DRAWS).find_map(draw).or_else(|| fallback(&task.scene, task.params))
}

impl Brain for Random {
    fn name(&self) -> String {
        self.mind.name.clone()
    }

    fn begin(&mut self, turn: &Turn) {
        self.mind.request.seed = turn.seed;
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        let drawn = self.mind.planner.with_task(position, &self.mind.request, &Quiet, any_stroke)?;
        drawn.map(|candidate| candidate.stroke).ok_or_else(no_stroke)
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        Ok(lag_stroke(&self.mind.planner.court().table, &self.mind.request.skills.striker))
    }
}

/// The best noise-free stroke of a sweep.
pub(super) struct Greedy {
    mind: Mind,
}

impl Greedy {
    pub fn new(mind: Mind) -> Greedy {
        Greedy { mind }
    }
}

impl Brain for Greedy {
    fn name(&self) -> String {
        self.mind.name.clone()
    }

    fn begin(&mut self, turn: &Turn) {
        self.mind.request.seed = turn.seed;
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        let budget = self.mind.request.budget;
        let best = self.mind.planner.with_task(position, &self.mind.request, &Quiet, |task| {
            let (swept, nodes) = probe(task, budget);
            let swept = sweep(task, nodes).unwrap_or(swept);
            best_exact(&swept).or_else(|| fallback(&task.scene, task.params))
        })?;
        best.map(|candidate| candidate.stroke).ok_or_else(no_stroke)
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        Ok(lag_stroke(&self.mind.planner.court().table, &self.mind.request.skills.striker))
    }
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
