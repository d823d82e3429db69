//! `filotto bench honesty`: whether the first suggestion's promises hold on fresh strokes.

use super::common::{Common, positions, strokes, thousands};
use super::kept::Long;
use crate::draw::{self, Column, Theme};
use crate::{Exit, args, pictures};
use anyhow::Result;
use filotto_search::bench::honesty::{Held, Honesty, case, summary};
use filotto_search::{Budget, Objective};
use serde_json::json;
use std::io::Write;

/// Plays the first suggestion in kept positions on fresh strokes, and counts how often its promises held
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto bench honesty --positions 300 --nodes 80000 --strokes 20000 --svg honesty.svg\n\nExit code 1 when a share is below 92 % or the mean bias of the points is 0.02 or more.")]
pub struct Args {
    /// Positions from play
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = positions)]
    positions: usize,
    /// Nodes of a plan
    #[arg(long, value_name = "N", default_value_t = 80_000)]
    nodes: u64,
    /// Fresh strokes of a suggestion
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = strokes)]
    strokes: usize,
    #[command(flatten)]
    picture: args::Picture,
    #[command(flatten)]
    long: Long,
    #[command(flatten)]
    common: Common,
}

/// Share of promises that must hold: 95 % intervals, less what chance does to 300 of them.
const LEAST_HELD: f64 = 0.92;
/// Mean bias of the points that is still honest.
const MOST_BIAS: f64 = 0.02;

/// Measures and tells.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let planner = args.common.planner()?;
    let request = args.common.request(Budget::nodes(args.nodes), Objective::Win)?;
    let positions = args.common.positions(args.positions)?;
    let what = json!(["honesty, errors by position", args.nodes, args.strokes, args.common.identity()?]);
    let mut run = args.long.begin(&what, positions.len() as u64, "positions")?;
    let mut cases = Vec::new();
    for position in &positions {
        let held = || Ok(case(&planner, position, &request, args.strokes)?.held());
        cases.extend(run.part(&position.to_string(), held)?);
    }
    run.end();
    let told = summary(&cases);
    if args.common.json {
        writeln!(out, "{}", serde_json::to_string(&told)?)?;
    } else {
        let percent = |share: f64| 100.0 * share;
        writeln!(out, "{} positions, {} nodes, {} fresh strokes, {}", told.positions, args.nodes, args.strokes, args.common.skill)?;
        writeln!(out, "points inside their interval  {:5.1} %", percent(told.points))?;
        writeln!(out, "fault chance inside           {:5.1} %", percent(told.fault))?;
        writeln!(out, "win chance inside             {:5.1} %", percent(told.win))?;
        writeln!(out, "bias of the points            {:+.4} ± {:.4}", told.bias, told.bias_pm)?;
        writeln!(out, "mean half-width of the points {:.3}", told.points_pm)?;
    }
    if args.picture.wanted() {
        pictures::write_svg(&drawn(args, &cases, &told)?, &args.picture)?;
    }
    let held = [told.points, told.fault, told.win].into_iter().all(|share| share >= LEAST_HELD);
    Ok(if held && told.bias.abs() < MOST_BIAS { Exit::Done } else { Exit::Negative })
}

/// What was promised too much in each position, with the interval of the promise; those that did not hold stand out.
fn drawn(args: &Args, cases: &[Held], told: &Honesty) -> Result<String> {
    let mut sorted = cases.to_vec();
    sorted.sort_by(|a, b| a.off.total_cmp(&b.off));
    let column = |held: &Held| Column { value: held.off, pm: held.points_pm, marked: !held.points };
    let columns: Vec<Column> = sorted.iter().map(column).collect();
    let (nodes, inside) = (thousands(args.nodes), 100.0 * told.points);
    let title = format!("Promises of {nodes} nodes: {inside:.1} % hold, bias {:+.3} ± {:.3} points", told.bias, told.bias_pm);
    draw::columns(&title, ["positions", "points promised too much"], &columns, 0.0, Theme::of(args.picture.dark))
}
