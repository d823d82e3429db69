//! One stroke from the position before it to the position after it: simulate, observe, judge, apply.

use crate::apply::{Places, apply};
use crate::declared::Declared;
use crate::events::RefereeEvent;
use crate::judge::{Ruling, Verdict, judge};
use crate::observe::observe;
use crate::position::{Kind, Position, PositionError};
use crate::profile::Profile;
use crate::stroke::{Stroke, StrokeError, layout_for};
use filotto_physics::trace::BallRest;
use filotto_physics::{Ball, Layout, SimError, Table, Trace, simulate};
use thiserror::Error;

/// Why a stroke can't be played out.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The kind of position has no stroke.
    #[error("kind: `{}` has no stroke; n, o, r and h have", .0.code())]
    NoStroke(Kind),
    /// The stroke can't have happened here.
    #[error("{0}")]
    Stroke(#[from] StrokeError),
    /// What is declared can't be with this stroke.
    #[error("declared: {} is not possible with kind `{}`", .declared.name(), .kind.code())]
    Declared {
        /// What was declared.
        declared: Declared,
        /// The kind of stroke.
        kind: Kind,
    },
    /// The places the referee gave can't be.
    #[error("{0}")]
    Moved(PositionError),
    /// The physics refuses it.
    #[error("{0}")]
    Simulation(#[from] SimError),
}

/// A stroke played out.
#[derive(Clone, Debug)]
pub struct Played {
    /// Balls and pins before the strike, the striker's ball placed.
    pub layout: Layout,
    /// What happened.
    pub trace: Trace,
    /// What the referee saw of it.
    pub events: Vec<RefereeEvent>,
    /// His judgement.
    pub ruling: Ruling,
    /// The same with its reasons, to be explained.
    pub verdict: Verdict,
    /// The next position.
    pub next: Position,
}

/// Plays an executed stroke out. `moved`: where the balls lie after a declared touch displaced them, by the
/// referee's hand; else where they came to rest.
///
/// # Errors
/// A stroke, a declaration or places that can't be.
pub fn play(
    position: &Position,
    executed: &Stroke,
    declared: &[Declared],
    moved: Option<Places>,
    table: &Table,
    profile: &Profile,
) -> Result<Played, PlayError> {
    let kind = position.kind.stroke_kind().ok_or(PlayError::NoStroke(position.kind))?;
    executed.check_executed(position, table)?;
    if let Some(&declared) = declared.iter().find(|declared| !declared.possible_with(kind)) {
        return Err(PlayError::Declared { declared, kind: position.kind });
    }
    let layout = layout_for(position, executed, table)?;
    let trace = simulate(&profile.seen_on(table), &layout, &[(executed.struck(position), executed.strike)])?;
    let events = observe(position, executed, &trace);
    let verdict = judge(layout.pins, kind, &events, declared, profile);
    let ruling = verdict.ruling;
    let mut rest = trace.summary.rest;
    if let Some(places) = moved {
        rest.balls = places.map(|place| place.map_or(BallRest::Off, BallRest::At));
        check_places(&places, position, table).map_err(PlayError::Moved)?;
    }
    let next = apply(position, &rest, &ruling, table, profile);
    Ok(Played { layout, trace, events, ruling, verdict, next })
}

/// Places that the referee gives: as in a position, where a ball may be off the table.
pub(crate) fn check_places(places: &Places, position: &Position, table: &Table) -> Result<(), PositionError> {
    let mut lying = Position { balls: *places, kind: Kind::Over, ..position.clone() };
    lying.pins = crate::spots::standing(places, table);
    lying.check(table)
}

/// Whether the cue ball lies in contact with a ball or a cushion (10.1, 10.2), as near as the rules say.
pub fn in_contact(position: &Position, table: &Table, profile: &Profile) -> bool {
    let Some(own) = position.ball(position.cue_ball()) else { return false };
    let (radius, params) = (table.radius(), table.params());
    let others = Ball::ALL.into_iter().filter(|&ball| ball != position.cue_ball());
    let balls = others.filter_map(|ball| position.ball(ball)).map(|at| at.distance(own) - 2.0 * radius);
    let cushions = [own.x, own.y, params.length_m - own.x, params.width_m - own.y].map(|gap| gap - radius);
    balls.chain(cushions).any(|gap| gap <= profile.contact_m)
}
