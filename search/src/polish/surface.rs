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
/// Coordinates of a ball that lies.
const LYING: usize = 4;

/// Coefficients of a surface in so many coordinates: height, slopes, curvatures and twists.
const fn terms(dims: usize) -> usize {
    1 + dims + dims * (dims + 1) / 2
}

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
    /// Fits the draws about a centre in the first 4 coordinates or in all 6.
    pub fn fit(points: impl Iterator<Item = Point>, dims: usize, params: &Params) -> Surface {
        if dims == LYING {
            Surface::fit_terms::<{ terms(LYING) }>(points, dims, params)
        } else {
            Surface::fit_terms::<{ terms(MOST) }>(points, dims, params)
        }
    }

    /// As [`Surface::fit`], the number of coefficients known to the compiler: the sums are a ninth of a plan otherwise.
    fn fit_terms<const N: usize>(points: impl Iterator<Item = Point>, dims: usize, params: &Params) -> Surface {
        let mut normal = Normal { low: [[0.0; N]; N], right: [0.0; N] };
        let narrow = 1.0 / (params.surface_reach * params.surface_reach);
        let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (z, utility) in points {
            let square: f64 = z[..dims].iter().map(|x| x * x).sum();
            let weight = bump(square * narrow * 4.0 / dims as f64);
            if weight > 0.0 {
                weights += weight;
                sum += weight * utility;
                squares += weight * utility * utility;
                normal.add(&basis(&z, dims), weight, utility);
            }
        }
        let mean = if weights > 0.0 { sum / weights } else { 0.0 };
        let scatter = if weights > 0.0 { (squares / weights - mean * mean).max(0.0).sqrt() } else { 0.0 };
        normal.expect(dims, scatter, params);
        let Normal { mut low, right } = normal;
        let solved = solve(&mut low, &right, N, |pivot| Some(pivot.max(1e-12)));
        Surface::of_terms(&solved.unwrap_or([0.0; N]), dims)
    }

    fn of_terms(solved: &[f64], dims: usize) -> Surface {
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

    /// Solves `(deeper - bend) step = slope`; `None` where that is no peak.
    fn newton(&self, deeper: f64) -> Option<[f64; MOST]> {
        let mut low = self.bend.map(|row| row.map(|bend| -bend));
        for (i, row) in low.iter_mut().enumerate() {
            row[i] += deeper;
        }
        solve(&mut low, &self.slope, self.dims, |pivot| (pivot > 1e-9).then_some(pivot))
    }
}

/// The terms of a point: 1, z_i, then z_i z_j (half the square for i = j), so that coefficients are derivatives.
fn basis<const N: usize>(z: &[f64; MOST], dims: usize) -> [f64; N] {
    let mut terms = [0.0; N];
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

/// The normal equations of a fit: the matrix, of which the lower half is used, and the right side.
struct Normal<const N: usize> {
    low: [[f64; N]; N],
    right: [f64; N],
}

impl<const N: usize> Normal<N> {
    /// Adds a draw. Whole rows, since loops of one length are done two numbers at a time.
    fn add(&mut self, row: &[f64; N], weight: f64, utility: f64) {
        for ((sums, right), own) in self.low.iter_mut().zip(&mut self.right).zip(row) {
            let scaled = weight * own;
            for (sum, other) in sums.iter_mut().zip(row) {
                *sum += scaled * other;
            }
            *right += scaled * utility;
        }
    }

    /// Adds what peaks are usually like, as so many draws that showed it.
    fn expect(&mut self, dims: usize, scatter: f64, params: &Params) {
        self.low[0][0] += 1e-6;
        for i in 0..dims {
            self.low[1 + i][1 + i] += params.surface_slope_draws;
        }
        let bend = -params.surface_bend * scatter;
        let mut k = 1 + dims;
        for i in 0..dims {
            for j in i..dims {
                self.low[k][k] += params.surface_bend_draws;
                if i == j {
                    self.right[k] += params.surface_bend_draws * bend;
                }
                k += 1;
            }
        }
    }
}

/// Solves `n` equations whose matrix is symmetric, of which the lower half is filled, by Cholesky in place. `pivot` says
/// what a square on the diagonal is taken for; `None` ends it.
fn solve<const N: usize>(
    low: &mut [[f64; N]; N],
    right: &[f64; N],
    n: usize,
    pivot: impl Fn(f64) -> Option<f64>,
) -> Option<[f64; N]> {
    for i in 0..n {
        for j in 0..=i {
            let rest = low[i][j] - (0..j).map(|k| low[i][k] * low[j][k]).sum::<f64>();
            low[i][j] = if i == j { pivot(rest)?.sqrt() } else { rest / low[j][j] };
        }
    }
    let mut x = [0.0; N];
    for i in 0..n {
        x[i] = (right[i] - (0..i).map(|k| low[i][k] * x[k]).sum::<f64>()) / low[i][i];
    }
    for i in (0..n).rev() {
        x[i] = (x[i] - (i + 1..n).map(|k| low[k][i] * x[k]).sum::<f64>()) / low[i][i];
    }
    Some(x)
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
