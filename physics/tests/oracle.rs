//! A second simulator that shares no mathematics with the first: small fixed steps, contacts found by overlap. Slow and
//! of first order, but it cannot be wrong in the same way. Only the contact models are common.

#![allow(clippy::disallowed_methods, reason = "what is expected may be computed with the platform's mathematics")]

use filotto_physics::collide::{Moving, ball_ball, cushion};
use filotto_physics::table::{BallModel, TableParams};
use filotto_physics::trace::{EventKind, Rail};
use filotto_physics::{Ball, Layout, PinSet, Table, release};
use glam::{DVec2, DVec3};

/// Step, s.
const DT: f64 = 4e-6;
/// Contacts compared in each stroke.
const CONTACTS: usize = 4;
/// Its error at a contact: some steps, grown by the contacts before, s.
const TIME_S: f64 = 1.5e-4;
/// Two contacts nearer in time than this may come in either order, s.
const CLOSE_S: f64 = 1e-3;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Contact {
    Balls(usize, usize),
    Cushion(usize, Rail),
}

const RAILS: [(Rail, DVec2); 4] =
    [(Rail::Lower, DVec2::NEG_X), (Rail::Upper, DVec2::X), (Rail::Right, DVec2::NEG_Y), (Rail::Left, DVec2::Y)];

/// One step of one ball: friction of the cloth against the slip, or the deceleration of rolling.
fn step(table: &Table, place: &mut DVec2, ball: &mut Moving) {
    let p = table.params();
    let r = table.radius();
    let v = ball.v.truncate();
    let slip = DVec2::new(v.x - r * ball.w.y, v.y + r * ball.w.x);
    let push = p.cloth.slide_friction * p.gravity;
    let fade = p.cloth.spin_decay * DT;
    ball.w.z -= ball.w.z.clamp(-fade, fade);
    let a = if slip.length() > 3.5 * push * DT {
        -slip.normalize() * push
    } else if v.length() > 1e-4 {
        let a = -v.normalize() * table.rolling_deceleration(v.length());
        let after = v + a * DT;
        (ball.w.x, ball.w.y) = (-after.y / r, after.x / r);
        *place += (v + 0.5 * a * DT) * DT;
        ball.v = after.extend(0.0);
        return;
    } else {
        (ball.v, ball.w.x, ball.w.y) = (DVec3::ZERO, 0.0, 0.0);
        return;
    };
    *place += (v + 0.5 * a * DT) * DT;
    ball.v += (a * DT).extend(0.0);
    ball.w.x += 2.5 / r * a.y * DT;
    ball.w.y -= 2.5 / r * a.x * DT;
}

/// The first contacts by small steps.
fn stepped(table: &Table, places: [DVec2; 3], cue: Moving, seconds: f64) -> Vec<(f64, Contact)> {
    let r = table.radius();
    let (mut places, mut balls) = (places, [cue, Moving::default(), Moving::default()]);
    let high = DVec2::new(table.params().length_m, table.params().width_m);
    let mut contacts = Vec::new();
    let mut n = 0u32;
    while f64::from(n) * DT < seconds && contacts.len() < CONTACTS + 2 {
        n += 1;
        let t = f64::from(n) * DT;
        for i in 0..3 {
            step(table, &mut places[i], &mut balls[i]);
            for (rail, outward) in RAILS {
                let depth = match rail {
                    Rail::Lower => r - places[i].x,
                    Rail::Upper => places[i].x + r - high.x,
                    Rail::Right => r - places[i].y,
                    Rail::Left => places[i].y + r - high.y,
                };
                if depth > 0.0 && balls[i].v.truncate().dot(outward) > 0.0 {
                    balls[i] = cushion::planar(table, outward, balls[i]);
                    contacts.push((t, Contact::Cushion(i, rail)));
                }
            }
        }
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let line = (places[j] - places[i]).extend(0.0);
            if line.length() < 2.0 * r && (balls[i].v - balls[j].v).dot(line) > 0.0 {
                (balls[i], balls[j]) = ball_ball(table, line.normalize(), balls[i], balls[j]);
                contacts.push((t, Contact::Balls(i, j)));
            }
        }
    }
    contacts
}

/// The first contacts from event to event.
fn exact(table: &Table, places: [DVec2; 3], cue: Moving) -> Vec<(f64, Contact)> {
    let layout = Layout { balls: places.map(Some), pins: PinSet::NONE };
    let trace = release(table, &layout, &[(Ball::White, cue)]).expect("balls on the table");
    let contact = |kind| match kind {
        EventKind::Hit { a, b } => Some(Contact::Balls(a.index(), b.index())),
        EventKind::Cushion { ball, rail } => Some(Contact::Cushion(ball.index(), rail)),
        _ => None,
    };
    trace.events.iter().filter_map(|e| contact(e.kind).map(|c| (e.t_s, c))).collect()
}

#[test]
fn small_steps_meet_the_same_contacts() {
    let mut params = TableParams::carom_heated();
    // The steps stay on the cloth: friction between balls lifts none.
    params.ball.model = BallModel::FrictionPeer;
    let table = Table::new(params).unwrap();
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut compared = 0;
    for _ in 0..40 {
        let places: [DVec2; 3] = core::array::from_fn(|_| DVec2::new(0.1 + 2.6 * next(), 0.1 + 1.2 * next()));
        if (0..3).any(|i| places[i].distance(places[(i + 1) % 3]) < 0.07) {
            continue;
        }
        let (angle, speed) = (std::f64::consts::TAU * next(), 1.0 + 3.0 * next());
        let v = DVec3::new(angle.cos(), angle.sin(), 0.0) * speed;
        let w = DVec3::new(next() - 0.5, next() - 0.5, next() - 0.5) * 100.0;
        let cue = Moving::new(v, w);
        let (truth, slow) = (exact(&table, places, cue), stepped(&table, places, cue, 1.5));
        let tight = truth.windows(2).take(CONTACTS).any(|two| two[1].0 - two[0].0 < CLOSE_S);
        if tight || grazes(&truth, &slow) {
            continue;
        }
        for (a, b) in truth.iter().zip(&slow).take(CONTACTS) {
            assert_eq!(a.1, b.1, "{truth:?} {slow:?}");
            assert!((a.0 - b.0).abs() < TIME_S, "{a:?} {b:?}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

/// Whether the steps have stepped over a graze: the next contact of the exact list is missing, all later ones agree.
fn grazes(truth: &[(f64, Contact)], slow: &[(f64, Contact)]) -> bool {
    let differ = truth.iter().zip(slow).take(CONTACTS).position(|(a, b)| a.1 != b.1);
    differ.is_some_and(|k| truth.get(k + 1).map(|t| t.1) == slow.get(k).map(|s| s.1))
}
