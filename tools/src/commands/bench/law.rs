//! `filotto bench law`: the laws of one stroke's result, by self-play.

use super::common::Common;
use crate::Exit;
use anyhow::Result;
use filotto_engine::Skill;
use filotto_search::bench::law;
use filotto_search::{Budget, Objective};
use std::io::Write;

/// Measures by self-play how many points a stroke brings: the data the chances to win are computed from
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  filotto bench law --skill pro --strokes 20000 --nodes 5000\n  filotto bench law --all > search/data/laws.txt")]
pub struct Args {
    /// Strokes played, at least
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    strokes: usize,
    /// Nodes of a plan
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Every preset under both built-in rules: the whole data file
    #[arg(long, conflicts_with_all = ["skill", "rules"])]
    all: bool,
    #[command(flatten)]
    common: Common,
}

/// Measures and prints lines of the data file.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    if !args.all {
        return one(args, &args.common.rules, &args.common.skill, out);
    }
    writeln!(out, "# rules skill class result:count ...; rules skill means normal in-hand; see README.md")?;
    for rules in ["wcbs-1997", "modern"] {
        for (skill, _) in Skill::PRESETS {
            one(args, rules, skill, out)?;
        }
    }
    Ok(Exit::Done)
}

fn one(args: &Args, rules: &str, skill: &str, out: &mut dyn Write) -> Result<Exit> {
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
    let strokes = law::strokes(&planner, &request, args.strokes)?;
    let in_hand = law::from_hand(&planner, &request, &strokes)?;
    write!(out, "{}", law::lines(rules, skill, &strokes, in_hand))?;
    out.flush()?;
    Ok(Exit::Done)
}
