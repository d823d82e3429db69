//! Statistics of matches: how strong, how sure, when to stop.
//!
//! Every estimate starts from a [`Tally`]: how often each score happened, a unit being one game or one pair of games
//! with the sides swapped. Pairs are the better unit: what the start position and the lag add to one game they take
//! from the other, so the variance that is left is the players' own.

pub mod elo;
pub mod intervals;
pub mod normal;
pub mod sprt;
pub mod tally;
pub mod verify;

pub use elo::EloReport;
pub use sprt::{Decision, Model, Sprt};
pub use tally::Tally;
