//! The dearest stroke of a great many, and that stroke alone for an instruction counter.
//!
//! `dearest jump 250` looks through 250 times 4,000 strokes and prints the one of most events and the slowest one;
//! `valgrind --tool=callgrind target/release/examples/dearest jump 17 2231 1` simulates number 2,231 of the 17th
//! four thousand, and with 3 instead of 1 three times: half the difference is the stroke.
//! The sets are `random` and `aimed` of `filotto_benches`, with pins, and `jump`: aimed, the cue raised by 20 to 50 degrees.

use filotto_benches::{Aim, Blind, Case, strokes};
use filotto_physics::{Table, simulate_into};
use std::process::ExitCode;
use std::time::Instant;

/// What may be drawn.
const SETS: [&str; 3] = ["random", "aimed", "jump"];
/// Drawings that are looked through unless told otherwise.
const DRAWINGS: usize = 25;
/// Strokes drawn at a time, from one seed.
const DRAWN: usize = 4000;
/// A stroke that seems the slowest is timed again this often; the least counts.
const TIMES: u32 = 20;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match told(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::from(2)
        }
    }
}

fn told(args: &[String]) -> Result<(), String> {
    let set = args.first().map_or("random", String::as_str);
    if !SETS.contains(&set) {
        return Err(format!("{set}: no such set; {} is right", SETS.join(", ")));
    }
    let number = |text: &String| text.parse::<usize>().map_err(|_| format!("{text}: a whole number is right"));
    let numbers = args.iter().skip(1).map(number).collect::<Result<Vec<_>, _>>()?;
    let table = Table::carom_heated();
    match numbers[..] {
        [] => search(set, DRAWINGS, &table),
        [drawings] => search(set, drawings, &table),
        [_, number, _] if number >= DRAWN => return Err(format!("stroke {number}: 0 to {} is right", DRAWN - 1)),
        [seed, number, rounds] => {
            let case = &drawn(set, seed, &table)[number];
            let events: u32 = (0..rounds).map(|_| events(&table, case)).sum();
            println!("{events} events of {:?}", case.1[0].1);
        }
        _ => return Err("SET, SET DRAWINGS or SET DRAWING STROKE ROUNDS is right".into()),
    }
    Ok(())
}

/// Looks through so many drawings.
fn search(set: &str, drawings: usize, table: &Table) {
    let (mut most, mut slowest) = ((0, 0, 0), (0, 0, 0, 0));
    for seed in 1..=drawings {
        for (number, case) in drawn(set, seed, table).iter().enumerate() {
            let (found, mut ns) = timed(table, case);
            if ns > slowest.0 {
                ns = (0..TIMES).map(|_| timed(table, case).1).fold(ns, u128::min);
            }
            most = most.max((found, seed, number));
            slowest = slowest.max((ns, seed, number, found));
        }
    }
    let (events, seed, number) = most;
    println!("most events: {events}, {set} {seed} {number}");
    let (ns, seed, number, events) = slowest;
    println!("slowest: {ns} ns, {events} events, {set} {seed} {number}");
}

/// The strokes of one seed.
fn drawn(set: &str, seed: usize, table: &Table) -> Vec<Case> {
    let aim = if set == "random" { Aim::Random } else { Aim::Aimed };
    let mut cases = strokes(DRAWN, seed as u64, aim, true, table);
    if set == "jump" {
        for (k, (_, [(_, strike)])) in cases.iter_mut().enumerate() {
            strike.theta_deg = 20.0 + 30.0 * k as f64 / DRAWN as f64;
        }
    }
    cases
}

fn events(table: &Table, (layout, strikes): &Case) -> u32 {
    simulate_into(table, layout, strikes, &mut Blind).expect("a stroke of a set can be played").events
}

/// Events of a stroke, and how long it takes.
fn timed(table: &Table, case: &Case) -> (u32, u128) {
    let start = Instant::now();
    let events = events(table, case);
    (events, start.elapsed().as_nanos())
}
