//! The cue strike: what a stroke is, and which ones no cue can make.

use thiserror::Error;

mod impact;

pub use impact::{Struck, strike};

/// A stroke of the cue as the notation writes it. Degrees are kept as printed; radians exist only inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Direction, degrees counter-clockwise from +x.
    pub phi_deg: f64,
    /// Speed of the cue at impact, m/s.
    pub v_mps: f64,
    /// Contact point right of centre as the striker sees it, in ball radii, in the plane normal to the cue.
    pub a: f64,
    /// Contact point above centre, in ball radii.
    pub b: f64,
    /// Elevation of the butt, degrees.
    pub theta_deg: f64,
    /// When the cue strikes, seconds after the first strike (the lag: two players, one instant or nearly).
    pub delay_s: f64,
}

/// A strike no cue can make, by its field.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{field}: {value} is not {expected}")]
pub struct StrikeError {
    /// `phi`, `v`, `tip` (the distance from the centre), `theta` or `delay`.
    pub field: &'static str,
    /// What was given.
    pub value: f64,
    /// What would be right.
    pub expected: &'static str,
}

impl Strike {
    /// A level centre stroke.
    pub const fn new(phi_deg: f64, v_mps: f64) -> Strike {
        Strike { phi_deg, v_mps, a: 0.0, b: 0.0, theta_deg: 0.0, delay_s: 0.0 }
    }

    /// The same stroke with the tip at (a, b), in ball radii.
    #[must_use]
    pub const fn tip(self, a: f64, b: f64) -> Strike {
        Strike { a, b, ..self }
    }

    /// The same stroke with the butt raised, degrees.
    #[must_use]
    pub const fn elevated(self, theta_deg: f64) -> Strike {
        Strike { theta_deg, ..self }
    }

    /// Whether a cue can make this stroke at all. What a player may intend is narrower and the engine's business.
    ///
    /// # Errors
    /// The first field that is wrong, its value and what would be right.
    pub fn check(&self) -> Result<(), StrikeError> {
        let inside = self.a * self.a + self.b * self.b < 1.0;
        // Up to the greatest number: asked for by class, as `is_finite` is, each would cost four times as much.
        let finite = |x: f64| x <= f64::MAX;
        let cue = finite(self.phi_deg.abs()) & (self.v_mps > 0.0) & finite(self.v_mps);
        let raised = (self.theta_deg >= 0.0) & (self.theta_deg < 90.0);
        if inside & cue & raised & (self.delay_s >= 0.0) & finite(self.delay_s) { Ok(()) } else { self.error() }
    }

    /// What is wrong, field by field.
    #[cold]
    #[inline(never)]
    fn error(&self) -> Result<(), StrikeError> {
        let tip2 = self.a * self.a + self.b * self.b;
        let wrong = |field, value, expected| Err(StrikeError { field, value, expected });
        if !self.phi_deg.is_finite() {
            wrong("phi", self.phi_deg, "a finite angle in degrees")
        } else if !(self.v_mps > 0.0 && self.v_mps < f64::INFINITY) {
            wrong("v", self.v_mps, "a cue speed above 0 m/s")
        } else if !(tip2 < 1.0) {
            wrong("tip", tip2.sqrt(), "inside the ball: a^2 + b^2 below 1, in ball radii")
        } else if !(0.0..90.0).contains(&self.theta_deg) {
            wrong("theta", self.theta_deg, "an elevation from 0 to below 90 degrees")
        } else if !(self.delay_s >= 0.0 && self.delay_s < f64::INFINITY) {
            wrong("delay", self.delay_s, "a time of at least 0 s")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field() {
        let ok = Strike::new(10.0, 2.0);
        assert_eq!(ok.check(), Ok(()));
        for (bad, field) in [
            (Strike::new(f64::NAN, 2.0), "phi"),
            (Strike::new(0.0, 0.0), "v"),
            (Strike::new(0.0, f64::INFINITY), "v"),
            (ok.tip(0.8, 0.6), "tip"),
            (ok.tip(f64::NAN, 0.0), "tip"),
            (ok.elevated(90.0), "theta"),
            (ok.elevated(-1.0), "theta"),
            (Strike { delay_s: -0.1, ..ok }, "delay"),
        ] {
            let error = bad.check().unwrap_err();
            assert_eq!(error.field, field);
            assert!(error.to_string().starts_with(field), "{error}");
        }
    }
}
