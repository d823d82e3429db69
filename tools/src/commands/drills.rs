//! `filotto drills`: positions to practise one kind of stroke, with pictures and solutions.

use crate::coach::drill::{self, Drill, Wish};
use crate::coach::page::{escaped, page};
use crate::world::{self, World};
use crate::{Exit, args};
use anyhow::{Context, Result};
use filotto_engine::names::Name;
use filotto_engine::{Language, Profile};
use filotto_search::Planner;
use std::io::Write;
use std::path::PathBuf;

/// Makes positions to practise one kind of stroke, with pictures, solutions and a page to print
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto drills --skill club --kind rinquarto --count 12 --out drills\n\nIn each position the best stroke is of that kind, and this hand scores with it in the band. Open index.html of the\nfolder and print it: the positions come first, each solution on its own sheet."
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
    /// Positions looked at before giving up
    #[arg(long, default_value_t = 6000, value_name = "N")]
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
    let names = || Name::TAUGHT.map(Name::italian).join(", ");
    Name::parse(text).ok_or_else(|| format!("kind: {:?} is no stroke; one of {} is right", text.trim(), names()))
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
    let drills = drill::search(&planner, &wish, count, args.tries, |found, number| {
        // A line of progress; nothing is lost when nobody reads it.
        let _ = writeln!(std::io::stderr(), "{found} of {count} found, {number} positions looked at");
    })?;
    std::fs::create_dir_all(&args.out).with_context(|| format!("making {}", args.out.display()))?;
    let write = |name: &str, text: &str| {
        let file = args.out.join(name);
        std::fs::write(&file, text).with_context(|| format!("writing {}", file.display()))
    };
    for (i, one) in drills.iter().enumerate() {
        let [alone, solved] = drill::pictures(one, i, &world.table)?;
        write(&drill::file(i, false), &alone)?;
        write(&drill::file(i, true), &solved)?;
    }
    write("index.html", &index(&args, &drills))?;
    let missing = count - drills.len();
    writeln!(out, "{} drills in {}", drills.len(), args.out.join("index.html").display())?;
    if missing > 0 {
        writeln!(out, "{missing} more were not found among {} positions; a wider --band or more --tries may help", args.tries)?;
        return Ok(Exit::Negative);
    }
    Ok(Exit::Done)
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
