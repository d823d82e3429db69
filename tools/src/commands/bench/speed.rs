//! Strokes a second and events of a set, on one thread and on all.

use super::strokes::Case;
use anyhow::{Result, ensure};
use filotto_physics::simulate::MAX_EVENTS;
use filotto_physics::trace::End;
use filotto_physics::{EventKind, Flow, Observer, Table, simulate_into};
use rayon::prelude::*;
use rayon::ThreadPool;
use std::time::{Duration, Instant};

/// Strokes that a thread takes at once.
const SHARE: usize = 64;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Strokes a second on one thread.
    pub one: f64,
    /// And on all.
    pub all: f64,
    /// Events a stroke.
    pub events: f64,
    /// Events of the stroke that had most.
    pub most_events: u32,
}

/// Counts of one pass through a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// Events of all strokes.
    pub events: u64,
    /// Of the stroke that had most.
    pub most: u32,
}

impl Pass {
    fn and(self, other: Pass) -> Pass {
        Pass { events: self.events + other.events, most: self.most.max(other.most) }
    }
}

/// Checks that all threads together see what one sees, then measures both.
pub fn measure(table: &Table, cases: &[Case], pool: &ThreadPool, time: Duration) -> Result<Speed> {
    let alone = pass(table, cases)?;
    let shared = || -> Result<Pass> {
        let parts = cases.par_chunks(SHARE).map(|part| pass(table, part));
        parts.try_reduce(Pass::default, |one, other| Ok(one.and(other)))
    };
    let together = pool.install(shared)?;
    ensure!(alone == together, "all threads saw {together:?} where one saw {alone:?}");
    Ok(Speed {
        one: rate(cases.len(), time, || pass(table, cases).map(drop))?,
        all: rate(cases.len(), time, || pool.install(shared).map(drop))?,
        events: alone.events as f64 / cases.len() as f64,
        most_events: alone.most,
    })
}

/// Simulates every stroke once. A stroke that does not come to rest within the bounds is an error: none needs
/// [`MAX_EVENTS`].
pub fn pass(table: &Table, cases: &[Case]) -> Result<Pass> {
    let mut sum = Pass::default();
    for (layout, strikes) in cases {
        let summary = simulate_into(table, layout, strikes, &mut Blind)?;
        ensure!(
            summary.end == End::Rest && summary.events < MAX_EVENTS,
            "a stroke did not come to rest within {MAX_EVENTS} events: {strikes:?}"
        );
        sum = sum.and(Pass { events: u64::from(summary.events), most: summary.events });
    }
    Ok(sum)
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

/// Watches nothing: what is measured is the simulation alone.
pub struct Blind;

impl Observer for Blind {
    const FULL: bool = false;

    fn event(&mut self, _t_s: f64, _kind: EventKind) -> Flow {
        Flow::Go
    }
}

#[cfg(test)]
mod tests {
    use super::super::strokes::{KINDS, SETS};
    use super::*;
    use filotto_physics::simulate;

    #[test]
    fn a_pass_counts_what_the_traces_hold() {
        let table = Table::carom_heated();
        let cases = SETS[2].strokes(&table, 4, 50);
        let counts = cases.iter().map(|(layout, strikes)| simulate(&table, layout, strikes).unwrap().summary.events);
        let counts: Vec<u32> = counts.collect();
        let right = Pass { events: counts.iter().map(|&n| u64::from(n)).sum(), most: *counts.iter().max().unwrap() };
        assert_eq!(pass(&table, &cases).unwrap(), right);
    }

    /// The bound on events is far from what any kind of stroke needs.
    #[test]
    fn no_stroke_comes_near_the_bound_on_events() {
        let table = Table::carom_heated();
        for set in SETS.into_iter().chain(KINDS) {
            let most = pass(&table, &set.strokes(&table, 11, 1000)).unwrap().most;
            assert!((20..MAX_EVENTS / 10).contains(&most), "{}: {most}", set.key);
        }
    }
}
