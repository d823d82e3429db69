//! The planner of filotto: from a position to the stroke to play.

pub mod estimate;
pub mod keys;
pub mod sobol;
pub mod value;
