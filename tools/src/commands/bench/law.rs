//! `filotto bench law`: the laws of one stroke's result, by self-play.

use super::common::{Common, strokes};
use super::kept::{Long, Run};
use crate::Exit;
use anyhow::Result;
use filotto_engine::Skill;
use filotto_search::bench::law::{self, Turn};
use filotto_search::{Budget, Objective};
use serde_json::json;
use std::io::Write;

/// Measures by self-play how many points a stroke brings: the data the chances to win are computed from
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  filotto bench law --skill pro --strokes 20000 --nodes 5000\n  filotto bench law --all --keep laws.jsonl > laws.txt")]
pub struct Args {
    /// Strokes played, at least
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = strokes)]
    strokes: usize,
    /// Nodes of a plan
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Every preset under both built-in rules: the whole data file
    #[arg(long, conflicts_with_all = ["skill", "rules"])]
    all: bool,
    #[command(flatten)]
    long: Long,
    #[command(flatten)]
    common: Common,
}

/// Measures and prints lines of the data file.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let rules: Vec<&str> = if args.all { vec!["wcbs-1997", "modern"] } else { vec![&args.common.rules] };
    let presets = Skill::PRESETS.map(|(name, _)| name);
    let skills: Vec<&str> = if args.all { presets.to_vec() } else { vec![&args.common.skill] };
    let what = json!(["law", args.strokes, args.nodes, args.common.identity()?]);
    let strokes = (args.strokes * rules.len() * skills.len()) as u64;
    let mut run = args.long.begin(&what, strokes, "strokes")?;
    if args.all {
        writeln!(out, "# rules skill class result:count ...; rules skill means normal in-hand; see README.md")?;
    }
    for (rules, skill) in rules.iter().flat_map(|rules| skills.iter().map(move |skill| (rules, skill))) {
        one(args, rules, skill, &mut run, out)?;
    }
    run.end();
    Ok(Exit::Done)
}

/// The law of one skill under one rules.
fn one(args: &Args, rules: &str, skill: &str, run: &mut Run, out: &mut dyn Write) -> Result<()> {
    let common = Common {
        half: args.common.half.clone(),
        rules: rules.into(),
        skill: skill.into(),
        set: args.common.set.clone(),
        json: false,
        seed: args.common.seed.clone(),
        threads: args.common.threads.clone(),
    };
    let planner = common.planner()?;
    // By points: laws measured by chances to win would depend on the laws.
    let request = common.request(Budget::nodes(args.nodes), Objective::Points)?;
    let mut turns: Vec<Turn> = Vec::new();
    for number in 0.. {
        if turns.len() >= args.strokes {
            break;
        }
        let batch = || Ok(law::batch(&planner, &request, number)?);
        let size = |batch: &Vec<Turn>| batch.len() as u64;
        match run.sized(&format!("{rules} {skill} {number}"), size, batch)? {
            Some(batch) => turns.extend(batch),
            // Half of a law is none; `--keep` has its strokes.
            None => return Ok(()),
        }
    }
    let in_hand = law::from_hand(&planner, &request, &turns)?;
    write!(out, "{}", law::lines(rules, skill, &turns, in_hand))?;
    Ok(out.flush()?)
}
