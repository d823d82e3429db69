//! What befalls felled pins: they come to lie, slide to rest, meet balls, cushions and standing pins.

use super::{Felled, PinState, Run, Then, bits};
use crate::collide::Moving;
use crate::detect::Path;
use crate::rails::outward;
use crate::trace::{Body, EventKind, Moment, Observer, Phase, Rail, Segment};
use crate::{Ball, Pin};
use glam::{DVec2, DVec3};

/// A resting ball that a pin would move more slowly than this stays, m/s.
const STAYS_MPS: f64 = 1e-3;

impl<O: Observer> Run<'_, O> {
    /// The earliest thing that befalls a felled pin.
    #[cold]
    #[inline(never)]
    pub(in crate::simulate) fn loose_event(&mut self) {
        self.settle_pins();
        let (Some(loose), due) = (&self.loose, self.loose_due) else { return };
        for k in bits(loose.down) {
            let ball = (0..3).find(|&i| loose.push[i][k] == due);
            let (then, pin) = (loose.pins[k].then, Pin::ALL[k]);
            if ball.is_none() && loose.pins[k].due != due {
                continue;
            }
            self.advance_felled(pin);
            match (ball, then) {
                (Some(i), _) => self.push(pin, i),
                (_, Then::End) => self.slide_on(pin),
                (_, Then::Cushion(rail)) => self.pin_meets_cushion(pin, rail),
                (_, Then::Pin(other)) => self.pin_meets_pin(pin, other),
                (_, Then::Nothing) => {}
            }
            return self.predict_changed_or_none(ball);
        }
        self.loose_due = f64::INFINITY;
    }

    fn predict_changed_or_none(&mut self, ball: Option<usize>) {
        match ball {
            Some(i) => self.predict_changed(&[i]),
            None if self.castle_moved => self.predict_airborne(&[]),
            None => self.predict_loose(0),
        }
    }

    /// Brings a felled pin to now; whatever befell it, it is predicted from scratch.
    fn advance_felled(&mut self, pin: Pin) {
        if O::FULL
            && let Some(&body) = self.body(pin)
        {
            tell_felled(self.observer, pin, &body, self.now);
        }
        let now = self.now;
        self.edit(pin, |body| {
            let Path { r, v, .. } = body.path(now);
            (body.r, body.v, body.t0) = (r, v, now);
        });
        if let Some(loose) = &mut self.loose {
            loose.dirty |= 1 << pin.index();
        }
    }

    /// The paths of pins still under way when a simulation stops.
    pub(in crate::simulate) fn close_pins(&mut self) {
        self.settle_pins();
        for pin in Pin::ALL {
            let down = self.pins[pin.index()] == PinState::Down;
            if let Some(&body) = self.body(pin).filter(|_| down) {
                tell_felled(self.observer, pin, &body, self.now);
            }
        }
    }

    pub(in crate::simulate) fn tell_pin_moment(&mut self, pin: Pin, before: DVec2) {
        if O::FULL
            && let Some(body) = self.body(pin)
        {
            let lift = |v: DVec2| v.extend(0.0);
            let (place, before, after) = (lift(body.r), lift(before), lift(body.v));
            self.observer.moment(Moment { body: Body::Pin(pin), place, before, after, spin: DVec3::ZERO });
        }
    }

    /// Gives a felled pin a speed and lets it slide; a pin still falling goes on falling with it.
    fn send(&mut self, pin: Pin, velocity: DVec2, pushed: bool) {
        let decel = self.table.params().pin.lying_friction * self.table.params().gravity;
        let now = self.now;
        self.edit(pin, |body| {
            body.upright &= !pushed;
            body.v = velocity;
            if body.falling.is_some() && now < body.end {
                body.falling = Some(velocity);
                return;
            }
            body.falling = None;
            let speed = velocity.length();
            if speed <= STAYS_MPS {
                return body.rest();
            }
            body.a = velocity * (-decel / speed);
            body.end = now + speed / decel;
        });
    }

    /// A felled pin's place and speed, and whether it still falls.
    fn felled(&self, pin: Pin) -> (DVec2, DVec2, bool) {
        self.body(pin).map_or((DVec2::ZERO, DVec2::ZERO, false), |body| (body.r, body.v, body.falling.is_some()))
    }

    /// A fall or a slide has ended.
    fn slide_on(&mut self, pin: Pin) {
        match self.body(pin).and_then(|body| body.falling) {
            Some(velocity) => self.send(pin, velocity, false),
            None => self.edit(pin, Felled::rest),
        }
        let rests = |body: &&Felled| body.upright && body.v == DVec2::ZERO;
        if self.body(pin).filter(rests).is_some() {
            self.edit(pin, |body| body.upright = false);
            self.tell(EventKind::PinUpright { pin });
        }
    }

    /// A ball and a felled pin: a blow in plan between their masses.
    fn push(&mut self, pin: Pin, i: usize) {
        self.advance(i);
        let (place, velocity, _) = self.felled(pin);
        let params = self.table.params();
        let ball = &self.balls[i];
        let before = ball.v;
        let normal = (place - ball.r.truncate()).normalize_or_zero();
        let closing = (before.truncate() - velocity).dot(normal).max(0.0);
        let (heavy, light) = (1.0 / params.ball.mass_kg, 1.0 / params.pin.mass_kg);
        let impulse = normal * ((1.0 + params.pin.restitution) * closing / (heavy + light));
        let state = Moving::new(before - (impulse * heavy).extend(0.0), ball.w);
        let moved = ball.moves() || impulse.length() * heavy > STAYS_MPS;
        self.edit(pin, |body| body.pushes[i] += 1);
        self.send(pin, velocity + impulse * light, true);
        self.tell(EventKind::PinMetBall { pin, ball: Ball::ALL[i] });
        if moved {
            self.set_off(i, state);
        }
        self.tell_pin_moment(pin, velocity);
        self.tell_moment(i, before);
    }

    fn pin_meets_cushion(&mut self, pin: Pin, rail: Rail) {
        let (_, velocity, _) = self.felled(pin);
        let into = velocity.dot(outward(rail)).max(0.0);
        let restitution = self.table.params().pin.lying_restitution;
        self.send(pin, velocity - outward(rail) * ((1.0 + restitution) * into), true);
        self.tell(EventKind::PinMetCushion { pin, rail });
        self.tell_pin_moment(pin, velocity);
    }

    /// A felled pin meets a standing one: at the head's height while it falls, at its own thickness once it lies.
    fn pin_meets_pin(&mut self, pin: Pin, other: Pin) {
        if !matches!(self.pins[other.index()], PinState::Standing | PinState::Pressed(_)) {
            return;
        }
        let (place, velocity, falling) = self.felled(pin);
        let params = &self.table.params().pin;
        let contact = self.table.pin_contact;
        let height = if falling { contact.head_z } else { params.belly_m };
        let blow = contact.blow_by_pin(height, params.lying_restitution);
        let normal = (self.pin_place.at(other.index()) - place).normalize_or_zero();
        let closing = velocity.dot(normal).max(0.0);
        self.leaning = self.leaning.without(other);
        let falls = closing >= blow.topple_mps;
        // Against a pin that stays up it comes to lie, however far that one has slid.
        let lost = if falls { blow.loss } else { blow.loss.max(1.0) };
        self.send(pin, velocity - normal * (lost * closing), true);
        if falls {
            let slow = if falling { blow.slide } else { blow.slide.min(blow.base) };
            self.fall(other, Body::Pin(pin), normal * (slow * closing), false);
        } else {
            self.pins[other.index()] = PinState::Standing;
            self.kick[other.index()] = normal * contact.slid(blow.base * closing);
            self.rock_back(other, Body::Pin(pin));
        }
        self.tell_pin_moment(pin, velocity);
        self.castle_moved = true;
    }
}

/// The stretch of a felled pin's path that ends now.
pub(super) fn tell_felled<O: Observer>(observer: &mut O, pin: Pin, body: &Felled, until: f64) {
    if body.v != DVec2::ZERO && until > body.t0 {
        let lift = |v: DVec2| v.extend(0.0);
        observer.segment(Segment {
            body: Body::Pin(pin),
            t0_s: body.t0,
            t1_s: until,
            place: lift(body.r),
            velocity: lift(body.v),
            acceleration: lift(body.a),
            phase: Phase::Sliding,
        });
    }
}
