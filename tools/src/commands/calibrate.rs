//! `filotto calibrate`: the table's parameters from tracked shots, or how well a table explains them.

use crate::args::Threads;
use crate::calibrate::fit::{Plan, fit};
use crate::calibrate::folds;
use crate::calibrate::globals::{self, COUNT, Camera, World};
use crate::calibrate::metric::{self, Score, ShotScore};
use crate::calibrate::search::{Effort, Fitter};
use crate::calibrate::tracks::{self, SetAside, Shot};
use crate::calibrate::plot;
use crate::{Exit, progress, whole, world};
use anyhow::{Context, Result, bail};
use filotto_physics::table::TableParams;
use glam::DVec2;
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Fits a table to tracked shots, or scores a table against them
///
/// Each shot has numbers of its own (direction and speed of the ball, tip; with 6 also start offset and elevation), found
/// by a search of their whole range; the table's parameters are common to all shots.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto calibrate tracks.json --out table.toml\n  filotto calibrate tracks.json --score default --horizon 3 --json\n  filotto calibrate tracks.json --score table.toml --horizon 3 --predict 1\n\nA killed fit goes on where it was when started again with the same --out."
)]
pub struct Args {
    /// File of tracked shots (JSON)
    tracks: PathBuf,
    /// Fits the table and writes it here (TOML)
    #[arg(long, value_name = "FILE", conflicts_with = "score", required_unless_present = "score")]
    out: Option<PathBuf>,
    /// Holds this table fixed (`default` or a table file) and scores it
    #[arg(long, value_name = "TABLE")]
    score: Option<String>,
    /// The fit starts from this table instead of the built-in one
    #[arg(long, value_name = "TABLE")]
    from: Option<PathBuf>,
    /// Numbers fitted for each shot, 4 or 6
    #[arg(long, value_name = "N", default_value = "4", value_parser = ["4", "6"])]
    parameters: String,
    /// Compares up to this time: 1, 2, 3 (s) or whole
    #[arg(long, value_name = "TIME", default_value = "whole", value_parser = ["1", "2", "3", "whole"])]
    horizon: String,
    /// Fits the strokes to this first part only (s), scores them to the horizon
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "score")]
    predict: Option<f64>,
    /// Generations of the fit
    #[arg(long, value_name = "N", default_value_t = 120)]
    generations: usize,
    /// After the fit: spreads of the parameters from five fits that leave out a fifth each, and two folds fitted on one
    /// half, scored on the other
    #[arg(long, requires = "out")]
    cross_validate: bool,
    /// Where the camera sees the table's corner, x,y in mm
    #[arg(long, value_name = "X,Y", value_parser = frame)]
    frame: Option<DVec2>,
    /// Only these shots, by their ids
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    shots: Vec<String>,
    /// Writes the simulated places, for the tracks' own scorer
    #[arg(long, value_name = "FILE")]
    sim_out: Option<PathBuf>,
    /// Draws each shot, and the distance by time, into this folder
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seed: crate::args::Seed,
    #[command(flatten)]
    threads: Threads,
}

/// Horizons of a fit, s, with their weights: contacts show in the first, cloth in the second.
const HORIZONS: [(f64, f64); 2] = [(3.0, 0.65), (f64::INFINITY, 0.35)];

/// What a fit or a score comes to.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    #[serde(flatten)]
    score: Score,
    parameters: usize,
    horizon: String,
    camera_m: [f64; 2],
    set_aside: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fitted: Vec<Fitted>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cross_validated: Vec<Validated>,
    by_shot: Vec<ShotScore>,
}

/// The score of two folds, each with the table fitted to the other, at a horizon.
#[derive(Serialize)]
struct Validated {
    horizon: &'static str,
    #[serde(flatten)]
    score: Score,
}

/// One common number.
#[derive(Serialize)]
struct Fitted {
    name: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
}

/// Fits or scores.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()).build()?;
    let report = pool.install(|| work(&args))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        tell(&report, out)?;
    }
    Ok(Exit::Done)
}

fn work(args: &Args) -> Result<Report> {
    let start = start(args)?;
    let (mut shots, aside) = tracks::read(&args.tracks, &start.table)?;
    if !args.shots.is_empty() {
        shots.retain(|shot| args.shots.contains(&shot.id));
    }
    if shots.is_empty() {
        let why = aside.first().map_or(String::new(), |a| format!("; {}: {}", a.id, a.why));
        bail!("tracks {}: no shot can be used ({} set aside{why})", args.tracks.display(), aside.len());
    }
    match &args.out {
        Some(file) => fitted(args, &start, &shots, &aside, file),
        None => {
            let scores = scored(args, &start, &shots)?;
            Ok(report(args, &start, scores, &aside))
        }
    }
}

/// The table to start from or to score.
fn start(args: &Args) -> Result<World> {
    let named = args.score.as_deref().filter(|&name| name != "default").map(PathBuf::from);
    let params = match named.as_ref().or(args.from.as_ref()) {
        Some(file) => world::table(file)?.params().clone(),
        None => TableParams::carom_heated(),
    };
    World::new(params, args.frame.map_or(Camera::TRACKS, Camera))
}

fn fitted(args: &Args, start: &World, shots: &[Shot], aside: &[SetAside], file: &Path) -> Result<Report> {
    let plan = Plan {
        parameters: args.parameters.parse()?,
        horizons: HORIZONS.to_vec(),
        free: globals::used(start),
        generations: args.generations,
        reach: 1.0,
        seed: args.seed.seed,
        keep: Some(file.with_extension("state.json")),
    };
    let bar = bar("fitting", plan.generations);
    let values = fit(start, shots, &plan, |generation, cost, _| {
        bar.set_position(generation as u64 + 1);
        bar.set_message(format!("{:.1} mm", 1e3 * cost.exp()));
    })?;
    bar.finish_and_clear();
    let world = start.with(&values)?;
    let (spread, cross) = if args.cross_validate { validated(args, &world, shots, &plan)? } else { (None, Vec::new()) };
    let mut report = report(args, &world, scored(args, &world, shots)?, aside);
    report.fitted = (0..COUNT)
        .filter(|&i| plan.free[i])
        .map(|i| Fitted { name: globals::name(i), value: values[i], spread: spread.map(|s| s[i]) })
        .collect();
    report.cross_validated = cross;
    write_table(start, &world, &report, file)?;
    Ok(report)
}

/// Spreads from five fits, and the score of two folds.
fn validated(
    args: &Args,
    world: &World,
    shots: &[Shot],
    plan: &Plan,
) -> Result<(Option<[f64; COUNT]>, Vec<Validated>)> {
    let bar = bar("validating", folds::generations(5) + folds::generations(2));
    let fifths = folds::without_each(world, shots, plan, 5, &|| bar.inc(1))?;
    let halves = folds::without_each(world, shots, plan, 2, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let mut list = Vec::new();
    for (horizon, seconds) in [("3", 3.0), ("whole", f64::INFINITY)] {
        let mut scores = Vec::new();
        for (part, values) in halves.iter().enumerate() {
            let own = folds::split(shots, 2, part).0;
            scores.extend(scored_with(args, &world.with(values)?, &own, seconds, seconds)?);
        }
        list.push(Validated { horizon, score: metric::sum(&scores) });
    }
    Ok((Some(folds::spread(&fifths)), list))
}

/// The fitted table as a table file, its miscue limit as it was before calibration widened it.
fn write_table(start: &World, world: &World, report: &Report, file: &Path) -> Result<()> {
    let mut params = world.table.params().clone();
    params.cue.miscue = TableParams::carom_heated().cue.miscue;
    if params.name == start.table.params().name {
        params.name = "calibrated".into();
    }
    let mut text = format!("# Fitted to {} tracked shots by filotto calibrate.\n", report.score.shots);
    for fitted in &report.fitted {
        let spread = fitted.spread.map_or(String::new(), |s| format!(" +- {s:.5}"));
        text += &format!("# {} = {:.5}{spread}\n", fitted.name, fitted.value);
    }
    text += &toml::to_string(&params).context("writing the table as TOML")?;
    whole::write(file, text.as_bytes())
}

/// Every shot searched from nothing and scored; pictures and simulated places where asked for.
fn scored(args: &Args, world: &World, shots: &[Shot]) -> Result<Vec<ShotScore>> {
    let to = horizon(args);
    let scores = scored_with(args, world, shots, args.predict.unwrap_or(to), to)?;
    let pairs: Vec<_> = shots.iter().zip(&scores).map(|(shot, score)| (shot, score.numbers)).collect();
    if let Some(file) = &args.sim_out {
        let places = |(shot, numbers): &(&Shot, _)| (shot.id.clone(), metric::simulated(world, shot, numbers));
        let all: serde_json::Map<_, _> = pairs.iter().map(places).collect();
        whole::write(file, serde_json::to_string(&all)?.as_bytes())?;
    }
    if let Some(folder) = &args.plots {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let write = |name: &str, svg: String| whole::write(&folder.join(name), svg.as_bytes());
        for (shot, numbers) in &pairs {
            write(&format!("shot-{}.svg", shot.id), plot::shot(world, shot, numbers)?)?;
        }
        write("distances.svg", plot::distances(world, &pairs)?)?;
    }
    Ok(scores)
}

/// Strokes fitted up to `fit`, scored up to `horizon`.
fn scored_with(args: &Args, world: &World, shots: &[Shot], fit: f64, horizon: f64) -> Result<Vec<ShotScore>> {
    let parameters = args.parameters.parse()?;
    let bar = bar("scoring", shots.len());
    let scores = shots
        .par_iter()
        .map(|shot| {
            let (numbers, _) = Fitter::new(world, shot, parameters).search(fit, Effort::FULL);
            bar.inc(1);
            metric::score(world, shot, &numbers, horizon)
        })
        .collect();
    bar.finish_and_clear();
    Ok(scores)
}

fn horizon(args: &Args) -> f64 {
    args.horizon.parse().unwrap_or(f64::INFINITY)
}

fn report(args: &Args, world: &World, scores: Vec<ShotScore>, aside: &[SetAside]) -> Report {
    Report {
        schema: "filotto-calibration-1",
        score: metric::sum(&scores),
        parameters: args.parameters.parse().unwrap_or(4),
        horizon: args.horizon.clone(),
        camera_m: world.camera.0.to_array(),
        set_aside: aside.iter().map(|a| (a.id.clone(), a.why.clone())).collect(),
        fitted: Vec::new(),
        cross_validated: Vec::new(),
        by_shot: scores,
    }
}

fn tell(report: &Report, out: &mut dyn Write) -> Result<()> {
    for (id, why) in &report.set_aside {
        writeln!(out, "set aside: shot {id}: {why}")?;
    }
    for Fitted { name, value, spread } in &report.fitted {
        let spread = spread.map_or(String::new(), |s| format!(" +- {s:.5}"));
        writeln!(out, "{name:24} {value:9.5}{spread}")?;
    }
    let line = |name: &str, s: &Score| {
        format!(
            "{name}: {} shots, distance {:.1} mm ({:.1} to {:.1}), cue ball {:.1} mm, contacts in order {:.3}",
            s.shots,
            1e3 * s.m1_all_median_m,
            1e3 * s.m1_all_q25_m,
            1e3 * s.m1_all_q75_m,
            1e3 * s.m1_cue_median_m,
            s.contacts_share
        )
    };
    let name = format!("horizon {}, {} numbers a shot", report.horizon, report.parameters);
    writeln!(out, "{}", line(&name, &report.score))?;
    for Validated { horizon, score } in &report.cross_validated {
        writeln!(out, "{}", line(&format!("two folds, each with the other's table, horizon {horizon}"), score))?;
    }
    Ok(())
}

/// A bar with what it is for, its rate and the time left.
fn bar(what: &'static str, steps: usize) -> ProgressBar {
    let template = "{prefix} {bar:40} {pos}/{len} {msg} {per_sec}, {eta} left";
    progress::bar(Some(steps as u64), template).with_prefix(what)
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(s) if s > 0.1 && s <= 60.0 => Ok(s),
        _ => Err("give a time from 0.1 to 60 s".into()),
    }
}

fn frame(text: &str) -> Result<DVec2, String> {
    let wrong = "give x,y in mm, each at most 20";
    let (x, y) = text.split_once(',').ok_or(wrong)?;
    let part = |t: &str| t.trim().parse::<f64>().ok().filter(|v| v.abs() <= 20.0).map(|v| v / 1e3).ok_or(wrong);
    Ok(DVec2::new(part(x)?, part(y)?))
}
