//! What must hold for every stroke whatever the model: energy, order, bounds, overlap, mirror images.

use filotto_physics::trace::{BallRest, Body, End, EventKind, Phase};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, Trace, simulate};
use glam::DVec2;
use proptest::prelude::*;

fn balls() -> impl Strategy<Value = [DVec2; 3]> {
    let table = Table::carom_heated();
    let r = table.radius();
    let place = (r..2.84 - r, r..1.42 - r).prop_map(|(x, y)| DVec2::new(x, y));
    [place.clone(), place.clone(), place].prop_filter("no overlap", move |p| {
        let apart = |i: usize, j: usize| p[i].distance(p[j]) > 2.0 * r;
        apart(0, 1) && apart(0, 2) && apart(1, 2)
    })
}

fn level() -> impl Strategy<Value = Strike> {
    (0.0..360.0, 0.1..8.0_f64, -0.35..0.35, -0.35..0.35).prop_map(|(phi, v, a, b)| Strike::new(phi, v).tip(a, b))
}

fn layout(balls: [DVec2; 3], table: &Table) -> Layout {
    let pins = balls.iter().fold(PinSet::ALL, |pins, &ball| table.covered_by(ball).iter().fold(pins, PinSet::without));
    Layout { balls: balls.map(Some), pins }
}

/// Kinetic and potential energy of all balls at the events, per mass, from the moments: per ball the last known.
fn energies(trace: &Trace, table: &Table) -> Vec<f64> {
    let r = table.radius();
    // A pin holds at first what its height gives, later what it moves with.
    let pin = &table.params().pin;
    let light = pin.mass_kg / table.params().ball.mass_kg;
    let mut held = [0.0; 3];
    let mut pins = [light * 9.81 * pin.centre_m; 5];
    let mut all = Vec::new();
    for event in &trace.events {
        for moment in &event.moments {
            if let Body::Ball(ball) = moment.body {
                held[ball.index()] = 0.5 * moment.after.length_squared()
                    + 0.2 * r * r * moment.spin.length_squared()
                    + 9.81 * (moment.place.z - r);
            }
            if let Body::Pin(pin) = moment.body {
                pins[pin.index()] = light * 0.5 * moment.after.length_squared();
            }
        }
        all.push(held.iter().chain(&pins).sum());
    }
    all
}

/// Largest overlap of two balls at sampled times, m.
fn deepest_overlap(trace: &Trace, start: &Layout, table: &Table) -> f64 {
    let steps = 4000;
    let at = |ball: Ball, t: f64| {
        let own = trace.segments.iter().filter(|s| s.body == Body::Ball(ball));
        let last = own.take_while(|s| s.t0_s <= t).last();
        match (last, start.balls[ball.index()]) {
            (Some(segment), _) => Some(segment.at(t)),
            (None, place) => place.map(|p| p.extend(table.radius())),
        }
    };
    let mut worst = f64::NEG_INFINITY;
    for k in 0..=steps {
        let t = trace.summary.duration_s * f64::from(k) / f64::from(steps);
        let places = Ball::ALL.map(|ball| at(ball, t));
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            if let (Some(p), Some(q)) = (places[i], places[j]) {
                worst = worst.max(2.0 * table.radius() - p.distance(q));
            }
        }
    }
    worst
}

/// The stroke seen in a mirror along the long axis.
fn mirrored(layout: &Layout, strike: &Strike) -> (Layout, Strike) {
    use filotto_physics::Pin;
    let flip = |p: DVec2| DVec2::new(p.x, 1.42 - p.y);
    let pins = layout.pins.iter().map(|pin| match pin {
        Pin::L => Pin::R,
        Pin::R => Pin::L,
        other => other,
    });
    let image = Layout { balls: layout.balls.map(|b| b.map(flip)), pins: pins.collect() };
    (image, Strike { phi_deg: -strike.phi_deg, a: -strike.a, ..*strike })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_stroke_ends_inside_with_its_events_in_order(places in balls(), strike in level()) {
        let table = Table::carom_heated();
        let start = layout(places, &table);
        let trace = simulate(&table, &start, &[(Ball::White, strike)]).unwrap();
        prop_assert_eq!(trace.summary.end, End::Rest);
        prop_assert!(trace.events.windows(2).all(|w| w[0].t_s <= w[1].t_s));
        for segment in trace.segments.iter().filter(|s| matches!(s.body, Body::Ball(_))) {
            for k in 0..=20 {
                let p = segment.at(segment.t0_s + (segment.t1_s - segment.t0_s) * f64::from(k) / 20.0);
                prop_assert!(p.is_finite());
                // A ball in the air may reach over a cushion: the tests of flight have its bounds.
                if segment.phase == Phase::Flying {
                    continue;
                }
                prop_assert!(p.x > 0.03075 - 1e-9 && p.x < 2.84 - 0.03075 + 1e-9, "{:?}", p);
                prop_assert!(p.y > 0.03075 - 1e-9 && p.y < 1.42 - 0.03075 + 1e-9, "{:?}", p);
            }
        }
        let rested = trace.events.iter().filter(|e| matches!(e.kind, EventKind::Phase { to: Phase::Still, .. }));
        let gone = trace.events.iter().any(|e| matches!(e.kind, EventKind::Off { .. }));
        prop_assert!(rested.count() >= 1 || gone);
        let overlap = deepest_overlap(&trace, &start, &table);
        prop_assert!(overlap < 1e-9, "overlap {}", overlap);
    }

    #[test]
    fn energy_never_rises(places in balls(), strike in level()) {
        let table = Table::carom_heated();
        let trace = simulate(&table, &layout(places, &table), &[(Ball::White, strike)]).unwrap();
        let all = energies(&trace, &table);
        for (i, pair) in all.windows(2).enumerate().skip(1) {
            prop_assert!(pair[1] <= pair[0] * (1.0 + 1e-12) + 1e-18, "{:?}: {} to {}", trace.events[i + 1], pair[0], pair[1]);
        }
    }

    #[test]
    fn the_mirror_image_of_a_stroke_is_the_stroke_of_the_mirror_image(places in balls(), strike in level()) {
        let table = Table::carom_heated();
        let start = layout(places, &table);
        let trace = simulate(&table, &start, &[(Ball::White, strike)]).unwrap();
        let (image, turned) = mirrored(&start, &strike);
        let other = simulate(&table, &image, &[(Ball::White, turned)]).unwrap();
        // Before chaos: up to the third contact between balls, where rounding is still below 1e-9 m.
        let mut hits = 0;
        for (e, f) in trace.events.iter().zip(&other.events) {
            hits += usize::from(matches!(e.kind, EventKind::Hit { .. }));
            if hits > 2 {
                break;
            }
            for (m, n) in e.moments.iter().zip(&f.moments) {
                prop_assert!((m.place.x - n.place.x).abs() < 1e-9, "{:?} {:?}", e, f);
                prop_assert!((m.place.y - (1.42 - n.place.y)).abs() < 1e-9, "{:?} {:?}", e, f);
            }
        }
    }
}

#[test]
fn an_untouched_ball_stays_to_the_bit() {
    let table = Table::carom_heated();
    let start = Layout {
        balls: [Some(DVec2::new(0.5, 0.7)), Some(DVec2::new(2.0, 0.3)), Some(DVec2::new(2.13, 1.2))],
        pins: PinSet::NONE,
    };
    let trace = simulate(&table, &start, &[(Ball::White, Strike::new(90.0, 1.0))]).unwrap();
    assert_eq!(trace.summary.rest.balls[1], BallRest::At(DVec2::new(2.0, 0.3)));
    assert_eq!(trace.summary.rest.balls[2], BallRest::At(DVec2::new(2.13, 1.2)));
}
