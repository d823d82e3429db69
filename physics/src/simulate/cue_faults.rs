//! What the cue does wrong at the strike and just after: onto a contact (rule 10), push (15.3-r), double hit (15.3-z).
//!
//! The strike is an impulse at one instant; the tip really stays on the ball for `T = cue.contact_s`, over which the
//! ball covers `v T / 2`. A ball or cushion nearer than that is met while the tip is still on the ball. Afterwards
//! the cue goes on at its speed after impact `V'` and is stopped evenly over `cue.follow_m`: a ball that
//! something throws back or stops before the tip has come to rest is met by it again. The fault is told at the contact
//! that makes it certain; the ball's way is what it would be without the second touch.

use super::Run;
use crate::detect::Span;
use crate::motion::Mover;
use crate::rails::{RAILS, outward};
use crate::strike::{Strike, Struck};
use crate::trace::{EventKind, Observer, Phase, Touching};
use crate::{Ball, math::sin_cos_deg};
use glam::DVec2;

/// The cue after a strike with something near the ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct CueAfter {
    ball: usize,
    /// Where the ball was, and which way the cue goes, in plan.
    from: DVec2,
    along: DVec2,
    /// Speed in plan just after impact, m/s.
    speed: f64,
    struck: f64,
}

impl<O: Observer> Run<'_, O> {
    /// Just after the strike: whether anything is near enough to the ball for a fault of the cue.
    pub(super) fn strike_contacts(&mut self, i: usize, strike: &Strike, made: &Struck) {
        self.cue_after = None;
        let place = self.balls[i].r.truncate();
        let far = |other: &Mover| {
            other.r.truncate().distance_squared(place) > self.table.cue_reach * self.table.cue_reach
                || other.phase == Phase::Off
        };
        let [(_, one), (_, two)] = super::OTHERS[i];
        let alone = far(&self.balls[one]) && far(&self.balls[two]);
        if !(alone && Span::point(place).within(&self.table.cue_clear)) {
            self.strike_nearby(i, strike, made);
        }
    }

    /// The same to the last bit: distances in the numbers of the rules.
    #[cold]
    #[inline(never)]
    fn strike_nearby(&mut self, i: usize, strike: &Strike, made: &Struck) {
        let place = self.balls[i].r.truncate();
        let (radius, follow) = (self.table.radius(), self.table.params().cue.follow_m);
        let ball = |other: &Mover| other.r.truncate().distance(place) - 2.0 * radius <= follow;
        let rail = |rail| self.table.rail_shape.inside_plane(rail, place) - radius <= follow;
        let balls = self.balls.iter().enumerate().any(|(j, other)| j != i && other.phase != Phase::Off && ball(other));
        if balls || RAILS.into_iter().any(rail) {
            self.near_strike(i, strike, made);
        }
    }

    #[cold]
    #[inline(never)]
    fn near_strike(&mut self, i: usize, strike: &Strike, made: &Struck) {
        let ball = Ball::ALL[i];
        let (sin, cos) = sin_cos_deg(strike.phi_deg);
        let along = DVec2::new(cos, sin);
        let from = self.balls[i].r.truncate();
        let onto = self.played_onto(i, along, made.velocity.truncate().normalize_or_zero());
        for with in onto.into_iter().flatten() {
            self.tell(EventKind::OntoContact { ball, with });
            if let Touching::Ball(other) = with {
                self.tell(EventKind::Push { ball, other });
            }
        }
        // Played onto a contact is one act: no double hit is looked for besides.
        let speed = made.cue_speed_after * sin_cos_deg(strike.theta_deg).1;
        let free = onto.iter().all(Option::is_none) && speed > 0.0;
        self.cue_after = free.then_some(CueAfter { ball: i, from, along, speed, struck: self.now });
    }

    /// What the ball touches and is played onto: the cue points into it, or the ball, turned by squirt, goes there.
    fn played_onto(&self, i: usize, along: DVec2, flown: DVec2) -> [Option<Touching>; 7] {
        let into = |normal: DVec2| along.dot(normal).max(flown.dot(normal)) > self.table.onto_sin;
        let place = self.balls[i].r.truncate();
        let (radius, touch) = (self.table.radius(), self.table.params().cue.touch_m);
        let mut onto = [None; 7];
        for (j, other) in self.balls.iter().enumerate() {
            let line = other.r.truncate() - place;
            let touches = j != i && other.phase != Phase::Off && line.length() - 2.0 * radius <= touch;
            onto[j] = (touches && into(line.normalize())).then_some(Touching::Ball(Ball::ALL[j]));
        }
        for (k, rail) in RAILS.into_iter().enumerate() {
            let touches = self.table.rail_shape.inside_plane(rail, place) - radius <= touch;
            onto[3 + k] = (touches && into(outward(rail))).then_some(Touching::Cushion(rail));
        }
        onto
    }

    /// After a contact of the ball just struck: whether the tip meets it again. `before` is its velocity before.
    #[cold]
    #[inline(never)]
    pub(super) fn cue_catches(&mut self, i: usize, before: DVec2) {
        let Some(cue) = self.cue_after else { return };
        let params = &self.table.params().cue;
        let since = self.now - cue.struck;
        let stop = 2.0 * params.follow_m / cue.speed;
        if since > stop {
            self.cue_after = None;
            return;
        }
        let ball = &self.balls[i];
        if cue.ball != i || ball.phase == Phase::Off {
            return;
        }
        let (after, before) = (ball.v.truncate().dot(cue.along), before.dot(cue.along));
        // While the tip is still on the ball it presses on one that has become slower than the cue.
        let pressed = since <= 0.5 * params.contact_s && after < cue.speed;
        if after < before && (pressed || self.tip_reaches(i, &cue, since, stop)) {
            self.cue_after = None;
            self.tell(EventKind::DoubleHit { ball: Ball::ALL[i] });
        }
    }

    /// Along the cue: the gap the ball has opened against the tip, which slows evenly to rest at `stop`.
    fn tip_reaches(&self, i: usize, cue: &CueAfter, since: f64, stop: f64) -> bool {
        let ball = &self.balls[i];
        let slowing = cue.speed / stop;
        let tip = (cue.speed - 0.5 * slowing * since) * since;
        let (r, v) = (ball.r.truncate() - cue.from, ball.v.truncate());
        let gap = r.dot(cue.along) - tip;
        let speed = v.dot(cue.along) - (cue.speed - slowing * since);
        let push = ball.a.truncate().dot(cue.along) + slowing;
        let met = crate::detect::meet_cushion(gap, speed, push, stop - since);
        met.is_some_and(|dt| (r + v * dt).perp_dot(cue.along).abs() < self.table.radius())
    }
}
