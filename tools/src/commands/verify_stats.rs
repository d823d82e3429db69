//! `filotto verify stats`: holds the statistics against files of known values.

use crate::Exit;
use crate::stats::verify::{Check, checks};
use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Computes the Elo, SPRT and interval figures of files again and compares them
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto verify stats elo-sprt.json\n\nPrints each miss; exit code 1 if there is one."
)]
pub struct Args {
    /// Files of known values (JSON)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Checks every file.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut missed = 0;
    for file in &args.files {
        missed += verify(file, out)?;
    }
    Ok(if missed == 0 { Exit::Done } else { Exit::Negative })
}

/// Checks one file; how many values miss.
fn verify(file: &Path, out: &mut dyn Write) -> anyhow::Result<usize> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| name.to_string())?;
    let values = serde_json::from_str(&text).with_context(|| name.to_string())?;
    let checks = checks(&values).map_err(|wrong| anyhow::anyhow!("{name}: {wrong}"))?;
    let misses: Vec<&Check> = checks.iter().filter(|check| !check.passed()).collect();
    for Check { place, expected, found, .. } in &misses {
        writeln!(out, "{name}: {place}: {expected} expected, {found} computed")?;
    }
    writeln!(out, "{name}: {} of {} values right", checks.len() - misses.len(), checks.len())?;
    Ok(misses.len())
}
