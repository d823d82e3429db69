//! How much a fit depends on the shots it was made from: fits on parts of them.

use super::fit::{Plan, fit};
use super::globals::{COUNT, World};
use super::tracks::Shot;
use anyhow::Result;

/// Generations of a fit on a part, from the numbers at hand.
const GENERATIONS: usize = 30;

/// Fits on all shots but those of one part in `parts`; `tick` after every generation. One set of numbers a part. Each
/// keeps its own state beside the plan's, so that a killed validation goes on too.
///
/// # Errors
/// What the fits report.
pub fn without_each(
    base: &World,
    shots: &[Shot],
    plan: &Plan,
    parts: usize,
    tick: &dyn Fn(),
) -> Result<Vec<[f64; COUNT]>> {
    (0..parts)
        .map(|part| {
            let keep = plan.keep.as_ref().map(|file| file.with_extension(format!("{part}-{parts}.json")));
            let plan = Plan { generations: GENERATIONS, reach: 0.5, keep, ..plan.clone() };
            fit(base, &split(shots, parts, part).1, &plan, |_, _, _| tick())
        })
        .collect()
}

/// Generations that [`without_each`] takes.
pub fn generations(parts: usize) -> usize {
    parts * GENERATIONS
}

/// The shots of a part, and the others.
pub fn split(shots: &[Shot], parts: usize, part: usize) -> (Vec<Shot>, Vec<Shot>) {
    let (mut own, mut rest) = (Vec::new(), Vec::new());
    for (i, shot) in shots.iter().enumerate() {
        if i % parts == part { own.push(shot.clone()) } else { rest.push(shot.clone()) }
    }
    (own, rest)
}

/// The jackknife's standard errors from fits that leave out one part each.
pub fn spread(fits: &[[f64; COUNT]]) -> [f64; COUNT] {
    let n = fits.len() as f64;
    core::array::from_fn(|i| {
        let mean = fits.iter().map(|f| f[i]).sum::<f64>() / n;
        let squares: f64 = fits.iter().map(|f| (f[i] - mean) * (f[i] - mean)).sum();
        ((n - 1.0) / n * squares).sqrt()
    })
}
