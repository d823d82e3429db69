//! `filotto bench regret`: what a plan gives away against thirty times its nodes.

use super::common::{Common, objective, positions, strokes, thousands};
use super::kept::Long;
use crate::draw::{self, Column, Theme};
use crate::{Exit, args, pictures};
use anyhow::Result;
use filotto_search::bench::regret::{Case, LONGER, Regret, case, summary};
use filotto_search::{Budget, Objective};
use serde_json::json;
use std::io::Write;

/// Compares a plan's choice with that of 30 times its nodes, both played on the same fresh strokes
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto bench regret --positions 60 --nodes 50000 --objective points --skill pro --keep regret.jsonl --svg regret.svg")]
pub struct Args {
    /// Positions from play
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = positions)]
    positions: usize,
    /// Nodes of the shorter plan
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: u64,
    /// Fresh strokes of a choice
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = strokes)]
    strokes: usize,
    /// What is sought and scored: points or win
    #[arg(long, value_name = "WHAT", default_value = "points", value_parser = objective)]
    objective: Objective,
    #[command(flatten)]
    picture: args::Picture,
    #[command(flatten)]
    long: Long,
    #[command(flatten)]
    common: Common,
}

/// Most nodes of the shorter plan: a month of two cores.
const MOST_NODES: u64 = 1_000_000_000_000;

/// Measures and tells.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let planner = args.common.planner()?;
    let request = args.common.request(Budget::nodes(args.nodes), args.objective)?;
    let positions = args.common.positions(args.positions)?;
    let what = json!(["regret, errors by position", args.nodes, args.strokes, format!("{:?}", args.objective), args.common.identity()?]);
    let mut run = args.long.begin(&what, positions.len() as u64, "positions")?;
    let mut cases = Vec::new();
    for position in &positions {
        // By the position itself: the same file serves for more of them.
        let measured = run.part(&position.to_string(), || Ok(case(&planner, position, &request, args.strokes)?))?;
        cases.extend(measured);
    }
    run.end();
    let told = summary(&cases);
    if args.common.json {
        writeln!(out, "{}", serde_json::to_string(&told)?)?;
    } else {
        let longer = args.nodes * LONGER;
        writeln!(out, "{} positions, {} against {longer} nodes, {}", told.positions, args.nodes, args.common.skill)?;
        let Regret { mean, pm, median, worst, .. } = told;
        writeln!(out, "regret  {mean:.3} ± {pm:.3} a stroke, median {median:.3}, at worst {worst:.2}")?;
        writeln!(out, "the shorter plan's choices come to {:.3}", told.short)?;
    }
    if args.picture.wanted() {
        pictures::write_svg(&drawn(args, &cases, &told)?, &args.picture)?;
    }
    Ok(Exit::Done)
}

/// The positions by their regret, the greatest first, and the mean across them.
fn drawn(args: &Args, cases: &[Case], told: &Regret) -> Result<String> {
    let mut regrets: Vec<f64> = cases.iter().map(Case::regret).collect();
    regrets.sort_by(|a, b| b.total_cmp(a));
    let columns: Vec<Column> = regrets.iter().map(|&value| Column { value, pm: 0.0, marked: false }).collect();
    let (short, long) = (thousands(args.nodes), thousands(args.nodes * LONGER));
    let title = format!("Regret of {short} nodes against {long}: {:.2} ± {:.2}", told.mean, told.pm);
    let unit = if args.objective == Objective::Win { "chance to win given away" } else { "points given away" };
    draw::columns(&title, ["positions, the greatest regret first", unit], &columns, told.mean, Theme::of(args.picture.dark))
}
