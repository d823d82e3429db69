//! One stroke from a position to the next: simulated, seen by the referee, judged, applied.

use anyhow::{Result, bail};
use filotto_engine::{Declared, Position, Profile, RefereeEvent, Stroke, Verdict, apply, judge, layout_for, observe};
use filotto_physics::{Layout, Table, Trace, simulate};

/// A stroke played out.
#[derive(Clone, Debug)]
pub struct Played {
    /// Balls and pins just before the strike.
    pub layout: Layout,
    /// What happened.
    pub trace: Trace,
    /// What the referee saw.
    pub seen: Vec<RefereeEvent>,
    /// What he says.
    pub verdict: Verdict,
    /// The position before the next stroke.
    pub next: Position,
}

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
    let layout = layout_for(position, stroke, table)?;
    let trace = simulate(table, &layout, &[(stroke.struck(position), stroke.strike)])?;
    let seen = observe(position, stroke, &trace);
    filotto_engine::check_events(layout.pins, kind, &[], declared)?;
    let verdict = judge(layout.pins, kind, &seen, declared, profile);
    let next = apply(position, &trace.summary.rest, &verdict.ruling, table, profile);
    Ok(Played { layout, trace, seen, verdict, next })
}
