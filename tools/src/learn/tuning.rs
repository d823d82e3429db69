//! What one setting of tunables is worth: points a stroke against a fixed opponent, less luck.
//!
//! Every stroke counts with the mean of what it brings under its player's errors, drawn anew, not with what it happened
//! to bring. The score is the mean of the player's strokes less the mean of the opponent's: good leaves count in it.

use anyhow::Result;
use filotto_engine::math::{normals, stream};
use filotto_engine::{Brain, Kind, Player, Position, ProfileName, Skill, Turn, play};
use filotto_search::keys::Key;
use filotto_search::learn::label::{law, mean};
use filotto_search::trial::Court;

/// A set longer than this is broken off: nobody makes points.
const MOST_STROKES: u32 = 200;

/// What is the same for every setting.
pub struct Terms {
    /// Table and rules.
    pub court: Court,
    /// How exactly both strike.
    pub skill: Skill,
    /// Points that win a set.
    pub target: u16,
    /// Strokes drawn for the mean of one.
    pub samples: usize,
    /// Of the noise.
    pub seed: u64,
}

/// Strokes and the sum of their mean results, of the player and of the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    strokes: [u32; 2],
    net: [f64; 2],
}

impl Sums {
    /// Adds those of another set.
    pub fn add(&mut self, other: &Sums) {
        for who in 0..2 {
            self.strokes[who] += other.strokes[who];
            self.net[who] += other.net[who];
        }
    }

    /// Net points a stroke of the player less those of the opponent.
    pub fn score(&self) -> f64 {
        let mean = |who: usize| self.net[who] / f64::from(self.strokes[who].max(1));
        mean(0) - mean(1)
    }
}

/// Plays set `number`: `players[0]` is the one in question and opens the even sets. The noise depends on the number and
/// the stroke alone, so that all settings meet the same.
pub fn set(players: &mut [Box<dyn Brain>; 2], terms: &Terms, number: u64) -> Result<Sums> {
    let Terms { court, skill, target, samples, seed } = terms;
    let root = Key::new(*seed).with(number);
    let name = ProfileName::from_text(&court.profile.name);
    let mut position = Position::opening_on(&court.table, Player::White, *target, name);
    let white = usize::from(number % 2 == 1);
    let mut sums = Sums::default();
    for stroke in 1..=MOST_STROKES {
        let who = position.striker.index() ^ white;
        let key = root.with(u64::from(stroke));
        players[who].begin(&Turn { set: 1, stroke, seed: key.with(1).bits() });
        let intended = players[who].stroke(&position)?;
        if let Some(law) = law(court, &position, &intended, skill, *samples, key.with(2)) {
            sums.strokes[who] += 1;
            sums.net[who] += mean(&law);
        }
        let executed = skill.perturb(&intended, normals(&mut stream(key.bits(), &[])), &court.table);
        position = play(&position, &executed, &[], None, &court.table, &court.profile)?.next;
        if position.kind == Kind::Over {
            break;
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Seat, by_name};
    use filotto_engine::Profile;
    use filotto_physics::Table;

    #[test]
    fn a_better_player_scores_and_the_same_seed_scores_the_same() {
        let court = Court { table: Table::carom_heated(), profile: Profile::wcbs_1997() };
        let skill = Skill::parse("pro").unwrap();
        let seat = Seat { skill, opponent: skill, table: &court.table, profile: &court.profile, threads: 1 };
        let names = ["ev:nodes=600", "geometric"];
        let terms = Terms { court: court.clone(), skill, target: 20, samples: 32, seed: 1 };
        let score = |names: [&str; 2]| {
            let mut players = names.map(|name| by_name(name, &seat).unwrap());
            let mut sums = Sums::default();
            (0..2).for_each(|number| sums.add(&set(&mut players, &terms, number).unwrap()));
            sums.score()
        };
        let ahead = score(names);
        assert!(ahead > 0.5, "{ahead}");
        assert_eq!(ahead, score(names));
    }
}
