//! Whole shots: three balls, every contact, the places where all comes to rest.

use super::table::{Friction, Params, checked, peer};
use super::{ReferenceError, Row, placed};
use crate::collide::Moving;
use crate::simulate::release;
use crate::strike::strike;
use crate::table::{CushionModel, TableParams};
use crate::trace::{BallRest, EventKind, Rail, Trace};
use crate::{Ball, Layout, PinSet, Strike, Table};
use serde::Deserialize;
use std::collections::BTreeMap;

/// How far the final places of a well-conditioned shot may lie apart, m.
const WELL: f64 = 2e-6;
/// A shot whose error grows by less than this is well-conditioned, m of final place per radian of aim.
const WELL_AMPLIFICATION: f64 = 100.0;
/// The last of the 300 shots is chaos: it is left out.
const CHAOS_RANK: usize = 299;

#[derive(Deserialize)]
struct File {
    meta: Meta,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Meta {
    ball_cushion: String,
    ball_ball_friction: Friction,
    stronge_omega_ratio: f64,
    table: Size,
    ball: Params,
    cue: Cue,
}

#[derive(Deserialize)]
struct Size {
    l: f64,
    w: f64,
    cushion_height: f64,
}

#[derive(Deserialize)]
#[allow(non_snake_case)]
struct Cue {
    M: f64,
    end_mass: f64,
}

#[derive(Deserialize)]
struct Case {
    inp: Input,
    amp_m_per_rad: f64,
    events: Vec<(String, f64, Vec<String>)>,
    final_spacer_1e9: BTreeMap<Ball, [f64; 2]>,
    rank: usize,
}

#[derive(Deserialize)]
struct Input {
    pos: [[f64; 2]; 3],
    #[serde(rename = "V0")]
    speed: f64,
    phi: f64,
    theta: f64,
    a: f64,
    b: f64,
}

/// A contact by what met.
#[derive(Debug, PartialEq)]
enum Contact {
    Balls(Ball, Ball),
    Cushion(Ball, Rail),
}

pub(super) fn shots(text: &str) -> Result<Vec<Row>, ReferenceError> {
    let file: File = serde_json::from_str(text)?;
    let table = checked(0, params(&file.meta))?;
    let (mut well, mut ill) = (Vec::new(), Vec::new());
    for case in file.cases.iter().filter(|case| case.rank != CHAOS_RANK) {
        let trace = play(&table, &case.inp, file.meta.table.w);
        let apart = farthest(&trace, &case.final_spacer_1e9, file.meta.table.w);
        if case.amp_m_per_rad < WELL_AMPLIFICATION {
            let same = contacts(&trace) == their_contacts(&case.events);
            well.push(if same { apart } else { f64::INFINITY });
        } else {
            ill.push(apart / (case.amp_m_per_rad * 2e-8 + 3e-7));
        }
    }
    let model = &file.meta.ball_cushion;
    let unit = "m of final place; infinite when contacts come in another order";
    Ok(vec![
        Row::new("shots", model, unit, WELL, well),
        Row::new("shots", &format!("{model}, ill-conditioned"), "of amplification x 2e-8 + 3e-7 m", 1.0, ill),
    ])
}

fn params(meta: &Meta) -> TableParams {
    let mut p = peer();
    (p.length_m, p.width_m, p.cushion.nose_m) = (meta.table.l, meta.table.w, meta.table.cushion_height);
    meta.ball.write(&mut p);
    meta.ball_ball_friction.write(&mut p);
    (p.cue.mass_kg, p.cue.end_mass_kg) = (meta.cue.M, meta.cue.end_mass);
    p.cushion.omega_ratio = meta.stronge_omega_ratio;
    p.cushion.model = if meta.ball_cushion.contains("stronge") { CushionModel::Stronge } else { CushionModel::Han2005 };
    p
}

fn play(table: &Table, input: &Input, width: f64) -> Trace {
    let layout = Layout { balls: input.pos.map(|p| Some(placed(p, width))), pins: PinSet::NONE };
    let stroke = Strike::new(input.phi - 90.0, input.speed).tip(-input.a, input.b).elevated(input.theta);
    let struck = strike(table, &stroke);
    // The peer drops the vertical velocity.
    let motion = Moving::new(struck.velocity.with_z(0.0), struck.spin);
    release(table, &layout, &[(Ball::White, motion)]).expect("the peer's balls lie on the table")
}

fn farthest(trace: &Trace, theirs: &BTreeMap<Ball, [f64; 2]>, width: f64) -> f64 {
    let apart = |(ball, &place): (&Ball, &[f64; 2])| match trace.summary.rest.balls[ball.index()] {
        BallRest::At(ours) => (ours - placed(place, width)).abs().max_element(),
        _ => f64::INFINITY,
    };
    theirs.iter().map(apart).fold(0.0, f64::max)
}

fn contacts(trace: &Trace) -> Vec<Contact> {
    let contact = |kind| match kind {
        EventKind::Hit { a, b } => Some(Contact::Balls(a, b)),
        EventKind::Cushion { ball, rail } => Some(Contact::Cushion(ball, rail)),
        _ => None,
    };
    trace.events.iter().filter_map(|event| contact(event.kind)).collect()
}

fn their_contacts(events: &[(String, f64, Vec<String>)]) -> Vec<Contact> {
    let ball = |name: &str| Ball::ALL.into_iter().find(|ball| ball.name() == name);
    // Their cushion 3 is x_p = 0, our y = width; 12 faces it; 9 is y_p = l, our x = length; 18 faces it.
    let rail = |id: &str| match id {
        "3" => Some(Rail::Left),
        "12" => Some(Rail::Right),
        "9" => Some(Rail::Upper),
        "18" => Some(Rail::Lower),
        _ => None,
    };
    let contact = |(_, _, ids): &(String, f64, Vec<String>)| {
        let one = ball(ids.first()?)?;
        let other = ids.get(1)?;
        match (ball(other), rail(other)) {
            (Some(two), _) => Some(Contact::Balls(one.min(two), one.max(two))),
            (None, Some(rail)) => Some(Contact::Cushion(one, rail)),
            (None, None) => None,
        }
    };
    events.iter().filter_map(contact).collect()
}
