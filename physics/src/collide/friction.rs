//! Ball-ball with restitution and Coulomb friction that falls with slip speed: the default.
//!
//! With `n` from 1 to 2, `vn` the closing speed, `u` the slip at the contact and `s` its size (impulses per mass):
//! `P_n = (1 + e) vn / 2`, `P_t = min(mu(s) P_n, s / 7)` against the slip; `s / 7` is what ends the slip of two equal
//! balls. `mu(s) = base + rise exp(-decay s)` (Alciatore TP A.28, his fit of Marlow's measurements has
//! 0.00995, 0.108, 1.088; the table's values are fitted to tracks).
//! Rigid balls, one instant: the slip keeps its direction, which holds for two free balls.
//!
//! The peer's variant bounds friction by `mu e vn` instead of `mu (1 + e) vn / 2`: for reference vectors only.

use super::{Moving, ball_ball::slip};
use crate::Table;
use glam::DVec3;

/// Below this slip there is no direction to oppose, m/s: a thousandth of what rounding leaves of a fast ball's.
const NO_SLIP: f64 = 1e-18;

/// Normal impulse per mass at a closing speed.
pub(super) fn normal_impulse(table: &Table, closing: f64) -> f64 {
    0.5 * (1.0 + table.params().ball.restitution) * closing
}

/// Friction between balls at a slip speed.
pub(super) fn coefficient(table: &Table, slip: f64) -> f64 {
    let ball = &table.params().ball;
    ball.friction_base + ball.friction_rise * libm::exp(-ball.friction_decay * slip)
}

/// Tangential impulse per mass on `one`.
pub(super) fn tangential(table: &Table, normal: DVec3, impulse: f64, one: Moving, two: Moving) -> DVec3 {
    bounded(table, normal, impulse, one, two)
}

/// The peer's: the same with its smaller normal impulse.
pub(super) fn tangential_peer(table: &Table, normal: DVec3, impulse: f64, one: Moving, two: Moving) -> DVec3 {
    let e = table.params().ball.restitution;
    bounded(table, normal, impulse * (2.0 * e / (1.0 + e)), one, two)
}

fn bounded(table: &Table, normal: DVec3, impulse: f64, one: Moving, two: Moving) -> DVec3 {
    let u = slip(table.params().ball.radius_m, normal, one, two);
    let s = u.length();
    if s <= NO_SLIP {
        return DVec3::ZERO;
    }
    let size = (coefficient(table, s) * impulse).min(s / 7.0);
    u * (-size / s)
}
