//! A quick measure of strength: sets between two players, each pair from the same noise with the sides swapped.
//!
//! Both open once, so the lag is left out. `filotto strength` is the careful one, with SPRT and luck adjustment.

use crate::keys::{Key, Stage};
use filotto_engine::math::{normals, stream};
use filotto_engine::{Brain, BrainError, Kind, Player, Position, ProfileName, Skill, Turn, play};
use filotto_physics::Table;
use serde::{Deserialize, Serialize};

/// A set longer than this is nobody's: neither player makes points.
const MOST_STROKES: u32 = 1000;

/// What the sets came to, seen from the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Pairs by sets won: 0, 1 or 2.
    pub pairs: [u32; 3],
    /// Sets that no one won.
    pub void: u32,
    /// Strokes of the first and of the second player.
    pub strokes: [u32; 2],
    /// Points less those given away.
    pub net: [i64; 2],
    /// Faults.
    pub faults: [u32; 2],
    /// Illegal strokes.
    pub illegal: [u32; 2],
}

impl Score {
    /// Adds another's sets.
    pub fn add(&mut self, other: &Score) {
        (0..3).for_each(|i| self.pairs[i] += other.pairs[i]);
        self.void += other.void;
        for i in 0..2 {
            self.strokes[i] += other.strokes[i];
            self.net[i] += other.net[i];
            self.faults[i] += other.faults[i];
            self.illegal[i] += other.illegal[i];
        }
    }

    /// Share of sets won.
    pub fn share(&self) -> f64 {
        let pairs: u32 = self.pairs.iter().sum();
        f64::from(self.pairs[1] + 2 * self.pairs[2]) / f64::from(2 * pairs).max(1.0)
    }
}

/// Where and for what it is played.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The table.
    pub table: &'a Table,
    /// The rules.
    pub profile: &'a filotto_engine::Profile,
    /// The errors of both.
    pub skill: Skill,
    /// Points that win a set.
    pub target: u16,
    /// Of the noise.
    pub seed: u64,
}

/// Plays a pair of sets and adds it to the score.
///
/// # Errors
/// A player without an answer.
pub fn pair(
    players: &mut [Box<dyn Brain>; 2],
    terms: &Terms,
    number: u64,
    score: &mut Score,
) -> Result<(), BrainError> {
    let first = set(players, terms, number, 0, score)?;
    let second = set(players, terms, number, 1, score)?;
    let won = [first, second].iter().filter(|&&won| won == Some(0)).count();
    if first.is_none() || second.is_none() {
        score.void += 1;
    }
    score.pairs[won] += 1;
    Ok(())
}

/// One set; `white` is the index of the player with the white ball, who opens. The index of the winner.
fn set(
    players: &mut [Box<dyn Brain>; 2],
    terms: &Terms,
    number: u64,
    white: usize,
    score: &mut Score,
) -> Result<Option<usize>, BrainError> {
    let key = Key::new(terms.seed).stage(Stage::Bench).with(number);
    let name = ProfileName::from_text(&terms.profile.name);
    let mut position = Position::opening_on(terms.table, Player::White, terms.target, name);
    for stroke in 1..=MOST_STROKES {
        let who = position.striker.index() ^ white;
        let key = key.with(u64::from(stroke));
        players[who].begin(&Turn { set: 1, stroke, seed: key.with(who as u64 + 1).bits() });
        let intended = players[who].stroke(&position)?;
        if intended.check_intended(&position, terms.table).is_err() {
            score.illegal[who] += 1;
            return Ok(Some(1 - who));
        }
        let executed = terms.skill.perturb(&intended, normals(&mut stream(key.bits(), &[])), terms.table);
        let played = play(&position, &executed, &[], None, terms.table, terms.profile);
        let played = played.map_err(|error| BrainError::Failed(error.to_string()))?;
        let ruling = &played.ruling;
        score.strokes[who] += 1;
        score.net[who] += i64::from(ruling.striker) - i64::from(ruling.opponent);
        score.faults[who] += u32::from(!ruling.faults.is_empty());
        position = played.next;
        if position.kind == Kind::Over {
            let winner = filotto_engine::apply::winner(&position);
            return Ok(winner.map(|player| player.index() ^ white));
        }
    }
    Ok(None)
}
