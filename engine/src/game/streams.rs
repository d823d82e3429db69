//! The named random streams of a match: each draw is keyed by what it is for, never by what was drawn before it.

use super::Game;
use crate::brain::Turn;
use crate::math::{key, normals, stream, uniform};
use crate::position::Player;

/// What a stream is for: the first step of its path.
#[derive(Clone, Copy)]
enum For {
    Brain = 1,
    Execution = 2,
    LagExecution = 3,
    Reaction = 4,
    Lot = 5,
}

/// Longest reaction of a player to the referee's word at the lag, s. A ball lagged at the usual speed needs more
/// than a second to the upper cushion, so nobody breaks simultaneity by it.
const SLOWEST_REACTION_S: f64 = 0.25;

impl Game {
    fn seed(&self) -> u64 {
        self.header().seed
    }

    /// The question a player is asked now, with the seed of his own draws.
    pub(super) fn turn(&self, player: Player, lag: bool) -> Turn {
        let stroke = if lag { 0 } else { self.stroke() };
        let path = [For::Brain as u64, self.set().into(), stroke.into(), self.lags.into(), player.index() as u64];
        Turn { set: self.set(), stroke, seed: key(self.seed(), &path) }
    }

    /// The errors of execution of the next stroke.
    pub(super) fn execution(&self) -> [f64; 5] {
        normals(&mut stream(self.seed(), &[For::Execution as u64, self.set().into(), self.stroke().into()]))
    }

    /// The errors of execution of a player's next lag.
    pub(super) fn lag_execution(&self, player: Player) -> [f64; 5] {
        let path = [For::LagExecution as u64, self.set().into(), self.lags.into(), player.index() as u64];
        normals(&mut stream(self.seed(), &path))
    }

    /// A player's reaction to the referee's word, s.
    pub(super) fn reaction_s(&self, player: Player) -> f64 {
        let path = [For::Reaction as u64, self.set().into(), self.lags.into(), player.index() as u64];
        SLOWEST_REACTION_S * uniform(&mut stream(self.seed(), &path))
    }

    /// A lot (3).
    pub(super) fn lot(&self) -> Player {
        let drawn = uniform(&mut stream(self.seed(), &[For::Lot as u64, self.set().into()]));
        if drawn < 0.5 { Player::White } else { Player::Yellow }
    }
}
