//! `filotto strength`: which of two players is the stronger, and how sure that is.

use crate::Exit;
use crate::args;
use crate::process::Limit;
use crate::protocol::ask::World;
use crate::stats::{Decision, Model, Sprt};
use crate::strength::report::{Counts, json, lines};
use crate::strength::run::{Plan, Terms, run as play};
use crate::strength::PairResult;
use anyhow::Context;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plays pairs of sets between two players until it is clear which is the stronger
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto strength planner:nodes=20000 planner:nodes=2000 --pairs 200\n  filotto strength planner \"cmd:python3 my_bot.py\" --time 50ms\n\nPlayers: random, geometric, greedy, ev, planner, planner:nodes=N,objective=points, cmd:COMMAND.\nExit code 1 when the first isn't shown to be the stronger."
)]
pub struct Args {
    /// The first player: the one whose strength is asked
    a: String,
    /// The second player
    b: String,
    /// Most pairs of sets; reached without a decision is not accepted
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Points that win a set
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    target: u16,
    /// How exactly both strike: a preset or a TOML file
    #[arg(long, value_name = "SKILL", default_value = "pro")]
    skill: String,
    /// Normalized Elo of the hypothesis that A is no stronger
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// Normalized Elo of the hypothesis that A is stronger
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_hyphen_values = true)]
    elo1: f64,
    /// Chance of accepting wrongly
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Chance of rejecting wrongly
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Time for a stroke of players that name none
    #[arg(long, value_name = "TIME", value_parser = args::time, conflicts_with_all = ["nodes", "clock"])]
    time: Option<Duration>,
    /// Nodes for a stroke of players that name none [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for a whole set, for bots
    #[arg(long, value_name = "TIME", value_parser = args::time, conflicts_with = "nodes")]
    clock: Option<Duration>,
    /// Strokes drawn to estimate the luck of one; 0 = don't
    #[arg(long, value_name = "N", default_value_t = 64)]
    luck: u32,
    #[command(flatten)]
    seed: args::Seed,
    /// Games at once, each on one thread
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
    /// Keeps every pair here (JSON lines), and goes on from what is there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// One JSON object instead of lines
    #[arg(long)]
    json: bool,
}

/// Plays.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let sprt = sprt(&args)?;
    let plan = Arc::new(plan(&args)?);
    let mut counts = Counts::default();
    let (mut first, mut file) = (0, None);
    if let Some(path) = &args.out {
        first = resume(path, &plan, &mut counts)?;
        let open = std::fs::OpenOptions::new().create(true).append(true).open(path);
        file = Some(open.with_context(|| path.display().to_string())?);
    }
    let started = Instant::now();
    let live = std::io::stderr().is_terminal();
    let mut wrong = None;
    if sprt.decide(&counts.tally()) == Decision::Open {
        let booked = play(&plan, first, args.pairs, |pair| {
            counts.add(pair);
            if let Some(file) = &mut file
                && let Err(error) = write_line(file, pair)
            {
                wrong = Some(error);
            }
            if live {
                eprint!("\r{}", progress(&counts, &sprt, started.elapsed()));
            }
            wrong.is_none() && sprt.decide(&counts.tally()) == Decision::Open
        });
        booked.map_err(|message| anyhow::anyhow!("{message}"))?;
    }
    if live {
        eprintln!();
    }
    if let Some(error) = wrong {
        return Err(error).context("--out");
    }
    let names = [plan.names[0].as_str(), plan.names[1].as_str()];
    let capped = counts.tally().total() + counts.void >= args.pairs;
    if args.json {
        writeln!(out, "{}", json(names, &counts, &sprt, capped))?;
    } else {
        lines(names, &counts, &sprt, capped).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(if sprt.decide(&counts.tally()) == Decision::Upper { Exit::Done } else { Exit::Negative })
}

fn sprt(args: &Args) -> anyhow::Result<Sprt> {
    let Args { elo0, elo1, alpha, beta, .. } = *args;
    let ranges = elo0.is_finite() && elo1.is_finite() && elo0 < elo1;
    anyhow::ensure!(ranges, "--elo1: {elo1} is not above --elo0 {elo0}");
    for (name, chance) in [("alpha", alpha), ("beta", beta)] {
        anyhow::ensure!(chance > 0.0 && chance < 0.5, "--{name}: {chance} is not a chance between 0 and 0.5");
    }
    Ok(Sprt { model: Model::Normalized, elo0, elo1, alpha, beta })
}

fn plan(args: &Args) -> anyhow::Result<Plan> {
    let world = crate::world::World::load(&args.world)?;
    let (_, profile) = world.position(&[])?;
    let limit = match (args.time, args.nodes, args.clock) {
        (Some(time), ..) => Limit::Time(time),
        (_, _, Some(clock)) => Limit::Clock(clock),
        (_, nodes, _) => Limit::Nodes(nodes.unwrap_or(10_000)),
    };
    let hashes = [filotto_physics::hash(&world.table), crate::hashes::rules_of(&profile)];
    let world = World { table: Arc::new(world.table), profile: Arc::new(profile) };
    let skill = crate::world::skill("--skill", &args.skill)?;
    Ok(Plan {
        names: [args.a.clone(), args.b.clone()],
        terms: Terms { world, skill, limit, hashes },
        target: args.target,
        seed: args.seed.seed,
        games: args.threads.count(),
        luck_samples: args.luck,
    })
}

/// What the pairs of a file depend on: only the same may go on.
fn settings(plan: &Plan) -> serde_json::Value {
    serde_json::json!({"schema": "filotto/pairs/1", "players": plan.names, "target": plan.target, "seed": plan.seed,
                       "skill": plan.terms.skill, "hashes": plan.terms.hashes, "limit": format!("{:?}", plan.terms.limit)})
}

/// Counts the pairs of a file; how many there are. A torn last line is cut off.
fn resume(path: &Path, plan: &Plan, counts: &mut Counts) -> anyhow::Result<u64> {
    let name = path.display();
    let Ok(file) = std::fs::File::open(path) else {
        let text = format!("{}\n", settings(plan));
        return std::fs::write(path, text).map(|()| 0).with_context(|| name.to_string());
    };
    let (mut first, mut good) = (0, 0);
    for (i, line) in std::io::BufReader::new(file).split(b'\n').enumerate() {
        let line = line.with_context(|| name.to_string())?;
        if i == 0 {
            let there: serde_json::Value = serde_json::from_slice(&line).unwrap_or_default();
            anyhow::ensure!(there == settings(plan), "{name}: holds pairs of other players or settings");
        } else {
            let Ok(pair) = serde_json::from_slice::<PairResult>(&line) else { break };
            anyhow::ensure!(pair.pair == first, "{name}: line {}: pair {} where {first} is expected", i + 1, pair.pair);
            counts.add(&pair);
            first += 1;
        }
        good += line.len() as u64 + 1;
    }
    let file = std::fs::OpenOptions::new().write(true).open(path).with_context(|| name.to_string())?;
    let length = file.metadata().with_context(|| name.to_string())?.len();
    if length > good {
        file.set_len(good).with_context(|| name.to_string())?;
    } else if length < good {
        // The last line lacked its end.
        std::fs::OpenOptions::new().append(true).open(path)?.write_all(b"\n")?;
    }
    Ok(first)
}

fn write_line(file: &mut std::fs::File, pair: &PairResult) -> std::io::Result<()> {
    let line = serde_json::to_string(pair)? + "\n";
    file.write_all(line.as_bytes())
}

/// The live line.
fn progress(counts: &Counts, sprt: &Sprt, time: Duration) -> String {
    let [lost, split, won] = counts.pairs;
    let sets = 2.0 * (lost + split + won) as f64;
    let rate = sets / time.as_secs_f64().max(1e-3) * 3600.0;
    format!("pairs {won}-{split}-{lost}  llr {:.2}  {rate:.0} sets/h   ", sprt.llr(&counts.tally()))
}
