//! Standing pins: felled, rocked back, moved, leaning on a ball (12.1 to 12.6). Told with who did it.
//!
//! A blow topples a pin or rocks it; a rocked pin comes back upright, moved by what its base slid. A ball too slow to
//! topple it presses it until it is past its balance, leaves it, or comes to rest with the pin leaning on it. A pin that
//! topples slowly towards a resting ball comes to lean on it and falls when the ball moves; until then its base's edge
//! touches the table and it is not down.

use super::{PinState, Run};
use crate::collide::pin::Blow;
use crate::trace::{Body, EventKind, LeanFall, Observer, Phase};
use crate::{Ball, Pin};
use glam::DVec2;

/// Half the width of the strip in which a falling head stays on a ball instead of sliding off its side, as a part of the
/// sum of the radii: a slope of 17 degrees, what wood on phenolic holds (estimate).
const STAYS_ON: f64 = 0.3;
/// A ball that rests less deep than this in a pin's reach bears nothing, m.
const BEARS_M: f64 = 1e-4;
/// A blow with less slip than this part of its closing speed makes a pin tumble end over end in one plane.
const STRAIGHT: f64 = 0.1;

impl<O: Observer> Run<'_, O> {
    /// A ball's blow topples a pin; `normal` points from the ball to it in plan, `closing` is along the line of centres.
    #[cold]
    #[inline(never)]
    pub(super) fn topple(&mut self, i: usize, pin: Pin, normal: DVec2, closing: f64, blow: &Blow) {
        let ball = &self.balls[i];
        let across = ball.v.truncate().perp_dot(normal).abs();
        let straight = across < STRAIGHT * closing;
        let restitution = self.table.params().pin.lying_restitution;
        let upright = straight && self.table.pin_contact.tumbles_upright(blow.turn * closing, restitution);
        self.fall(pin, Body::Ball(Ball::ALL[i]), normal * (blow.slide * closing), upright);
    }

    /// A pin falls with a speed of its centre in plan: onto a resting ball, or down.
    pub(super) fn fall(&mut self, pin: Pin, by: Body, velocity: DVec2, upright: bool) {
        if let Some(ball) = self.held_by(pin, by, velocity) {
            self.stands_no_more(pin, PinState::Tilted(ball));
            self.tilted = true;
            self.loosen(pin, velocity, false);
            self.tell(EventKind::PinLean { pin, on: ball });
            return;
        }
        self.stands_no_more(pin, PinState::Down);
        self.loosen(pin, velocity, upright);
        self.tell(EventKind::PinDown { pin, by });
        self.tell_pin_moment(pin, DVec2::ZERO);
    }

    /// A pin that no ball can meet any more.
    fn stands_no_more(&mut self, pin: Pin, state: PinState) {
        let stood = self.pins[pin.index()];
        debug_assert!(matches!(stood, PinState::Standing | PinState::Pressed(_)), "{pin:?} falls, but is {stood:?}");
        self.pins[pin.index()] = state;
        self.standing &= !(1 << pin.index());
    }

    /// The resting ball that a pin falls against and stays on.
    fn held_by(&self, pin: Pin, by: Body, velocity: DVec2) -> Option<Ball> {
        let speed = velocity.length();
        if speed == 0.0 || speed > self.table.params().pin.lean_mps {
            return None;
        }
        let (contact, way) = (&self.table.pin_contact, velocity / speed);
        Ball::ALL.into_iter().find(|&ball| {
            let mover = &self.balls[ball.index()];
            let line = mover.r.truncate() - self.pin_place.at(pin.index());
            let (along, aside) = (line.dot(way), line.perp_dot(way).abs());
            let still = mover.phase == Phase::Still && by != Body::Ball(ball);
            still && along > 0.0 && line.length() < contact.lean_far && aside < STAYS_ON * contact.centres
        })
    }

    /// A ball too slow to topple a pin presses it.
    pub(super) fn press(&mut self, pin: Pin, i: usize) {
        self.pins[pin.index()] = PinState::Pressed(Ball::ALL[i]);
        self.rocked = true;
    }

    /// A slow ball has pushed a pin past its balance.
    #[cold]
    pub(super) fn push_over(&mut self, i: usize, pin: Pin) {
        let ball = Ball::ALL[i];
        let line = self.pin_place.at(pin.index()) - self.balls[i].r.truncate();
        let way = line.normalize_or_zero();
        let velocity = way * self.balls[i].v.truncate().dot(way).max(0.0);
        if self.leaning.contains(pin) {
            self.leaning = self.leaning.without(pin);
            self.stands_no_more(pin, PinState::Down);
            self.loosen(pin, velocity, false);
            self.tell(EventKind::PinLeanFall { pin, ball, how: LeanFall::Onto });
        } else {
            self.fall(pin, Body::Ball(ball), velocity, false);
        }
    }

    /// A ball leaves a pin it pressed, which rocks back.
    #[cold]
    pub(super) fn release_pin(&mut self, i: usize, pin: Pin) {
        self.leaning = self.leaning.without(pin);
        self.pins[pin.index()] = PinState::Standing;
        self.rock_back(pin, Body::Ball(Ball::ALL[i]));
    }

    /// Upright again, moved by its kick: told by how far it stands off its spot.
    pub(super) fn rock_back(&mut self, pin: Pin, by: Body) {
        self.rocked = true;
        let kick = core::mem::take(&mut self.kick[pin.index()]);
        let params = &self.table.params().pin;
        if kick.length() < params.shift_m {
            return self.tell(EventKind::PinStruck { pin, by });
        }
        let place = self.pin_place.at(pin.index()) + kick;
        self.pin_place.put(pin.index(), place);
        let (spot, middle) = (self.table.pin_spot(pin), self.table.pin_spot(Pin::C));
        let off = place.distance(spot) >= 2.0 * params.base_m;
        self.guard = self.guard.max(place.distance(middle) + 2.0 * self.table.pin_reach());
        self.castle_moved = true;
        self.tell(if off { EventKind::PinShiftOff { pin, by } } else { EventKind::PinShift { pin, by } });
    }

    /// A ball comes to rest under pins it has tilted: they lean on it.
    #[cold]
    pub(super) fn lean_on(&mut self, i: usize) {
        let ball = Ball::ALL[i];
        for pin in Pin::ALL {
            if self.pins[pin.index()] != PinState::Pressed(ball) {
                continue;
            }
            let depth = self.table.pin_reach() - self.balls[i].r.truncate().distance(self.pin_place.at(pin.index()));
            if depth < BEARS_M {
                self.release_pin(i, pin);
            } else if !self.leaning.contains(pin) {
                self.leaning = self.leaning.with(pin);
                self.tell(EventKind::PinLean { pin, on: ball });
            }
        }
    }

    /// Pins that lie against a ball fall when it moves.
    pub(super) fn drop_tilted(&mut self, i: usize) {
        let ball = Ball::ALL[i];
        for pin in Pin::ALL {
            if self.pins[pin.index()] == PinState::Tilted(ball) && self.balls[i].moves() {
                let line = self.balls[i].r.truncate() - self.pin_place.at(pin.index());
                let away = self.balls[i].velocity_at(self.now).truncate().dot(line) > 0.0;
                self.pins[pin.index()] = PinState::Down;
                // Away from under it the pin falls the way it leant, pushed it falls back.
                let way = line.normalize_or_zero() * self.table.pin_contact.fall_mps;
                self.loosen(pin, if away { way } else { -way }, false);
                let how = if away { LeanFall::Away } else { LeanFall::Onto };
                self.tell(EventKind::PinLeanFall { pin, ball, how });
            }
        }
    }
}
