//! The replies of the JSON protocol. Figures are seen from the striker's side; `_pm` is the half-width of a 95 %
//! interval.

use super::request::Id;
use super::schema::{PositionFields, StrokeFields};
use crate::protocol::ask::{Advice, Estimate};
use crate::protocol::error::ProtocolError;
use crate::protocol::extras::Extras;
use filotto_engine::{Position, Stroke};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// First in every reply.
pub const SCHEMA: &str = "filotto/reply/1";

/// A reply.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "filotto reply")]
pub struct Reply {
    /// `filotto/reply/1`.
    schema: &'static str,
    /// The request's; null where none could be read.
    id: Option<Id>,
    /// Which position of a batch, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    /// What is told.
    #[serde(flatten)]
    body: Body,
    /// The request was cancelled: there may be less than was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    cancelled: Option<bool>,
    /// The last reply to this id.
    #[serde(rename = "final")]
    last: bool,
}

impl Reply {
    /// The last reply to a request.
    pub fn last(id: &Id, body: Body) -> Reply {
        Reply { schema: SCHEMA, id: Some(id.clone()), index: None, body, cancelled: None, last: true }
    }

    /// A mistake that ends a request, or one that never was one.
    pub fn error(id: Option<&Id>, error: &ProtocolError) -> Reply {
        let body = Body::Error(ErrorBody {
            error: error.message.clone(),
            code: error.code.word().into(),
            field: error.field.clone(),
            column: error.column,
        });
        Reply { schema: SCHEMA, id: id.cloned(), index: None, body, cancelled: None, last: true }
    }

    /// The same, of one position of a batch: more follows.
    pub fn of_batch(self, index: usize) -> Reply {
        Reply { index: Some(index), last: false, ..self }
    }

    /// The same, with more to follow.
    pub fn not_last(self) -> Reply {
        Reply { last: false, ..self }
    }

    /// The same, told to be cut short.
    pub fn cancelled(self, cancelled: bool) -> Reply {
        Reply { cancelled: cancelled.then_some(true), ..self }
    }

    /// The line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"))
    }
}

/// What a reply tells.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Body {
    /// Strokes to play.
    Analysis(AnalysisBody),
    /// What happens after a stroke.
    Simulation(SimulationBody),
    /// The referee's verdict.
    Verdict(VerdictBody),
    /// The position after a stroke.
    Next(NextBody),
    /// Who answers.
    Version(VersionBody),
    /// What was ended.
    Ended(EndedBody),
    /// The end of a batch.
    Batch(BatchBody),
    /// A mistake.
    Error(ErrorBody),
    /// A value that was clamped.
    Warning(WarningBody),
}

/// Strokes to play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnalysisBody {
    /// The position, canonical.
    pub position: String,
    /// Strokes, best first.
    pub suggestions: Vec<Suggestion>,
    /// Strokes simulated.
    pub nodes: u64,
    /// The seed: with the same node budget it gives the same answer.
    pub seed: u64,
    /// Thinking time, ms.
    pub time_ms: u64,
}

/// A stroke with what it promises.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Suggestion {
    /// From 1.
    pub rank: usize,
    /// The stroke, one line.
    pub stroke: String,
    /// The stroke, its fields.
    #[schemars(with = "StrokeFields")]
    pub stroke_fields: Stroke,
    /// Expected points to the striker.
    pub points: f64,
    /// Half-width of its interval.
    pub points_pm: f64,
    /// Expected points to the opponent.
    pub lost: f64,
    /// Half-width of its interval.
    pub lost_pm: f64,
    /// Chance of a fault.
    pub fault: f64,
    /// Half-width of its interval.
    pub fault_pm: f64,
    /// Chances of faults by rule id.
    pub faults: BTreeMap<String, Estimate>,
    /// Chance to win, where it is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
    /// Half-width of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_pm: Option<f64>,
    /// The kind of shot; empty when it has no name.
    pub name: String,
    /// What happens without error.
    pub line: String,
    /// What else was wanted.
    #[serde(flatten)]
    pub extras: Extras,
}

impl Suggestion {
    /// Advice as a reply tells it.
    pub fn new(rank: usize, advice: &Advice, extras: Extras) -> Suggestion {
        Suggestion {
            rank,
            stroke: advice.stroke.to_string(),
            stroke_fields: advice.stroke,
            points: advice.points.mean,
            points_pm: advice.points.pm,
            lost: advice.lost.mean,
            lost_pm: advice.lost.pm,
            fault: advice.fault.mean,
            fault_pm: advice.fault.pm,
            faults: advice.faults.iter().cloned().collect(),
            win: advice.win.map(|win| win.mean),
            win_pm: advice.win.map(|win| win.pm),
            name: advice.name.clone(),
            line: advice.line.clone(),
            extras,
        }
    }
}

/// One thing that happened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EventBody {
    /// Seconds from the strike.
    pub t_s: f64,
    /// What, who, by whom.
    pub event: Vec<String>,
}

/// What happens after a stroke.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SimulationBody {
    /// What happened, in order.
    pub events: Vec<EventBody>,
    /// Where each ball is at rest, metres; null = off the table.
    pub rest: BTreeMap<String, Option<[f64; 2]>>,
    /// What became of each pin: standing, shifted, leaning, down.
    pub pins: BTreeMap<String, String>,
    /// Until all was at rest.
    pub duration_s: f64,
    /// What else was wanted.
    #[serde(flatten)]
    pub extras: Extras,
}

/// The referee's verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictBody {
    /// Points to the striker.
    pub striker: u16,
    /// Points to the opponent.
    pub opponent: u16,
    /// Rule ids of the faults.
    pub faults: Vec<String>,
    /// Whether the opponent has ball in hand.
    pub in_hand: bool,
    /// Every rule that decided.
    pub rules: Vec<String>,
    /// What the referee saw: event lists as the case files of referees hold them.
    #[schemars(with = "Vec<Vec<String>>")]
    pub seen: serde_json::Value,
    /// The position after the stroke.
    pub next: String,
}

/// The position after a stroke.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NextBody {
    /// One line.
    pub next: String,
    /// Its fields.
    #[schemars(with = "PositionFields")]
    pub next_fields: Position,
}

/// Who answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VersionBody {
    /// The program.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The version of the protocol.
    pub protocol: u32,
    /// The hash of the physics.
    pub physics: String,
    /// The hash of the rules.
    pub rules: String,
}

/// What was ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndedBody {
    /// The ids of the requests that get their last reply now.
    pub ended: Vec<Id>,
}

/// The end of a batch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BatchBody {
    /// Positions asked.
    pub positions: usize,
    /// Positions answered with a mistake.
    pub failed: usize,
}

/// A mistake.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ErrorBody {
    /// What is wrong and what would be right.
    pub error: String,
    /// Its kind.
    pub code: String,
    /// The key or field concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Column in the line of the position or stroke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// A value that was clamped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WarningBody {
    /// What was done.
    pub warning: String,
    /// The key concerned.
    pub field: String,
}
