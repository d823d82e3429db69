//! Where the draws of a generation come from: a normal cloud in the coordinates of a frame.

use super::frame::{Coordinates, Frame};
use crate::kernel::errors;
use crate::task::Task;
use filotto_physics::Strike;

/// Standard deviations by coordinate; infinite for one that is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread(pub [f64; 6]);

/// How far the evidence of an intention is smoothed beside the player's errors, relative to the draws.
const SMOOTHED: f64 = 0.5;

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

    /// Of the evidence for an intention in the midst of such draws.
    pub fn of_values(task: &Task, frame: &Frame, about: &Strike, scale: f64) -> Spread {
        Spread::of_draws(task, frame, about, SMOOTHED * scale)
    }

    /// One over each width: 0 for a coordinate that is none.
    pub fn inverse(&self) -> [f64; 6] {
        self.0.map(|width| 1.0 / width)
    }
}

/// A generation: so many draws about a centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cloud {
    centre: Coordinates,
    spread: Spread,
    inverse: [f64; 6],
    draws: f64,
}

impl Cloud {
    /// `draws` draws about a centre.
    pub fn new(centre: Coordinates, spread: Spread, draws: usize) -> Cloud {
        Cloud { centre, inverse: spread.inverse(), spread, draws: draws as f64 }
    }

    /// The draw of six standard normal numbers.
    pub fn draw(&self, z: &[f64; 6]) -> Coordinates {
        std::array::from_fn(|d| {
            let width = self.spread.0[d];
            if width.is_finite() { self.centre[d] + width * z[d] } else { self.centre[d] }
        })
    }

    /// Number of draws times their density, without its constant.
    pub fn density(&self, at: &Coordinates) -> f64 {
        let volume: f64 = self.inverse.iter().filter(|&&i| i > 0.0).product();
        self.draws * volume * libm::exp(-0.5 * square(at, &self.centre, &self.inverse))
    }
}

/// Squared distance in widths.
pub(super) fn square(a: &Coordinates, b: &Coordinates, inverse: &[f64; 6]) -> f64 {
    (0..6).map(|d| (a[d] - b[d]) * inverse[d]).map(|x| x * x).sum()
}
