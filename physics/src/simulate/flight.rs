//! Balls in the air: the slate, the line of the nose, the cushion's top, the frame, the heads of the pins.
//!
//! Only a ball that flies comes here. Flight is a parabola, so every distance is a quartic in time and every plane a
//! quadratic, as on the cloth. A ball that has lost its bounce on a cushion's top rolls down the slope (`5/7 g sin`,
//! a homogeneous sphere): it counts as flying too, with no landing of its own, until it rolls back over the nose or
//! touches the frame.

use super::predict::pressed;
use super::{Own, PinState, Run};
use crate::collide::{Moving, cushion::at_nose, slate};
use crate::detect::{Path, SpacePath, Span, TOUCH_M, meet, meet_cushion, meet_in_space};
use crate::motion::Mover;
use crate::rails::{Across, RAILS, outward};
use crate::trace::{Body, EventKind, Observer, OffBy, Phase, Rail};
use crate::{Ball, Pin};
use glam::{DVec2, DVec3};

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

    /// It comes down on the cloth.
    #[cold]
    pub(super) fn land(&mut self, i: usize) {
        let before = self.balls[i].v;
        self.balls[i].r.z = self.table.radius();
        let state = Moving::new(before, self.balls[i].w);
        self.jumped[i].clear();
        self.tell(EventKind::Slate { ball: Ball::ALL[i] });
        self.set_off(i, state);
        self.tell_moment(i, before);
    }

    /// The line of a cushion's nose.
    pub(super) fn meet_nose(&mut self, i: usize, rail: Rail) {
        let shape = &self.table.rail_shape;
        let ball = &self.balls[i];
        let before = ball.v;
        let across = DVec2::new(shape.inside(rail, ball.r), shape.height - ball.r.z).normalize();
        let normal = (outward(rail) * across.x).extend(across.y);
        let closing = before.dot(normal);
        let state = Moving::new(before, ball.w);
        let after = if self.rail_chatter[i].is_micro(self.now, closing) {
            self.micro_nose(i, normal, closing.max(0.0), state)
        } else {
            at_nose(self.table, outward(rail), state, across.y, across.x)
        };
        self.tell(EventKind::Cushion { ball: Ball::ALL[i], rail });
        self.set_off(i, after);
        self.tell_moment(i, before);
    }

    /// The cloth-covered top behind the nose: a bounce, and once that is spent, rolling down the slope.
    pub(super) fn meet_top(&mut self, i: usize, rail: Rail) {
        let normal = self.table.rail_shape.top_normal(rail);
        let before = self.balls[i].v;
        let other = RAILS.into_iter().find(|&other| other != rail && self.rides_on(i, other));
        let restitution = self.table.params().cushion.top_restitution;
        let met = slate::plane(self.table, normal, restitution, Moving::new(before, self.balls[i].w));
        self.tell(EventKind::Cushion { ball: Ball::ALL[i], rail });
        if let Some(other) = other {
            self.roll_in_corner(i, normal.cross(self.table.rail_shape.top_normal(other)).normalize());
        } else {
            self.set_off(i, met);
            if met.v.dot(normal) <= 1e-12 {
                let shape = &self.table.rail_shape;
                let down = (outward(rail) * -shape.cos).extend(-shape.sin);
                self.roll_down(i, down);
            }
        }
        self.tell_moment(i, before);
    }

    fn rides_on(&self, i: usize, rail: Rail) -> bool {
        let ball = &self.balls[i];
        ball.end == f64::INFINITY && Across::new(&self.table.rail_shape, rail, ball).a > 0.0
    }

    /// From one top onto the other in a corner: what is left goes along the valley between them.
    fn roll_in_corner(&mut self, i: usize, valley: DVec3) {
        let ball = &mut self.balls[i];
        ball.v = valley * ball.v.dot(valley);
        self.roll_down(i, if valley.z > 0.0 { -valley } else { valley });
    }

    /// Rolls on a fixed line down a slope.
    fn roll_down(&mut self, i: usize, down: DVec3) {
        let gravity = self.table.params().gravity;
        let ball = &mut self.balls[i];
        ball.phase = Phase::Flying;
        ball.a = down * (-5.0 / 7.0 * gravity * down.z);
        ball.end = f64::INFINITY;
    }

    /// Off the table (11.1): it takes no further part.
    pub(super) fn leave(&mut self, i: usize, by: OffBy) {
        let before = self.balls[i].v;
        self.tell(EventKind::Off { ball: Ball::ALL[i], by });
        let ball = &mut self.balls[i];
        ball.phase = Phase::Off;
        (ball.v, ball.a, ball.w) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        ball.end = f64::INFINITY;
        self.own_due[i] = f64::INFINITY;
        self.tell_moment(i, before);
    }

    /// The head of a standing pin, from the air.
    pub(super) fn meet_head(&mut self, i: usize, pin: Pin) {
        let contact = self.table.pin_contact;
        let ball = &self.balls[i];
        let before = ball.v;
        let normal = (self.pin_place.at(pin.index()).extend(contact.head_z) - ball.r).normalize();
        let across = normal.truncate().length();
        let closing = before.dot(normal).max(0.0);
        let blow = contact.blow(-normal.z, across);
        let state = Moving::new(before - normal * (blow.loss * closing), ball.w);
        // A ball whose bounce is spent lies on the head with its weight, and that the pin does not bear.
        let spent = self.rail_chatter[i].is_micro(self.now, closing);
        let level = normal.truncate().normalize_or_zero();
        if spent || closing >= blow.topple_mps {
            self.topple(i, pin, level, closing, &blow);
        } else {
            self.kick[pin.index()] = level * contact.slid(blow.base * closing);
            if blow.loss < 1.0 {
                // So light a pin doesn't stop the ball, which goes on pressing it.
                self.press(pin, i);
            } else {
                self.rock_back(pin, Body::Ball(Ball::ALL[i]));
            }
        }
        self.set_off(i, state);
        self.tell_moment(i, before);
    }
}
