//! Cushion as a rigid half-space with Coulomb friction: the frictional, inelastic sphere impact of textbooks
//! (for example Stronge, Impact Mechanics, 2000, chapter 3). Restitution e along the contact's normal; friction at most
//! mu times that impulse and at most the 2/7 of the slip that ends it. Spherical inertia keeps normal and tangential
//! motion apart, so the direction of the slip never turns and one formula is exact.
//!
//! It is Han's contact without tangential restitution; only the normal's angle differs on the cloth (see
//! [`super::cushion`]).

use super::{Moving, cushion::Nose, han_2005};
use crate::Table;

/// In the cushion's frame.
pub(super) fn contact(table: &Table, nose: Nose, ball: Moving) -> Moving {
    han_2005::contact_with(table, nose, ball, 0.0)
}
