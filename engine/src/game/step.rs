//! Playing a match between two brains, one line of the record at a time.

use super::{Calls, ClaimAnswer, Game, GameError, Phase};
use crate::brain::{Brain, BrainError};
use crate::notation::LagStrokes;
use crate::played::in_contact;
use crate::position::{Kind, Player, Position};
use crate::profile::Profile;
use crate::record::Line;
use crate::stroke::{Stroke, StrokeError, check_intended_strike};
use filotto_physics::{Strike, Table};

/// Lags that decide nothing before the opening is drawn by lot: two machines would lag alike for ever.
const MOST_LAGS: u32 = 20;

/// Searches for a fault-free stroke when a player claims that there is none (10.4).
pub type Claims<'a> = dyn FnMut(&Position, &Table, &Profile) -> ClaimAnswer + 'a;

/// Grants no claim.
pub fn no_claims(_: &Position, _: &Table, _: &Profile) -> ClaimAnswer {
    ClaimAnswer { granted: false, how: "claims are not searched in this match".into() }
}

/// Plays to the end of the match (or from where it stands), giving each line as it is booked.
///
/// # Errors
/// A player without a legal answer, named with the reason; or what the sink says.
pub fn play_match(
    game: &mut Game,
    players: &mut [Box<dyn Brain>; 2],
    claims: &mut Claims<'_>,
    sink: &mut dyn FnMut(&Game, &Line) -> std::io::Result<()>,
) -> Result<(), GameError> {
    while !matches!(game.phase(), Phase::Done(_)) {
        let line = step(game, players, claims)?;
        sink(game, &line)?;
    }
    Ok(())
}

/// Plays one step: a lag, a choice, a claim, a stroke, a break, the end of a set or of the match.
///
/// # Errors
/// A player without a legal answer, named with the reason. The match stands as before: the caller may ask again,
/// forfeit the set or disqualify.
pub fn step(game: &mut Game, players: &mut [Box<dyn Brain>; 2], claims: &mut Claims<'_>) -> Result<Line, GameError> {
    if game.break_due() {
        return game.take_break();
    }
    match game.phase() {
        Phase::Lag if game.lags >= MOST_LAGS => choice(game, players, game.lot(), true),
        Phase::Lag => lag(game, players),
        Phase::Choice(player) => choice(game, players, player, false),
        Phase::Stroke => stroke(game, players, claims),
        Phase::SetOver(_) => game.end_of_set(),
        Phase::Won(_) | Phase::Done(_) => game.end_of_match(),
    }
}

/// Asks a player; his failure becomes an error with his name and place.
fn ask<T>(
    game: &Game,
    players: &mut [Box<dyn Brain>; 2],
    player: Player,
    lag: bool,
    question: impl FnOnce(&mut dyn Brain) -> Result<T, BrainError>,
) -> Result<T, GameError> {
    let turn = game.turn(player, lag);
    let brain = &mut players[player.index()];
    brain.begin(&turn);
    let (set, stroke) = (turn.set, turn.stroke);
    question(brain.as_mut()).map_err(|source| GameError::Brain { player, brain: brain.name(), set, stroke, source })
}

fn illegal(game: &Game, player: Player, lag: bool, brain: &dyn Brain, text: String, source: StrokeError) -> GameError {
    let turn = game.turn(player, lag);
    GameError::Illegal { player, brain: brain.name(), set: turn.set, stroke: turn.stroke, text, source }
}

fn lag(game: &mut Game, players: &mut [Box<dyn Brain>; 2]) -> Result<Line, GameError> {
    let mut intended = [Strike::new(0.0, 1.0); 2];
    let mut executed = intended;
    for player in Player::ALL {
        let seen = Position { striker: player, ..game.position().clone() };
        let strike = ask(game, players, player, true, |brain| brain.lag(&seen))?;
        if let Err(error) = check_intended_strike(&strike, game.table()) {
            let text = Stroke::from(strike).to_string();
            return Err(illegal(game, player, true, players[player.index()].as_ref(), text, error));
        }
        let skill = game.header().players[player.index()].skill;
        let mut struck = skill.perturb_strike(&strike, game.lag_execution(player), game.table());
        struck.delay_s = game.reaction_s(player);
        intended[player.index()] = Strike { delay_s: 0.0, ..strike };
        executed[player.index()] = struck;
    }
    let first = executed[0].delay_s.min(executed[1].delay_s);
    executed.iter_mut().for_each(|strike| strike.delay_s -= first);
    game.lag(LagStrokes(intended), LagStrokes(executed))
}

fn choice(game: &mut Game, players: &mut [Box<dyn Brain>; 2], player: Player, lot: bool) -> Result<Line, GameError> {
    let seen = game.opening_position(player);
    let opens = ask(game, players, player, true, |brain| brain.opens(&seen))?;
    game.choose(player, opens, lot)
}

fn stroke(game: &mut Game, players: &mut [Box<dyn Brain>; 2], claims: &mut Claims<'_>) -> Result<Line, GameError> {
    let position = game.position().clone();
    let player = position.striker;
    let may_claim =
        position.kind == Kind::Normal && !game.claim_refused && in_contact(&position, game.table(), game.profile());
    if may_claim && ask(game, players, player, false, |brain| brain.claims(&position))? {
        let answer = claims(&position, game.table(), game.profile());
        return game.claim(&answer);
    }
    let intended = ask(game, players, player, false, |brain| brain.stroke(&position))?;
    if let Err(error) = intended.check_intended(&position, game.table()) {
        let brain = players[player.index()].as_ref();
        return Err(illegal(game, player, false, brain, intended.to_string(), error));
    }
    let skill = game.header().players[player.index()].skill;
    let executed = skill.perturb(&intended, game.execution(), game.table());
    let forecast = players[player.index()].forecast();
    game.play(&intended, &executed, &Calls { forecast, ..Calls::default() })
}
