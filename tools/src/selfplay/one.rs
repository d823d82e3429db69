//! One match: played on from wherever its record stands.

use crate::interrupt::Stop;
use crate::players;
use crate::record_file::Recorder;
use crate::strength::Failure;
use crate::strength::pair::MOST_STROKES;
use anyhow::{Context, Result};
use filotto_engine::game::{GameError, Phase, step};
use filotto_engine::record::Line;
use filotto_engine::{Brain, Game, Player};

/// Plays to the end of the match, or until somebody asks to stop; whether it is over.
pub fn play(
    game: &mut Game,
    brains: &mut [Box<dyn Brain>; 2],
    lines: &mut Vec<Line>,
    recorder: &mut Recorder,
    stop: &Stop,
) -> Result<bool> {
    while !matches!(game.phase(), Phase::Done(_)) {
        if stop.asked() {
            return Ok(false);
        }
        let line = next(game, brains)?;
        recorder.line(&line).with_context(|| recorder.part().display().to_string())?;
        lines.push(line);
    }
    Ok(true)
}

/// The next line. A player that gives no stroke loses the match, as one who refuses to go on (9.2).
fn next(game: &mut Game, brains: &mut [Box<dyn Brain>; 2]) -> Result<Line, GameError> {
    if game.phase() == Phase::Stroke && game.stroke() > MOST_STROKES {
        return break_off(game);
    }
    match step(game, brains, &mut players::claims) {
        Err(error) => match Failure::of(&error) {
            Some((player, failure)) => game.disqualify(player, &format!("{}: {error}", failure.word())),
            None => Err(error),
        },
        line => line,
    }
}

/// How the reason begins that ends a set in which nobody gets on.
pub const BROKEN_OFF: &str = "broken off";

/// The rules know no end without points: the set goes to who leads, level to who did not open it.
fn break_off(game: &mut Game) -> Result<Line, GameError> {
    let position = game.position();
    let [white, yellow] = position.points;
    let leader = match white.cmp(&yellow) {
        std::cmp::Ordering::Greater => Player::White,
        std::cmp::Ordering::Less => Player::Yellow,
        std::cmp::Ordering::Equal => position.sets.map_or(Player::Yellow, |sets| sets.opener.other()),
    };
    let mut points = [0, 0];
    points[leader.index()] = position.target - position.points[leader.index()];
    game.ruling(points, None, &format!("{BROKEN_OFF} after {MOST_STROKES} strokes"))
}
