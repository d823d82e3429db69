//! What coaching adds to `filotto suggest`: options, the explanation, pictures, watching, and how a pro differs.

use super::explain::probe::Probe;
use super::explain::tolerance::{Parameter, SPAN_SIGMAS, Tolerance, tightest, together, tolerance};
use super::explain::{Insight, as_json, insights, tell};
use super::watch::Watching;
use crate::draw::{self, Map, Scene, Theme};
use crate::played::{self, Played};
use crate::tongue::{fixed, points, say};
use crate::{args, pictures};
use anyhow::{Context, Result};
use filotto_engine::names::Name;
use filotto_engine::{Language, Position, Skill, Watch};
use filotto_physics::trace::Rest;
use filotto_physics::{Trace, simulate};
use filotto_search::trial::Court;
use filotto_search::{Plan, Planner, Quiet, Request, Skills, Suggestion};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Suggestions looked through for other kinds.
pub const KINDS: usize = 10;
/// Noisy paths of a spread picture: more hide each other.
const SPREAD: usize = 60;
/// Final states behind a heat map.
const HEAT: usize = 3000;
/// Cells to each side of a tolerance map: it has 51 x 51.
const CELLS: usize = 25;

/// The options.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Language of tables, explanation and pictures: en, it or ru
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = args::language)]
    pub lang: Language,
    /// Only the table, no explanation
    #[arg(long)]
    pub brief: bool,
    /// Keeps improving until Enter or Ctrl-C
    #[arg(long, conflicts_with_all = ["time", "nodes"])]
    pub watch: bool,
    /// Draws 60 strokes of this hand over the best one, as SVG or PNG
    #[arg(long, value_name = "FILE", value_parser = args::picture)]
    pub spread: Option<PathBuf>,
    /// Draws where each ball comes to rest, as SVG or PNG
    #[arg(long, value_name = "FILE", value_parser = args::picture)]
    pub heat: Option<PathBuf>,
    /// Draws what becomes of the best stroke when the two parameters that matter are off, as SVG or PNG
    #[arg(long, value_name = "FILE", value_parser = args::picture)]
    pub tolerance: Option<PathBuf>,
}

/// One answer and what it was asked for.
pub struct Asked<'a> {
    /// Where.
    pub position: &'a Position,
    /// The table and the rules.
    pub court: &'a Court,
    /// Whose hand.
    pub skill: &'a Skill,
    /// What was found.
    pub plan: &'a Plan,
}

impl Asked<'_> {
    /// The names of the suggestions.
    pub fn names(&self) -> Vec<Name> {
        let name =
            |s: &Suggestion| Probe::new(self.court, self.position, &s.stroke, self.skill).map(|p| p.name(self.skill));
        self.plan.suggestions.iter().map(|s| name(s).unwrap_or(Name::Mancata)).collect()
    }

    fn best(&self) -> Result<&Suggestion> {
        self.plan.suggestions.first().context("no suggestion to draw")
    }

    fn probe(&self) -> Result<Probe<'_>> {
        Probe::new(self.court, self.position, &self.best()?.stroke, self.skill)
            .context("the best stroke can't be played")
    }
}

impl Options {
    /// The control of `--watch`.
    pub fn watching(&self) -> Watching {
        Watching::new()
    }

    /// The insights, unless only the table is wanted.
    pub fn insights(&self, asked: &Asked) -> Vec<Insight> {
        if self.brief { vec![] } else { insights(asked.court, asked.position, asked.skill, asked.plan, KINDS) }
    }

    /// The explanation as text.
    pub fn text(&self, asked: &Asked, insights: &[Insight]) -> String {
        tell::text(self.lang, asked.plan, insights)
    }

    /// Joins the explanation to the answer as JSON.
    pub fn join(&self, answer: &mut Value, asked: &Asked, insights: &[Insight]) {
        if let Some(list) = answer["suggestions"].as_array_mut() {
            for (suggestion, insight) in list.iter_mut().zip(insights) {
                suggestion["coach"] = as_json::insight(insight);
            }
        }
        answer["why"] = if insights.is_empty() { Value::Null } else { as_json::why(asked.plan, insights) };
    }

    /// Draws what was asked for.
    pub fn draw(&self, asked: &Asked, dark: bool) -> Result<()> {
        if self.spread.is_none() && self.heat.is_none() && self.tolerance.is_none() {
            return Ok(());
        }
        let (theme, best) = (Theme::of(dark), asked.best()?);
        let probe = asked.probe()?;
        let name = probe.name(asked.skill);
        let court = asked.court;
        let played = played::play(asked.position, &best.stroke, &[], &court.table, &court.profile)?;
        let heading = format!("{name}: {}", crate::commands::rounded(&best.stroke));
        let scene = Scene { language: self.lang, ..scene(asked, best, &played, heading) };
        if let Some(file) = &self.spread {
            pictures::save_as_named(file, &draw::spread(&scene, &tries(&probe, asked.skill), theme))?;
        }
        if let Some(file) = &self.heat {
            let rests: Vec<Rest> = probe.cloud(asked.skill, HEAT).iter().map(|t| t.rest).collect();
            pictures::save_as_named(file, &draw::heat(&Scene { trace: None, ..scene.clone() }, &rests, theme))?;
        }
        if let Some(file) = &self.tolerance {
            pictures::save_as_named(file, &tolerance_map(&probe, asked.skill, name, self.lang, theme)?)?;
        }
        Ok(())
    }

    /// Where the advice for a pro parts from the player's; for a skill file only.
    pub fn pro(&self, planner: &Planner, request: &Request, asked: &Asked, preset: bool) -> Result<Option<Parting>> {
        let pro = Skill::parse("pro")?;
        if preset || self.brief || self.watch {
            return Ok(None);
        }
        let request = Request { skills: Skills { striker: pro, ..request.skills }, multipv: 1, ..*request };
        let plan = planner.plan(asked.position, &request, &Quiet)?;
        let theirs = Asked { skill: &pro, plan: &plan, ..*asked };
        let (Some(best), Some(mine)) = (plan.suggestions.first(), asked.plan.suggestions.first()) else {
            return Ok(None);
        };
        let parting =
            |net: [f64; 3]| Parting { name: theirs.names()[0], mine: asked.names()[0], stroke: best.stroke, net };
        let in_hand = |s: &Suggestion, skill: &Skill| {
            Probe::new(asked.court, asked.position, &s.stroke, skill)
                .map(|p| super::explain::worth(&p, skill, 1.0).net.mean)
        };
        let values = [in_hand(best, &pro), in_hand(best, asked.skill), in_hand(mine, asked.skill)];
        let [Some(a), Some(b), Some(c)] = values else { return Ok(None) };
        Ok(Some(parting([a, b, c])))
    }
}

/// What a pro would play, and what that is worth.
#[derive(Clone, Debug)]
pub struct Parting {
    name: Name,
    mine: Name,
    stroke: filotto_engine::Stroke,
    /// Net points: his stroke in his hand, his stroke in the player's, the player's own.
    net: [f64; 3],
}

impl Parting {
    /// A line of text.
    pub fn line(&self, options: &Options) -> String {
        let language = options.lang;
        let [his, here, own] = self.net.map(|v| fixed(language, v, 2));
        let unit = points(language, self.net[0], 2);
        let (name, mine) = (self.name, self.mine);
        match (language, name == mine) {
            (Language::En, true) => format!(
                "A pro would play the same kind, {name}: worth {his} {unit} to him, {here} in your hand; yours {own}."
            ),
            (Language::En, false) => format!(
                "A pro would play {name} instead of {mine}: worth {his} {unit} to him, {here} in your hand; yours {own}."
            ),
            (Language::It, true) => format!(
                "Un professionista giocherebbe lo stesso tipo di tiro, {name}: vale {his} {unit} per lui, {here} per te; il tuo {own}."
            ),
            (Language::It, false) => format!(
                "Un professionista giocherebbe {name} invece di {mine}: vale {his} {unit} per lui, {here} per te; il tuo {own}."
            ),
            (Language::Ru, true) => {
                format!(
                    "Профессионал сыграл бы такой же удар, {name}: ему он дал бы {his} {unit}, вам — {here}; ваш — {own}."
                )
            }
            (Language::Ru, false) => {
                format!(
                    "Профессионал сыграл бы {name} вместо {mine}: ему это дало бы {his} {unit}, вам — {here}; ваш удар — {own}."
                )
            }
        }
    }

    /// For programs.
    pub fn as_json(&self) -> Value {
        let [his, here, own] = self.net;
        json!({ "name": self.name.italian(), "stroke": self.stroke.to_string(), "net_pro": his, "net_here": here, "net_own": own })
    }
}

fn scene<'a>(asked: &'a Asked, best: &Suggestion, played: &'a Played, heading: String) -> Scene<'a> {
    pictures::scene(&asked.court.table, asked.position, &best.stroke, played, heading, vec![])
}

fn tries(probe: &Probe, skill: &Skill) -> Vec<Trace> {
    let (table, ball) = (&probe.court().table, probe.position().cue_ball());
    let strikes = probe.strikes(skill, SPREAD);
    strikes.iter().filter_map(|strike| simulate(table, &probe.layout, &[(ball, *strike)]).ok()).collect()
}

fn tolerance_map(probe: &Probe, skill: &Skill, name: Name, language: Language, theme: &Theme) -> Result<String> {
    let mut watch = Watch::new();
    let each: Vec<Tolerance> = Parameter::ALL.map(|p| tolerance(probe, p, skill, &mut watch)).into();
    let pair = tightest(&each, skill, &probe.stroke.strike);
    let pair = pair.context("--tolerance: this hand makes no errors in two parameters, there is no map to draw")?;
    let map = together(probe, pair, CELLS, skill);
    let axis = |p: Parameter| match p {
        Parameter::Direction => say(
            language,
            "direction off, degrees (left +)",
            "errore di direzione, gradi (sinistra +)",
            "ошибка направления, градусы (влево +)",
        ),
        Parameter::Speed => say(language, "speed off, m/s", "errore di velocità, m/s", "ошибка скорости, м/с"),
        Parameter::Side => say(
            language,
            "tip off sideways, mm (right +)",
            "errore d'attacco di lato, mm (destra +)",
            "ошибка точки вбок, мм (вправо +)",
        ),
        Parameter::Height => say(
            language,
            "tip off in height, mm (up +)",
            "errore d'attacco in altezza, mm (alto +)",
            "ошибка точки по высоте, мм (вверх +)",
        ),
    };
    let chance = fixed(language, 100.0 * map.chance, 0);
    let picture = Map {
        heading: format!("{name}: {}", crate::commands::rounded(&probe.stroke)),
        note: match language {
            Language::En => format!("with both off as in this hand, {chance} % still do what the stroke is for"),
            Language::It => format!("con gli errori di questa mano in tutte e due le cose, tiri riusciti: {chance} %"),
            Language::Ru => format!("с погрешностью этой руки в том и другом удаётся {chance} % ударов"),
        },
        axes: map.parameters.map(axis),
        spans: map.sigmas.map(|s| SPAN_SIGMAS * s),
        sigmas: map.sigmas,
        half: map.half,
        cells: &map.cells,
        language,
    };
    Ok(draw::tolerance(&picture, theme))
}
