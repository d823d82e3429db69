//! The watch over real simulations: the lean list is the recorded one, what physics tells can happen, and stopping
//! early never stops a stroke that turns out clean.

use filotto_engine::{
    Kind, Player, Position, Profile, ProfileName, Roles, Stroke, StrokeKind, Watch, check_events, layout_for, math,
    observe, rule,
};
use filotto_physics::trace::End;
use filotto_physics::{Ball, Pin, PinSet, Strike, Table, simulate, simulate_into};
use glam::DVec2;

/// Strokes of each kind of start; random ones rarely touch, so half the starts put the object ball against the cue
/// ball, a cushion or red.
const STROKES: u64 = 600;

/// A position and a stroke of a number, the same for ever.
fn stroke(number: u64, table: &Table) -> (Position, Stroke) {
    let mut random = math::stream(number, &[1]);
    let mut between = |low: f64, high: f64| low + (high - low) * math::uniform(&mut random);
    let (radius, params) = (table.radius(), table.params());
    let (length, width) = (params.length_m, params.width_m);
    loop {
        let mut place = || DVec2::new(between(radius, length - radius), between(radius, width - radius));
        let mut balls = [place(), place(), place()];
        if number.is_multiple_of(4) {
            let (sin, cos) = math::sin_cos_deg(between(0.0, 360.0));
            balls[1] = balls[0] + DVec2::new(cos, sin) * (2.0 * radius);
        } else if number % 4 == 1 {
            balls[0].y = radius;
        }
        let covered = |pin: &Pin| balls.iter().any(|&ball| table.covered_by(ball).contains(*pin));
        let pins: PinSet = Pin::ALL.into_iter().filter(|pin| !covered(pin)).collect();
        let opening = Position::opening(Player::White, 60, ProfileName::Wcbs1997);
        let position = Position { balls: balls.map(Some), pins, kind: Kind::Normal, ..opening };
        let aim = balls[(number % 3).max(1) as usize] - balls[0];
        let aimed = !number.is_multiple_of(3);
        let phi = if aimed {
            libm::atan2(aim.y, aim.x) / math::RAD_PER_DEG + between(-3.0, 3.0)
        } else {
            between(0.0, 360.0)
        };
        let strike = Strike::new(phi, between(0.5, 7.0)).tip(between(-0.3, 0.3), between(-0.3, 0.3));
        let mut stroke = Stroke::from(strike.elevated(between(0.0, 15.0)));
        stroke.ball = (number % 50 == 7).then_some(Ball::Yellow).or((number % 50 == 8).then_some(Ball::Red));
        if position.check(table).is_ok() {
            return (position, stroke);
        }
    }
}

#[test]
fn lean_and_recorded_lists_are_one_and_possible() {
    let table = Table::carom_heated();
    let mut watch = Watch::new();
    let mut felled = 0;
    for number in 0..STROKES {
        let (position, stroke) = stroke(number, &table);
        let layout = layout_for(&position, &stroke, &table).unwrap();
        let strikes = [(stroke.struck(&position), stroke.strike)];
        let told = format!("{number}: {position} / {stroke}");
        let trace = simulate(&table, &layout, &strikes).unwrap();
        watch.begin(Roles::of(&position, &stroke), false);
        simulate_into(&table, &layout, &strikes, &mut watch).unwrap();
        let events = observe(&position, &stroke, &trace);
        assert_eq!(watch.events(), events, "{told}");
        assert_eq!(check_events(layout.pins, StrokeKind::Normal, &events, &[]), Ok(()), "{told}\n{events:?}");
        let ruling = rule(layout.pins, StrokeKind::Normal, &events, &[], &Profile::wcbs_1997());
        assert!(!watch.is_fault() || !ruling.faults.is_empty(), "{told}: a fault is told, none is ruled");
        felled += ruling.pins_down.len();
    }
    assert!(felled > 50, "only {felled} pins fell: the strokes show little");
}

#[test]
fn stopping_early_stops_only_faults() {
    let table = Table::carom_heated();
    let profile = Profile::wcbs_1997();
    let (mut full, mut lean) = (Watch::new(), Watch::new());
    let mut stopped = 0;
    for number in 0..STROKES {
        let (position, stroke) = stroke(number, &table);
        let layout = layout_for(&position, &stroke, &table).unwrap();
        let strikes = [(stroke.struck(&position), stroke.strike)];
        full.begin(Roles::of(&position, &stroke), false);
        lean.begin(Roles::of(&position, &stroke), true);
        simulate_into(&table, &layout, &strikes, &mut full).unwrap();
        let summary = simulate_into(&table, &layout, &strikes, &mut lean).unwrap();
        let ruling = rule(layout.pins, StrokeKind::Normal, full.events(), &[], &profile);
        if summary.end == End::Stopped {
            stopped += 1;
            assert!(lean.is_fault() && !ruling.faults.is_empty(), "{number}: {position} / {stroke}");
            assert!(full.events().len() >= lean.events().len());
        } else {
            assert_eq!(lean.events(), full.events(), "{number}");
        }
    }
    assert!(stopped > 100, "only {stopped} strokes were stopped");
}
