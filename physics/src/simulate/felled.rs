//! Felled pins: light bodies that fall over, slide to rest, and meet balls, cushions and standing pins.
//!
//! A felled pin is a disc of half its height in plan. While it falls its centre keeps its speed (at least what carries
//! the centre its own height away); then it slides with `mu g` on a straight line to rest, in closed form. Against
//! balls it has the momentum of its mass. While it falls it meets another pin at its head's height and can topple it,
//! lying it pushes at the base and moves it. Felled pins do not meet each other. All of this runs apart from the
//! loop over balls and costs nothing until a pin falls.

use super::{PinState, Run};
use crate::Pin;
use crate::detect::{Path, Span, TOUCH_M, meet, meet_cushion};
use crate::math::{less, more};
use crate::rails::{RAILS, outward};
use crate::trace::{Observer, Phase};
use glam::DVec2;

mod body;
mod falling;

use body::{Felled, Then};
pub(super) use body::{Loose, bits};
use falling::tell_felled;

impl<O: Observer> Run<'_, O> {
    /// A pin becomes a light body.
    pub(super) fn loosen(&mut self, pin: Pin, velocity: DVec2, upright: bool) {
        let contact = &self.table.pin_contact;
        let speed = velocity.length();
        let least = if speed > 0.0 { velocity * (contact.fall_mps / speed).max(1.0) } else { velocity };
        let loose = self.loose.get_or_insert(Loose::NONE);
        loose.pins[pin.index()] = Felled {
            r: self.pin_place.at(pin.index()),
            v: least,
            t0: self.now,
            end: self.now + contact.fall_s,
            falling: Some(velocity),
            upright,
            ..Felled::NONE
        };
        if self.pins[pin.index()] == PinState::Down {
            loose.down |= 1 << pin.index();
        }
        // The others may have been on their way to it.
        loose.dirty = 0b11111;
    }

    pub(super) fn lying_place(&self, pin: Pin) -> DVec2 {
        self.body(pin).map_or(self.pin_place.at(pin.index()), |body| body.path(self.now.min(body.end)).r)
    }

    /// Predicts the felled pins anew, as far as the balls `changed` (one bit each).
    #[inline(never)]
    pub(super) fn predict_loose(&mut self, changed: u8) {
        if self.tilted {
            (0..3).filter(|i| changed & (1 << i) != 0).for_each(|i| self.drop_tilted(i));
        }
        self.settle_pins();
        let Some(loose) = &mut self.loose else { return };
        let dirty = loose.down & loose.dirty;
        loose.dirty = 0;
        if dirty != 0 {
            bits(dirty).for_each(|k| self.predict_felled(Pin::ALL[k]));
        }
        let Some(loose) = &mut self.loose else { return };
        if dirty != 0 {
            loose.gather();
        }
        let reach = self.table.pin_contact.lying_reach;
        for (i, ball) in self.balls.iter().enumerate() {
            let pins = if changed & (1 << i) != 0 { loose.down } else { dirty };
            if pins == 0 {
                continue;
            }
            let on_cloth = !matches!(ball.phase, Phase::Off | Phase::Flying);
            if on_cloth && !ball.span.apart(&loose.span, reach + TOUCH_M) {
                let horizon = less(self.own_due[i], super::MAX_SECONDS);
                loose.predict_pushes(i, pins, ball, reach, (self.now, horizon));
            } else {
                loose.leave(i);
            }
        }
        self.loose_due = loose.due();
    }

    /// The same for one ball when no pin has changed; mostly it is nowhere near them.
    #[inline(always)]
    pub(super) fn predict_loose_ball(&mut self, i: usize) {
        let Some(loose) = &mut self.loose else { return };
        let far = self.balls[i].span.apart(&loose.span, self.table.pin_contact.lying_reach + TOUCH_M);
        if self.tilted || loose.dirty != 0 || !far || loose.soonest[i] < f64::INFINITY {
            self.predict_loose_near(i);
        }
    }

    #[inline(never)]
    fn predict_loose_near(&mut self, i: usize) {
        self.predict_loose(1 << i);
    }

    /// Lets the pins lie whose slide has ended.
    #[inline(always)]
    fn settle_pins(&mut self) {
        if self.loose.as_ref().is_some_and(|loose| loose.rests <= self.now) {
            self.settle_pins_due();
        }
    }

    #[cold]
    #[inline(never)]
    fn settle_pins_due(&mut self) {
        let Some(loose) = &mut self.loose else { return };
        for k in bits(loose.down) {
            let body = &mut loose.pins[k];
            if body.rests_untold() && body.end <= self.now {
                if O::FULL {
                    tell_felled(self.observer, Pin::ALL[k], body, body.end);
                }
                body.settle();
            }
        }
        loose.gather();
    }

    /// When the last of the pins that still slide comes to lie, not before now.
    pub(super) fn all_lie(&self) -> f64 {
        let Some(loose) = &self.loose else { return self.now };
        let ends = bits(loose.down).map(|k| loose.pins[k].end).filter(|&end| end < f64::INFINITY);
        ends.fold(self.now, more)
    }

    fn body(&self, pin: Pin) -> Option<&Felled> {
        self.loose.as_ref().map(|loose| &loose.pins[pin.index()])
    }

    fn edit(&mut self, pin: Pin, change: impl FnOnce(&mut Felled)) {
        if let Some(loose) = &mut self.loose {
            change(&mut loose.pins[pin.index()]);
        }
    }

    /// Its own end, cushions and standing pins.
    fn predict_felled(&mut self, pin: Pin) {
        let Some(body) = self.body(pin) else { return };
        let params = self.table.params();
        let (path, end) = (body.path(self.now), body.end);
        if end == f64::INFINITY {
            return self.edit(pin, |body| {
                (body.due, body.then, body.span) = (end, Then::Nothing, Span::point(path.r));
            });
        }
        let span = Span::of(&path, end - self.now);
        // That a slide ends is no event: who meets the pin afterwards is predicted with who meets it before.
        let told = if body.rests_untold() { (f64::INFINITY, Then::Nothing) } else { (end, Then::End) };
        let (mut due, mut then) = told;
        let half = 0.5 * params.pin.height_m;
        let inner = DVec2::splat(half + TOUCH_M);
        if !span.within(&Span { low: inner, high: self.table.size - inner }) {
            for rail in RAILS {
                let inward = -outward(rail);
                let gap = self.table.rail_shape.inside_plane(rail, path.r) - half;
                let ahead = less(due, end) - self.now;
                if let Some(dt) = meet_cushion(gap, path.v.dot(inward), path.a.dot(inward), ahead) {
                    (due, then) = (self.now + dt, Then::Cushion(rail));
                }
            }
        }
        let reach = half + params.pin.belly_m;
        if self.standing != 0 && !span.apart(&self.castle, self.guard + reach) {
            // A touch more than the reach: what is passed over is never met.
            for k in bits(self.standing & span.near(&self.pin_place, reach + TOUCH_M)) {
                let line = Path { r: path.r - self.pin_place.at(k), ..path };
                if let Some(dt) = meet(&line, reach, less(due, end) - self.now) {
                    (due, then) = (self.now + dt, Then::Pin(Pin::ALL[k]));
                }
            }
        }
        self.edit(pin, |body| (body.due, body.then, body.span) = (due, then, span));
    }
}
