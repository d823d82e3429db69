//! The table that explains all shots.
//!
//! Two levels. Inside, each shot keeps a stroke for each of a few horizons and walks a little downhill from it whenever
//! the table changes. Outside, a search along the axes: one common number at a time is moved by its step, kept when the
//! mean logarithm of the shots' distances falls. Logarithms let no bad shot rule the fit.

use super::globals::{COUNT, World, step};
use super::search::{Effort, Fitter};
use super::stroke::Numbers;
use super::tracks::Shot;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Horizons fitted together, s, with their weights.
pub const HORIZONS: [(f64, f64); 2] = [(3.0, 0.65), (f64::INFINITY, 0.35)];
/// A distance this small is noise of the tracks: being better than it earns little, m.
const NOISE: f64 = 0.002;

/// The strokes of one shot, one a horizon.
pub type Strokes = [Numbers; HORIZONS.len()];

/// Where a fit stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fit {
    /// The common numbers.
    pub values: [f64; COUNT],
    /// Their steps.
    pub steps: [f64; COUNT],
    /// The shots' strokes.
    pub strokes: Vec<Strokes>,
    /// The shots' values.
    pub costs: Vec<f64>,
    /// Sweeps done.
    pub sweeps: usize,
}

/// The logarithm of a distance, flat below the noise.
fn log(rms: f64) -> f64 {
    0.5 * (rms * rms + NOISE * NOISE).ln()
}

impl Fit {
    /// Starts from a world: every shot searched from nothing.
    pub fn start(world: &World, shots: &[Shot], parameters: usize, tick: &(dyn Fn() + Sync)) -> Fit {
        let found: Vec<(Strokes, f64)> = shots
            .par_iter()
            .map(|shot| {
                let mut fitter = Fitter::new(world, shot, parameters);
                let strokes = HORIZONS.map(|(horizon, _)| fitter.search(horizon, Effort::QUICK));
                tick();
                (strokes.map(|s| s.0), total(strokes.map(|s| s.1)))
            })
            .collect();
        let (strokes, costs) = found.into_iter().unzip();
        Fit { values: world.read(), steps: core::array::from_fn(step), strokes, costs, sweeps: 0 }
    }

    /// Mean over shots.
    pub fn cost(&self) -> f64 {
        self.costs.iter().sum::<f64>() / self.costs.len() as f64
    }

    /// Walks every shot a little downhill in another world.
    fn tried(&self, world: &World, shots: &[Shot], parameters: usize, budget: usize) -> (Vec<Strokes>, Vec<f64>) {
        let walked: Vec<(Strokes, f64)> = shots
            .par_iter()
            .zip(&self.strokes)
            .map(|(shot, strokes)| {
                let mut fitter = Fitter::new(world, shot, parameters);
                let walked: [(Numbers, f64); HORIZONS.len()] = core::array::from_fn(|i| {
                    fitter.polish(&strokes[i], HORIZONS[i].0, 0.06, budget)
                });
                (walked.map(|w| w.0), total(walked.map(|w| w.1)))
            })
            .collect();
        walked.into_iter().unzip()
    }

    /// Once along every axis that `free` lets move. Returns whether anything got better.
    pub fn sweep(&mut self, base: &World, shots: &[Shot], parameters: usize, free: &[bool; COUNT], tick: &dyn Fn()) -> bool {
        let mut better = false;
        if let Ok(world) = base.with(&self.values) {
            (self.strokes, self.costs) = self.tried(&world, shots, parameters, 120);
        }
        for i in (0..COUNT).filter(|&i| free[i]) {
            let moved = [1.0, -1.0].into_iter().any(|sign| self.step(base, shots, parameters, i, sign));
            // Steps that hit grow and keep their sign; others shrink.
            self.steps[i] *= if moved { 1.3 } else { -0.5 };
            better |= moved;
            tick();
        }
        self.sweeps += 1;
        better
    }

    fn step(&mut self, base: &World, shots: &[Shot], parameters: usize, i: usize, sign: f64) -> bool {
        let mut values = self.values;
        values[i] += sign * self.steps[i];
        let Ok(world) = base.with(&values) else { return false };
        let (strokes, costs) = self.tried(&world, shots, parameters, 60);
        let fell = costs.iter().sum::<f64>() < self.costs.iter().sum::<f64>();
        if fell {
            (self.values, self.strokes, self.costs) = (values, strokes, costs);
            self.steps[i] *= sign;
        }
        fell
    }

    /// Searches every shot anew where that is better: out of valleys the walk is caught in.
    pub fn renew(&mut self, base: &World, shots: &[Shot], parameters: usize, tick: &(dyn Fn() + Sync)) {
        let Ok(world) = base.with(&self.values) else { return };
        let fresh = Fit::start(&world, shots, parameters, tick);
        for i in 0..shots.len() {
            if fresh.costs[i] < self.costs[i] {
                (self.strokes[i], self.costs[i]) = (fresh.strokes[i], fresh.costs[i]);
            }
        }
    }
}

fn total(rms: [f64; HORIZONS.len()]) -> f64 {
    rms.iter().zip(HORIZONS).map(|(&rms, (_, weight))| weight * log(rms)).sum()
}
