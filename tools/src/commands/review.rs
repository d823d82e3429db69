//! `filotto review`: a recorded match looked over, as a page and as JSON.

use crate::coach::page::{escaped, page};
use crate::coach::review::{self, Look};
use crate::draw::{self, Scene, Theme};
use crate::{Exit, args, pictures, played, progress, record_file, whole};
use anyhow::{Context, Result};
use filotto_engine::Player;
use filotto_engine::record::Record;
use filotto_physics::Table;
use filotto_search::Planner;
use std::io::Write;
use std::path::PathBuf;

/// Mistakes with pictures.
const DEAREST: usize = 3;

/// Looks over a recorded match: each stroke against the best, what choice and execution cost
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto review match.filotto.jsonl --out review.html\n\nLost by choice: what the best stroke found would have earned more in this player's hand. Lost by execution: what\nthe error cost against this hand's average. Luck: what came of the stroke beyond strokes hardly different from it.\nThe skills are those in the record. The page opens without a network."
)]
pub struct Args {
    /// The record (.filotto.jsonl, also .zst or .part)
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Writes the page
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Simulated strokes to look for the best of each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: args::Threads,
}

/// Reviews.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let record = record_file::read(&args.record)?;
    let table = Table::new(record.header.table.clone()).context("the record's table")?;
    let planner = Planner::new(table, record.header.profile.clone(), args.threads.count());
    let bar = progress::bar(None, "{bar:30} {pos} of {len} strokes, {per_sec}, {eta} left");
    let told = |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let looks = planner.install(|| review::review(&planner, &record, args.nodes, told))?;
    bar.finish_and_clear();
    if let Some(file) = &args.out {
        let text = html(&planner, &record, &looks)?;
        whole::write(file, text.as_bytes())?;
    }
    if args.json {
        writeln!(out, "{}", review::as_json(&record, &looks))?;
    } else {
        tell(&record, &looks, out)?;
    }
    Ok(Exit::Done)
}

fn tell(record: &Record, looks: &[Look], out: &mut dyn Write) -> Result<()> {
    let width = record.header.players.iter().map(|p| p.name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(out, "{:<width$}{:>9}{:>18}{:>20}{:>10}", "player", "strokes", "lost by choice", "lost by execution", "luck")?;
    for player in Player::ALL {
        let (count, [choice, execution, luck]) = review::sums(looks, player);
        let name = &record.header.players[player.index()].name;
        writeln!(out, "{name:<width$}{count:>9}{choice:>18.1}{execution:>20.1}{luck:>+10.1}")?;
    }
    writeln!(out, "the dearest mistakes:")?;
    for look in review::dearest(looks, DEAREST) {
        writeln!(out, "  {}", headline(look))?;
    }
    Ok(())
}

fn headline(look: &Look) -> String {
    let (set, stroke) = look.number;
    let who = look.by.ball().name();
    let played = format!("set {set}, stroke {stroke}, {who}: {}", played_name(look));
    if look.choice > look.execution {
        format!("{played}; the best, {}, was worth {:.1} points more", look.names[2], look.choice)
    } else {
        format!("{played}; executed {:.1} points below this hand's average", look.execution)
    }
}

/// What was meant, and what came of it where that is another kind.
fn played_name(look: &Look) -> String {
    let [meant, done, _] = look.names;
    if meant == done { meant.to_string() } else { format!("{meant} (came out as {done})") }
}

fn html(planner: &Planner, record: &Record, looks: &[Look]) -> Result<String> {
    let players = &record.header.players;
    let title = format!("{} against {}", players[0].name, players[1].name);
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    body += "<p>Points lost by choice: what the best stroke found would have earned more in this player's hand. By execution: what the error cost against this hand's average. Luck: what came of the stroke beyond strokes hardly different from it.</p>\n";
    body += "<table>\n<tr><th>player</th><th>strokes</th><th>lost by choice</th><th>lost by execution</th><th>luck</th></tr>\n";
    for player in Player::ALL {
        let (count, [choice, execution, luck]) = review::sums(looks, player);
        let name = escaped(&players[player.index()].name);
        body += &format!("<tr><td>{name}</td><td>{count}</td><td>{choice:.1}</td><td>{execution:.1}</td><td>{luck:+.1}</td></tr>\n");
    }
    body += "</table>\n<h2>The dearest mistakes</h2>\n";
    for look in review::dearest(looks, DEAREST) {
        body += &format!("<div class=\"sheet\"><h3>{}</h3>\n{}</div>\n", escaped(&headline(look)), board(planner, look)?);
    }
    body += "<h2>Stroke by stroke</h2>\n<table>\n<tr><th>set.stroke</th><th class=\"t\">by</th><th class=\"t\">played</th><th class=\"t\">best</th><th>points</th><th>given</th><th>choice</th><th>execution</th><th>luck</th><th>white wins</th></tr>\n";
    for l in looks {
        body += &format!(
            "<tr><td>{}.{}</td><td class=\"t\">{}</td><td class=\"t\">{}</td><td class=\"t\">{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{:.2}</td><td>{:+.2}</td><td>{:.0} %</td></tr>\n",
            l.number.0, l.number.1, l.by.ball().name(), played_name(l), l.names[2], l.points.0, l.points.1, l.choice, l.execution, l.luck, 100.0 * l.white_wins
        );
    }
    body += "</table>\n";
    Ok(page(&title, &body))
}

/// What was played, as it came out, beside the best.
fn board(planner: &Planner, look: &Look) -> Result<String> {
    let court = planner.court();
    let [intended, executed, best] = &look.strokes;
    let play = |stroke| played::play(&look.position, stroke, &[], &court.table, &court.profile);
    let (done, better) = (play(executed)?, play(best)?);
    let row = |label: &str, value: String| (label.to_string(), value);
    let lost = vec![
        row("points", format!("{} to {}", look.points.0, look.points.1)),
        row("lost by choice", format!("{:.2}", look.choice)),
        row("lost by execution", format!("{:.2}", look.execution)),
        row("luck", format!("{:+.2}", look.luck)),
    ];
    let wording = crate::coach::wording::Wording::new(&court.table, &look.position, best, &better.trace);
    let scenes: [Scene; 2] = [
        pictures::scene(&court.table, &look.position, executed, &done, format!("played: {}", played_name(look)), lost),
        pictures::scene(&court.table, &look.position, best, &better, format!("best: {}", look.names[2]), wording.rows()),
    ];
    let title = format!("intended {}", crate::commands::rounded(intended));
    Ok(draw::board(&title, &scenes, Theme::of(false)))
}
