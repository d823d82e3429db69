//! The physics of five-pins billiards: three balls, five pins, cloth, cushions and cue, from event to event.
//!
//! Units are metres, seconds, kilograms and radians; angles that a person writes (`phi`, `theta`) are in degrees
//! exactly as printed. The frame is right-handed: `x` along the long side of the table (0 at the lower short
//! cushion, 2.84 at the upper), `y` across (0 to 1.42), `z` up, cloth at `z = 0`.
//!
//! The whole of it in ten lines ([`simulate()`]):
//! 1. the cue gives the struck ball its velocity and spin ([`strike`]);
//! 2. between events each ball follows a parabola or a line in closed form (`motion`);
//! 3. for each ball and pair the time of its next event is predicted, and kept (`detect`, `roots`);
//! 4. the earliest is taken; all contacts due at that instant are solved together ([`collide`]);
//! 5. only the balls it changed are predicted anew;
//! 6. until nothing moves, or the observer has seen enough.
//!
//! This crate knows bodies and time; it knows no points, players, turns, randomness or files.

pub mod ball;
pub mod collide;
pub mod cue;
mod detect;
pub mod golden;
pub mod math;
mod motion;
pub mod pins;
mod rails;
pub mod reference;
mod roots;
pub mod simulate;
pub mod strike;
pub mod table;
pub mod trace;

pub use ball::{Ball, Layout};
pub use cue::{Obstacle, clearance, obstruction};
pub use golden::hash;
pub use pins::{Pin, PinSet};
pub use simulate::{SimError, release, release_into, simulate, simulate_into};
pub use strike::{Strike, StrikeError};
pub use table::Table;
pub use trace::{Event, EventKind, Flow, Observer, Trace};
