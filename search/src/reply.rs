//! The reply: what the opponent makes of the leaves, by his own light plan with his own errors.
//!
//! The frozen value knows leaves only on the whole. For the leaders, some leaves (the first points of one shifted
//! Sobol sequence, the same errors for all) are answered by a plan, and the mean difference between that and the
//! frozen value corrects the leader's mean over all its strokes: a control variate, unbiased at a fraction of the cost.

use crate::keys::Stage;
use crate::noise;
use crate::rank::Ranked;
use crate::task::Task;
use crate::think::light;
use crate::trial::Scene;
use filotto_engine::{Kind, Skill, Stroke, Watch};

/// What the replies say about one candidate.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The stroke answered.
    pub to: Stroke,
    /// What they add to its value.
    pub correction: f64,
    /// The reply to the stroke struck exactly.
    pub principal: Option<Stroke>,
}

/// Answers so many leaves of each leader with `nodes` strokes for each leaf; with one leaf nothing is corrected.
pub fn reply(task: &Task, opponent: &Skill, leaders: &[Ranked], leaves: usize, nodes: usize) -> Option<Vec<Answer>> {
    // Leaf 0 is the stroke struck exactly: the principal reply, not part of the mean.
    let mut errors = vec![[0.0; 5]];
    errors.extend(noise::list(task.key.stage(Stage::Reply), leaves - 1));
    let answers = task.each(leaders.len() * leaves, |item| {
        answer(task, opponent, &leaders[item / leaves], &errors[item % leaves], nodes)
    })?;
    let answers: Vec<(f64, Option<Stroke>)> = answers.into_iter().collect::<Option<_>>()?;
    let of_each = leaders.iter().zip(answers.chunks(leaves));
    Some(of_each.map(|(leader, answers)| summary(leader, answers)).collect())
}

fn summary(leader: &Ranked, answers: &[(f64, Option<Stroke>)]) -> Answer {
    let noisy = &answers[1..];
    let correction = noisy.iter().map(|a| a.0).sum::<f64>() / noisy.len().max(1) as f64;
    Answer { to: leader.candidate.stroke, correction, principal: answers[0].1 }
}

/// The difference between the planned and the frozen value of one leaf, and the planned stroke. `None` when the
/// meter closed.
fn answer(
    task: &Task,
    opponent: &Skill,
    leader: &Ranked,
    errors: &noise::Errors,
    nodes: usize,
) -> Option<(f64, Option<Stroke>)> {
    let Some(trial) = task.play(&leader.candidate, errors, &mut Watch::new()) else { return Some((0.0, None)) };
    task.meter.count(1);
    let next = task.next(&trial);
    if next.kind == Kind::Over {
        return Some((0.0, None));
    }
    let frozen = task.worth.win(task.player(), &next);
    let scene = Scene::new(task.scene.court(), &next)?;
    let theirs = Task { scene, skill: opponent, ..*task };
    let (candidate, value) = light(&theirs, nodes.saturating_sub(1))?;
    Some((1.0 - value - frozen, Some(candidate.stroke)))
}
