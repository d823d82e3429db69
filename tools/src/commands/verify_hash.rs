//! `filotto verify hash`: one number for every bit of a fixed set of strokes, to be compared between machines.

use crate::{Exit, args, hashes};
use anyhow::{Context, Result};
use filotto_engine::{Kind, Player, Position, Profile, ProfileName, Stroke, judge, observe};
use filotto_physics::{Table, golden, simulate};
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;

/// Prints the hashes of a fixed set of strokes: places, times, events and verdicts, to the last bit
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto verify hash --threads 3\n\nTwo programs that print the same simulate and judge every stroke alike, whatever the machine, the number of\nthreads and the way they were compiled."
)]
pub struct Args {
    #[command(flatten)]
    threads: args::Threads,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// What is printed.
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    strokes: usize,
    /// Events with their times, and the final states.
    states: String,
    /// What the referee says to each stroke.
    verdicts: String,
    /// States and parameters of the built-in table: what records hold.
    physics: String,
    /// The built-in rules and cases.
    rules: String,
}

/// Simulates and judges the set.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let table = Table::carom_heated();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()).build().context("starting threads")?;
    let strokes = pool.install(|| {
        (0..golden::STROKES).into_par_iter().map(|index| stroke(&table, index)).collect::<Result<Vec<_>>>()
    })?;
    let verdicts: String = strokes.iter().map(|(_, verdict)| verdict.as_str()).collect();
    let report = Report {
        schema: "filotto/hash/1",
        strokes: strokes.len(),
        states: format!("{:016x}", golden::combine(strokes.iter().map(|&(states, _)| states))),
        verdicts: hashes::of(verdicts.as_bytes()),
        physics: hashes::physics(),
        rules: hashes::rules(),
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(Exit::Done);
    }
    let Report { strokes, states, verdicts, physics, rules, .. } = report;
    writeln!(out, "{strokes} strokes")?;
    writeln!(out, "states   {states}\nverdicts {verdicts}\nphysics  {physics}\nrules    {rules}")?;
    Ok(Exit::Done)
}

/// The hash of a stroke's events and end, and the referee's ruling on it.
fn stroke(table: &Table, index: usize) -> Result<(u64, String)> {
    let (layout, strikes) = golden::stroke(table, index);
    let [(_, strike)] = strikes;
    let profile = Profile::wcbs_1997();
    let position = Position {
        balls: layout.balls,
        pins: layout.pins,
        kind: Kind::Normal,
        ..Position::opening(Player::White, 60, ProfileName::default())
    };
    let trace = simulate(table, &layout, &strikes)?;
    let played = Stroke { strike, at: None, spot: None, ball: None };
    let events = observe(&position, &played, &trace);
    let kind = position.kind.stroke_kind().context("an ordinary stroke has a kind")?;
    let verdict = judge(layout.pins, kind, &events, &[], &profile);
    Ok((golden::stroke_hash(table, index), format!("{events:?}{:?}\n", verdict.ruling)))
}
