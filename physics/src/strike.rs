//! The cue strike: from aim, speed and tip to the velocity and spin of the ball (`design` notes, section 2).

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
}
