//! How strong one player is against another: pairs of sets with the sides swapped, a sequential test, luck taken off.

pub mod failure;
pub mod file;
pub mod ladder;
pub mod luck;
pub mod pair;
pub mod report;
pub mod run;

pub use failure::Failure;
pub use pair::PairResult;
