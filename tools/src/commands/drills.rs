//! `filotto drills`: positions to practise one kind of stroke, with pictures and solutions.

use crate::coach::drill::{self, Drill, Found, Missed, Wish};
use crate::coach::page::{escaped, page};
use crate::interrupt::Stop;
use crate::tongue::{self, say};
use crate::world::{self, World};
use crate::{Exit, args, progress, whole};
use anyhow::{Context, Result};
use filotto_engine::names::Name;
use filotto_engine::{Language, Profile};
use filotto_search::Planner;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Makes positions to practise one kind of stroke, with pictures, solutions and a page to print
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto drills --skill club --kind rinquarto --count 12 --out drills\n\nIn each position the best stroke found is of that kind, and this hand scores with it in the band. Open index.html of\nthe folder and print it: the positions come first, each solution on its own sheet. Ctrl-C ends the search and keeps\nwhat was found."
)]
pub struct Args {
    /// The kind of stroke: filotto, traversino, rinquarto, candela, garuffa …
    #[arg(long, value_parser = kind)]
    kind: Name,
    /// How many
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=200))]
    count: u16,
    /// Whose hand: a preset or a skill file
    #[arg(long, default_value = "club", value_name = "SKILL")]
    skill: String,
    /// The band of the chance to score, in percent
    #[arg(long, default_value = "30-60", value_parser = drill::band, value_name = "LOW-HIGH")]
    band: (f64, f64),
    /// Positions built and looked at before giving up
    #[arg(long, default_value_t = 6000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,
    /// Time after which the search ends with what it has; a search that ends before it gives the same drills again
    #[arg(long, default_value = "5m", value_name = "TIME", value_parser = args::time)]
    time: Duration,
    /// The folder for the pages and pictures; made when it isn't there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    lang: args::Lang,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
    #[command(flatten)]
    world: args::World,
}

fn kind(text: &str) -> Result<Name, String> {
    let quiet = |name: &Name| matches!(name, Name::Difesa | Name::Impallatura);
    let names: Vec<&str> = Name::TAUGHT.iter().filter(|name| !quiet(name)).map(|name| name.italian()).collect();
    let wrong = |what: &str| format!("kind: {:?} {what}; one of {} is right", text.trim(), names.join(", "));
    let name = Name::parse(text).ok_or_else(|| wrong("is no stroke"))?;
    if quiet(&name) { Err(wrong("seeks no points, so that there is no chance to score")) } else { Ok(name) }
}

/// Searches, draws, writes.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let world = World::load(&args.world)?;
    let profile = match args.world.rules.as_deref() {
        Some(name) => world::named_rules(filotto_engine::ProfileName::from_text(name))?.1,
        None => Profile::wcbs_1997(),
    };
    let skill = world::skill("--skill", &args.skill)?;
    let wish = Wish { skill, kind: args.kind, band: args.band, seed: args.seed.seed };
    let planner = Planner::new(world.table.clone(), profile, args.threads.count());
    let count = usize::from(args.count);
    // A folder that can't be is told before the search, not after it.
    let was_there = args.out.is_dir();
    std::fs::create_dir_all(&args.out).with_context(|| format!("making {}", args.out.display()))?;
    let (bar, stop) = (progress::bar(Some(args.tries), BAR), Stop::on_ctrl_c("what was found is kept"));
    let started = Instant::now();
    let found = drill::search(&planner, &wish, count, args.tries, |found| {
        bar.set_position(found.looked);
        bar.set_message(format!("{} of {count} found", found.drills.len()));
        !stop.asked() && started.elapsed() < args.time
    })?;
    bar.finish_and_clear();
    let missing = count - found.drills.len();
    if found.drills.is_empty() {
        if !was_there {
            // Only an empty folder goes; one with something in it refuses, and that is right.
            let _ = std::fs::remove_dir(&args.out);
        }
        writeln!(out, "no {} was found; nothing is written", args.kind)?;
    } else {
        write_all(&args, &found.drills, &world)?;
        writeln!(out, "{} drills in {}", found.drills.len(), args.out.join("index.html").display())?;
    }
    if missing > 0 {
        writeln!(out, "{}", why(&args, &found))?;
        return Ok(Exit::Negative);
    }
    Ok(Exit::Done)
}

/// Why so few were found, and what to do about it.
fn why(args: &Args, found: &Found) -> String {
    let (low, high) = (100.0 * args.band.0, 100.0 * args.band.1);
    let [no, better, easy, hard] =
        [Missed::Unplayable, Missed::Better, Missed::TooEasy, Missed::TooHard].map(|why| found.count(why));
    let missing = usize::from(args.count) - found.drills.len();
    let helps = match better.max(easy).max(hard) {
        0 => "try another --seed",
        most if most == hard => "try a lower --band (such as 5-30), or --skill pro",
        most if most == easy => "try a higher --band (such as 50-90)",
        _ => "the kind is seldom best: try a wider --band (such as 5-90)",
    };
    format!(
        "{missing} of {} not found among {} positions: in {no} no {kind} scores, in {better} another stroke is better, in {hard} it scores less often than {low:.0} %, in {easy} more often than {high:.0} %; {helps}, or search on with more --time and --tries",
        args.count,
        found.looked,
        kind = args.kind,
    )
}

/// What the bar shows.
const BAR: &str = "{bar:30} {pos} of {len} positions, {per_sec}, at most {eta} left, {msg}; Ctrl-C keeps what was found";

fn write_all(args: &Args, drills: &[Drill], world: &World) -> Result<()> {
    let write = |name: &str, text: &str| whole::write(&args.out.join(name), text.as_bytes());
    for (i, one) in drills.iter().enumerate() {
        let [alone, solved] = drill::pictures(one, i, &world.table, args.lang.lang)?;
        write(&drill::file(i, false), &alone)?;
        write(&drill::file(i, true), &solved)?;
    }
    write("index.html", &index(args, drills))
}

/// The positions, then each solution on its own sheet.
fn index(args: &Args, drills: &[Drill]) -> String {
    let language = args.lang.lang;
    let (kind, skill, count) = (args.kind, &args.skill, drills.len());
    let title = match language {
        Language::En => format!("{kind} for {skill}: {count} {}", if count == 1 { "drill" } else { "drills" }),
        Language::It => format!("{kind} per {skill}: {count} {}", if count == 1 { "esercizio" } else { "esercizi" }),
        Language::Ru => {
            let drills = tongue::russian(count as f64, "упражнение", "упражнения", "упражнений");
            format!("{kind} ({skill}): {count} {drills}")
        }
    };
    let (low, high) = (100.0 * args.band.0, 100.0 * args.band.1);
    let chance = match language {
        Language::En => format!("The chance to score is {low:.0} to {high:.0} %. The position's line is what <code>filotto suggest</code> takes."),
        Language::It => format!("La probabilità di segnare va dal {low:.0} al {high:.0} %. La riga della posizione si può dare a <code>filotto suggest</code>."),
        Language::Ru => format!("Результативность от {low:.0} до {high:.0} %. Строку позиции понимает <code>filotto suggest</code>."),
    };
    let gloss = match kind.gloss(language) {
        "" => String::new(),
        gloss => format!("{}. ", escaped(gloss)),
    };
    let mut body = format!("<h1>{}</h1>\n<p>{gloss}{chance}</p>\n", escaped(&title));
    let (drill, solution) =
        (say(language, "Drill", "Esercizio", "Упражнение"), say(language, "Solution", "Soluzione", "Решение"));
    for (i, one) in drills.iter().enumerate() {
        let (n, text) = (i + 1, escaped(&one.position.to_string()));
        body += &format!("<div class=\"sheet\"><h2>{drill} {n}</h2><img src=\"{}\" alt=\"{text}\"></div>\n", drill::file(i, false));
    }
    for (i, one) in drills.iter().enumerate() {
        let (n, words) = (i + 1, escaped(&one.wording.line(language)));
        let (stroke, name) = (escaped(&one.stroke.to_string()), drill::file(i, true));
        body += &format!("<div class=\"sheet own\"><h2>{solution} {n}</h2><p>{words}</p><p><code>{stroke}</code></p><img src=\"{name}\" alt=\"{stroke}\"></div>\n");
    }
    page(language, &title, &body)
}
