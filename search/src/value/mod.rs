//! What an outcome is worth.

pub mod race;
