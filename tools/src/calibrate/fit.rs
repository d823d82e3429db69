//! The table that explains all shots.
//!
//! Two levels. Inside, each shot keeps its best few strokes for each of a few horizons and walks from them whenever the
//! table changes. Outside, CMA-ES over the numbers common to all shots, on the mean logarithm of the shots' distances:
//! logarithms let no bad shot rule the fit.

use super::cma::Cma;
use super::descent::walk;
use super::globals::{COUNT, World, step};
use super::search::{Effort, Fitter};
use super::stroke::Numbers;
use super::tracks::Shot;
use rayon::prelude::*;

/// A distance this small is noise of the tracks: being better than it earns little, m.
const NOISE: f64 = 0.002;
/// Valleys kept for each shot and horizon.
const VALLEYS: usize = 3;
/// Generations between searches from nothing.
const RENEW: usize = 12;

/// What is fitted and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Numbers a shot.
    pub parameters: usize,
    /// Horizons fitted together, s, with their weights.
    pub horizons: Vec<(f64, f64)>,
    /// Which common numbers move.
    pub free: [bool; COUNT],
    /// Generations.
    pub generations: usize,
    /// Seed.
    pub seed: u64,
}

/// The strokes of one shot: a few for each horizon.
type Strokes = Vec<Vec<Numbers>>;

/// The logarithm of a distance, flat below the noise.
fn log(rms: f64) -> f64 {
    0.5 * (rms * rms + NOISE * NOISE).ln()
}

/// Fits the free numbers; tells of every generation. Returns the best numbers and their cost.
pub fn fit(
    base: &World,
    shots: &[Shot],
    plan: &Plan,
    mut tell: impl FnMut(usize, f64, &[f64; COUNT]),
) -> ([f64; COUNT], f64) {
    let axes: Vec<usize> = (0..COUNT).filter(|&i| plan.free[i]).collect();
    let origin = base.read();
    let place = |x: &[f64]| {
        let mut values = origin;
        for (k, &i) in axes.iter().enumerate() {
            values[i] += step(i) * x[k];
        }
        values
    };
    let mut cma = Cma::new(vec![0.0; axes.len()], 1.0, plan.seed);
    let mut strokes = Vec::new();
    for generation in 0..plan.generations {
        let here = base.with(&place(&cma.mean));
        if let Ok(world) = &here {
            if generation % RENEW == 0 {
                strokes = search(world, shots, plan);
            } else {
                strokes = walked(world, shots, plan, &strokes, 4).0;
            }
        }
        let valued = cma
            .ask()
            .into_iter()
            .map(|candidate| {
                let cost = match base.with(&place(&candidate.x)) {
                    Ok(world) => walked(&world, shots, plan, &strokes, 3).1,
                    Err(_) => f64::INFINITY,
                };
                (candidate, cost)
            })
            .collect::<Vec<_>>();
        let best = valued.iter().map(|v| v.1).fold(f64::INFINITY, f64::min);
        cma.tell(valued);
        tell(generation, best, &place(&cma.mean));
    }
    let values = place(&cma.mean);
    let cost = base.with(&values).map_or(f64::INFINITY, |world| {
        let strokes = search(&world, shots, plan);
        walked(&world, shots, plan, &strokes, 6).1
    });
    (values, cost)
}

/// Every shot searched from nothing.
fn search(world: &World, shots: &[Shot], plan: &Plan) -> Vec<Strokes> {
    shots
        .par_iter()
        .map(|shot| {
            let mut fitter = Fitter::new(world, shot, plan.parameters);
            let valleys = |&(horizon, _): &(f64, f64)| {
                fitter.valleys(horizon, Effort::QUICK, VALLEYS).into_iter().map(|v| v.0).collect()
            };
            plan.horizons.iter().map(valleys).collect()
        })
        .collect()
}

/// Every shot walked a little in another world; the strokes, and the mean cost.
fn walked(world: &World, shots: &[Shot], plan: &Plan, strokes: &[Strokes], rounds: usize) -> (Vec<Strokes>, f64) {
    let walked: Vec<(Strokes, f64)> = shots
        .par_iter()
        .zip(strokes)
        .map(|(shot, strokes)| {
            let mut fitter = Fitter::new(world, shot, plan.parameters);
            let mut cost = 0.0;
            let mut kept = Vec::with_capacity(strokes.len());
            for (valleys, &(horizon, weight)) in strokes.iter().zip(&plan.horizons) {
                let mut list: Vec<(Numbers, f64)> =
                    valleys.iter().map(|v| walk(&mut fitter, v, horizon, rounds)).collect();
                list.sort_by(|a, b| a.1.total_cmp(&b.1));
                cost += weight * log(list[0].1);
                kept.push(list.into_iter().map(|l| l.0).collect());
            }
            (kept, cost)
        })
        .collect();
    let cost = walked.iter().map(|w| w.1).sum::<f64>() / shots.len() as f64;
    (walked.into_iter().map(|w| w.0).collect(), cost)
}
