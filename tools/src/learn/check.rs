//! How true a net's chances to win are, on sets it never saw.

use super::examples::skills;
use super::records::{Records, Set};
use filotto_engine::{Position, math};
use filotto_search::learn::calibration::{Calibration, calibrate};
use filotto_search::value::Worth;
use filotto_search::value::weights::Weights;
use std::sync::Arc;

/// Marks which position of a set is asked among the streams of its match's seed.
const ASKED: u64 = 0x6173_6b65;

/// Told chances against who won, one position of each set so that the outcomes are independent. Without a net: the
/// race table alone.
pub fn calibration(records: &Records, sets: &[&Set], net: Option<&Arc<Weights>>, seed: u64) -> Calibration {
    let mut last: Option<(u16, &Set, Worth)> = None;
    let mut pairs = Vec::new();
    for set in sets {
        let header = &records.headers[set.header];
        let mut stream = math::stream(header.seed, &[ASKED, u64::from(set.number)]);
        if set.choices.is_empty() {
            continue;
        }
        let at = math::below(&mut stream, set.choices.len() as u64) as usize;
        // The set is asked for, not the match.
        let position = Position { sets: None, ..set.choices[at].position.clone() };
        // Matches of the same players share their tables: those take most of the time.
        let same = |(target, other, _): &(u16, &Set, Worth)| {
            let players = other.court == set.court && skills(records, other) == skills(records, set);
            players && *target == position.target
        };
        if !last.as_ref().is_some_and(same) {
            last = Some((position.target, *set, worth(records, set, &position, net)));
        }
        let worth = &last.as_ref().expect("made above").2;
        pairs.push((worth.win(position.striker, &position), set.winner == position.striker));
    }
    calibrate(&pairs, seed)
}

fn worth(records: &Records, set: &Set, position: &Position, net: Option<&Arc<Weights>>) -> Worth {
    let skills = skills(records, set);
    let worth = Worth::new(position, skills, &records.courts[set.court].profile);
    match net {
        Some(net) => worth.with_net(net.clone(), &records.courts[set.court].table, skills),
        None => worth,
    }
}
