//! The commands that answer at once: simulate, judge, next. Text and JSON give the same answers because both are
//! written from these values.

use super::ask::World;
use super::error::{Code, ProtocolError};
use filotto_engine::{Declared, Position, RefereeEvent, Stroke, Verdict, apply, judge, layout_for, observe};
use filotto_physics::simulate as run;
use filotto_physics::trace::Trace;

/// A stroke played out and ruled.
pub struct Played {
    /// What happened.
    pub trace: Trace,
    /// What the referee saw.
    pub seen: Vec<RefereeEvent>,
    /// The verdict, with the faults declared.
    pub verdict: Verdict,
    /// The position after it.
    pub next: Position,
}

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
    let wrong = |error| ProtocolError::notation(Code::Stroke, error);
    let layout = layout_for(position, stroke, &world.table).map_err(wrong)?;
    let kind = position.kind.stroke_kind().ok_or_else(|| over(position))?;
    if let Some(stray) = declared.iter().find(|declared| !declared.possible_with(kind)) {
        let message = format!("{} can't be declared with kind `{}`", stray.name(), position.kind.code());
        return Err(ProtocolError::field(Code::Value, "declared", message));
    }
    let trace = run(&world.table, &layout, &[(stroke.struck(position), stroke.strike)])
        .map_err(|error| ProtocolError::field(Code::Stroke, "stroke", error.to_string()))?;
    let seen = observe(position, stroke, &trace);
    let verdict = judge(layout.pins, kind, &seen, declared, &world.profile);
    let next = apply(position, &trace.summary.rest, &verdict.ruling, &world.table, &world.profile);
    Ok(Played { trace, seen, verdict, next })
}

/// No stroke can be played here.
pub fn over(position: &Position) -> ProtocolError {
    let message = format!("no stroke is played with kind `{}`", position.kind.code());
    ProtocolError::field(Code::NoPosition, "kind", message)
}
