//! From sets to examples: each chosen stroke drawn anew, in parallel; and which matches are held out.

use super::records::{Records, Set};
use filotto_engine::{Skill, math};
use filotto_search::keys::Key;
use filotto_search::learn::label::{Example, law};
use filotto_search::value::features::Frame;
use rayon::prelude::*;

/// Marks what decides whether a match is held out among the streams of its seed.
const HELD: u64 = 0x6865_6c64;
/// Marks the strokes drawn for a label.
const LABEL: u64 = 0x6c61_6265;

/// Whether a match is held out: by its own seed, so that it is so in every training, and the two sets of a pair
/// (one seed, sides swapped) never part.
pub fn is_held(seed: u64, share: f64) -> bool {
    let mut stream = math::stream(seed, &[HELD]);
    math::uniform(&mut stream) < share
}

/// The sets learned from, and those held out.
pub fn split(records: &Records, share: f64) -> [Vec<&Set>; 2] {
    let (held, training) = records.sets.iter().partition(|set| is_held(records.headers[set.header].seed, share));
    [training, held]
}

/// The skills of a set's players by colour.
pub fn skills<'a>(records: &'a Records, set: &Set) -> [&'a Skill; 2] {
    let players = &records.headers[set.header].players;
    [&players[0].skill, &players[1].skill]
}

/// The examples of sets, in their order; `done` is told after each set.
pub fn examples(records: &Records, sets: &[&Set], samples: usize, done: impl Fn() + Sync) -> Vec<Example> {
    let of_set = |set: &&Set| {
        let examples = of_set(records, set, samples);
        done();
        examples
    };
    sets.par_iter().map(of_set).collect::<Vec<_>>().into_iter().flatten().collect()
}

fn of_set(records: &Records, set: &Set, samples: usize) -> Vec<Example> {
    let skills = skills(records, set);
    let court = &records.courts[set.court];
    let frame = Frame::new(&court.table, skills);
    let key = Key::new(records.headers[set.header].seed).with(LABEL).with(u64::from(set.number));
    let one = |(i, choice): (usize, &super::records::Choice)| {
        let skill = skills[choice.position.striker.index()];
        let law = law(court, &choice.position, &choice.stroke, skill, samples, key.with(i as u64))?;
        Some(Example { features: frame.features(&choice.position), law })
    };
    set.choices.iter().enumerate().filter_map(one).collect()
}
