//! Two equal balls meet.
//!
//! The closed-form models come in parts as well, for contacts that are solved together: [`normal_impulse`] of a pair
//! alone, [`friction_from`] any normal impulse, and [`exchange`], which applies both. Impulses are per ball mass (m/s).

use super::{Moving, friction, frictionless, mathavan_2014};
use crate::Table;
use crate::table::BallModel;
use glam::DVec3;

/// Both balls after the contact; `normal` is the unit vector from the centre of `one` to that of `two`. Balls that
/// do not close are left alone.
pub fn ball_ball(table: &Table, normal: DVec3, one: Moving, two: Moving) -> (Moving, Moving) {
    if (one.v - two.v).dot(normal) <= 0.0 {
        return (one, two);
    }
    match table.params().ball.model {
        BallModel::Mathavan2014 if normal.z == 0.0 => {
            mathavan_2014::contact(table, normal, one, two, mathavan_2014::PHYSICAL)
        }
        BallModel::Mathavan2014Peer if normal.z == 0.0 => {
            mathavan_2014::contact(table, normal, one, two, mathavan_2014::PEER)
        }
        _ => {
            let impulse = normal_impulse(table, normal, one, two);
            let tangential = friction_from(table, normal, impulse, one, two);
            let (one, two) = exchange(table, normal, impulse, tangential, one, two);
            match table.params().ball.model {
                // The peer's balls stay on the cloth.
                BallModel::FrictionPeer => (grounded(one), grounded(two)),
                _ => (one, two),
            }
        }
    }
}

/// The normal impulse per mass that a pair alone exchanges, m/s: `(1 + e) vn / 2`.
pub fn normal_impulse(table: &Table, normal: DVec3, one: Moving, two: Moving) -> f64 {
    let closing = (one.v - two.v).dot(normal);
    match table.params().ball.model {
        BallModel::Frictionless => frictionless::normal_impulse(closing),
        _ => friction::normal_impulse(table, closing),
    }
}

/// The tangential impulse per mass on `one` (on `two` it is the opposite) that goes with a normal impulse per mass,
/// from the motions before the contact. The integrated model takes the closed form here.
pub fn friction_from(table: &Table, normal: DVec3, impulse: f64, one: Moving, two: Moving) -> DVec3 {
    match table.params().ball.model {
        BallModel::Frictionless => DVec3::ZERO,
        BallModel::FrictionPeer => friction::tangential_peer(table, normal, impulse, one, two),
        _ => friction::tangential(table, normal, impulse, one, two),
    }
}

/// Both balls after a normal and a tangential impulse per mass.
pub fn exchange(
    table: &Table,
    normal: DVec3,
    impulse: f64,
    tangential: DVec3,
    one: Moving,
    two: Moving,
) -> (Moving, Moving) {
    let push = tangential - normal * impulse;
    // Equal balls get equal spin: arm and force both change sign.
    let spin = normal.cross(tangential) * (2.5 / table.params().ball.radius_m);
    (Moving { v: one.v + push, w: one.w + spin }, Moving { v: two.v - push, w: two.w + spin })
}

/// The slip of `one` over `two` at their contact, m/s.
pub fn slip(radius: f64, normal: DVec3, one: Moving, two: Moving) -> DVec3 {
    let relative = one.v - two.v;
    relative - normal * relative.dot(normal) + (one.w + two.w).cross(normal) * radius
}

fn grounded(ball: Moving) -> Moving {
    Moving { v: ball.v.with_z(0.0), ..ball }
}
