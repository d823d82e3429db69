//! `filotto bench`: how fast strokes are simulated, random and aimed, with the castle and without.

use crate::{Exit, args};
use anyhow::{Context, Result, ensure};
use filotto_physics::trace::{End, Summary};
use filotto_physics::{Ball, EventKind, Flow, Layout, Observer, PinSet, Strike, Table, golden, simulate_into};
use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

mod common;
mod honesty;
mod law;
mod plan;
mod positions;
mod regret;
mod strength_quick;

/// Strokes of a set: many enough that no single one counts, few enough to stay in the cache.
const STROKES: usize = 4096;
/// Cue speeds, m/s, drawn evenly in their logarithm.
const SPEED: (f64, f64) = (0.5, 7.0);
/// Most distance of the tip from the middle, in ball radii.
const TIP: f64 = 0.5;

/// Measures how many strokes a second are simulated: random and aimed at the object ball, with and without pins
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example:\n  filotto bench --json\n\nPositions are uniform without overlap, cue speeds 0.5 to 7 m/s even in their logarithm, tips uniform within half\na radius; `random` directions are uniform, `aimed` ones hit the object ball if nothing is in the way. An event is\nwhat `filotto simulate` prints, and each change between sliding, rolling and rest."
)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Time for each measurement
    #[arg(long, value_name = "TIME", value_parser = args::time, default_value = "1s")]
    time: Duration,
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
}

/// All sets, by their names.
#[derive(Clone, Debug, Serialize)]
struct Report {
    schema: &'static str,
    physics: String,
    seed: u64,
    threads: usize,
    random_pins: Row,
    random: Row,
    aimed_pins: Row,
    aimed: Row,
}

type Case = (Layout, [(Ball, Strike); 1]);

/// Measures and tells.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    if let Some(what) = args.what {
        return what.run(out);
    }
    let table = args.table.as_deref().map_or_else(|| Ok(Table::carom_heated()), crate::world::table)?;
    let threads = args.threads.count();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")?;
    let row = |aimed: bool, pins: bool| -> Result<Row> {
        let cases = cases(&table, args.seed.seed, aimed, pins);
        measure(&table, &cases, &pool, threads, args.time)
    };
    let report = Report {
        schema: "filotto/bench/1",
        physics: golden::hash(&table),
        seed: args.seed.seed,
        threads,
        random_pins: row(false, true)?,
        random: row(false, false)?,
        aimed_pins: row(true, true)?,
        aimed: row(true, false)?,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        tell(out, &report)?;
    }
    Ok(Exit::Done)
}

fn tell(out: &mut dyn Write, report: &Report) -> Result<()> {
    let Report { physics, threads, .. } = report;
    let all = format!("strokes/s, {threads} thr.");
    writeln!(out, "{:<22}{:>16}{all:>20}{:>15}{:>10}", "directions", "strokes/s, 1", "events/stroke", "ns/event")?;
    let rows = [
        ("random, with pins", report.random_pins),
        ("random, no pins", report.random),
        ("aimed, with pins", report.aimed_pins),
        ("aimed, no pins", report.aimed),
    ];
    for (name, r) in rows {
        writeln!(
            out,
            "{name:<22}{:>16.0}{:>20.0}{:>15.1}{:>10.0}",
            r.strokes_per_s_1, r.strokes_per_s_all, r.events_per_stroke, r.ns_per_event
        )?;
    }
    writeln!(out, "physics {physics}, seed {}", report.seed)?;
    Ok(())
}

/// Checks that all threads together see what one sees, then measures both.
fn measure(table: &Table, cases: &[Case], pool: &rayon::ThreadPool, threads: usize, time: Duration) -> Result<Row> {
    let alone = pass(table, cases)?;
    let together = pool.install(|| cases.par_chunks(64).map(|part| pass(table, part)).sum::<Result<u64>>())?;
    ensure!(alone == together, "{threads} threads saw {together} events where one saw {alone}");
    let one = rate(cases.len(), time, || pass(table, cases).map(drop))?;
    let all = rate(cases.len(), time, || {
        pool.install(|| cases.par_chunks(64).try_for_each(|part| pass(table, part).map(drop)))
    })?;
    let events = alone as f64 / cases.len() as f64;
    Ok(Row {
        strokes_per_s_1: one,
        strokes_per_s_all: all,
        threads,
        events_per_stroke: events,
        ns_per_event: 1e9 / (one * events),
    })
}

/// Strokes a second over as many passes as the time holds, at least one.
fn rate(strokes: usize, time: Duration, mut pass: impl FnMut() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    let mut passes = 0;
    while passes == 0 || start.elapsed() < time {
        pass()?;
        passes += 1;
    }
    Ok((passes * strokes) as f64 / start.elapsed().as_secs_f64())
}

/// Simulates every stroke once; the number of events.
fn pass(table: &Table, cases: &[Case]) -> Result<u64> {
    let simulate = |(layout, strikes): &Case| -> Result<Summary> {
        let summary = simulate_into(table, layout, strikes, &mut Blind)?;
        ensure!(summary.end == End::Rest, "a stroke did not come to rest: {strikes:?}");
        Ok(summary)
    };
    cases.iter().map(|case| simulate(case).map(|summary| u64::from(summary.events))).sum()
}

/// Watches nothing: what is measured is the simulation alone.
struct Blind;

impl Observer for Blind {
    const FULL: bool = false;

    fn event(&mut self, _t_s: f64, _kind: EventKind) -> Flow {
        Flow::Go
    }
}

/// The strokes of a set, the same for the same seed.
fn cases(table: &Table, seed: u64, aimed: bool, pins: bool) -> Vec<Case> {
    let mut rng = Pcg64::seed_from_u64(seed);
    (0..STROKES).map(|_| case(table, &mut rng, aimed, pins)).collect()
}

fn case(table: &Table, rng: &mut Pcg64, aimed: bool, pins: bool) -> Case {
    let places = places(table, rng);
    let covered = |pins: PinSet, ball: DVec2| table.covered_by(ball).iter().fold(pins, PinSet::without);
    let pins = if pins { places.into_iter().fold(PinSet::ALL, covered) } else { PinSet::NONE };
    let speed = (SPEED.0.ln() + rng.random::<f64>() * (SPEED.1 / SPEED.0).ln()).exp();
    let uniform = 360.0 * rng.random::<f64>();
    let phi = if aimed { aim(table, rng, places[1] - places[0]) } else { uniform };
    // Uniform in the disc: the square root of a uniform radius.
    let (r, angle) = (TIP * rng.random::<f64>().sqrt(), std::f64::consts::TAU * rng.random::<f64>());
    let strike = Strike::new(phi, speed).tip(r * angle.cos(), r * angle.sin());
    (Layout { balls: places.map(Some), pins }, [(Ball::White, strike)])
}

/// A direction that meets the object ball: evenly over the angles that do.
fn aim(table: &Table, rng: &mut Pcg64, towards: DVec2) -> f64 {
    let half = (2.0 * table.radius() / towards.length()).min(1.0).asin();
    let off = half * (2.0 * rng.random::<f64>() - 1.0);
    (towards.y.atan2(towards.x) + off).to_degrees()
}

/// Three balls that don't overlap, each anywhere between the cushions.
fn places(table: &Table, rng: &mut Pcg64) -> [DVec2; 3] {
    let radius = table.radius();
    let (length, width) = (table.params().length_m, table.params().width_m);
    let mut anywhere =
        || DVec2::new(rng.random_range(radius..length - radius), rng.random_range(radius..width - radius));
    loop {
        let places = [anywhere(), anywhere(), anywhere()];
        let apart = |i: usize, j: usize| places[i].distance(places[j]) > 2.0 * radius;
        if apart(0, 1) && apart(0, 2) && apart(1, 2) {
            return places;
        }
    }
}
