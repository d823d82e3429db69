//! Where the draws of a generation come from: a normal cloud in the coordinates of a frame.

use super::frame::{Coordinates, Frame};
use crate::kernel::errors;
use crate::task::Task;
use filotto_physics::Strike;

/// Standard deviations by coordinate; infinite for one that is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread(pub [f64; 6]);

impl Spread {
    /// Of draws: the player's errors, and `scale` times the width that good strokes have by themselves.
    pub fn of_draws(task: &Task, frame: &Frame, about: &Strike, scale: f64) -> Spread {
        let p = task.params;
        let own = errors(task, about);
        let natural = [p.spread_phi_deg, p.spread_speed, p.spread_tip, p.spread_tip];
        let place = if frame.has_place() { p.place_spread_m * scale } else { f64::INFINITY };
        let mut widths = [place; 6];
        for d in 0..4 {
            let wide = scale * (p.polish_spread * own[d]).max(natural[d]);
            widths[d] = (own[d] * own[d] + wide * wide).sqrt();
        }
        Spread(widths)
    }

    /// One over each width: 0 for a coordinate that is none.
    pub fn inverse(&self) -> [f64; 6] {
        self.0.map(|width| 1.0 / width)
    }
}

/// Where the draws of a generation come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cloud {
    /// The middle.
    pub centre: Coordinates,
    /// How far about it.
    pub spread: Spread,
}

impl Cloud {
    /// The coordinates so many widths from the centre; one without width stays.
    pub fn at(&self, off: &Coordinates) -> Coordinates {
        std::array::from_fn(|d| {
            let width = self.spread.0[d];
            if width.is_finite() { self.centre[d] + width * off[d] } else { self.centre[d] }
        })
    }

    /// How far from the centre coordinates are, in widths.
    pub fn off(&self, at: &Coordinates) -> Coordinates {
        let inverse = self.spread.inverse();
        std::array::from_fn(|d| (at[d] - self.centre[d]) * inverse[d])
    }
}

/// Squared distance in widths.
pub(super) fn square(a: &Coordinates, b: &Coordinates, inverse: &[f64; 6]) -> f64 {
    (0..6).map(|d| (a[d] - b[d]) * inverse[d]).map(|x| x * x).sum()
}
