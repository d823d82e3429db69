//! What a simulation tells: events as they happen, to an [`Observer`]; whole, as a [`Trace`].
//!
//! One loop serves both. A lean observer gets the time and the kind of each event and nothing else is computed
//! for it; the recorder behind [`Trace`] gets places, velocities and the segments to draw as well. Both see the
//! same bits.

use crate::Ball;
use glam::{DVec2, DVec3};

mod event;

pub use event::*;

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
    /// Pins by [`crate::Pin::index`].
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
