//! One ball on an endless cloth: when it changes its way of moving, and where it is in between.

use super::table::{Own, Params, checked, peer};
use super::{ReferenceError, Row, Triple, turned};
use crate::Table;
use crate::motion::Mover;
use glam::{DVec2, DVec3};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    meta: Meta,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Meta {
    default_params: Params,
}

#[derive(Deserialize)]
struct Case {
    id: usize,
    params: Own,
    r0: Triple,
    v0: Triple,
    w0: Triple,
    transitions: Vec<Transition>,
    samples: Vec<Sample>,
}

#[derive(Deserialize)]
struct Transition {
    #[serde(rename = "type")]
    kind: String,
    t: f64,
    r: Triple,
    v: Triple,
    w: Triple,
}

#[derive(Deserialize)]
struct Sample {
    t: f64,
    r: [f64; 2],
    v: [f64; 2],
    w: Triple,
}

pub(super) fn single_ball(text: &str) -> Result<Vec<Row>, ReferenceError> {
    let file: File = serde_json::from_str(text)?;
    let (mut times, mut places) = (Vec::new(), Vec::new());
    for case in &file.cases {
        let mut params = peer();
        file.meta.default_params.write(&mut params);
        if let Own::Given(own) = &case.params {
            own.write(&mut params);
        }
        let table = checked(case.id, params)?;
        let start = released(&table, case);
        let changes = changes(&table, start);
        // A spin that ends is no event of ours, and a ball that still spins on the spot is at rest for us.
        let moving = case.transitions.iter().filter(|t| t.kind != "spin->stop");
        let theirs: Vec<&Transition> = moving.collect();
        if theirs.len() != changes.len() {
            times.push(f64::INFINITY);
            continue;
        }
        times.push(theirs.iter().zip(&changes).map(|(a, b)| (a.t - b).abs()).fold(0.0, f64::max));
        let mut worst = 0.0_f64;
        for t in &case.transitions {
            worst = worst.max(apart(&table, start, t.t, [t.r[0], t.r[1]], [t.v[0], t.v[1]], t.w));
        }
        for s in &case.samples {
            worst = worst.max(apart(&table, start, s.t, s.r, s.v, s.w));
        }
        places.push(worst);
    }
    let unit = "m, m/s, the largest of place, velocity and R times spin";
    Ok(vec![
        Row::new("single_ball", "phase changes", "s", 1e-11, times),
        Row::new("single_ball", "motion", unit, 1e-11, places),
    ])
}

fn released(table: &Table, case: &Case) -> Mover {
    let mut ball = Mover::resting(turned(case.r0).truncate(), table.radius());
    (ball.v, ball.w) = (turned(case.v0), turned(case.w0));
    ball.set_off(table);
    ball
}

/// The times at which it changes from sliding to rolling and from rolling to rest.
fn changes(table: &Table, mut ball: Mover) -> Vec<f64> {
    let mut times = Vec::new();
    while ball.moves() && ball.end.is_finite() {
        times.push(ball.end);
        ball.advance(table, ball.end);
        ball.next_phase(table);
    }
    times
}

fn apart(table: &Table, mut ball: Mover, t: f64, r: [f64; 2], v: [f64; 2], w: Triple) -> f64 {
    while ball.moves() && ball.end <= t {
        ball.advance(table, ball.end);
        ball.next_phase(table);
    }
    ball.advance(table, t);
    let flat = |a: [f64; 2]| turned([a[0], a[1], 0.0]).truncate();
    let far = |a: DVec2, b: DVec2| (a - b).abs().max_element();
    let spin: DVec3 = (ball.w - turned(w)).abs();
    far(ball.r.truncate(), flat(r)).max(far(ball.v.truncate(), flat(v))).max(table.radius() * spin.max_element())
}
