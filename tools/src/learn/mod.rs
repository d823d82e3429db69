//! Learning from records: reading them, making examples of them, measuring and drawing what was learned.

pub mod check;
pub mod examples;
pub mod generation;
pub mod plot;
pub mod records;
pub mod tuning;
