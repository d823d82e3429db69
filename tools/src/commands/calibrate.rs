//! `filotto calibrate`: the table's parameters from tracked shots, or how well a table explains them.

use crate::Exit;
use crate::args::Threads;
use crate::calibrate::globals::{self, CAMERA, World};
use crate::calibrate::metric::{self, ShotScore};
use crate::calibrate::search::{Effort, Fitter};
use crate::calibrate::fit::Plan;
use crate::calibrate::tracks::{self, Shot};
use anyhow::{Context, Result, bail};
use filotto_physics::table::TableParams;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Fits a table to tracked shots, or scores a table against them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  filotto calibrate tracks.json --out table.toml\n  filotto calibrate tracks.json --score default --horizon 3 --json")]
pub struct Args {
    /// File of tracked shots (JSON)
    tracks: PathBuf,
    /// Holds this table fixed (`default` or a table file) and scores it
    #[arg(long, value_name = "TABLE")]
    score: Option<String>,
    /// Numbers fitted for each shot: direction, speed, a, b; with 6 also start offset and elevation
    #[arg(long, default_value = "4", value_parser = ["4", "6"])]
    parameters: String,
    /// Compare up to this time: 2, 3 (seconds) or whole
    #[arg(long, default_value = "whole", value_parser = ["1", "2", "3", "whole"])]
    horizon: String,
    /// Fit the strokes on this first part only (s), score to the horizon
    #[arg(long, value_name = "SECONDS")]
    predict: Option<f64>,
    #[arg(long)]
    quick: bool,
    /// Writes the simulated places for the tracks' own scorer
    #[arg(long, value_name = "FILE")]
    sim_out: Option<PathBuf>,
    /// Only every k-th shot, from the i-th: `i/k`
    #[arg(long)]
    part: Option<String>,
    #[arg(long)]
    out: Option<PathBuf>,
    #[arg(long)]
    free: Option<String>,
    #[arg(long, default_value = "3")]
    fit_horizons: String,
    #[arg(long)]
    camera: Option<String>,
    #[arg(long, default_value_t = 12)]
    sweeps: usize,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Runs it.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()).build()?;
    let (exit, text) = pool.install(|| -> Result<(Exit, Vec<u8>)> {
        let mut text = Vec::new();
        Ok((work(&args, &mut text)?, text))
    })?;
    out.write_all(&text)?;
    Ok(exit)
}

fn work(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let base = match args.score.as_deref() {
        None | Some("default") => TableParams::carom_heated(),
        Some(file) => table_file(Path::new(file))?,
    };
    let mut world = World::new(base, CAMERA)?;
    if let Some(c) = &args.camera {
        let c: Vec<f64> = c.split(',').map(|p| p.trim().parse()).collect::<Result<_, _>>()?;
        (world.camera.shift.x, world.camera.shift.y) = (c[0], c[1]);
        if c.len() > 4 { (world.camera.stretch.x, world.camera.stretch.y, world.camera.turn) = (c[2], c[3], c[4]); }
    }
    let (mut shots, aside) = tracks::read(&args.tracks, &world.table)?;
    for shot in &aside {
        eprintln!("set aside: shot {}: {}", shot.id, shot.why);
    }
    if let Some(part) = &args.part {
        let (i, k) = part.split_once('/').context("part i/k")?;
        let (i, k): (usize, usize) = (i.parse()?, k.parse()?);
        let mut n = 0;
        shots.retain(|_| { n += 1; (n - 1) % k == i });
    }
    if shots.is_empty() {
        bail!("tracks {}: no shot can be used", args.tracks.display());
    }
    let parameters: usize = args.parameters.parse()?;
    let horizon = match args.horizon.as_str() { "whole" => f64::INFINITY, s => s.parse()? };
    if args.out.is_some() && args.score.is_none() || args.free.is_some() {
        return fit(args, &world, &shots, parameters);
    }
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    let scores = fitted(&world, &shots, parameters, args.predict.unwrap_or(horizon), horizon, effort);
    if let Some(file) = &args.sim_out {
        let map: serde_json::Map<_, _> = shots.iter().zip(&scores).map(|(s, r)| (s.id.clone(), metric::simulated(&world, s, &r.numbers))).collect();
        std::fs::write(file, serde_json::to_string(&map)?)?;
    }
    let sum = metric::sum(&scores);
    writeln!(out, "{}", serde_json::to_string(&sum)?)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&scores)?)?;
    }
    Ok(Exit::Done)
}

fn fitted(world: &World, shots: &[Shot], parameters: usize, fit: f64, horizon: f64, effort: Effort) -> Vec<ShotScore> {
    let bar = ProgressBar::new(shots.len() as u64);
    let scores = shots.par_iter().map(|shot| {
        let (numbers, _) = Fitter::new(world, shot, parameters).search(fit, effort);
        bar.inc(1);
        metric::score(world, shot, &numbers, horizon)
    }).collect();
    bar.finish_and_clear();
    scores
}

fn fit(args: &Args, world: &World, shots: &[Shot], parameters: usize) -> Result<Exit> {
    let free: [bool; globals::COUNT] = core::array::from_fn(|i| args.free.as_ref().is_none_or(|f| f.split(',').any(|p| globals::name(i).contains(p))));
    let horizons = args.fit_horizons.split(',').map(|p| { let (h, w) = p.split_once(':').unwrap_or((p, "1")); Ok((if h == "whole" { f64::INFINITY } else { h.parse()? }, w.parse()?)) }).collect::<Result<Vec<(f64, f64)>>>()?;
    let plan = Plan { parameters, horizons, free, generations: args.sweeps, seed: 1 };
    let clock = std::time::Instant::now();
    let show = |values: &[f64; globals::COUNT]| (0..globals::COUNT).filter(|&i| free[i]).map(|i| format!("{} {:.5}", globals::name(i), values[i])).collect::<Vec<_>>().join(", ");
    let (values, cost) = crate::calibrate::fit::fit(world, shots, &plan, |k, cost, values| {
        if k % 10 == 9 || k == 0 { eprintln!("{k} {:.0}s best {cost:.4} {:.2} mm: {}", clock.elapsed().as_secs_f64(), cost.exp() * 1e3, show(values)); }
        if let (Some(file), Ok(fitted)) = (&args.out, world.with(values)) {
            let _ = std::fs::write(file, toml::to_string(fitted.table.params()).unwrap_or_default() + &format!("# {:.6},{:.6},{:.7},{:.7},{:.7}\n", fitted.camera.shift.x, fitted.camera.shift.y, fitted.camera.stretch.x, fitted.camera.stretch.y, fitted.camera.turn));
        }
    });
    eprintln!("end cost {cost:.4} {:.2} mm: {}", cost.exp() * 1e3, show(&values));
    Ok(Exit::Done)
}

fn table_file(file: &Path) -> Result<TableParams> {
    let text = std::fs::read_to_string(file).with_context(|| format!("table {}", file.display()))?;
    toml::from_str(&text).with_context(|| format!("table {}", file.display()))
}
