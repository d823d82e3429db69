//! The race table against independently computed chances.

#![allow(clippy::disallowed_methods, reason = "what is expected may be computed with the platform's mathematics")]

use filotto_search::value::race::{Law, RaceTable};
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("data/race-dp.json")).expect("the data file is JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Printed with as many digits as the file has: within half of the last one.
fn assert_printed(found: f64, value: &Value) {
    let digits = value.to_string().split('.').nth(1).map_or(0, str::len).min(12);
    let half = 0.5 * 10f64.powi(-i32::try_from(digits).unwrap()) + 1e-12;
    assert!((found - number(value)).abs() <= half, "{found} is not {value}");
}

#[test]
fn simple_races() {
    let data = data();
    let rows = data["simple"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let laws: Vec<Law> =
            (0..2).map(|i| number(&row["p_score_1"][i])).map(|p| Law::new([(1, p), (0, 1.0 - p)]).unwrap()).collect();
        let target = row["target"].as_u64().unwrap() as u16;
        let table = RaceTable::new(target, [&laws[0], &laws[1]]);
        assert_printed(table.win(0, target, target), &row["p_first_wins"]);
    }
}

#[test]
fn race_to_sixty() {
    let data = data();
    let results = data["law"].as_object().unwrap().iter().map(|(name, p)| {
        let result = match name.strip_prefix("opp+") {
            Some(n) => -n.parse::<i16>().unwrap(),
            None => name.parse().unwrap(),
        };
        (result, number(p))
    });
    let law = Law::new(results).unwrap();
    let table = RaceTable::new(60, [&law, &law]);
    for row in data["race_to_60"].as_array().unwrap() {
        let need = |who: &str| 60 - row[who].as_u64().unwrap() as u16;
        assert_printed(table.win(0, need("me"), need("opp")), &row["w"]);
    }
}
