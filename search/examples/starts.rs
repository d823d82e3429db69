//! Makes the net of promises: collects what starts become, and trains on it.
//!
//! `collect FILE POSITIONS SEED [--old NET]`, then `train OUT FILE...`, as search/data/README.md has it. A file that is there
//! already is gone on with, position by position.

use filotto_engine::{Position, Profile, Skill, math};
use filotto_physics::{Table, golden};
use filotto_search::bench::play;
use filotto_search::learn::starts::{Fit, Row, Settings, Trials, fit, rows, train};
use filotto_search::promise::{Card, Promise, features::INPUTS};
use filotto_search::{Budget, Objective, Planner, Request, Skills};
use serde_json::json;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Numbers of a row in a file: position, worth, worth before, features.
const NUMBERS: usize = 3 + INPUTS;
/// Strokes of a plan whose sweep is taken, and of those that play the positions.
const NODES: [u64; 2] = [25_000, 600];
/// Every so many strokes of a set a position is taken, and at most so many strokes are played: neighbours have much in common.
const EVERY: usize = 3;
const LONGEST: usize = 40;
/// One position in five is held out.
const HELD: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["collect", file, n, seed] => collect(file, n.parse()?, seed.parse()?, None),
        ["collect", file, n, seed, "--old", net] => {
            let (net, _) = Promise::from_bytes(&std::fs::read(net)?)?;
            collect(file, n.parse()?, seed.parse()?, Some(Arc::new(net)))
        }
        ["train", out, ref files @ ..] if !files.is_empty() => learn(out, files),
        _ => Err("collect FILE POSITIONS SEED [--old NET], or train OUT FILE... is right".into()),
    }
}

/// The players of a set: mostly presets, some in between.
fn skill(seed: u64, set: u64) -> Skill {
    let mut stream = math::stream(seed, &[set]);
    let draw = 10.0 * math::uniform(&mut stream);
    let name = ["pro", "pro", "pro", "pro", "pro", "club", "club", "icga", "beginner", "between"][draw as usize];
    Skill::parse(name).unwrap_or_else(|_| {
        let [f, g] = [(); 2].map(|()| libm::exp(2.0 * math::uniform(&mut stream) - 1.0));
        let pro = Skill::parse("pro").expect("a preset");
        let tip = [pro.a_mm * f, pro.b_mm * g];
        Skill { phi_deg: pro.phi_deg * f, v_rel: pro.v_rel * g, a_mm: tip[0], b_mm: tip[1], ..pro }
    })
}

/// Positions of self-play, each with its players and a seed.
fn positions(seed: u64) -> impl Iterator<Item = (Position, Request)> {
    let player = planner();
    (0u64..).flat_map(move |set| {
        let skill = skill(seed, set);
        let skills = Skills { striker: skill, opponent: skill };
        let request =
            Request { skills, budget: Budget::nodes(NODES[1]), objective: Objective::Points, multipv: 1, seed };
        let strokes = play::set(&player, &request, set, LONGEST).unwrap_or_default();
        let taken = strokes.into_iter().enumerate().skip(set as usize % EVERY).step_by(EVERY);
        taken.map(move |(i, stroke)| {
            let seed = math::key(seed, &[set, i as u64]);
            (stroke.position, Request { budget: Budget::nodes(NODES[0]), seed, ..request })
        })
    })
}

fn planner() -> Planner {
    Planner::new(Table::carom_heated(), Profile::wcbs_1997(), 0)
}

fn collect(path: &str, n: usize, seed: u64, old: Option<Arc<Promise>>) -> Result<(), Box<dyn Error>> {
    let mut trying = planner();
    trying.set_promise(old);
    let trials = Trials { starts: 48, nodes: 400, strokes: 96 };
    let kept = if std::fs::exists(path)? { read(path)? } else { Vec::new() };
    // The last position may have been broken off in the middle: it is tried anew.
    let done = kept.last().map_or(0, |row| row.group as usize);
    let whole = kept.iter().filter(|row| (row.group as usize) < done).count();
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.set_len((whole * NUMBERS * size_of::<f32>()) as u64)?;
    let started = Instant::now();
    for (group, (position, request)) in positions(seed).enumerate().take(n).skip(done) {
        let rows = rows(&trying, &position, &request, trials, group as u32)?;
        let numbers =
            rows.iter().flat_map(|row| [row.group as f32, row.worth, row.before].into_iter().chain(row.features));
        file.write_all(&numbers.flat_map(f32::to_le_bytes).collect::<Vec<u8>>())?;
        if (group + 1) % 100 == 0 {
            eprintln!("{} of {n} positions, {:.0} s", group + 1, started.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

fn read(path: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let bytes = std::fs::read(path)?;
    let numbers: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect();
    let row =
        |n: &[f32]| Row { group: n[0] as u32, worth: n[1], before: n[2], features: std::array::from_fn(|i| n[3 + i]) };
    Ok(numbers.chunks_exact(NUMBERS).map(row).collect())
}

fn learn(out: &str, files: &[&str]) -> Result<(), Box<dyn Error>> {
    let settings = Settings::default();
    let (mut training, mut held, mut positions) = (Vec::new(), Vec::new(), 0);
    for file in files {
        let rows = read(file)?;
        let last = rows.last().map_or(0, |row| row.group + 1);
        for row in rows {
            let row = Row { group: row.group + positions, ..row };
            // Blocks of sixteen: positions of one set stay together.
            if (row.group / 16) % HELD == HELD - 1 { held.push(row) } else { training.push(row) }
        }
        positions += last;
    }
    let net = train(&training, &settings, |pass, loss| eprintln!("pass {pass}: {loss:.4}"));
    let [seen, left_out] = [&training, &held].map(|rows| fit(&net, rows));
    let told = |fit: &Fit, rows: &[Row]| {
        json!({"starts": rows.len(), "correlation": fit.correlation, "before": fit.before, "error": fit.error,
            "missed": fit.missed, "missed_before": fit.missed_before})
    };
    let training = json!({
        "version": env!("CARGO_PKG_VERSION"), "positions": positions, "epochs": settings.epochs, "seed": settings.seed,
        "training": told(&seen, &training), "held": told(&left_out, &held),
    });
    println!("{training:#}");
    let card = Card {
        shape: [INPUTS, settings.hidden[0], settings.hidden[1]],
        physics: golden::hash(&Table::carom_heated()),
        training,
    };
    let part = format!("{out}.part");
    std::fs::write(&part, net.to_bytes(&card))?;
    std::fs::rename(&part, out)?;
    Ok(())
}
