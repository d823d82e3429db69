//! Re-weighting: an executed stroke is evidence for every intended stroke that could have ended in it.
//!
//! With `x` drawn from a density `q` and `N(x; a)` the density of `x` when `a` is intended,
//! `EV(a) = sum w u / sum w`, `w = N(x; a) / q(x)`: exact, not a kernel's guess. How far it carries is told by the
//! effective sample size `(sum w)^2 / sum w^2` (Kong 1992).

use crate::task::Task;
use filotto_engine::math::wrap_deg;
use filotto_physics::Strike;

/// Weighted evidence for one intended stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    weights: f64,
    squares: f64,
    sum: f64,
}

impl Evidence {
    /// Adds an outcome.
    pub fn add(&mut self, weight: f64, utility: f64) {
        self.weights += weight;
        self.squares += weight * weight;
        self.sum += weight * utility;
    }

    /// The mean; 0 without evidence.
    pub fn mean(&self) -> f64 {
        if self.weights > 0.0 { self.sum / self.weights } else { 0.0 }
    }

    /// The effective sample size; 0 without evidence.
    pub fn ess(&self) -> f64 {
        if self.squares > 0.0 { self.weights * self.weights / self.squares } else { 0.0 }
    }
}

/// The player's errors of phi, ln v, a, b about an intended stroke, as standard deviations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widths {
    /// By coordinate: degrees, ln of m/s, ball radii twice.
    pub sigma: [f64; 4],
    log_scale: f64,
}

/// Errors smaller than this are none: no other stroke is evidence. A billionth of anything a table can show.
const LEAST: f64 = 1e-9;

impl Widths {
    /// About a stroke of a task's player.
    pub fn of(task: &Task, about: &Strike) -> Widths {
        let (skill, radius) = (task.skill, task.scene.court().table.radius());
        let tip = |mm: f64| mm * 1e-3 / radius;
        let speed = skill.v_sigma(about.v_mps) / about.v_mps;
        Widths::new([skill.phi_deg, speed, tip(skill.a_mm), tip(skill.b_mm)])
    }

    /// From standard deviations.
    pub fn new(sigma: [f64; 4]) -> Widths {
        let sigma = sigma.map(|s| s.max(LEAST));
        Widths { sigma, log_scale: -sigma.iter().map(|&s| libm::log(s)).sum::<f64>() }
    }

    /// The logarithm of the density (without its constant) of one stroke about another; `None` where it is
    /// negligible.
    pub fn log_density(&self, stroke: &Strike, about: &Strike) -> Option<f64> {
        const FAR: f64 = 4.0;
        let phi = wrap_deg(stroke.phi_deg - about.phi_deg) / self.sigma[0];
        if phi.abs() > FAR || stroke.theta_deg > about.theta_deg + 5.0 || about.theta_deg > stroke.theta_deg + 5.0 {
            return None;
        }
        let tip = [(stroke.a - about.a) / self.sigma[2], (stroke.b - about.b) / self.sigma[3]];
        let speed = (stroke.v_mps / about.v_mps - 1.0) / self.sigma[1];
        let square = phi * phi + tip[0] * tip[0] + tip[1] * tip[1] + speed * speed;
        (square < FAR * FAR).then_some(self.log_scale - 0.5 * square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_count_in_full() {
        let mut evidence = Evidence::default();
        for i in 0..10 {
            evidence.add(0.3, f64::from(i));
        }
        assert!((evidence.ess() - 10.0).abs() < 1e-9 && (evidence.mean() - 4.5).abs() < 1e-12);
        evidence.add(100.0, 0.0);
        assert!(evidence.ess() < 1.1);
    }

    /// Draws about 3.0 m/s, re-weighted to 3.1: the mean of the speed is 3.1.
    #[test]
    fn re_weighting_moves_the_mean() {
        let (drawn, wanted) = (Strike::new(0.0, 3.0), Strike::new(0.2, 3.1));
        let (q, p) = (Widths::new([0.5, 0.06, 0.05, 0.05]), Widths::new([0.3, 0.03, 0.03, 0.03]));
        let mut evidence = Evidence::default();
        for errors in crate::noise::list(crate::keys::Key::new(1), 20_000) {
            let v = drawn.v_mps * (1.0 + q.sigma[1] * errors[1]);
            let stroke = Strike::new(q.sigma[0] * errors[0], v).tip(q.sigma[2] * errors[2], q.sigma[3] * errors[3]);
            let (Some(lq), Some(lp)) = (q.log_density(&stroke, &drawn), p.log_density(&stroke, &wanted)) else {
                continue;
            };
            evidence.add(libm::exp(lp - lq), v);
        }
        assert!((evidence.mean() - 3.1).abs() < 0.005, "{}", evidence.mean());
    }
}
