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
        match due {
            [true, false, false] | [false, true, false] | [false, false, true] => self.meet_pair(first),
            _ => self.meet_cluster(due),
        }
    }

    fn meet_pair(&mut self, k: usize) {
        let (i, j) = PAIRS[k];
        self.advance(i);
        self.advance(j);
        let (one, two) = (&self.balls[i], &self.balls[j]);
        let before = [one.v, two.v];
        let states = [Moving::new(one.v, one.w), Moving::new(two.v, two.w)];
        let line = two.r - one.r;
        let speed = closing_speed(line, two.v - one.v);
        let normal = line / line.length();
        let (one, two) = if self.pair_chatter[k].is_micro(self.now, speed) {
            self.micro_contact(k, normal, speed.max(0.0), states[0], states[1])
        } else {
            collide::ball_ball(self.table, normal, states[0], states[1])
        };
        self.set_off(i, one);
        self.set_off(j, two);
        self.tell_hit(k, before);
        if self.cue_after.is_some() {
            self.cue_catches(i, before[0].truncate());
            self.cue_catches(j, before[1].truncate());
        }
        self.predict_changed(&[i, j]);
    }

    fn tell_hit(&mut self, k: usize, before: [DVec3; 2]) {
        let (i, j) = PAIRS[k];
        self.tell(EventKind::Hit { a: Ball::ALL[i], b: Ball::ALL[j] });
        self.tell_moment(i, before[0]);
        self.tell_moment(j, before[1]);
    }

    /// Two or three contacts at once: all three balls take part.
    #[cold]
    #[inline(never)]
    fn meet_cluster(&mut self, due: [bool; 3]) {
        (0..3).for_each(|i| self.advance(i));
        let before = [self.balls[0].v, self.balls[1].v, self.balls[2].v];
        let mut states = [0, 1, 2].map(|i| Moving::new(self.balls[i].v, self.balls[i].w));
        collide::cluster(self.table, self.normals(), due, &mut states);
        (0..3).for_each(|i| self.set_off(i, states[i]));
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            if due[k] {
                self.tell_hit(k, [before[i], before[j]]);
            }
        }
        if self.cue_after.is_some() {
            (0..3).for_each(|i| self.cue_catches(i, before[i].truncate()));
        }
        self.predict_changed(&[0, 1, 2]);
    }

    fn normals(&self) -> [DVec3; 3] {
        PAIRS.map(|(i, j)| (self.balls[j].r - self.balls[i].r).normalize_or_zero())
    }
}
