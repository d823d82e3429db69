//! `filotto stroke`: from a person's words to a stroke, and from a stroke to words.

use crate::coach::explain::bridge;
use crate::coach::solve::{Aim, solve};
use crate::coach::wording::Wording;
use crate::draw::Scene;
use crate::coach::{cushion::OnRail, speed, thickness, tip};
use crate::world::World;
use crate::{Exit, args, draw, pictures, played};
use anyhow::{Result, anyhow, bail};
use filotto_engine::{Position, Stroke};
use filotto_physics::{Strike, Table};
use glam::DVec2;
use serde_json::json;
use std::io::Write;

/// Turns a person's words into a stroke, or a stroke into words
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto stroke \"0.6,0.4 1.0,0.9 2.5,0.3 UDLRC w n 0-0/60\" --hit \"3/4 left\" --tip \"2 o'clock, 1 tip\" --speed \"1.5 lengths\"\n  filotto stroke \"0.6,0.4 1.0,0.9 2.5,0.3 UDLRC w n 0-0/60\" --aim \"left 3.5\" --speed 3\n  filotto stroke \"0.6,0.4 1.0,0.9 2.5,0.3 UDLRC w n 0-0/60\" --stroke \"phi=51 v=2.5 a=0.2 b=0\"\n\nThe hit is told in eighths of the object ball and the half that the cue ball comes onto, seen along its way.\nThe tip is a clock as the striker sees the ball, 12 above; one tip is a sixth of the ball's radius.\nOne length is a centre stroke from the lower end spot along the empty table that comes to rest after 2.84 m.\nDiamonds are 0 to 8 along the long cushions from the lower end, 0 to 4 along the short ones from the right."
)]
pub struct Args {
    /// The position, as one quoted argument or as several words [default: the opening position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// How thick the object ball is hit: full, 7/8 left, 1/2 right, thin left …
    #[arg(long, value_parser = thickness::parse, conflicts_with_all = ["aim", "stroke"], value_name = "HIT")]
    hit: Option<filotto_engine::names::Touch>,
    /// Where the cue ball first meets a cushion: left 3.5, upper 2 …
    #[arg(long, value_parser = OnRail::parse, conflicts_with = "stroke", value_name = "CUSHION DIAMOND")]
    aim: Option<OnRail>,
    /// Where the tip meets the ball: centre; 2 o'clock, 1 tip; 10:30, 1.5 tips
    #[arg(long, value_parser = tip::parse, default_value = "centre", value_name = "TIP")]
    tip: (f64, f64),
    /// How hard, in lengths of the table
    #[arg(long, value_parser = speed::parse, default_value = "3 lengths", value_name = "LENGTHS")]
    speed: f64,
    /// How much the butt of the cue is raised, degrees
    #[arg(long, default_value_t = 0.0, value_name = "DEGREES")]
    theta: f64,
    /// Where the cue ball is placed, when it is in hand
    #[arg(long, value_parser = place, value_name = "X,Y")]
    at: Option<DVec2>,
    /// The other way: this stroke in words
    #[arg(long, value_name = "STROKE")]
    stroke: Option<String>,
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

fn place(text: &str) -> Result<DVec2, String> {
    let wrong = || format!("at: {:?} is not a place; x,y in metres such as 0.5,0.3 is right", text.trim());
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    let number = |t: &str| t.trim().parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(wrong);
    Ok(DVec2::new(number(x)?, number(y)?))
}

/// Finds the stroke and tells what it does.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let world = World::load(&args.world)?;
    let (position, profile) = world.position(&args.position)?;
    let stroke = match &args.stroke {
        Some(text) => played::intended(text, &position, &world.table)?,
        None => asked(&args, &position, &world.table)?,
    };
    let played = played::play(&position, &stroke, &[], &world.table, &profile)?;
    let wording = Wording::new(&world.table, &position, &stroke, &played.trace);
    let language = args.lang.lang;
    let says = played.verdict.explain(
        language,
        &filotto_engine::Names::Colours(position.striker),
        Some(&played.next),
    );
    let heading = wording.name.to_string();
    let scene = pictures::scene(&world.table, &position, &stroke, &played, heading, wording.rows(language));
    pictures::write(&Scene { language, ..scene }, &args.picture)?;
    if args.json {
        let answer = json!({
            "schema": "filotto/stroke/1",
            "position": position.to_string(),
            "stroke": stroke.to_string(),
            "words": wording.as_json(),
            "bridge": bridge::needed(&world.table, &position, &stroke),
            "verdict": says,
        });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{stroke}")?;
        let needed = bridge::needed(&world.table, &position, &stroke);
        let mark = if needed { bridge::mark(language) } else { "" };
        writeln!(out, "{}{mark}: {}", wording.titled(language), wording.line(language))?;
        writeln!(out, "{says}")?;
        write!(out, "{}", draw::text(&world.table, &played.layout, Some(position.cue_ball()), Some(&played.trace)))?;
    }
    Ok(Exit::Done)
}

fn asked(args: &Args, position: &Position, table: &Table) -> Result<Stroke> {
    let v_mps = speed::speed(table, args.speed).ok_or_else(|| {
        let most = speed::rounded(speed::lengths(table, f64::INFINITY));
        anyhow!("speed: {} lengths is out of a cue's reach; up to {most} is right", args.speed)
    })?;
    let (a, b) = args.tip;
    let strike = Strike::new(0.0, v_mps).tip(a, b).elevated(args.theta);
    let stroke = Stroke { at: args.at, ..Stroke::from(strike) };
    stroke.check_intended(position, table)?;
    let aim = match (args.hit, args.aim) {
        (Some(touch), _) => Aim::Hit(touch),
        (_, Some(place)) => Aim::Cushion(place),
        _ => bail!("what is aimed at is missing: --hit, --aim or --stroke is right"),
    };
    Ok(solve(table, position, &stroke, aim)?)
}
