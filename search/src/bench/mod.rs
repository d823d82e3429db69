//! Measurements of the planner: what it promises against what happens, what it misses against a longer search, the
//! laws of its results, its strength against the baseline players. The commands print what is computed here.

pub mod honesty;
pub mod law;
pub mod play;
pub mod positions;
pub mod regret;
pub mod replay;
pub mod signature;
pub mod stages;
pub mod strength;
