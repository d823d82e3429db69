//! Strikes: velocity and spin just after.

use super::table::{checked, peer};
use super::{ReferenceError, Row, Triple, turned};
use crate::Strike;
use crate::strike::strike;
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: usize,
    m: f64,
    #[serde(rename = "R")]
    radius: f64,
    #[serde(rename = "M")]
    cue: f64,
    end_mass: f64,
    #[serde(rename = "V0")]
    speed: f64,
    phi_deg: f64,
    theta_deg: f64,
    a: f64,
    b: f64,
    v: Triple,
    w: Triple,
}

pub(super) fn cue_strike(text: &str) -> Result<Vec<Row>, ReferenceError> {
    let file: File = serde_json::from_str(text)?;
    let mut errors = Vec::new();
    for case in &file.cases {
        let mut params = peer();
        params.ball.mass_kg = case.m;
        params.ball.radius_m = case.radius;
        params.cue.mass_kg = case.cue;
        params.cue.end_mass_kg = case.end_mass;
        let table = checked(case.id, params)?;
        let stroke = Strike::new(case.phi_deg - 90.0, case.speed).tip(-case.a, case.b).elevated(case.theta_deg);
        let struck = strike(&table, &stroke);
        // The peer drops the vertical velocity.
        let v = (struck.velocity - turned(case.v)).truncate().abs().max_element();
        let w = (struck.spin - turned(case.w)).abs().max_element();
        errors.push(v.max(case.radius * w));
    }
    let unit = "m/s, the larger of velocity and R times spin";
    Ok(vec![Row::new("cue_strike", "instantaneous_point", unit, 1e-11, errors)])
}
