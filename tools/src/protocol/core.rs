//! The commands that answer at once: simulate, judge, next. Text and JSON give the same answers because both are
//! written from these values.

use super::ask::World;
use super::error::{Code, ProtocolError};
use filotto_engine::played::PlayError;
pub use filotto_engine::played::Played;
use filotto_engine::{Declared, Position, Stroke};

/// Reads a stroke as it was executed in a position.
pub fn executed(text: &str, position: &Position, world: &World) -> Result<Stroke, ProtocolError> {
    let wrong = |error| ProtocolError::notation(Code::Stroke, error);
    let stroke = Stroke::parse(text).map_err(wrong)?;
    stroke.check_executed(position, &world.table).map_err(|error| wrong(error.located_in(text)))?;
    Ok(stroke)
}

/// Plays a checked stroke out, with the faults that the referee declares.
pub fn play(
    position: &Position,
    stroke: &Stroke,
    declared: &[Declared],
    world: &World,
) -> Result<Played, ProtocolError> {
    let refused = |error| match error {
        PlayError::NoStroke(_) => over(position),
        PlayError::Declared { declared, .. } => {
            let message = format!("{} can't be declared with kind `{}`", declared.name(), position.kind.code());
            ProtocolError::field(Code::Value, "declared", message)
        }
        PlayError::Stroke(error) => ProtocolError::notation(Code::Stroke, error),
        other => ProtocolError::field(Code::Stroke, "stroke", other.to_string()),
    };
    filotto_engine::play(position, stroke, declared, None, &world.table, &world.profile).map_err(refused)
}

/// No stroke can be played here.
pub fn over(position: &Position) -> ProtocolError {
    let message = format!("no stroke is played with kind `{}`", position.kind.code());
    ProtocolError::field(Code::NoPosition, "kind", message)
}
