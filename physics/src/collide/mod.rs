//! Contacts: what two bodies make of each other's motion, as pure functions on velocity and spin.
//!
//! Each model sits in a file of its own with its formula, its source and where it holds; the model of a table is
//! chosen by name in [`crate::table::TableParams`]. Places never change in a contact.

pub mod ball_ball;
pub(crate) mod cluster;
pub mod cushion;
pub(crate) mod pin;
pub mod slate;

mod friction;
mod frictionless;
mod han_2005;
mod impulse;
mod integrate;
mod linear;
mod mathavan_2010;
mod mathavan_2014;
mod stronge;

pub use ball_ball::ball_ball;
pub(crate) use cluster::cluster;
pub use cushion::cushion;
pub use slate::slate;

use glam::DVec3;

/// How a ball moves at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Moving {
    /// Velocity of the centre, m/s.
    pub v: DVec3,
    /// Spin, rad/s, right-hand rule.
    pub w: DVec3,
}

impl Moving {
    /// Velocity and spin.
    pub const fn new(v: DVec3, w: DVec3) -> Moving {
        Moving { v, w }
    }

    /// Velocity of the point of the ball at `arm` from its centre.
    pub fn at(&self, arm: DVec3) -> DVec3 {
        self.v + self.w.cross(arm)
    }

    /// After an impulse per mass (m/s) at `direction` (unit) from the centre of a ball of that radius; the moment of
    /// inertia is the homogeneous sphere's, 2/5 m R^2.
    #[must_use]
    pub fn pushed(&self, impulse: DVec3, direction: DVec3, radius: f64) -> Moving {
        Moving { v: self.v + impulse, w: self.w + direction.cross(impulse) * (2.5 / radius) }
    }

    /// Kinetic energy per mass, m^2/s^2.
    pub fn energy(&self, radius: f64) -> f64 {
        0.5 * self.v.length_squared() + 0.2 * radius * radius * self.w.length_squared()
    }
}
