//! Holds the statistics against a file of known values (`filotto verify stats`).
//!
//! Sections of a file, each optional: `llr`, `elo`, `sprt_bounds`, `wilson`, `elo_to_score`, `must_terminate`; and
//! `simple`, `law`, `race_to_60` of a points race. A key or section not known here is an error: a value nobody looks
//! at must not count as checked.

use super::elo::score_from_elo;
use super::intervals::wilson;
use super::sprt::bounds;
use super::{EloReport, Model, Sprt, Tally};
use filotto_search::value::race::{Law, MAX_RACE, RaceTable};
use serde_json::{Map, Value};

/// Log-likelihood ratios are published with few digits: this share of the value is allowed.
const LLR_TOLERANCE: f64 = 0.01;

/// One comparison.
#[derive(Clone, Debug)]
pub struct Check {
    /// Where in the file.
    pub place: String,
    /// The value that should come out.
    pub expected: f64,
    /// The value that does.
    pub found: f64,
    /// The largest difference allowed.
    pub tolerance: f64,
}

impl Check {
    /// Whether the two agree.
    pub fn passed(&self) -> bool {
        (self.found - self.expected).abs() <= self.tolerance
    }
}

/// Every comparison of a file's sections, or what is wrong with the file.
pub fn checks(file: &Value) -> Result<Vec<Check>, String> {
    let sections = file.as_object().ok_or("an object with sections such as \"llr\" and \"elo\" is expected")?;
    let mut found = Vec::new();
    for (name, section) in sections {
        if matches!(name.as_str(), "source" | "note" | "schema" | "law") {
            continue;
        }
        let records = section.as_array().ok_or_else(|| format!("{name}: a list is expected"))?;
        for (i, record) in records.iter().enumerate() {
            let place = format!("{name}[{i}]");
            let fields = record.as_object().ok_or_else(|| format!("{place}: an object is expected"))?;
            let record = Record { place: &place, fields };
            found.extend(record.checks(name, file).map_err(|wrong| format!("{place}: {wrong}"))?);
        }
    }
    if found.is_empty() { Err("no known section with a value to check".into()) } else { Ok(found) }
}

/// The law of a turn: `"2": 0.14` is a chance of two points, `"opp+2": 0.08` of two to the opponent.
fn law(object: &Value) -> Result<Law, String> {
    let object = object.as_object().ok_or("law: an object is expected")?;
    let mut weights = Vec::new();
    for (result, chance) in object {
        let opponent = result.strip_prefix("opp+");
        let points: i16 = opponent.unwrap_or(result).parse().map_err(|_| format!("law: {result:?} is no result"))?;
        let chance = chance.as_f64().ok_or_else(|| format!("law: the chance of {result:?} is no number"))?;
        weights.push((if opponent.is_some() { -points } else { points }, chance));
    }
    Law::new(weights).ok_or_else(|| "law: no chance is positive".into())
}

/// One record with its place in the file.
struct Record<'a> {
    place: &'a str,
    fields: &'a Map<String, Value>,
}

impl Record<'_> {
    fn checks(&self, section: &str, file: &Value) -> Result<Vec<Check>, String> {
        match section {
            "simple" => self.simple_race(),
            "race_to_60" => {
                let law = law(file.get("law").ok_or("law: the law of a turn is expected beside this section")?)?;
                let needs = |key| self.count(key).map(|points| 60_u16.saturating_sub(points.min(60) as u16));
                let win = RaceTable::new(60, [&law, &law]).win(0, needs("me")?, needs("opp")?);
                Ok(vec![self.printed("w", win)?])
            }
            "llr" => Ok(vec![self.relative("llr", self.sprt()?.llr(&self.tally()?))?]),
            "elo" => self.elo(),
            "sprt_bounds" => {
                let (lower, upper) = bounds(self.number("alpha")?, self.number("beta")?);
                Ok(vec![self.printed("lower", lower)?, self.printed("upper", upper)?])
            }
            "wilson" => {
                let share = wilson(self.count("successes")?, self.count("n")?, self.number("z")?);
                Ok(vec![self.printed("low", share.low)?, self.printed("high", share.high)?])
            }
            "elo_to_score" => Ok(vec![self.printed("score", score_from_elo(self.number("elo")?))?]),
            "must_terminate" => {
                // Coming back at all is the answer; the ratio must be a number too.
                let llr = self.sprt()?.llr(&self.tally()?);
                Ok(vec![self.check("finite", 1.0, f64::from(u8::from(llr.is_finite())), 0.0)])
            }
            _ => Err("this section is not known".into()),
        }
    }

    /// A race in which a turn brings one point or none.
    fn simple_race(&self) -> Result<Vec<Check>, String> {
        let chances = self.fields.get("p_score_1").and_then(Value::as_array).filter(|list| list.len() == 2);
        let chances = chances.ok_or("p_score_1: a list of 2 chances is expected")?;
        let law = |i: usize| {
            let chance = chances[i].as_f64().filter(|p| (0.0..=1.0).contains(p));
            chance.and_then(|p| Law::new([(1, p), (0, 1.0 - p)])).ok_or("p_score_1: chances from 0 to 1 are expected")
        };
        let target = self.count("target")?.clamp(1, MAX_RACE as u64) as u16;
        let table = RaceTable::new(target, [&law(0)?, &law(1)?]);
        Ok(vec![self.printed("p_first_wins", table.win(0, target, target))?])
    }

    /// Every figure of a match report that the record gives.
    fn elo(&self) -> Result<Vec<Check>, String> {
        let tally = self.tally()?;
        let report = EloReport::of(&tally).ok_or("nothing was played")?;
        let llr = |model| Sprt { model, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }.llr(&tally);
        let mut checks = Vec::new();
        for key in self.fields.keys() {
            checks.push(match key.as_str() {
                "wld" | "penta" | "pairs" | "order" | "note" => continue,
                "score" => self.printed(key, report.score)?,
                "elo" => self.printed(key, report.elo)?,
                "elo_pm" => self.printed(key, report.elo_pm)?,
                "nelo" => self.printed(key, report.nelo)?,
                "nelo_pm" => self.printed(key, report.nelo_pm)?,
                "los" => self.printed(key, 100.0 * report.los)?,
                "llr_normalized_0_10" => self.relative(key, llr(Model::Normalized))?,
                "llr_logistic_0_10" => self.relative(key, llr(Model::Logistic))?,
                _ => return Err(format!("{key}: no figure of that name")),
            });
        }
        Ok(checks)
    }

    fn tally(&self) -> Result<Tally, String> {
        if let Some(order) = self.fields.get("order").filter(|order| *order != "LL,LD,WL,DD,WD,WW") {
            return Err(format!("order: {order} is not LL,LD,WL,DD,WD,WW"));
        }
        if self.fields.contains_key("wld") {
            return self.counts("wld").map(Tally::games);
        }
        if self.fields.contains_key("penta") {
            return self.counts("penta").map(Tally::penta);
        }
        self.counts("pairs").map(Tally::pairs).map_err(|wrong| format!("wld, penta or {wrong}"))
    }

    fn sprt(&self) -> Result<Sprt, String> {
        let model = match self.fields.get("model").and_then(Value::as_str) {
            Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            other => return Err(format!("model: {other:?} is neither normalized nor logistic")),
        };
        Ok(Sprt { model, elo0: self.number("elo0")?, elo1: self.number("elo1")?, alpha: 0.05, beta: 0.05 })
    }

    fn number(&self, key: &str) -> Result<f64, String> {
        self.fields.get(key).and_then(Value::as_f64).ok_or_else(|| format!("{key}: a number is expected"))
    }

    fn count(&self, key: &str) -> Result<u64, String> {
        self.fields.get(key).and_then(Value::as_u64).ok_or_else(|| format!("{key}: a count is expected"))
    }

    fn counts<const N: usize>(&self, key: &str) -> Result<[u64; N], String> {
        let list = self.fields.get(key).and_then(Value::as_array);
        let counts: Option<Vec<u64>> = list.and_then(|list| list.iter().map(Value::as_u64).collect());
        counts.and_then(|c| c.try_into().ok()).ok_or_else(|| format!("{key}: a list of {N} counts is expected"))
    }

    /// Right to the digits the file prints.
    fn printed(&self, key: &str, found: f64) -> Result<Check, String> {
        let value = self.fields.get(key).ok_or_else(|| format!("{key}: a number is expected"))?;
        let decimals = value.to_string().split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
        // A last digit of zero is not kept by JSON, so 40.7 may stand for 40.70: the wider reading.
        Ok(self.check(key, self.number(key)?, found, 0.5 * libm::pow(10.0, f64::from(-decimals)) * (1.0 + 1e-9)))
    }

    /// Right to a share of the value.
    fn relative(&self, key: &str, found: f64) -> Result<Check, String> {
        let expected = self.number(key)?;
        Ok(self.check(key, expected, found, LLR_TOLERANCE * expected.abs()))
    }

    fn check(&self, key: &str, expected: f64, found: f64, tolerance: f64) -> Check {
        Check { place: format!("{}.{key}", self.place), expected, found, tolerance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_published_values_come_out() {
        let file: Value = serde_json::from_str(include_str!("../../tests/data/elo-sprt.json")).unwrap();
        let checks = checks(&file).unwrap();
        assert!(checks.len() >= 40, "only {} values looked at", checks.len());
        let misses: Vec<_> = checks.iter().filter(|check| !check.passed()).collect();
        assert!(misses.is_empty(), "{misses:#?}");
    }

    #[test]
    fn the_race_comes_out() {
        let file: Value = serde_json::from_str(include_str!("../../tests/data/race-dp.json")).unwrap();
        let checks = checks(&file).unwrap();
        assert_eq!(checks.len(), 10);
        let misses: Vec<_> = checks.iter().filter(|check| !check.passed()).collect();
        assert!(misses.is_empty(), "{misses:#?}");
    }

    #[test]
    fn a_wrong_value_and_an_unknown_section_are_seen() {
        let wrong: Value = serde_json::from_str(r#"{"elo_to_score": [{"elo": 100, "score": 0.6501}]}"#).unwrap();
        assert!(!checks(&wrong).unwrap()[0].passed());
        let unknown: Value = serde_json::from_str(r#"{"bayes": [{"elo": 100}]}"#).unwrap();
        assert_eq!(checks(&unknown).unwrap_err(), "bayes[0]: this section is not known");
    }
}
