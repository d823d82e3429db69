//! What the value net costs: nanoseconds for the law of a position, features and all.
//!
//! `cargo run --release -p filotto-benches --example value`. The least of many short rounds, since whatever else runs
//! on the machine only ever adds time; the median beside it.

use filotto_engine::{Position, Skill};
use filotto_physics::Table;
use filotto_search::value::choice;
use filotto_search::value::features::Frame;
use std::hint::black_box;
use std::time::Instant;

/// Positions from play.
const POSITIONS: &str = include_str!("../../search/data/positions.txt");
/// Rounds through all positions.
const ROUNDS: usize = 300;

fn main() {
    let table = Table::carom_heated();
    let pro = Skill::parse("pro").expect("a preset");
    let frame = Frame::new(&table, [&pro, &pro]);
    let net = choice::built_in();
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let positions: Vec<Position> = lines.map(|line| Position::parse(line, &table).expect("a position")).collect();
    // The answer first: a net that tells nonsense would be quick for nothing.
    for position in &positions {
        let outlook = net.net.outlook(position, &frame);
        let sum: f64 = outlook.entries().map(|entry| entry.1).sum();
        assert!((sum - 1.0).abs() < 1e-5 && (-5.0..14.0).contains(&outlook.mean()), "{position}: {outlook:?}");
    }
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            for position in &positions {
                black_box(net.net.outlook(black_box(position), &frame));
            }
            1e9 * started.elapsed().as_secs_f64() / positions.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!("{} positions: {:.0} ns at least, {:.0} ns in the median", positions.len(), rounds[0], rounds[ROUNDS / 2]);
}
