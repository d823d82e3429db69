//! A stroke simulated for a lean observer takes nothing from the heap: counted by an allocator of this test's own.

use filotto_physics::golden::{STROKES, stroke};
use filotto_physics::{EventKind, Flow, Observer, Table, simulate, simulate_into};

/// Counts events, in place.
#[derive(Default)]
struct Count(u32);

impl Observer for Count {
    const FULL: bool = false;

    fn event(&mut self, _t_s: f64, _kind: EventKind) -> Flow {
        self.0 += 1;
        Flow::Go
    }
}

#[test]
fn no_stroke_takes_from_the_heap() {
    let table = Table::carom_heated();
    let mut pins_felled = 0;
    for index in 0..STROKES {
        let (layout, strikes) = stroke(&table, index);
        let mut count = Count::default();
        let used = allocation_counter::measure(|| {
            let summary = simulate_into(&table, &layout, &strikes, &mut count).unwrap();
            let down = |pin: &&filotto_physics::trace::PinRest| matches!(pin, filotto_physics::trace::PinRest::Down(_));
            pins_felled += summary.rest.pins.iter().filter(down).count();
        });
        assert_eq!(used.count_total, 0, "stroke {index}: {used:?}");
        assert!(count.0 > 0);
    }
    assert!(pins_felled > 50, "the castle takes part: {pins_felled} pins felled");
}

#[test]
fn the_counter_counts() {
    let table = Table::carom_heated();
    let (layout, strikes) = stroke(&table, 0);
    let used = allocation_counter::measure(|| drop(simulate(&table, &layout, &strikes).unwrap()));
    assert!(used.count_total > 0, "a full trace is kept on the heap");
}
