//! `filotto skill`: a player's own errors, from strokes aimed and seen.

use crate::coach::hand::{self, Seen, Sigma, read, sheet};
use crate::{Exit, args, whole, world};
use anyhow::{Result, bail};
use filotto_engine::{Player, Skill};
use filotto_physics::Table;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Estimates a player's skill from strokes aimed and seen; makes a skill file
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  filotto skill --strokes match.filotto.jsonl --player white --out mine.toml\n  filotto skill --strokes strokes.csv\n  filotto skill test --sheet sheet.csv          # strokes to play, with columns to fill in\n  filotto skill test --score sheet.csv --out mine.toml\n  filotto suggest --skill mine.toml\n\nA table has a first line with pairs of columns, aimed and seen: aimed_phi_deg,phi_deg, aimed_v_mps,v_mps,\naimed_a,a, aimed_b,b (ball radii), aimed_theta_deg,theta_deg; any of them, empty cells where nobody saw it."
)]
pub struct Args {
    #[command(subcommand)]
    test: Option<Test>,
    /// A match record (.jsonl, .zst), or a table (CSV) of what was aimed at and what came of it
    #[arg(long, value_name = "FILE")]
    strokes: Option<PathBuf>,
    /// Whose strokes of a record: white or yellow
    #[arg(long, default_value = "white", value_parser = player)]
    player: Player,
    #[command(flatten)]
    answer: Answer,
}

/// The calibration strokes.
#[derive(clap::Subcommand)]
enum Test {
    /// Proposes a short set of calibration strokes, and scores them
    Test(TestArgs),
}

#[derive(clap::Args)]
struct TestArgs {
    /// Writes the sheet to fill in at the table
    #[arg(long, value_name = "FILE", conflicts_with = "score")]
    sheet: Option<PathBuf>,
    /// Strokes of each of the five speeds
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=50))]
    each: u8,
    /// Scores a sheet that was filled in
    #[arg(long, value_name = "FILE")]
    score: Option<PathBuf>,
    #[command(flatten)]
    answer: Answer,
}

/// What becomes of the estimate.
#[derive(clap::Args)]
struct Answer {
    /// Writes the skill file; what the strokes don't show comes from --rest
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Preset (or file) for the errors that the strokes don't show
    #[arg(long, value_name = "SKILL", default_value = "club")]
    rest: String,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    world: args::World,
}

fn player(text: &str) -> Result<Player, String> {
    Player::ALL.into_iter().find(|p| p.ball().name() == text.trim()).ok_or_else(|| "white or yellow is right".into())
}

/// Estimates, or makes or scores the sheet.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    match args.test {
        Some(Test::Test(test)) => run_test(&test, out),
        None => {
            let Some(file) = &args.strokes else {
                bail!("--strokes FILE is missing; `filotto skill test` proposes strokes to play");
            };
            let table = table(&args.answer)?;
            let strokes = read::strokes(file, args.player)?;
            tell(&args.answer, &strokes, &table, false, out)
        }
    }
}

fn table(answer: &Answer) -> Result<Table> {
    Ok(world::World::load(&answer.world)?.table)
}

fn run_test(args: &TestArgs, out: &mut dyn Write) -> Result<Exit> {
    let table = table(&args.answer)?;
    if let Some(file) = &args.score {
        return tell(&args.answer, &sheet::read(&table, file)?, &table, true, out);
    }
    let text = sheet::csv(&table, usize::from(args.each));
    match &args.sheet {
        Some(file) => {
            whole::write(file, text.as_bytes())?;
            writeln!(out, "{}", INSTRUCTIONS.trim_end())?;
            writeln!(out, "Then: filotto skill test --score {} --out mine.toml", file.display())?;
        }
        None => write!(out, "{text}")?,
    }
    Ok(Exit::Done)
}

const INSTRUCTIONS: &str = "\
Take pins and the other balls off. For each row of the sheet:
1. Put the cue ball on the lower end spot, 10 cm from the lower short cushion, in the middle.
2. Strike it at its centre, straight at the middle of the upper short cushion, as hard as the row says:
   one length is as far as the table is long, cushions included.
3. Write down in metres what the row leaves empty; a dash is not asked for:
   upper_y_m: where it meets the upper cushion (0 at the right long cushion, 0.71 the middle; empty if it doesn't);
   lower_y_m: where it meets the lower cushion on its way back;
   rest_x_m: where it comes to rest, from the lower short cushion.
Don't leave out the bad ones: they are what is looked for. A row with gaps is not counted.
";

fn tell(answer: &Answer, strokes: &[Seen], table: &Table, sheet: bool, out: &mut dyn Write) -> Result<Exit> {
    let sigmas = hand::estimate(strokes, table);
    let mut rest = world::skill("--rest", &answer.rest)?;
    if sheet {
        // The height of the tip is inside the sheet's speeds; counted twice it would be too much.
        rest.b_mm = 0.0;
    }
    let skill = hand::skill(&sigmas, &rest);
    if let Some(file) = &answer.out {
        skill.check()?;
        let note = format!("# Estimated from {} strokes; what they don't show is {}'s.\n", strokes.len(), answer.rest);
        whole::write(file, (note + &skill.to_toml()).as_bytes())?;
    }
    if answer.json {
        writeln!(out, "{}", as_json(&sigmas, &skill, strokes.len()))?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{:<11}{:>9}{:>20}{:>9}{:>24}", "sigma", "estimate", "95 % interval", "errors", "to halve the interval")?;
    for s in &sigmas {
        let interval = format!("{:.3} to {:.3}", s.low, s.high);
        let more = format!("{} more", s.more);
        writeln!(out, "{:<11}{:>9.3}{interval:>20}{:>9}{more:>24}", s.field, s.value, s.strokes)?;
    }
    let shown = |field: &str| sigmas.iter().any(|s| s.field == field);
    let unseen: Vec<&str> = ["phi_deg", "v_rel", "v_abs_mps", "a_mm", "b_mm", "theta_deg"].into_iter().filter(|f| !shown(f)).collect();
    if !unseen.is_empty() {
        writeln!(out, "not shown by these {} strokes: {}", strokes.len(), unseen.join(", "))?;
    }
    writeln!(out, "nearest preset: {}", nearest(&sigmas))?;
    if let Some(file) = &answer.out {
        writeln!(out, "written: {}; use it with --skill {}", file.display(), file.display())?;
    }
    Ok(if sigmas.is_empty() { Exit::Negative } else { Exit::Done })
}

/// The preset whose direction is nearest, in ratio.
fn nearest(sigmas: &[Sigma]) -> &'static str {
    let Some(phi) = sigmas.iter().find(|s| s.field == "phi_deg") else { return "none without the direction" };
    let far = |skill: &Skill| (skill.phi_deg / phi.value).ln().abs();
    let players = Skill::PRESETS.iter().filter(|(name, _)| ["pro", "club", "beginner"].contains(name));
    players.min_by(|a, b| far(&a.1).total_cmp(&far(&b.1))).map_or("none", |(name, _)| name)
}

fn as_json(sigmas: &[Sigma], skill: &Skill, strokes: usize) -> Value {
    let list: Vec<Value> = sigmas
        .iter()
        .map(|s| json!({ "sigma": s.field, "estimate": s.value, "low": s.low, "high": s.high, "errors": s.strokes, "more_to_halve": s.more }))
        .collect();
    json!({ "schema": "filotto/skill/1", "strokes": strokes, "sigmas": list, "skill": skill, "nearest": nearest(sigmas) })
}
