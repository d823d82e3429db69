//! `filotto generation`: self-play, learning, the test and the promotion, generation after generation.

use crate::learn::generation::{Entry, Generations, SCHEMA, Settings};
use crate::{Exit, args, world};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Plays, learns, tests against the champion and promotes, generation after generation; goes on where it was stopped
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto generation --dir run --generations 2 --matches 500 --nodes 4000 --pairs 400\n\nThe folder holds gen-001/value.net and so on, log.jsonl and strength.svg. The same command goes on with a run that was\nstopped; more generations may be asked for. A net is promoted only when its test against the champion is accepted.\nExit code 1 when the last generation was not promoted. See docs/learning.md."
)]
pub struct Args {
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// How many generations there shall be
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=999))]
    generations: u32,
    /// Matches of self-play of each skill
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    matches: u64,
    /// Skills that play, each against its own kind
    #[arg(long, value_name = "SKILL", default_value = "pro", num_args = 1..)]
    skill: Vec<String>,
    /// Nodes of a stroke of self-play
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Points that win a set
    #[arg(long, value_name = "N", default_value_t = world::TARGET, value_parser = clap::value_parser!(u16).range(1..=999))]
    target: u16,
    /// Nodes of a stroke in the test [default: those of self-play]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    test_nodes: Option<u64>,
    /// Time of a stroke in the test
    #[arg(long, value_name = "TIME", value_parser = args::time, conflicts_with = "test_nodes")]
    test_time: Option<Duration>,
    /// Most pairs of sets of a test
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Normalized Elo that a promotion must show against 0
    #[arg(long, value_name = "ELO", default_value_t = 20.0)]
    elo1: f64,
    /// The first champion: off, net (the one that ships) or a weights file
    #[arg(long, value_name = "VALUE", default_value = "off")]
    start: String,
    /// Prints JSON, a line a generation
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
}

/// Runs the generations that are missing.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    anyhow::ensure!(args.elo1 > 0.0 && args.elo1.is_finite(), "--elo1: {} is not an Elo above 0", args.elo1);
    for skill in &args.skill {
        world::skill("--skill", skill)?;
    }
    let generations = Generations::open(&args.dir, settings(&args)?, args.threads.count())?;
    let mut entries = Vec::new();
    for number in 1..=args.generations {
        entries.push(generations.run(number)?);
        generations.tell(&entries)?;
        let entry = entries.last().expect("pushed above");
        let line = if args.json { serde_json::to_string(entry)? } else { line(entry) };
        writeln!(out, "{line}")?;
    }
    let promoted = entries.last().is_some_and(|entry| entry.promoted);
    Ok(if promoted { Exit::Done } else { Exit::Negative })
}

fn settings(args: &Args) -> Result<Settings> {
    let test = match args.test_time {
        Some(time) => format!("time={}ms", time.as_millis().max(1)),
        None => format!("nodes={}", args.test_nodes.unwrap_or(args.nodes)),
    };
    Ok(Settings {
        schema: SCHEMA.into(),
        matches: args.matches,
        skills: args.skill.iter().map(|skill| whole(skill)).collect::<Result<_>>()?,
        nodes: args.nodes,
        target: args.target,
        test,
        test_skill: whole(&args.skill[0])?,
        pairs: args.pairs,
        elo1: args.elo1,
        start: if args.start == "off" || args.start == "net" { args.start.clone() } else { whole(&args.start)? },
        seed: args.seed.seed,
    })
}

/// The whole path of a file, since the steps run in the folder of the run; a preset stays a name.
fn whole(name: &str) -> Result<String> {
    let path = std::path::Path::new(name);
    if filotto_engine::Skill::parse(name).is_ok() {
        return Ok(name.into());
    }
    let path = path.canonicalize().with_context(|| format!("{name:?} is no file"))?;
    Ok(path.display().to_string())
}

/// A generation in a line.
fn line(entry: &Entry) -> String {
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(f64::NAN);
    format!(
        "generation {}  sets {}  explained {:.2}  calibration {:.3} (luck {:.3})  pairs {}  elo {:+.0} +- {:.0}  llr {:.2}  {}",
        entry.generation,
        entry.sets,
        number(&entry.explained),
        number(&entry.calibration[0]),
        number(&entry.calibration[1]),
        entry.pairs,
        number(&entry.result["elo"]),
        number(&entry.result["elo_pm"]),
        number(&entry.sprt["llr"]),
        if entry.promoted { "promoted" } else { entry.sprt["verdict"].as_str().unwrap_or("not promoted") },
    )
}
