//! Luck, taken off: what a stroke as executed brought beyond what the stroke as intended brings on average.
//!
//! With V the chance to win by a frozen value, a stroke's luck is V(what followed) - E[V(what follows under the noise)].
//! Its mean is 0 whoever plays and however badly V judges, so a result less the luck of all strokes has the same
//! mean as the result, and a smaller variance the better V judges.

use filotto_engine::record::{Line, Record};
use filotto_engine::{Player, Position, Profile, Skill, Stroke, Watch, layout_for, math};
use filotto_physics::Table;
use filotto_search::trial::{Court, Scene};
use filotto_search::value::{Worth, choice};

/// Marks these random numbers among the streams of a seed.
const STREAM: u64 = 0x6c75_636b;

/// Estimates the luck of the strokes of one match.
pub struct Luck {
    court: Court,
    /// White and yellow.
    skills: [Skill; 2],
    samples: u32,
    seed: u64,
    /// The value in the running set, with the sets won before it.
    worth: Option<(Option<[u8; 2]>, Worth)>,
}

impl Luck {
    /// With so many strokes drawn for each expectation; 0 = luck is not looked at.
    pub fn new(table: &Table, profile: &Profile, skills: [Skill; 2], samples: u32, seed: u64) -> Luck {
        let court = Court { table: profile.seen_on(table).into_owned(), profile: profile.clone() };
        Luck { court, skills, samples, seed, worth: None }
    }

    /// The striker's luck with one stroke, as a chance to win; 0 where it can't be told.
    pub fn of(&mut self, before: &Position, intended: &str, after: &Position, number: u32) -> f64 {
        let Ok(stroke) = Stroke::parse(intended) else { return 0.0 };
        if self.samples == 0 {
            return 0.0;
        }
        let won = before.sets.map(|sets| sets.won);
        let worth = match self.worth.take() {
            Some((of, worth)) if of == won => worth,
            _ => self.worth_from(before),
        };
        let mean = self.expected(before, &stroke, number, &worth);
        let luck = mean.map_or(0.0, |mean| worth.win(before.striker, after) - mean);
        self.worth = Some((won, worth));
        luck
    }

    /// The chances to win in the set of a position, by the net that ships where it knows the players: the better they
    /// are judged, the more luck is taken off.
    fn worth_from(&self, position: &Position) -> Worth {
        let skills = [&self.skills[0], &self.skills[1]];
        let worth = Worth::new(position, skills, &self.court.profile);
        worth.with_net(choice::built_in(), &self.court.table, skills)
    }

    /// The mean chance to win after the stroke, over the player's errors.
    fn expected(&self, before: &Position, stroke: &Stroke, number: u32, worth: &Worth) -> Option<f64> {
        let layout = layout_for(before, stroke, &self.court.table).ok()?;
        let scene = Scene::new(&self.court, before)?;
        let set = before.sets.map_or(0, |sets| u64::from(sets.won[0]) + u64::from(sets.won[1]));
        let mut noise = math::stream(self.seed, &[STREAM, set, u64::from(number)]);
        let skill = &self.skills[before.striker.index()];
        let mut watch = Watch::new();
        let mut sum = 0.0;
        for _ in 0..self.samples {
            let strike = skill.perturb_strike(&stroke.strike, math::normals(&mut noise), &self.court.table);
            let trial = scene.play(&layout, &strike, false, &mut watch)?;
            let next =
                filotto_engine::apply(before, &trial.rest, &trial.ruling, &self.court.table, &self.court.profile);
            sum += worth.win(before.striker, &next);
        }
        Some(sum / f64::from(self.samples))
    }
}

/// White's luck in a whole match: how much more than expected his strokes gave him and his opponent's took from him.
/// `None` where it can't be told: not whole, decided by the referee, or moved by his hand.
pub fn of_record(record: &Record, samples: u32) -> Option<f64> {
    let header = &record.header;
    let table = Table::new(header.table.clone()).ok()?;
    let skills = [header.players[0].skill, header.players[1].skill];
    let mut luck = Luck::new(&table, &header.profile, skills, samples, header.seed);
    let mut sum = 0.0;
    for line in &record.lines {
        match line {
            Line::Stroke(stroke) if stroke.by_hand => return None,
            Line::Stroke(stroke) => {
                let before = Position::parse(&stroke.position, &table).ok()?;
                let after = Position::parse(&stroke.next, &table).ok()?;
                let gain = luck.of(&before, &stroke.intended, &after, stroke.stroke);
                sum += if stroke.by == Player::White { gain } else { -gain };
            }
            Line::Forfeit(_) | Line::Disqualified(_) | Line::Ruling(_) | Line::Fault(_) => return None,
            _ => {}
        }
    }
    record.is_whole().then_some(sum)
}
