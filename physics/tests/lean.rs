//! What a search sees is what a picture shows: the lean path, the full trace and a path that stops early agree in
//! every bit.

use filotto_physics::golden::stroke;
use filotto_physics::trace::End;
use filotto_physics::{EventKind, Flow, Observer, Table, simulate, simulate_into};

/// Keeps the events, up to a number of them.
struct Lean {
    events: Vec<(u64, EventKind)>,
    most: usize,
}

impl Observer for Lean {
    const FULL: bool = false;

    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow {
        self.events.push((t_s.to_bits(), kind));
        if self.events.len() == self.most { Flow::Stop } else { Flow::Go }
    }
}

/// Strokes beyond the golden set: 0.2 to 8 m/s, side and height, every fifth with a raised cue, every seventh with
/// frozen balls.
fn agree(strokes: std::ops::Range<usize>) {
    let table = Table::carom_heated();
    for index in strokes {
        let (layout, strikes) = stroke(&table, index);
        let full = simulate(&table, &layout, &strikes).unwrap();
        let told: Vec<_> = full.events.iter().map(|event| (event.t_s.to_bits(), event.kind)).collect();

        let mut lean = Lean { events: Vec::new(), most: usize::MAX };
        let summary = simulate_into(&table, &layout, &strikes, &mut lean).unwrap();
        assert_eq!(summary, full.summary, "stroke {index}");
        assert_eq!(summary.duration_s.to_bits(), full.summary.duration_s.to_bits(), "stroke {index}");
        assert!(lean.events == told, "stroke {index}: {:?}\n{told:?}", lean.events);

        // Any place to stop will do: another one for each stroke.
        let most = 1 + index % told.len();
        let mut early = Lean { events: Vec::new(), most };
        let stopped = simulate_into(&table, &layout, &strikes, &mut early).unwrap();
        // Events of one instant are told together.
        assert_eq!(stopped.end, End::Stopped, "stroke {index} after {most} events");
        assert!(early.events.len() >= most && told.starts_with(&early.events), "stroke {index} after {most} events");
    }
}

#[test]
fn lean_full_and_stopped_agree_on_100_000_strokes() {
    agree(0..100_000);
}
