//! Wall-clock speed of the simulation, a set of strokes at a time: `cargo bench -p filotto-benches --bench simulate`.
//! Before a set is timed the lean path must see as many events as the full trace has.

// What the macros make has no documentation.
#![allow(missing_docs)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use filotto_benches::{Aim, Case, SETS, events, strokes};
use filotto_physics::{Table, simulate};
use std::hint::black_box;

/// Strokes of a set: enough for its dear ones, few enough for the cache.
const STROKES: usize = 2000;

fn lean(c: &mut Criterion) {
    let table = Table::carom_heated();
    let mut group = c.benchmark_group("simulate_into");
    for (name, aim, pins) in SETS {
        let cases = strokes(STROKES, 1, aim, pins, &table);
        let full = |(layout, strikes): &Case| simulate(&table, layout, strikes).map(|trace| trace.summary.events);
        let whole: u64 = cases.iter().map(|case| u64::from(full(case).expect("a stroke that can be played"))).sum();
        assert_eq!(events(&table, &cases), whole, "{name}: the lean path sees what the full trace has");
        group.throughput(Throughput::Elements(STROKES as u64));
        group.bench_function(name, |b| b.iter(|| events(black_box(&table), black_box(&cases))));
    }
    group.finish();
}

fn full(c: &mut Criterion) {
    let table = Table::carom_heated();
    let cases = strokes(STROKES, 1, Aim::Aimed, true, &table);
    c.bench_function("simulate/aimed-pins", |b| {
        let mut next = cases.iter().cycle();
        b.iter_batched(
            || next.next().expect("a cycle never ends"),
            |(layout, strikes)| simulate(&table, layout, strikes),
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, lean, full);
criterion_main!(benches);
