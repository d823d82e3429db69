//! `filotto bench plan`: where the time of a plan goes, and what more time brings.

use super::common::{Common, objective, positions, strokes, thousands};
use super::kept::Long;
use crate::draw::{self, Theme};
use crate::{Exit, args, pictures};
use anyhow::Result;
use filotto_engine::Position;
use filotto_search::bench::stages::{Case, Row, Stages, case, nodes_in, summary};
use filotto_search::{Budget, Objective, Planner, Request};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// Measures nodes and time of every stage of a plan at several budgets, and what a second thread is worth
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto bench plan --positions 20 --svg plan.svg")]
pub struct Args {
    /// Positions from play
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = positions)]
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
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = strokes)]
    strokes: usize,
    /// Leaves the comparison of threads out
    #[arg(long)]
    no_scaling: bool,
    #[command(flatten)]
    picture: args::Picture,
    #[command(flatten)]
    long: Long,
    #[command(flatten)]
    common: Common,
}

/// Measures and tells.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let planner = args.common.planner()?;
    let request = args.common.request(Budget::infinite(), args.objective)?;
    let positions = args.common.positions(args.positions)?;
    let rows = rows(args, &planner, &request, &positions)?;
    let nodes_of = |threads: usize| -> Result<u64> {
        let planner = args.common.planner_with(threads)?;
        Ok(nodes_in(&planner, &positions, &request, args.time)?)
    };
    let (one, two) = if args.no_scaling { (0, 0) } else { (nodes_of(1)?, nodes_of(2)?) };
    let scaling = two as f64 / one as f64;
    if args.picture.wanted() {
        pictures::write_svg(&drawn(args, &rows)?, &args.picture)?;
    }
    if args.common.json {
        writeln!(out, "{}", json!({ "budgets": rows, "nodes_1": one, "nodes_2": two, "scaling": scaling }))?;
        return Ok(Exit::Done);
    }
    for row in &rows {
        tell(out, row, rows.last())?;
    }
    if args.no_scaling {
        return Ok(Exit::Done);
    }
    writeln!(out, "two threads simulate {scaling:.2} times the strokes of one in {:?}", args.time)?;
    Ok(Exit::Done)
}

/// All budgets in one position after the other, so that an early end leaves whole positions.
fn rows(args: &Args, planner: &Planner, request: &Request, positions: &[Position]) -> Result<Vec<Stages>> {
    let what = json!(["plan, stages by position", args.strokes, format!("{:?}", args.objective), args.common.threads.count(), args.common.identity()?]);
    let total = args.nodes.len() * positions.len();
    let mut run = args.long.begin(&what, total as u64, "plans")?;
    let mut by_budget: Vec<Vec<Case>> = vec![Vec::new(); args.nodes.len()];
    for position in positions {
        let mut plan = |&budget: &u64| {
            run.part(&format!("{budget} {position}"), || Ok(case(planner, position, request, budget, args.strokes)?))
        };
        let cases: Result<Option<Vec<Case>>> = args.nodes.iter().map(&mut plan).collect();
        let Some(cases) = cases? else { break };
        by_budget.iter_mut().zip(cases).for_each(|(budget, case)| budget.push(case));
    }
    run.end();
    Ok(args.nodes.iter().zip(&by_budget).map(|(&budget, cases)| summary(budget, cases)).collect())
}

fn tell(out: &mut dyn Write, row: &Stages, last: Option<&Stages>) -> Result<()> {
    let (ms, positions) = (row.ms(), row.choices.len());
    write!(out, "{} nodes: {ms:.1} ms a plan, promises {:.3} points, comes to {:.4}", row.budget, row.promised, row.played)?;
    match last.filter(|last| last.budget != row.budget) {
        Some(last) => {
            let behind = row.behind(last);
            writeln!(out, ", {:.3} ± {:.3} less than {} nodes", behind.mean, behind.pm, last.budget)?;
        }
        None => writeln!(out)?,
    }
    for stage in &row.rows {
        let share = 100.0 * stage.seconds / row.seconds;
        let nodes = stage.nodes as f64 / positions as f64;
        let speed = stage.nodes as f64 / stage.seconds;
        writeln!(out, "  {:<8}{nodes:>10.0} nodes {share:>6.1} % of the time {speed:>10.0} nodes/s", stage.stage)?;
    }
    Ok(())
}

/// Quality against time, and the stages' shares of it.
fn drawn(args: &Args, rows: &[Stages]) -> Result<String> {
    let Some(last) = rows.last() else { return Ok(String::new()) };
    let budget = |row: &Stages| {
        let behind = row.behind(last);
        let share = |stage: &Row| (stage.stage.clone(), stage.seconds / row.seconds);
        draw::Budget {
            label: thousands(row.budget),
            ms: row.ms(),
            behind: behind.mean,
            pm: behind.pm,
            stages: row.rows.iter().map(share).collect(),
        }
    };
    let unit = if args.objective == Objective::Win { "chance to win given away" } else { "points given away" };
    let title = format!("What a plan gives away against {} nodes, {} positions", thousands(last.budget), last.choices.len());
    draw::budgets(&title, unit, &rows.iter().map(budget).collect::<Vec<_>>(), Theme::of(args.picture.dark))
}
