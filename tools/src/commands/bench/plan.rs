//! `filotto bench plan`: where the time of a plan goes, and what more time brings.

use super::common::{Common, objective};
use crate::Exit;
use anyhow::Result;
use filotto_search::bench::stages::{Stages, measure, nodes_in};
use filotto_search::{Budget, Objective};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// Measures nodes and time of every stage of a plan at several budgets, and what a second thread is worth
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto bench plan --positions 20")]
pub struct Args {
    /// Positions from play
    #[arg(long, value_name = "N", default_value_t = 20)]
    positions: usize,
    /// Node budgets
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [5_000, 20_000, 80_000, 320_000])]
    nodes: Vec<u64>,
    /// Time of a plan when threads are compared
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = crate::args::time)]
    time: Duration,
    /// What is sought: points or win
    #[arg(long, value_name = "WHAT", default_value = "win", value_parser = objective)]
    objective: Objective,
    /// Fresh strokes that each choice is played on
    #[arg(long, value_name = "N", default_value_t = 2000)]
    strokes: usize,
    /// Leaves the comparison of threads out
    #[arg(long)]
    no_scaling: bool,
    #[command(flatten)]
    common: Common,
}

/// Measures and tells.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let planner = args.common.planner()?;
    let request = args.common.request(Budget::infinite(), args.objective)?;
    let positions = args.common.positions(args.positions)?;
    let rows: Result<Vec<Stages>, _> =
        args.nodes.iter().map(|&budget| measure(&planner, &positions, &request, budget, args.strokes)).collect();
    let rows = rows?;
    let nodes_of = |threads: usize| -> Result<u64> {
        let planner = args.common.planner_with(threads)?;
        Ok(nodes_in(&planner, &positions, &request, args.time)?)
    };
    let (one, two) = if args.no_scaling { (0, 0) } else { (nodes_of(1)?, nodes_of(2)?) };
    let scaling = two as f64 / one as f64;
    if args.common.json {
        writeln!(out, "{}", json!({ "budgets": rows, "nodes_1": one, "nodes_2": two, "scaling": scaling }))?;
        return Ok(Exit::Done);
    }
    for row in &rows {
        tell(out, row, positions.len())?;
    }
    if args.no_scaling {
        return Ok(Exit::Done);
    }
    writeln!(out, "two threads simulate {scaling:.2} times the strokes of one in {:?}", args.time)?;
    Ok(Exit::Done)
}

fn tell(out: &mut dyn Write, row: &Stages, positions: usize) -> Result<()> {
    let ms = 1e3 * row.seconds / positions as f64;
    writeln!(out, "{} nodes: {ms:.1} ms a plan, promises {:.3} points, comes to {:.4}", row.budget, row.promised, row.played)?;
    for stage in &row.rows {
        let share = 100.0 * stage.seconds / row.seconds;
        let nodes = stage.nodes as f64 / positions as f64;
        let speed = stage.nodes as f64 / stage.seconds;
        writeln!(out, "  {:<8}{nodes:>10.0} nodes {share:>6.1} % of the time {speed:>10.0} nodes/s", stage.stage)?;
    }
    Ok(())
}
