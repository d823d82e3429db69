//! What happens in a simulation, in plain words.

use filotto_engine::Player;
use filotto_physics::trace::{Body, Event, EventKind, LeanFall, OffBy, Phase, Rail, Touching};
use filotto_physics::{Ball, PinSet};

/// An event as a sentence; `None` for the physics' own bookkeeping (slide to roll, speed bands).
pub fn sentence(event: &Event) -> Option<String> {
    let name = Ball::name;
    Some(match event.kind {
        EventKind::Band { .. } => return None,
        EventKind::Phase { ball, to: Phase::Still } => format!("{} comes to rest", name(ball)),
        EventKind::Phase { .. } => return None,
        EventKind::Strike { ball, miscue: false } => format!("the cue strikes {}", name(ball)),
        EventKind::Strike { ball, miscue: true } => format!("the cue slips off {} (a miscue)", name(ball)),
        EventKind::DoubleHit { ball } => format!("the tip meets {} a second time", name(ball)),
        EventKind::Push { ball, other } => format!("one push moves {} and {}", name(ball), name(other)),
        EventKind::OntoContact { ball, with } => {
            format!("{} is played onto {} that it touched", name(ball), touching(with))
        }
        EventKind::Hit { a, b } => {
            let (first, second) = if faster(event, b) { (b, a) } else { (a, b) };
            format!("{} hits {}", name(first), name(second))
        }
        EventKind::Cushion { ball, rail: r } => format!("{} meets the {} cushion", name(ball), rail(r)),
        EventKind::Slate { ball } => format!("{} comes down on the cloth", name(ball)),
        EventKind::PinStruck { pin, by } => format!("{} touches pin {}, which stays", body(by), pin.letter()),
        EventKind::PinDown { pin, by } => format!("{} fells pin {}", body(by), pin.letter()),
        EventKind::PinUpright { pin } => format!("pin {} comes back upright", pin.letter()),
        EventKind::PinShift { pin, by } => format!("{} shifts pin {}", body(by), pin.letter()),
        EventKind::PinShiftOff { pin, by } => format!("{} shifts pin {} off its spot", body(by), pin.letter()),
        EventKind::PinLean { pin, on } => format!("pin {} leans on {}", pin.letter(), name(on)),
        EventKind::PinLeanFall { pin, ball, how: LeanFall::Away } => {
            format!("pin {} falls as {} moves away from under it", pin.letter(), name(ball))
        }
        EventKind::PinLeanFall { pin, ball, how: LeanFall::Onto } => {
            format!("pin {} falls as {} moves onto it", pin.letter(), name(ball))
        }
        EventKind::PinMetBall { pin, ball } => format!("felled pin {} meets {}", pin.letter(), name(ball)),
        EventKind::PinMetCushion { pin, rail: r } => {
            format!("felled pin {} meets the {} cushion", pin.letter(), rail(r))
        }
        EventKind::Off { ball, by: OffBy::Frame } => format!("{} touches the frame: off the table", name(ball)),
        EventKind::Off { ball, by: OffBy::Air } => format!("{} flies off the table", name(ball)),
        EventKind::Jump { ball, over } => format!("{} jumps over {}", name(ball), body(over)),
        EventKind::Between { ball, p, q } => {
            format!("{} rolls between pins {} and {}", name(ball), p.letter(), q.letter())
        }
    })
}

/// Whether the ball was the faster of the two that met: then it is the one that hits.
fn faster(event: &Event, ball: Ball) -> bool {
    let speed = |want: bool| {
        let found = event.moments.iter().find(|m| (m.body == Body::Ball(ball)) == want);
        found.map_or(0.0, |m| m.before.length())
    };
    speed(true) > speed(false)
}

fn body(body: Body) -> String {
    match body {
        Body::Ball(ball) => ball.name().into(),
        Body::Pin(pin) => format!("pin {}", pin.letter()),
    }
}

fn touching(with: Touching) -> String {
    match with {
        Touching::Ball(ball) => ball.name().into(),
        Touching::Cushion(r) => format!("the {} cushion", rail(r)),
    }
}

/// Where a cushion is: the short ones lower and upper, the long ones left (y = 1.42) and right.
pub const fn rail(rail: Rail) -> &'static str {
    match rail {
        Rail::Lower => "lower",
        Rail::Upper => "upper",
        Rail::Left => "left",
        Rail::Right => "right",
    }
}

/// `white` or `yellow`.
pub const fn player(player: Player) -> &'static str {
    player.ball().name()
}

/// The letters of pins, in the order of the notation.
pub fn letters(pins: PinSet, between: &str) -> String {
    pins.iter().map(|pin| pin.letter().to_string()).collect::<Vec<_>>().join(between)
}
