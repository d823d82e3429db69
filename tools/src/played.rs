//! One stroke from a position to the next: simulated, seen by the referee, judged, applied.

use anyhow::{Result, bail};
use filotto_engine::names::{Name, facts};
pub use filotto_engine::played::Played;
use filotto_engine::{Declared, Position, Profile, Stroke, check_events};
use filotto_physics::{Ball, Layout, Obstacle, PinSet, Strike, Table, clearance, obstruction};

/// Reads a stroke as it was executed in a position.
pub fn stroke(text: &str, position: &Position, table: &Table) -> Result<Stroke> {
    let stroke = Stroke::parse(text)?;
    stroke.check_executed(position, table).map_err(|error| error.located_in(text))?;
    Ok(stroke)
}

/// Reads a stroke that a player intends: past the miscue limit is an error here.
pub fn intended(text: &str, position: &Position, table: &Table) -> Result<Stroke> {
    let stroke = Stroke::parse(text)?;
    stroke.check_intended(position, table).map_err(|error| error.located_in(text))?;
    Ok(stroke)
}

/// Whether the cue can lie where a stroke needs it. Through a ball is an error; lower than cushions or pins allow is
/// answered by the least elevation that clears them, degrees, since players reach over a cushion in more ways than one.
pub fn cue_clear(table: &Table, layout: &Layout, ball: Ball, strike: &Strike) -> Result<Option<f64>> {
    let least = || clearance(table, layout, ball, strike.phi_deg, strike.b);
    match obstruction(table, layout, ball, strike) {
        None => Ok(None),
        Some(Obstacle::Ball(other)) => {
            bail!("theta: the cue would go through {}; at least {:.1} is right", other.name(), least())
        }
        Some(_) => Ok(Some(least())),
    }
}

/// What a stroke is called by what it did.
pub fn name(position: &Position, stroke: &Stroke, played: &Played, table: &Table) -> Name {
    Name::of(&facts(table, stroke.struck(position), &stroke.strike, &played.trace))
}

/// Plays a checked stroke out, with the faults that the referee declares.
pub fn play(
    position: &Position,
    stroke: &Stroke,
    declared: &[Declared],
    table: &Table,
    profile: &Profile,
) -> Result<Played> {
    let Some(kind) = position.kind.stroke_kind() else {
        bail!("kind: no stroke is played with `{}`; n, o, r, h:lower or h:upper is right", position.kind.code());
    };
    // With no events the pins play no part: this tells a declaration that doesn't go with the stroke.
    check_events(PinSet::ALL, kind, &[], declared)?;
    Ok(filotto_engine::play(position, stroke, declared, None, table, profile)?)
}
