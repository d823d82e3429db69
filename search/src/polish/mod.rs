//! The polish: candidates climb to where their own neighbourhood is best, fewer and fewer of them, ever closer.
//!
//! Successive halving: every round costs the same, and the better half of the field goes on to the next with twice
//! the strokes. Candidates that have climbed the same hill become one.

mod cloud;
mod frame;
mod lineage;
mod surface;

pub use lineage::Lineage;

use crate::keys::Stage;
use crate::pick::Start;
use crate::sobol::Sobol;
use crate::task::Task;
use filotto_engine::math::normal_quantile;
use lineage::{Draw, Errors};
use std::collections::HashMap;

/// Fewer draws than this are no generation.
const LEAST_DRAWS: usize = 4;

/// Polishes candidates with at most `nodes` strokes: the best first, and whether that came to its end. What the meter
/// interrupts is in order as far as it got.
pub fn polish(task: &Task, starts: &[Start], nodes: usize) -> (Vec<Lineage>, bool) {
    let rounds = task.params.polish_rounds as usize;
    let mut alive: Vec<Lineage> = starts.iter().filter_map(|start| Lineage::new(task, start)).collect();
    let mut out: Vec<Lineage> = Vec::new();
    let mut width = alive.len();
    let mut whole = true;
    for _ in 0..rounds {
        if round(task, &mut alive, nodes / rounds).is_none() {
            whole = false;
            break;
        }
        width = (width / 2).max(task.params.polish_least as usize);
        let mut behind = alive.split_off(width.min(alive.len()));
        behind.iter_mut().for_each(Lineage::retire);
        out.splice(0..0, behind);
    }
    alive.append(&mut out);
    (alive, whole)
}

/// One round of everyone: as many generations as the strokes are enough for. `None` when the meter closed on the way; the
/// field is then that of the last whole generation.
fn round(task: &Task, alive: &mut Vec<Lineage>, nodes: usize) -> Option<()> {
    let mut left = nodes;
    while !alive.is_empty() {
        let most = (task.params.polish_draws as usize).max((alive[0].drawn() as f64 * task.params.polish_growth) as usize);
        let each = left / alive.len();
        // A rest too small for a generation of its own joins the last one.
        let draws = if each < most + most / 2 { each } else { most };
        if draws < LEAST_DRAWS {
            break;
        }
        left -= draws * alive.len();
        // All are equally old, and all get the same errors.
        let number = alive[0].generations();
        let scale = libm::pow(task.params.polish_shrink, number as f64).max(task.params.polish_narrowest);
        let errors = errors(task, number, draws);
        let drawn = draw(task, alive, &errors, scale)?;
        let mut next = task.each(alive.len(), |k| alive[k].next(task, drawn[k].iter().copied(), scale))?;
        let outlook = |one: &Lineage| one.outlook(task.params.promise_draws);
        next.sort_by(|a, b| outlook(b).total_cmp(&outlook(a)));
        *alive = distinct(task, next);
    }
    Some(())
}

/// Draws of one work item: a field of two or three candidates still keeps every thread busy.
const PART: usize = 8;

/// What each candidate draws.
fn draw(task: &Task, alive: &[Lineage], errors: &[Errors], scale: f64) -> Option<Vec<Vec<Draw>>> {
    let parts: Vec<&[Errors]> = errors.chunks(PART).collect();
    let drawn =
        task.each(alive.len() * parts.len(), |i| alive[i / parts.len()].draw(task, parts[i % parts.len()], scale))?;
    Some(drawn.chunks(parts.len()).map(<[Vec<Draw>]>::concat).collect())
}

fn errors(task: &Task, generation: usize, n: usize) -> Vec<Errors> {
    let sobol = Sobol::new(task.key.stage(Stage::Polish).with(generation as u64));
    let point = |i: u64| sobol.point(i);
    (0..n as u64).map(point).map(|u| std::array::from_fn(|d| normal_quantile(u[d]))).collect()
}

/// The best of every group that is nearly one stroke.
fn distinct(task: &Task, sorted: Vec<Lineage>) -> Vec<Lineage> {
    let near = task.params.polish_near;
    let mut cells: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    let mut kept: Vec<Lineage> = Vec::with_capacity(sorted.len());
    for one in sorted {
        let [x, y] = one.cell(task, near);
        let around = (-1..=1).flat_map(|i| (-1..=1).map(move |j| [x + i, y + j]));
        let mut others = around.filter_map(|cell| cells.get(&cell)).flatten();
        if !others.any(|&k| one.is_near(task, &kept[k], near)) {
            cells.entry([x, y]).or_default().push(kept.len());
            kept.push(one);
        }
    }
    kept
}
