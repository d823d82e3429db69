//! Filotto's search.
