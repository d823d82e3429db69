//! `filotto play`: a person at the terminal against the planner.

mod table;

use crate::world::{self, World};
use crate::{Exit, args};
use anyhow::{Result, ensure};
use filotto_engine::Player;
use std::io::{BufRead, Write};
use std::time::Duration;
use table::{Answer, Game, Hands};

/// Time that the planner takes for its strokes and for hints, when neither --time nor --nodes is given.
const DEFAULT_TIME: Duration = Duration::from_millis(1500);

/// Plays a set against the planner: you type the strokes
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto play --you yellow --target 30 --opponent-skill pro\n\nAt the prompt type a stroke, for example:  phi=35.2 v=3.1 a=-0.1 b=0.2   (what is left out is 0)\nor:  hint   undo   table   position   help   quit"
)]
pub struct Args {
    /// The position to begin with, as one quoted argument or as several words [default: the opening position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Your ball
    #[arg(long, value_name = "BALL", default_value = "white", value_parser = ball)]
    you: Player,
    /// Points that win the set, when no position is given
    #[arg(long, value_name = "POINTS", default_value_t = world::TARGET, value_parser = clap::value_parser!(u16).range(1..=999))]
    target: u16,
    /// Your hand: machine = every stroke exactly as typed; else it goes astray like that player's
    #[arg(long, value_name = "SKILL", default_value = "machine")]
    skill: String,
    /// The planner's hand
    #[arg(long, value_name = "SKILL", default_value = "club")]
    opponent_skill: String,
    #[command(flatten)]
    budget: args::Budget,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
}

fn ball(text: &str) -> Result<Player, String> {
    let found = Player::ALL.into_iter().find(|player| player.ball().name() == text.trim());
    found.or_else(|| Player::from_letter(text.trim())).ok_or_else(|| "white or yellow is right".into())
}

/// Plays until the set is over, the person leaves, or the input ends.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let world = World::load(&args.world)?;
    let (mut position, profile) = world.position(&args.position)?;
    if args.position.is_empty() {
        position.target = args.target;
    }
    ensure!(
        position.kind.stroke_kind().is_some(),
        "kind: a game begins with n, o, r, h:lower or h:upper, not with `{}`",
        position.kind.code()
    );
    let (yours, mine) =
        (world::skill("--skill", &args.skill)?, world::skill("--opponent-skill", &args.opponent_skill)?);
    let untold = args.budget.time.is_none() && args.budget.nodes.is_none();
    let budget = args::Budget { time: args.budget.time.or(untold.then_some(DEFAULT_TIME)), nodes: args.budget.nodes };
    let hands = Hands { you: args.you, yours, mine, seed: args.seed.seed };
    let mut game = Game::new(world.table, profile, position, hands, &budget, args.threads.count());
    writeln!(out, "You play {}. Type `help` for what can be typed, `quit` to leave.", args.you.ball().name())?;
    game.draw(out)?;
    let mut lines = std::io::stdin().lock().lines();
    while !game.is_over() {
        if !game.is_yours() {
            game.planner_plays(out)?;
            continue;
        }
        write!(out, "{}> ", args.you.ball().name())?;
        out.flush()?;
        let Some(line) = next_line(&mut lines)? else {
            writeln!(out)?;
            break;
        };
        if game.answer(&line, out)? == Answer::Leave {
            break;
        }
    }
    Ok(Exit::Done)
}

/// The next line typed; bytes that are no text are taken for nonsense, not for the end.
fn next_line(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> Result<Option<String>> {
    match lines.next() {
        None => Ok(None),
        Some(Ok(line)) => Ok(Some(line)),
        Some(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => Ok(Some("?".into())),
        Some(Err(error)) => Err(error.into()),
    }
}
