//! The table that explains all shots.
//!
//! Two levels. Inside, each shot keeps its best few strokes for each of a few horizons and walks from them whenever the
//! table changes. Outside, CMA-ES over the numbers common to all shots, on the mean logarithm of the shots' distances:
//! logarithms let no bad shot rule the fit. Now and then every shot is searched from nothing, out of valleys that
//! belong to an older table.

use super::cma::Cma;
use super::descent::walk;
use super::globals::{COUNT, World, step};
use super::search::{Effort, Fitter};
use super::stroke::Numbers;
use super::tracks::Shot;
use anyhow::Result;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

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
    /// First steps, as a multiple of the knobs' own.
    pub reach: f64,
    /// Seed.
    pub seed: u64,
    /// Where the search is kept after every generation, so that a killed one goes on.
    pub keep: Option<PathBuf>,
}

/// A search under way, as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// What it belongs to: another plan, table or set of shots starts anew.
    key: String,
    done: usize,
    cma: Cma,
    /// The strokes of the last generation: the next one walks from them.
    strokes: Vec<Strokes>,
}

/// The strokes of one shot: a few for each horizon.
type Strokes = Vec<Vec<Numbers>>;

/// The logarithm of a distance, flat below the noise.
fn log(rms: f64) -> f64 {
    0.5 * (rms * rms + NOISE * NOISE).ln()
}

/// Fits the free numbers; tells of every generation (number, best cost, numbers). Returns the numbers.
///
/// # Errors
/// A state that cannot be written.
pub fn fit(
    base: &World,
    shots: &[Shot],
    plan: &Plan,
    mut tell: impl FnMut(usize, f64, &[f64; COUNT]),
) -> Result<[f64; COUNT]> {
    let axes: Vec<usize> = (0..COUNT).filter(|&i| plan.free[i]).collect();
    let origin = base.read();
    let place = |x: &[f64]| {
        let mut values = origin;
        for (&i, x) in axes.iter().zip(x) {
            values[i] += step(i) * x;
        }
        values
    };
    let key = key(base, shots, plan);
    let start = || (0, Cma::new(vec![0.0; axes.len()], plan.reach, plan.seed), Vec::new());
    let (done, mut cma, mut strokes) = resumed(plan, &key).unwrap_or_else(start);
    for generation in done..plan.generations {
        if let Ok(world) = base.with(&place(&cma.mean)) {
            strokes = if strokes.is_empty() || generation % RENEW == 0 {
                search(&world, shots, plan)
            } else {
                walked(&world, shots, plan, &strokes, 4).0
            };
        }
        let cost = |x: &[f64]| match base.with(&place(x)) {
            Ok(world) => walked(&world, shots, plan, &strokes, 3).1,
            Err(_) => f64::INFINITY,
        };
        let valued: Vec<_> = cma.ask().into_iter().map(|c| (cost(&c.x), c)).map(|(cost, c)| (c, cost)).collect();
        let best = valued.iter().map(|v| v.1).fold(f64::INFINITY, f64::min);
        cma.tell(valued);
        if let Some(file) = &plan.keep {
            let (key, cma, strokes) = (key.clone(), cma.clone(), strokes.clone());
            keep(file, &Kept { key, done: generation + 1, cma, strokes })?;
        }
        tell(generation, best, &place(&cma.mean));
    }
    Ok(place(&cma.mean))
}

fn key(base: &World, shots: &[Shot], plan: &Plan) -> String {
    let ids: Vec<&str> = shots.iter().map(|s| s.id.as_str()).collect();
    let samples: usize = shots.iter().flat_map(|s| &s.balls).map(|b| b.t.len()).sum();
    let Plan { parameters, horizons, free, reach, seed, .. } = plan;
    let text =
        format!("{:?}", (base.read(), base.table.params(), ids, samples, parameters, horizons, free, reach, seed));
    crate::hashes::of(text.as_bytes())
}

fn resumed(plan: &Plan, key: &str) -> Option<(usize, Cma, Vec<Strokes>)> {
    let text = std::fs::read_to_string(plan.keep.as_ref()?).ok()?;
    let kept: Kept = serde_json::from_str(&text).ok()?;
    (kept.key == key).then_some((kept.done, kept.cma, kept.strokes))
}

fn keep(file: &Path, kept: &Kept) -> Result<()> {
    crate::whole::write(file, serde_json::to_string(kept)?.as_bytes())
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
                cost += weight * list.first().map_or(0.0, |best| log(best.1));
                kept.push(list.into_iter().map(|l| l.0).collect());
            }
            (kept, cost)
        })
        .collect();
    let cost = walked.iter().map(|w| w.1).sum::<f64>() / shots.len() as f64;
    (walked.into_iter().map(|w| w.0).collect(), cost)
}
