//! What `filotto suggest` has to tell: as a table, as JSON, as pictures.

use super::{Args, BOARD, choice};
use crate::coach::explain::bridge;
use crate::coach::wording::Wording;
use crate::draw::{self, Bar, Scene, Theme};
use crate::played::{self, Played};
use crate::pictures;
use crate::tongue::{self, fixed, say};
use crate::world::World;
use anyhow::{Context, Result};
use filotto_engine::{Language, Name, Position, Profile, Stroke};
use filotto_physics::Strike;
use filotto_search::{Estimate, Objective, Plan, Suggestion};
use serde_json::{Value, json};
use std::io::Write;

/// Everything about one answer that is told or drawn.
pub struct Answer<'a> {
    /// What was asked.
    pub args: &'a Args,
    /// Where.
    pub position: Position,
    /// What the suggestions are called.
    pub names: Vec<Name>,
    /// By which rules.
    pub profile: Profile,
    /// On which table.
    pub world: World,
    /// What was found.
    pub plan: Plan,
}

impl Answer<'_> {
    fn shown(&self) -> &[Suggestion] {
        &self.plan.suggestions[..self.args.top.min(self.plan.suggestions.len())]
    }

    /// The table of strokes.
    pub fn tell(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}", self.position)?;
        let strokes: Vec<String> = self.shown().iter().map(|s| rounded(&s.stroke).to_string()).collect();
        let width = strokes.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(6);
        let language = self.args.coach.lang;
        let [stroke, points, fault, win, name] = match language {
            Language::En => ["stroke", "points", "fault", "win", "name"],
            Language::It => ["tiro", "punti", "fallo", "vince", "nome"],
            Language::Ru => ["удар", "очки", "ошибка", "победа", "название"],
        };
        writeln!(out, "{:>2}  {stroke:<width$}{points:>16}{fault:>18}{win:>18}  {name}", "#")?;
        for (i, ((s, stroke), name)) in self.shown().iter().zip(&strokes).zip(&self.names).enumerate() {
            let (points, fault, win) =
                (tongue::estimate(language, s.points), tongue::chance(language, s.fault), tongue::chance(language, s.win));
            writeln!(out, "{:>2}  {stroke:<width$}{points:>16}{fault:>18}{win:>18}  {name}{}{}", i + 1, self.bridge(s), overtakes(language, s))?;
        }
        if self.looks_unsorted() {
            let why = say(
                language,
                "the order was settled before by other strokes: sorted by these, it would promise the luck of the best",
                "l'ordine è stato deciso prima con altri tiri: ordinato con questi prometterebbe la fortuna del migliore",
                "порядок установлен раньше на других ударах: по этим ударам он обещал бы везение лучшего",
            );
            writeln!(out, "{why}")?;
        }
        Ok(())
    }

    /// The mark of a stroke that needs the bridge.
    fn bridge(&self, suggestion: &Suggestion) -> &'static str {
        let needed = bridge::needed(&self.world.table, &self.position, &suggestion.stroke);
        if needed { bridge::mark(self.args.coach.lang) } else { "" }
    }

    /// What it took, and how to get it again.
    pub fn foot(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out)?;
        let seconds = self.plan.elapsed.as_secs_f64();
        let (language, nodes, whose) = (self.args.coach.lang, self.plan.nodes, self.whose());
        let seconds = fixed(language, seconds, 1);
        match language {
            Language::En => writeln!(out, "{nodes} strokes simulated in {seconds} s; for {whose}")?,
            Language::It => writeln!(out, "{nodes} tiri simulati in {seconds} s; per {whose}")?,
            Language::Ru => writeln!(out, "ударов просчитано: {nodes} за {seconds} с; {whose}")?,
        }
        writeln!(out, "{}", self.again())?;
        let files: Vec<String> = self.args.files().iter().map(|file| file.display().to_string()).collect();
        if !files.is_empty() {
            let written = say(language, "written", "scritto", "записано");
            writeln!(out, "{written}: {}", files.join(", "))?;
        }
        Ok(())
    }

    /// Whether a later stroke did better on the report's strokes than the first, by however little.
    fn looks_unsorted(&self) -> bool {
        self.shown().iter().any(|s| s.behind.mean < 0.0)
    }

    fn whose(&self) -> String {
        let language = self.args.coach.lang;
        let striker = tongue::ball(language, self.position.striker.ball());
        let against = say(language, "against", "contro", "против");
        let names = &self.args.skills;
        let opponent = names.opponent_skill.as_ref().unwrap_or(&names.skill);
        format!("{striker} ({}) {against} {opponent}", names.skill)
    }

    /// The command that gives the same answer to the bit; that there is none, when a clock or a stop cut it short.
    fn again(&self) -> String {
        let nodes = self.plan.repeat_nodes;
        if nodes == 0 {
            let cut = say(
                self.args.coach.lang,
                "cut short; repeatable would be",
                "interrotto; ripetibile sarebbe",
                "прервано; повторимо было бы",
            );
            return format!("{cut}: --nodes N --seed {}", self.plan.seed);
        }
        let again = say(self.args.coach.lang, "again", "di nuovo", "ещё раз");
        let mut command = format!("{again}: filotto suggest {}", quoted(&self.position.to_string()));
        let names = &self.args.skills;
        command += &format!(" --skill {}", quoted(&names.skill));
        if let Some(name) = &names.opponent_skill {
            command += &format!(" --opponent-skill {}", quoted(name));
        }
        match self.args.objective {
            Objective::Win => {}
            Objective::Points => command += " --objective points",
            Objective::Safe(q) => command += &format!(" --objective safe:{q}"),
        }
        if let Some(file) = &self.args.world.table {
            command += &format!(" --table {}", quoted(&file.display().to_string()));
        }
        command + &format!(" --top {} --nodes {nodes} --seed {}", self.args.top, self.plan.seed)
    }

    /// Plays a suggestion without error, for its picture.
    fn played(&self, suggestion: &Suggestion) -> Result<Played> {
        played::play(&self.position, &suggestion.stroke, &[], &self.world.table, &self.profile)
            .context("playing the suggestion for its picture")
    }

    /// Every picture that was asked for.
    pub fn draw(&self) -> Result<()> {
        let wanted = &self.args.picture;
        let (theme, language) = (Theme::of(wanted.dark), self.args.coach.lang);
        let best = self.plan.suggestions.first().context("no suggestion to draw")?;
        if wanted.svg.is_some() || wanted.png.is_some() {
            pictures::write(&self.scene(0, best, &self.played(best)?), wanted)?;
        }
        if let Some(file) = &self.args.board {
            let few = choice::of_kinds(&self.names, BOARD, |_| true);
            let played = few.iter().map(|&i| self.played(&self.plan.suggestions[i])).collect::<Result<Vec<_>>>()?;
            let heading = |i: usize| format!("{}. {}{}", i + 1, self.names[i], self.bridge(&self.plan.suggestions[i]));
            let scene = |(&i, played)| Scene {
                heading: heading(i),
                ..self.scene(i, &self.plan.suggestions[i], played)
            };
            let scenes: Vec<Scene> = few.iter().zip(&played).map(scene).collect();
            let title =
                format!("{} {}", say(language, "Suggestions for", "Suggerimenti per", "Что играть:"), self.whose());
            pictures::save_as_named(file, &draw::board(&title, &scenes, theme))?;
        }
        if let Some(file) = &self.args.chart {
            let bar = |(i, s): (usize, &Suggestion)| Bar {
                label: format!("{}. {}", i + 1, self.names[i]),
                value: s.points.mean,
                pm: s.points.pm,
            };
            let rows: Vec<Bar> = self.shown().iter().enumerate().map(bar).collect();
            let axis = say(
                language,
                "expected points, with 95 % intervals",
                "punti attesi, con intervalli al 95 %",
                "ожидаемые очки, с 95-процентными интервалами",
            );
            let title = say(language, "What the suggestions promise", "Che cosa promettono i tiri", "Что обещают удары");
            pictures::save_as_named(file, &draw::bars(title, axis, &rows, language, theme)?)?;
        }
        Ok(())
    }

    fn scene<'b>(&'b self, index: usize, suggestion: &Suggestion, played: &'b Played) -> Scene<'b> {
        let (name, bridge) = (self.names[index], self.bridge(suggestion));
        let heading = format!("{}. {name}{bridge}: {}", index + 1, rounded(&suggestion.stroke));
        let language = self.args.coach.lang;
        let mut rows = figures(language, suggestion);
        rows.extend(Wording::new(&self.world.table, &self.position, &suggestion.stroke, &played.trace).rows(language));
        let scene = pictures::scene(&self.world.table, &self.position, &suggestion.stroke, played, heading, rows);
        Scene { language, ..scene }
    }

    /// The answer with every digit.
    pub fn as_json(&self) -> Value {
        let suggestions: Vec<Value> = self.shown().iter().enumerate().map(|(i, s)| one_json(i + 1, s)).collect();
        json!({
            "schema": "filotto/suggest/1",
            "position": self.position.to_string(),
            "suggestions": suggestions,
            "nodes": self.plan.nodes,
            "seed": self.plan.seed,
            "repeat_nodes": self.plan.repeat_nodes,
        })
    }
}

fn one_json(rank: usize, s: &Suggestion) -> Value {
    let faults: Vec<Value> =
        s.faults.iter().map(|(fault, e)| json!({ "rule": fault.id(), "chance": e.mean, "chance_pm": e.pm })).collect();
    json!({
        "rank": rank,
        "stroke": s.stroke.to_string(),
        "points": s.points.mean, "points_pm": s.points.pm,
        "lost": s.lost.mean, "lost_pm": s.lost.pm,
        "net": s.net.mean, "net_pm": s.net.pm,
        "score": s.score.mean, "score_pm": s.score.pm,
        "fault": s.fault.mean, "fault_pm": s.fault.pm,
        "faults": faults,
        "win": s.win.mean, "win_pm": s.win.pm,
        "behind": s.behind.mean, "behind_pm": s.behind.pm,
        "leave": s.leave.mean, "leave_pm": s.leave.pm,
        "exact": { "striker": s.exact.0, "opponent": s.exact.1 },
        "nodes": s.nodes,
    })
}

/// The mark of a stroke whose fresh strokes contradict its place.
fn overtakes(language: Language, s: &Suggestion) -> &'static str {
    let mark = say(
        language,
        " [better than 1 on these strokes]",
        " [su questi tiri meglio dell'1]",
        " [на этих ударах лучше первого]",
    );
    if s.overtakes() { mark } else { "" }
}

/// Rows for the picture's small table.
fn figures(language: Language, s: &Suggestion) -> Vec<(String, String)> {
    let row = |en, it, ru, value: String| (say(language, en, it, ru).to_string(), value);
    let (points, percents) = (|e: Estimate| tongue::estimate(language, e), |e: Estimate| tongue::chance(language, e));
    let mut rows = vec![
        row("expected points", "punti attesi", "ожидаемые очки", points(s.points)),
        row("scores", "segna", "результативность", percents(s.score)),
        row("fault", "fallo", "ошибка", percents(s.fault)),
        row("points given away", "punti regalati", "отдаёт очков", points(s.lost)),
        row("wins", "vince", "победа", percents(s.win)),
        row("opponent's next points", "punti poi dell'avversario", "очки соперника затем", points(s.leave)),
    ];
    if let Some((fault, chance)) = s.faults.first() {
        let often = say(language, "most often", "più spesso", "чаще всего");
        let call = format!("{often}: {}, {}", fault.call(language), fault.id());
        rows.insert(3, (call, percents(*chance)));
    }
    if s.exact.0 == 0 && s.score.mean > 0.0 {
        // The picture then shows a stroke that comes to nothing: without a word it looks like bad advice.
        rows.push(row(
            "struck exactly, as drawn",
            "tiro esatto, come disegnato",
            "точный удар, как на рисунке",
            say(language, "no points", "nessun punto", "без очков").into(),
        ));
    }
    rows
}

/// A stroke as people read it: thousandths of a degree, of m/s and of a radius, tenths of a millimetre. Finer than
/// any hand; `--json` has every digit.
pub fn rounded(stroke: &Stroke) -> Stroke {
    let to = |value: f64, parts: f64| (value * parts).round() / parts + 0.0;
    let s = &stroke.strike;
    let strike = Strike {
        phi_deg: to(s.phi_deg, 1e3),
        v_mps: to(s.v_mps, 1e3),
        a: to(s.a, 1e3),
        b: to(s.b, 1e3),
        theta_deg: to(s.theta_deg, 1e3),
        delay_s: s.delay_s,
    };
    Stroke { strike, at: stroke.at.map(|at| (at * 1e4).round() / 1e4), ..*stroke }
}

/// Quoted for a shell where it must be.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=".contains(c);
    if text.chars().all(plain) && !text.is_empty() { text.into() } else { format!("\"{text}\"") }
}
