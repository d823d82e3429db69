//! The sigma of the speed: the larger of `v_rel v` and `v_abs`, by their joint posterior on a logarithmic grid.

use super::{FEWEST, Sigma, TAILS, more_errors};

/// Points of the grid along each sigma.
const POINTS: usize = 72;
/// Relative sigmas the grid spans.
const RELATIVE: (f64, f64) = (0.002, 0.8);
/// Absolute sigmas the grid spans, m/s.
const ABSOLUTE_MPS: (f64, f64) = (0.002, 1.5);
/// A sigma is told when the chance that it governs none of the strokes is below this.
const UNSEEN: f64 = 0.025;

/// Speeds whose ratio is below this are one speed: relative and absolute errors are the same there.
const NEAR: f64 = 2.0;

/// The sigmas of the speed that the strokes show, from pairs of aimed and seen speed.
pub fn sigmas(speeds: &[[f64; 2]]) -> Vec<Sigma> {
    let usable: Vec<[f64; 2]> = speeds.iter().copied().filter(|&[aimed, _]| aimed > 0.0).collect();
    if usable.len() < FEWEST || usable.iter().all(|[aimed, seen]| aimed == seen) {
        return vec![];
    }
    let (relative, absolute) = (grid(RELATIVE), grid(ABSOLUTE_MPS));
    let posterior = posterior(&usable, &relative, &absolute);
    let slowest = usable.iter().map(|s| s[0]).fold(f64::INFINITY, f64::min);
    let fastest = usable.iter().map(|s| s[0]).fold(0.0, f64::max);
    let chance = |of: &dyn Fn(f64, f64) -> bool| -> f64 {
        cells().filter(|&(i, j)| of(relative[i], absolute[j])).map(|(i, j)| posterior[i * POINTS + j]).sum()
    };
    let mut found = Vec::new();
    if chance(&|rel, abs| rel * fastest <= abs) < UNSEEN {
        let law: Vec<f64> = (0..POINTS).map(|i| (0..POINTS).map(|j| posterior[i * POINTS + j]).sum()).collect();
        found.push(told("v_rel", &relative, &law, usable.len()));
    }
    if chance(&|rel, abs| abs <= rel * slowest) < UNSEEN {
        let law: Vec<f64> = (0..POINTS).map(|j| (0..POINTS).map(|i| posterior[i * POINTS + j]).sum()).collect();
        found.push(told("v_abs_mps", &absolute, &law, usable.len()));
    }
    if found.is_empty() {
        found.extend(undecided(&usable));
    }
    found
}

/// Speeds too near each other to tell the laws apart: their error is as good as relative.
fn undecided(speeds: &[[f64; 2]]) -> Option<Sigma> {
    let errors: Vec<f64> = speeds.iter().map(|[aimed, seen]| (seen - aimed) / aimed).collect();
    let widest =
        speeds.iter().map(|s| s[0]).fold(0.0, f64::max) / speeds.iter().map(|s| s[0]).fold(f64::INFINITY, f64::min);
    if widest > NEAR { None } else { super::sigma("v_rel", &errors, 1.0) }
}

fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..POINTS).flat_map(|i| (0..POINTS).map(move |j| (i, j)))
}

/// Evenly spaced logarithms: the grid's cells are the prior that knows no scale.
fn grid((low, high): (f64, f64)) -> Vec<f64> {
    (0..POINTS).map(|i| low * (high / low).powf(i as f64 / (POINTS - 1) as f64)).collect()
}

/// Chance of each cell, row by relative sigma.
fn posterior(speeds: &[[f64; 2]], relative: &[f64], absolute: &[f64]) -> Vec<f64> {
    let logs: Vec<f64> = cells()
        .map(|(i, j)| {
            let one = |&[aimed, seen]: &[f64; 2]| {
                let sigma = (relative[i] * aimed).max(absolute[j]);
                let z = (seen - aimed) / sigma;
                -0.5 * z * z - sigma.ln()
            };
            speeds.iter().map(one).sum()
        })
        .collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / sum).collect()
}

fn told(field: &'static str, grid: &[f64], law: &[f64], strokes: usize) -> Sigma {
    let at = |p: f64| quantile(grid, law, p);
    Sigma { field, value: at(0.5), low: at(TAILS.0), high: at(TAILS.1), strokes, more: more_errors(strokes) }
}

/// Quantile of a law on a logarithmic grid: each cell's chance is spread evenly over its logarithms.
fn quantile(grid: &[f64], law: &[f64], p: f64) -> f64 {
    let half_cell = 0.5 * (grid[1] / grid[0]).ln();
    let mut sum = 0.0;
    for (value, chance) in grid.iter().zip(law) {
        if sum + chance >= p && *chance > 0.0 {
            return value * (half_cell * (2.0 * (p - sum) / chance - 1.0)).exp();
        }
        sum += chance;
    }
    grid[grid.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_speeds_show_their_error_but_no_law() {
        let speeds: Vec<[f64; 2]> = (0..60).map(|i| [2.0, 2.0 + 0.01 * f64::from(i % 11 - 5)]).collect();
        let found = sigmas(&speeds);
        assert_eq!(found.iter().map(|s| s.field).collect::<Vec<_>>(), ["v_rel"]);
        let truth = (speeds.iter().map(|s| (s[1] / 2.0 - 1.0).powi(2)).sum::<f64>() / 60.0).sqrt();
        assert!((found[0].value / truth - 1.0).abs() < 0.02, "{found:?} {truth}");
    }

    #[test]
    fn exact_speeds_show_nothing() {
        assert_eq!(sigmas(&[[2.0, 2.0]; 20]), vec![]);
    }
}
