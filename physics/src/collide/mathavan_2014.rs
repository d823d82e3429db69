//! Ball-ball after S. Mathavan, M. R. Jackson, R. M. Parkin, "Numerical simulations of the frictional collisions of
//! solid balls on a rough surface", Sports Eng. 17 (2014) 227: the cloth answers the ball that friction presses down.
//!
//! The paper's letters: y along the line of centres from i to j, x across, z up; per ball mass and normal impulse:
//! slip at the contact `ux = vix - vjx - R (wiz + wjz)`, `uz = R (wix + wjx)`; friction `(f1, f2)` of size `mu_b`
//! against it; the pressed ball (j for f2 > 0, else i) gets `mu_s |f2|` against its slip on the cloth.
//! Restitution by work: ends at `(1 + e^2)` of the work of compression. Vertical speed is left out, as printed.
//! `mu_b` is taken at the slip before the contact. Integrated to 1e-5 of the speed (the paper: about 1000 steps).
//!
//! The peer's variant has the spin's sign in the slip on the cloth turned about (`vx + R wy, vy - R wx`, true only in a
//! left-handed frame): for its reference vectors only. It can gain energy.

use super::integrate::{Contact, run};
use super::{Moving, friction};
use crate::Table;
use glam::{DVec2, DVec3};

/// A slip below this part of the closing speed is none: its effect is below the stated error.
const NO_SLIP: f64 = 3e-6;

/// The slip on the cloth as it is in a right-handed frame.
pub(super) const PHYSICAL: f64 = 1.0;
/// The peer's sign of spin in it.
pub(super) const PEER: f64 = -1.0;

/// Both balls after; `normal` lies in the plane. `sign` is [`PHYSICAL`] or [`PEER`].
pub(super) fn contact(table: &Table, normal: DVec3, one: Moving, two: Moving, sign: f64) -> (Moving, Moving) {
    let params = table.params();
    let r = params.ball.radius_m;
    let frame = Frame { x: DVec3::new(normal.y, -normal.x, 0.0), y: normal };
    let (i, j) = (frame.enter(one, r), frame.enter(two, r));
    let slip = DVec2::new(i.v.x - j.v.x - i.w.z - j.w.z, i.w.x + j.w.x);
    let model = Mathavan {
        mu_b: friction::coefficient(table, slip.length()),
        mu_s: params.cloth.slide_friction,
        none: NO_SLIP * (i.v.y - j.v.y),
        closing: i.v.y - j.v.y,
        slip,
        sign,
        cloth_i: DVec2::new(i.v.x - sign * i.w.y, i.v.y + sign * i.w.x),
        cloth_j: DVec2::new(j.v.x - sign * j.w.y, j.v.y + sign * j.w.x),
    };
    let [p, _, f1, f2, ix, iy, jx, jy] = run(&model, params.ball.restitution);
    let after = |ball: Moving, push: DVec2, gx: f64, gy: f64| Moving {
        v: ball.v + DVec3::new(push.x + gx, push.y + gy, 0.0),
        w: ball.w + DVec3::new(f2 + gy, -gx, -f1) * 2.5,
    };
    let i = after(i, DVec2::new(f1, -p), ix, iy);
    let j = after(j, DVec2::new(-f1, p), jx, jy);
    (frame.leave(i, r), frame.leave(j, r))
}

/// The contact's frame; spins inside are multiplied by the radius.
struct Frame {
    x: DVec3,
    y: DVec3,
}

impl Frame {
    fn enter(&self, ball: Moving, r: f64) -> Moving {
        let turn = |a: DVec3| DVec3::new(a.dot(self.x), a.dot(self.y), a.z);
        Moving { v: turn(ball.v), w: turn(ball.w) * r }
    }

    fn leave(&self, ball: Moving, r: f64) -> Moving {
        let turn = |a: DVec3| self.x * a.x + self.y * a.y + DVec3::new(0.0, 0.0, a.z);
        Moving { v: turn(ball.v), w: turn(ball.w) / r }
    }
}

struct Mathavan {
    mu_b: f64,
    mu_s: f64,
    none: f64,
    closing: f64,
    sign: f64,
    slip: DVec2,
    cloth_i: DVec2,
    cloth_j: DVec2,
}

impl Mathavan {
    /// Friction of the cloth on a ball pressed by `load`; a ball that does not slip yet is about to, along `ahead`.
    fn cloth(&self, load: f64, slip: DVec2, ahead: DVec2) -> DVec2 {
        let speed = slip.length();
        let direction = if speed > self.none { slip / speed } else { ahead.normalize_or_zero() };
        direction * (-self.mu_s * load)
    }
}

impl Contact<8> for Mathavan {
    fn rates(&self, state: &[f64; 8]) -> [f64; 8] {
        let &[p, _, f1, f2, ix, iy, jx, jy] = state;
        let work = self.closing(state).abs();
        let slip = self.slip + DVec2::new(7.0 * f1 + ix - jx, 5.0 * f2 + 2.5 * (iy + jy));
        let speed = slip.length();
        if speed <= self.none {
            return [1.0, work, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        }
        let d = slip * (-self.mu_b / speed);
        let (mut i, mut j) = (DVec2::ZERO, DVec2::ZERO);
        // What spin does to the slip on the cloth, and how that slip answers to the cloth's own friction.
        let (spin, answer) = (2.5 * self.sign, 1.0 + 2.5 * self.sign);
        if d.y > 0.0 {
            let slip = self.cloth_j + DVec2::new(answer * jx - f1, p + answer * jy + spin * f2);
            j = self.cloth(d.y, slip, DVec2::new(-d.x, 1.0 + spin * d.y));
        } else {
            let slip = self.cloth_i + DVec2::new(answer * ix + f1, -p + answer * iy + spin * f2);
            i = self.cloth(-d.y, slip, DVec2::new(d.x, -1.0 + spin * d.y));
        }
        [1.0, work, d.x, d.y, i.x, i.y, j.x, j.y]
    }

    fn closing(&self, &[p, _, _, _, _, iy, _, jy]: &[f64; 8]) -> f64 {
        self.closing - 2.0 * p + iy - jy
    }

    fn closing_rate(&self, rates: &[f64; 8]) -> f64 {
        -2.0 * rates[0] + rates[5] - rates[7]
    }
}
