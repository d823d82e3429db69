//! Self-play: whole matches by the thousand, each a record of its own, shared out among processes by their numbers.
//!
//! Match `i` has a seed of its own, made from the run's seed and `i` alone, so whoever plays it, when, and beside how
//! many others, it comes out the same (players with node budgets). A match is written into `….part` line by line and
//! gets its name when it is over: what is there is whole, and the rest can be gone on with.

pub mod manifest;
pub mod merge;
mod one;
mod progress;
pub mod run;
pub mod tally;

pub use manifest::{Manifest, Shard};
pub use run::{Run, run};
pub use tally::Tally;
