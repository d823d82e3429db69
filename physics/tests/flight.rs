//! Balls in the air: bounds and energy, cushions, the frame, pins and balls passed over, and the cue's faults.

use filotto_physics::trace::{BallRest, Body, End, EventKind, OffBy, Phase, Touching};
use filotto_physics::{Ball, Layout, Pin, PinSet, Strike, Table, Trace, simulate};
use glam::DVec2;
use proptest::prelude::*;

const R: f64 = 0.03075;

fn layout(balls: [Option<[f64; 2]>; 3], pins: PinSet) -> Layout {
    Layout { balls: balls.map(|ball| ball.map(|[x, y]| DVec2::new(x, y))), pins }
}

fn run(layout: &Layout, strike: Strike) -> Trace {
    simulate(&Table::carom_heated(), layout, &[(Ball::White, strike)]).expect("a stroke that can be played")
}

fn alone(place: [f64; 2], strike: Strike) -> Trace {
    run(&layout([Some(place), None, None], PinSet::NONE), strike)
}

fn kinds(trace: &Trace) -> Vec<EventKind> {
    trace.events.iter().map(|event| event.kind).collect()
}

fn jumps(trace: &Trace) -> Vec<Body> {
    let over = |kind: EventKind| match kind {
        EventKind::Jump { over, .. } => Some(over),
        _ => None,
    };
    kinds(trace).into_iter().filter_map(over).collect()
}

fn off(trace: &Trace) -> Option<OffBy> {
    kinds(trace).into_iter().find_map(|kind| match kind {
        EventKind::Off { by, .. } => Some(by),
        _ => None,
    })
}

/// The flight of an elevated stroke by hand: speed down bounces at half, then a parabola with the known time.
#[test]
fn a_raised_cue_makes_the_ball_hop_by_the_book() {
    let trace = alone([1.0, 0.7], Strike::new(0.0, 2.0).elevated(30.0));
    let up = trace.events[0].moments[0].after.z;
    let slate = trace.events.iter().find(|e| matches!(e.kind, EventKind::Slate { .. })).expect("it comes down");
    assert!((slate.t_s - 2.0 * up / 9.81).abs() < 1e-12);
    let top = trace.segments.iter().filter(|s| s.phase == Phase::Flying).map(|s| s.at(s.t0_s + up / 9.81).z);
    let height = top.fold(0.0, f64::max) - R;
    assert!((height - up * up / (2.0 * 9.81)).abs() < 1e-12, "{height}");
}

/// On the cloth and a hair above it a ball meets the cushion at the same place.
#[test]
fn the_nose_line_agrees_with_the_plane_at_the_height_of_a_rolling_ball() {
    for theta in [0.0, 20.0, 35.0] {
        let trace = alone([0.5, 0.7], Strike::new(180.0, 3.0).elevated(theta));
        let met = trace.events.iter().find(|e| matches!(e.kind, EventKind::Cushion { .. })).expect("a cushion");
        let place = met.moments[0].place;
        if place.z == R {
            assert!((place.x - R).abs() < 1e-9, "{theta}: {place}");
        } else {
            let table = Table::carom_heated();
            let sin = (table.params().cushion.nose_m - R) / R;
            let line = R * (1.0 - (1.0 - sin * sin).sqrt());
            let apart = DVec2::new(place.x - line, place.z - table.params().cushion.nose_m).length();
            assert!((apart - R).abs() < 2e-9, "{theta}: {place}");
        }
    }
}

/// Hard and raised near a cushion a ball gets over it: onto the frame, or past it.
#[test]
fn a_ball_leaves_over_the_cushion_and_says_what_it_touched() {
    let mut seen = [0; 3];
    for step in 0..400 {
        let theta = 20.0 + f64::from(step % 40);
        let speed = 3.0 + f64::from(step / 40) * 0.9;
        let trace = alone([2.2, 0.7], Strike::new(0.0, speed).elevated(theta));
        match off(&trace) {
            Some(OffBy::Frame) => seen[0] += 1,
            Some(OffBy::Air) => seen[1] += 1,
            None => seen[2] += 1,
        }
        let gone = trace.summary.rest.balls[0] == BallRest::Off;
        assert_eq!(gone, off(&trace).is_some());
        assert_eq!(trace.summary.rest.balls[1], BallRest::Absent);
        assert_eq!(trace.summary.end, End::Rest);
    }
    assert!(seen.iter().all(|&n| n > 3), "frame, air, stayed: {seen:?}");
}

/// From the top of a cushion a spent ball comes back; nothing rests there.
#[test]
fn nothing_rests_on_a_cushion() {
    let mut back = 0;
    for step in 0..2000 {
        let (theta, near) = (70.0 + 0.005 * f64::from(step), 2.65 + 0.00007 * f64::from(step));
        let trace = alone([near, 0.7], Strike::new(0.0, 2.2).elevated(theta));
        let BallRest::At(place) = trace.summary.rest.balls[0] else { continue };
        assert!(place.x <= 2.84 - R + 1e-9, "{theta} {near}: rests at {place}");
        back += usize::from(trace.segments.iter().any(|s| s.place.x > 2.84));
    }
    assert!(back > 0, "no ball came back from the top");
}

#[test]
fn a_jump_over_a_ball_is_told_once_and_a_contact_is_none() {
    let over =
        |gap: f64, strike: Strike| run(&layout([Some([0.5, 0.7]), None, Some([0.5 + gap, 0.7])], PinSet::NONE), strike);
    let high = over(0.3, Strike::new(0.0, 6.0).elevated(45.0));
    assert_eq!(jumps(&high), [Body::Ball(Ball::Red)], "{:?}", kinds(&high));
    assert!(!kinds(&high).iter().any(|k| matches!(k, EventKind::Hit { .. })));
    let flat = over(0.3, Strike::new(0.0, 3.0));
    assert_eq!(jumps(&flat), []);
    // Lands on the ball: both meet before the nearest approach.
    let low = over(0.25, Strike::new(0.0, 3.0).elevated(20.0));
    assert!(kinds(&low).iter().any(|k| matches!(k, EventKind::Hit { .. })), "{:?}", kinds(&low));
    assert_eq!(jumps(&low), []);
}

#[test]
fn a_jump_over_the_castle_names_the_pins_on_the_way() {
    let trace = run(&layout([Some([1.0, 0.71]), None, None], PinSet::ALL), Strike::new(0.0, 6.0).elevated(45.0));
    let all = jumps(&trace);
    for pin in [Pin::D, Pin::C, Pin::U] {
        assert_eq!(all.iter().filter(|&&over| over == Body::Pin(pin)).count(), 1, "{all:?}");
    }
    let rolled = run(&layout([Some([1.0, 0.6]), None, None], PinSet::ALL), Strike::new(0.0, 3.0));
    assert_eq!(jumps(&rolled), []);
}

/// A ball a little above the cloth meets the head a little later than one on it, and fells the pin all the same.
#[test]
fn a_hop_meets_the_head_of_a_pin() {
    let trace = run(&layout([Some([1.25, 0.71]), None, None], PinSet::ALL), Strike::new(0.0, 3.0).elevated(4.0));
    let down = trace.events.iter().find(|e| matches!(e.kind, EventKind::PinDown { .. })).expect("a pin falls");
    let ball = down.moments.iter().find(|m| m.body == Body::Ball(Ball::White)).expect("the ball takes part");
    assert!(ball.place.z > R + 1e-4, "in the air: {}", ball.place.z);
    let head = Table::carom_heated().pin_spot(Pin::D).extend(0.022);
    assert!((ball.place.distance(head) - (R + 0.003)).abs() < 2e-9);
    assert!(ball.after.length() < ball.before.length());
}

/// Straight down onto a head the pin is only pressed onto the slate.
#[test]
fn from_above_a_pin_is_pressed_not_felled() {
    let mut pressed = 0;
    for step in 0..300 {
        let start = [0.9 + 0.001 * f64::from(step), 0.71];
        let only = PinSet::NONE.with(Pin::D);
        let trace = run(&layout([Some(start), None, None], only), Strike::new(0.0, 4.0).elevated(75.0));
        pressed += kinds(&trace).iter().filter(|k| matches!(k, EventKind::PinStruck { pin: Pin::D, .. })).count();
    }
    assert!(pressed > 0);
}

fn faults(balls: [Option<[f64; 2]>; 3], strike: Strike) -> Vec<EventKind> {
    let trace = run(&layout(balls, PinSet::NONE), strike);
    let fault = |k: &EventKind| {
        matches!(k, EventKind::DoubleHit { .. } | EventKind::Push { .. } | EventKind::OntoContact { .. })
    };
    kinds(&trace).into_iter().filter(fault).collect()
}

/// Rule 10: onto a frozen ball is a fault, along its tangent and away from it is none, with one degree of tolerance.
#[test]
fn onto_a_ball_in_contact() {
    let frozen = [Some([0.5, 0.7]), Some([0.5 + 2.0 * R, 0.7]), None];
    let near = [Some([0.5, 0.7]), Some([0.5 + 2.0 * R + 0.9e-4, 0.7]), None];
    let apart = [Some([0.5, 0.7]), Some([0.5 + 2.0 * R + 1.1e-4, 0.7]), None];
    let onto = EventKind::OntoContact { ball: Ball::White, with: Touching::Ball(Ball::Yellow) };
    let push = EventKind::Push { ball: Ball::White, other: Ball::Yellow };
    for phi in [0.0, 40.0, 80.0, 88.9, -88.9] {
        assert_eq!(faults(frozen, Strike::new(phi, 2.0)), [onto, push], "{phi}");
        assert_eq!(faults(near, Strike::new(phi, 2.0)), [onto, push], "{phi}");
    }
    for phi in [89.1, 90.0, 120.0, 180.0, 270.0] {
        assert_eq!(faults(frozen, Strike::new(phi, 2.0)), [], "{phi}");
    }
    assert!(!faults(apart, Strike::new(0.0, 2.0)).contains(&onto));
    // Squirt turns a stroke along the tangent into the ball.
    assert_eq!(faults(frozen, Strike::new(90.0, 2.0).tip(-0.4, 0.0)), [onto, push]);
}

#[test]
fn onto_a_cushion_in_contact() {
    let frozen = [Some([R, 0.7]), None, None];
    for phi in [180.0, 100.0, 260.0] {
        let found = faults(frozen, Strike::new(phi, 2.0));
        assert!(matches!(found[..], [EventKind::OntoContact { with: Touching::Cushion(_), .. }]), "{phi} {found:?}");
    }
    assert_eq!(faults(frozen, Strike::new(90.0, 2.0)), []);
    assert_eq!(faults(frozen, Strike::new(30.0, 2.0)), []);
}

/// 15.3-z: near and full the tip is still there; far, thin or with follow that runs on it is not.
#[test]
fn double_hits_near_and_full_only() {
    let double = |gap: f64, y: f64, strike: Strike| {
        let found = faults([Some([0.5, 0.7]), Some([0.5 + 2.0 * R + gap, 0.7 + y]), None], strike);
        found.contains(&EventKind::DoubleHit { ball: Ball::White })
    };
    for gap in [0.001, 0.005, 0.015] {
        assert!(double(gap, 0.0, Strike::new(0.0, 2.0)), "{gap}");
    }
    assert!(!double(0.04, 0.0, Strike::new(0.0, 2.0)), "the tip has stopped before");
    assert!(!double(0.015, 1.95 * R, Strike::new(0.0, 2.0)), "thin: the ball runs on");
    // Rolling away from the tip along a cushion nothing throws it back.
    assert_eq!(faults([Some([R + 0.01, 0.7]), None, None], Strike::new(90.0, 2.0)), []);
    // Into a near cushion it comes back onto the tip.
    assert_eq!(
        faults([Some([R + 0.01, 0.7]), None, None], Strike::new(180.0, 2.0)),
        [EventKind::DoubleHit { ball: Ball::White }]
    );
}

fn energies(trace: &Trace) -> Vec<f64> {
    // A pin of 1.4 g holds at first what its height gives; later what it moves with. Per mass of a ball.
    let light = 0.0014 / 0.210;
    let mut held = [0.0; 3];
    let mut pins = [light * 9.81 * 0.0115; 5];
    let mut all = Vec::new();
    for event in &trace.events {
        for moment in &event.moments {
            if let Body::Ball(ball) = moment.body {
                let turning = 0.2 * R * R * moment.spin.length_squared();
                let fallen = matches!(event.kind, EventKind::Off { .. });
                let height = if fallen { 0.0 } else { 9.81 * (moment.place.z - R) };
                held[ball.index()] = 0.5 * moment.after.length_squared() + turning + height;
            }
        }
        for moment in &event.moments {
            if let Body::Pin(pin) = moment.body {
                pins[pin.index()] = light * 0.5 * moment.after.length_squared();
            }
        }
        all.push(held.iter().chain(&pins).sum());
    }
    all
}

fn places() -> impl Strategy<Value = [[f64; 2]; 3]> {
    let place = (R..2.84 - R, R..1.42 - R).prop_map(|(x, y)| [x, y]);
    [place.clone(), place.clone(), place].prop_filter("no overlap", |p| {
        let apart = |i: usize, j: usize| DVec2::from(p[i]).distance(DVec2::from(p[j])) > 2.0 * R;
        apart(0, 1) && apart(0, 2) && apart(1, 2)
    })
}

fn raised() -> impl Strategy<Value = Strike> {
    (0.0..360.0, 0.3..8.0_f64, -0.35..0.35, -0.35..0.35, 0.0..85.0_f64)
        .prop_map(|(phi, v, a, b, theta)| Strike::new(phi, v).tip(a, b).elevated(theta))
}

fn standing(places: [[f64; 2]; 3]) -> Layout {
    let table = Table::carom_heated();
    let covered = |pins: PinSet, ball: [f64; 2]| table.covered_by(ball.into()).iter().fold(pins, PinSet::without);
    layout(places.map(Some), places.into_iter().fold(PinSet::ALL, covered))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_raised_stroke_ends_within_bounds(places in places(), strike in raised()) {
        let trace = run(&standing(places), strike);
        prop_assert_eq!(trace.summary.end, End::Rest);
        prop_assert!(trace.events.windows(2).all(|w| w[0].t_s <= w[1].t_s));
        for segment in trace.segments.iter().filter(|s| matches!(s.body, Body::Ball(_))) {
            for k in 0..=20 {
                let p = segment.at(segment.t0_s + (segment.t1_s - segment.t0_s) * f64::from(k) / 20.0);
                prop_assert!(p.is_finite());
                prop_assert!(p.z > R - 1e-9, "under the cloth: {p}");
                let over = (R - p.x).max(p.x - 2.84 + R).max(R - p.y).max(p.y - 1.42 + R);
                prop_assert!(over < 1e-9 || segment.phase == Phase::Flying, "{p} {segment:?}");
                prop_assert!(over < 0.17, "beyond the frame: {p}");
                // Behind the nose only above the top: it is a line.
                prop_assert!(over < R + 1e-9 || p.z > Table::carom_heated().params().cushion.nose_m + R - 1e-9, "inside the cushion: {p}");
            }
        }
        for rest in trace.summary.rest.balls {
            if let BallRest::At(p) = rest {
                prop_assert!(p.x > R - 1e-9 && p.x < 2.84 - R + 1e-9 && p.y > R - 1e-9 && p.y < 1.42 - R + 1e-9, "{}", p);
            }
        }
    }

    #[test]
    fn energy_never_rises_in_the_air(places in places(), strike in raised()) {
        let trace = run(&standing(places), strike);
        for (i, pair) in energies(&trace).windows(2).enumerate() {
            prop_assert!(pair[1] <= pair[0] * (1.0 + 1e-12) + 1e-15, "{:?}: {} to {}", trace.events[i + 1], pair[0], pair[1]);
        }
    }

    #[test]
    fn a_raised_stroke_has_its_mirror_image(places in places(), strike in raised()) {
        let start = standing(places);
        let trace = run(&start, strike);
        let flip = |p: DVec2| DVec2::new(p.x, 1.42 - p.y);
        let other = |pin| match pin { Pin::L => Pin::R, Pin::R => Pin::L, pin => pin };
        let image = Layout { balls: start.balls.map(|b| b.map(flip)), pins: start.pins.iter().map(other).collect() };
        let turned = run(&image, Strike { phi_deg: -strike.phi_deg, a: -strike.a, ..strike });
        let mut hits = 0;
        // Before rounding has grown: a ball that rolls off a corner is as good as a coin.
        for (e, f) in trace.events.iter().zip(&turned.events).take(15) {
            hits += usize::from(matches!(e.kind, EventKind::Hit { .. }));
            if hits > 2 {
                break;
            }
            for (m, n) in e.moments.iter().zip(&f.moments) {
                prop_assert!((m.place.x - n.place.x).abs() < 1e-6, "{:?} {:?}", e, f);
                prop_assert!((m.place.y - (1.42 - n.place.y)).abs() < 1e-6, "{:?} {:?}", e, f);
            }
        }
    }
}
