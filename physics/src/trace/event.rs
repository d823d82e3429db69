//! What can happen: balls, pins, cushions, cue, each by what it is and without rules.

use crate::{Ball, Pin};
use serde::Serialize;

/// How a ball moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// At rest in plan (it may still spin about the vertical).
    Still,
    /// Slipping on the cloth.
    Sliding,
    /// Rolling without slip.
    Rolling,
    /// In the air.
    Flying,
    /// Gone: off the table or on the frame (11.1).
    Off,
}

/// A cushion by its place: `Lower` at x = 0, `Upper` at x = length, `Right` at y = 0, `Left` at y = width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rail {
    /// Lower short cushion, x = 0.
    Lower,
    /// Upper short cushion, x = length.
    Upper,
    /// Long cushion at y = 0.
    Right,
    /// Long cushion at y = width.
    Left,
}

/// A ball or a pin: who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// A ball.
    Ball(Ball),
    /// A pin.
    Pin(Pin),
}

/// What a cue ball is in contact with before the strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Touching {
    /// A ball.
    Ball(Ball),
    /// A cushion.
    Cushion(Rail),
}

/// How a leaning pin came to fall (12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeanFall {
    /// The ball moved away from under it.
    Away,
    /// The ball moved onto it.
    Onto,
}

/// What left the table (11.1) touched last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OffBy {
    /// The wood behind the cushion.
    Frame,
    /// Nothing: it flew over the frame.
    Air,
}

/// One thing that happened. Colours and pins, no roles and no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventKind {
    /// The cue struck the ball; `miscue` when the tip slipped.
    Strike {
        /// The ball struck.
        ball: Ball,
        /// The tip slipped off.
        miscue: bool,
    },
    /// The tip met the ball a second time in the same stroke (15.3-z).
    DoubleHit {
        /// The ball struck twice.
        ball: Ball,
    },
    /// One push of the cue moved two balls (15.3-r).
    Push {
        /// The ball struck.
        ball: Ball,
        /// The ball moved with it.
        other: Ball,
    },
    /// The ball was played onto what it touched before the strike (10, 15.3-l).
    OntoContact {
        /// The ball struck.
        ball: Ball,
        /// What it touched.
        with: Touching,
    },
    /// A ball changes from one way of moving to another; `Still` = it came to rest.
    Phase {
        /// The ball.
        ball: Ball,
        /// How it moves from now on.
        to: Phase,
    },
    /// A rolling ball passes from one speed band of the cloth to the next.
    Band {
        /// The ball.
        ball: Ball,
    },
    /// Two balls meet.
    Hit {
        /// The ball of the smaller index.
        a: Ball,
        /// The ball of the larger index.
        b: Ball,
    },
    /// A ball meets a cushion.
    Cushion {
        /// The ball.
        ball: Ball,
        /// The cushion.
        rail: Rail,
    },
    /// A flying ball comes down on the slate.
    Slate {
        /// The ball.
        ball: Ball,
    },
    /// A pin was touched and neither moved nor fell (rocked back upright).
    PinStruck {
        /// The pin.
        pin: Pin,
        /// Who touched it.
        by: Body,
    },
    /// A pin lost contact with the table (12.1).
    PinDown {
        /// The pin.
        pin: Pin,
        /// Who felled it.
        by: Body,
    },
    /// A pin already down came back upright (12.2), on its spot or beside it.
    PinUpright {
        /// The pin.
        pin: Pin,
    },
    /// A standing pin was moved, still partly on its spot (12.4).
    PinShift {
        /// The pin.
        pin: Pin,
        /// Who moved it.
        by: Body,
    },
    /// A standing pin was moved wholly off its spot (12.4, and the modern rules).
    PinShiftOff {
        /// The pin.
        pin: Pin,
        /// Who moved it.
        by: Body,
    },
    /// A pin came to lean on a ball (12.6).
    PinLean {
        /// The pin.
        pin: Pin,
        /// The ball it leans on.
        on: Ball,
    },
    /// A leaning pin fell (12.6).
    PinLeanFall {
        /// The pin.
        pin: Pin,
        /// The ball it leant on.
        ball: Ball,
        /// How.
        how: LeanFall,
    },
    /// A felled or sliding pin met a ball.
    PinMetBall {
        /// The pin.
        pin: Pin,
        /// The ball.
        ball: Ball,
    },
    /// A felled pin met a cushion.
    PinMetCushion {
        /// The pin.
        pin: Pin,
        /// The cushion.
        rail: Rail,
    },
    /// A ball left the table or touched the frame (11.1).
    Off {
        /// The ball.
        ball: Ball,
        /// What it touched.
        by: OffBy,
    },
    /// An airborne ball passed over a standing pin, between standing pins, or over a ball (15.3-o).
    Jump {
        /// The ball in the air.
        ball: Ball,
        /// What it passed over.
        over: Body,
    },
    /// A ball on the cloth rolled between two standing neighbours.
    Between {
        /// The ball.
        ball: Ball,
        /// One pin.
        p: Pin,
        /// The other.
        q: Pin,
    },
}
