//! What a coach says: strokes in a person's words and back, the player's own skill, why a stroke is good, practice.
//!
//! `thickness`, `tip`, `speed` and `cushion` each turn one number into words and words into the number; `wording`
//! puts a stroke together from them, `solve` finds the aim.

pub mod cushion;
pub mod drill;
pub mod explain;
pub mod gamma;
pub mod hand;
pub mod other_table;
pub mod page;
pub mod review;
pub mod solve;
pub mod speed;
pub mod suggest;
pub mod thickness;
pub mod tip;
pub mod value;
pub mod watch;
pub mod wording;
