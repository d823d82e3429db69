//! The behaviour of the physics is one number, the same in debug and release and however the work is shared.
//!
//! The number pins behaviour; whether the behaviour is right is what the reference, analytic and invariant tests
//! beside it decide. A change of it is announced in the commit ("Physics values change:").

use filotto_physics::golden::{STROKES, combine, golden_hash, stroke, stroke_hash};
use filotto_physics::{Table, hash, simulate};
use std::thread;

/// The golden hash of the built-in table.
const GOLDEN: u64 = 0x3ac7_1eb3_44ba_cf77;

#[test]
fn the_golden_hash_is_what_it_was() {
    let found = golden_hash(&Table::carom_heated());
    assert_eq!(found, GOLDEN, "{found:#018x}: the physics changed; say so in the commit if it was meant");
}

#[test]
fn any_number_of_threads_gives_the_same_hash() {
    let table = Table::carom_heated();
    let whole = golden_hash(&table);
    for threads in [1, 2, 3, 8] {
        let mut hashes = vec![0; STROKES];
        let share = STROKES.div_ceil(threads);
        thread::scope(|scope| {
            for (k, part) in hashes.chunks_mut(share).enumerate() {
                let table = &table;
                scope.spawn(move || {
                    for (i, hash) in part.iter_mut().enumerate() {
                        *hash = stroke_hash(table, k * share + i);
                    }
                });
            }
        });
        assert_eq!(combine(hashes.into_iter()), whole, "{threads} threads");
    }
}

#[test]
fn another_table_has_another_hash() {
    let table = Table::carom_heated();
    let mut params = table.params().clone();
    params.name = "other".into();
    let renamed = Table::new(params.clone()).unwrap();
    params.cloth.slide_friction += 1e-9;
    let slower = Table::new(params).unwrap();
    assert_eq!(hash(&table).len(), 16);
    assert_ne!(hash(&table), hash(&renamed));
    assert_ne!(golden_hash(&table), golden_hash(&slower));
}

#[test]
fn the_full_trace_tells_the_same_events_and_end_as_the_lean_path() {
    struct Lean(Vec<(u64, filotto_physics::EventKind)>);
    impl filotto_physics::Observer for Lean {
        const FULL: bool = false;
        fn event(&mut self, t_s: f64, kind: filotto_physics::EventKind) -> filotto_physics::Flow {
            self.0.push((t_s.to_bits(), kind));
            filotto_physics::Flow::Go
        }
    }
    let table = Table::carom_heated();
    for index in 0..STROKES {
        let (layout, strikes) = stroke(&table, index);
        let full = simulate(&table, &layout, &strikes).unwrap();
        let mut lean = Lean(Vec::new());
        let summary = filotto_physics::simulate_into(&table, &layout, &strikes, &mut lean).unwrap();
        assert_eq!(full.summary, summary, "stroke {index}");
        let events: Vec<_> = full.events.iter().map(|e| (e.t_s.to_bits(), e.kind)).collect();
        assert_eq!(events, lean.0, "stroke {index}");
    }
}
