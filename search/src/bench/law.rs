//! The laws of one stroke's result, from self-play: what the race table is made of.
//!
//! Strokes are sorted by what the planner expected of them and cut into [`CLASSES`] classes of equal size, from bad
//! leaves to good ones, so that a leave of given value has its own law.

use super::play::{self, Stroke};
use crate::budget::Quiet;
use crate::plan::{PlanError, Request};
use crate::planner::Planner;
use crate::trial::Court;
use filotto_engine::{Kind, Position, ProfileName, spots};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Classes of leaves. More would follow the leave closer, but each would be known from fewer strokes.
pub const CLASSES: usize = 5;
/// Sets played at once: the same strokes for any number of threads.
const BATCH: u64 = 8;

/// What a law needs to know of a stroke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The position before it, as text.
    pub position: String,
    /// What the planner expected of it, own points minus the opponent's.
    pub expected: f64,
    /// Points to the striker less points to the opponent: one of them is 0 (7.5).
    pub result: i32,
}

/// The strokes of the `number`-th batch of sets of self-play.
///
/// # Errors
/// A request that makes no sense.
pub fn batch(planner: &Planner, request: &Request, number: u64) -> Result<Vec<Turn>, PlanError> {
    let sets: Result<Vec<Vec<Stroke>>, _> = planner.install(|| {
        let numbers = (number * BATCH..(number + 1) * BATCH).into_par_iter();
        numbers.map(|set| play::set(planner, request, set, usize::MAX)).collect()
    });
    Ok(sets?.iter().flatten().map(turn).collect())
}

fn turn(stroke: &Stroke) -> Turn {
    let result = i32::from(stroke.ruling.striker) - i32::from(stroke.ruling.opponent);
    Turn { position: stroke.position.to_string(), expected: stroke.expected, result }
}

/// Strokes from hand that are planned for their mean: good players give the ball away too rarely to wait for them.
const FROM_HAND: usize = 200;

/// Mean promise of strokes from hand: the leaves of ordinary strokes, the ball to play lifted from them.
///
/// # Errors
/// A request that makes no sense.
pub fn from_hand(planner: &Planner, request: &Request, turns: &[Turn]) -> Result<f64, PlanError> {
    let court = planner.court();
    let read = |turn: &Turn| Position::parse(&turn.position, &court.table).ok();
    let normal = turns.iter().filter_map(read).filter(|position| position.kind == Kind::Normal);
    let lifted: Vec<Position> = normal.filter_map(|position| lifted(&position, court)).take(FROM_HAND).collect();
    let promised: Result<Vec<f64>, _> = planner.install(|| {
        let plans = lifted.par_iter().map(|position| planner.plan(position, request, &Quiet));
        plans.map(|plan| plan.map(|plan| plan.best().net.mean)).collect()
    });
    let promised = promised?;
    Ok(promised.iter().sum::<f64>() / promised.len().max(1) as f64)
}

/// The position with the striker's ball in hand.
fn lifted(position: &Position, court: &Court) -> Option<Position> {
    let mut balls = position.balls;
    balls[position.cue_ball().index()] = None;
    let half = spots::half_in_hand(position.ball(position.object_ball())?, &court.table, &court.profile);
    let pins = spots::standing(&balls, &court.table);
    let profile = ProfileName::from_text(&court.profile.name);
    Some(Position { balls, pins, kind: Kind::InHand(half), profile, ..position.clone() })
}

/// The lines of the data file for one skill: a law a class, and the mean results by kind of stroke.
pub fn lines(rules: &str, skill: &str, turns: &[Turn], in_hand: f64) -> String {
    let mut sorted: Vec<&Turn> = turns.iter().collect();
    sorted.sort_by(|a, b| a.expected.total_cmp(&b.expected));
    let mut text = String::new();
    for class in 0..CLASSES {
        let part = &sorted[class * sorted.len() / CLASSES..(class + 1) * sorted.len() / CLASSES];
        let mut counts: BTreeMap<i32, u32> = BTreeMap::new();
        for turn in part {
            *counts.entry(turn.result).or_default() += 1;
        }
        let _ = write!(text, "{rules} {skill} {class}");
        for (result, count) in counts {
            let _ = write!(text, " {result}:{count}");
        }
        text.push('\n');
    }
    // The kind is the sixth word of a position: `n` is an ordinary stroke.
    let ordinary = |turn: &&Turn| turn.position.split_whitespace().nth(5) == Some("n");
    let normal: Vec<f64> = turns.iter().filter(ordinary).map(|turn| f64::from(turn.result)).collect();
    let normal = normal.iter().sum::<f64>() / normal.len().max(1) as f64;
    let _ = writeln!(text, "{rules} {skill} means {normal:.3} {in_hand:.3}");
    text
}
