//! What a leave is worth to the player who comes to it: the expected result of his next stroke.

use filotto_engine::{Kind, Position, Skill};

/// Expected result of a stroke by its kind, for one skill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    normal: f64,
    in_hand: f64,
}

impl Model {
    /// The model of a skill.
    pub fn of(_skill: &Skill) -> Model {
        Model { normal: 2.0, in_hand: 3.0 }
    }

    /// Expected points, own minus the opponent's, of the next stroke.
    pub fn expected(&self, position: &Position) -> f64 {
        match position.kind {
            Kind::Normal => self.normal,
            _ => self.in_hand,
        }
    }
}
