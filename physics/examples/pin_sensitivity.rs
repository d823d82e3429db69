//! How much each parameter of the pins moves what a stroke fells: `cargo run --release -p filotto-physics --example
//! pin_sensitivity -- 20000`.
//!
//! Level strokes at 0.8 to 5 m/s, white aimed within a ball's width of yellow, so that balls run through the castle as
//! in play. Value of the pins as the rules score them: 2 an outer pin, 4 the centre pin, 8 when it falls alone.

use filotto_physics::table::TableParams;
use filotto_physics::{Ball, EventKind, Flow, Layout, Observer, Pin, PinSet, Strike, Table, simulate_into};
use glam::DVec2;

/// The pins that fell in one stroke.
struct Felled(PinSet);

impl Observer for Felled {
    const FULL: bool = false;

    fn event(&mut self, _: f64, kind: EventKind) -> Flow {
        if let EventKind::PinDown { pin, .. } | EventKind::PinLeanFall { pin, .. } = kind {
            self.0 = self.0.with(pin);
        }
        Flow::Go
    }
}

fn value(pins: PinSet) -> u32 {
    let outer = 2 * pins.without(Pin::C).len() as u32;
    match (pins.contains(Pin::C), outer) {
        (false, _) => outer,
        (true, 0) => 8,
        (true, _) => outer + 4,
    }
}

/// One parameter: its name, its lower and upper value, how it is set.
type Row = (&'static str, f64, f64, fn(&mut TableParams, f64));

const ROWS: [Row; 12] = [
    ("mass_kg", 0.0012, 0.0018, |p, x| p.pin.mass_kg = x),
    ("base_m", 0.003, 0.005, |p, x| p.pin.base_m = x),
    ("head_m", 0.0028, 0.0035, |p, x| p.pin.head_m = x),
    ("belly_m", 0.0045, 0.006, |p, x| p.pin.belly_m = x),
    ("centre_m", 0.0105, 0.0125, |p, x| p.pin.centre_m = x),
    ("arm_m", 0.0653, 0.070, |p, x| p.pin.arm_m = x),
    ("restitution", 0.3, 0.7, |p, x| p.pin.restitution = x),
    ("base_friction", 0.15, 0.45, |p, x| p.pin.base_friction = x),
    ("lying_friction", 0.2, 0.45, |p, x| p.pin.lying_friction = x),
    ("lying_restitution", 0.2, 0.6, |p, x| p.pin.lying_restitution = x),
    ("shift_m", 0.0002, 0.001, |p, x| p.pin.shift_m = x),
    ("lean_mps", 0.2, 1.0, |p, x| p.pin.lean_mps = x),
];

fn main() {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000_u64);
    let base = results(&Table::carom_heated(), count);
    let mean = |sets: &[PinSet]| sets.iter().map(|&pins| f64::from(value(pins))).sum::<f64>() / sets.len() as f64;
    let hits = base.iter().filter(|pins| !pins.is_empty()).count();
    println!("{count} strokes, {hits} fell pins, mean {:.3} points\n", mean(&base));
    println!("| parameter | from | to | points at | points at | other pins fall in |\n|---|---|---|---|---|---|");
    for (name, low, high, set) in ROWS {
        let at = |value: f64| {
            let mut params = TableParams::carom_heated();
            set(&mut params, value);
            results(&Table::new(params).expect("within its range"), count)
        };
        let (below, above) = (at(low), at(high));
        let differ = |sets: &[PinSet]| sets.iter().zip(&base).filter(|(a, b)| a != b).count() as f64 / count as f64;
        let most = differ(&below).max(differ(&above));
        println!("| {name} | {low} | {high} | {:.3} | {:.3} | {:.2} % |", mean(&below), mean(&above), 100.0 * most);
    }
}

/// What falls in each stroke of the set.
fn results(table: &Table, count: u64) -> Vec<PinSet> {
    (0..count)
        .map(|index| {
            let (layout, strike) = stroke(table, index);
            let mut felled = Felled(PinSet::NONE);
            simulate_into(table, &layout, &[(Ball::White, strike)], &mut felled).expect("valid strokes");
            felled.0
        })
        .collect()
}

fn stroke(table: &Table, index: u64) -> (Layout, Strike) {
    let mut state = index.wrapping_mul(0xd134_2543_de82_ef95);
    let mut unit = || {
        // SplitMix64, written out so that the set is the same everywhere.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let r = table.radius();
    let balls = loop {
        let p = [0; 3].map(|_| DVec2::new(r + unit() * (2.84 - 2.0 * r), r + unit() * (1.42 - 2.0 * r)));
        let apart = |i: usize, j: usize| p[i].distance(p[j]) > 2.0 * r;
        // Clear of the castle, so that every table starts with the same five pins.
        let clear = p.iter().all(|q| q.distance(table.pin_spot(Pin::C)) > 0.15);
        if apart(0, 1) && apart(0, 2) && apart(1, 2) && clear {
            break p;
        }
    };
    let target = balls[1] - balls[0];
    let half = libm::asin((2.0 * r / target.length()).min(1.0));
    let phi = libm::atan2(target.y, target.x) + half * (2.0 * unit() - 1.0);
    let strike = Strike::new(phi.to_degrees(), 0.8 + 4.2 * unit()).tip(0.6 * unit() - 0.3, 0.6 * unit() - 0.3);
    (Layout { balls: balls.map(Some), pins: PinSet::ALL }, strike)
}
