//! Two sets from the same seeds with the sides swapped: what the lag and the noise give to one player in the first set
//! they give to the other in the second.

use super::failure::Failure;
use super::luck::Luck;
use filotto_engine::game::{Game, GameError, Phase, no_claims, step};
use filotto_engine::record::{Header, Line};
use filotto_engine::{Brain, Player};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A set longer than this is broken off: neither player makes points.
pub const MOST_STROKES: u32 = 3000;

/// What one player did in a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Strokes played.
    pub strokes: u32,
    /// Points of his own strokes.
    pub points: u32,
    /// Points given away by his strokes.
    pub lost: u32,
    /// Strokes with a fault.
    pub faults: u32,
    /// Time for his strokes, s. Not the same twice.
    pub seconds: f64,
}

impl Side {
    /// Adds what was done elsewhere.
    pub fn add(&mut self, side: &Side) {
        self.strokes += side.strokes;
        self.points += side.points;
        self.lost += side.lost;
        self.faults += side.faults;
        self.seconds += side.seconds;
    }
}

/// A set, seen from the first player (A).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetResult {
    /// Whether A won; `None` = void: nobody's.
    pub won: Option<bool>,
    /// Whether A opened.
    pub opened: Option<bool>,
    /// A and B.
    pub sides: [Side; 2],
    /// A's luck: how much more than expected the executed strokes gave him, as a chance to win.
    pub luck: f64,
    /// Who failed (0 = A), how, and what he did.
    pub failure: Option<(usize, Failure, String)>,
}

/// A pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// Its number, from 0.
    pub pair: u64,
    /// A as white, A as yellow.
    pub sets: [SetResult; 2],
}

impl PairResult {
    /// Sets won by A; `None` when one is void.
    pub fn won(&self) -> Option<usize> {
        let [first, second] = &self.sets;
        Some(usize::from(first.won?) + usize::from(second.won?))
    }

    /// A's score of the pair less his luck, 0 to 1 on average.
    pub fn adjusted(&self) -> Option<f64> {
        let luck: f64 = self.sets.iter().map(|set| set.luck).sum();
        Some((self.won()? as f64 - luck) / 2.0)
    }
}

/// Plays one set; `white` is the index (0 = A) of who has the white ball. The players stand as A, B.
pub fn play_set(
    header: &Header,
    players: [Box<dyn Brain>; 2],
    white: usize,
    luck: &mut Luck,
) -> Result<(SetResult, [Box<dyn Brain>; 2]), GameError> {
    let mut game = Game::new(header.clone())?;
    let mut seated = players;
    if white == 1 {
        seated.swap(0, 1);
    }
    let index = |player: Player| if player.index() == 0 { white } else { 1 - white };
    let mut result = SetResult { won: None, opened: None, sides: [Side::default(); 2], luck: 0.0, failure: None };
    let mut strokes = 0;
    while !matches!(game.phase(), Phase::Done(_) | Phase::Won(_) | Phase::SetOver(_)) && strokes < MOST_STROKES {
        let before = game.position().clone();
        let asked = Instant::now();
        match step(&mut game, &mut seated, &mut no_claims) {
            Ok(Line::Stroke(line)) => {
                strokes += 1;
                let by = index(line.by);
                result.opened.get_or_insert(by == 0);
                count(&mut result.sides[by], &line.verdict, asked.elapsed());
                let gain = luck.of(&before, &line.intended, game.position(), strokes);
                result.luck += if by == 0 { gain } else { -gain };
            }
            Ok(_) => {}
            Err(error) => match Failure::of(&error) {
                Some((player, failure)) => {
                    let by = index(player);
                    result.failure = Some((by, failure, error.to_string()));
                    result.won = Some(by == 1);
                    break;
                }
                None => return Err(error),
            },
        }
    }
    if let Phase::Done(player) | Phase::Won(player) | Phase::SetOver(player) = game.phase() {
        result.won = Some(index(player) == 0);
    }
    if white == 1 {
        seated.swap(0, 1);
    }
    Ok((result, seated))
}

fn count(side: &mut Side, verdict: &filotto_engine::record::VerdictLine, time: Duration) {
    side.strokes += 1;
    side.points += u32::from(verdict.striker);
    side.lost += u32::from(verdict.opponent);
    side.faults += u32::from(!verdict.faults.is_empty());
    side.seconds += time.as_secs_f64();
}
