//! `filotto drills`: positions to practise one kind of stroke, with pictures and solutions.

use crate::coach::drill::{self, Drill, Wish};
use crate::coach::page::{escaped, page};
use crate::coach::stop::Stop;
use crate::world::{self, World};
use crate::{Exit, args, progress, whole};
use anyhow::{Context, Result};
use filotto_engine::names::Name;
use filotto_engine::{Language, Profile};
use filotto_search::Planner;
use std::io::Write;
use std::path::PathBuf;

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
    let (bar, stop) = (progress::bar(Some(args.tries), BAR), Stop::on_signal());
    let mut looked = 0;
    let drills = drill::search(&planner, &wish, count, args.tries, |found, number| {
        looked = number;
        bar.set_position(number);
        bar.set_message(format!("{found} of {count} found"));
        !stop.asked()
    })?;
    bar.finish_and_clear();
    if drills.is_empty() {
        if !was_there {
            // Only an empty folder goes; one with something in it refuses, and that is right.
            let _ = std::fs::remove_dir(&args.out);
        }
        writeln!(out, "no {} was found among {looked} positions; nothing is written; {HELPS}", args.kind)?;
        return Ok(Exit::Negative);
    }
    write_all(&args, &drills, &world)?;
    let missing = count - drills.len();
    writeln!(out, "{} drills in {}", drills.len(), args.out.join("index.html").display())?;
    if missing > 0 {
        writeln!(out, "{missing} more were not found among {looked} positions; {HELPS}")?;
        return Ok(Exit::Negative);
    }
    Ok(Exit::Done)
}

/// What to do when too little was found.
const HELPS: &str = "a wider --band, more --tries or another --seed may help";

/// What the bar shows.
const BAR: &str = "{bar:30} {pos} of {len} positions, {per_sec}, at most {eta} left, {msg}; Ctrl-C keeps what was found";

fn write_all(args: &Args, drills: &[Drill], world: &World) -> Result<()> {
    let write = |name: &str, text: &str| whole::write(&args.out.join(name), text.as_bytes());
    for (i, one) in drills.iter().enumerate() {
        let [alone, solved] = drill::pictures(one, i, &world.table)?;
        write(&drill::file(i, false), &alone)?;
        write(&drill::file(i, true), &solved)?;
    }
    write("index.html", &index(args, drills))
}

/// The positions, then each solution on its own sheet.
fn index(args: &Args, drills: &[Drill]) -> String {
    let language = args.lang.lang;
    let title = format!("{} for {}: {} drills", args.kind, args.skill, drills.len());
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    let gloss = args.kind.gloss(if language == Language::It { Language::En } else { language });
    let (low, high) = (100.0 * args.band.0, 100.0 * args.band.1);
    body += &format!("<p>{}. The chance to score is {low:.0} to {high:.0} %.</p>\n", escaped(gloss));
    for (i, drill) in drills.iter().enumerate() {
        let text = escaped(&drill.position.to_string());
        body += &format!("<div class=\"sheet\"><h2>Drill {}</h2><img src=\"{}\" alt=\"{text}\"></div>\n", i + 1, drill::file(i, false));
    }
    for (i, drill) in drills.iter().enumerate() {
        let words = escaped(&drill.wording.line(language));
        let (stroke, name) = (escaped(&drill.stroke.to_string()), drill::file(i, true));
        body += &format!("<div class=\"sheet own\"><h2>Solution {}</h2><p>{words}</p><p><code>{stroke}</code></p><img src=\"{name}\" alt=\"{stroke}\"></div>\n", i + 1);
    }
    page(&title, &body)
}
