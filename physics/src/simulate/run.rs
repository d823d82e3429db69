//! The state of one simulation: flat, on the stack, made once a stroke.

use super::chatter::Chatter;
use super::cue_faults::CueAfter;
use super::felled::Loose;
use super::jump::Passed;
use crate::detect::{Places, Span};
use crate::motion::Mover;
use crate::trace::{Body, End, Observer, OffBy, Rail};
use crate::{Ball, Layout, Pin, PinSet, Strike, Table};
use glam::DVec2;

/// A pin during a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PinState {
    Absent,
    Standing,
    /// Tilted by a ball too slow to fell it, which is still inside its reach.
    Pressed(Ball),
    /// Fallen against a resting ball that holds it.
    Tilted(Ball),
    Down,
}

/// What comes next for one ball alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Own {
    End,
    Cushion(Rail),
    Pin(Pin),
    /// The ball has pushed a pressed pin past its balance.
    PushedOver(Pin),
    /// The ball has left a pressed pin, which rocks back.
    Released(Pin),
    /// In the air: the line of the nose.
    Nose(Rail),
    /// In the air: the top of a cushion.
    Top(Rail),
    /// It rolls off the top of a cushion, back onto the table.
    BackOver,
    /// It touches the frame or has passed it.
    Off(OffBy),
    /// In the air: it passes over a ball. Two plain variants, not one with a [`Body`], whose tag would be packed with
    /// this one and had to be unpacked at every event.
    JumpBall(Ball),
    /// In the air: it passes over a pin.
    JumpPin(Pin),
}

impl Own {
    /// It passes over something.
    pub fn jump(over: Body) -> Own {
        match over {
            Body::Ball(ball) => Own::JumpBall(ball),
            Body::Pin(pin) => Own::JumpPin(pin),
        }
    }
}

/// One simulation under way.
pub(super) struct Run<'a, O: Observer> {
    pub table: &'a Table,
    pub strikes: &'a [(Ball, Strike)],
    pub struck: [bool; 3],
    pub observer: &'a mut O,
    pub now: f64,
    pub events: u32,
    pub end: Option<End>,
    pub balls: [Mover; 3],
    pub pins: [PinState; 5],
    /// Pins that a ball can still meet, standing or pressed: one bit each.
    pub standing: u8,
    /// Where the pins stand: their spots, unless they were moved.
    pub pin_place: Places,
    /// Nothing outside this circle about the middle meets a standing pin, m.
    pub guard: f64,
    /// The middle of the castle.
    pub castle: Span,
    /// A pin has been pressed or rocked in this stroke: only then can one lean, or stand off its spot.
    pub rocked: bool,
    /// Pins that lean on the ball that pressed them.
    pub leaning: PinSet,
    /// A pin has come to lie against a resting ball.
    pub tilted: bool,
    /// A pressed pin's base was kicked by this much, in plan.
    pub kick: [DVec2; 5],
    /// Pins that lie or slide about, once there are any.
    pub loose: Option<Loose>,
    /// When something befalls one of them.
    pub loose_due: f64,
    /// A pin was moved or a ball is high: everything is predicted anew.
    pub castle_moved: bool,
    /// When the next strike is due, infinite after the last.
    pub strike_due: f64,
    /// What each ball does next by itself, and when.
    pub own: [Own; 3],
    pub own_due: [f64; 3],
    pub pair: [f64; 3],
    pub pair_chatter: [Chatter; 3],
    pub rail_chatter: [Chatter; 3],
    /// A ball may be in the air: what it flies over changes with the others.
    pub airborne: bool,
    /// What each ball in the air has passed over since it took off.
    pub jumped: [Passed; 3],
    /// The cue just after a strike, when something is near the ball.
    pub cue_after: Option<CueAfter>,
    /// The balls there were, to tell one that is off from one that never was.
    pub present: [bool; 3],
}

impl<'a, O: Observer> Run<'a, O> {
    #[inline(always)]
    pub fn new(table: &'a Table, layout: &Layout, strikes: &'a [(Ball, Strike)], observer: &'a mut O) -> Run<'a, O> {
        let radius = table.radius();
        let mover = |place: &Option<DVec2>| place.map_or(Mover::absent(), |p| Mover::resting(p, radius));
        let pins = match layout.pins {
            PinSet::ALL => [PinState::Standing; 5],
            PinSet::NONE => [PinState::Absent; 5],
            some => Pin::ALL.map(|pin| if some.contains(pin) { PinState::Standing } else { PinState::Absent }),
        };
        Run {
            table,
            strikes,
            struck: [false; 3],
            observer,
            now: 0.0,
            events: 0,
            end: None,
            balls: [mover(&layout.balls[0]), mover(&layout.balls[1]), mover(&layout.balls[2])],
            pins,
            standing: layout.pins.bits(),
            pin_place: table.pin_spots,
            guard: table.castle_guard,
            castle: Span::point(table.pin_spots.at(Pin::C.index())),
            rocked: false,
            leaning: PinSet::NONE,
            tilted: false,
            kick: [DVec2::ZERO; 5],
            loose: None,
            loose_due: f64::INFINITY,
            castle_moved: false,
            strike_due: strikes.iter().map(|(_, strike)| strike.delay_s).fold(f64::INFINITY, f64::min),
            own: [Own::End; 3],
            own_due: [f64::INFINITY; 3],
            pair: [f64::INFINITY; 3],
            pair_chatter: [Chatter::NONE; 3],
            rail_chatter: [Chatter::NONE; 3],
            airborne: false,
            jumped: [Passed::NOTHING; 3],
            cue_after: None,
            present: layout.balls.map(|ball| ball.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{EventKind, Flow};

    struct Blind;

    impl Observer for Blind {
        const FULL: bool = false;

        fn event(&mut self, _t_s: f64, _kind: EventKind) -> Flow {
            Flow::Go
        }
    }

    /// All that a worker needs besides the table; the first-level data cache holds 32 to 48 KiB.
    #[test]
    fn the_state_of_a_stroke_is_small() {
        let bytes = size_of::<Run<'_, Blind>>();
        assert!(bytes <= 4096, "{bytes} bytes");
    }
}
