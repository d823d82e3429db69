//! Cushion as a mirror with restitution: the normal speed is turned and multiplied by `e`, everything else stays.
//! A reference; spin has no effect and takes none.

use super::{Moving, cushion::Nose};
use crate::Table;

/// On the cloth, in the cushion's frame.
pub(super) fn contact(table: &Table, ball: Moving) -> Moving {
    let mut after = ball;
    after.v.x *= -table.params().cushion.restitution;
    after
}

/// In the air: along the line from the centre to the nose.
pub(super) fn contact_at(table: &Table, nose: Nose, ball: Moving) -> Moving {
    let normal = nose.direction();
    let closing = ball.v.dot(normal);
    let push = (1.0 + table.params().cushion.restitution) * closing;
    Moving { v: ball.v - normal * push, w: ball.w }
}
