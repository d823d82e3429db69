//! What a simulation tells: events as they happen, to an [`Observer`]; whole, as a [`Trace`].
//!
//! One loop serves both. A lean observer gets the time and the kind of each event and nothing else is computed
//! for it; the recorder behind [`Trace`] gets places, velocities and the segments to draw as well. Both see the
//! same bits.

use crate::{Ball, Pin};
use glam::{DVec2, DVec3};
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

/// Where a body was at an event, and how fast in plan and height just before and just after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Which body.
    pub body: Body,
    /// Centre, metres.
    pub place: DVec3,
    /// Velocity before the event, m/s.
    pub before: DVec3,
    /// Velocity after the event, m/s.
    pub after: DVec3,
    /// Spin after the event, rad/s (zero for pins).
    pub spin: DVec3,
}

/// An event with its time and the bodies that took part.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Seconds from the first strike.
    pub t_s: f64,
    /// What happened.
    pub kind: EventKind,
    /// The bodies concerned, at most two.
    pub moments: Vec<Moment>,
}

/// A stretch of one body's path between two events: `place + velocity dt + acceleration dt^2 / 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Which body.
    pub body: Body,
    /// Start, seconds.
    pub t0_s: f64,
    /// End, seconds.
    pub t1_s: f64,
    /// Place at the start, metres.
    pub place: DVec3,
    /// Velocity at the start, m/s.
    pub velocity: DVec3,
    /// Acceleration, m/s^2, constant over the stretch.
    pub acceleration: DVec3,
    /// How the body moves.
    pub phase: Phase,
}

impl Segment {
    /// The place at a time (clamped to the stretch).
    pub fn at(&self, t_s: f64) -> DVec3 {
        let dt = t_s.clamp(self.t0_s, self.t1_s) - self.t0_s;
        self.place + self.velocity * dt + self.acceleration * (0.5 * dt * dt)
    }
}

/// Where a ball is when all is over.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum BallRest {
    /// It was not on the table.
    #[default]
    Absent,
    /// At rest on the cloth.
    At(DVec2),
    /// Off the table (11.1).
    Off,
}

/// What became of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum PinRest {
    /// It was not on the table.
    #[default]
    Absent,
    /// On its spot.
    Standing,
    /// Upright, off its spot: the axis in plan.
    Shifted(DVec2),
    /// Leaning on a ball.
    Leaning(Ball),
    /// Lying, or off the table: the last place in plan.
    Down(DVec2),
}

/// The final state.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rest {
    /// Balls by [`Ball::index`].
    pub balls: [BallRest; 3],
    /// Pins by [`Pin::index`].
    pub pins: [PinRest; 5],
}

/// Why a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything came to rest.
    Rest,
    /// The observer asked to stop.
    Stopped,
    /// The bound on events or on simulated time was reached; balls are where they were then.
    Bounded,
}

/// How a simulation ended, without its events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The final state (the state so far, when stopped or bounded).
    pub rest: Rest,
    /// Simulated time, seconds.
    pub duration_s: f64,
    /// Events counted as `filotto bench` counts them.
    pub events: u32,
    /// Why it ended.
    pub end: End,
}

/// A simulation with everything that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Events in order of time.
    pub events: Vec<Event>,
    /// Segments to draw, in order of their start, one body's never overlapping.
    pub segments: Vec<Segment>,
    /// How it ended.
    pub summary: Summary,
}

/// Whether the simulation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Go,
    /// Enough seen: stop here.
    Stop,
}

/// Sees the events of a simulation as they happen.
pub trait Observer {
    /// Whether [`Observer::moment`] and [`Observer::segment`] are wanted; `false` costs nothing.
    const FULL: bool;

    /// An event. Called in order of time.
    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow;

    /// A body that took part in the event just told.
    fn moment(&mut self, _moment: Moment) {}

    /// A stretch of path that has ended.
    fn segment(&mut self, _segment: Segment) {}
}
