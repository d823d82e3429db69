//! `filotto verify …`: holds files against what this program computes.

use super::{verify_hash, verify_record, verify_reference, verify_stats};
use crate::Exit;
use std::io::Write;

/// Computes again what a file claims and tells every difference
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto verify stats elo-sprt.json\n  filotto verify reference physics/tests/data\n  filotto verify hash\n\nExit code 1 when something differs.")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// What can be verified.
#[derive(clap::Subcommand)]
enum What {
    /// The figures of match statistics
    Stats(verify_stats::Args),
    /// The physics against another simulator's vectors
    Reference(verify_reference::Args),
    /// Recorded matches
    Record(verify_record::Args),
    /// The hashes of a fixed set of strokes
    Hash(verify_hash::Args),
}

/// Verifies.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match args.what {
        What::Stats(args) => verify_stats::run(args, out),
        What::Reference(args) => verify_reference::run(args, out),
        What::Record(args) => verify_record::run(args, out),
        What::Hash(args) => verify_hash::run(args, out),
    }
}
