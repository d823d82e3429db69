//! `filotto ladder`: the rating list of the known players and of the skill presets.

use crate::interrupt::Stop;
use crate::draw::{self, Theme};
use crate::process::Limit;
use crate::protocol::ask::World;
use crate::strength::file::Pairs;
use crate::strength::ladder::{Ladder, Rung, Step};
use crate::strength::report::Counts;
use crate::strength::run::{Plan, Terms, run as play};
use crate::{Exit, args, pictures, progress, whole};
use anyhow::{Context, Result, anyhow};
use indicatif::{HumanDuration, ProgressBar};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plays the known players and the skill presets against their neighbours and writes the rating list
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto ladder --out ladder\n\nWrites ladder.md, ladder.json, ladder.svg and ladder.png into the folder, and goes on from the pairs that are there.\nThe thinking players get as many nodes as their time is worth on an idle machine, so that load changes nothing."
)]
pub struct Args {
    /// The folder of the pairs and of the list
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Most pairs of sets of each step
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// Ends a step sooner, when its error less luck is at most so many Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0)]
    pm: f64,
    /// Points that win a set
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=999))]
    target: u16,
    /// Nodes that a millisecond is worth
    #[arg(long, value_name = "N", default_value_t = NODES_PER_MS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    per_ms: u64,
    /// Only one part of the ladder
    #[arg(long, value_enum)]
    only: Option<Part>,
    /// Strokes drawn to estimate the luck of one
    #[arg(long, value_name = "N", default_value_t = 64)]
    luck: u32,
    #[command(flatten)]
    seed: args::Seed,
    /// Sets at once, each on one thread
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
    /// Prints the list as JSON, not as Markdown
    #[arg(long)]
    json: bool,
}

/// The parts of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Players of one skill
    Players,
    /// One player with each skill
    Skills,
}

/// What a millisecond of one thread is worth to the planner, nodes: 178 of processor time on a busy machine
/// (docs/strength.md).
const NODES_PER_MS: u64 = 200;
/// Times of the planner, ms: its rungs on the ladder.
const TIMES_MS: [u64; 4] = [10, 30, 100, 300];
/// The skill of the players.
const SKILL: &str = "pro";
/// The skills, weakest first.
const SKILLS: [&str; 6] = ["beginner", "icga-5x", "club", "pro", "icga", "machine"];
/// An error means little below so many pairs.
const LEAST_PAIRS: u64 = 10;

/// Plays and tells.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let (rungs, between, anchor) = rungs(&args);
    std::fs::create_dir_all(&args.out).with_context(|| format!("--out {}", args.out.display()))?;
    let stop = Stop::on_ctrl_c("the pairs played so far stay");
    let mut steps = Vec::new();
    for between in between {
        let counts = step(&args, [&rungs[between[1]], &rungs[between[0]]], &stop)?;
        steps.push(Step { between, counts });
    }
    let ladder = Ladder { rungs: &rungs, steps: &steps, anchor, terms: terms(&args) };
    write(&args, &ladder)?;
    let text = if args.json { ladder.json().to_string() + "\n" } else { ladder.markdown() };
    write!(out, "{text}")?;
    Ok(if stop.asked() { Exit::Negative } else { Exit::Done })
}

/// The rungs from the weakest, which of them are neighbours, and the anchor.
fn rungs(args: &Args) -> (Vec<Rung>, Vec<[usize; 2]>, usize) {
    let rung = |player: &str, skill: &str| Rung { player: player.into(), skill: skill.into() };
    let first = TIMES_MS[0] * args.per_ms;
    let planner = |ms: u64| format!("planner:nodes={}", ms * args.per_ms);
    let mut rungs = vec![];
    if args.only != Some(Part::Skills) {
        let simple = ["random", "geometric", "greedy"].map(String::from);
        let thinking = std::iter::once(format!("ev:nodes={first}")).chain(TIMES_MS.map(planner));
        rungs.extend(simple.into_iter().chain(thinking).map(|player| rung(&player, SKILL)));
    }
    let mut between: Vec<[usize; 2]> = (1..rungs.len()).map(|i| [i - 1, i]).collect();
    if args.only != Some(Part::Players) {
        let mut below = None;
        for skill in SKILLS {
            let of_skill = rung(&planner(TIMES_MS[0]), skill);
            // With both parts one player is in both: it joins them.
            let at = rungs.iter().position(|rung| *rung == of_skill).unwrap_or_else(|| {
                rungs.push(of_skill);
                rungs.len() - 1
            });
            between.extend(below.map(|below| [below, at]));
            below = Some(at);
        }
    }
    let joint = rung(&planner(TIMES_MS[0]), SKILL);
    let anchor = rungs.iter().position(|rung| *rung == joint).unwrap_or(0);
    (rungs, between, anchor)
}

fn plan(args: &Args, [upper, lower]: [&Rung; 2]) -> Result<Plan> {
    let world = crate::world::World::load(&args.world)?;
    let (_, profile) = world.position(&[])?;
    let hashes = [filotto_physics::hash(&world.table), crate::hashes::rules_of(&profile)];
    let world = World { table: Arc::new(world.table), profile: Arc::new(profile) };
    let skill = |rung: &Rung| crate::world::skill("skill", &rung.skill);
    Ok(Plan {
        names: [upper.player.clone(), lower.player.clone()],
        skills: [skill(upper)?, skill(lower)?],
        terms: Terms { world, limit: Limit::Nodes(args.per_ms * TIMES_MS[0]), hashes },
        target: args.target,
        seed: args.seed.seed,
        games: args.threads.count(),
        luck_samples: args.luck,
    })
}

/// Plays two neighbours, or goes on with them.
fn step(args: &Args, rungs: [&Rung; 2], stop: &Stop) -> Result<Counts> {
    let plan = Arc::new(plan(args, rungs)?);
    let mut counts = Counts::default();
    let [upper, lower] = rungs.map(|rung| rung.label().replace([':', '=', ' '], "-").replace(['(', ')'], ""));
    let mut file = Pairs::open(&args.out.join(format!("{upper}--{lower}.jsonl")), &plan, &mut counts)?;
    let (bar, started, before) = (bar(args.pairs, rungs), Instant::now(), counts.played());
    let mut wrong = None;
    if !enough(args, &counts) && !stop.asked() {
        let booked = play(&plan, before, args.pairs, stop, |pair| {
            counts.add(pair);
            wrong = file.keep(pair).err();
            show(&bar, &counts, started.elapsed(), counts.played() - before);
            wrong.is_none() && !enough(args, &counts) && !stop.asked()
        });
        booked.map_err(|message| anyhow!("{message}"))?;
    }
    bar.finish_and_clear();
    match wrong {
        Some(error) => Err(error).with_context(|| args.out.display().to_string()),
        None => Ok(counts),
    }
}

fn enough(args: &Args, counts: &Counts) -> bool {
    let sure = counts.adjusted_elo().is_some_and(|(_, pm)| pm <= args.pm);
    counts.played() >= args.pairs || counts.played() >= LEAST_PAIRS && sure
}

fn bar(pairs: u64, [upper, lower]: [&Rung; 2]) -> ProgressBar {
    let bar = progress::bar(Some(pairs), "{prefix}  {bar:20} {pos}/{len} pairs  {msg}");
    bar.set_prefix(format!("{} over {}", upper.label(), lower.label()));
    bar
}

fn show(bar: &ProgressBar, counts: &Counts, passed: Duration, played: u64) {
    let [lost, split, won] = counts.pairs;
    let seconds = passed.as_secs_f64() / played.max(1) as f64;
    let left = bar.length().unwrap_or(0).saturating_sub(counts.played()) as f64 * seconds;
    bar.set_position(counts.played());
    let (rate, left) = (7200.0 / seconds.max(1e-6), HumanDuration(Duration::from_secs_f64(left.min(1e9))));
    bar.set_message(format!("{won}-{split}-{lost}, {rate:.0} sets/h, at most {left} left"));
}

/// How it was played, in a sentence.
fn terms(args: &Args) -> String {
    format!(
        "Sets to {}, {} nodes for a millisecond, seed {}; the errors are halves of 95 % intervals, those of the steps added up.",
        args.target, args.per_ms, args.seed.seed
    )
}

/// The list in every form.
fn write(args: &Args, ladder: &Ladder) -> Result<()> {
    let svg = draw::bars("The ladder", "Elo", &ladder.bars(), filotto_engine::Language::En, Theme::of(false))?;
    whole::write(&args.out.join("ladder.md"), ladder.markdown().as_bytes())?;
    whole::write(&args.out.join("ladder.json"), (ladder.json().to_string() + "\n").as_bytes())?;
    let at = |name: &str| Some(args.out.join(name));
    pictures::write_svg(&svg, &args::Picture { svg: at("ladder.svg"), png: at("ladder.png"), dark: false })
}
