//! Levenberg and Marquardt's walk for one shot: quick where the misfit is smooth, that is between changes of the order
//! of contacts. Derivatives by differences.

use super::search::Fitter;
use super::stroke::{MOST, Numbers};

/// Differences for the derivatives: degrees, part of the speed, radii, radii, s, degrees.
const DELTA: [f64; MOST] = [0.002, 1e-4, 5e-4, 5e-4, 5e-5, 0.02];

/// Walks from numbers at hand for a few rounds. Returns the best and its root mean square.
pub fn walk(fitter: &mut Fitter, from: &Numbers, horizon: f64, rounds: usize) -> (Numbers, f64) {
    let n = fitter.parameters();
    let (mut best, mut residuals) = (*from, Vec::new());
    fitter.residuals(&best, horizon, &mut residuals);
    let mut value = squares(&residuals);
    let mut damping = 1e-2;
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); n];
    for _ in 0..rounds {
        for i in 0..n {
            let mut moved = best;
            // Inward, where a bound is near.
            let delta = if i > 1 && best.0[i] > 0.0 { -DELTA[i] } else { DELTA[i] };
            let delta = if i == 1 { delta * best.0[1] } else { delta };
            moved.0[i] += delta;
            fitter.residuals(&moved, horizon, &mut columns[i]);
            for (c, r) in columns[i].iter_mut().zip(&residuals) {
                *c = (*c - r) / delta;
            }
        }
        let (gradient, hessian) = normal(&columns, &residuals, n);
        let mut fell = false;
        for _ in 0..3 {
            let Some(step) = solve(&hessian, &gradient, damping, n) else { break };
            let mut moved = best;
            for i in 0..n {
                moved.0[i] -= step[i];
            }
            let moved = moved.allowed();
            let mut there = Vec::new();
            fitter.residuals(&moved, horizon, &mut there);
            let next = squares(&there);
            if next < value {
                let gain = (value - next) / value;
                (best, value, residuals, fell) = (moved, next, there, gain > 1e-4);
                damping = (damping * 0.2).max(1e-6);
                break;
            }
            damping *= 8.0;
        }
        if !fell {
            break;
        }
    }
    (best, (value / (residuals.len() as f64 / 2.0)).sqrt())
}

fn squares(r: &[f64]) -> f64 {
    r.iter().map(|x| x * x).sum()
}

type Square = [[f64; MOST]; MOST];

fn normal(columns: &[Vec<f64>], residuals: &[f64], n: usize) -> ([f64; MOST], Square) {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut gradient = [0.0; MOST];
    let mut hessian = [[0.0; MOST]; MOST];
    for i in 0..n {
        gradient[i] = dot(&columns[i], residuals);
        for j in 0..=i {
            hessian[i][j] = dot(&columns[i], &columns[j]);
            hessian[j][i] = hessian[i][j];
        }
    }
    (gradient, hessian)
}

/// Solves the damped normal equations by Cholesky's factors.
fn solve(hessian: &Square, gradient: &[f64; MOST], damping: f64, n: usize) -> Option<[f64; MOST]> {
    let mut l = *hessian;
    for i in 0..n {
        l[i][i] *= 1.0 + damping;
        l[i][i] += 1e-12;
    }
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = l[i][j] - sum;
            l[i][j] = if i == j {
                if rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / l[j][j]
            };
        }
    }
    let mut x = *gradient;
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| l[i][k] * x[k]).sum();
        x[i] = (x[i] - sum) / l[i][i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| l[k][i] * x[k]).sum();
        x[i] = (x[i] - sum) / l[i][i];
    }
    Some(x)
}
