//! `filotto match`: two players, one match, a record and a summary.

use crate::interrupt::Stop;
use crate::record_file::Recorder;
use crate::process::Limit;
use crate::world::{self, World};
use crate::{Exit, args, hashes, players, progress, scoreboard};
use anyhow::{Context, Result, bail};
use crate::strength::Failure;
use filotto_engine::game::{GameError, Phase, step};
use filotto_engine::record::{By, Header, Line, SCHEMA, Seat, Summary, summarize};
use filotto_engine::{Brain, Game, Language, Player, ProfileName};
use indicatif::ProgressBar;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Plays a match between two players and records it
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto match --white planner --yellow random --target 30 --seed 1 --out set.filotto.jsonl\n\nPlayers: random, geometric, greedy, ev, planner; options after a colon: planner:nodes=50000.\nThey think by node budgets, so that a seed gives the same match. A match that was interrupted\ngoes on with  filotto match --resume FILE.part"
)]
pub struct Args {
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
    #[arg(long, value_name = "SKILL", default_value = "club")]
    skill: String,
    /// Execution noise of white alone
    #[arg(long, value_name = "SKILL")]
    white_skill: Option<String>,
    /// Execution noise of yellow alone
    #[arg(long, value_name = "SKILL")]
    yellow_skill: Option<String>,
    /// Time a stroke: a bot must answer within it, a planner without a budget of its own thinks that long (the same
    /// seed then gives another match)
    #[arg(long, value_name = "TIME", value_parser = args::time)]
    clock: Option<Duration>,
    /// Writes the record to FILE (FILE.part while the match runs); a name ending in .zst is compressed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Goes on with an unfinished record; players, rules and seed are those of the record
    #[arg(long, value_name = "FILE.part", conflicts_with_all = ["white", "yellow", "target", "sets", "skill", "white_skill", "yellow_skill", "out", "seed", "table", "rules"])]
    resume: Option<PathBuf>,
    /// Prints the summary as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
}

/// Plays.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let mut lines = Vec::new();
    let (mut recorder, game) = match &args.resume {
        Some(part) => {
            let (recorder, record) = Recorder::resume(part)?;
            check_hashes(&record.header)?;
            let game = Game::after(record.header.clone(), &record.lines)
                .map_err(|(index, error)| anyhow::anyhow!("{}: line {}: {error}", part.display(), index + 2))?;
            lines = record.lines;
            (Some(recorder), game)
        }
        None => {
            let header = header(&args)?;
            let recorder = args.out.as_deref().map(|path| Recorder::begin(path, &header)).transpose();
            (recorder?, Game::new(header)?)
        }
    };
    let mut brains = seat_players(&game, &args)?;
    let stopped = play(game, &mut brains, &mut recorder, &mut lines)?;
    let summary = summarize(&lines);
    if stopped {
        return interrupted(recorder);
    }
    let file = recorder.map(Recorder::finish).transpose()?;
    tell(out, &args, &brains, &summary, &failures(&lines), file)
}

fn header(args: &Args) -> Result<Header> {
    let world = World::load(&args.world)?;
    let (position, profile) = world.position(&[])?;
    let seat = |brain: &str, option: &str, own: &Option<String>| -> Result<Seat> {
        let skill = own.as_deref().unwrap_or(&args.skill);
        let name = format!("{brain} ({skill})");
        Ok(Seat { name, brain: brain.to_string(), skill: world::skill(option, skill)? })
    };
    Ok(Header {
        schema: SCHEMA.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        physics: filotto_physics::hash(&world.table),
        rules: hashes::rules_of(&profile),
        seed: args.seed.seed,
        number: None,
        target: args.target,
        sets: args.sets,
        players: [
            seat(&args.white, "--white-skill", &args.white_skill)?,
            seat(&args.yellow, "--yellow-skill", &args.yellow_skill)?,
        ],
        rules_name: rules_name(&position.profile),
        profile,
        table: world.table.params().clone(),
    })
}

fn rules_name(name: &ProfileName) -> String {
    name.as_str().to_string()
}

/// A record made by other physics or rules can't be gone on with: its strokes would not come out the same.
fn check_hashes(header: &Header) -> Result<()> {
    if let Some(how) = hashes::foreign(header, &hashes::here(header)?) {
        bail!("--resume: the record is of {how}; only the program that began it can go on");
    }
    Ok(())
}

fn seat_players(game: &Game, args: &Args) -> Result<[Box<dyn Brain>; 2]> {
    let header = game.header();
    let make = |player: Player| -> Result<Box<dyn Brain>> {
        let (own, other) = (&header.players[player.index()], &header.players[player.other().index()]);
        let seat = players::Seat {
            skill: own.skill,
            opponent: other.skill,
            table: game.table(),
            profile: game.profile(),
            threads: args.threads.count(),
        };
        let made = match args.clock {
            Some(clock) => players::within(&own.brain, &seat, Limit::Time(clock), None),
            None => players::by_name(&own.brain, &seat),
        };
        made.with_context(|| format!("--{}", player.ball().name()))
    };
    Ok([make(Player::White)?, make(Player::Yellow)?])
}

/// Plays to the end; `true` when it was interrupted.
fn play(
    mut game: Game,
    brains: &mut [Box<dyn Brain>; 2],
    recorder: &mut Option<Recorder>,
    lines: &mut Vec<Line>,
) -> Result<bool> {
    let stop = Stop::on_ctrl_c("the stroke under way is finished");
    let board = board();
    while !matches!(game.phase(), Phase::Done(_)) {
        if stop.asked() {
            board.finish_and_clear();
            return Ok(true);
        }
        let line = match step(&mut game, brains, &mut players::claims).or_else(|error| lost(&mut game, &error, &board)) {
            Ok(line) => line,
            Err(error) => {
                board.finish_and_clear();
                let left = recorder.as_ref().map(|r| format!("; the match so far is in {}", r.part().display()));
                bail!("{error}{}", left.unwrap_or_default());
            }
        };
        if let Some(recorder) = recorder {
            recorder.line(&line).with_context(|| recorder.part().display().to_string())?;
        }
        lines.push(line);
        board.set_message(scoreboard::line(&game, lines));
    }
    board.finish_and_clear();
    Ok(false)
}

/// A player who gives no answer, or none that can be played, loses the set; how is told and recorded.
fn lost(game: &mut Game, error: &GameError, board: &ProgressBar) -> Result<Line> {
    let Some((player, failure)) = Failure::of(error) else { bail!("{error}") };
    let reason = format!("{}: {error}", failure.word());
    board.suspend(|| eprintln!("{} loses the set: {reason}", player.ball().name()));
    Ok(game.forfeit(player, &reason)?)
}

/// How the players failed, from the record: who, in which set, in what words.
fn failures(lines: &[Line]) -> Vec<(By, u8, &str)> {
    let failed = lines.iter().filter_map(|line| if let Line::Forfeit(event) = line { Some(event) } else { None });
    failed.map(|event| (event.by, event.set, event.reason.as_str())).collect()
}

/// The live line on standard error.
fn board() -> ProgressBar {
    let bar = progress::bar(None, "{spinner} {elapsed} {msg}");
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

fn interrupted(recorder: Option<Recorder>) -> Result<Exit> {
    match recorder {
        Some(recorder) => {
            let part = recorder.part().display();
            eprintln!("interrupted; go on with  filotto match --resume {part}");
        }
        None => eprintln!("interrupted; without --out nothing is kept"),
    }
    Ok(Exit::Negative)
}

fn tell(
    out: &mut dyn Write,
    args: &Args,
    brains: &[Box<dyn Brain>; 2],
    summary: &Summary,
    failures: &[(By, u8, &str)],
    file: Option<PathBuf>,
) -> Result<Exit> {
    let names = [brains[0].name(), brains[1].name()];
    if args.json {
        let file = file.map(|path| path.display().to_string());
        let told = failures.iter().map(|(by, set, how)| json!({ "by": by, "set": set, "how": how }));
        let failures: Vec<_> = told.collect();
        let value = json!({
            "schema": "filotto/match/1", "players": names, "summary": summary, "failures": failures, "record": file
        });
        writeln!(out, "{value}")?;
        return Ok(Exit::Done);
    }
    write!(out, "{}", scoreboard::summary(&names, summary, Language::En))?;
    for (by, set, how) in failures {
        let who = by.player().map_or("referee", |player| player.ball().name());
        writeln!(out, "set {set} lost by {who}: {how}")?;
    }
    if let Some(path) = file {
        writeln!(out, "record: {}", path.display())?;
    }
    Ok(Exit::Done)
}
