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
use crate::params::Params;
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
        let most = most_draws(task.params, alive[0].drawn());
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

/// Most strokes of a generation after so many: its fit goes through all of them, and with generations of one size the fits of a
/// long polish took the square of its strokes.
fn most_draws(params: &Params, drawn: usize) -> usize {
    (params.polish_draws as usize).max((drawn as f64 * params.polish_growth) as usize)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws that all fits of a climb of so many strokes go through, in its strokes.
    fn looked_at(params: &Params, strokes: usize) -> f64 {
        let (mut drawn, mut seen) = (0, 0);
        while drawn < strokes {
            drawn += most_draws(params, drawn);
            seen += drawn;
        }
        seen as f64 / drawn as f64
    }

    /// A plan of three million strokes once spent two fifths of its time in fits through draws it had been through a thousand times.
    /// In the limit each draw is seen by 1 + 1/growth = 17 generations: the sum of a geometric series.
    #[test]
    fn a_long_climb_fits_in_proportion_to_its_strokes() {
        let params = Params::default();
        let limit = 1.0 + 1.0 / params.polish_growth;
        for strokes in [2_000, 20_000, 200_000, 2_000_000] {
            let seen = looked_at(&params, strokes);
            assert!(seen < limit + 1.0, "{strokes}: {seen}");
        }
        let even = Params { polish_growth: 0.0, ..params };
        assert!(looked_at(&even, 200_000) > 100.0 * limit);
        assert_eq!(most_draws(&params, 100), params.polish_draws as usize);
    }
}
