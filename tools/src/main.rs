//! The `filotto` command line.

fn main() {}
