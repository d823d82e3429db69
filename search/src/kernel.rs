//! Re-weighting: an executed stroke is evidence for every intended stroke that could have ended in it.
//!
//! With `x` drawn from a density `q` and `N(x; a)` the density of `x` when `a` is intended,
//! `EV(a) = sum w u / sum w`, `w = N(x; a) / q(x)`.

use crate::task::Task;
use filotto_physics::Strike;

/// Weighted evidence for one intended stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    weights: f64,
    sum: f64,
}

impl Evidence {
    /// Adds an outcome.
    pub fn add(&mut self, weight: f64, utility: f64) {
        self.weights += weight;
        self.sum += weight * utility;
    }

    /// The mean; 0 without evidence.
    pub fn mean(&self) -> f64 {
        if self.weights > 0.0 { self.sum / self.weights } else { 0.0 }
    }
}

/// Errors smaller than this are none: no other stroke is evidence. A billionth of anything a table can show.
const LEAST: f64 = 1e-9;

/// The player's errors about a stroke as standard deviations: degrees, ln of m/s, ball radii twice.
pub fn errors(task: &Task, about: &Strike) -> [f64; 4] {
    let (skill, radius) = (task.skill, task.scene.court().table.radius());
    let tip = |mm: f64| mm * 1e-3 / radius;
    let speed = skill.v_sigma(about.v_mps) / about.v_mps;
    [skill.phi_deg, speed, tip(skill.a_mm), tip(skill.b_mm)].map(|sigma| sigma.max(LEAST))
}

/// Nearly a normal density (without its constant) of a squared distance in standard deviations, and without an
/// exponential: `(1 - r^2/12)^6`, 0 beyond 3.46.
pub fn bump(square: f64) -> f64 {
    let left = 1.0 - square / 12.0;
    if left <= 0.0 {
        return 0.0;
    }
    let cube = left * left * left;
    cube * cube
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
        assert!((evidence.mean() - 4.5).abs() < 1e-12);
    }

    /// The approximation keeps the variance of a normal density within a tenth in one dimension:
    /// integral of r^2 (1 - r^2/12)^6 over that of (1 - r^2/12)^6 is 12/15.
    #[test]
    fn the_bump_has_nearly_a_normal_spread() {
        let steps = 20_000;
        let radius = |i: i32| -4.0 + 8.0 * (f64::from(i) + 0.5) / f64::from(steps);
        let moment =
            |power: i32| (0..steps).map(radius).map(|r| libm::pow(r * r, f64::from(power)) * bump(r * r)).sum::<f64>();
        assert!((moment(1) / moment(0) - 12.0 / 15.0).abs() < 1e-4);
        assert_eq!((bump(0.0), bump(12.5)), (1.0, 0.0));
    }

    /// Draws about 3.0 m/s, re-weighted to 3.1: the mean of the speed is 3.1.
    #[test]
    fn re_weighting_moves_the_mean() {
        let (drawn, wanted, wide, narrow) = (3.0, 3.1, 0.2, 0.1);
        let mut evidence = Evidence::default();
        for errors in crate::noise::list(crate::keys::Key::new(1), 20_000) {
            let v = drawn + wide * errors[1];
            let density = libm::exp(-0.5 * errors[1] * errors[1]);
            let off = (v - wanted) / narrow;
            evidence.add(bump(off * off) / density, v);
        }
        assert!((evidence.mean() - wanted).abs() < 0.002, "{}", evidence.mean());
    }
}
