//! Cushion as springs: W. J. Stronge, Impact Mechanics (2000), chapter 5, "planar impact with compliance".
//!
//! Normal and tangential springs at the contact; Coulomb friction `mu` between them. Angles `x = W t`, W the normal
//! frequency, `k = w / W` the tangential one over it (`omega_ratio`), `b = 7/2` the sphere's tangential over normal
//! inverse mass, `eta^2 = b / k^2`. With the closing speed 1 and the slip r (both scaled):
//! normal velocity `-cos x` in compression (x to pi/2), `-e cos f` after, `f = x/e + (pi/2)(1 - 1/e)`, until f = pi;
//! normal force `sin x`, then `sin f`. The tangential deflection u (times W) obeys `u' = v` while it sticks,
//! so `v'' = -k^2 v`; the contact slips while `|u| = mu eta^2 sin f`.
//! - stick first (`r < mu eta^2`): harmonic until the force leaves the cone, then slip to the end;
//! - slip throughout (`r > mu (b (1 + e) - eta^2 / e)`): `r - mu b (1 + e)`;
//! - else slip, stick, slip.
//!
//! Planar: the slip keeps its line (exact for a sphere). Friction and stiffness constant.

use super::{Moving, cushion::Nose};
use crate::Table;
use core::f64::consts::{FRAC_PI_2, PI};

/// Tangential over normal inverse effective mass of a homogeneous sphere.
const B: f64 = 3.5;

/// Halvings that exhaust a double on an interval of at most pi.
const HALVINGS: usize = 60;

/// In the cushion's frame.
pub(super) fn contact(table: &Table, nose: Nose, ball: Moving) -> Moving {
    let cushion = &table.params().cushion;
    let radius = table.params().ball.radius_m;
    let normal = nose.direction();
    let closing = ball.v.dot(normal);
    let slip = ball.at(normal * radius) - normal * closing;
    let speed = slip.length();
    let push = normal * (-(1.0 + cushion.restitution) * closing);
    if speed == 0.0 {
        return Moving { v: ball.v + push, ..ball };
    }
    let springs = Springs::new(cushion.restitution, cushion.friction, cushion.omega_ratio);
    let left = springs.slip_after(speed / closing) * closing;
    ball.pushed(push + slip * ((left - speed) / (B * speed)), normal, radius)
}

/// The scaled contact.
struct Springs {
    e: f64,
    mu: f64,
    k: f64,
    eta2: f64,
}

/// Sticking from angle `start`, with deflection and tangential velocity there.
#[derive(Clone, Copy)]
struct Stuck {
    start: f64,
    u: f64,
    v: f64,
}

impl Springs {
    fn new(e: f64, mu: f64, k: f64) -> Springs {
        // A contact without restitution ends with compression; the limit of a tiny e is that, without 0/0.
        Springs { e: e.max(1e-12), mu, k, eta2: B / (k * k) }
    }

    /// The slip left of a scaled slip `r >= 0`.
    fn slip_after(&self, r: f64) -> f64 {
        let (e, mu, eta2) = (self.e, self.mu, self.eta2);
        if mu == 0.0 || r >= mu * (B * (1.0 + e) - eta2 / e) && r >= mu * eta2 {
            return r - mu * B * (1.0 + e);
        }
        if r <= mu * eta2 {
            return self.release(Stuck { start: 0.0, u: 0.0, v: r });
        }
        self.release(self.capture(r))
    }

    /// Slipping from the start ends where the velocity is that of the spring's end, `v = d(mu eta^2 sin)/dx`.
    fn capture(&self, r: f64) -> Stuck {
        let (e, mu, eta2) = (self.e, self.mu, self.eta2);
        let excess = r - mu * B;
        let cos = excess / (mu * (eta2 - B));
        // While compressing if the balance is met before pi/2, where cos vanishes.
        let (start, cos, slope) = if cos >= 0.0 {
            (libm::acos(cos.min(1.0)), cos, 1.0)
        } else {
            let cos = (excess / (mu * (eta2 / e - B * e))).clamp(-1.0, 0.0);
            (self.angle(libm::acos(cos)), cos, 1.0 / e)
        };
        let sin = (1.0 - cos * cos).max(0.0).sqrt();
        Stuck { start, u: mu * eta2 * sin, v: mu * eta2 * cos * slope }
    }

    /// The slip at the end of a contact that sticks and then, once its force leaves the cone, slips.
    fn release(&self, stuck: Stuck) -> f64 {
        let end = FRAC_PI_2 * (1.0 + self.e);
        let side = self.at(stuck, end).0;
        let side = if side < 0.0 { -1.0 } else { 1.0 };
        // The cone closes at the end, so the force has left it by then; at the start it is on or inside it, and a
        // touch there is no root: only signs of points strictly between decide.
        let (mut low, mut high) = (stuck.start, end);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            let outside = side * self.at(stuck, middle).0 > self.mu * self.eta2 * self.force(middle);
            if outside { high = middle } else { low = middle }
        }
        let v = self.at(stuck, high).1;
        v - side * self.mu * B * (self.e - self.normal_velocity(high))
    }

    /// Deflection and tangential velocity at an angle while sticking.
    fn at(&self, stuck: Stuck, x: f64) -> (f64, f64) {
        let (sin, cos) = libm::sincos(self.k * (x - stuck.start));
        (stuck.u * cos + stuck.v / self.k * sin, stuck.v * cos - stuck.u * self.k * sin)
    }

    /// Phase of the normal spring at an angle.
    fn phase(&self, x: f64) -> f64 {
        if x <= FRAC_PI_2 { x } else { (x / self.e + FRAC_PI_2 * (1.0 - 1.0 / self.e)).min(PI) }
    }

    /// The angle of a phase past compression.
    fn angle(&self, phase: f64) -> f64 {
        self.e * phase + FRAC_PI_2 * (1.0 - self.e)
    }

    fn force(&self, x: f64) -> f64 {
        libm::sin(self.phase(x))
    }

    /// Normal velocity at an angle: -1 at the start, e at the end.
    fn normal_velocity(&self, x: f64) -> f64 {
        let cos = libm::cos(self.phase(x));
        if x <= FRAC_PI_2 { -cos } else { -self.e * cos }
    }
}
