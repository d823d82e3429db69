//! `filotto bench positions`: positions from self-play, as they are kept for the measurements.

use super::common::Common;
use crate::Exit;
use anyhow::Result;
use filotto_search::bench::positions::from_play;
use filotto_search::{Budget, Objective};
use std::io::Write;

/// Prints positions from self-play of the planner, one a line
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto bench positions -n 100 --skill club --nodes 2000 --seed 2")]
pub struct Args {
    /// Positions
    #[arg(short, value_name = "N", default_value_t = 100)]
    n: usize,
    /// Nodes of a plan
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    nodes: u64,
    #[command(flatten)]
    common: Common,
}

/// Plays and prints.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let request = args.common.request(Budget::nodes(args.nodes), Objective::Win)?;
    for position in from_play(&args.common.planner()?, &request, args.n)? {
        writeln!(out, "{position}")?;
    }
    Ok(Exit::Done)
}
