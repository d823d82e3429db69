//! The laws of one stroke's result, from self-play: what the race table is made of.
//!
//! Strokes are sorted by what the planner expected of them and cut into [`CLASSES`] classes of equal size, from bad
//! leaves to good ones, so that a leave of given value has its own law.

use super::play::{self, Stroke};
use crate::budget::Quiet;
use crate::plan::{PlanError, Request};
use crate::planner::Planner;
use crate::trial::Court;
use filotto_engine::{Kind, Position, spots};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Classes of leaves. More would follow the leave closer, but each would be known from fewer strokes.
pub const CLASSES: usize = 5;
/// Sets played at once: the same strokes for any number of threads.
const BATCH: u64 = 8;

/// Strokes of self-play, at least `n`, whole sets.
///
/// # Errors
/// A request that makes no sense.
pub fn strokes(planner: &Planner, request: &Request, n: usize) -> Result<Vec<Stroke>, PlanError> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut number = 0;
    while strokes.len() < n {
        let sets: Result<Vec<_>, _> = planner.install(|| {
            let batch = (number..number + BATCH).into_par_iter();
            batch.map(|set| play::set(planner, request, set, usize::MAX)).collect()
        });
        strokes.extend(sets?.into_iter().flatten());
        number += BATCH;
    }
    Ok(strokes)
}

/// Strokes from hand that are planned for their mean: good players give the ball away too rarely to wait for them.
const FROM_HAND: usize = 200;

/// Mean promise of strokes from hand: the leaves of ordinary strokes, the ball to play lifted from them.
///
/// # Errors
/// A request that makes no sense.
pub fn from_hand(planner: &Planner, request: &Request, strokes: &[Stroke]) -> Result<f64, PlanError> {
    let court = planner.court();
    let normal = strokes.iter().map(|s| &s.position).filter(|p| p.kind == Kind::Normal);
    let lifted: Vec<Position> = normal.filter_map(|position| lifted(position, court)).take(FROM_HAND).collect();
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
    Some(Position { balls, pins, kind: Kind::InHand(half), ..position.clone() })
}

/// The lines of the data file for one skill: a law a class, and the mean results by kind of stroke.
pub fn lines(rules: &str, skill: &str, strokes: &[Stroke], in_hand: f64) -> String {
    let mut sorted: Vec<&Stroke> = strokes.iter().collect();
    sorted.sort_by(|a, b| a.expected.total_cmp(&b.expected));
    let mut text = String::new();
    for class in 0..CLASSES {
        let part = &sorted[class * sorted.len() / CLASSES..(class + 1) * sorted.len() / CLASSES];
        let mut counts: BTreeMap<i32, u32> = BTreeMap::new();
        for stroke in part {
            *counts.entry(result(stroke)).or_default() += 1;
        }
        let _ = write!(text, "{rules} {skill} {class}");
        for (result, count) in counts {
            let _ = write!(text, " {result}:{count}");
        }
        text.push('\n');
    }
    let normal = strokes.iter().filter(|s| s.position.kind == Kind::Normal).map(|s| f64::from(result(s)));
    let normal: Vec<f64> = normal.collect();
    let normal = normal.iter().sum::<f64>() / normal.len().max(1) as f64;
    let _ = writeln!(text, "{rules} {skill} means {normal:.3} {in_hand:.3}");
    text
}

/// Points to the striker less points to the opponent: one of them is 0 (7.5).
fn result(stroke: &Stroke) -> i32 {
    i32::from(stroke.ruling.striker) - i32::from(stroke.ruling.opponent)
}
