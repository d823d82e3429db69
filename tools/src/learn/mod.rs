//! Learning from records: reading them, making examples of them, measuring and drawing what was learned.

pub mod check;
pub mod examples;
pub mod files;
pub mod plot;
pub mod records;
