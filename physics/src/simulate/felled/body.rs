//! The felled pins as bodies: how each moves, and what is predicted for them.

use crate::Pin;
use crate::detect::{Path, Span, TOUCH_M, meet};
use crate::math::less;
use crate::motion::Mover;
use crate::trace::Rail;
use glam::DVec2;

/// A ball pushes a lying pin before it at most this often; then the pin has rolled aside.
const MOST_PUSHES: u8 = 6;

/// What comes next for one felled pin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    Nothing,
    End,
    Cushion(Rail),
    Pin(Pin),
}

/// One felled pin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Felled {
    pub(super) r: DVec2,
    pub(super) v: DVec2,
    pub(super) a: DVec2,
    pub(super) t0: f64,
    pub(super) end: f64,
    /// Not lying yet; its speed once it does.
    pub(super) falling: Option<DVec2>,
    /// Tumbles back onto its base.
    pub(super) upright: bool,
    pub(super) span: Span,
    pub(super) due: f64,
    pub(super) then: Then,
    pub(super) pushes: [u8; 3],
}

impl Felled {
    pub(super) const NONE: Felled = Felled {
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

    pub(super) fn path(&self, t: f64) -> Path {
        let dt = t - self.t0;
        Path { r: self.r + (self.v + self.a * (0.5 * dt)) * dt, v: self.v + self.a * dt, a: self.a }
    }

    pub(super) fn rest(&mut self) {
        (self.v, self.a, self.end) = (DVec2::ZERO, DVec2::ZERO, f64::INFINITY);
    }

    /// Whether nothing is told when this way of moving ends: it slides, and then it lies.
    pub(super) fn rests_untold(&self) -> bool {
        self.falling.is_none() && !self.upright
    }

    /// Lies where its slide has ended.
    pub(super) fn settle(&mut self) {
        (self.r, self.t0) = (self.path(self.end).r, self.end);
        self.rest();
        (self.due, self.then, self.span) = (f64::INFINITY, Then::Nothing, Span::point(self.r));
    }
}

/// All felled pins.
#[derive(Clone, Copy, Debug)]
pub(in crate::simulate) struct Loose {
    pub(super) pins: [Felled; 5],
    /// Pins that are down and can be pushed, one bit each.
    pub(super) down: u8,
    /// Pins to predict from scratch, one bit each.
    pub(super) dirty: u8,
    /// A box around the spans of all that are down.
    pub(super) span: Span,
    /// When the first of those that slide comes to lie, untold.
    pub(super) rests: f64,
    /// What comes next for a pin by itself.
    pub(super) own: f64,
    /// When a ball meets a pin, by ball and pin; the soonest of each ball.
    pub(super) push: [[f64; 5]; 3],
    pub(super) soonest: [f64; 3],
}

impl Loose {
    pub(super) const NONE: Loose = Loose {
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
    pub(super) fn gather(&mut self) {
        let (mut own, mut rests, mut span) = (f64::INFINITY, f64::INFINITY, Span::NOTHING);
        for k in bits(self.down) {
            let body = &self.pins[k];
            own = less(own, body.due);
            span = span.with(&body.span);
            if body.rests_untold() {
                rests = less(rests, body.end);
            }
        }
        (self.own, self.rests, self.span) = (own, rests, span);
    }

    /// A ball is not going to meet any of them.
    #[inline]
    pub(super) fn leave(&mut self, i: usize) {
        if self.soonest[i] < f64::INFINITY {
            (self.push[i], self.soonest[i]) = ([f64::INFINITY; 5], f64::INFINITY);
        }
    }

    /// When a ball meets the pins of a set, from now to a horizon.
    #[inline(always)]
    pub(super) fn predict_pushes(&mut self, i: usize, pins: u8, ball: &Mover, reach: f64, (now, horizon): (f64, f64)) {
        for k in bits(pins) {
            let body = &self.pins[k];
            let met = !ball.span.apart(&body.span, reach + TOUCH_M) && body.pushes[i] < MOST_PUSHES;
            self.push[i][k] = if met { push_due(ball, body, reach, now, horizon) } else { f64::INFINITY };
        }
        let [u, d, l, r, c] = self.push[i];
        self.soonest[i] = less(less(less(u, d), less(l, r)), c);
    }

    #[inline]
    pub(super) fn due(&self) -> f64 {
        let [one, two, three] = self.soonest;
        less(less(self.own, one), less(two, three))
    }
}

/// The places of the bits that are set, rising.
pub(in crate::simulate) fn bits(mask: u8) -> impl Iterator<Item = usize> {
    let mut mask = u32::from(mask);
    core::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lowest = mask.trailing_zeros();
        mask &= mask - 1;
        Some(lowest as usize)
    })
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
