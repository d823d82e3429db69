//! Contacts on the cloth: a ball with a cushion, with a standing pin, with other balls.

use super::{PAIRS, Run};
use crate::collide::pin::PinContact;
use crate::collide::{self, Moving};
use crate::detect::closing_speed;
use crate::trace::{EventKind, Observer, Phase, Rail};
use crate::{Ball, Pin};
use glam::DVec3;

/// Contacts that fall due within this of each other are one instant, s: 1e-12 s at 10 m/s is a hundredth of what
/// counts as touching.
const SAME_INSTANT_S: f64 = 1e-12;

impl<O: Observer> Run<'_, O> {
    #[inline(always)]
    pub(super) fn meet_rail(&mut self, i: usize, rail: Rail) {
        self.advance(i);
        let ball = &mut self.balls[i];
        let before = ball.v;
        let into = collide::cushion::closing(rail, &ball.v);
        if self.rail_chatter[i].is_micro(self.now, into) {
            self.micro_rail(i, rail, into.max(0.0));
        } else {
            collide::cushion::on_cloth(self.table, rail, &mut ball.v, &mut ball.w);
        }
        self.tell(EventKind::Cushion { ball: Ball::ALL[i], rail });
        self.balls[i].go_on_cloth(self.table);
        self.tell_moment(i, before);
        if self.cue_after.is_some() {
            self.cue_catches(i, before.truncate());
        }
    }

    pub(super) fn meet_pin(&mut self, i: usize, pin: Pin) {
        if self.balls[i].phase == Phase::Flying {
            return self.meet_head(i, pin);
        }
        let contact: &PinContact = &self.table.pin_contact;
        let ball = &self.balls[i];
        let before = ball.v;
        let normal = (self.pin_place.at(pin.index()) - ball.r.truncate()).normalize();
        let closing = before.truncate().dot(normal);
        let lost = normal * (contact.loss * closing.max(0.0));
        let state = Moving::new(before - lost.extend(0.0), ball.w);
        if closing >= contact.topple_mps {
            self.topple(i, pin, normal, closing * contact.level_cos, &contact.level);
        } else {
            self.press(pin, i);
            self.kick[pin.index()] = normal * contact.slid(contact.level.base * contact.level_cos * closing);
        }
        self.set_off(i, state);
        self.tell_moment(i, before);
    }

    /// All pairs that meet at this instant, together.
    pub(super) fn meet_pairs(&mut self, first: usize) {
        let mut due = [false; 3];
        for (k, t) in self.pair.iter().enumerate() {
            due[k] = k == first || *t <= self.now + SAME_INSTANT_S;
        }
        let mut touched = [false; 3];
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            touched[i] |= due[k];
            touched[j] |= due[k];
        }
        for i in (0..3).filter(|&i| touched[i]) {
            self.advance(i);
        }
        let before = [self.balls[0].v, self.balls[1].v, self.balls[2].v];
        let after = self.resolve(due);
        for i in (0..3).filter(|&i| touched[i]) {
            self.set_off(i, after[i]);
        }
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            if due[k] {
                self.tell(EventKind::Hit { a: Ball::ALL[i], b: Ball::ALL[j] });
                self.tell_moment(i, before[i]);
                self.tell_moment(j, before[j]);
            }
        }
        if self.cue_after.is_some() {
            (0..3).filter(|&i| touched[i]).for_each(|i| self.cue_catches(i, before[i].truncate()));
        }
        match touched {
            [true, true, false] => self.predict_changed(&[0, 1]),
            [true, false, true] => self.predict_changed(&[0, 2]),
            [false, true, true] => self.predict_changed(&[1, 2]),
            _ => self.predict_changed(&[0, 1, 2]),
        }
    }

    fn resolve(&mut self, due: [bool; 3]) -> [Moving; 3] {
        let mut states = [0, 1, 2].map(|i| Moving::new(self.balls[i].v, self.balls[i].w));
        if due.iter().filter(|&&d| d).count() > 1 {
            collide::cluster(self.table, self.normals(), due, &mut states);
            return states;
        }
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            if due[k] {
                let line = self.balls[j].r - self.balls[i].r;
                let speed = closing_speed(line, states[j].v - states[i].v);
                let normal = line / line.length();
                (states[i], states[j]) = if self.pair_chatter[k].is_micro(self.now, speed) {
                    self.micro_contact(k, normal, speed.max(0.0), states[i], states[j])
                } else {
                    collide::ball_ball(self.table, normal, states[i], states[j])
                };
            }
        }
        states
    }

    fn normals(&self) -> [DVec3; 3] {
        PAIRS.map(|(i, j)| (self.balls[j].r - self.balls[i].r).normalize_or_zero())
    }
}
