//! The JSON schemas under `docs/schemas/`, generated from the types that read and write the messages.

use super::reply;
use super::request::Request;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

/// Every schema with the name of its file.
pub fn all() -> Vec<(&'static str, Value)> {
    // Replies are only written: what is left out of some is not required.
    let written = SchemaSettings::default().for_serialize().into_generator();
    vec![
        ("request.json", schema_for!(Request).to_value()),
        ("reply.json", written.into_root_schema_for::<reply::Reply>().to_value()),
    ]
}

/// A position: the line of the notation, or its fields.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
pub enum PositionInput {
    /// One line.
    Line(String),
    /// Fields.
    Fields(PositionFields),
}

/// A position as fields.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct PositionFields {
    /// White's centre, metres; null in hand.
    white_m: Option<[f64; 2]>,
    /// Yellow's.
    yellow_m: Option<[f64; 2]>,
    /// Red's.
    red_m: Option<[f64; 2]>,
    /// The pins standing, out of UDLRC; `-` for none.
    pins: String,
    /// `w` or `y`.
    striker: String,
    /// n, o, r, h:lower, h:upper, l or e.
    kind: String,
    /// Points of white and yellow.
    points: [u16; 2],
    /// Points that win the set.
    target: u16,
    /// Sets as in the line, `1-0/3:w`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sets: Option<String>,
    /// The rules; those of the session when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
}

/// A stroke: the line of the notation, or its fields.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
pub enum StrokeInput {
    /// One line.
    Line(String),
    /// Fields.
    Fields(StrokeFields),
}

/// A stroke as fields.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct StrokeFields {
    /// Direction, degrees counter-clockwise from +x.
    phi_deg: f64,
    /// Cue speed, m/s.
    v_mps: f64,
    /// Tip right of centre, ball radii.
    #[serde(default)]
    a: f64,
    /// Tip above centre, ball radii.
    #[serde(default)]
    b: f64,
    /// Elevation, degrees.
    #[serde(default)]
    theta_deg: f64,
    /// Placement of the ball in hand, metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_m: Option<[f64; 2]>,
    /// `upper` or `lower` (13.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spot: Option<String>,
    /// A wrong ball (15.3-a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ball: Option<String>,
}

/// A skill: a preset's name, or its standard deviations.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
pub enum SkillInput {
    /// A preset.
    Preset(String),
    /// Numbers.
    Numbers(SkillNumbers),
}

/// A skill as numbers.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct SkillNumbers {
    /// Direction, degrees.
    phi_deg: f64,
    /// Speed, as a fraction.
    v_rel: f64,
    /// Speed, m/s; the larger of the two holds.
    v_abs_mps: f64,
    /// Tip sideways, mm.
    a_mm: f64,
    /// Tip in height, mm.
    b_mm: f64,
    /// Elevation, degrees.
    theta_deg: f64,
}
