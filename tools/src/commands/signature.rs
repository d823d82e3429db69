//! `filotto signature`: one number for the planner's behaviour.

use crate::{Exit, args};
use anyhow::Result;
use filotto_search::bench::signature::signature;
use std::io::Write;

/// Prints one number for the planner's behaviour: a change that alters any choice or promise alters it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto signature")]
pub struct Args {
    #[command(flatten)]
    threads: args::Threads,
}

/// Plans in fixed positions and prints the hash.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    writeln!(out, "{:016x}", signature(args.threads.count())?)?;
    Ok(Exit::Done)
}
