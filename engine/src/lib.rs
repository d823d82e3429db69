//! Filotto's engine.
