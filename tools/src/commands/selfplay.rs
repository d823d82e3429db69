//! `filotto selfplay`: whole matches by the thousand, recorded.

use crate::interrupt::Stop;
use crate::process::Limit;
use crate::selfplay::manifest::{SCHEMA, begun};
use crate::selfplay::{Manifest, Run, Shard, Tally};
use crate::strength::Failure;
use crate::world::{self, World};
use crate::{Exit, args, hashes, players, selfplay};
use anyhow::{Context, Result, bail};
use filotto_engine::record::Seat;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Plays whole matches by the thousand and records them
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto selfplay --matches 1000 --white planner:nodes=5000 --yellow planner:nodes=5000 --out run\n  filotto selfplay --matches 1000 --white planner:nodes=5000 --yellow planner:nodes=5000 --out run --resume\n  filotto records merge run --out run.filotto.jsonl.zst\n\nPlayers: random, geometric, greedy, ev, planner, cmd:COMMAND. Two processes share a run with --shard 0/2 and 1/2;\nthey may use the same folder. One match a thread. Exit code 1 when matches are left."
)]
pub struct Args {
    /// How many matches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=9_999_999))]
    matches: u64,
    /// Who plays white
    #[arg(long, value_name = "PLAYER", default_value = "planner")]
    white: String,
    /// Who plays yellow
    #[arg(long, value_name = "PLAYER", default_value = "planner")]
    yellow: String,
    /// Points that win a set (2.1)
    #[arg(long, value_name = "POINTS", default_value_t = world::TARGET, value_parser = clap::value_parser!(u16).range(1..=999))]
    target: u16,
    /// Best of so many sets, an odd number (2.2)
    #[arg(long, value_name = "N", default_value = "1", value_parser = args::sets)]
    sets: u8,
    /// Execution noise of both players: a preset or a file
    #[arg(long, value_name = "SKILL", default_value = "pro")]
    skill: String,
    /// Execution noise of white alone
    #[arg(long, value_name = "SKILL")]
    white_skill: Option<String>,
    /// Execution noise of yellow alone
    #[arg(long, value_name = "SKILL")]
    yellow_skill: Option<String>,
    /// Nodes for a stroke of players that name no budget [default: 20000]
    #[arg(long, value_name = "N", value_parser = args::nodes)]
    nodes: Option<u64>,
    /// Time for a stroke of players that name no budget; the matches are then not the same twice
    #[arg(long, value_name = "TIME", value_parser = args::time, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// Plays only the matches whose number is i mod N
    #[arg(long, value_name = "i/N", value_parser = Shard::parse, default_value = "0/1")]
    shard: Shard,
    /// The folder of the records
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Goes on with the run of that folder: plays what is missing
    #[arg(long)]
    resume: bool,
    /// Prints the summary as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seed: args::Seed,
    /// Matches at once, each on one thread
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
}

/// Nodes of a stroke where nobody says.
const NODES: u64 = 20_000;

/// Plays.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let limit = match args.time {
        Some(time) => Limit::Time(time),
        None => Limit::Nodes(args.nodes.unwrap_or(NODES)),
    };
    let run = Run {
        manifest: manifest(&args, limit)?,
        shard: args.shard,
        dir: args.out.clone(),
        limit,
        games: args.threads.count(),
    };
    settle(&run, args.resume)?;
    let stop = Stop::on_ctrl_c("the strokes under way are finished");
    let (tally, rate) = selfplay::run(&run, &stop)?;
    if args.json {
        writeln!(out, "{}", as_json(&run, &tally, rate))?;
    } else {
        tally.lines(&run.manifest.players).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "{rate:.0} sets an hour")?;
    }
    let missing = run.shard.numbers(run.manifest.matches).count() as u64 - tally.done();
    if missing > 0 {
        eprintln!("{missing} matches of this shard are left; the same command with --resume goes on");
    }
    Ok(if missing == 0 { Exit::Done } else { Exit::Negative })
}

/// The folder, with the manifest of this run in it.
fn settle(run: &Run, resume: bool) -> Result<()> {
    let name = run.dir.display();
    std::fs::create_dir_all(&run.dir).with_context(|| format!("--out {name}"))?;
    run.manifest.settle(&run.dir)?;
    let mut numbers = run.shard.numbers(run.manifest.matches);
    match numbers.find(|&number| begun(&run.dir, number)) {
        Some(number) if !resume => bail!("--out {name}: holds match {number} of this run already; --resume goes on"),
        _ => Ok(()),
    }
}

fn manifest(args: &Args, limit: Limit) -> Result<Manifest> {
    let world = World::load(&args.world)?;
    let (position, profile) = world.position(&[])?;
    let nodes = if let Limit::Nodes(nodes) = limit { Some(nodes) } else { None };
    let seat = |brain: &str, option: &str, own: &Option<String>| -> Result<Seat> {
        let skill = own.as_deref().unwrap_or(&args.skill);
        let brain = players::budgeted(brain.trim(), limit, nodes);
        Ok(Seat { name: format!("{brain} ({skill})"), skill: world::skill(option, skill)?, brain })
    };
    let engine = filotto_search::bench::signature::signature(args.threads.count())?;
    Ok(Manifest {
        schema: SCHEMA.into(),
        configuration: String::new(),
        engine: format!("{engine:016x}"),
        physics: filotto_physics::hash(&world.table),
        rules: hashes::rules_of(&profile),
        version: super::version::SHORT.into(),
        matches: args.matches,
        seed: args.seed.seed,
        target: args.target,
        sets: args.sets,
        players: [
            seat(&args.white, "--white-skill", &args.white_skill)?,
            seat(&args.yellow, "--yellow-skill", &args.yellow_skill)?,
        ],
        bots: match limit {
            Limit::Time(time) | Limit::Clock(time) => format!("{} ms", time.as_millis()),
            Limit::Nodes(nodes) => format!("{nodes} nodes"),
        },
        rules_name: position.profile.as_str().to_string(),
        profile,
        table: world.table.params().clone(),
    }
    .hashed())
}

fn as_json(run: &Run, tally: &Tally, rate: f64) -> serde_json::Value {
    let failures = Failure::ALL.map(Failure::word);
    json!({ "schema": "filotto/selfplay-summary/1", "configuration": run.manifest.configuration,
        "shard": [run.shard.index, run.shard.of], "players": run.manifest.players.clone().map(|seat| seat.name),
        "tally": tally, "failure_kinds": failures, "sets_an_hour": rate })
}
