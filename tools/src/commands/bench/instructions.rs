//! Instructions an event: this program simulates the strokes of a set under valgrind, which counts.
//!
//! The strokes are simulated once and three times; half the difference is one round, free of what starting and drawing
//! the strokes cost. The count does not move with the machine's noise.

use super::speed::pass;
use super::strokes::Set;
use crate::{Exit, args};
use anyhow::{Context, Result, ensure};
use filotto_physics::Table;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Strokes that are counted: a second or two under valgrind, and the mean within one percent of the whole set's.
const STROKES: usize = 1500;
/// What counts.
const COUNTER: &str = "valgrind";

/// Simulates the strokes of a set some rounds, for a counter of instructions
#[derive(clap::Args)]
pub struct Args {
    /// The set
    #[arg(long, value_name = "SET", value_parser = set)]
    set: Set,
    /// Strokes
    #[arg(long, value_name = "N", default_value_t = STROKES)]
    strokes: usize,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u32,
    /// A table file (TOML) instead of the heated match table
    #[arg(long, value_name = "FILE")]
    table: Option<std::path::PathBuf>,
    #[command(flatten)]
    seed: args::Seed,
}

fn set(key: &str) -> Result<Set, String> {
    Set::by_key(key).ok_or_else(|| {
        let keys: Vec<&str> = super::strokes::SETS.iter().chain(&super::strokes::KINDS).map(|set| set.key).collect();
        format!("no such set; there are {}", keys.join(", "))
    })
}

/// Plays the rounds and prints the events of all of them.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let table = args.table.as_deref().map_or_else(|| Ok(Table::carom_heated()), crate::world::table)?;
    let cases = args.set.strokes(&table, args.seed.seed, args.strokes);
    let mut events = 0;
    for _ in 0..args.rounds {
        events += pass(&table, &cases)?.events;
    }
    writeln!(out, "{events}")?;
    Ok(Exit::Done)
}

/// The counter's version, or none where it is not installed.
pub fn counter() -> Option<String> {
    let output = Command::new(COUNTER).arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_string();
    (output.status.success() && !version.is_empty()).then_some(version)
}

/// Instructions an event of a set.
pub fn count(set: &Set, seed: u64, table: Option<&Path>) -> Result<f64> {
    let (once, events) = counted(set, seed, table, 1)?;
    let (thrice, _) = counted(set, seed, table, 3)?;
    ensure!(events > 0 && thrice > once, "{COUNTER} counted {once} and {thrice} instructions, {events} events");
    Ok((thrice - once) as f64 / 2.0 / events as f64)
}

/// All instructions of so many rounds, and their events.
fn counted(set: &Set, seed: u64, table: Option<&Path>, rounds: u32) -> Result<(u64, u64)> {
    let own = std::env::current_exe().context("finding this program")?;
    let mut command = Command::new(COUNTER);
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(own);
    command.args(["bench", "rounds", "--set", set.key, "--seed", &seed.to_string(), "--rounds", &rounds.to_string()]);
    if let Some(table) = table {
        command.arg("--table").arg(table);
    }
    let output = command.output().with_context(|| format!("starting {COUNTER}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{COUNTER} failed: {}", told.lines().last().unwrap_or_default());
    let instructions = collected(&told).with_context(|| format!("{COUNTER} told no count"))?;
    let events: u64 = String::from_utf8_lossy(&output.stdout).trim().parse().context("reading the events")?;
    Ok((instructions, events / u64::from(rounds)))
}

/// The count in callgrind's closing words: `==123== Collected : 456`.
fn collected(told: &str) -> Option<u64> {
    told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_closing_words() {
        let told = "==7== Events    : Ir\n==7== Collected : 18413667\n==7== \n==7== I   refs:      18,413,667\n";
        assert_eq!(collected(told), Some(18_413_667));
        assert_eq!(collected("==7== I   refs:      18,413,667\n"), None);
    }

    #[test]
    fn unknown_sets_are_told_with_those_there_are() {
        let error = set("slow").unwrap_err();
        assert!(error.contains("random_pins") && error.contains("jump"), "{error}");
    }
}
