//! Balls in the air: the slate, the line of the nose, the cushion's top, the frame, the heads of the pins.
//!
//! Only a ball that flies comes here. Flight is a parabola, so every distance is a quartic in time and every plane a
//! quadratic, as on the cloth. A ball that has lost its bounce on a cushion's top rolls down the slope (`5/7 g sin`,
//! a homogeneous sphere): it counts as flying too, with no landing of its own, until it rolls back over the nose or
//! touches the frame.

use super::predict::pressed;
use super::{Own, PinState, Run};
use crate::Pin;
use crate::detect::{Path, SpacePath, Span, TOUCH_M, meet, meet_cushion, meet_in_space};
use crate::motion::Mover;
use crate::rails::{Across, RAILS};
use crate::trace::{Observer, OffBy, Phase, Rail};
use glam::{DVec2, DVec3};

mod landing;

/// The earliest of several predictions of one ball.
pub(super) struct Soonest {
    t: f64,
    own: Own,
    t0: f64,
}

impl Soonest {
    /// Seconds that are left to look ahead.
    pub fn ahead(&self) -> f64 {
        self.t - self.t0
    }

    pub fn offer(&mut self, dt: Option<f64>, own: Own) {
        if let Some(dt) = dt
            && self.t0 + dt < self.t
        {
            (self.t, self.own) = (self.t0 + dt, own);
        }
    }
}

impl<O: Observer> Run<'_, O> {
    /// What a ball in the air does next by itself.
    #[cold]
    #[inline(never)]
    pub(super) fn predict_flight(&mut self, i: usize) -> f64 {
        let ball = &self.balls[i];
        // Rolling on a cushion's top has no landing; the flight of nothing else is as long.
        let rides = ball.end == f64::INFINITY;
        let mut next = Soonest { t: ball.end, own: Own::End, t0: ball.t0 };
        let span = &self.balls[i].span;
        if rides {
            RAILS.into_iter().for_each(|rail| self.ride_ends(ball, rail, &mut next));
        } else {
            let params = self.table.params();
            let reach = self.table.radius() + self.table.rail_shape.line + TOUCH_M;
            let (low, high) = (span.low, span.high);
            let near = [low.x, params.length_m - high.x, low.y, params.width_m - high.y];
            let met = RAILS.into_iter().zip(near).filter(|&(_, gap)| gap <= reach);
            met.for_each(|(rail, _)| self.rail_ahead(ball, rail, &mut next));
        }
        let castle = Span::point(self.table.pin_spot(Pin::C));
        let pins = self.standing != 0 && !span.apart(&castle, self.guard);
        if pins {
            self.heads_ahead(i, &mut next);
        }
        if self.gets_high(ball) {
            self.jumps_ahead(i, pins, &mut next);
        }
        (self.own_due[i], self.own[i]) = (next.t, next.own);
        next.t
    }

    /// Nose, top, frame and air of one cushion.
    fn rail_ahead(&self, ball: &Mover, rail: Rail, next: &mut Soonest) {
        let shape = &self.table.rail_shape;
        let radius = self.table.radius();
        let Across { q, v, a } = Across::new(shape, rail, ball);
        let (z, up, g) = (ball.r.z, ball.v.z, ball.a.z);
        let nose =
            SpacePath { r: DVec3::new(q, 0.0, z - shape.height), v: DVec3::new(v, 0.0, up), a: DVec3::new(a, 0.0, g) };
        next.offer(meet_in_space(&nose, radius, next.ahead()), Own::Nose(rail));
        next.offer(self.top_ahead(ball, rail, next.ahead()), Own::Top(rail));
        let place = |dt: f64| ball.place_at(ball.t0 + dt);
        let frame = meet_cushion(z - shape.frame_height - radius, up, g, next.ahead());
        next.offer(frame.filter(|&dt| -shape.inside(rail, place(dt)) > shape.top), Own::Off(OffBy::Frame));
        next.offer(meet_cushion(q + shape.outer, v, a, next.ahead()), Own::Off(OffBy::Air));
    }

    /// The sloping top of a cushion, where the ball would touch it between nose and frame.
    fn top_ahead(&self, ball: &Mover, rail: Rail, ahead: f64) -> Option<f64> {
        let shape = &self.table.rail_shape;
        let radius = self.table.radius();
        let normal = shape.top_normal(rail);
        let gap = shape.inside(rail, ball.r) * shape.sin + (ball.r.z - shape.height) * shape.cos - radius;
        let met = meet_cushion(gap, ball.v.dot(normal), ball.a.dot(normal), ahead)?;
        let behind = -shape.inside(rail, ball.place_at(ball.t0 + met));
        (behind + radius * shape.sin >= 0.0 && behind <= shape.top).then_some(met)
    }

    /// A ball that rolls on a cushion's top: back over the nose, to the frame, or to the other top of a corner.
    fn ride_ends(&self, ball: &Mover, rail: Rail, next: &mut Soonest) {
        let shape = &self.table.rail_shape;
        let Across { q, v, a } = Across::new(shape, rail, ball);
        if a > 0.0 {
            let over = meet_cushion(self.table.radius() * shape.sin - q, -v, -a, next.ahead());
            next.offer(over, Own::BackOver);
        } else {
            next.offer(self.top_ahead(ball, rail, next.ahead()), Own::Top(rail));
        }
        next.offer(meet_cushion(q + shape.top, v, a, next.ahead()), Own::Off(OffBy::Frame));
    }

    /// The heads of the standing pins, spheres on a stick: a ball's centre is always above them, so that the head is
    /// met first, from whichever side.
    fn heads_ahead(&self, i: usize, next: &mut Soonest) {
        let ball = &self.balls[i];
        let contact = &self.table.pin_contact;
        let plan = |centre: DVec2| Path { r: ball.r.truncate() - centre, v: ball.v.truncate(), a: ball.a.truncate() };
        let castle = plan(self.table.pin_spot(Pin::C));
        let near = castle.r.length_squared() <= self.guard * self.guard;
        if !(near || meet(&castle, self.guard, next.ahead()).is_some()) {
            return;
        }
        for pin in Pin::ALL {
            match self.pins[pin.index()] {
                PinState::Standing => {
                    let head = self.pin_place.at(pin.index()).extend(contact.head_z);
                    let path = SpacePath { r: ball.r - head, v: ball.v, a: ball.a };
                    next.offer(meet_in_space(&path, contact.centres, next.ahead()), Own::Pin(pin));
                }
                PinState::Pressed(by) if by.index() == i => {
                    let (dt, own) = pressed(&plan(self.pin_place.at(pin.index())), contact, pin, next.ahead());
                    next.offer(dt, own);
                }
                _ => {}
            }
        }
    }

    /// Everything anew for the balls in the air, whose jumps depend on the others, and for those changed; for all that
    /// move when a standing pin has come to another place.
    #[cold]
    #[inline(never)]
    pub(super) fn predict_airborne(&mut self, changed: &[usize]) {
        self.airborne = false;
        for i in 0..3 {
            let flies = self.balls[i].phase == Phase::Flying;
            self.airborne |= flies && self.gets_high(&self.balls[i]);
            if changed.contains(&i) || flies || (self.castle_moved && self.balls[i].moves()) {
                self.advance(i);
                self.predict_own_apart(i);
            }
        }
        self.predict_pairs();
        self.castle_moved = false;
        if self.loose.is_some() {
            self.predict_loose(0b111);
        }
    }
}
