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

mod phases;

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
}

/// A spin after losing `loss` of its size, never past zero.
#[inline(always)]
fn faded(spin: f64, loss: f64) -> f64 {
    spin - less(more(spin, -loss), loss)
}
