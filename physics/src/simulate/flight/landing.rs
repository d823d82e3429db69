//! What befalls a ball in the air: slate, nose, top, frame, heads of pins.

use crate::collide::{Moving, cushion::at_nose, slate};
use crate::rails::{Across, RAILS, outward};
use crate::simulate::Run;
use crate::trace::{Body, EventKind, Observer, OffBy, Phase, Rail};
use crate::{Ball, Pin};
use glam::{DVec2, DVec3};

impl<O: Observer> Run<'_, O> {
    /// It comes down on the cloth.
    #[cold]
    pub(in crate::simulate) fn land(&mut self, i: usize) {
        let before = self.balls[i].v;
        self.balls[i].r.z = self.table.radius();
        let state = Moving::new(before, self.balls[i].w);
        self.jumped[i].clear();
        self.tell(EventKind::Slate { ball: Ball::ALL[i] });
        self.set_off(i, state);
        self.tell_moment(i, before);
    }

    /// The line of a cushion's nose.
    pub(in crate::simulate) fn meet_nose(&mut self, i: usize, rail: Rail) {
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
    pub(in crate::simulate) fn meet_top(&mut self, i: usize, rail: Rail) {
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
    pub(in crate::simulate) fn leave(&mut self, i: usize, by: OffBy) {
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
    pub(in crate::simulate) fn meet_head(&mut self, i: usize, pin: Pin) {
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
