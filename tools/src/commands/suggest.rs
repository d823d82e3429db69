//! `filotto suggest`: the strokes to play in a position, ranked, with what each promises.

mod answer;
mod choice;

use crate::coach::other_table;
use crate::coach::suggest::{Asked, KINDS, Options};
use crate::progress::Progress;
use crate::world::{self, World};
use crate::{Exit, args};
use answer::Answer;
pub use answer::rounded;
use anyhow::Result;
use filotto_engine::Skill;
use filotto_search::{Budget, Objective, Planner, Request, Skills};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Strokes to spend when neither --time nor --nodes is given: some 1.5 s on one core, half of that on two, and the
/// same answer everywhere.
const DEFAULT_NODES: u64 = 300_000;
/// Most suggestions that make sense on a screen.
const MOST: usize = 50;
/// Tables on a board.
const BOARD: usize = 3;

/// Suggests strokes: ranked, with points, chances and intervals
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto suggest \"0.6,0.4 1.9,1.0 2.5,0.3\" --board board.png\n  filotto suggest \"2.13,0.4 0.6,0.9 1.9,1.1 UDLRC y n 12-20/60\" --skill club --top 3 --png a.png\n  filotto suggest \"- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60\" --time 5s --board board.png\n\nThe position, between quotation marks: white, yellow, red, each x,y in metres. Stand at a short cushion: x runs from it\nto the far one (0 to 2.84), y from the right long cushion to the left one (0 to 1.42), each to the ball's centre.\nd2,1 is in diamonds: two along, one across. Three places are enough; then may follow\n  UDLRC   the pins standing (- none)     w or y  who strikes\n  n       the kind: n ordinary, o opening, h:lower or h:upper from hand in that half (its place is -)\n  12-20/60  white's points, yellow's, and the points that win\n\n± is the half-width of a 95 % interval, measured on fresh strokes after the choice was made."
)]
pub struct Args {
    /// The position, as one quoted argument or as several words [default: the opening position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// How many strokes to suggest
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = top)]
    top: usize,
    /// What a stroke is to be good for: win, points, safe or safe:q (mean of the worst share q of all results)
    #[arg(long, default_value = "win", value_parser = objective)]
    objective: Objective,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Draws three of different kinds beside each other, as SVG or (by the file's name) PNG
    #[arg(long, value_name = "FILE", value_parser = args::picture)]
    board: Option<PathBuf>,
    /// Draws the points of the suggestions with their intervals, as SVG or PNG
    #[arg(long, value_name = "FILE", value_parser = args::picture)]
    chart: Option<PathBuf>,
    #[command(flatten)]
    budget: args::Budget,
    #[command(flatten)]
    skills: args::SkillNames,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
    #[command(flatten)]
    picture: args::Picture,
    #[command(flatten)]
    coach: Options,
}

impl Args {
    /// The pictures asked for.
    fn files(&self) -> Vec<&Path> {
        let (one, coach) = (&self.picture, &self.coach);
        let all = [&self.board, &self.chart, &one.svg, &one.png, &coach.spread, &coach.heat, &coach.tolerance];
        all.into_iter().flatten().map(PathBuf::as_path).collect()
    }
}

fn top(text: &str) -> Result<usize, String> {
    let wrong = || format!("give a number of suggestions from 1 to {MOST}");
    text.trim().parse().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(wrong)
}

/// `win`, `points`, `safe`, `safe:0.1`.
pub fn objective(text: &str) -> Result<Objective, String> {
    match text.trim() {
        "win" => Ok(Objective::Win),
        "points" => Ok(Objective::Points),
        "safe" => Ok(Objective::Safe(0.1)),
        other => {
            let share = other.strip_prefix("safe:").and_then(|q| q.parse::<f64>().ok());
            let share = share.filter(|&q| q > 0.0 && q <= 1.0);
            share.map(Objective::Safe).ok_or_else(|| "win, points, safe or safe:q with q from 0 to 1 is right".into())
        }
    }
}

/// Plans, tells and draws.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let world = World::load(&args.world)?;
    let (position, profile) = world.position(&args.position)?;
    let striker = world::skill("--skill", &args.skills.skill)?;
    let opponent = match &args.skills.opponent_skill {
        Some(name) => world::skill("--opponent-skill", name)?,
        None => striker,
    };
    let untold = args.budget.time.is_none() && args.budget.nodes.is_none() && !args.coach.watch;
    let request = Request {
        skills: Skills { striker, opponent },
        budget: Budget { nodes: args.budget.nodes.or(untold.then_some(DEFAULT_NODES)), time: args.budget.time },
        objective: args.objective,
        multipv: args.top.max(KINDS),
        seed: args.seed.seed,
    };
    let planner = Planner::new(world.table.clone(), profile.clone(), args.threads.count());
    let plan = if args.coach.watch {
        planner.plan(&position, &request, &args.coach.watching())?
    } else {
        let progress = Progress::new(&request.budget);
        let plan = planner.plan(&position, &request, &progress)?;
        progress.clear();
        plan
    };
    let plan = choice::varied(plan, args.top, |plan| {
        Asked { position: &position, court: planner.court(), skill: &striker, plan }.names()
    });
    let asked = Asked { position: &position, court: planner.court(), skill: &striker, plan: &plan };
    let answer = Answer {
        args: &args,
        names: asked.names(),
        position: position.clone(),
        profile,
        world,
        plan: plan.clone(),
    };
    answer.draw()?;
    args.coach.draw(&asked, args.picture.dark)?;
    if !args.json {
        answer.tell(out)?;
        out.flush()?;
    }
    let insights = planner.install(|| args.coach.insights(&asked));
    let parting = args.coach.pro(&planner, &request, &asked, Skill::parse(&args.skills.skill).is_ok())?;
    let explained = !args.coach.brief && !args.coach.watch;
    let overtaken = explained.then(|| other_table::overtaken(&planner, &position, &request, &plan));
    if args.json {
        let mut json = answer.as_json();
        args.coach.join(&mut json, &asked, &insights);
        json["other_table"] = overtaken.map_or(serde_json::Value::Null, |list| other_table::as_json(&list));
        json["pro"] = parting.map_or(serde_json::Value::Null, |parting| parting.as_json());
        writeln!(out, "{json}")?;
    } else {
        if !insights.is_empty() {
            write!(out, "\n{}", args.coach.text(&asked, &insights))?;
        }
        if let Some(parting) = parting {
            writeln!(out, "\n{}", parting.line(&args.coach))?;
        }
        if let Some(list) = overtaken {
            writeln!(out, "\n{}", other_table::line(args.coach.lang, &list, &asked.names()))?;
        }
        answer.foot(out)?;
    }
    Ok(Exit::Done)
}
