//! `filotto simulate`: one stroke, event by event, with its verdict and the next position.

use crate::coach::wording::titled;
use crate::draw::Scene;
use crate::played::{self, Played};
use crate::tongue::{self, fixed, say};
use crate::world::World;
use crate::{Exit, args, draw, pictures, words};
use anyhow::Result;
use filotto_engine::explain::{Language, Names};
use filotto_engine::{Declared, Name, Player, Position, Stroke};
use filotto_physics::{Ball, Table};
use filotto_physics::trace::BallRest;
use serde_json::{Value, json};
use std::io::Write;

/// Simulates a stroke: events in plain words, the verdict, the next position
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto simulate \"0.6,0.4 1.0,0.71 2.13,0.71 UDLRC w n 0-0/60\" \\\n    --stroke \"phi=41.6 v=3.4 a=0.15 b=-0.2 theta=0\" --png stroke.png\n\nThe position: white, yellow, red (x,y in metres), pins standing, striker, kind of stroke, points/target.\nThe stroke: phi degrees from the long axis, v m/s, tip a (right) and b (up) in ball radii, theta degrees."
)]
pub struct Args {
    /// The position, as one quoted argument or as several words [default: the opening position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// The stroke as it is executed; with a ball in hand also at=x,y
    #[arg(long, required_unless_present = "batch")]
    stroke: Option<String>,
    /// Plays a file of strokes instead, one {"position": …, "stroke": …, "id": …} a line (- = standard input); prints
    /// one JSON line each
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["position", "stroke", "declare", "json"])]
    batch: Option<std::path::PathBuf>,
    /// With --batch: adds the path of every ball and felled pin, so many instants a second
    #[arg(long, value_name = "HZ", requires = "batch", value_parser = rate)]
    sample: Option<f64>,
    /// A fault that the referee saw: wrong-ball, touched, feet … (may be repeated)
    #[arg(long, value_name = "FAULT", value_parser = declared)]
    declare: Vec<Declared>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: args::Lang,
    #[command(flatten)]
    world: args::World,
    #[command(flatten)]
    picture: args::Picture,
}

fn declared(text: &str) -> Result<Declared, String> {
    let names = || Declared::ALL.map(Declared::name).join(", ");
    Declared::from_name(text.trim()).ok_or_else(|| format!("one of {} is right", names()))
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(hz) if hz > 0.0 && hz <= 10_000.0 => Ok(hz),
        _ => Err("give instants a second, above 0 and at most 10000".into()),
    }
}

/// Simulates, judges and tells.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let world = World::load(&args.world)?;
    if let Some(file) = &args.batch {
        let all = super::batch::run(file, args.sample, &world, out)?;
        return Ok(if all { Exit::Done } else { Exit::Negative });
    }
    let (position, profile) = world.position(&args.position)?;
    let stroke = played::stroke(args.stroke.as_deref().unwrap_or_default(), &position, &world.table)?;
    let played = played::play(&position, &stroke, &args.declare, &world.table, &profile)?;
    let least = played::cue_clear(&world.table, &played.layout, stroke.struck(&position), &stroke.strike)?;
    let (name, language) = (played::name(&position, &stroke, &played, &world.table), args.lang.lang);
    let (heading, figures) = (format!("{name}: {stroke}"), figures(language, &position, &played));
    let scene = pictures::scene(&world.table, &position, &stroke, &played, heading, figures);
    let scene = Scene { language, ..scene };
    pictures::write(&scene, &args.picture)?;
    if args.json {
        writeln!(out, "{}", as_json(&world.table, &position, &stroke, &played))?;
    } else {
        let drawing = draw::text(&world.table, &played.layout, scene.striker, Some(&played.trace));
        tell(out, &drawing, &position, &played, (name, language))?;
        if let Some(theta) = least {
            writeln!(out, "cue:     clears everything from theta={theta:.1}; this stroke is played as if it did")?;
        }
    }
    Ok(Exit::Done)
}

/// The drawing, the events, the name, the verdict, the next position.
fn tell(
    out: &mut dyn Write,
    drawing: &str,
    position: &Position,
    played: &Played,
    (name, language): (Name, Language),
) -> Result<()> {
    write!(out, "{drawing}")?;
    for event in &played.trace.events {
        if let Some(sentence) = words::sentence(event) {
            writeln!(out, "{:8.3} s  {sentence}", event.t_s)?;
        }
    }
    writeln!(out, "name:    {}", titled(name, language))?;
    let names = Names::Colours(position.striker);
    writeln!(out, "verdict: {}", played.verdict.explain(language, &names, Some(&played.next)))?;
    writeln!(out, "next:    {}", played.next)?;
    Ok(())
}

/// Rows for the picture's small table.
fn figures(language: Language, position: &Position, played: &Played) -> Vec<(String, String)> {
    let ruling = &played.verdict.ruling;
    let none = || say(language, "none", "nessuno", "нет").to_string();
    let points = |player: Player| {
        let to = say(language, "points to", "punti alla", "очки:");
        format!("{to} {}", tongue::ball(language, player.ball()))
    };
    let faults = if ruling.faults.is_empty() { none() } else { ruling.faults.ids().join(" ") };
    let pins = if ruling.pins_down.is_empty() { none() } else { words::letters(ruling.pins_down, " ") };
    let lasts = fixed(language, played.trace.summary.duration_s, 1);
    vec![
        (points(position.striker), ruling.striker.to_string()),
        (points(position.striker.other()), ruling.opponent.to_string()),
        (say(language, "pins", "birilli", "фишки").into(), pins),
        (say(language, "faults", "falli", "ошибки").into(), faults),
        (say(language, "lasts", "dura", "длится").into(), format!("{lasts} {}", say(language, "s", "s", "с"))),
    ]
}

/// A stroke and what came of it.
pub(super) fn as_json(table: &Table, position: &Position, stroke: &Stroke, played: &Played) -> Value {
    let events: Vec<Value> = played
        .trace
        .events
        .iter()
        .filter_map(|event| Some(json!({ "t_s": event.t_s, "text": words::sentence(event)? })))
        .collect();
    let ruling = &played.verdict.ruling;
    let ball = |ball: Ball| match played.trace.summary.rest.balls[ball.index()] {
        BallRest::At(at) => json!([at.x, at.y]),
        BallRest::Off => json!("off"),
        BallRest::Absent => Value::Null,
    };
    json!({
        "schema": "filotto/simulate/1",
        "position": position.to_string(),
        "stroke": stroke.to_string(),
        "name": played::name(position, stroke, played, table).italian(),
        "events": events,
        "seen": played.events,
        "duration_s": played.trace.summary.duration_s,
        "rest_m": { "white": ball(Ball::White), "yellow": ball(Ball::Yellow), "red": ball(Ball::Red) },
        "verdict": {
            "striker": ruling.striker,
            "opponent": ruling.opponent,
            "faults": ruling.faults.ids(),
            "in_hand": ruling.in_hand,
            "pins_down": words::letters(ruling.pins_down, ""),
            "carom": ruling.carom,
            "rules": played.verdict.rules(),
            "text": played.verdict.sentences(&Names::Colours(position.striker), Some(&played.next)),
        },
        "next": played.next.to_string(),
    })
}
