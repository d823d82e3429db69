//! What a match asks of a player: a stroke, and at times the lag, the choice to open, a claim of 10.4.

use crate::position::Position;
use crate::stroke::Stroke;
use filotto_physics::Strike;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a player gave no answer. The caller decides what follows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BrainError {
    /// It said that it cannot, and why.
    #[error("{0}")]
    Failed(String),
    /// It took longer than it had.
    #[error("no answer within {0} ms")]
    Timeout(u64),
    /// It is gone.
    #[error("gone: {0}")]
    Gone(String),
}

/// Where in a match a question is asked, and the seed for everything random in the answer.
///
/// The seed is a function of the match's seed, the player, the set and the stroke alone, so that a match resumed
/// from a record goes on as if it had never stopped. A brain that keeps nothing else gives the same record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Set, from 1.
    pub set: u8,
    /// Stroke within the set, from 1; 0 for the lag and the choice.
    pub stroke: u32,
    /// For the player's own random numbers.
    pub seed: u64,
}

/// What a player promised of a stroke, for the record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// Expected points to the striker.
    pub points: f64,
    /// Expected points to the opponent.
    pub lost: f64,
    /// Chance of a fault.
    pub fault: f64,
    /// Chance to win the set, where it is estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
    /// Strokes simulated for it.
    pub nodes: u64,
}

/// A player of a match. `position` is always seen with the player asked as its striker.
pub trait Brain: Send {
    /// Its name, as in a scoreboard.
    fn name(&self) -> String;

    /// Told before every question.
    fn begin(&mut self, _turn: &Turn) {}

    /// The stroke to play, with its placement when the ball is in hand.
    ///
    /// # Errors
    /// When it has none.
    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError>;

    /// The stroke of the lag (3); `delay_s` is set by the match.
    ///
    /// # Errors
    /// When it has none.
    fn lag(&mut self, position: &Position) -> Result<Strike, BrainError>;

    /// The winner of the lag: whether to open (or to cede the opening).
    ///
    /// # Errors
    /// When it cannot say.
    fn opens(&mut self, _position: &Position) -> Result<bool, BrainError> {
        Ok(true)
    }

    /// Whether to claim that there is no fault-free stroke from a contact (10.4).
    ///
    /// # Errors
    /// When it cannot say.
    fn claims(&mut self, _position: &Position) -> Result<bool, BrainError> {
        Ok(false)
    }

    /// What it expects of the stroke it just gave, for the record.
    fn forecast(&self) -> Option<Forecast> {
        None
    }
}

impl<B: Brain + ?Sized> Brain for Box<B> {
    fn name(&self) -> String {
        (**self).name()
    }
    fn begin(&mut self, turn: &Turn) {
        (**self).begin(turn);
    }
    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        (**self).stroke(position)
    }
    fn lag(&mut self, position: &Position) -> Result<Strike, BrainError> {
        (**self).lag(position)
    }
    fn opens(&mut self, position: &Position) -> Result<bool, BrainError> {
        (**self).opens(position)
    }
    fn claims(&mut self, position: &Position) -> Result<bool, BrainError> {
        (**self).claims(position)
    }
    fn forecast(&self) -> Option<Forecast> {
        (**self).forecast()
    }
}
