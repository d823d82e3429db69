//! `filotto review`: a recorded match looked over, as a page and as JSON.

use crate::coach::page::{escaped, page};
use crate::coach::review::{self, Look};
use crate::coach::wording::Wording;
use crate::draw::{self, Scene, Theme};
use crate::tongue::{self, fixed, say, signed};
use crate::{Exit, args, pictures, played, progress, record_file, whole};
use anyhow::{Context, Result};
use filotto_engine::{Language, Player};
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
    #[arg(long, value_name = "FILE", value_parser = args::new_file)]
    out: Option<PathBuf>,
    /// Simulated strokes to look for the best of each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: args::Lang,
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
    let seen = Seen { record: &record, looks: &looks, language: args.lang.lang };
    if let Some(file) = &args.out {
        whole::write(file, seen.html(&planner)?.as_bytes())?;
    }
    if args.json {
        writeln!(out, "{}", review::as_json(&record, &looks))?;
    } else {
        seen.tell(out)?;
    }
    Ok(Exit::Done)
}

/// A match looked over, and the language to tell it in.
struct Seen<'a> {
    record: &'a Record,
    looks: &'a [Look],
    language: Language,
}

impl Seen<'_> {
    fn say(&self, en: &'static str, it: &'static str, ru: &'static str) -> &'static str {
        say(self.language, en, it, ru)
    }

    /// Heads of the sums: player, strokes, and what was lost and gained.
    fn heads(&self) -> [&'static str; 5] {
        match self.language {
            Language::En => ["player", "strokes", "lost by choice", "lost by execution", "luck"],
            Language::It => ["giocatore", "tiri", "persi per scelta", "persi per esecuzione", "fortuna"],
            Language::Ru => ["игрок", "удары", "потеряно выбором", "потеряно исполнением", "удача"],
        }
    }

    /// A player's row: name, strokes, choice, execution, luck.
    fn sums(&self, player: Player) -> [String; 5] {
        let (count, lost) = review::sums(self.looks, player);
        let [choice, execution] = [lost[0], lost[1]].map(|v| fixed(self.language, v, 1));
        let luck = signed(self.language, lost[2], 1);
        let name = self.record.header.players[player.index()].name.clone();
        [name, count.to_string(), choice, execution, luck]
    }

    fn tell(&self, out: &mut dyn Write) -> Result<()> {
        let rows: Vec<[String; 5]> =
            std::iter::once(self.heads().map(String::from)).chain(Player::ALL.map(|p| self.sums(p))).collect();
        let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
        for row in &rows {
            write!(out, "{:<w$}", row[0], w = width(0))?;
            for (i, cell) in row.iter().enumerate().skip(1) {
                write!(out, "{cell:>w$}", w = width(i) + 3)?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{}:", self.say("the dearest mistakes", "gli errori più cari", "самые дорогие ошибки"))?;
        for look in review::dearest(self.looks, DEAREST) {
            writeln!(out, "  {}", self.headline(look))?;
        }
        Ok(())
    }

    /// What a mistake was, and what it cost.
    fn headline(&self, look: &Look) -> String {
        let language = self.language;
        let (set, stroke) = look.number;
        let (who, played) = (tongue::ball(language, look.by.ball()), self.played_name(look));
        let place = match language {
            Language::En => format!("set {set}, stroke {stroke}, {who}"),
            Language::It => format!("set {set}, tiro {stroke}, {who}"),
            Language::Ru => format!("партия {set}, удар {stroke}, {who}"),
        };
        let by_choice = look.choice > look.execution;
        let cost = if by_choice { look.choice } else { look.execution };
        let (cost, unit) = (fixed(language, cost, 1), tongue::points(language, cost, 1));
        let best = look.names[2];
        let told = match (language, by_choice) {
            (Language::En, true) => format!("the best, {best}, was worth {cost} {unit} more"),
            (Language::It, true) => format!("il migliore, {best}, valeva {cost} {unit} di più"),
            (Language::Ru, true) => format!("лучший, {best}, дал бы на {cost} {unit} больше"),
            (Language::En, false) => format!("executed {cost} {unit} below this hand's average"),
            (Language::It, false) => format!("eseguito {cost} {unit} sotto la media di questa mano"),
            (Language::Ru, false) => format!("исполнен на {cost} {unit} ниже среднего этой руки"),
        };
        format!("{place}: {played}; {told}")
    }

    /// What was meant, and what came of it where that is another kind.
    fn played_name(&self, look: &Look) -> String {
        let [meant, done, _] = look.names;
        let came = self.say("came out as", "è uscito", "вышло");
        if meant == done { meant.to_string() } else { format!("{meant} ({came} {done})") }
    }

    fn html(&self, planner: &Planner) -> Result<String> {
        let players = &self.record.header.players;
        let against = self.say("against", "contro", "против");
        let title = format!("{} {against} {}", players[0].name, players[1].name);
        let about = self.say(
            "Points lost by choice: what the best stroke found would have earned more in this player's hand. By execution: what the error cost against this hand's average. Luck: what came of the stroke beyond strokes hardly different from it.",
            "Punti persi per scelta: quanto avrebbe reso di più, in questa mano, il miglior tiro trovato. Per esecuzione: quanto è costato l'errore rispetto alla media di questa mano. Fortuna: quanto il tiro ha reso oltre a tiri appena diversi.",
            "Потеряно выбором: на сколько больше дал бы этой руке лучший найденный удар. Исполнением: сколько стоила погрешность против среднего этой руки. Удача: что вышло сверх едва отличных ударов.",
        );
        let mut body = format!("<h1>{}</h1>\n<p>{about}</p>\n<div class=\"wide\"><table>\n", escaped(&title));
        body += &row("th", &self.heads().map(String::from), &[]);
        for player in Player::ALL {
            body += &row("td", &self.sums(player), &[]);
        }
        let dearest = self.say("The dearest mistakes", "Gli errori più cari", "Самые дорогие ошибки");
        body += &format!("</table></div>\n<h2>{dearest}</h2>\n");
        for look in review::dearest(self.looks, DEAREST) {
            let (head, board) = (escaped(&self.headline(look)), self.board(planner, look)?);
            body += &format!("<div class=\"sheet\"><h3>{head}</h3>\n{board}</div>\n");
        }
        body += &self.strokes();
        Ok(page(self.language, &title, &body))
    }

    /// Every stroke with its figures.
    fn strokes(&self) -> String {
        let heads = match self.language {
            Language::En => {
                ["set.stroke", "by", "played", "best", "points", "given", "choice", "execution", "luck", "white wins"]
            }
            Language::It => [
                "set.tiro", "chi", "giocato", "migliore", "punti", "regalati", "scelta", "esecuzione", "fortuna",
                "vince la bianca",
            ],
            Language::Ru => [
                "партия.удар", "кто", "сыграно", "лучший", "очки", "отдано", "выбор", "исполнение", "удача",
                "победа белого",
            ],
        };
        let head = self.say("Stroke by stroke", "Tiro per tiro", "Удар за ударом");
        let mut text = format!("<h2>{head}</h2>\n<div class=\"wide\"><table>\n{}", row("th", &heads.map(String::from), WORDS));
        for l in self.looks {
            let [choice, execution] = [l.choice, l.execution].map(|v| fixed(self.language, v, 2));
            let luck = signed(self.language, l.luck, 2);
            let cells = [
                format!("{}.{}", l.number.0, l.number.1),
                tongue::ball(self.language, l.by.ball()).into(),
                self.played_name(l),
                l.names[2].to_string(),
                l.points.0.to_string(),
                l.points.1.to_string(),
                choice,
                execution,
                luck,
                format!("{:.0} %", 100.0 * l.white_wins),
            ];
            text += &row("td", &cells, WORDS);
        }
        text + "</table></div>\n"
    }

    /// What was played, as it came out, beside the best.
    fn board(&self, planner: &Planner, look: &Look) -> Result<String> {
        let (court, language) = (planner.court(), self.language);
        let [intended, executed, best] = &look.strokes;
        let play = |stroke| played::play(&look.position, stroke, &[], &court.table, &court.profile);
        let (done, better) = (play(executed)?, play(best)?);
        let row = |en, it, ru, value: String| (say(language, en, it, ru).to_string(), value);
        let [_, _, by_choice, by_execution, luck] = self.heads().map(String::from);
        let lost = vec![
            row("points", "punti", "очки", format!("{} : {}", look.points.0, look.points.1)),
            (by_choice, fixed(language, look.choice, 2)),
            (by_execution, fixed(language, look.execution, 2)),
            (luck, signed(language, look.luck, 2)),
        ];
        let wording = Wording::new(&court.table, &look.position, best, &better.trace);
        let scene = |stroke, played, heading, rows| Scene {
            language,
            ..pictures::scene(&court.table, &look.position, stroke, played, heading, rows)
        };
        let (played, best_of) = (self.say("played", "giocato", "сыграно"), self.say("best", "migliore", "лучший"));
        let scenes: [Scene; 2] = [
            scene(executed, &done, format!("{played}: {}", self.played_name(look)), lost),
            scene(best, &better, format!("{best_of}: {}", look.names[2]), wording.rows(language)),
        ];
        let meant = self.say("intended", "voluto", "задумано");
        let title = format!("{meant}: {}", crate::commands::rounded(intended));
        Ok(draw::board(&title, &scenes, Theme::of(false)))
    }
}

/// Columns of words, left-aligned, of the table of all strokes.
const WORDS: &[usize] = &[1, 2, 3];

/// A row of a table; `words` are left-aligned.
fn row(tag: &str, cells: &[String], words: &[usize]) -> String {
    let cell = |(i, text): (usize, &String)| {
        let class = if words.contains(&i) { " class=\"t\"" } else { "" };
        format!("<{tag}{class}>{}</{tag}>", escaped(text))
    };
    format!("<tr>{}</tr>\n", cells.iter().enumerate().map(cell).collect::<String>())
}
