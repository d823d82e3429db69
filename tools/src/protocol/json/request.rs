//! A line of the JSON protocol as a request. A key that nobody knows, or that the action doesn't use, is an error that
//! names it: a misspelt key must not pass for a default.

use super::schema;
use crate::protocol::ask::{Budget, Objective};
use crate::protocol::error::{Code, ProtocolError, shown};
use crate::protocol::options::{self, MAX_MULTIPV, Options};
use crate::protocol::position;
use filotto_engine::notation::{PositionJson, StrokeJson};
use filotto_engine::{Declared, Position, Skill, Stroke};
use filotto_physics::Table;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Time to think for a request that names no budget.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// What names a request: a text or a whole number, given back as it came.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Strokes to play.
    Analyze,
    /// What happens after a stroke.
    Simulate,
    /// What happens after a stroke, and the referee's verdict.
    Judge,
    /// The position after a stroke.
    Next,
    /// End one request.
    Cancel,
    /// Who answers.
    Version,
    /// End every request.
    Clear,
}

impl Action {
    /// The keys it uses besides `schema`, `id` and `action`.
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Action::Analyze => &[
                "position",
                "positions",
                "skill",
                "opponent_skill",
                "budget",
                "multipv",
                "objective",
                "seed",
                "report_every_ms",
                "priority",
                "want",
            ],
            Action::Simulate => &["position", "stroke", "want"],
            Action::Judge | Action::Next => &["position", "stroke", "declared"],
            Action::Cancel => &["target"],
            Action::Version | Action::Clear => &[],
        }
    }
}

/// What else to tell of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// The paths of the balls.
    Paths,
    /// Where the balls come to rest under the striker's errors.
    Spread,
    /// How far direction and speed may be off.
    Tolerance,
    /// The verdict without error, in words.
    Explain,
    /// Where the balls come to rest under the striker's errors, counted in squares.
    Heat,
}

/// A budget; with both, what comes first.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BudgetJson {
    /// Strokes to simulate.
    #[schemars(range(min = 1))]
    nodes: Option<u64>,
    /// Milliseconds.
    time_ms: Option<u64>,
}

/// A request.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "filotto request")]
pub struct Request {
    /// `filotto/request/1`; may be left out.
    pub schema: Option<String>,
    /// Names the request in its replies.
    pub id: Id,
    /// What is asked for.
    pub action: Action,
    /// A position: the line of the notation, or its fields.
    #[schemars(with = "Option<schema::PositionInput>")]
    pub position: Option<Value>,
    /// Positions of a batch.
    #[schemars(with = "Option<Vec<schema::PositionInput>>")]
    pub positions: Option<Vec<Value>>,
    /// A stroke as executed: the line of the notation, or its fields.
    #[schemars(with = "Option<schema::StrokeInput>")]
    pub stroke: Option<Value>,
    /// Faults that the referee declares.
    pub declared: Option<Vec<String>>,
    /// The striker's skill: a preset's name, or its numbers.
    #[schemars(with = "Option<schema::SkillInput>")]
    pub skill: Option<Value>,
    /// The opponent's; the striker's when left out.
    #[schemars(with = "Option<schema::SkillInput>")]
    pub opponent_skill: Option<Value>,
    /// How long to think; one second when left out.
    pub budget: Option<BudgetJson>,
    /// How many strokes to tell.
    pub multipv: Option<u64>,
    /// `win`, `points` or `safe:q`.
    pub objective: Option<String>,
    /// Seed of everything random.
    pub seed: Option<u64>,
    /// Milliseconds between two replies that aren't final; none when left out.
    pub report_every_ms: Option<u64>,
    /// Larger ones first; 0 when left out.
    pub priority: Option<i32>,
    /// What else to tell.
    pub want: Option<Vec<Want>>,
    /// The request to cancel.
    pub target: Option<Id>,
}

/// The settings of an analysis, checked.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Skills of striker and opponent.
    pub skills: [Skill; 2],
    /// How long.
    pub budget: Budget,
    /// How many strokes.
    pub multipv: usize,
    /// What for.
    pub objective: Objective,
    /// Seed.
    pub seed: u64,
    /// Between two reports.
    pub report_every: Option<Duration>,
    /// What else to tell.
    pub want: Vec<Want>,
}

/// A mistake in a request, with the id where one could be read.
pub struct Mistake {
    /// The id.
    pub id: Option<Id>,
    /// The mistake.
    pub error: ProtocolError,
}

impl Request {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Request, Mistake> {
        let bare = |error| Mistake { id: None, error };
        let value: Value = serde_json::from_str(line)
            .map_err(|error| bare(ProtocolError::new(Code::Line, format!("not a JSON object: {error}"))))?;
        let Value::Object(object) = &value else {
            return Err(bare(ProtocolError::new(Code::Line, "a JSON object is expected")));
        };
        let id = object.get("id").and_then(|id| Id::deserialize(id).ok());
        let named = |error| Mistake { id: id.clone(), error };
        if id.is_none() {
            return Err(bare(ProtocolError::field(Code::Id, "id", "a text or a whole number is expected")));
        }
        let keys: Vec<String> = object.keys().cloned().collect();
        let request: Request = typed(Code::Syntax, "", value).map_err(named)?;
        request.check_keys(&keys).map_err(named)?;
        Ok(request)
    }

    fn check_keys(&self, keys: &[String]) -> Result<(), ProtocolError> {
        let known = |key: &&String| !["schema", "id", "action"].contains(&key.as_str());
        let stray = keys.iter().filter(known).find(|key| !self.action.keys().contains(&key.as_str()));
        if let Some(key) = stray {
            return Err(ProtocolError::field(Code::Syntax, key, format!("{key} is not used by this action")));
        }
        match self.schema.as_deref() {
            None | Some("filotto/request/1") => Ok(()),
            Some(other) => {
                let message = format!("{} is not filotto/request/1", shown(other));
                Err(ProtocolError::field(Code::Syntax, "schema", message))
            }
        }
    }

    /// The settings of an analysis, and a warning for each value that was clamped.
    pub fn analysis(&self, options: &Options) -> Result<(Analysis, Vec<(String, String)>), ProtocolError> {
        let mut warnings = Vec::new();
        let own = self.skill.as_ref().map_or(Ok(options.skill), |value| skill("skill", value))?;
        let opponent = match &self.opponent_skill {
            Some(value) => skill("opponent_skill", value)?,
            None if self.skill.is_some() => own,
            None => options.skills()[1],
        };
        let objective = match &self.objective {
            Some(text) => {
                Objective::parse(text).map_err(|wrong| ProtocolError::field(Code::Value, "objective", wrong))?
            }
            None => options.objective,
        };
        let mut multipv = self.multipv.unwrap_or(options.multipv as u64);
        let bounds = multipv.clamp(1, MAX_MULTIPV as u64);
        if multipv != bounds {
            warnings.push(("multipv".into(), format!("{multipv} is not from 1 to {MAX_MULTIPV}; {bounds} is taken")));
            multipv = bounds;
        }
        let budget = self.budget(options)?;
        let analysis = Analysis {
            skills: [own, opponent],
            budget,
            multipv: multipv as usize,
            objective,
            seed: self.seed.unwrap_or(options.seed),
            report_every: self.report_every_ms.map(|ms| Duration::from_millis(ms.max(1))),
            want: self.want.clone().unwrap_or_default(),
        };
        Ok((analysis, warnings))
    }

    fn budget(&self, options: &Options) -> Result<Budget, ProtocolError> {
        /// Eleven days: longer is a mistake, and far from where durations overflow.
        const MOST_MS: u64 = 1_000_000_000;
        let level = options.level.nodes();
        let Some(BudgetJson { nodes, time_ms }) = self.budget else {
            return Ok(Budget { nodes: level, time: Some(DEFAULT_TIME) });
        };
        let wrong = |field: &str, message: &str| Err(ProtocolError::field(Code::Value, field, message));
        match (nodes, time_ms) {
            (Some(0), _) => wrong("budget.nodes", "at least 1 is right"),
            (_, Some(ms)) if ms > MOST_MS => wrong("budget.time_ms", "at most 1000000000 is right"),
            (None, None) => wrong("budget", "nodes, time_ms or both are expected"),
            _ => Ok(Budget {
                nodes: [nodes, level].into_iter().flatten().min(),
                time: time_ms.map(Duration::from_millis),
            }),
        }
    }

    /// The position of a request that needs one.
    pub fn needed_position(&self, options: &Options) -> Result<Position, ProtocolError> {
        let missing = || ProtocolError::field(Code::Syntax, "position", "a position is expected");
        read_position("position", self.position.as_ref().ok_or_else(missing)?, options)
    }

    /// The executed stroke of a request that needs one.
    pub fn needed_stroke(&self, position: &Position, table: &Table) -> Result<Stroke, ProtocolError> {
        let missing = || ProtocolError::field(Code::Syntax, "stroke", "a stroke is expected");
        let wrong = |error| ProtocolError::notation(Code::Stroke, error);
        let value = self.stroke.as_ref().ok_or_else(missing)?;
        let (stroke, text) = match value {
            Value::String(text) => (Stroke::parse(text).map_err(wrong)?, text.as_str()),
            _ => (typed::<StrokeJson>(Code::Stroke, "stroke", value.clone())?.stroke().map_err(wrong)?, ""),
        };
        stroke.check_executed(position, table).map_err(|error| wrong(error.located_in(text)))?;
        Ok(stroke)
    }

    /// The referee's declarations.
    pub fn declarations(&self) -> Result<Vec<Declared>, ProtocolError> {
        let names = self.declared.iter().flatten();
        names
            .map(|name| {
                let wrong = || format!("{} is no declaration", shown(name));
                Declared::from_name(name).ok_or_else(|| ProtocolError::field(Code::Value, "declared", wrong()))
            })
            .collect()
    }
}

/// A position: a line or an object.
pub fn read_position(field: &str, value: &Value, options: &Options) -> Result<Position, ProtocolError> {
    match value {
        Value::String(text) => position::read(text, options),
        _ => {
            let unnamed = value.as_object().is_some_and(|object| !object.contains_key("profile"));
            let json: PositionJson = typed(Code::Position, field, value.clone())?;
            let read = json.position(&options.world.table);
            let mut position = read.map_err(|error| ProtocolError::notation(Code::Position, error))?;
            if unnamed {
                position.profile = options.profile_name.clone();
            }
            Ok(position)
        }
    }
}

/// A skill: a preset's name, or an object.
fn skill(field: &str, value: &Value) -> Result<Skill, ProtocolError> {
    let wrong = |message: String| ProtocolError::field(Code::Value, field, message);
    match value {
        Value::String(text) => options::skill(text).map_err(wrong),
        _ => {
            let skill: Skill = typed(Code::Value, field, value.clone())?;
            skill.check().map_err(|error| wrong(error.to_string()))?;
            Ok(skill)
        }
    }
}

/// A value as a type; a mistake names the field below `root`.
fn typed<T: DeserializeOwned>(code: Code, root: &str, value: Value) -> Result<T, ProtocolError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = match error.path().to_string() {
            dot if dot == "." => String::new(),
            path => path,
        };
        let message = error.inner().to_string();
        let quoted = message.split('`').nth(1).unwrap_or("").to_string();
        let named = ["unknown field", "missing field", "duplicate field"].iter().any(|kind| message.starts_with(kind));
        let leaf = if named && !path.ends_with(&quoted) { quoted } else { String::new() };
        let parts: Vec<&str> = [root, &path, &leaf].into_iter().filter(|part| !part.is_empty()).collect();
        ProtocolError { code, field: (!parts.is_empty()).then(|| parts.join(".")), column: None, message }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(line: &str) -> (Code, Option<String>) {
        let mistake = Request::read(line).err().unwrap_or_else(|| panic!("accepted: {line}"));
        (mistake.error.code, mistake.error.field)
    }

    #[test]
    fn unknown_and_unused_keys_are_named() {
        let field = |name: &str| (Code::Syntax, Some(name.to_string()));
        assert_eq!(mistake(r#"{"id": 1, "action": "version", "colour": 1}"#), field("colour"));
        assert_eq!(mistake(r#"{"id": 1, "action": "version", "seed": 1}"#), field("seed"));
        assert_eq!(mistake(r#"{"id": 1, "action": "analyze", "budget": {"node": 5}}"#), field("budget.node"));
        assert_eq!(mistake(r#"{"id": 1, "action": "analyze", "want": ["paths", "sound"]}"#), field("want[1]"));
        assert_eq!(mistake(r#"{"id": 1, "action": "dance"}"#), field("action"));
        assert_eq!(mistake(r#"{"id": 1}"#), field("action"));
        assert_eq!(mistake(r#"{"id": 1, "action": "version", "schema": "x"}"#), field("schema"));
    }

    #[test]
    fn what_is_no_request_has_no_id() {
        for line in ["", "[]", "7", "{", "{\"id\": 1} x"] {
            assert!(Request::read(line).is_err_and(|mistake| mistake.id.is_none()), "{line}");
        }
        assert_eq!(mistake(r#"{"id": [1], "action": "version"}"#), (Code::Id, Some("id".into())));
    }

    #[test]
    fn a_value_out_of_range_is_clamped_with_a_warning_or_refused() {
        let request = Request::read(r#"{"id": "a", "action": "analyze", "multipv": 500}"#).ok().unwrap();
        let (analysis, warnings) = request.analysis(&Options::default()).unwrap();
        assert_eq!((analysis.multipv, warnings[0].0.as_str()), (MAX_MULTIPV, "multipv"));
        let request = Request::read(r#"{"id": "a", "action": "analyze", "skill": {"phi_deg": 1}}"#).ok().unwrap();
        assert_eq!(request.analysis(&Options::default()).unwrap_err().field.as_deref(), Some("skill.v_rel"));
    }

    #[test]
    fn positions_are_lines_or_objects() {
        let options = Options::default();
        let line = serde_json::json!("2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60");
        let position = read_position("position", &line, &options).unwrap();
        let object = serde_json::to_value(&position).unwrap();
        assert_eq!(read_position("position", &object, &options), Ok(position));
        let mut wrong = object.clone();
        wrong["red_m"] = serde_json::json!([2.9, 0.71]);
        assert_eq!(read_position("position", &wrong, &options).unwrap_err().field.as_deref(), Some("red"));
        wrong["blue_m"] = serde_json::json!(null);
        assert_eq!(read_position("position", &wrong, &options).unwrap_err().field.as_deref(), Some("position.blue_m"));
    }
}
