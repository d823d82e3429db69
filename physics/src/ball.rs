//! The three balls by colour, and a layout: where balls and pins rest before a stroke.

use crate::pins::PinSet;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// One of the three balls. Colours, not roles: who strikes which is the referee's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Ball {
    /// The white ball.
    White = 0,
    /// The yellow ball.
    Yellow = 1,
    /// The red ball, nobody's cue ball.
    Red = 2,
}

impl Ball {
    /// All three, in index order.
    pub const ALL: [Ball; 3] = [Ball::White, Ball::Yellow, Ball::Red];

    /// 0, 1, 2: the place of this ball in every array of three.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white`, `yellow`, `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Ball::White => "white",
            Ball::Yellow => "yellow",
            Ball::Red => "red",
        }
    }
}

/// Balls at rest (centres in plan, metres; `None` = not on the table) and the pins that stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Centres by [`Ball::index`].
    pub balls: [Option<DVec2>; 3],
    /// The pins standing on their spots.
    pub pins: PinSet,
}
