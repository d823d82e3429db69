//! `filotto table`: the table as the file it could be.

use crate::{Exit, world};
use anyhow::{Context, Result};
use filotto_physics::Table;
use std::io::Write;
use std::path::PathBuf;

/// Prints the table's parameters as TOML, ready to be changed and given back with --table
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto table > slow.toml      # then change slide_friction, rolling …\n  filotto suggest --table slow.toml"
)]
pub struct Args {
    /// A table file to check and print instead of the built-in table
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// Prints the table.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let table = args.table.as_deref().map_or_else(|| Ok(Table::carom_heated()), world::table)?;
    write!(out, "{}", toml::to_string(table.params()).context("writing the table as TOML")?)?;
    Ok(Exit::Done)
}
