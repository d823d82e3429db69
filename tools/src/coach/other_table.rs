//! Whether the first stroke would still be first on a slightly other table: cloth or cushions 10 % more or less.
//!
//! Nobody measures a table better than that. The suggestions are played again on four changed tables, with the same
//! errors everywhere, and the first has lost its place where another does better beyond chance.

use crate::tongue::say;
use filotto_engine::names::Name;
use filotto_engine::{Language, Position, Watch};
use filotto_physics::Table;
use filotto_physics::table::TableParams;
use filotto_search::candidate::Candidate;
use filotto_search::keys::{Key, Stage};
use filotto_search::task::Task;
use filotto_search::{Plan, Planner, Quiet, Request, noise};
use serde_json::{Value, json};

/// How much more or less.
const SHARE: f64 = 0.1;
/// Strokes of each suggestion on each table: differences of a hundredth of a point show, in some 0.1 s of one core.
const STROKES: usize = 512;
/// Standard errors of a difference that are no chance.
const SURE: f64 = 2.0;
/// Sets the strokes apart from those of the plan.
const STREAM: u64 = 0x7AB1E;

/// A way in which the table may be another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The cloth brakes more: sliding and rolling.
    SlowCloth,
    /// The cloth brakes less.
    FastCloth,
    /// The cushions give back more.
    LivelyCushions,
    /// The cushions give back less.
    DeadCushions,
}

impl Change {
    /// All four.
    pub const ALL: [Change; 4] = [Change::SlowCloth, Change::FastCloth, Change::LivelyCushions, Change::DeadCushions];

    /// The changed table.
    pub fn of(self, table: &Table) -> Option<Table> {
        let mut params: TableParams = table.params().clone();
        let cloth = &mut params.cloth;
        let brakes =
            [&mut cloth.slide_friction, &mut cloth.rolling, &mut cloth.rolling_linear, &mut cloth.rolling_quadratic];
        let (by, back) = (1.0 + SHARE, &mut params.cushion.restitution);
        match self {
            Change::SlowCloth => brakes.into_iter().for_each(|brake| *brake *= by),
            Change::FastCloth => brakes.into_iter().for_each(|brake| *brake /= by),
            Change::LivelyCushions => *back = (*back * by).min(1.0),
            Change::DeadCushions => *back /= by,
        }
        Table::new(params).ok()
    }

    fn told(self, language: Language) -> &'static str {
        match self {
            Change::SlowCloth => say(language, "slower cloth", "panno più lento", "более медленном сукне"),
            Change::FastCloth => say(language, "faster cloth", "panno più veloce", "более быстром сукне"),
            Change::LivelyCushions => say(language, "livelier cushions", "sponde più vive", "более живых бортах"),
            Change::DeadCushions => say(language, "deader cushions", "sponde meno vive", "более вялых бортах"),
        }
    }

    fn key(self) -> &'static str {
        match self {
            Change::SlowCloth => "slow-cloth",
            Change::FastCloth => "fast-cloth",
            Change::LivelyCushions => "lively-cushions",
            Change::DeadCushions => "dead-cushions",
        }
    }
}

/// On a changed table another suggestion is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtaken {
    /// What is other about the table.
    pub change: Change,
    /// The suggestion that is first there, by its index.
    pub by: usize,
}

/// The changes that cost the first suggestion its place.
pub fn overtaken(planner: &Planner, position: &Position, request: &Request, plan: &Plan) -> Vec<Overtaken> {
    let first = |change: Change| {
        let changed = Planner::new(change.of(&planner.court().table)?, planner.court().profile.clone(), 1);
        // On the caller's threads: the changed planner only lends its table.
        let by = changed.with_task(position, request, &Quiet, |task| best(task, plan)).ok()?;
        (by > 0).then_some(Overtaken { change, by })
    };
    use rayon::prelude::*;
    planner.install(|| Change::ALL.par_iter().filter_map(|&change| first(change)).collect())
}

/// The suggestion that is first in a task: the plan's own unless another beats it beyond chance.
fn best(task: &Task, plan: &Plan) -> usize {
    let values: Vec<Vec<f64>> = plan
        .suggestions
        .iter()
        .map(|s| Candidate::new(&task.scene, s.stroke).map_or(vec![], |c| values(task, &c)))
        .collect();
    let leads = (1..values.len()).filter_map(|k| lead(&values[k], &values[0]).map(|lead| (k, lead)));
    leads.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(k, _)| k)
}

/// What a candidate comes to under the common errors; a stroke that physics refuses counts as nothing gained.
fn values(task: &Task, candidate: &Candidate) -> Vec<f64> {
    let mut watch = Watch::new();
    let errors = noise::list(Key::new(STREAM).stage(Stage::Report), STROKES);
    errors.iter().map(|e| task.play(candidate, e, &mut watch).map_or(0.0, |trial| task.utility(&trial))).collect()
}

/// By how much the mean of `one` is over that of `other`, if that is no chance.
fn lead(one: &[f64], other: &[f64]) -> Option<f64> {
    let n = one.len().min(other.len()) as f64;
    let differences: Vec<f64> = one.iter().zip(other).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
    (n > 1.0 && mean > SURE * (variance / n).sqrt()).then_some(mean)
}

/// A line for people.
pub fn line(language: Language, overtaken: &[Overtaken], names: &[Name]) -> String {
    if overtaken.is_empty() {
        return say(
            language,
            "On cloth or cushions 10 % slower or faster the first stroke stays first.",
            "Con panno o sponde del 10 % più lenti o più veloci il primo tiro resta il primo.",
            "На сукне и бортах, на 10 % более медленных или быстрых, первый удар остаётся первым.",
        )
        .into();
    }
    let each: Vec<String> = overtaken
        .iter()
        .map(|o| {
            let (change, place) = (o.change.told(language), o.by + 1);
            let name = names.get(o.by).map_or_else(String::new, |name| format!(" ({name})"));
            match language {
                Language::En => format!("{change}: number {place}{name}"),
                Language::It => format!("{change}: il numero {place}{name}"),
                Language::Ru => format!("на {change}: номер {place}{name}"),
            }
        })
        .collect();
    let start = say(
        language,
        "Where cloth or cushions differ by 10 % another stroke may be first",
        "Con panno o sponde diversi del 10 % il primo tiro può essere un altro",
        "При сукне или бортах, отличных на 10 %, первым может быть другой удар",
    );
    format!("{start}: {}.", each.join("; "))
}

/// For programs.
pub fn as_json(overtaken: &[Overtaken]) -> Value {
    overtaken.iter().map(|o| json!({ "change": o.change.key(), "first": o.by + 1 })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_moves_its_own_parameter_by_a_tenth() {
        let base = Table::carom_heated();
        let was = base.params();
        for change in Change::ALL {
            let table = change.of(&base).unwrap();
            let now = table.params();
            let cloth = now.cloth.rolling / was.cloth.rolling;
            let cushion = now.cushion.restitution / was.cushion.restitution;
            let (want_cloth, want_cushion) = match change {
                Change::SlowCloth => (1.1, 1.0),
                Change::FastCloth => (1.0 / 1.1, 1.0),
                Change::LivelyCushions => (1.0, 1.1),
                Change::DeadCushions => (1.0, 1.0 / 1.1),
            };
            assert!((cloth - want_cloth).abs() < 1e-12 && (cushion - want_cushion).abs() < 1e-12, "{change:?}");
        }
    }

    #[test]
    fn a_lead_within_chance_is_none() {
        let even: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let odd: Vec<f64> = (0..100).map(|i| f64::from((i + 1) % 2)).collect();
        assert_eq!(lead(&even, &odd), None);
        let better: Vec<f64> = even.iter().map(|v| v + 0.5).collect();
        assert_eq!(lead(&better, &even), Some(0.5));
        assert_eq!(lead(&[], &even), None);
    }
}
