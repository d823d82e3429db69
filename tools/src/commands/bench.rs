//! `filotto bench`: how fast strokes are simulated, by direction, castle and kind, what single ones cost and why.

use crate::{Exit, args};
use anyhow::{Context, Result};
use filotto_physics::{Table, golden};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;
use speed::Speed;
use spread::Spread;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;
use strokes::{KINDS, SETS, STROKES, Set};

mod common;
mod honesty;
mod instructions;
mod kept;
mod law;
mod plan;
mod positions;
mod regret;
mod speed;
mod spread;
mod strength_quick;
mod strokes;
mod tell;

/// Measures how many strokes a second are simulated: by direction, with and without pins, by kind of stroke
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example:\n  filotto bench --json\n\nPositions are uniform without overlap, cue speeds 0.5 to 7 m/s even in their logarithm, tips uniform within half\na radius; `random` directions are uniform, `aimed` ones uniform over those that hit one of the two balls straight.\nKinds are aimed, with pins: soft to 1.2 m/s, medium to 2.9, hard to 7, jump hard with the cue raised 20 to 50\ndegrees. An event is what `filotto simulate` prints, and each change between sliding, rolling, speed band and rest.\nInstructions are counted by valgrind where it is installed."
)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Time for each measurement
    #[arg(long, value_name = "TIME", value_parser = args::time, default_value = "1s")]
    time: Duration,
    /// Leaves out the count of instructions under valgrind
    #[arg(long)]
    no_instructions: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
    /// A table file (TOML) instead of the heated match table
    #[arg(long, value_name = "FILE")]
    table: Option<std::path::PathBuf>,
}

/// What else can be measured.
#[derive(clap::Subcommand)]
enum What {
    #[allow(missing_docs)]
    Plan(plan::Args),
    #[allow(missing_docs)]
    Honesty(honesty::Args),
    #[allow(missing_docs)]
    Regret(regret::Args),
    #[allow(missing_docs)]
    Law(law::Args),
    #[allow(missing_docs)]
    Positions(positions::Args),
    #[allow(missing_docs)]
    StrengthQuick(strength_quick::Args),
    #[allow(missing_docs)]
    #[command(hide = true)]
    Rounds(instructions::Args),
}

impl What {
    fn run(self, out: &mut dyn Write) -> Result<Exit> {
        match self {
            What::Plan(args) => plan::run(&args, out),
            What::Honesty(args) => honesty::run(&args, out),
            What::Regret(args) => regret::run(&args, out),
            What::Law(args) => law::run(&args, out),
            What::Positions(args) => positions::run(&args, out),
            What::StrengthQuick(args) => strength_quick::run(&args, out),
            What::Rounds(args) => instructions::run(&args, out),
        }
    }
}

/// One set measured.
#[derive(Clone, Copy, Debug, Serialize)]
struct Row {
    strokes_per_s_1: f64,
    strokes_per_s_all: f64,
    threads: usize,
    events_per_stroke: f64,
    ns_per_event: f64,
    /// None where nothing counts them.
    instructions_per_event: Option<f64>,
    most_events: u32,
    spread: Spread,
}

/// All sets, by their names.
#[derive(Clone, Debug, Serialize)]
struct Report {
    schema: &'static str,
    physics: String,
    seed: u64,
    threads: usize,
    /// What counted the instructions, if anything.
    counter: Option<String>,
    /// The sets by direction and castle.
    #[serde(flatten)]
    sets: BTreeMap<&'static str, Row>,
    kinds: BTreeMap<&'static str, Row>,
}

/// What a measurement needs besides its set.
struct Bench {
    table: Table,
    pool: ThreadPool,
    threads: usize,
    counter: Option<String>,
    bar: ProgressBar,
}

/// Measures and tells.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let Args { what, time, no_instructions, json, seed, threads, table: file } = args;
    if let Some(what) = what {
        return what.run(out);
    }
    let threads = threads.count();
    let bench = Bench {
        table: file.as_deref().map_or_else(|| Ok(Table::carom_heated()), crate::world::table)?,
        pool: rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")?,
        threads,
        counter: if no_instructions { None } else { instructions::counter() },
        bar: crate::progress::bar(Some(8), "measuring {msg:18} {bar:30} {pos}/{len}, {eta} left"),
    };
    let rows = |sets: [Set; 4]| -> Result<BTreeMap<&'static str, Row>> {
        let row = |set: Set| Ok((set.key, bench.row(&set, seed.seed, time, file.as_deref())?));
        sets.into_iter().map(row).collect()
    };
    let report = Report {
        schema: "filotto/bench/1",
        physics: golden::hash(&bench.table),
        seed: seed.seed,
        threads,
        sets: rows(SETS)?,
        kinds: rows(KINDS)?,
        counter: bench.counter.clone(),
    };
    bench.bar.finish_and_clear();
    if json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        tell::tell(out, &report, no_instructions)?;
    }
    Ok(Exit::Done)
}

impl Bench {
    /// Speed, spread and, where something counts them, instructions of one set.
    fn row(&self, set: &Set, seed: u64, time: Duration, table: Option<&std::path::Path>) -> Result<Row> {
        self.bar.set_message(set.name);
        let cases = set.strokes(&self.table, seed, STROKES);
        let Speed { one, all, events, most_events } = speed::measure(&self.table, &cases, &self.pool, time)?;
        let count = |_: &String| instructions::count(set, seed, table);
        let row = Row {
            strokes_per_s_1: one,
            strokes_per_s_all: all,
            threads: self.threads,
            events_per_stroke: events,
            ns_per_event: 1e9 / (one * events),
            instructions_per_event: self.counter.as_ref().map(count).transpose()?,
            most_events,
            spread: Spread::measure(&self.table, &cases, time)?,
        };
        self.bar.inc(1);
        Ok(row)
    }
}
