//! Filotto's benches.
