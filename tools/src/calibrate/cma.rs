//! CMA-ES (Hansen and Ostermeier 2001) with a full covariance, for the few common numbers: it needs only the order of
//! values, so that a little noise from the walks inside does no harm.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;

/// The state of a search in scaled coordinates.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Cma {
    /// The centre.
    pub mean: Vec<f64>,
    /// Overall step.
    pub sigma: f64,
    covariance: Vec<Vec<f64>>,
    path_c: Vec<f64>,
    path_s: Vec<f64>,
    weights: Vec<f64>,
    generation: u64,
    seed: u64,
}

/// One candidate: the standard normal numbers behind it are not kept, only the step.
pub struct Candidate {
    /// The point.
    pub x: Vec<f64>,
    step: Vec<f64>,
    z: Vec<f64>,
}

impl Cma {
    /// From a centre, with a step.
    pub fn new(mean: Vec<f64>, sigma: f64, seed: u64) -> Cma {
        let n = mean.len();
        let lambda = Cma::population(n);
        let half = lambda / 2;
        let raw: Vec<f64> = (0..half).map(|i| (half as f64 + 0.5).ln() - (i as f64 + 1.0).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let covariance = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let weights = raw.into_iter().map(|w| w / sum).collect();
        Cma { mean, sigma, covariance, path_c: vec![0.0; n], path_s: vec![0.0; n], weights, generation: 0, seed }
    }

    fn population(n: usize) -> usize {
        6 + (3.0 * (n as f64).ln()) as usize
    }

    /// The next candidates.
    pub fn ask(&mut self) -> Vec<Candidate> {
        let n = self.mean.len();
        let mut stream = Pcg64Mcg::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(self.generation));
        let l = factor(&self.covariance);
        (0..Cma::population(n))
            .map(|_| {
                let z: Vec<f64> = (0..n).map(|_| stream.sample(StandardNormal)).collect();
                let step: Vec<f64> = (0..n).map(|i| (0..=i).map(|k| l[i][k] * z[k]).sum()).collect();
                let x = (0..n).map(|i| self.mean[i] + self.sigma * step[i]).collect();
                Candidate { x, step, z }
            })
            .collect()
    }

    /// Learns from the candidates' values.
    pub fn tell(&mut self, mut valued: Vec<(Candidate, f64)>) {
        let n = self.mean.len() as f64;
        valued.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mu_eff = 1.0 / self.weights.iter().map(|w| w * w).sum::<f64>();
        let mix = |of: &dyn Fn(&Candidate) -> &Vec<f64>, i: usize| -> f64 {
            self.weights.iter().zip(&valued).map(|(w, (c, _))| w * of(c)[i]).sum()
        };
        let step: Vec<f64> = (0..self.mean.len()).map(|i| mix(&|c| &c.step, i)).collect();
        let z: Vec<f64> = (0..self.mean.len()).map(|i| mix(&|c| &c.z, i)).collect();
        let c_s = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_s = 1.0 + c_s + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = (1.0 - c_1).min(2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff));
        self.generation += 1;
        let push = (c_s * (2.0 - c_s) * mu_eff).sqrt();
        for i in 0..self.mean.len() {
            self.mean[i] += self.sigma * step[i];
            self.path_s[i] = (1.0 - c_s) * self.path_s[i] + push * z[i];
        }
        let length = self.path_s.iter().map(|p| p * p).sum::<f64>().sqrt();
        let usual = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        let still =
            length / (1.0 - (1.0 - c_s).powi(2 * self.generation as i32)).sqrt() < (1.4 + 2.0 / (n + 1.0)) * usual;
        let push = if still { (c_c * (2.0 - c_c) * mu_eff).sqrt() } else { 0.0 };
        for i in 0..self.mean.len() {
            self.path_c[i] = (1.0 - c_c) * self.path_c[i] + push * step[i];
        }
        for i in 0..self.mean.len() {
            for j in 0..self.mean.len() {
                let rank_mu: f64 = self.weights.iter().zip(&valued).map(|(w, (c, _))| w * c.step[i] * c.step[j]).sum();
                self.covariance[i][j] =
                    (1.0 - c_1 - c_mu) * self.covariance[i][j] + c_1 * self.path_c[i] * self.path_c[j] + c_mu * rank_mu;
            }
        }
        self.sigma *= ((c_s / d_s) * (length / usual - 1.0)).exp();
    }
}

/// Cholesky's factor; a covariance that rounding has spoilt keeps its diagonal.
fn factor(c: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = c.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = c[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            l[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / l[j][j] };
        }
    }
    l
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom_of_a_long_ellipsoid() {
        let value =
            |x: &[f64]| x.iter().enumerate().map(|(i, x)| 10f64.powi(i as i32) * (x - 1.0).powi(2)).sum::<f64>();
        let mut cma = Cma::new(vec![0.0; 4], 0.5, 1);
        for _ in 0..150 {
            let valued = cma
                .ask()
                .into_iter()
                .map(|c| {
                    let v = value(&c.x);
                    (c, v)
                })
                .collect();
            cma.tell(valued);
        }
        assert!(value(&cma.mean) < 1e-8, "{}", value(&cma.mean));
    }
}
