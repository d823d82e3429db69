//! What one ball does by itself: it is struck, set off, goes over to its next way of moving.

use super::{Own, PinState, Run};
use crate::Ball;
use crate::collide::{self, Moving};
use crate::math::less;
use crate::strike::strike;
use crate::trace::{Body, EventKind, Observer, Phase};
use glam::DVec3;

impl<O: Observer> Run<'_, O> {
    /// Brings a ball to now, telling the path it has come.
    #[inline(always)]
    pub(super) fn advance(&mut self, i: usize) {
        if O::FULL {
            self.tell_segment(i, self.now);
        }
        self.balls[i].advance(self.table, self.now);
    }

    pub(super) fn strike(&mut self) {
        let Some(which) = self.next_strike() else { return };
        let (ball, ref stroke) = self.strikes[which];
        let i = ball.index();
        self.advance(i);
        if self.balls[i].phase != Phase::Still {
            return;
        }
        let made = strike(self.table, stroke);
        let state = Moving::new(made.velocity, made.spin);
        self.tell(EventKind::Strike { ball, miscue: made.miscue });
        self.set_off(i, state);
        self.tell_moment(i, DVec3::ZERO);
        self.strike_contacts(i, stroke, &made);
        self.predict_changed(&[i]);
    }

    /// The strike that is due; the one after it is noted.
    #[inline(always)]
    fn next_strike(&mut self) -> Option<usize> {
        if self.strikes.len() > 1 {
            return self.next_of_strikes();
        }
        self.strike_due = f64::INFINITY;
        Some(0)
    }

    /// The same for a lag.
    #[cold]
    #[inline(never)]
    fn next_of_strikes(&mut self) -> Option<usize> {
        let (mut due, mut later) = (None, f64::INFINITY);
        for (k, (_, strike)) in self.strikes.iter().enumerate().filter(|&(k, _)| !self.struck[k]) {
            if due.is_none() && strike.delay_s == self.strike_due {
                due = Some(k);
            } else {
                later = less(later, strike.delay_s);
            }
        }
        self.strike_due = later;
        if let Some(k) = due {
            self.struck[k] = true;
        }
        due
    }

    /// Gives a ball a new velocity and spin; on the cloth a downward speed bounces on the slate.
    #[inline(always)]
    pub(super) fn set_off(&mut self, i: usize, state: Moving) {
        let on_cloth = self.balls[i].r.z <= self.table.radius();
        let state = if on_cloth { collide::slate(self.table, state) } else { state };
        let ball = &mut self.balls[i];
        ball.v = state.v;
        ball.w = state.w;
        ball.set_off(self.table);
        if ball.phase == Phase::Flying {
            self.airborne |= self.gets_high(&self.balls[i]);
        }
    }

    #[inline(never)]
    pub(super) fn rare_event(&mut self, i: usize, own: Own) {
        self.advance(i);
        match own {
            Own::Cushion(_) => {}
            Own::End => self.land(i),
            Own::Nose(rail) => self.meet_nose(i, rail),
            Own::Top(rail) => self.meet_top(i, rail),
            Own::BackOver => self.balls[i].set_off(self.table),
            Own::Off(by) => self.leave(i, by),
            Own::JumpBall(ball) => self.jump_over(i, Body::Ball(ball)),
            Own::JumpPin(pin) => self.jump_over(i, Body::Pin(pin)),
            // Another ball may have got there first.
            Own::Pin(pin) if self.pins[pin.index()] != PinState::Standing => {}
            Own::Pin(pin) => self.meet_pin(i, pin),
            Own::PushedOver(pin) | Own::Released(pin) if self.pins[pin.index()] != PinState::Pressed(Ball::ALL[i]) => {}
            Own::PushedOver(pin) => self.push_over(i, pin),
            Own::Released(pin) => self.release_pin(i, pin),
        }
    }

    /// A ball on the cloth goes over to its next way of moving.
    #[inline(always)]
    pub(super) fn phase_ends(&mut self, i: usize) {
        if O::FULL {
            self.tell_segment(i, self.now);
        }
        self.balls[i].advance_to_end(self.table);
        let before = self.balls[i].v;
        let was = self.balls[i].phase;
        let ball = Ball::ALL[i];
        self.balls[i].next_phase(self.table);
        let to = self.balls[i].phase;
        self.tell(if to == was { EventKind::Band { ball } } else { EventKind::Phase { ball, to } });
        self.tell_moment(i, before);
        if to == Phase::Still && self.rocked {
            self.lean_on(i);
        }
    }
}
