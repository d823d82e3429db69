//! `filotto bench strength-quick`: the planner against the baseline players, a few pairs of sets.

use super::common::Common;
use super::kept::{Long, Run};
use crate::Exit;
use crate::stats::{EloReport, Tally};
use anyhow::{Context, Result};
use filotto_engine::Brain;
use filotto_physics::Table;
use filotto_search::bench::strength::{Score, Terms, pair};
use filotto_search::players::{Seat, by_name};
use serde_json::json;
use std::io::Write;

/// Plays pairs of sets of one player against others
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto bench strength-quick --pairs 50\n  filotto bench strength-quick planner:nodes=20000 --against ev:nodes=20000 --pairs 200")]
pub struct Args {
    /// The player measured
    #[arg(value_name = "PLAYER", default_value = "planner:time=50ms")]
    player: String,
    /// Its opponents
    #[arg(long, value_name = "PLAYER", default_values = ["ev:time=50ms", "greedy:time=50ms", "geometric"])]
    against: Vec<String>,
    /// Pairs against each
    #[arg(long, value_name = "N", default_value_t = 20)]
    pairs: u64,
    /// Points that win a set
    #[arg(long, value_name = "POINTS", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=999))]
    target: u16,
    #[command(flatten)]
    long: Long,
    #[command(flatten)]
    common: Common,
}

/// Plays and tells.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let what = json!(["strength-quick", args.player, args.target, args.common.identity()?]);
    let mut run = args.long.begin(&what, args.pairs * args.against.len() as u64, "pairs")?;
    for opponent in &args.against {
        if let Some(score) = play(args, opponent, &mut run)? {
            tell(out, args, opponent, &score)?;
            out.flush()?;
        }
    }
    run.end();
    Ok(Exit::Done)
}

/// The pairs against one opponent; `None` when an end was asked for before the first.
fn play(args: &Args, opponent: &str, run: &mut Run) -> Result<Option<Score>> {
    let (table, profile, skill) = (Table::carom_heated(), args.common.profile()?, args.common.skill()?);
    let threads = args.common.threads.count();
    let seat = Seat { skill, opponent: skill, table: &table, profile: &profile, threads };
    let brain = |name: &str| -> Result<Box<dyn Brain>> { by_name(name, &seat).with_context(|| name.to_string()) };
    let mut players = [brain(&args.player)?, brain(opponent)?];
    let terms = Terms { table: &table, profile: &profile, skill, target: args.target, seed: args.common.seed.seed };
    let mut total = None;
    for number in 0..args.pairs {
        let measure = || {
            let mut score = Score::default();
            pair(&mut players, &terms, number, &mut score).with_context(|| format!("pair {number}"))?;
            Ok(score)
        };
        if let Some(score) = run.part(&format!("{opponent} {number}"), measure)? {
            total.get_or_insert_with(Score::default).add(&score);
        }
    }
    Ok(total)
}

fn tell(out: &mut dyn Write, args: &Args, opponent: &str, score: &Score) -> Result<()> {
    let report = EloReport::of(&Tally::pairs(score.pairs.map(u64::from))).context("nothing was played")?;
    if args.common.json {
        let told = json!({ "player": args.player, "against": opponent, "score": score, "share": score.share(),
            "nelo": report.nelo, "nelo_pm": report.nelo_pm });
        writeln!(out, "{told}")?;
        return Ok(());
    }
    let per = |i: usize, x: f64| x / f64::from(score.strokes[i].max(1));
    writeln!(out, "{} against {opponent}: {:.1} % of the sets", args.player, 100.0 * score.share())?;
    // Without a spread of results there is no Elo to speak of.
    if report.nelo.is_finite() {
        writeln!(out, "  normalized Elo {:+.0} ± {:.0}", report.nelo, report.nelo_pm)?;
    }
    writeln!(out, "  pairs by sets won, 0-1-2: {:?}", score.pairs)?;
    let net = [per(0, score.net[0] as f64), per(1, score.net[1] as f64)];
    let faults = [per(0, 100.0 * f64::from(score.faults[0])), per(1, 100.0 * f64::from(score.faults[1]))];
    writeln!(out, "  net points a stroke {:.2} and {:.2}, faults {:.1} and {:.1} %", net[0], net[1], faults[0], faults[1])?;
    writeln!(out, "  illegal strokes {} and {}, sets without a winner {}", score.illegal[0], score.illegal[1], score.void)?;
    Ok(())
}
