//! `filotto presets`: the skills that have a name.

use crate::Exit;
use anyhow::Result;
use filotto_engine::Skill;
use serde_json::json;
use std::io::Write;

/// Lists the players' skills that have a name: the spread of their errors
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto presets\n  filotto presets --toml club > mine.toml     # then change it and use --skill mine.toml"
)]
pub struct Args {
    /// Prints one preset as TOML, ready to be changed and given back with --skill
    #[arg(long, value_name = "PRESET")]
    toml: Option<String>,
    /// Prints JSON
    #[arg(long, conflicts_with = "toml")]
    json: bool,
}

/// Prints the list, or one.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    if let Some(name) = args.toml {
        write!(out, "{}", Skill::parse(name.trim())?.to_toml())?;
    } else if args.json {
        let presets: serde_json::Map<_, _> =
            Skill::PRESETS.iter().map(|(name, s)| (name.to_string(), json!(s))).collect();
        writeln!(out, "{}", json!({ "schema": "filotto/presets/1", "presets": presets }))?;
    } else {
        list(out)?;
    }
    Ok(Exit::Done)
}

/// Standard deviations, one preset a line.
fn list(out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "{:<10}{:>10}{:>10}{:>12}{:>11}{:>11}{:>11}",
        "skill", "aim", "speed", "or speed", "side", "height", "elevation"
    )?;
    for (name, s) in Skill::PRESETS {
        writeln!(
            out,
            "{name:<10}{:>9}°{:>8} %{:>8} m/s{:>8} mm{:>8} mm{:>10}°",
            s.phi_deg,
            (1000.0 * s.v_rel).round() / 10.0,
            s.v_abs_mps,
            s.a_mm,
            s.b_mm,
            s.theta_deg
        )?;
    }
    writeln!(out, "Standard deviations of normal errors; of the two for speed the larger holds.")?;
    Ok(())
}
