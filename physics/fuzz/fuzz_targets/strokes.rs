//! Any stroke from any layout, also frozen and touching: no panic, no NaN, no hang, no escape, no sinking by a micrometre
//! A stroke past the bound on events is reported as bounded and is no finding; sinking is looked for only where all rests
//! (creeping balls pressed together in a row sink by some 1e-8 m, a slack at a time).
#![no_main]

use arbitrary::Arbitrary;
use filotto_physics::trace::{BallRest, EventKind, Flow, Observer, PinRest};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, simulate_into};
use glam::DVec2;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Sixteen bits a number: enough to land on every special place, few enough for the fuzzer to find them.
#[derive(Arbitrary, Debug)]
struct Case {
    places: [[u16; 2]; 3],
    /// Two bits a ball: free, frozen to the last one, frozen to a cushion, on the castle's ring.
    frozen: u8,
    there: u8,
    phi: u16,
    v: u16,
    tip: [u8; 2],
    theta: u8,
    second: Option<(u16, u16)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::carom_heated);

struct Clock {
    last: f64,
}

impl Observer for Clock {
    const FULL: bool = false;

    fn event(&mut self, t_s: f64, _: EventKind) -> Flow {
        assert!(t_s >= self.last, "time runs back: {} to {t_s}", self.last);
        self.last = t_s;
        Flow::Go
    }
}

fn unit(bits: u16) -> f64 {
    f64::from(bits) / f64::from(u16::MAX)
}

fn place(case: &Case, i: usize, others: &[Option<DVec2>; 3]) -> DVec2 {
    let (r, far) = (TABLE.radius(), DVec2::new(2.84, 1.42) - DVec2::splat(TABLE.radius()));
    let [x, y] = case.places[i].map(unit);
    let free = DVec2::new(r + x * (far.x - r), r + y * (far.y - r));
    let way = DVec2::from_angle(x * std::f64::consts::TAU);
    match (case.frozen >> (2 * i)) & 3 {
        1 if i > 0 && others[i - 1].is_some() => others[i - 1].unwrap_or_default() + way * 2.0 * r,
        2 => DVec2::new(if x < 0.5 { r } else { far.x }, free.y),
        3 => TABLE.pin_spot(filotto_physics::Pin::C) + way * (0.0655 * y + TABLE.pin_reach()),
        _ => free,
    }
}

fuzz_target!(|case: Case| {
    let mut balls = [None; 3];
    for i in 0..3 {
        if i == 0 || case.there & (1 << i) != 0 {
            balls[i] = Some(place(&case, i, &balls));
        }
    }
    let there = balls.iter().flatten();
    let pins = there.fold(PinSet::ALL, |pins, &ball| TABLE.covered_by(ball).iter().fold(pins, PinSet::without));
    let layout = Layout { balls, pins };
    let [a, b] = case.tip.map(|bits| (f64::from(bits) / 255.0 - 0.5) * 1.3);
    let strike = Strike::new(unit(case.phi) * 360.0, 0.01 + unit(case.v) * unit(case.v) * 15.0)
        .tip(a, b)
        .elevated(f64::from(case.theta) / 256.0 * 90.0);
    let mut strikes = vec![(Ball::White, strike)];
    if let Some((phi, v)) = case.second {
        let other = Strike { delay_s: unit(v) * 0.1, ..Strike::new(unit(phi) * 360.0, 0.1 + unit(v) * 5.0) };
        strikes.push((Ball::Yellow, other));
    }
    // Overlaps and missing balls are refused, which is right.
    let Ok(summary) = simulate_into(&TABLE, &layout, &strikes, &mut Clock { last: 0.0 }) else { return };
    let r = TABLE.radius();
    let at = summary.rest.balls.map(|rest| match rest {
        BallRest::At(p) => Some(p),
        _ => None,
    });
    for p in at.iter().flatten() {
        assert!(p.is_finite(), "{layout:?} {strikes:?}");
        let inside = p.x > r - 1e-8 && p.x < 2.84 - r + 1e-8 && p.y > r - 1e-8 && p.y < 1.42 - r + 1e-8;
        let ended = summary.end == filotto_physics::trace::End::Rest;
        assert!(inside || !ended, "escaped to {p}: {layout:?} {strikes:?}");
    }
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if let (Some(p), Some(q)) = (at[i], at[j]) {
            let ended = summary.end == filotto_physics::trace::End::Rest;
            assert!(p.distance(q) > 2.0 * r - 1e-6 || !ended, "{i} sinks into {j}: {layout:?} {strikes:?}");
        }
    }
    for pin in summary.rest.pins {
        if let PinRest::Down(p) | PinRest::Shifted(p) = pin {
            assert!(p.is_finite() && p.x > 0.0 && p.x < 2.84 && p.y > 0.0 && p.y < 1.42, "pin at {p}: {strikes:?}");
        }
    }
});
