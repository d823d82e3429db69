//! Plays the pairs: games in parallel, results booked in the order of the pairs, so that a test stops at the same pair
//! however many games run at once.

use super::luck::Luck;
use super::pair::{PairResult, SetResult, play_set};
use crate::interrupt::Stop;
use crate::players;
use crate::process::Limit;
use crate::protocol::ask::World;
use filotto_engine::record::{Header, SCHEMA, Seat};
use filotto_engine::{Brain, Skill, math};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Marks the seeds of pairs among the streams of a seed.
const PAIR: u64 = 0x7061_6972;

/// What all players are given.
pub struct Terms {
    /// Table and rules.
    pub world: World,
    /// What a player may spend who names no budget.
    pub limit: Limit,
    /// The hashes of physics and rules.
    pub hashes: [String; 2],
}

/// A match to play.
pub struct Plan {
    /// A and B.
    pub names: [String; 2],
    /// How exactly they strike.
    pub skills: [Skill; 2],
    /// What they are given.
    pub terms: Terms,
    /// Points that win a set.
    pub target: u16,
    /// Seed of everything random.
    pub seed: u64,
    /// Games at once.
    pub games: usize,
    /// Strokes drawn for the luck of one.
    pub luck_samples: u32,
}

impl Plan {
    /// The header of a set of a pair; white and yellow as seated.
    fn header(&self, pair: u64, white: usize) -> Header {
        let terms = &self.terms;
        let seat = |i: usize| Seat { name: ["A", "B"][i].into(), brain: self.names[i].clone(), skill: self.skills[i] };
        let [physics, rules] = terms.hashes.clone();
        Header {
            schema: SCHEMA.into(),
            version: crate::commands::version::SHORT.into(),
            physics,
            rules,
            seed: math::key(self.seed, &[PAIR, pair]),
            number: None,
            target: self.target,
            sets: 1,
            players: [seat(white), seat(1 - white)],
            rules_name: terms.world.profile.name.clone(),
            profile: (*terms.world.profile).clone(),
            table: terms.world.table.params().clone(),
        }
    }

    fn players(&self) -> Result<[Box<dyn Brain>; 2], String> {
        let Terms { world, limit, .. } = &self.terms;
        let nodes = if let Limit::Nodes(nodes) = limit { Some(*nodes) } else { None };
        let make = |i: usize| {
            let (skill, opponent) = (self.skills[i], self.skills[1 - i]);
            let seat = players::Seat { skill, opponent, table: &world.table, profile: &world.profile, threads: 1 };
            players::within(&self.names[i], &seat, *limit, nodes).map_err(|error| format!("{error:#}"))
        };
        Ok([make(0)?, make(1)?])
    }

    /// Plays a pair. Players are made anew after a failure.
    fn pair(&self, pair: u64, players: &mut Option<[Box<dyn Brain>; 2]>) -> Result<PairResult, String> {
        let mut sets: Vec<SetResult> = Vec::new();
        for white in [0, 1] {
            let seated = players.take().map_or_else(|| self.players(), Ok)?;
            let header = self.header(pair, white);
            let (World { table, profile }, seed) =
                (&self.terms.world, math::key(self.seed, &[PAIR, pair, white as u64]));
            let skills = [self.skills[white], self.skills[1 - white]];
            let mut luck = Luck::new(table, profile, skills, self.luck_samples, seed);
            let (set, seated) = play_set(&header, seated, white, &mut luck).map_err(|error| error.to_string())?;
            *players = set.failure.is_none().then_some(seated);
            sets.push(set);
        }
        let sets = <[SetResult; 2]>::try_from(sets).map_err(|_| "a pair has two sets".to_string())?;
        Ok(PairResult { pair, sets })
    }
}

/// Between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Plays pairs from `first` up to `most`, until `stopped`; `book` takes each in order and says whether to go on.
pub fn run(
    plan: &Arc<Plan>,
    first: u64,
    most: u64,
    stopped: &Stop,
    mut book: impl FnMut(&PairResult) -> bool,
) -> Result<(), String> {
    plan.players()?; // A wrong name is told before anything is played.
    let (results, arrived) = channel();
    let (next, stop) = (Arc::new(AtomicU64::new(first)), Arc::new(AtomicBool::new(false)));
    for _ in 0..plan.games {
        let (plan, results, next, stop) = (plan.clone(), results.clone(), next.clone(), stop.clone());
        std::thread::spawn(move || {
            let mut players = None;
            while !stop.load(Ordering::Relaxed) {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= most || results.send(plan.pair(pair, &mut players)).is_err() {
                    return;
                }
            }
        });
    }
    drop(results);
    let mut waiting: BTreeMap<u64, PairResult> = BTreeMap::new();
    let mut due = first;
    loop {
        let result = match arrived.recv_timeout(LOOK) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) if !stopped.asked() => continue,
            Err(_) => break,
        };
        let result = result.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        waiting.insert(result.pair, result);
        while let Some(result) = waiting.remove(&due) {
            due += 1;
            if !book(&result) {
                stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
        }
    }
    stop.store(true, Ordering::Relaxed);
    Ok(())
}
