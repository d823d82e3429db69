//! How often each outcome the rules ask about happens in random strokes: 100,000 by default, or as many as given.
//!
//! `cargo run --release -p filotto-physics --example outcomes -- 100000`
//!
//! Balls lie anywhere; every tenth layout has the cue ball in contact with a ball or a cushion, every tenth a ball just
//! in front of a pin. Half of the strokes are aimed at a ball or a pin. The cue is level in six of ten strokes and raised
//! up to 75 degrees in the others; speeds are 0.3 to 8 m/s, more of the slow ones.

use filotto_physics::trace::{BallRest, End, LeanFall, OffBy, PinRest, Touching};
use filotto_physics::{Ball, EventKind, Flow, Layout, Observer, Pin, PinSet, Strike, Table, simulate_into};
use glam::DVec2;
use std::collections::BTreeMap;

/// Counts a name for every event that is an outcome.
struct Tally<'a> {
    counts: &'a mut BTreeMap<&'static str, u64>,
    seen: Vec<&'static str>,
}

impl Observer for Tally<'_> {
    const FULL: bool = false;

    fn event(&mut self, _: f64, kind: EventKind) -> Flow {
        let name = name(kind);
        if let Some(name) = name {
            *self.counts.entry(name).or_default() += 1;
            self.seen.push(name);
        }
        Flow::Go
    }
}

fn name(kind: EventKind) -> Option<&'static str> {
    use filotto_physics::trace::Body;
    Some(match kind {
        EventKind::Strike { miscue: true, .. } => "miscue",
        EventKind::DoubleHit { .. } => "15.3-z double hit",
        EventKind::Push { .. } => "15.3-r push",
        EventKind::OntoContact { with: Touching::Ball(_), .. } => "15.3-l onto a ball in contact",
        EventKind::OntoContact { with: Touching::Cushion(_), .. } => "15.3-l onto a cushion in contact",
        EventKind::PinStruck { by: Body::Ball(_), .. } => "12.5 pin rocked by a ball, back upright",
        EventKind::PinStruck { by: Body::Pin(_), .. } => "12.5 pin rocked by a pin, back upright",
        EventKind::PinDown { by: Body::Ball(_), .. } => "12.1 pin down, by a ball",
        EventKind::PinDown { by: Body::Pin(_), .. } => "12.3 pin down, by a pin",
        EventKind::PinUpright { .. } => "12.2 pin down and upright again",
        EventKind::PinShift { by: Body::Ball(_), .. } => "12.4 pin moved by a ball",
        EventKind::PinShift { by: Body::Pin(_), .. } => "12.4 pin moved by a pin",
        EventKind::PinShiftOff { by: Body::Ball(_), .. } => "12.4 pin moved off its spot by a ball",
        EventKind::PinShiftOff { by: Body::Pin(_), .. } => "12.4 pin moved off its spot by a pin",
        EventKind::PinLean { .. } => "12.6 pin leans on a ball",
        EventKind::PinLeanFall { how: LeanFall::Away, .. } => "12.6 leaning pin falls, ball moved away",
        EventKind::PinLeanFall { how: LeanFall::Onto, .. } => "12.6 leaning pin falls, ball moved onto it",
        EventKind::PinMetBall { .. } => "felled pin meets a ball",
        EventKind::PinMetCushion { .. } => "felled pin meets a cushion",
        EventKind::Off { by: OffBy::Frame, .. } => "11.1 ball touches the frame",
        EventKind::Off { by: OffBy::Air, .. } => "11.1 ball flies over the frame",
        EventKind::Jump { over: Body::Ball(_), .. } => "15.3-o jump over a ball",
        EventKind::Jump { over: Body::Pin(_), .. } => "15.3-o jump over a pin",
        _ => return None,
    })
}

fn main() {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000_u64);
    let table = Table::carom_heated();
    let (mut counts, mut strokes) = (BTreeMap::new(), BTreeMap::<&str, u64>::new());
    let mut totals = [0_u64; 2];
    for index in 0..count {
        let (layout, strike) = stroke(&table, index);
        let mut tally = Tally { counts: &mut counts, seen: Vec::new() };
        let summary = simulate_into(&table, &layout, &[(Ball::White, strike)], &mut tally).expect("valid strokes");
        let mut seen = tally.seen;
        if summary.rest.pins.iter().any(|pin| matches!(pin, PinRest::Leaning(_))) {
            seen.push("12.6 pin still leans at the end");
        }
        let covers = |rest: &BallRest| matches!(rest, BallRest::At(place) if !table.covered_by(*place).is_empty());
        if summary.rest.balls.iter().any(covers) {
            seen.push("12.7 a ball rests on a pin's spot");
        }
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().for_each(|name| *strokes.entry(name).or_default() += 1);
        totals[0] += u64::from(summary.events);
        totals[1] += u64::from(summary.end != End::Rest);
    }
    println!("{count} strokes, {} events, {} not brought to rest\n", totals[0], totals[1]);
    println!("| outcome | events | strokes |\n|---|---|---|");
    for (name, strokes) in strokes {
        println!("| {name} | {} | {strokes} |", counts.get(name).copied().unwrap_or(strokes));
    }
}

fn stroke(table: &Table, index: u64) -> (Layout, Strike) {
    let mut draw = Draw::new(index);
    let places = places(table, &mut draw, index);
    let standing =
        places.iter().fold(PinSet::ALL, |pins, &ball| table.covered_by(ball).iter().fold(pins, PinSet::without));
    let targets = [places[1], places[2], table.pin_spot(Pin::C), table.pin_spot(Pin::D)];
    let phi_deg = if draw.unit() < 0.5 {
        let target = targets[(draw.unit() * 4.0) as usize % 4] - places[0];
        libm::atan2(target.y, target.x).to_degrees() + draw.between(-2.0, 2.0)
    } else {
        draw.between(0.0, 360.0)
    };
    let speed = draw.unit();
    let strike = Strike::new(phi_deg, 0.3 + 7.7 * speed * speed)
        .tip(draw.between(-0.38, 0.38), draw.between(-0.38, 0.38))
        .elevated(if draw.unit() < 0.4 { draw.between(0.0, 75.0) } else { 0.0 });
    (Layout { balls: places.map(Some), pins: standing }, strike)
}

fn places(table: &Table, draw: &mut Draw, index: u64) -> [DVec2; 3] {
    let radius = table.radius();
    let (far_x, far_y) = (table.params().length_m - radius, table.params().width_m - radius);
    loop {
        let mut p = [0; 3].map(|_| DVec2::new(draw.between(radius, far_x), draw.between(radius, far_y)));
        let angle = draw.between(0.0, core::f64::consts::TAU);
        let way = DVec2::new(libm::cos(angle), libm::sin(angle));
        match index % 20 {
            0 => p[1] = p[0] + way * (2.0 * radius + 1e-5),
            1 => p[0].x = radius,
            2 | 3 => p[2] = table.pin_spot(Pin::U) + way * (table.pin_reach() + draw.between(0.0, 0.01)),
            _ => {}
        }
        let apart = |i: usize, j: usize| p[i].distance(p[j]) >= 2.0 * radius;
        let inside = |q: &DVec2| q.x >= radius && q.x <= far_x && q.y >= radius && q.y <= far_y;
        if apart(0, 1) && apart(0, 2) && apart(1, 2) && p.iter().all(inside) {
            return p;
        }
    }
}

/// SplitMix64: written out, so that the counts are the same everywhere.
struct Draw(u64);

impl Draw {
    fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}
