//! How a player can fail in a match, told apart and never silent.

use filotto_engine::game::GameError;
use filotto_engine::{BrainError, Player};
use serde::{Deserialize, Serialize};

/// How a player failed. The set is his opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Failure {
    /// It died, or could not be started.
    Crash,
    /// It took too long.
    Timeout,
    /// It answered a stroke that can't be played.
    Illegal,
    /// It wrote what is no answer.
    Garbage,
    /// It doesn't read, or said that it has no answer.
    Stall,
}

impl Failure {
    /// Every kind.
    pub const ALL: [Failure; 5] =
        [Failure::Crash, Failure::Timeout, Failure::Illegal, Failure::Garbage, Failure::Stall];

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Failure::Crash => "crash",
            Failure::Timeout => "timeout",
            Failure::Illegal => "illegal",
            Failure::Garbage => "garbage",
            Failure::Stall => "stall",
        }
    }

    /// The kind that a word or a sentence beginning with it tells.
    pub fn told(text: &str) -> Option<Failure> {
        let word = text.split(':').next()?;
        Failure::ALL.into_iter().find(|failure| failure.word() == word)
    }

    /// Its place among [`Failure::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Who failed and how; `None` where nobody did.
    pub fn of(error: &GameError) -> Option<(Player, Failure)> {
        match error {
            GameError::Illegal { player, .. } => Some((*player, Failure::Illegal)),
            GameError::Brain { player, source, .. } => {
                let failure = match source {
                    BrainError::Timeout(_) => Failure::Timeout,
                    BrainError::Gone(_) => Failure::Crash,
                    BrainError::Failed(message) if message.starts_with("garbage") => Failure::Garbage,
                    BrainError::Failed(_) => Failure::Stall,
                };
                Some((*player, failure))
            }
            _ => None,
        }
    }
}
