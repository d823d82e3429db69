//! What comes next: for each ball alone, for each pair. Predicted again only for what the last event changed.
//!
//! A ball's span, a box it does not leave before its next event, keeps most pairs, cushions and the castle apart before
//! anything is solved.

use super::felled::bits;
use super::{MAX_SECONDS, OTHERS, Own, PAIRS, PinState, Run};
use crate::Pin;
use crate::collide::pin::PinContact;
use crate::detect::{Chord, Path, SpacePath, Span, meet, meet_cushion, meet_in_space, meet_near, part};
use crate::math::less;
use crate::trace::{Observer, Phase, Rail};

impl<O: Observer> Run<'_, O> {
    /// Predicts anew for the balls that have changed (all at now).
    pub(super) fn predict_changed(&mut self, changed: &[usize]) {
        if self.airborne || self.castle_moved {
            return self.predict_airborne(changed);
        }
        if let &[i] = changed {
            self.predict_ball(i);
            return;
        }
        for &i in changed {
            self.predict_own_apart(i);
        }
        self.predict_pairs();
        if self.loose.is_some() {
            self.predict_loose(changed.iter().fold(0, |set, i| set | 1 << i));
        }
    }

    /// [`Self::predict_changed`] for one ball, nothing being in the air: when it does something by itself, and when it
    /// meets another.
    #[inline(always)]
    pub(super) fn predict_ball(&mut self, i: usize) -> (f64, f64) {
        let own = self.predict_own(i);
        let mut contact = f64::INFINITY;
        for (k, j) in OTHERS[i] {
            let apart = self.balls[i].span.apart(&self.balls[j].span, self.table.touching);
            let t = if apart { f64::INFINITY } else { self.predict_near(k) };
            self.pair[k] = t;
            contact = less(contact, t);
        }
        self.predict_loose_ball(i);
        (own, contact)
    }

    /// [`Self::predict_own`] where it is rare: one copy, to keep the instruction cache for the loop.
    #[inline(never)]
    pub(super) fn predict_own_apart(&mut self, i: usize) {
        self.predict_own(i);
    }

    /// What a ball does next by itself: fills its due and its span, returns the due.
    #[inline(always)]
    pub(super) fn predict_own(&mut self, i: usize) -> f64 {
        let ball = &self.balls[i];
        if !ball.moves() {
            self.balls[i].span = if ball.phase == Phase::Off { Span::NOWHERE } else { Span::point(ball.r.truncate()) };
            self.own_due[i] = f64::INFINITY;
            return f64::INFINITY;
        }
        let path = ball.path();
        let mut span = Span::of(&path, ball.end - ball.t0);
        if ball.phase == Phase::Flying {
            self.balls[i].span = span;
            return self.predict_flight(i);
        }
        let (end, t0) = (ball.end, ball.t0);
        let (mut t, own) = self.predict_cushions(i, &span);
        if t < end {
            // What lies behind the cushion is not reached.
            span = Span::of(&path, t - t0);
        }
        self.balls[i].span = span;
        self.own[i] = own;
        if self.standing != 0 && !span.apart(&self.castle, self.guard) {
            t = self.predict_pins(i, t);
        }
        self.own_due[i] = t;
        t
    }

    /// The first cushion a ball on the cloth meets, if its span reaches one, or the end of its way of moving.
    #[inline(always)]
    fn predict_cushions(&self, i: usize, span: &Span) -> (f64, Own) {
        let ball = &self.balls[i];
        let (mut t, mut own) = (ball.end, Own::End);
        let mut cushion = |gap: f64, v: f64, a: f64, rail: Rail| {
            if let Some(dt) = meet_cushion(gap, v, a, t - ball.t0)
                && ball.t0 + dt < t
            {
                (t, own) = (ball.t0 + dt, Own::Cushion(rail));
            }
        };
        let (bed, size, radius) = (&self.table.bed, self.table.size, self.table.radius());
        if span.low.x <= bed.low.x {
            cushion(ball.r.x - radius, ball.v.x, ball.a.x, Rail::Lower);
        }
        if span.high.x >= bed.high.x {
            cushion(size.x - radius - ball.r.x, -ball.v.x, -ball.a.x, Rail::Upper);
        }
        if span.low.y <= bed.low.y {
            cushion(ball.r.y - radius, ball.v.y, ball.a.y, Rail::Right);
        }
        if span.high.y >= bed.high.y {
            cushion(size.y - radius - ball.r.y, -ball.v.y, -ball.a.y, Rail::Left);
        }
        (t, own)
    }

    /// The first standing pin a ball on the cloth meets before `t`, and what becomes of those it presses.
    #[inline(never)]
    fn predict_pins(&mut self, i: usize, mut t: f64) -> f64 {
        let ball = &self.balls[i];
        let contact = &self.table.pin_contact;
        let path = ball.path();
        let chord = Chord::new(&path, t - ball.t0);
        for k in bits(self.standing & chord.beside(&self.pin_place, contact.reach)) {
            let place = self.pin_place.at(k);
            let standing = match self.pins[k] {
                PinState::Standing => true,
                PinState::Pressed(by) if by.index() == i => false,
                _ => continue,
            };
            if standing && chord.clear_of(place, contact.reach) {
                continue;
            }
            let to_pin = Path { r: path.r - place, ..path };
            let ahead = t - ball.t0;
            let (met, own) = if standing {
                (meet_near(&to_pin, contact.reach, ahead), Own::Pin(Pin::ALL[k]))
            } else {
                pressed(&to_pin, contact, Pin::ALL[k], ahead)
            };
            if let Some(dt) = met
                && ball.t0 + dt < t
            {
                t = ball.t0 + dt;
                self.own[i] = own;
            }
        }
        t
    }

    /// When the balls of each pair meet.
    pub(super) fn predict_pairs(&mut self) {
        for (k, (i, j)) in PAIRS.into_iter().enumerate() {
            let apart = self.balls[i].span.apart(&self.balls[j].span, self.table.touching);
            self.pair[k] = if apart { f64::INFINITY } else { self.predict_near(k) };
        }
    }

    /// When two balls meet whose spans do not keep them apart.
    #[inline(never)]
    fn predict_near(&self, k: usize) -> f64 {
        let (i, j) = PAIRS[k];
        let (one, two) = (&self.balls[i], &self.balls[j]);
        if !(one.moves() || two.moves()) || one.phase == Phase::Off || two.phase == Phase::Off {
            return f64::INFINITY;
        }
        let diameter = 2.0 * self.table.radius();
        let ahead = less(less(self.own_due[i], self.own_due[j]), MAX_SECONDS) - self.now;
        let met = if one.phase == Phase::Flying || two.phase == Phase::Flying {
            let path = SpacePath {
                r: two.place_at(self.now) - one.place_at(self.now),
                v: two.velocity_at(self.now) - one.velocity_at(self.now),
                a: two.a - one.a,
            };
            meet_in_space(&path, diameter, ahead)
        } else {
            let (one, two) = (one.path_at(self.now), two.path_at(self.now));
            meet(&Path { r: two.r - one.r, v: two.v - one.v, a: two.a - one.a }, diameter, ahead)
        };
        met.map_or(f64::INFINITY, |dt| self.now + dt)
    }
}

/// What becomes of a pin that a slow ball presses: pushed over, or released.
pub(super) fn pressed(to_pin: &Path, contact: &PinContact, pin: Pin, ahead: f64) -> (Option<f64>, Own) {
    let over = meet(to_pin, contact.reach - contact.push_m, ahead);
    if over.is_some() {
        return (over, Own::PushedOver(pin));
    }
    let away = part(to_pin, contact.reach, ahead);
    (away, Own::Released(pin))
}
