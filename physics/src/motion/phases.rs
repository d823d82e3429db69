//! How a ball goes on: which way of moving its velocity and spin begin, and when that ends by itself.

use super::Mover;
use crate::table::Table;
use crate::trace::Phase;
use glam::{DVec2, DVec3};

/// Slip slower than this counts as rolling, m/s: far above rounding, far below anything visible.
const NO_SLIP_MPS: f64 = 1e-11;
/// A rolling ball slower than this rests, m/s: it would go another 1e-11 m. Without it balls that touch hand ever
/// smaller speeds to and fro.
const NO_SPEED_MPS: f64 = 1e-6;

impl Mover {
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
    pub(super) fn roll_spin(&mut self, table: &Table) {
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
