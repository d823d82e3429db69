//! `filotto replay`: a record shown stroke by stroke, as text, as a picture, as a page.

use crate::draw::{self, Scene, Theme};
use crate::played::{self, Played};
use crate::tongue::{self, fixed, say};
use crate::{Exit, args, pictures, record_file, scoreboard, whole};
use anyhow::{Context, Result, bail};
use filotto_engine::record::{Header, Line, Record, StrokeLine, retell, summarize};
use filotto_engine::{Declared, Language, Name, Position, Stroke};
use filotto_physics::Table;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Shows a recorded match
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto replay set.filotto.jsonl\n  filotto replay set.filotto.jsonl --stroke 7 --png seven.png\n  filotto replay set.filotto.jsonl --html set.html --lang it"
)]
pub struct Args {
    /// The record; half-written (.part) and compressed (.zst) ones are read too
    file: PathBuf,
    /// One stroke: its number in the whole match, from 1
    #[arg(long, value_name = "N")]
    stroke: Option<usize>,
    /// Writes a page with every stroke's picture that opens without a network
    #[arg(long, value_name = "FILE", value_parser = args::new_file)]
    html: Option<PathBuf>,
    #[command(flatten)]
    lang: args::Lang,
    #[command(flatten)]
    picture: args::Picture,
}

/// What replaying needs of a record.
struct Show {
    header: Header,
    table: Table,
    strokes: Vec<StrokeLine>,
    /// Language of all words.
    language: Language,
    /// Every line told, with the number of the stroke where it is one.
    told: Vec<(Option<usize>, String)>,
}

/// Replays.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let record = record_file::read(&args.file)?;
    if let Some(line) = record.torn {
        eprintln!("{}: line {line} is torn; shown up to line {}", args.file.display(), line - 1);
    }
    let show = Show::of(&record, args.lang.lang).with_context(|| args.file.display().to_string())?;
    if args.stroke.is_none() && (args.picture.svg.is_some() || args.picture.png.is_some()) {
        bail!("--svg and --png draw one stroke: say which with --stroke N (1 to {})", show.strokes.len());
    }
    if let Some(number) = args.stroke {
        show.one(number, &args, out)?;
    } else if args.html.is_none() {
        show.list(&record, out)?;
    }
    if let Some(file) = &args.html {
        let page = show.page(&record, Theme::of(args.picture.dark), args.lang.lang)?;
        whole::write(file, page.as_bytes())?;
    }
    Ok(Exit::Done)
}

impl Show {
    fn of(record: &Record, language: Language) -> Result<Show> {
        let table = Table::new(record.header.table.clone()).context("table")?;
        let stroke = |line: &Line| if let Line::Stroke(stroke) = line { Some(stroke.clone()) } else { None };
        let strokes = record.lines.iter().filter_map(stroke).collect();
        let mut strokes_told = 0;
        let number = |line: &Line| {
            strokes_told += usize::from(matches!(line, Line::Stroke(_)));
            matches!(line, Line::Stroke(_)).then_some(strokes_told)
        };
        let numbers: Vec<_> = record.lines.iter().map(number).collect();
        let told = numbers.into_iter().zip(retell(&record.header, &record.lines, language).context("table")?).collect();
        Ok(Show { header: record.header.clone(), table, strokes, language, told })
    }

    /// Plays a recorded stroke again.
    fn play(&self, line: &StrokeLine) -> Result<(Position, Stroke, Played)> {
        let position = Position::parse(&line.position, &self.table)?;
        let stroke = Stroke::parse(&line.executed)?;
        let declared: Vec<Declared> = line.declared.iter().filter_map(|word| Declared::from_name(word)).collect();
        let played = played::play(&position, &stroke, &declared, &self.table, &self.header.profile)?;
        Ok((position, stroke, played))
    }

    fn scene<'a>(&'a self, line: &StrokeLine, again: &'a (Position, Stroke, Played)) -> Scene<'a> {
        let (position, stroke, played) = again;
        let language = self.language;
        let (set, number) = (line.set, line.stroke);
        let who = tongue::ball(language, line.by.ball());
        let heading = match language {
            Language::En => format!("set {set} stroke {number}: {who}, {}", self.name(again)),
            Language::It => format!("set {set} tiro {number}: {who}, {}", self.name(again)),
            Language::Ru => format!("партия {set}, удар {number}: {who}, {}", self.name(again)),
        };
        let (mine, theirs) = (line.verdict.striker, line.verdict.opponent);
        let points = match language {
            Language::En => format!("{mine} to the striker, {theirs} to the opponent"),
            Language::It => format!("{mine} a chi tira, {theirs} all'avversario"),
            Language::Ru => format!("{mine} бьющему, {theirs} сопернику"),
        };
        let none = || say(language, "none", "nessuno", "нет").to_string();
        let faults = if line.verdict.faults.is_empty() { none() } else { line.verdict.faults.join(", ") };
        let row = |en, it, ru, value: String| (say(language, en, it, ru).to_string(), value);
        let mut figures = vec![
            row("player", "giocatore", "игрок", self.header.players[line.by.index()].name.clone()),
            row("points", "punti", "очки", points),
            row("faults", "falli", "ошибки", faults),
        ];
        if let Some(forecast) = line.forecast {
            let fault = say(language, "fault", "fallo", "ошибка");
            let told = format!(
                "{} {}, {fault} {} %",
                fixed(language, forecast.points, 2),
                tongue::points(language, forecast.points, 2),
                fixed(language, 100.0 * forecast.fault, 1)
            );
            figures.push(row("expected", "atteso", "ожидалось", told));
        }
        let scene = pictures::scene(&self.table, position, stroke, played, heading, figures);
        Scene { language, ..scene }
    }

    /// What a recorded stroke is called by what it did.
    fn name(&self, (position, stroke, played): &(Position, Stroke, Played)) -> Name {
        played::name(position, stroke, played, &self.table)
    }

    fn one(&self, number: usize, args: &Args, out: &mut dyn Write) -> Result<()> {
        let Some(line) = number.checked_sub(1).and_then(|index| self.strokes.get(index)) else {
            bail!("--stroke {number}: the record has strokes 1 to {}", self.strokes.len());
        };
        let again = self.play(line)?;
        let scene = self.scene(line, &again);
        pictures::write(&scene, &args.picture)?;
        write!(out, "{}", draw::text(&self.table, &scene.layout, scene.striker, Some(&again.2.trace)))?;
        writeln!(out, "{}\nposition {}\nintended {}\nexecuted {}", scene.heading, line.position, line.intended, line.executed)?;
        let says = self.told.iter().find(|(stroke, _)| *stroke == Some(number)).map_or("", |(_, told)| told);
        writeln!(out, "{says}\nnext     {}", line.next)?;
        Ok(())
    }

    fn list(&self, record: &Record, out: &mut dyn Write) -> Result<()> {
        for (number, told) in &self.told {
            match number {
                Some(number) => {
                    let line = &self.strokes[number - 1];
                    // A stroke that can't be played again has no name; its line is told all the same.
                    let name = self.play(line).map_or(String::new(), |again| format!("{}: ", self.name(&again)));
                    let (set, stroke) = match self.language {
                        Language::En => ("set", "stroke"),
                        Language::It => ("set", "tiro"),
                        Language::Ru => ("партия", "удар"),
                    };
                    writeln!(out, "{number:>4}  {set} {} {stroke} {:>3}  {name}{told}", line.set, line.stroke)?;
                }
                None => writeln!(out, "      {told}")?,
            }
        }
        let names = [0, 1].map(|i| self.header.players[i].name.clone());
        write!(out, "\n{}", scoreboard::summary(&names, &summarize(&record.lines), self.language))?;
        Ok(())
    }

    /// The whole match on one page: pictures inline, nothing fetched.
    fn page(&self, record: &Record, theme: &Theme, language: Language) -> Result<String> {
        let names = [0, 1].map(|i| self.header.players[i].name.clone());
        let title = format!("{} {} {}", names[0], say(language, "against", "contro", "против"), names[1]);
        let mut page = format!(
            "<!doctype html><html lang=\"{2}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{0}</title><style>{STYLE}</style><h1>{0}</h1><pre>{1}</pre>",
            escape(&title),
            escape(&scoreboard::summary(&names, &summarize(&record.lines), self.language)),
            language.code()
        );
        for (number, told) in &self.told {
            let told = escape(told);
            let Some(number) = number else {
                let _ = write!(page, "<p>{told}</p>");
                continue;
            };
            let line = &self.strokes[number - 1];
            let again = self.play(line).with_context(|| format!("stroke {number}"))?;
            let svg = draw::picture(&self.scene(line, &again), theme);
            // The XML declaration has no place inside a page.
            let svg = svg.find("<svg").map_or(svg.as_str(), |start| &svg[start..]);
            let position = escape(&line.position);
            let _ = write!(page, "<details><summary>{number}. {}: {told}</summary>{svg}<p><code>{position}</code></p></details>", self.name(&again));
        }
        page.push_str("</html>\n");
        Ok(page)
    }
}

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:75rem;margin:1rem auto;padding:0 1rem}\
details{border-bottom:1px solid #8884;padding:.4rem 0}summary{cursor:pointer}svg{width:100%;height:auto}pre{overflow-x:auto}";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
