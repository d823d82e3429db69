//! Contacts and free motion against closed forms and published tables, each with its source and tolerance.

#![allow(clippy::disallowed_methods, reason = "what is expected may be computed with the platform's mathematics")]

use filotto_physics::collide::{Moving, ball_ball, cushion, slate};
use filotto_physics::table::{BallModel, CushionModel, TableParams};
use filotto_physics::trace::{EventKind, Phase};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, Trace, release, simulate};
use glam::{DVec2, DVec3};

/// Alciatore's fit of Marlow's friction between balls (TP A.28).
const ALCIATORE: (f64, f64, f64) = (9.951e-3, 0.108, 1.088);

fn table(change: impl FnOnce(&mut TableParams)) -> Table {
    let mut params = TableParams::carom_heated();
    change(&mut params);
    Table::new(params).expect("parameters of a test")
}

fn alciatore(p: &mut TableParams, e: f64) {
    (p.ball.friction_base, p.ball.friction_rise, p.ball.friction_decay) = ALCIATORE;
    p.ball.restitution = e;
}

fn no_friction(p: &mut TableParams, e: f64) {
    (p.ball.friction_base, p.ball.friction_rise) = (0.0, 0.0);
    p.ball.restitution = e;
}

/// A ball rolling along +x.
fn rolling(table: &Table, v: f64) -> Moving {
    Moving::new(DVec3::new(v, 0.0, 0.0), DVec3::new(0.0, v / table.radius(), 0.0))
}

fn stunned(v: f64) -> Moving {
    Moving::new(DVec3::new(v, 0.0, 0.0), DVec3::ZERO)
}

/// The line of centres of a cut to the left.
fn cut(degrees: f64) -> DVec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    DVec3::new(cos, sin, 0.0)
}

fn angle(v: DVec3) -> f64 {
    v.y.atan2(v.x).to_degrees()
}

/// Velocity once a ball on the cloth rolls: `(5/7) v + (2/7) R (w x k)`.
fn settled(table: &Table, ball: Moving) -> DVec2 {
    let spin = DVec2::new(ball.w.y, -ball.w.x) * table.radius();
    ball.v.truncate() * (5.0 / 7.0) + spin * (2.0 / 7.0)
}

/// Deflection of a rolling cue ball and its final speed (notes 3b, computed; published: 33.7 degrees at most, near 34
/// for half a ball, 27 for a quarter and three quarters).
#[test]
fn thirty_degree_rule() {
    for (f, e1, e944, e92, speed) in [
        (1.0 / 8.0, 19.97, 19.35, 19.09, 0.887),
        (1.0 / 4.0, 27.27, 26.32, 25.92, 0.777),
        (3.0 / 8.0, 31.68, 30.42, 29.89, 0.669),
        (1.0 / 2.0, 33.67, 32.10, 31.44, 0.566),
        (5.0 / 8.0, 32.74, 30.90, 30.13, 0.470),
        (3.0 / 4.0, 27.63, 25.71, 24.93, 0.387),
        (7.0 / 8.0, 16.61, 15.22, 14.66, 0.328),
    ] {
        let cut_deg = (1.0_f64 - f).asin().to_degrees();
        for (e, deflection) in [(1.0, e1), (0.944, e944), (0.92, e92)] {
            let table = table(|p| no_friction(p, e));
            let (cue, _) = ball_ball(&table, cut(cut_deg), rolling(&table, 2.0), Moving::default());
            let end = settled(&table, cue);
            let turned = -end.y.atan2(end.x).to_degrees();
            assert!((turned - deflection).abs() < 0.01, "f {f} e {e}: {turned}");
            if e == 0.944 {
                assert!((end.length() / 2.0 - speed).abs() < 6e-4, "f {f}: {}", end.length() / 2.0);
            }
        }
    }
}

/// Angle between the balls after a stun shot (notes 3b; 90 degrees for e = 1).
#[test]
fn ninety_degree_rule() {
    for (cut_deg, angles) in
        [(15.0, [85.7, 84.0, 81.5]), (30.0, [88.0, 87.2, 86.0]), (45.0, [88.9, 88.4, 87.7]), (60.0, [89.3, 89.1, 88.7])]
    {
        for (e, expected) in [0.96, 0.944, 0.92].into_iter().zip(angles) {
            let table = table(|p| no_friction(p, e));
            let (cue, object) = ball_ball(&table, cut(cut_deg), stunned(2.0), Moving::default());
            let between = angle(object.v) - angle(cue.v);
            assert!((between - expected).abs() < 0.06, "{cut_deg} e {e}: {between}");
        }
        let table = table(|p| no_friction(p, 1.0));
        let (cue, object) = ball_ball(&table, cut(cut_deg), stunned(2.0), Moving::default());
        assert!((angle(object.v) - angle(cue.v) - 90.0).abs() < 1e-9);
    }
}

/// Friction does not change the cue ball's direction on a stun shot: both balls get the same tangential impulse, the
/// tangent stays the tangent (e = 1).
#[test]
fn stun_direction_is_free_of_friction() {
    let table = table(|p| alciatore(p, 1.0));
    let (cue, _) = ball_ball(&table, cut(30.0), stunned(1.0), Moving::default());
    assert!((angle(cue.v) + 60.0).abs() < 1e-9, "{}", angle(cue.v));
}

/// Throw in degrees by cut, stun and rolling, at 1, 3 and 7 mph (Alciatore TP A.14, notes 3a). His stick limit is
/// written without (1 + e)/2, so both are the same for e = 1.
#[test]
fn throw_table() {
    let speeds = [0.447, 1.341, 3.129];
    for (cut_deg, stun, roll) in [
        (10.0, [1.44, 1.44, 1.44], [0.76, 0.35, 0.13]),
        (20.0, [2.98, 2.98, 2.50], [1.50, 0.69, 0.27]),
        (30.0, [4.72, 3.55, 1.70], [2.19, 1.00, 0.39]),
        (40.0, [5.08, 2.99, 1.26], [2.81, 1.29, 0.50]),
        (50.0, [4.82, 2.59, 1.03], [3.35, 1.54, 0.59]),
        (60.0, [4.62, 2.32, 0.89], [3.78, 1.74, 0.67]),
    ] {
        let table = table(|p| alciatore(p, 1.0));
        for k in 0..3 {
            let thrown = |cue: Moving| {
                let (_, object) = ball_ball(&table, cut(cut_deg), cue, Moving::default());
                cut_deg - angle(object.v)
            };
            let (s, r) = (thrown(stunned(speeds[k])), thrown(rolling(&table, speeds[k])));
            assert!((s - stun[k]).abs() < 0.02, "{cut_deg} stun {}: {s}", speeds[k]);
            assert!((r - roll[k]).abs() < 0.02, "{cut_deg} roll {}: {r}", speeds[k]);
        }
    }
}

/// Throw of a straight stun shot with side `R w_z / v` (notes 3a).
#[test]
fn throw_by_side() {
    let table = table(|p| alciatore(p, 1.0));
    for (side, expected) in [(0.25, [2.05, 2.05, 2.05]), (0.5, [4.09, 3.55, 1.70]), (1.0, [4.37, 2.01, 0.78])] {
        for (v, expected) in [0.447, 1.341, 3.129].into_iter().zip(expected) {
            let cue = Moving::new(DVec3::X * v, DVec3::Z * (side * v / table.radius()));
            let (_, object) = ball_ball(&table, DVec3::X, cue, Moving::default());
            // Right side (counter-clockwise from above) throws to the left.
            assert!((angle(object.v) - expected).abs() < 0.02, "{side} {v}: {}", angle(object.v));
        }
    }
}

/// Gearing: side that makes the surfaces roll on each other. No throw, no spin given.
#[test]
fn gearing() {
    let table = Table::carom_heated();
    for degrees in [10.0_f64, 20.0, 30.0, 40.0, 50.0] {
        let v = 1.5;
        // The slip of a stun ball at a cut to the left is -v sin c along the tangent; the spin that undoes it:
        let cue = Moving::new(DVec3::X * v, DVec3::Z * (v * degrees.to_radians().sin() / table.radius()));
        let (after, object) = ball_ball(&table, cut(degrees), cue, Moving::default());
        assert!((angle(object.v) - degrees).abs() < 1e-9, "{degrees}: {}", angle(object.v));
        assert!((after.w - cue.w).length() < 1e-9 && object.w.length() < 1e-9);
    }
}

/// A stunned ball rolls at 5/7 of its speed, a rolling one keeps it; sliding ends after 2 |u| / (7 mu g).
#[test]
fn five_sevenths() {
    let table = table(|p| (p.cloth.slide_friction, p.gravity) = (0.2, 9.81));
    let layout = Layout { balls: [Some(DVec2::new(0.2, 0.7)), None, None], pins: PinSet::NONE };
    let trace = release(&table, &layout, &[(Ball::White, stunned(1.0))]).unwrap();
    let first = trace.events.iter().find(|e| matches!(e.kind, EventKind::Phase { to: Phase::Rolling, .. })).unwrap();
    assert!((first.t_s - 2.0 / (7.0 * 0.2 * 9.81)).abs() < 1e-12);
    assert!((first.moments[0].after.x - 5.0 / 7.0).abs() < 1e-12);
}

/// A rolling full hit: the object ball rolls 6.25 times as far as the cue ball (e = 1), 5.2 times (e = 0.944).
#[test]
fn distances_of_a_full_rolling_hit() {
    for (e, ratio) in [(1.0, 6.25), (0.944, 5.2)] {
        let table = table(|p| no_friction(p, e));
        let (cue, object) = ball_ball(&table, DVec3::X, rolling(&table, 1.0), Moving::default());
        let far = (settled(&table, object).length() / settled(&table, cue).length()).powi(2);
        assert!((far - ratio).abs() < 0.05, "{e}: {far}");
    }
}

/// Mathavan, Jackson, Parkin 2014, Tables 1 and 2: a ball with topspin cut onto a still one, speeds and angles when
/// both roll; 1 % (the tolerance at which another simulator quotes them).
#[test]
fn mathavan_2014_tables() {
    let table = table(|p| {
        (p.ball.radius_m, p.ball.mass_kg, p.ball.restitution) = (0.026_25, 0.140_6, 0.89);
        (p.ball.friction_base, p.ball.friction_rise, p.cloth.slide_friction) = (0.05, 0.0, 0.21);
        (p.ball.model, p.cushion.nose_m, p.pin.height_m) = (BallModel::Mathavan2014, 0.036, 0.025);
    });
    for (v, w, degrees, cue_speed, object_speed, cue_angle, object_angle) in [
        (1.539, 58.63, 33.83, 0.914, 0.831, 31.93, 32.20),
        (1.032, 39.31, 26.36, 0.520, 0.599, 32.45, 25.07),
        (1.364, 51.96, 40.52, 0.917, 0.676, 29.91, 38.62),
        (1.731, 65.94, 46.50, 1.28, 0.780, 27.32, 44.38),
        (0.942, 35.89, 18.05, 0.383, 0.579, 29.47, 17.15),
    ] {
        let cue = Moving::new(DVec3::X * v, DVec3::Y * w);
        let (cue, object) = ball_ball(&table, cut(degrees), cue, Moving::default());
        let (c, o) = (settled(&table, cue), settled(&table, object));
        let near = |a: f64, b: f64| (a - b).abs() < 0.01 * b;
        let (ca, oa) = (-c.y.atan2(c.x).to_degrees(), o.y.atan2(o.x).to_degrees());
        assert!(near(c.length(), cue_speed), "{v}: cue speed {} for {cue_speed}", c.length());
        assert!(near(o.length(), object_speed), "{v}: object speed {} for {object_speed}", o.length());
        assert!(near(ca, cue_angle), "{v}: cue angle {ca} for {cue_angle}");
        assert!(near(oa, object_angle), "{v}: object angle {oa} for {object_angle}");
    }
}

/// A ball that meets a cushion straight on, without spin about the rail's line, comes straight back; with the linear
/// model at e times the speed.
#[test]
fn straight_rebound() {
    for model in CUSHIONS {
        let table = table(|p| p.cushion.model = model);
        let after = cushion(&table, DVec2::X, rolling(&table, 1.0), table.radius());
        assert!(after.v.x < 0.0 && after.v.y == 0.0, "{model:?} {:?}", after.v);
    }
    let table = table(|p| (p.cushion.model, p.cushion.restitution) = (CushionModel::Linear, 0.8));
    assert_eq!(cushion(&table, DVec2::X, stunned(2.0), table.radius()).v.x, -1.6);
}

/// Rebound of rolling balls at the clean first cushions of tracked object balls (notes 4d (4): 46 rebounds; medians of
/// a handful each): angle from the normal within 6 degrees, speed within 8 %, read 0.1 s after the contact as there.
#[test]
fn clean_rebounds_of_tracked_balls() {
    let table = Table::carom_heated();
    for (inward, out, ratio, normal) in
        [(25.1, 28.4, 0.702, 1.22), (37.7, 36.9, 0.673, 1.16), (45.0, 51.1, 0.645, 0.84), (63.0, 70.0, 0.74, 0.6)]
    {
        let v = normal / f64::to_radians(inward).cos();
        let (sin, cos) = f64::to_radians(inward).sin_cos();
        let velocity = DVec3::new(v * cos, v * sin, 0.0);
        let spin = DVec3::new(-velocity.y, velocity.x, 0.0) / table.radius();
        let place = DVec2::new(2.84 - table.radius() - 1e-6, 0.4);
        let layout = Layout { balls: [Some(place), None, None], pins: PinSet::NONE };
        let trace = release(&table, &layout, &[(Ball::White, Moving::new(velocity, spin))]).unwrap();
        let later = velocity_at(&trace, 0.1);
        let angle = later.y.atan2(-later.x).to_degrees();
        assert!((angle - out).abs() < 6.0, "in {inward}: out {angle} for {out}");
        assert!((later.length() / v - ratio).abs() < 0.08, "in {inward}: {} for {ratio}", later.length() / v);
    }
}

fn velocity_at(trace: &Trace, t: f64) -> DVec3 {
    let segment = trace.segments.iter().find(|s| s.t0_s <= t && s.t1_s >= t).expect("the ball still moves");
    segment.velocity + segment.acceleration * (t - segment.t0_s)
}

/// A bounce on the slate: `vz' = e |vz|` and friction until the slip ends.
#[test]
fn slate_bounce_ends_the_slip_at_most() {
    let table = Table::carom_heated();
    let ball = Moving::new(DVec3::new(0.1, 0.0, -2.0), DVec3::ZERO);
    let after = slate(&table, ball);
    let slip = after.v.x - table.radius() * after.w.y;
    assert!(slip.abs() < 1e-12 && (after.v.x - 0.1 * 5.0 / 7.0).abs() < 1e-12);
}

/// Natural roll at once for a tip at 0.4 R; no slip, no sliding event.
#[test]
fn a_high_tip_rolls_at_once() {
    let table = Table::carom_heated();
    let layout = Layout { balls: [Some(DVec2::new(0.3, 0.7)), None, None], pins: PinSet::NONE };
    let trace = simulate(&table, &layout, &[(Ball::White, Strike::new(0.0, 1.0).tip(0.0, 0.4))]).unwrap();
    assert!(trace.segments.iter().all(|s| s.phase == Phase::Rolling || s.t0_s > 0.5), "{:?}", trace.segments[0]);
}

const CUSHIONS: [CushionModel; 5] = [
    CushionModel::Linear,
    CushionModel::Han2005,
    CushionModel::Impulse,
    CushionModel::Stronge,
    CushionModel::Mathavan2010,
];
