//! Cushion after S. Mathavan, M. R. Jackson, R. M. Parkin, "A theoretical analysis of billiard ball dynamics under
//! cushion impacts", Proc. IMechE C 224 (2010) 1863: rigid cushion, friction at the nose (I) and on the cloth (C).
//!
//! The paper's letters: y into the cushion, x along it, `sin t = (h - R) / R`; per ball mass and normal impulse:
//! `vxI = vx + wy R sin t - wz R cos t`, `vyI = -vy sin t + wx R`, `vxC = vx - wy R`, `vyC = vy + wx R`;
//! friction `(fx, fy)` of size `mu_w` against slip I; the cloth carries `K = sin t - fy cos t` and gives
//! `(gx, gy)` of size `mu_s K` against slip C;
//! `dvx = fx + gx`, `dvy = -cos t - fy sin t + gy`, `R dwx = 5/2 (fy + gy)`, `R dwy = 5/2 (fx sin t - gx)`,
//! `R dwz = -5/2 fx cos t`. Restitution by work at I (`e^2`); the cloth takes part of the loss.
//!
//! A nose that sticks takes the friction that keeps it so, exactly; the paper's steps chatter about it. As printed, `K`
//! is negative where friction lifts the ball (`mu_w > tan t`, a rolling ball): the cloth then pulls, and energy can rise
//! (by 0.8 % in random contacts). Here a cloth cannot pull, `K >= 0`; the printed form stays for the reference numbers.
//! Integrated to 1e-5 of the speed.
//! Printed as valid to normal speeds of about 2.5 m/s, with e = 0.98, mu_w = 0.14, mu_s = 0.212 (snooker).

use super::integrate::{Contact, run};
use super::{Moving, cushion::Nose};
use crate::Table;
use glam::{DVec2, DVec3};

/// A slip below this part of the closing speed is none: its effect is below the stated error.
const NO_SLIP: f64 = 3e-6;

/// What the cloth does to a ball that the nose lifts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Cloth {
    /// Nothing.
    LetsGo,
    /// It pulls, as printed.
    Pulls,
}

/// In the cushion's frame (x into the cushion, y along: the paper's y and -x).
pub(super) fn contact(table: &Table, nose: Nose, ball: Moving, cloth: Cloth) -> Moving {
    let params = table.params();
    let r = params.ball.radius_m;
    let model = Mathavan {
        mu_w: params.cushion.friction,
        mu_s: params.cloth.slide_friction,
        least_load: if cloth == Cloth::Pulls { f64::NEG_INFINITY } else { 0.0 },
        sin: nose.sin,
        cos: nose.cos,
        none: NO_SLIP * ball.v.x,
        vy: ball.v.x,
        slip_i: DVec2::new(
            -ball.v.y + r * (ball.w.x * nose.sin - ball.w.z * nose.cos),
            -ball.v.x * nose.sin - r * ball.w.y,
        ),
        slip_c: DVec2::new(-ball.v.y - r * ball.w.x, ball.v.x - r * ball.w.y),
    };
    let [p, _, fx, fy, gx, gy] = run(&model, params.cushion.restitution);
    let (dvx, dvy) = (fx + gx, -nose.cos * p - nose.sin * fy + gy);
    let (dwx, dwy, dwz) = (fy + gy, fx * nose.sin - gx, -fx * nose.cos);
    let spin = DVec3::new(dwy, -dwx, dwz) * (2.5 / r);
    Moving { v: DVec3::new(ball.v.x + dvy, ball.v.y - dvx, ball.v.z), w: ball.w + spin }
}

struct Mathavan {
    mu_w: f64,
    mu_s: f64,
    least_load: f64,
    sin: f64,
    cos: f64,
    none: f64,
    vy: f64,
    slip_i: DVec2,
    slip_c: DVec2,
}

impl Mathavan {
    /// How slip I answers to friction at the nose and on the cloth, without what the normal impulse does.
    fn answer_i(&self, f: DVec2, g: DVec2) -> DVec2 {
        let s = self.sin;
        DVec2::new(3.5 * f.x + (1.0 - 2.5 * s) * g.x, (2.5 + s * s) * f.y + (2.5 - s) * g.y)
    }

    /// How slip C answers.
    fn answer_c(&self, f: DVec2, g: DVec2) -> DVec2 {
        let s = self.sin;
        DVec2::new(3.5 * g.x + (1.0 - 2.5 * s) * f.x, 3.5 * g.y + (2.5 - s) * f.y)
    }

    fn cloth_load(&self, fy: f64) -> f64 {
        (self.sin - fy * self.cos).max(self.least_load)
    }

    /// The friction that keeps the nose from slipping, if it is within the cone, for a direction of slip C.
    fn sticking(&self, q: DVec2) -> Option<DVec2> {
        let (s, c) = (self.sin, self.cos);
        let cloth = (2.5 - s) * self.mu_s * q.y;
        let mut fy = (cloth * s - s * c) / (2.5 + s * s + cloth * c);
        if s - fy * c < self.least_load {
            fy = -s * c / (2.5 + s * s);
        }
        let gx = -self.mu_s * self.cloth_load(fy) * q.x;
        let f = DVec2::new(-gx * (1.0 - 2.5 * s) / 3.5, fy);
        (f.length_squared() <= self.mu_w * self.mu_w).then_some(f)
    }

    /// Direction of slip C; of a ball that rolls, the direction in which it is about to slip.
    fn direction_c(&self, slip: DVec2, f: DVec2) -> DVec2 {
        let speed = slip.length();
        if speed > self.none {
            return slip / speed;
        }
        (self.answer_c(f, DVec2::ZERO) - DVec2::new(0.0, self.cos)).normalize_or_zero()
    }
}

impl Contact<6> for Mathavan {
    fn rates(&self, state: &[f64; 6]) -> [f64; 6] {
        let &[p, _, fx, fy, gx, gy] = state;
        let (f, g) = (DVec2::new(fx, fy), DVec2::new(gx, gy));
        let slip_i = self.slip_i + self.answer_i(f, g) + DVec2::new(0.0, self.sin * self.cos * p);
        let slip_c = self.slip_c + self.answer_c(f, g) - DVec2::new(0.0, self.cos * p);
        let speed = slip_i.length();
        let (f, q) = if speed > self.none {
            let f = slip_i * (-self.mu_w / speed);
            (f, self.direction_c(slip_c, f))
        } else {
            let q = self.direction_c(slip_c, DVec2::ZERO);
            let f = self.sticking(q).unwrap_or_else(|| slip_i * (-self.mu_w / speed.max(f64::MIN_POSITIVE)));
            (f, q)
        };
        let g = q * (-self.mu_s * self.cloth_load(f.y));
        [1.0, self.closing(state).abs(), f.x, f.y, g.x, g.y]
    }

    fn closing(&self, &[p, _, _, fy, _, gy]: &[f64; 6]) -> f64 {
        self.vy - self.cos * p - self.sin * fy + gy
    }

    fn closing_rate(&self, rates: &[f64; 6]) -> f64 {
        -self.cos * rates[0] - self.sin * rates[3] + rates[5]
    }
}
