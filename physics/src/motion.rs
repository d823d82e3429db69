//! One ball between events: sliding on a parabola, rolling on a line, flying on a parabola, in closed form.
//!
//! Contact slip `u = v + R (k x w)`. Sliding: `a = -mu g u^` with `u^` constant, `dw/dt = (5 / 2R) (a_y, -a_x)`,
//! ends after `2 |u| / (7 mu g)` with pure rolling. Rolling: `a = -d(v) v^`, `d` constant within a band of speed.
//! The spin about the vertical fades linearly whatever else happens and is no event.
//!
//! Source: Kiefl's pooltool theory pages, with the sign of `w` corrected (the pages print a minus).

use crate::detect::{Path, Span};
use crate::math::{less, more};
use crate::table::Table;
use crate::trace::Phase;
use glam::{DVec2, DVec3};

/// Slip slower than this counts as rolling, m/s: far above rounding, far below anything visible.
const NO_SLIP_MPS: f64 = 1e-11;
/// A rolling ball slower than this rests, m/s: it would go another 1e-11 m. Without it balls that touch hand ever
/// smaller speeds to and fro.
const NO_SPEED_MPS: f64 = 1e-6;

/// One ball's state at `t0` and how it goes on from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    /// Centre at `t0`, m.
    pub r: DVec3,
    /// Velocity at `t0`, m/s.
    pub v: DVec3,
    /// Spin at `t0`, rad/s.
    pub w: DVec3,
    /// Acceleration until `end`, m/s^2.
    pub a: DVec3,
    /// Time of the state, s.
    pub t0: f64,
    /// When this way of moving ends by itself, s; infinite when it does not.
    pub end: f64,
    /// Where it stays until its next event.
    pub span: Span,
    /// How it moves.
    pub phase: Phase,
    /// Speed band of a rolling ball.
    band: u8,
}

impl Mover {
    /// A ball at rest on the cloth.
    pub fn resting(place: DVec2, radius: f64) -> Mover {
        Mover {
            r: place.extend(radius),
            v: DVec3::ZERO,
            w: DVec3::ZERO,
            a: DVec3::ZERO,
            t0: 0.0,
            end: f64::INFINITY,
            span: Span::point(place),
            phase: Phase::Still,
            band: 0,
        }
    }

    /// A ball that is not there.
    pub fn absent() -> Mover {
        Mover { phase: Phase::Off, span: Span::NOWHERE, ..Mover::resting(DVec2::ZERO, 0.0) }
    }

    /// Whether it changes place.
    #[inline]
    pub fn moves(&self) -> bool {
        !matches!(self.phase, Phase::Still | Phase::Off)
    }

    /// Place at a time not before `t0`.
    #[inline]
    pub fn place_at(&self, t: f64) -> DVec3 {
        let dt = t - self.t0;
        self.r + (self.v + self.a * (0.5 * dt)) * dt
    }

    /// Velocity at a time not before `t0`.
    #[inline]
    pub fn velocity_at(&self, t: f64) -> DVec3 {
        self.v + self.a * (t - self.t0)
    }

    /// Place, velocity and acceleration in plan at `t0`.
    #[inline]
    pub fn path(&self) -> Path {
        Path { r: self.r.truncate(), v: self.v.truncate(), a: self.a.truncate() }
    }

    /// Place, velocity and acceleration on the cloth at a time not before `t0`, for a ball that is not in the air.
    #[inline]
    pub fn path_at(&self, t: f64) -> Path {
        let Path { r, v, a } = self.path();
        let dt = t - self.t0;
        if dt == 0.0 || !self.moves() {
            return Path { r, v, a };
        }
        Path { r: r + (v + a * (0.5 * dt)) * dt, v: v + a * dt, a }
    }

    /// Brings the state to a time within this way of moving.
    #[inline(always)]
    pub fn advance(&mut self, table: &Table, t: f64) {
        let dt = t - self.t0;
        self.t0 = t;
        if dt <= 0.0 {
            return;
        }
        self.w.z = faded(self.w.z, table.params().cloth.spin_decay * dt);
        // In the order of how often; as a `match` it would be a jump through a table.
        if self.phase == Phase::Rolling {
            self.advance_on_cloth(dt);
            self.roll_spin(table);
        } else if self.phase == Phase::Sliding {
            self.advance_on_cloth(dt);
            let k = table.spin_per_push * dt;
            self.w.x += k * self.a.y;
            self.w.y -= k * self.a.x;
        } else if self.phase == Phase::Flying {
            self.r += (self.v + self.a * (0.5 * dt)) * dt;
            self.v += self.a * dt;
        }
    }

    /// [`Mover::advance`] to the end of a way of moving on the cloth: its spin in plan is left to the next one, which
    /// is a roll or rest and knows it.
    #[inline(always)]
    pub fn advance_to_end(&mut self, table: &Table) {
        let dt = self.end - self.t0;
        self.t0 = self.end;
        if dt > 0.0 {
            self.w.z = faded(self.w.z, table.params().cloth.spin_decay * dt);
            self.advance_on_cloth(dt);
        }
    }

    /// On the cloth height and vertical speed stay as they are.
    #[inline(always)]
    fn advance_on_cloth(&mut self, dt: f64) {
        let Path { r, v, a } = self.path();
        let r = r + (v + a * (0.5 * dt)) * dt;
        let v = v + a * dt;
        (self.r.x, self.r.y, self.v.x, self.v.y) = (r.x, r.y, v.x, v.y);
    }

    /// Chooses how the ball moves on from its velocity and spin, at its `t0`.
    #[inline(always)]
    pub fn set_off(&mut self, table: &Table) {
        if self.phase == Phase::Off {
            return;
        }
        let radius = table.radius();
        if self.r.z > radius || self.v.z > 0.0 {
            self.fly(table);
            return;
        }
        self.go_on_cloth(table);
    }

    /// The same for a ball that stays on the cloth.
    #[inline(always)]
    pub fn go_on_cloth(&mut self, table: &Table) {
        let radius = table.radius();
        self.v.z = 0.0;
        let slip = DVec2::new(self.v.x - radius * self.w.y, self.v.y + radius * self.w.x);
        let speed = slip.length();
        if speed > NO_SLIP_MPS {
            self.slide(table, slip, speed);
        } else {
            self.roll(table);
        }
    }

    /// The end of this way of moving has come (the state stands at `end`): the next one.
    #[inline(always)]
    pub fn next_phase(&mut self, table: &Table) {
        if self.phase == Phase::Rolling {
            if self.band > 0 { self.roll_in_band(table, self.band - 1) } else { self.rest() }
        } else if self.phase == Phase::Sliding {
            self.roll(table);
        } else {
            self.set_off(table);
        }
    }

    #[inline(always)]
    fn slide(&mut self, table: &Table, slip: DVec2, speed: f64) {
        self.phase = Phase::Sliding;
        let push = table.slide_decel;
        self.a = (slip * (-push / speed)).extend(0.0);
        self.end = if push > 0.0 { self.t0 + 2.0 * speed / (7.0 * push) } else { f64::INFINITY };
    }

    #[inline(always)]
    fn roll(&mut self, table: &Table) {
        let speed = self.v.truncate().length();
        self.roll_in_band(table, table.band(speed));
    }

    #[inline(always)]
    fn roll_in_band(&mut self, table: &Table, band: u8) {
        let speed = self.v.truncate().length();
        if speed <= NO_SPEED_MPS {
            self.rest();
            return;
        }
        self.phase = Phase::Rolling;
        self.band = band;
        self.v.z = 0.0;
        self.roll_spin(table);
        let decel = table.band_decel[band as usize];
        self.a = self.v * (-decel / speed);
        let above = (speed - table.band_floor[band as usize]).max(0.0);
        self.end = if decel > 0.0 { self.t0 + above / decel } else { f64::INFINITY };
    }

    /// The spin of rolling: `w = k x v / R` in plan.
    #[inline]
    fn roll_spin(&mut self, table: &Table) {
        self.w.x = -self.v.y * table.inverse_radius;
        self.w.y = self.v.x * table.inverse_radius;
    }

    #[inline]
    fn rest(&mut self) {
        self.phase = Phase::Still;
        self.v = DVec3::ZERO;
        self.a = DVec3::ZERO;
        self.w.x = 0.0;
        self.w.y = 0.0;
        self.end = f64::INFINITY;
    }

    fn fly(&mut self, table: &Table) {
        let gravity = table.params().gravity;
        self.phase = Phase::Flying;
        self.a = DVec3::new(0.0, 0.0, -gravity);
        let height = (self.r.z - table.radius()).max(0.0);
        let up = self.v.z;
        let fall = (up * up + 2.0 * gravity * height).sqrt();
        // The later root of height + up t - g t^2 / 2, in the form that does not cancel.
        let dt = if up >= 0.0 { (up + fall) / gravity } else { 2.0 * height / (fall - up) };
        self.end = self.t0 + dt;
    }
}

/// A spin after losing `loss` of its size, never past zero.
#[inline(always)]
fn faded(spin: f64, loss: f64) -> f64 {
    spin - less(more(spin, -loss), loss)
}
