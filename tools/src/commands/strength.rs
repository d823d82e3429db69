//! `filotto strength`: which of two players is the stronger, and how sure that is.

use crate::interrupt::Stop;
use crate::draw::{self, Theme};
use crate::process::Limit;
use crate::protocol::ask::World;
use crate::stats::{Decision, Model, Sprt, Tally};
use crate::strength::file::Pairs;
use crate::strength::report::{Counts, json, lines};
use crate::strength::run::{Plan, Terms, run as play};
use crate::{Exit, args, pictures};
use anyhow::Context;
use indicatif::HumanDuration;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
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
    /// How exactly A strikes
    #[arg(long, value_name = "SKILL")]
    a_skill: Option<String>,
    /// How exactly B strikes
    #[arg(long, value_name = "SKILL")]
    b_skill: Option<String>,
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
    /// Draws the running log-likelihood ratio
    #[command(flatten)]
    picture: args::Picture,
    /// One JSON object instead of lines
    #[arg(long)]
    json: bool,
}

/// Plays.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let sprt = sprt(&args)?;
    let plan = Arc::new(plan(&args)?);
    let mut counts = Counts::default();
    let mut file = args.out.as_deref().map(|path| Pairs::open(path, &plan, &mut counts)).transpose()?;
    let stop = Stop::on_ctrl_c("what is played so far is told");
    let started = Instant::now();
    let (before, live) = (counts.played(), std::io::stderr().is_terminal());
    let mut wrong = None;
    if sprt.decide(&counts.tally()) == Decision::Open {
        let booked = play(&plan, before, args.pairs, &stop, |pair| {
            counts.add(pair);
            wrong = file.as_mut().and_then(|file| file.keep(pair).err());
            if live {
                eprint!("\r{}", progress(&counts, &sprt, started.elapsed(), [before, args.pairs]));
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
    tell(&args, &plan, &counts, &sprt, out)?;
    Ok(if sprt.decide(&counts.tally()) == Decision::Upper { Exit::Done } else { Exit::Negative })
}

fn tell(args: &Args, plan: &Plan, counts: &Counts, sprt: &Sprt, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = [plan.names[0].as_str(), plan.names[1].as_str()];
    let capped = counts.played() >= args.pairs;
    if args.json {
        writeln!(out, "{}", json(names, counts, sprt, capped))?;
    } else {
        lines(names, counts, sprt, capped).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if args.picture.wanted() {
        let course: Vec<f64> = counts.course.iter().map(|&pairs| sprt.llr(&Tally::pairs(pairs))).collect();
        let title = format!("{} against {}", names[0], names[1]);
        let axes = ["pairs of sets", "log-likelihood ratio"];
        let svg = draw::running(&title, axes, &course, sprt.bounds(), Theme::of(args.picture.dark))?;
        pictures::write_svg(&svg, &args.picture)?;
    }
    Ok(())
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
    let skill = |option: &str, own: &Option<String>| crate::world::skill(option, own.as_ref().unwrap_or(&args.skill));
    Ok(Plan {
        names: [args.a.clone(), args.b.clone()],
        skills: [skill("--a-skill", &args.a_skill)?, skill("--b-skill", &args.b_skill)?],
        terms: Terms { world, limit, hashes },
        target: args.target,
        seed: args.seed.seed,
        games: args.threads.count(),
        luck_samples: args.luck,
    })
}

/// The live line; `span`: where this run began, and where it ends at the latest.
fn progress(counts: &Counts, sprt: &Sprt, time: Duration, [before, most]: [u64; 2]) -> String {
    let [lost, split, won] = counts.pairs;
    let seconds = time.as_secs_f64().max(1e-3) / (counts.played() - before).max(1) as f64;
    let left = Duration::from_secs_f64((seconds * most.saturating_sub(counts.played()) as f64).min(1e9));
    let (rate, llr) = (7200.0 / seconds, sprt.llr(&counts.tally()));
    format!("pairs {won}-{split}-{lost}  llr {llr:.2}  {rate:.0} sets/h, at most {} left   ", HumanDuration(left))
}
