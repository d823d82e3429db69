//! The polish: candidates climb to where their own neighbourhood is best, fewer and fewer of them, ever closer.
//!
//! Successive halving: every round costs the same, and the better half of the field goes on to the next with twice
//! the strokes. Candidates that have climbed the same hill become one.

mod cloud;
mod frame;
mod lineage;

pub use lineage::Lineage;

use crate::pick::Start;
use crate::task::Task;

/// Narrowest spread of a late generation, relative to the first.
const NARROWEST: f64 = 0.25;
/// Fewer draws than this are no generation.
const LEAST_DRAWS: usize = 4;

/// Polishes candidates with at most `nodes` strokes; the best first.
pub fn polish(task: &Task, starts: &[Start], nodes: usize) -> Option<Vec<Lineage>> {
    let rounds = task.params.polish_rounds as usize;
    let mut alive: Vec<Lineage> = starts.iter().filter_map(|start| Lineage::new(task, start)).collect();
    let mut out: Vec<Lineage> = Vec::new();
    let mut width = alive.len();
    for _ in 0..rounds {
        alive = round(task, alive, nodes / rounds)?;
        width = (width / 2).max(task.params.polish_least as usize);
        out.splice(0..0, alive.split_off(width.min(alive.len())));
    }
    alive.append(&mut out);
    Some(alive)
}

/// One round of everyone: as many generations as the strokes are enough for.
fn round(task: &Task, mut alive: Vec<Lineage>, nodes: usize) -> Option<Vec<Lineage>> {
    let most = task.params.polish_draws as usize;
    let mut left = nodes;
    while !alive.is_empty() {
        let each = left / alive.len();
        // A rest too small for a generation of its own joins the last one.
        let draws = if each < most + most / 2 { each } else { most };
        if draws < LEAST_DRAWS {
            break;
        }
        left -= draws * alive.len();
        alive = task.each(alive.len(), |k| {
            let scale = libm::pow(task.params.polish_shrink, alive[k].generations() as f64);
            alive[k].next(task, draws, scale.max(NARROWEST))
        })?;
        alive.sort_by(|a, b| b.value.total_cmp(&a.value));
        alive = distinct(task, alive);
    }
    Some(alive)
}

/// The best of every group that is nearly one stroke.
fn distinct(task: &Task, sorted: Vec<Lineage>) -> Vec<Lineage> {
    let near = task.params.polish_near;
    let mut kept: Vec<Lineage> = Vec::with_capacity(sorted.len());
    for one in sorted {
        if !kept.iter().any(|other| one.is_near(task, other, near)) {
            kept.push(one);
        }
    }
    kept
}
