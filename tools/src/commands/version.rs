//! What `--version` tells: the release, and the hashes of physics and rules that every result depends on.

use crate::{Exit, hashes};
use std::io::Write;

/// Number of the release.
pub const SHORT: &str = env!("CARGO_PKG_VERSION");

/// Prints the release and the hashes of the built-in table and rules.
pub fn run(out: &mut dyn Write) -> anyhow::Result<Exit> {
    writeln!(out, "filotto {SHORT}")?;
    writeln!(out, "physics {}", hashes::physics())?;
    writeln!(out, "rules   {}", hashes::rules())?;
    Ok(Exit::Done)
}
