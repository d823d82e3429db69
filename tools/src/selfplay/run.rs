//! Plays the matches of a shard: as many at once as there are threads, each on one.

use super::manifest::{Manifest, Shard, file};
use super::progress::Progress;
use super::{Tally, one};
use crate::interrupt::Stop;
use crate::players;
use crate::process::Limit;
use crate::record_file::{self, Recorder};
use anyhow::{Context, Result, anyhow, bail};
use filotto_engine::record::{Line, Record};
use filotto_engine::{Brain, Game, Player};
use filotto_physics::Table;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What to play, and how.
pub struct Run {
    /// The run.
    pub manifest: Manifest,
    /// This process's part of it.
    pub shard: Shard,
    /// Where the records go.
    pub dir: PathBuf,
    /// What a bot may spend on a stroke.
    pub limit: Limit,
    /// Matches at once.
    pub games: usize,
}

/// Two players, made anew after a failure.
type Players = Option<[Box<dyn Brain>; 2]>;

/// What became of a match.
enum Match {
    Whole { lines: Vec<Line>, played: bool, damaged: bool },
    Unfinished,
    Elsewhere,
}

/// What the threads share.
struct Shared {
    tally: Tally,
    progress: Progress,
    error: Option<anyhow::Error>,
}

/// Plays every match of the shard that is not there yet, until `stop` is set. The tally and the sets an hour.
pub fn run(run: &Run, stop: &Stop) -> Result<(Tally, f64)> {
    let table = Table::new(run.manifest.table.clone()).context("table")?;
    run.players(&table)?; // A wrong name is told before anything is played.
    let matches = run.shard.numbers(run.manifest.matches).count() as u64;
    let shared = Mutex::new(Shared { tally: Tally::default(), progress: Progress::new(matches), error: None });
    let numbers = Mutex::new(run.shard.numbers(run.manifest.matches));
    std::thread::scope(|scope| {
        for _ in 0..run.games {
            scope.spawn(|| {
                let mut players = None;
                while !stop.asked() {
                    let Some(number) = locked(&numbers).next() else { return };
                    let outcome = run.one(number, &mut players, &table, stop, &shared);
                    locked(&shared).book(outcome, stop);
                }
            });
        }
    });
    let shared = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    shared.progress.clear();
    match shared.error {
        Some(error) => Err(error.context("self-play stopped (what was played is kept; --resume goes on)")),
        None => Ok((shared.tally.clone(), shared.progress.sets_an_hour(&shared.tally))),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Shared {
    fn book(&mut self, outcome: Result<Match>, stop: &Stop) {
        match outcome {
            Ok(Match::Whole { lines, played, damaged }) => {
                self.tally.add(&lines, played);
                self.tally.damaged += u64::from(damaged);
            }
            Ok(Match::Unfinished) => self.tally.unfinished += 1,
            Ok(Match::Elsewhere) => self.tally.elsewhere += 1,
            Err(error) => {
                stop.ask();
                self.error.get_or_insert(error);
            }
        }
        self.progress.show(&self.tally);
    }
}

impl Run {
    fn players(&self, table: &Table) -> Result<[Box<dyn Brain>; 2]> {
        let seats = &self.manifest.players;
        let make = |player: Player| {
            let (own, other) = (&seats[player.index()], &seats[player.other().index()]);
            let profile = &self.manifest.profile;
            let seat = players::Seat { skill: own.skill, opponent: other.skill, table, profile, threads: 1 };
            players::within(&own.brain, &seat, self.limit, None).with_context(|| format!("--{}", player.ball().name()))
        };
        Ok([make(Player::White)?, make(Player::Yellow)?])
    }

    /// A match: found whole, gone on with, or played.
    fn one(
        &self,
        number: u64,
        players: &mut Players,
        table: &Table,
        stop: &Stop,
        shared: &Mutex<Shared>,
    ) -> Result<Match> {
        let file = file(&self.dir, number);
        let mut damaged = false;
        let mut tell = |error: anyhow::Error| {
            damaged = true;
            locked(shared).progress.say(&format!("played again: {error:#}"));
        };
        match self.whole(&file, number) {
            Ok(Some(record)) => return Ok(Match::Whole { lines: record.lines, played: false, damaged: false }),
            Ok(None) => {}
            Err(error) => tell(error),
        }
        let (mut recorder, record) = match self.begin(&file, number, &mut tell)? {
            Some(begun) => begun,
            None => return Ok(Match::Elsewhere),
        };
        let mut lines = record.map_or_else(Vec::new, |record| record.lines);
        let mut game = Game::after(self.manifest.header(number), &lines).map_err(|(_, error)| error)?;
        let mut seated = players.take().map_or_else(|| self.players(table), Ok)?;
        let over = one::play(&mut game, &mut seated, &mut lines, &mut recorder, stop);
        if !over.with_context(|| format!("match {number}"))? {
            return Ok(Match::Unfinished);
        }
        recorder.finish()?;
        let failed = lines.iter().any(|line| matches!(line, Line::Disqualified(_)));
        *players = (!failed).then_some(seated);
        Ok(Match::Whole { lines, played: true, damaged })
    }

    /// The whole record of a match, if there is one; an error where there is and it can't be used.
    fn whole(&self, file: &Path, number: u64) -> Result<Option<Record>> {
        if !file.exists() {
            return Ok(None);
        }
        let record = record_file::read(file)?;
        self.check(&record, number).with_context(|| file.display().to_string())?;
        if !record.is_whole() {
            bail!("{}: not whole", file.display());
        }
        // A process that was killed between naming the record and removing this.
        let _ = std::fs::remove_file(record_file::part_of(file));
        Ok(Some(record))
    }

    fn check(&self, record: &Record, number: u64) -> Result<()> {
        if record.header == self.manifest.header(number) {
            Ok(())
        } else {
            Err(anyhow!("its header is not that of match {number} of this run"))
        }
    }

    /// A recorder, at the end of what was recorded already; `None` when another process is writing.
    fn begin(
        &self,
        file: &Path,
        number: u64,
        tell: &mut dyn FnMut(anyhow::Error),
    ) -> Result<Option<(Recorder, Option<Record>)>> {
        let part = record_file::part_of(file);
        if part.exists() {
            match Recorder::resume(&part) {
                Ok((recorder, record)) => match self.follows(&record, number) {
                    Ok(()) => return Ok(Some((recorder, Some(record)))),
                    Err(error) => tell(error.context(part.display().to_string())),
                },
                Err(error) if error.is::<record_file::Locked>() => return Ok(None),
                Err(error) => tell(error),
            }
            std::fs::remove_file(&part).with_context(|| part.display().to_string())?;
        }
        Ok(Some((Recorder::begin(file, &self.manifest.header(number))?, None)))
    }

    /// Whether a half-written record can be gone on with.
    fn follows(&self, record: &Record, number: u64) -> Result<()> {
        self.check(record, number)?;
        Game::after(record.header.clone(), &record.lines)
            .map_err(|(index, error)| anyhow!("line {}: {error}", index + 2))?;
        Ok(())
    }
}
