//! What a leave is worth to the player who comes to it: the expected result of his next stroke.

use super::laws::Means;
use filotto_engine::{Kind, Position};

/// Expected result of a stroke by its kind, for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    means: Means,
}

impl Model {
    /// From the measured means of a player's strokes.
    pub fn new(means: Means) -> Model {
        Model { means }
    }

    /// Expected points, own minus the opponent's, of the next stroke.
    pub fn expected(&self, position: &Position) -> f64 {
        match position.kind {
            Kind::Normal => self.means.normal,
            _ => self.means.in_hand,
        }
    }
}
