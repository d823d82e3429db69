//! What a front end asks of whoever thinks, and what it gets. Both front ends ask the same.

use filotto_engine::{Position, Profile, Skill, Stroke};
use filotto_physics::{Strike, Table};
use filotto_search::value::choice;
use filotto_search::value::weights::Weights;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The table and the rules that a question is about.
#[derive(Clone, Debug)]
pub struct World {
    /// The table.
    pub table: Arc<Table>,
    /// The rules.
    pub profile: Arc<Profile>,
}

/// What the stroke is to be good for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    /// Winning.
    Win,
    /// Points: the striker's less the opponent's.
    Points,
    /// The mean of the worst share q of all results of the stroke.
    Safe(f64),
}

/// The share of `safe` without a number.
pub const SAFE_DEFAULT: f64 = 0.1;

impl Objective {
    /// `win`, `points`, `safe` or `safe:q`.
    pub fn parse(text: &str) -> Result<Objective, String> {
        let wrong = || format!("{} is not win, points or safe:q with 0 < q <= 1", super::error::shown(text));
        match text {
            "win" => Ok(Objective::Win),
            "points" => Ok(Objective::Points),
            "safe" => Ok(Objective::Safe(SAFE_DEFAULT)),
            _ => {
                let q = text.strip_prefix("safe:").and_then(|q| q.parse::<f64>().ok());
                q.filter(|&q| q > 0.0 && q <= 1.0).map(Objective::Safe).ok_or_else(wrong)
            }
        }
    }
}

/// How long to think; with neither, until stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Strokes to simulate.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The position, with the player asked as its striker.
    pub position: Position,
    /// Table and rules.
    pub world: World,
    /// How precisely the striker plays, and the opponent.
    pub skills: [Skill; 2],
    /// What for.
    pub objective: Objective,
    /// How long.
    pub budget: Budget,
    /// How many strokes to tell.
    pub multipv: usize,
    /// For everything random.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
    /// What leaves and scores are judged by.
    pub value: Value,
}

/// What leaves and scores are judged by.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing: no chances to win.
    None,
    /// The score, and a leave by its kind alone.
    Race,
    /// The score, and a leave by a net.
    Net(Arc<Weights>),
}

impl Value {
    /// `true` (what the planner does by itself), `false`, `off`, `net` or a file with weights.
    pub fn parse(text: &str) -> Result<Value, String> {
        let net = match text {
            "true" => choice::default(),
            "false" => return Ok(Value::None),
            text => choice::named(text, &crate::players::weights)?,
        };
        Ok(net.map_or(Value::Race, Value::Net))
    }

    /// Whether chances to win are told.
    pub fn tells(&self) -> bool {
        *self != Value::None
    }

    /// The net, if there is one.
    pub fn net(&self) -> Option<Arc<Weights>> {
        if let Value::Net(net) = self { Some(net.clone()) } else { None }
    }
}

/// An estimate: mean and half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// Half-width of its 95 % interval.
    pub pm: f64,
}

/// A stroke with what it promises, from the striker's side.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The stroke.
    pub stroke: Stroke,
    /// Expected points to the striker.
    pub points: Estimate,
    /// Expected points to the opponent.
    pub lost: Estimate,
    /// Chance of a fault.
    pub fault: Estimate,
    /// Chances by rule id.
    pub faults: Vec<(String, Estimate)>,
    /// Chance to win, where it is estimated.
    pub win: Option<Estimate>,
    /// The kind of shot, in the players' words; empty when it has no name.
    pub name: String,
    /// What happens without error: contacts, cushions, pins, in order.
    pub line: String,
}

/// What is known so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The strokes, best first.
    pub advice: Vec<Advice>,
    /// Strokes simulated.
    pub nodes: u64,
}

/// Who waits for an answer.
pub trait Listener: Sync {
    /// Whether to stop now, with what there is.
    fn stopped(&self) -> bool;

    /// Sleeps so long, or until stopped; whether stopped.
    fn sleep(&self, time: Duration) -> bool;

    /// News.
    fn report(&self, report: &Report);
}

/// Who thinks. Several questions may be asked at once.
pub trait Thinker: Send + Sync {
    /// The strokes to play, best first, at most `multipv`; at least one, also when stopped at once.
    fn plan(&self, ask: &Ask, listener: &dyn Listener) -> Result<Report, String>;

    /// The stroke of the lag.
    fn lag(&self, ask: &Ask) -> Result<Strike, String>;

    /// The winner of the lag: whether to open.
    fn opens(&self, ask: &Ask) -> Result<bool, String>;

    /// Whether to claim that there is no stroke without fault (10.4).
    fn claims(&self, ask: &Ask) -> Result<bool, String>;
}
