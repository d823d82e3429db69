//! Who flies over what (15.3-o): told when a ball in the air is nearest, in plan, to what it passes over.
//!
//! A pin or ball is passed over when the centre comes, in plan, within the distance at which both would touch on the
//! cloth while it is more than [`JUMP_M`] above the cloth; the moment of nearest approach decides, so a hop that ends on
//! the ball or pin itself is a contact and no jump. Between neighbouring standing pins it is the line through them
//! that is crossed, told for the nearer pin. Each is told once a flight.

use super::flight::Soonest;
use super::{Own, PinState, Run};
use crate::detect::turns_away;
use crate::motion::Mover;
use crate::trace::{Body, EventKind, Observer, Phase};
use crate::{Ball, Pin};
use glam::DVec2;

/// A ball lower than this above the cloth rolls, m: the rules' "airborne" as the project reads it.
pub(crate) const JUMP_M: f64 = 1e-3;

/// Neighbours in the castle: each arm, and the outer pins a quarter turn apart.
pub(super) const NEIGHBOURS: [(Pin, Pin); 8] = [
    (Pin::C, Pin::U),
    (Pin::C, Pin::D),
    (Pin::C, Pin::L),
    (Pin::C, Pin::R),
    (Pin::U, Pin::L),
    (Pin::U, Pin::R),
    (Pin::D, Pin::L),
    (Pin::D, Pin::R),
];

/// Pins and balls already passed over, one bit each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Passed(u8);

impl Passed {
    pub const NOTHING: Passed = Passed(0);

    fn bit(over: Body) -> u8 {
        match over {
            Body::Pin(pin) => 1 << pin.index(),
            Body::Ball(ball) => 1 << (5 + ball.index()),
        }
    }

    fn has(self, over: Body) -> bool {
        self.0 & Passed::bit(over) != 0
    }

    fn add(&mut self, over: Body) {
        self.0 |= Passed::bit(over);
    }

    pub fn clear(&mut self) {
        *self = Passed::NOTHING;
    }
}

impl<O: Observer> Run<'_, O> {
    /// The next thing a ball in the air passes over; `pins` = it comes near the castle.
    pub(super) fn jumps_ahead(&self, i: usize, pins: bool, next: &mut Soonest) {
        let ball = &self.balls[i];
        for (j, other) in self.balls.iter().enumerate() {
            if j == i || other.phase == Phase::Off {
                continue;
            }
            let (r, v, a) = relative(ball, other, self.now);
            let under = |dt: f64| other.place_at(self.now + dt).z;
            let limit = 2.0 * self.table.radius();
            self.nearest_ahead(i, Body::Ball(Ball::ALL[j]), (r, v, a), limit, under, next);
        }
        if !pins {
            return;
        }
        for pin in Pin::ALL.into_iter().filter(|&pin| self.stands(pin)) {
            let limit = self.table.pin_reach();
            let (r, v, a) = (ball.r.truncate() - self.pin_place.at(pin.index()), ball.v.truncate(), ball.a.truncate());
            self.nearest_ahead(i, Body::Pin(pin), (r, v, a), limit, |_| 0.0, next);
        }
        for (p, q) in NEIGHBOURS {
            if self.stands(p) && self.stands(q) {
                self.crossing_ahead(i, p, q, next);
            }
        }
    }

    /// Whether this flight goes, or may go, higher than a roll.
    pub(super) fn gets_high(&self, ball: &Mover) -> bool {
        let up = ball.v.z.max(0.0);
        ball.r.z - self.table.radius() + up * up / (2.0 * self.table.params().gravity) > JUMP_M
    }

    fn stands(&self, pin: Pin) -> bool {
        matches!(self.pins[pin.index()], PinState::Standing)
    }

    fn is_high(&self, ball: &Mover, dt: f64) -> bool {
        ball.place_at(ball.t0 + dt).z - self.table.radius() > JUMP_M
    }

    /// A path in plan relative to `over`: the moment it is nearest, if that is within `limit`, high enough and higher
    /// than what is `under` it.
    fn nearest_ahead(
        &self,
        i: usize,
        over: Body,
        path: (DVec2, DVec2, DVec2),
        limit: f64,
        under: impl Fn(f64) -> f64,
        next: &mut Soonest,
    ) {
        if self.jumped[i].has(over) {
            return;
        }
        let (r, v, a) = path;
        let ball = &self.balls[i];
        let dt = turns_away(r, v, a, next.ahead());
        let near = |dt: f64| (r + (v + a * (0.5 * dt)) * dt).length() < limit;
        let above = |dt: f64| self.is_high(ball, dt) && ball.place_at(ball.t0 + dt).z > under(dt);
        next.offer(dt.filter(|&dt| near(dt) && above(dt)), Own::jump(over));
    }

    /// The line between two neighbouring pins, told for the nearer.
    fn crossing_ahead(&self, i: usize, p: Pin, q: Pin, next: &mut Soonest) {
        let ball = &self.balls[i];
        let (from, to) = (self.pin_place.at(p.index()), self.pin_place.at(q.index()));
        let line = to - from;
        let (start, speed) = (line.perp_dot(ball.r.truncate() - from), line.perp_dot(ball.v.truncate()));
        // In plan a ball in the air flies straight; one that rolls on a cushion's top is nowhere near the castle.
        let dt = -start / speed;
        if !(dt > 0.0 && dt < next.ahead()) {
            return;
        }
        let along = (ball.place_at(ball.t0 + dt).truncate() - from).dot(line) / line.length_squared();
        let over = Body::Pin(if along < 0.5 { p } else { q });
        if along > 0.0 && along < 1.0 && !self.jumped[i].has(over) && self.is_high(ball, dt) {
            next.offer(Some(dt), Own::jump(over));
        }
    }

    pub(super) fn jump_over(&mut self, i: usize, over: Body) {
        self.jumped[i].add(over);
        self.tell(EventKind::Jump { ball: Ball::ALL[i], over });
        let before = self.balls[i].v;
        self.tell_moment(i, before);
    }
}

fn relative(one: &Mover, two: &Mover, now: f64) -> (DVec2, DVec2, DVec2) {
    let r = one.place_at(now) - two.place_at(now);
    let v = one.velocity_at(now) - two.velocity_at(now);
    (r.truncate(), v.truncate(), (one.a - two.a).truncate())
}
