//! Any table: every parameter anywhere in or out of its range. Either an error that names it, or strokes that end, or are
//! bounded, without panic and without a number that is none.
#![no_main]

use arbitrary::Arbitrary;
use filotto_physics::table::{BallModel, CushionModel, TableParams};
use filotto_physics::trace::{BallRest, EventKind, Flow, Observer};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, clearance, simulate_into};
use glam::DVec2;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Case {
    /// Which parameter takes which value, up to six of them.
    changes: [(u8, u16); 6],
    ball: u8,
    cushion: u8,
    phi: u16,
    v: u8,
    theta: u8,
}

struct Few(u32);

impl Observer for Few {
    const FULL: bool = false;

    fn event(&mut self, t_s: f64, _: EventKind) -> Flow {
        assert!(t_s.is_finite());
        self.0 += 1;
        // Tables without friction never end: enough seen.
        if self.0 > 3000 { Flow::Stop } else { Flow::Go }
    }
}

fn change(p: &mut TableParams, which: u8, bits: u16) {
    let x = f64::from(bits) / f64::from(u16::MAX);
    // From ten millionths to ten, and the edges themselves.
    let value = match bits {
        0 => 0.0,
        1 => 1.0,
        2 => f64::NAN,
        3 => -1.0,
        _ => 1e-5 * f64::exp(x * 13.8),
    };
    let (b, c, k, n, q) = (&mut p.ball, &mut p.cloth, &mut p.cushion, &mut p.pin, &mut p.cue);
    let all = [
        &mut p.gravity,
        &mut b.mass_kg,
        &mut b.restitution,
        &mut b.friction_base,
        &mut b.friction_rise,
        &mut b.friction_decay,
        &mut c.slide_friction,
        &mut c.spin_decay,
        &mut c.rolling,
        &mut c.rolling_linear,
        &mut c.slate_restitution,
        &mut c.slate_settle_mps,
        &mut k.nose_m,
        &mut k.restitution,
        &mut k.friction,
        &mut k.tangential,
        &mut k.top_m,
        &mut k.top_rise_m,
        &mut k.top_restitution,
        &mut k.frame_m,
        &mut n.arm_m,
        &mut n.height_m,
        &mut n.head_m,
        &mut n.belly_m,
        &mut n.base_m,
        &mut n.mass_kg,
        &mut n.centre_m,
        &mut n.restitution,
        &mut n.friction,
        &mut n.base_friction,
        &mut n.lying_friction,
        &mut n.lying_restitution,
        &mut n.shift_m,
        &mut n.lean_mps,
        &mut q.mass_kg,
        &mut q.restitution,
        &mut q.miscue,
        &mut q.contact_s,
        &mut q.follow_m,
        &mut q.touch_m,
    ];
    let count = all.len();
    if let Some(field) = all.into_iter().nth(usize::from(which) % count) {
        *field = value;
    }
}

fuzz_target!(|case: Case| {
    let mut params = TableParams::carom_heated();
    case.changes.iter().filter(|&&(which, _)| which < 160).for_each(|&(which, bits)| change(&mut params, which, bits));
    params.ball.model = [BallModel::Friction, BallModel::Frictionless][usize::from(case.ball) % 2];
    params.cushion.model = [CushionModel::Han2005, CushionModel::Linear, CushionModel::Impulse, CushionModel::Stronge]
        [usize::from(case.cushion) % 4];
    let Ok(table) = Table::new(params) else { return };
    let place = |x, y| Some(DVec2::new(x, y));
    let balls = [place(0.6, 0.71), place(1.1, 0.70), place(2.13, 0.71)];
    let there = balls.iter().flatten();
    let pins = there.fold(PinSet::ALL, |pins, &ball| table.covered_by(ball).iter().fold(pins, PinSet::without));
    let layout = Layout { balls, pins };
    let phi = f64::from(case.phi) / 65536.0 * 360.0;
    let strike = Strike::new(phi, 0.1 + f64::from(case.v) * 0.04).elevated(f64::from(case.theta) / 256.0 * 80.0);
    let theta = clearance(&table, &layout, Ball::White, phi, 0.0);
    assert!((0.0..=90.0).contains(&theta));
    let Ok(summary) = simulate_into(&table, &layout, &[(Ball::White, strike)], &mut Few(0)) else { return };
    for rest in summary.rest.balls {
        if let BallRest::At(p) = rest {
            assert!(p.is_finite(), "{p}: {:?} {strike:?}", table.params());
        }
    }
});
