//! A fixed number of strokes of one set, for an instruction counter:
//! `valgrind --tool=callgrind target/release/examples/count random pins 20000`.
//! Prints events; the count divided by them is what `docs/performance.md` quotes.

use filotto_benches::{Aim, Blind, strokes};
use filotto_physics::{Table, simulate_into};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let aim = if args.get(1).is_some_and(|a| a == "aimed") { Aim::Aimed } else { Aim::Random };
    let pins = args.get(2).is_none_or(|p| p != "bare");
    let count = args.get(3).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let rounds: u32 = args.get(4).and_then(|n| n.parse().ok()).unwrap_or(1);
    let table = Table::carom_heated();
    let cases = strokes(count, 1, aim, pins, &table);
    let start = std::time::Instant::now();
    let mut events = 0_u64;
    for _ in 0..rounds {
        for (layout, strikes) in &cases {
            let summary = simulate_into(&table, layout, strikes, &mut Blind).expect("valid strokes");
            events += u64::from(summary.events);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let total = count as f64 * f64::from(rounds);
    println!("events {events} per stroke {:.2}", events as f64 / total);
    println!("strokes/s {:.0}  ns/event {:.1}", total / seconds, seconds * 1e9 / events as f64);
}
