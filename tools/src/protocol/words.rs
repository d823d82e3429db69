//! The words for what happens in a simulation, as both front ends write them.

use crate::words::rail;
use filotto_physics::trace::{Body, EventKind, LeanFall, OffBy, PinRest, Touching};
use filotto_physics::{Ball, Pin};

/// `white`, `pin:U`.
pub fn body(body: Body) -> String {
    match body {
        Body::Ball(ball) => ball.name().into(),
        Body::Pin(pin) => format!("pin:{}", pin.letter()),
    }
}

/// An event as words: what, who, by whom. `None` for what is only the physics' own bookkeeping.
pub fn event(kind: EventKind) -> Option<Vec<String>> {
    let ball = |ball: Ball| ball.name().to_string();
    let pin = |pin: Pin| pin.letter().to_string();
    let word = |word: &str| word.to_string();
    Some(match kind {
        EventKind::Phase { .. } | EventKind::Band { .. } => return None,
        EventKind::Strike { ball: b, miscue: false } => vec![word("strike"), ball(b)],
        EventKind::Strike { ball: b, miscue: true } => vec![word("miscue"), ball(b)],
        EventKind::DoubleHit { ball: b } => vec![word("double-hit"), ball(b)],
        EventKind::Push { ball: b, other } => vec![word("push"), ball(b), ball(other)],
        EventKind::OntoContact { ball: b, with } => vec![word("onto-contact"), ball(b), touching(with)],
        EventKind::Hit { a, b } => vec![word("hit"), ball(a), ball(b)],
        EventKind::Cushion { ball: b, rail: r } => vec![word("cushion"), ball(b), word(rail(r))],
        EventKind::Slate { ball: b } => vec![word("slate"), ball(b)],
        EventKind::PinStruck { pin: p, by } => vec![word("struck"), pin(p), body(by)],
        EventKind::PinDown { pin: p, by } => vec![word("down"), pin(p), body(by)],
        EventKind::PinUpright { pin: p } => vec![word("upright"), pin(p)],
        EventKind::PinShift { pin: p, by } => vec![word("shift"), pin(p), body(by)],
        EventKind::PinShiftOff { pin: p, by } => vec![word("shift-off"), pin(p), body(by)],
        EventKind::PinLean { pin: p, on } => vec![word("lean"), pin(p), ball(on)],
        EventKind::PinLeanFall { pin: p, ball: b, how } => {
            let how = if how == LeanFall::Away { "away" } else { "onto" };
            vec![word("lean-fall"), pin(p), ball(b), word(how)]
        }
        EventKind::PinMetBall { pin: p, ball: b } => vec![word("pin-met"), pin(p), ball(b)],
        EventKind::PinMetCushion { pin: p, rail: r } => vec![word("pin-met"), pin(p), word(rail(r))],
        EventKind::Off { ball: b, by } => {
            vec![word("off"), ball(b), word(if by == OffBy::Frame { "frame" } else { "air" })]
        }
        EventKind::Jump { ball: b, over } => vec![word("jump"), ball(b), body(over)],
        EventKind::Between { ball: b, p, q } => vec![word("between"), ball(b), pin(p), pin(q)],
    })
}

fn touching(with: Touching) -> String {
    match with {
        Touching::Ball(ball) => ball.name().into(),
        Touching::Cushion(r) => rail(r).into(),
    }
}

/// What became of a pin: `standing`, `shifted`, `leaning`, `down`; `None` when it was not on the table.
pub const fn pin_rest(rest: PinRest) -> Option<&'static str> {
    match rest {
        PinRest::Absent => None,
        PinRest::Standing => Some("standing"),
        PinRest::Shifted(_) => Some("shifted"),
        PinRest::Leaning(_) => Some("leaning"),
        PinRest::Down(_) => Some("down"),
    }
}
