//! Instructions of the simulation, counted by valgrind: a noisy machine still sees 1 %.
//! `cargo install --version 0.20.0 gungraun-runner` once (the version of the library in Cargo.lock), then
//! `cargo bench -p filotto-benches --bench instructions`. Divide by the events that the example `count` prints for the
//! same 500 strokes.

// What the macros make has no documentation.
#![allow(missing_docs)]

use filotto_benches::{Aim, Case, events, strokes};
use filotto_physics::Table;
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;

fn set(aim: Aim, pins: bool) -> (Table, Vec<Case>) {
    let table = Table::carom_heated();
    let cases = strokes(500, 1, aim, pins, &table);
    (table, cases)
}

#[library_benchmark]
#[bench::random_pins(set(Aim::Random, true))]
#[bench::random(set(Aim::Random, false))]
#[bench::aimed_pins(set(Aim::Aimed, true))]
#[bench::aimed(set(Aim::Aimed, false))]
fn simulate((table, cases): (Table, Vec<Case>)) -> u64 {
    black_box(events(black_box(&table), black_box(&cases)))
}

library_benchmark_group!(name = sets; benchmarks = simulate);
main!(library_benchmark_groups = sets);
