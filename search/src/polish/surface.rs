//! What strokes about a centre are worth, as a surface of second degree fitted to the draws there.
//!
//! Over a normal cloud of draws the best such surface has the slope and the curvature of the payoff smoothed by that
//! cloud (the first terms of its Hermite series): of what an intention is worth, when the cloud is the player's own
//! errors. Few draws say little of fifteen coefficients, so each is drawn to what peaks are usually like:
//! no slope, a curvature in proportion to how much the outcomes scatter, no twist. The step is Newton's, held inside the cloud.

use crate::kernel::bump;
use crate::params::Params;

/// Most coordinates: direction, speed, tip (2), place (2).
const MOST: usize = 6;
/// Coefficients of a surface in so many coordinates: height, slopes, curvatures and twists.
const MOST_TERMS: usize = 1 + MOST + MOST * (MOST + 1) / 2;

/// A surface about a centre, in widths of the cloud.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    /// Coordinates that count: the first 4, or all 6 from hand.
    dims: usize,
    height: f64,
    slope: [f64; MOST],
    /// Second derivatives.
    bend: [[f64; MOST]; MOST],
}

/// A draw as the fit needs it: widths from the centre, and what came of it.
pub(super) type Point = ([f64; MOST], f64);

impl Surface {
    /// Fits the draws about a centre.
    pub fn fit(points: impl Iterator<Item = Point>, dims: usize, params: &Params) -> Surface {
        let terms = 1 + dims + dims * (dims + 1) / 2;
        let mut normal = [[0.0; MOST_TERMS + 1]; MOST_TERMS];
        let narrow = 1.0 / (params.surface_reach * params.surface_reach);
        let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (z, utility) in points {
            let square: f64 = z[..dims].iter().map(|x| x * x).sum();
            let weight = bump(square * narrow * 4.0 / dims as f64);
            if weight > 0.0 {
                weights += weight;
                sum += weight * utility;
                squares += weight * utility * utility;
                add(&mut normal, &basis(&z, dims), terms, weight, utility);
            }
        }
        let mean = if weights > 0.0 { sum / weights } else { 0.0 };
        let scatter = if weights > 0.0 { (squares / weights - mean * mean).max(0.0).sqrt() } else { 0.0 };
        prior(&mut normal, dims, scatter, params);
        let solved = solve(&mut normal, terms);
        Surface::of_terms(&solved, dims)
    }

    fn of_terms(solved: &[f64; MOST_TERMS], dims: usize) -> Surface {
        let mut surface = Surface { dims, height: solved[0], slope: [0.0; MOST], bend: [[0.0; MOST]; MOST] };
        surface.slope[..dims].copy_from_slice(&solved[1..=dims]);
        let mut k = 1 + dims;
        for i in 0..dims {
            for j in i..dims {
                surface.bend[i][j] = solved[k];
                surface.bend[j][i] = solved[k];
                k += 1;
            }
        }
        surface
    }

    /// The height at a point.
    pub fn at(&self, z: &[f64; MOST]) -> f64 {
        let mut height = self.height;
        for i in 0..self.dims {
            height += self.slope[i] * z[i];
            for j in 0..self.dims {
                height += 0.5 * self.bend[i][j] * z[i] * z[j];
            }
        }
        height
    }

    /// The step to the peak, no longer than `trust` widths: the curvature is deepened until the step is inside.
    pub fn step(&self, trust: f64) -> [f64; MOST] {
        let mut deeper = 0.0;
        loop {
            if let Some(step) = self.newton(deeper)
                && step.iter().map(|x| x * x).sum::<f64>() <= trust * trust
            {
                return step;
            }
            deeper = (deeper * 1.5_f64).max(0.1);
            if deeper > 1e6 {
                return [0.0; MOST];
            }
        }
    }

    /// Solves `(deeper - bend) step = slope` by Cholesky; `None` where that is no peak.
    fn newton(&self, deeper: f64) -> Option<[f64; MOST]> {
        let n = self.dims;
        let mut low = [[0.0; MOST]; MOST];
        for i in 0..n {
            for j in 0..=i {
                let own = if i == j { deeper } else { 0.0 } - self.bend[i][j];
                let rest = own - (0..j).map(|k| low[i][k] * low[j][k]).sum::<f64>();
                if i == j {
                    if rest <= 1e-9 {
                        return None;
                    }
                    low[i][i] = rest.sqrt();
                } else {
                    low[i][j] = rest / low[j][j];
                }
            }
        }
        let mut step = [0.0; MOST];
        for i in 0..n {
            step[i] = (self.slope[i] - (0..i).map(|k| low[i][k] * step[k]).sum::<f64>()) / low[i][i];
        }
        for i in (0..n).rev() {
            step[i] = (step[i] - (i + 1..n).map(|k| low[k][i] * step[k]).sum::<f64>()) / low[i][i];
        }
        Some(step)
    }
}

/// The terms of a point: 1, z_i, then z_i z_j (half the square for i = j), so that coefficients are derivatives.
fn basis(z: &[f64; MOST], dims: usize) -> [f64; MOST_TERMS] {
    let mut terms = [0.0; MOST_TERMS];
    terms[0] = 1.0;
    terms[1..=dims].copy_from_slice(&z[..dims]);
    let mut k = 1 + dims;
    for i in 0..dims {
        for j in i..dims {
            terms[k] = if i == j { 0.5 * z[i] * z[i] } else { z[i] * z[j] };
            k += 1;
        }
    }
    terms
}

fn add(normal: &mut [[f64; MOST_TERMS + 1]; MOST_TERMS], row: &[f64; MOST_TERMS], terms: usize, weight: f64, y: f64) {
    for i in 0..terms {
        let scaled = weight * row[i];
        for j in 0..=i {
            normal[i][j] += scaled * row[j];
        }
        normal[i][MOST_TERMS] += scaled * y;
    }
}

/// Adds what peaks are usually like, as so many draws that showed it.
fn prior(normal: &mut [[f64; MOST_TERMS + 1]; MOST_TERMS], dims: usize, scatter: f64, params: &Params) {
    normal[0][0] += 1e-6;
    for i in 0..dims {
        normal[1 + i][1 + i] += params.surface_slope_draws;
    }
    let bend = -params.surface_bend * scatter;
    let mut k = 1 + dims;
    for i in 0..dims {
        for j in i..dims {
            normal[k][k] += params.surface_bend_draws;
            if i == j {
                normal[k][MOST_TERMS] += params.surface_bend_draws * bend;
            }
            k += 1;
        }
    }
}

/// Solves the normal equations, of which the lower half is filled, by Cholesky in place.
fn solve(normal: &mut [[f64; MOST_TERMS + 1]; MOST_TERMS], n: usize) -> [f64; MOST_TERMS] {
    for i in 0..n {
        for j in 0..=i {
            let (upper, lower) = normal.split_at(i);
            let own = &lower[0];
            let other = if i == j { own } else { &upper[j] };
            let rest = own[j] - (0..j).map(|k| own[k] * other[k]).sum::<f64>();
            normal[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / normal[j][j] };
        }
    }
    let mut x = [0.0; MOST_TERMS];
    for i in 0..n {
        x[i] = (normal[i][MOST_TERMS] - (0..i).map(|k| normal[i][k] * x[k]).sum::<f64>()) / normal[i][i];
    }
    for i in (0..n).rev() {
        x[i] = (x[i] - (i + 1..n).map(|k| normal[k][i] * x[k]).sum::<f64>()) / normal[i][i];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Key;

    /// Draws of a known hill of second degree about the point (0.8, -0.5, 0, 0.3).
    fn hill(n: u64, noise: f64) -> Vec<Point> {
        let top = [0.8, -0.5, 0.0, 0.3, 0.0, 0.0];
        let draw = |i: u64| {
            let errors = crate::noise::errors(&crate::sobol::Sobol::new(Key::new(3)), i);
            let z = [errors[0], errors[1], errors[2], errors[3], 0.0, 0.0];
            let square: f64 = (0..4).map(|d| (z[d] - top[d]) * (z[d] - top[d])).sum();
            (z, 9.0 - square + noise * (Key::new(i).uniform() - 0.5))
        };
        (0..n).map(draw).collect()
    }

    #[test]
    fn the_step_leads_to_the_top_of_a_hill() {
        let surface = Surface::fit(hill(4000, 0.0).into_iter(), 4, &Params::default());
        let step = surface.step(5.0);
        for (is, should) in step.iter().zip([0.8, -0.5, 0.0, 0.3, 0.0, 0.0]) {
            assert!((is - should).abs() < 0.02, "{step:?}");
        }
        assert!((surface.at(&step) - 9.0).abs() < 0.05, "{}", surface.at(&step));
    }

    #[test]
    fn a_step_is_no_longer_than_trusted() {
        let surface = Surface::fit(hill(200, 4.0).into_iter(), 4, &Params::default());
        let length = surface.step(0.5).iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!(length <= 0.5 && length > 0.3, "{length}");
    }

    /// Eight draws of noise alone: the step stays inside the cloud, whatever they say.
    #[test]
    fn few_draws_say_little() {
        let points = (0..8).map(|i| (hill(8, 0.0)[i].0, 8.0 * Key::new(i as u64).uniform()));
        let step = Surface::fit(points, 4, &Params::default()).step(100.0);
        assert!(step.iter().map(|x| x * x).sum::<f64>() < 4.0, "{step:?}");
    }

    #[test]
    fn no_draws_give_no_step() {
        let surface = Surface::fit(std::iter::empty(), 6, &Params::default());
        assert_eq!(surface.step(1.0), [0.0; MOST]);
    }
}
