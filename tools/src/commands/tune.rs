//! `filotto tune`: CMA-ES over chosen tunables of the planner.

use crate::calibrate::cma::{Candidate, Cma};
use crate::learn::plot::{Line, lines};
use crate::learn::tuning::{Sums, Terms, set};
use crate::players::{self, Seat};
use crate::record_file::write_whole;
use crate::{Exit, args, progress, world};
use anyhow::{Context, Result, anyhow, bail, ensure};
use filotto_search::params::{TUNABLES, Tunable};
use filotto_search::trial::Court;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// First step of the search, as a share of each tunable's range.
const SIGMA: f64 = 0.15;

/// Tunes the planner: CMA-ES over chosen tunables, on points a stroke less luck; goes on where it was stopped
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto tune --dir tune --tunable share_polish --tunable polish_shrink --nodes 4000 --generations 10\n\nThe folder holds state.json, log.jsonl and tune.svg. With --pairs the best found is tested by `filotto strength`\nagainst the defaults; only an accepted test promotes it (exit code 0), else 1. Names: `filotto bench plan --help`."
)]
pub struct Args {
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// What to tune; several times for several
    #[arg(long, value_name = "NAME", required = true)]
    tunable: Vec<String>,
    /// The fixed opponent
    #[arg(long, value_name = "PLAYER", default_value = "ev:nodes=4000")]
    against: String,
    /// Nodes of a stroke of the planner that is tuned
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Sets that value one setting
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    sets: u64,
    /// Points that win a set
    #[arg(long, value_name = "N", default_value_t = world::TARGET, value_parser = clap::value_parser!(u16).range(1..=999))]
    target: u16,
    /// Strokes drawn for the mean of one
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    samples: u32,
    /// Generations of the search there shall be
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    generations: u32,
    /// Most pairs of sets of the test that may promote what was found; 0 = no test
    #[arg(long, value_name = "N", default_value_t = 0)]
    pairs: u64,
    /// How exactly both strike
    #[arg(long, value_name = "SKILL", default_value = "pro")]
    skill: String,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
}

/// What a run is; fixed with its first generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    tunables: Vec<String>,
    against: String,
    nodes: u64,
    sets: u64,
    target: u16,
    samples: u32,
    skill: String,
    seed: u64,
    hashes: [String; 2],
}

/// Where a run stands, whole after every generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    settings: Settings,
    cma: Cma,
    log: Vec<Entry>,
}

/// One generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    /// Score of each candidate.
    scores: Vec<f64>,
    /// Score of the defaults on the same sets.
    defaults: f64,
    /// The centre after it, as the tunables take it.
    centre: Vec<f64>,
    /// The step after it.
    sigma: f64,
}

/// Tunes, then tests.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let tunables = tunables(&args.tunable)?;
    let world = world::World::load(&args.world)?;
    let (_, profile) = world.position(&[])?;
    let skill = world::skill("--skill", &args.skill)?;
    let court = Court { table: world.table, profile };
    let settings = settings(&args, &court);
    let terms = Terms { court, skill, target: args.target, samples: args.samples as usize, seed: 0 };
    let mut state = open(&args.dir, settings, &tunables)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()).build().context("starting threads")?;
    while state.log.len() < args.generations as usize {
        pool.install(|| generation(&mut state, &tunables, &terms))?;
        keep(&args.dir, &state)?;
        let entry = state.log.last().expect("just added");
        writeln!(out, "{}", line(state.log.len(), entry, &tunables))?;
    }
    let tuned = player(&state.settings, &tunables, &state.log.last().context("no generation")?.centre);
    writeln!(out, "{tuned}")?;
    if args.pairs == 0 {
        writeln!(out, "not tested: --pairs N tests it against the defaults")?;
        return Ok(Exit::Negative);
    }
    test(&args, &tuned, out)
}

fn tunables(names: &[String]) -> Result<Vec<&'static Tunable>> {
    let find = |name: &String| TUNABLES.iter().find(|t| t.name == name);
    let all: Result<Vec<_>> = names
        .iter()
        .map(|name| {
            let known = || TUNABLES.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
            find(name).ok_or_else(|| anyhow!("--tunable {name}: no such tunable; {} are right", known()))
        })
        .collect();
    for (i, name) in names.iter().enumerate() {
        ensure!(!names[..i].contains(name), "--tunable {name}: given twice");
    }
    all
}

fn settings(args: &Args, court: &Court) -> Settings {
    Settings {
        tunables: args.tunable.clone(),
        against: args.against.clone(),
        nodes: args.nodes,
        sets: args.sets,
        target: args.target,
        samples: args.samples,
        skill: args.skill.clone(),
        seed: args.seed.seed,
        hashes: [filotto_physics::hash(&court.table), crate::hashes::rules_of(&court.profile)],
    }
}

/// Begins a run from the defaults, or goes on with the one that is there.
fn open(dir: &Path, settings: Settings, tunables: &[&Tunable]) -> Result<State> {
    std::fs::create_dir_all(dir).with_context(|| format!("--dir {}", dir.display()))?;
    let path = dir.join("state.json");
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let state: State = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
            if state.settings != settings {
                bail!("{}: a run with other settings ({:?}); another folder is right", path.display(), state.settings);
            }
            Ok(state)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let start = tunables.iter().map(|t| (t.default - t.low) / (t.high - t.low)).collect();
            let cma = Cma::new(start, SIGMA, settings.seed);
            Ok(State { settings, cma, log: Vec::new() })
        }
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The log and the picture first, the state last: it says that the generation is done.
fn keep(dir: &Path, state: &State) -> Result<()> {
    let log: Result<String> = state.log.iter().map(|entry| Ok(serde_json::to_string(entry)? + "\n")).collect();
    write_whole(&dir.join("log.jsonl"), &mut log?.as_bytes())?;
    write_whole(&dir.join("tune.svg"), &mut chart(&state.log)?.as_bytes())?;
    write_whole(&dir.join("state.json"), &mut serde_json::to_string(state)?.as_bytes())
}

/// Values of the tunables at a point of the search; a point outside the range is mirrored back into it.
fn values(point: &[f64], tunables: &[&Tunable]) -> Vec<f64> {
    let inside = |x: f64| {
        let x = x.rem_euclid(2.0);
        if x > 1.0 { 2.0 - x } else { x }
    };
    point.iter().zip(tunables).map(|(&x, t)| t.low + inside(x) * (t.high - t.low)).collect()
}

/// The planner with these values, as a player's name.
fn player(settings: &Settings, tunables: &[&Tunable], values: &[f64]) -> String {
    let options: String = tunables.iter().zip(values).map(|(t, v)| format!(",{}={v:.6}", t.name)).collect();
    format!("planner:nodes={}{options}", settings.nodes)
}

/// One generation: its candidates and the defaults, all on the same sets.
fn generation(state: &mut State, tunables: &[&Tunable], terms: &Terms) -> Result<()> {
    let number = state.log.len() as u64;
    // Other sets each time: what is good on one choice of sets alone must not win.
    let terms = Terms { court: terms.court.clone(), seed: state.settings.seed ^ ((number + 1) << 32), ..*terms };
    let candidates = state.cma.ask();
    let mut names: Vec<String> =
        candidates.iter().map(|c| player(&state.settings, tunables, &values(&c.x, tunables))).collect();
    names.push(format!("planner:nodes={}", state.settings.nodes));
    let mut scores = scores(&names, state, &terms)?;
    let defaults = scores.pop().expect("the defaults were valued too");
    // The search goes down, the score up.
    let valued: Vec<(Candidate, f64)> = candidates.into_iter().zip(scores.iter().map(|score| -score)).collect();
    state.cma.tell(valued);
    let centre = values(&state.cma.mean, tunables);
    state.log.push(Entry { scores, defaults, centre, sigma: state.cma.sigma });
    Ok(())
}

/// The score of each player, sets in parallel.
fn scores(names: &[String], state: &State, terms: &Terms) -> Result<Vec<f64>> {
    let sets = state.settings.sets as usize;
    let template = "generation {prefix} {bar:30} {pos}/{len} sets {per_sec} {eta} left";
    let bar = progress::bar(Some((names.len() * sets) as u64), template);
    bar.set_prefix((state.log.len() + 1).to_string());
    let (table, profile, skill) = (&terms.court.table, &terms.court.profile, terms.skill);
    let seat = Seat { skill, opponent: skill, table, profile, threads: 1 };
    let all: Result<Vec<Sums>> = (0..names.len() * sets)
        .into_par_iter()
        .map(|i| {
            let [one, other] = [&names[i / sets], &state.settings.against].map(|name| players::by_name(name, &seat));
            let sums = set(&mut [one?, other?], terms, (i % sets) as u64)?;
            bar.inc(1);
            Ok(sums)
        })
        .collect();
    bar.finish_and_clear();
    let total = |part: &[Sums]| {
        let mut total = Sums::default();
        part.iter().for_each(|sums| total.add(sums));
        total.score()
    };
    Ok(all?.chunks(sets).map(total).collect())
}

fn line(number: usize, entry: &Entry, tunables: &[&Tunable]) -> String {
    let best = entry.scores.iter().fold(f64::MIN, |best, &score| best.max(score));
    let mean = entry.scores.iter().sum::<f64>() / entry.scores.len().max(1) as f64;
    let centre: Vec<String> = tunables.iter().zip(&entry.centre).map(|(t, v)| format!("{} {v:.4}", t.name)).collect();
    format!(
        "generation {number}: mean {mean:+.3}, best {best:+.3}, defaults {:+.3} points a stroke; step {:.3}; {}",
        entry.defaults,
        entry.sigma,
        centre.join(", ")
    )
}

fn chart(log: &[Entry]) -> Result<String> {
    let points = |get: &dyn Fn(&Entry) -> f64| log.iter().enumerate().map(|(i, e)| (i as f64 + 1.0, get(e))).collect();
    let mean = |e: &Entry| e.scores.iter().sum::<f64>() / e.scores.len().max(1) as f64;
    let best = |e: &Entry| e.scores.iter().fold(f64::MIN, |best, &score| best.max(score));
    let theme = crate::draw::LIGHT;
    let all = [
        Line { name: "best candidate", points: points(&best), colour: theme.soft },
        Line { name: "mean of the candidates", points: points(&mean), colour: theme.accent },
        Line { name: "defaults", points: points(&|e| e.defaults), colour: theme.alert },
    ];
    lines("Tuning: points a stroke less luck", ["generation", "points over the opponent"], &all)
}

/// The test against the defaults: a command of this program, resumable by its file.
fn test(args: &Args, tuned: &str, out: &mut dyn Write) -> Result<Exit> {
    let defaults = format!("planner:nodes={}", args.nodes);
    let pairs = args.dir.join(format!("test-{}.jsonl", args.generations));
    let mut command = Command::new(std::env::current_exe().context("finding this program")?);
    command.args(["strength", tuned, &defaults, "--pairs", &args.pairs.to_string(), "--skill", &args.skill]);
    command.args(["--target", &args.target.to_string(), "--threads", &args.threads.count().to_string(), "--out"]);
    command.arg(&pairs);
    if let Some(table) = &args.world.table {
        command.arg("--table").arg(table);
    }
    if let Some(rules) = &args.world.rules {
        command.arg("--rules").arg(rules);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().context("filotto strength")?;
    out.write_all(&output.stdout)?;
    match output.status.code() {
        Some(0) => {
            writeln!(out, "promoted: {tuned}")?;
            Ok(Exit::Done)
        }
        Some(1) => {
            writeln!(out, "not promoted: the defaults stay")?;
            Ok(Exit::Negative)
        }
        _ => bail!("the test failed, as told above; the same command goes on"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_outside_are_mirrored_into_the_range() {
        let tunables = tunables(&["reply_trust".into(), "tip_disc".into()]).unwrap();
        let told = values(&[-0.25, 1.5], &tunables);
        assert!((told[0] - 0.25).abs() < 1e-12 && (told[1] - 0.35).abs() < 1e-12, "{told:?}");
        assert!(super::tunables(&["luck".into()]).unwrap_err().to_string().contains("share_polish"));
        assert!(super::tunables(&["tip_disc".into(), "tip_disc".into()]).is_err());
    }
}
