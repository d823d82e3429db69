//! What the net learns from: a position, and the law of what the chosen stroke brings.
//!
//! A stroke as played shows one result of many. The record also has the stroke as intended, so it is played again and
//! again with the player's errors, drawn anew: the law of its result to within a few per cent, free of the luck of
//! the one that counted and of the choice that preferred it.

use crate::keys::Key;
use crate::noise;
use crate::trial::{Court, Scene};
use crate::value::features::INPUTS;
use crate::value::net::{RESULTS, place};
use filotto_engine::{Position, Skill, Stroke, Watch, layout_for};

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// As the net sees it.
    pub features: [f32; INPUTS],
    /// The law of the chosen stroke's result, by [`place`].
    pub law: [f32; RESULTS],
}

/// The law of a stroke's result under a player's errors, from `samples` strokes of the key's sequence. `None` where the
/// stroke can't be played.
pub fn law(
    court: &Court,
    position: &Position,
    intended: &Stroke,
    skill: &Skill,
    samples: usize,
    key: Key,
) -> Option<[f32; RESULTS]> {
    let scene = Scene::new(court, position)?;
    let layout = layout_for(position, intended, &court.table).ok()?;
    let mut counts = [0u32; RESULTS];
    let mut watch = Watch::new();
    for errors in noise::list(key, samples) {
        let strike = skill.perturb_strike(&intended.strike, errors, &court.table);
        let ruling = scene.play(&layout, &strike, false, &mut watch)?.ruling;
        counts[place(i32::from(ruling.striker) - i32::from(ruling.opponent))] += 1;
    }
    Some(counts.map(|count| count as f32 / samples.max(1) as f32))
}

/// The mean of a law.
pub fn mean(law: &[f32; RESULTS]) -> f64 {
    crate::value::net::Outlook(*law).mean()
}
