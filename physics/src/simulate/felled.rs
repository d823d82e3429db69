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
use crate::motion::Mover;
use crate::rails::{RAILS, outward};
use crate::trace::{Observer, Phase, Rail};
use glam::DVec2;

mod falling;

use falling::tell_felled;

/// A ball pushes a lying pin before it at most this often; then the pin has rolled aside.
const MOST_PUSHES: u8 = 6;

/// What comes next for one felled pin.
#[derive(Clone, Copy, Debug)]
enum Then {
    Nothing,
    End,
    Cushion(Rail),
    Pin(Pin),
}

/// One felled pin.
#[derive(Clone, Copy, Debug)]
struct Felled {
    r: DVec2,
    v: DVec2,
    a: DVec2,
    t0: f64,
    end: f64,
    /// Not lying yet; its speed once it does.
    falling: Option<DVec2>,
    /// Tumbles back onto its base.
    upright: bool,
    span: Span,
    due: f64,
    then: Then,
    pushes: [u8; 3],
}

impl Felled {
    const NONE: Felled = Felled {
        r: DVec2::ZERO,
        v: DVec2::ZERO,
        a: DVec2::ZERO,
        t0: 0.0,
        end: f64::INFINITY,
        falling: None,
        upright: false,
        span: Span::NOWHERE,
        due: f64::INFINITY,
        then: Then::Nothing,
        pushes: [0; 3],
    };

    fn path(&self, t: f64) -> Path {
        let dt = t - self.t0;
        Path { r: self.r + (self.v + self.a * (0.5 * dt)) * dt, v: self.v + self.a * dt, a: self.a }
    }

    fn rest(&mut self) {
        (self.v, self.a, self.end) = (DVec2::ZERO, DVec2::ZERO, f64::INFINITY);
    }

    /// Whether nothing is told when this way of moving ends: it slides, and then it lies.
    fn rests_untold(&self) -> bool {
        self.falling.is_none() && !self.upright
    }

    /// Lies where its slide has ended.
    fn settle(&mut self) {
        (self.r, self.t0) = (self.path(self.end).r, self.end);
        self.rest();
        (self.due, self.then, self.span) = (f64::INFINITY, Then::Nothing, Span::point(self.r));
    }
}

/// All felled pins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose {
    pins: [Felled; 5],
    /// Pins that are down and can be pushed, one bit each.
    down: u8,
    /// Pins to predict from scratch, one bit each.
    dirty: u8,
    /// A box around the spans of all that are down.
    span: Span,
    /// When the first of those that slide comes to lie, untold.
    rests: f64,
    /// What comes next for a pin by itself.
    own: f64,
    /// When a ball meets a pin, by ball and pin; the soonest of each ball.
    push: [[f64; 5]; 3],
    soonest: [f64; 3],
}

impl Loose {
    const NONE: Loose = Loose {
        pins: [Felled::NONE; 5],
        down: 0,
        dirty: 0,
        span: Span::NOWHERE,
        rests: f64::INFINITY,
        own: f64::INFINITY,
        push: [[f64::INFINITY; 5]; 3],
        soonest: [f64::INFINITY; 3],
    };

    /// The box around all that are down, and the soonest of what they do by themselves.
    #[inline]
    fn gather(&mut self) {
        (self.own, self.rests, self.span) = (f64::INFINITY, f64::INFINITY, Span::NOTHING);
        for k in bits(self.down) {
            let body = &self.pins[k];
            self.own = less(self.own, body.due);
            self.span = self.span.with(&body.span);
            if body.rests_untold() {
                self.rests = less(self.rests, body.end);
            }
        }
    }

    /// A ball is not going to meet any of them.
    #[inline]
    fn leave(&mut self, i: usize) {
        if self.soonest[i] < f64::INFINITY {
            (self.push[i], self.soonest[i]) = ([f64::INFINITY; 5], f64::INFINITY);
        }
    }

    /// When a ball meets the pins of a set, from now to a horizon.
    #[inline(always)]
    fn predict_pushes(&mut self, i: usize, pins: u8, ball: &Mover, reach: f64, (now, horizon): (f64, f64)) {
        for k in bits(pins) {
            let body = &self.pins[k];
            let met = !ball.span.apart(&body.span, reach + TOUCH_M) && body.pushes[i] < MOST_PUSHES;
            self.push[i][k] = if met { push_due(ball, body, reach, now, horizon) } else { f64::INFINITY };
        }
        self.soonest[i] = self.push[i].into_iter().fold(f64::INFINITY, less);
    }

    #[inline]
    fn due(&self) -> f64 {
        self.soonest.into_iter().fold(self.own, less)
    }
}

/// The places of the bits that are set, rising.
pub(super) fn bits(mut mask: u8) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        // Five pins.
        (lowest < 5).then_some(lowest)
    })
}

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

/// When a felled pin and a ball on the cloth meet, before `horizon`.
#[inline(always)]
fn push_due(ball: &Mover, body: &Felled, reach: f64, now: f64, horizon: f64) -> f64 {
    if !ball.moves() && body.end == f64::INFINITY {
        return f64::INFINITY;
    }
    let (one, two) = (ball.path_at(now), body.path(now));
    let line = Path { r: two.r - one.r, v: two.v - one.v, a: two.a - one.a };
    match meet(&line, reach, less(horizon, body.end) - now) {
        Some(dt) => now + dt,
        None if body.end < horizon && ball.moves() && body.rests_untold() => lying_due(ball, body, reach, horizon),
        None => f64::INFINITY,
    }
}

/// When a ball meets a pin that slides, after it has come to lie.
#[inline(never)]
fn lying_due(ball: &Mover, body: &Felled, reach: f64, horizon: f64) -> f64 {
    let one = ball.path_at(body.end);
    let line = Path { r: body.path(body.end).r - one.r, v: -one.v, a: -one.a };
    meet(&line, reach, horizon - body.end).map_or(f64::INFINITY, |dt| body.end + dt)
}
