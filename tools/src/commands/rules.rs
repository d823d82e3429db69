//! `filotto rules`: a rule profile as the file it could be.

use crate::{Exit, world};
use anyhow::Result;
use filotto_engine::ProfileName;
use serde_json::json;
use std::io::Write;

/// Prints a rule profile as TOML, ready to be changed and given back with --rules
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto rules --profile modern > club-rules.toml\n  filotto suggest --rules club-rules.toml"
)]
pub struct Args {
    /// Which profile: wcbs-1997, modern, or a file to check
    #[arg(long, value_name = "RULES", default_value = "wcbs-1997")]
    profile: String,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Prints the profile.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let (_, profile) = world::named_rules(ProfileName::from_text(args.profile.trim()))?;
    if args.json {
        writeln!(out, "{}", json!({ "schema": "filotto/rules/1", "profile": profile }))?;
    } else {
        write!(out, "{}", profile.to_toml())?;
    }
    Ok(Exit::Done)
}
