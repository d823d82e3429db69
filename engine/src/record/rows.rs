//! A record as a table, a row a stroke: for statistics elsewhere.

use super::lines::{Header, Line, StrokeLine};
use crate::stroke::Stroke;
use serde::Serialize;

/// A stroke as a row of a CSV file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Set, from 1.
    pub set: u8,
    /// Stroke within the set, from 1.
    pub stroke: u32,
    /// Which ball the striker plays.
    pub plays: &'static str,
    /// His name.
    pub striker: String,
    /// The opponent's name.
    pub opponent: String,
    /// The position before the stroke.
    pub position: String,
    /// Intended direction, degrees.
    pub phi_deg: f64,
    /// Intended cue speed.
    pub v_mps: f64,
    /// Intended tip, right of centre, ball radii.
    pub a: f64,
    /// Intended tip, above centre, ball radii.
    pub b: f64,
    /// Intended elevation, degrees.
    pub theta_deg: f64,
    /// Placement, m.
    pub at_x_m: Option<f64>,
    /// Placement, m.
    pub at_y_m: Option<f64>,
    /// Executed direction, degrees.
    pub executed_phi_deg: f64,
    /// Executed cue speed.
    pub executed_v_mps: f64,
    /// Executed tip.
    pub executed_a: f64,
    /// Executed tip.
    pub executed_b: f64,
    /// Executed elevation, degrees.
    pub executed_theta_deg: f64,
    /// Points to the striker.
    pub points: u16,
    /// Points to the opponent.
    pub lost: u16,
    /// Rule ids of the faults, blanks between.
    pub faults: String,
    /// Whether the opponent gets ball in hand.
    pub in_hand: bool,
    /// Pins that count.
    pub pins: String,
    /// Points of the carom.
    pub carom: u8,
    /// Points the player expected, where he said so.
    pub forecast_points: Option<f64>,
    /// The chance of a fault he expected.
    pub forecast_fault: Option<f64>,
    /// The position after it.
    pub next: String,
}

/// The strokes of a record as rows. A stroke whose text can't be read is left out: [`super::verify()`] tells it.
pub fn rows(header: &Header, lines: &[Line]) -> Vec<Row> {
    let strokes = lines.iter().filter_map(|line| if let Line::Stroke(stroke) = line { Some(stroke) } else { None });
    strokes.filter_map(|stroke| row(header, stroke)).collect()
}

fn row(header: &Header, line: &StrokeLine) -> Option<Row> {
    let intended = Stroke::parse(&line.intended).ok()?;
    let executed = Stroke::parse(&line.executed).ok()?.strike;
    let name = |index: usize| header.players[index].name.clone();
    Some(Row {
        set: line.set,
        stroke: line.stroke,
        plays: line.by.ball().name(),
        striker: name(line.by.index()),
        opponent: name(line.by.other().index()),
        position: line.position.clone(),
        phi_deg: intended.strike.phi_deg,
        v_mps: intended.strike.v_mps,
        a: intended.strike.a,
        b: intended.strike.b,
        theta_deg: intended.strike.theta_deg,
        at_x_m: intended.at.map(|at| at.x),
        at_y_m: intended.at.map(|at| at.y),
        executed_phi_deg: executed.phi_deg,
        executed_v_mps: executed.v_mps,
        executed_a: executed.a,
        executed_b: executed.b,
        executed_theta_deg: executed.theta_deg,
        points: line.verdict.striker,
        lost: line.verdict.opponent,
        faults: line.verdict.faults.join(" "),
        in_hand: line.verdict.in_hand,
        pins: line.verdict.pins.clone(),
        carom: line.verdict.carom,
        forecast_points: line.forecast.map(|forecast| forecast.points),
        forecast_fault: line.forecast.map(|forecast| forecast.fault),
        next: line.next.clone(),
    })
}
