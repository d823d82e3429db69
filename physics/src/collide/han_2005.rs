//! Cushion after I. Han, "Dynamics in carom and three cushion billiards", J. Mech. Sci. Tech. 19 (2005) 976, in closed
//! form, with tangential restitution added. The default.
//!
//! The paper's letters; frame x into the cushion, y along it, z up; per ball mass (so M = 1, A = 7/2, B = 1):
//! `sx = vx sin t - vz cos t + R wy`, `sy = -vy - R wz cos t + R wx sin t`, `c = vx cos t + vz sin t`,
//! `PzE = (1 + e) c`; sticking takes `PzS = (2/7) (1 + et) |s|`, sliding `mu PzE`, the smaller acts along s;
//! `PX = -PxE sin t - PzE cos t`, `PY = PyE`, `PZ = PxE cos t - PzE sin t`,
//! `dw = (5 / 2R) (-PY sin t, PX sin t - PZ cos t, PY cos t)`.
//! `et` (0 in the paper) lets the rubber give back part of the slip it stored while it stuck.
//! Rigid contact at one instant; constant e and mu; the slate takes no part.

use super::{Moving, cushion::Nose};
use crate::Table;
use glam::DVec3;

/// In the cushion's frame.
#[inline]
pub(super) fn contact(table: &Table, nose: Nose, ball: Moving) -> Moving {
    let cushion = &table.params().cushion;
    contact_with(table, nose, ball, cushion.tangential)
}

/// A ball on the cloth, `[vx, vy, wx, wy, wz]` in the cushion's frame: the same bits as [`contact`] without vertical
/// speed, what does not depend on the ball taken from the table.
#[inline(always)]
pub(super) fn planar(table: &Table, [vx, vy, wx, wy, wz]: [f64; 5]) -> [f64; 5] {
    let (r, mu) = (table.params().ball.radius_m, table.params().cushion.friction);
    let (sin, cos) = (table.nose_sin, table.nose_cos);
    let sx = vx * sin + r * wy;
    let sy = -vy - r * wz * cos + r * wx * sin;
    let pz_e = table.nose_rebound * (vx * cos);
    let s = (sx * sx + sy * sy).sqrt();
    let share = if table.nose_stick * s <= mu * pz_e { table.nose_stick } else { mu * pz_e / s };
    let (px_e, py) = (share * sx, share * sy);
    let px = -px_e * sin - pz_e * cos;
    let pz = px_e * cos - pz_e * sin;
    let k = table.spin_per_push;
    [vx + px, vy + py, wx - py * sin * k, wy + (px * sin - pz * cos) * k, wz + py * cos * k]
}

/// The same with a tangential restitution of the caller's.
#[inline]
pub(super) fn contact_with(table: &Table, nose: Nose, ball: Moving, et: f64) -> Moving {
    let (e, mu) = (table.params().cushion.restitution, table.params().cushion.friction);
    let r = table.params().ball.radius_m;
    let Nose { sin, cos } = nose;
    let sx = ball.v.x * sin - ball.v.z * cos + r * ball.w.y;
    let sy = -ball.v.y - r * ball.w.z * cos + r * ball.w.x * sin;
    let c = ball.v.x * cos + ball.v.z * sin;
    let pz_e = (1.0 + e) * c;
    let stick = 2.0 / 7.0 * (1.0 + et);
    let s = (sx * sx + sy * sy).sqrt();
    let share = if stick * s <= mu * pz_e { stick } else { mu * pz_e / s };
    let (px_e, py_e) = (share * sx, share * sy);
    let px = -px_e * sin - pz_e * cos;
    let py = py_e;
    let pz = px_e * cos - pz_e * sin;
    let spin = DVec3::new(-py * sin, px * sin - pz * cos, py * cos);
    Moving { v: ball.v + DVec3::new(px, py, pz), w: ball.w + spin * (2.5 / r) }
}
