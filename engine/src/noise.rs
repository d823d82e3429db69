//! Execution noise: from an intended stroke and five standard normal numbers to the executed one, and the exact
//! density of an executed stroke given an intended one.
//!
//! Each of phi, v, a, b and theta is normal about what was intended, then clamped to what can physically happen: a
//! speed above 0, a tip that meets the ball, an elevation from 0 to below 90 degrees. The tip's height is clamped to
//! what its side offset leaves. A clamped normal has a density inside its bounds and an atom on each of them; a
//! standard deviation of 0 is one atom. [`Skill::log_density`] is the logarithm of that density, atoms as their
//! chance, so that quotients of it re-weight strokes exactly: a level cue, half of whose errors are clamped to 0
//! degrees, is the common case.

use crate::math::{normal_cdf, normal_log_density, wrap_deg};
use crate::skill::Skill;
use crate::stroke::Stroke;
use filotto_physics::{Strike, Table};

/// Slowest executed stroke, m/s: the cue still reaches the ball, which hardly leaves its place.
pub const SLOWEST_MPS: f64 = 0.01;
/// Farthest contact point from the ball's centre, in radii: at 1 the tip would pass beside the ball.
pub const FARTHEST_TIP: f64 = 0.99;
/// Steepest executed elevation, degrees: at 90 the direction of the stroke is lost.
pub const STEEPEST_DEG: f64 = 89.9;

/// A normal law clamped to an interval.
#[derive(Clone, Copy, Debug)]
struct Clamped {
    mean: f64,
    sigma: f64,
    low: f64,
    high: f64,
}

impl Clamped {
    /// The value of a standard normal number.
    fn value(self, z: f64) -> f64 {
        (self.mean + self.sigma * z).clamp(self.low, self.high)
    }

    /// Logarithm of the density at a value, of the chance on an atom.
    fn log_density(self, value: f64) -> f64 {
        if self.sigma == 0.0 {
            return if value == self.value(0.0) { 0.0 } else { f64::NEG_INFINITY };
        }
        if value < self.low || value > self.high {
            f64::NEG_INFINITY
        } else if self.low == self.high {
            0.0
        } else if value == self.low {
            libm::log(normal_cdf((self.low - self.mean) / self.sigma))
        } else if value == self.high {
            libm::log(normal_cdf((self.mean - self.high) / self.sigma))
        } else {
            normal_log_density((value - self.mean) / self.sigma) - libm::log(self.sigma)
        }
    }
}

impl Skill {
    /// The executed stroke of five standard normal numbers, in the order phi, v, a, b, theta.
    #[must_use]
    pub fn perturb(&self, intended: &Stroke, z: [f64; 5], table: &Table) -> Stroke {
        Stroke { strike: self.perturb_strike(&intended.strike, z, table), ..*intended }
    }

    /// The same for a strike alone, as in the lag.
    #[must_use]
    pub fn perturb_strike(&self, intended: &Strike, z: [f64; 5], table: &Table) -> Strike {
        let a = self.a_law(intended, table).value(z[2]);
        Strike {
            phi_deg: intended.phi_deg + self.phi_deg * z[0],
            v_mps: self.v_law(intended).value(z[1]),
            a,
            b: self.b_law(intended, a, table).value(z[3]),
            theta_deg: self.theta_law(intended).value(z[4]),
            delay_s: intended.delay_s,
        }
    }

    /// Logarithm of the density of an executed strike in (phi, v, a, b, theta), given the intended one; minus
    /// infinity where this player can't have executed it.
    pub fn log_density(&self, executed: &Strike, intended: &Strike, table: &Table) -> f64 {
        let phi = wrap_deg(executed.phi_deg - intended.phi_deg);
        let phi_law = Clamped { mean: 0.0, sigma: self.phi_deg, low: f64::NEG_INFINITY, high: f64::INFINITY };
        phi_law.log_density(phi)
            + self.v_law(intended).log_density(executed.v_mps)
            + self.a_law(intended, table).log_density(executed.a)
            + self.b_law(intended, executed.a, table).log_density(executed.b)
            + self.theta_law(intended).log_density(executed.theta_deg)
    }

    /// Standard deviation of the speed of a stroke, m/s: the larger of the relative and the absolute one.
    pub fn v_sigma(&self, v_mps: f64) -> f64 {
        (self.v_rel * v_mps).max(self.v_abs_mps)
    }

    fn v_law(&self, intended: &Strike) -> Clamped {
        let sigma = self.v_sigma(intended.v_mps);
        Clamped { mean: intended.v_mps, sigma, low: SLOWEST_MPS.min(intended.v_mps), high: f64::INFINITY }
    }

    fn a_law(&self, intended: &Strike, table: &Table) -> Clamped {
        let sigma = radii(self.a_mm, table);
        Clamped { mean: intended.a, sigma, low: -FARTHEST_TIP, high: FARTHEST_TIP }
    }

    /// The tip's height, given how far to the side it executed.
    fn b_law(&self, intended: &Strike, a: f64, table: &Table) -> Clamped {
        let left = (FARTHEST_TIP * FARTHEST_TIP - a * a).max(0.0).sqrt();
        Clamped { mean: intended.b, sigma: radii(self.b_mm, table), low: -left, high: left }
    }

    fn theta_law(&self, intended: &Strike) -> Clamped {
        Clamped { mean: intended.theta_deg, sigma: self.theta_deg, low: 0.0, high: STEEPEST_DEG }
    }
}

/// Millimetres in ball radii.
fn radii(millimetres: f64, table: &Table) -> f64 {
    millimetres * 1e-3 / table.radius()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math;
    use crate::stroke::check_executed_strike;
    use proptest::prelude::*;

    fn club() -> Skill {
        Skill::parse("club").unwrap()
    }

    #[test]
    fn a_machine_executes_what_it_intends() {
        let table = Table::carom_heated();
        let intended = Stroke::from(Strike::new(35.25, 3.1).tip(-0.1, 0.2).elevated(7.0));
        let machine = Skill::parse("machine").unwrap();
        assert_eq!(machine.perturb(&intended, [3.0, -3.0, 2.0, -2.0, 1.0], &table), intended);
        assert_eq!(machine.log_density(&intended.strike, &intended.strike, &table), 0.0);
        let other = Strike { v_mps: 3.2, ..intended.strike };
        assert_eq!(machine.log_density(&other, &intended.strike, &table), f64::NEG_INFINITY);
    }

    #[test]
    fn errors_have_the_units_of_the_skill() {
        let table = Table::carom_heated();
        let intended = Strike::new(10.0, 2.0);
        let executed = club().perturb_strike(&intended, [1.0; 5], &table);
        assert_eq!(executed.phi_deg, 10.35);
        assert!((executed.v_mps - 2.14).abs() < 1e-12);
        assert!((executed.a * table.radius() - 0.002).abs() < 1e-12);
        assert_eq!(executed.theta_deg, 0.7);
        let icga = Skill::parse("icga").unwrap();
        assert!((icga.perturb_strike(&intended, [0.0, -1.0, 0.0, 0.0, 0.0], &table).v_mps - 1.925).abs() < 1e-12);
    }

    /// Importance sampling: strokes drawn for one intention, re-weighted to another, give that one's moments.
    #[test]
    fn re_weighted_strokes_have_the_other_intention_s_mean() {
        let table = Table::carom_heated();
        let skill = club();
        let drawn_for = Strike::new(30.0, 3.0);
        let wanted = Strike { phi_deg: 30.15, v_mps: 3.1, a: 0.02, b: -0.03, theta_deg: 0.3, delay_s: 0.0 };
        let mut stream = math::stream(5, &[]);
        let (mut weights, mut level, mut speed) = (0.0, 0.0, 0.0);
        let draws = 200_000;
        for _ in 0..draws {
            let executed = skill.perturb_strike(&drawn_for, math::normals(&mut stream), &table);
            let log_weight =
                skill.log_density(&executed, &wanted, &table) - skill.log_density(&executed, &drawn_for, &table);
            let weight = libm::exp(log_weight);
            weights += weight;
            level += weight * f64::from(executed.theta_deg == 0.0);
            speed += weight * executed.v_mps;
        }
        assert!((weights / f64::from(draws) - 1.0).abs() < 0.01, "weights {weights}");
        assert!((level / weights - math::normal_cdf(-0.3 / 0.7)).abs() < 0.01, "level {level}");
        assert!((speed / weights - 3.1).abs() < 0.005, "speed {speed}");
    }

    proptest! {
        #[test]
        fn every_executed_stroke_is_possible(
            phi in -720.0..720.0f64, v in 0.05..12.0f64, a in -0.35..0.35f64, b in -0.35..0.35f64,
            theta in 0.0..80.0f64, z in prop::array::uniform5(-9.0..9.0f64), preset in 0..6usize,
        ) {
            let table = Table::carom_heated();
            let skill = Skill::PRESETS[preset].1;
            let intended = Strike::new(phi, v).tip(a, b).elevated(theta);
            let executed = skill.perturb_strike(&intended, z, &table);
            prop_assert_eq!(check_executed_strike(&executed), Ok(()));
            prop_assert!(!skill.log_density(&executed, &intended, &table).is_nan());
        }

        #[test]
        fn one_normal_number_drives_one_coordinate(z in -3.0..3.0f64, index in 0..5usize) {
            let table = Table::carom_heated();
            let intended = Strike::new(0.0, 3.0).elevated(20.0);
            let mut numbers = [0.0; 5];
            numbers[index] = z;
            let executed = club().perturb_strike(&intended, numbers, &table);
            let parts = |s: &Strike| [s.phi_deg, s.v_mps, s.a, s.b, s.theta_deg];
            for (i, (is, was)) in parts(&executed).into_iter().zip(parts(&intended)).enumerate() {
                prop_assert_eq!(is == was, i != index || z == 0.0);
            }
        }
    }
}
