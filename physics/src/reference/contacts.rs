//! Contacts: velocity and spin just after.

use super::table::{Friction, Own, Params, checked, peer};
use super::{ReferenceError, Row, Triple, turned};
use crate::collide::{Moving, ball_ball as contact, cushion};
use crate::table::{BallModel, CushionModel};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Closed forms agree to rounding.
const CLOSED: f64 = 1e-11;
/// Mathavan 2014 as the peer steps it (50,000 steps): its own error against its finer self, m/s.
const STEPPED_BALLS: f64 = 3e-3;
/// Mathavan 2010 as the peer steps it.
const STEPPED_CUSHION: f64 = 3e-4;
const UNIT: &str = "m/s, the larger of velocity and R times spin";

#[derive(Deserialize)]
struct Pairs {
    meta: PairsMeta,
    cases: Vec<Pair>,
}

#[derive(Deserialize)]
struct PairsMeta {
    default_params: Params,
    friction: Friction,
}

#[derive(Deserialize)]
struct Pair {
    id: usize,
    params: Own,
    n: Triple,
    v1: Triple,
    w1: Triple,
    v2: Triple,
    w2: Triple,
    out: BTreeMap<String, PairAfter>,
}

#[derive(Deserialize)]
struct PairAfter {
    v1: Triple,
    w1: Triple,
    v2: Triple,
    w2: Triple,
}

/// The coarse `frictional_mathavan` is left out: its converged self is in the file.
const BALL_MODELS: [(&str, BallModel, f64); 3] = [
    ("frictionless_elastic", BallModel::Frictionless, CLOSED),
    ("frictional_inelastic", BallModel::FrictionPeer, CLOSED),
    ("frictional_mathavan_fine", BallModel::Mathavan2014Peer, STEPPED_BALLS),
];

pub(super) fn ball_ball(text: &str) -> Result<Vec<Row>, ReferenceError> {
    let file: Pairs = serde_json::from_str(text)?;
    let mut rows = Vec::new();
    for (name, model, mark) in BALL_MODELS {
        let mut errors = Vec::new();
        for case in &file.cases {
            let Some(theirs) = case.out.get(name) else { continue };
            let mut params = peer();
            file.meta.default_params.write(&mut params);
            file.meta.friction.write(&mut params);
            if let Own::Given(own) = &case.params {
                own.write(&mut params);
            }
            params.ball.model = model;
            let table = checked(case.id, params)?;
            let (one, two) = (moving(case.v1, case.w1), moving(case.v2, case.w2));
            let (one, two) = contact(&table, turned(case.n), one, two);
            let r = table.radius();
            errors.push(apart(r, one, moving(theirs.v1, theirs.w1)).max(apart(r, two, moving(theirs.v2, theirs.w2))));
        }
        rows.push(Row::new("ball_ball", name, UNIT, mark, errors));
    }
    Ok(rows)
}

#[derive(Deserialize)]
struct Cushions {
    meta: CushionsMeta,
    cases: Vec<Bounce>,
}

#[derive(Deserialize)]
struct CushionsMeta {
    default_params: Params,
}

#[derive(Deserialize)]
struct Bounce {
    id: usize,
    params: Own,
    h: f64,
    n_out: [f64; 2],
    v: Triple,
    w: Triple,
    out: BTreeMap<String, BounceAfter>,
}

#[derive(Deserialize)]
struct BounceAfter {
    v: Triple,
    w: Triple,
}

const CUSHION_MODELS: [(&str, CushionModel, f64); 5] = [
    ("han_2005", CushionModel::Han2005, CLOSED),
    ("stronge_compliant", CushionModel::Stronge, CLOSED),
    ("impulse_frictional_inelastic", CushionModel::Impulse, CLOSED),
    ("unrealistic", CushionModel::Linear, CLOSED),
    ("mathavan_2010_fine", CushionModel::Mathavan2010Printed, STEPPED_CUSHION),
];

pub(super) fn ball_cushion(text: &str) -> Result<Vec<Row>, ReferenceError> {
    let file: Cushions = serde_json::from_str(text)?;
    let mut rows = Vec::new();
    for (name, model, mark) in CUSHION_MODELS {
        let mut errors = Vec::new();
        for case in &file.cases {
            let Some(theirs) = case.out.get(name) else { continue };
            let mut params = peer();
            file.meta.default_params.write(&mut params);
            if let Own::Given(own) = &case.params {
                own.write(&mut params);
            }
            params.cushion.nose_m = case.h;
            params.cushion.model = model;
            let table = checked(case.id, params)?;
            let outward = turned([case.n_out[0], case.n_out[1], 0.0]).truncate();
            let after = cushion(&table, outward, moving(case.v, case.w), table.radius());
            errors.push(apart(table.radius(), after, moving(theirs.v, theirs.w)));
        }
        rows.push(Row::new("ball_cushion", name, UNIT, mark, errors));
    }
    Ok(rows)
}

fn moving(v: Triple, w: Triple) -> Moving {
    Moving::new(turned(v), turned(w))
}

/// Vertical velocity is left out: the peer drops it.
fn apart(radius: f64, ours: Moving, theirs: Moving) -> f64 {
    let v = (ours.v - theirs.v).truncate().abs().max_element();
    v.max(radius * (ours.w - theirs.w).abs().max_element())
}
