//! Sets that the planner plays with itself: where positions and laws come from.

use crate::keys::{Key, Stage};
use crate::plan::{PlanError, Request};
use crate::planner::Planner;
use filotto_engine::math::{normals, stream};
use filotto_engine::{Kind, Player, Position, ProfileName, Ruling, play};

/// Points of a set of self-play: the usual target.
pub const TARGET: u16 = 60;

/// A stroke that was played.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// The position before it.
    pub position: Position,
    /// What the planner expected of it, own points minus the opponent's.
    pub expected: f64,
    /// What came of it.
    pub ruling: Ruling,
}

/// Plays one set with both sides of a request's skills, seeded by its own seed and the number of the set. White opens
/// the even sets.
///
/// # Errors
/// A request that makes no sense; no position of a set is without a stroke.
pub fn set(planner: &Planner, request: &Request, number: u64, most: usize) -> Result<Vec<Stroke>, PlanError> {
    let court = planner.court();
    let root = Key::new(request.seed).stage(Stage::Bench).with(number);
    let opener = if number.is_multiple_of(2) { Player::White } else { Player::Yellow };
    let name = ProfileName::from_text(&court.profile.name);
    let mut position = Position::opening_on(&court.table, opener, TARGET, name);
    let mut strokes = Vec::new();
    while position.kind != Kind::Over && strokes.len() < most {
        let key = root.with(strokes.len() as u64);
        let plan = planner.plan(&position, &Request { seed: key.bits(), ..*request }, &crate::budget::Quiet)?;
        let best = plan.best();
        let errors = normals(&mut stream(key.bits(), &[1]));
        let executed = request.skills.striker.perturb(&best.stroke, errors, &court.table);
        let played = play(&position, &executed, &[], None, &court.table, &court.profile);
        // What the engine refuses to play would be a fault of the planner; a set ends there rather than silently going on.
        let Ok(played) = played else { return Err(PlanError::NoStroke) };
        let next = played.next;
        strokes.push(Stroke { position, expected: best.net.mean, ruling: played.ruling });
        position = next;
    }
    Ok(strokes)
}
