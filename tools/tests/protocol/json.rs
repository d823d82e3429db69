//! The JSON front end: one last reply an id, whatever happens.

use crate::support::{Bot, POSITION};
use serde_json::{Value, json};
use std::collections::HashMap;

fn start() -> Bot {
    Bot::start(&["--json", "--dummy", "--option", "threads=2"])
}

fn reply(bot: &Bot) -> Value {
    serde_json::from_str(&bot.line()).expect("a JSON object a line")
}

/// The last reply to an id, and how many came before it; other ids' replies are an error.
fn last(bot: &Bot, id: &str) -> (Value, usize) {
    for before in 0.. {
        let reply = reply(bot);
        assert_eq!(reply["id"], id, "{reply}");
        if reply["final"] == true {
            return (reply, before);
        }
    }
    unreachable!()
}

fn analyze(id: &str, budget: Value) -> String {
    json!({"id": id, "action": "analyze", "position": POSITION, "budget": budget}).to_string()
}

#[test]
fn each_action_has_its_answer() {
    let mut bot = start();
    bot.send(&analyze("a", json!({"nodes": 1000})));
    let (answer, _) = last(&bot, "a");
    assert_eq!(answer["schema"], "filotto/reply/1");
    assert_eq!(answer["suggestions"][0]["rank"], 1);
    bot.send(&json!({"id": "v", "action": "version"}).to_string());
    assert_eq!(last(&bot, "v").0["protocol"], 1);
    bot.send(
        &json!({"id": "s", "action": "simulate", "position": POSITION, "stroke": "phi=188 v=3", "want": ["paths"]})
            .to_string(),
    );
    let (answer, _) = last(&bot, "s");
    assert_eq!(answer["events"][0]["event"], json!(["strike", "white"]));
    assert!(answer["paths"]["white"].as_array().unwrap().len() > 2);
    bot.send(&json!({"id": "j", "action": "judge", "position": POSITION, "stroke": {"phi_deg": 188, "v_mps": 3}, "declared": ["touched"]}).to_string());
    let (answer, _) = last(&bot, "j");
    assert!(answer["faults"].as_array().unwrap().contains(&json!("15.3-p")), "{answer}");
    bot.send(&json!({"id": "n", "action": "next", "position": POSITION, "stroke": "phi=188 v=3"}).to_string());
    let (answer, _) = last(&bot, "n");
    assert_eq!(answer["next_fields"]["striker"], "y");
}

#[test]
fn extras_are_told_when_wanted_and_only_then() {
    let mut bot = start();
    let want = json!(["paths", "spread", "tolerance", "explain", "heat"]);
    bot.send(&json!({"id": "x", "action": "analyze", "position": POSITION, "budget": {"nodes": 10}, "want": want, "skill": "club"}).to_string());
    let stroke = last(&bot, "x").0["suggestions"][0].clone();
    for key in want.as_array().unwrap() {
        assert!(!stroke[key.as_str().unwrap()].is_null(), "{key} is missing");
    }
    let balls: u64 = stroke["heat"]["white"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert!(balls > 200, "{balls}");
    bot.send(&analyze("y", json!({"nodes": 10})));
    assert!(last(&bot, "y").0["suggestions"][0]["paths"].is_null());
}

#[test]
fn a_mistake_names_its_field_and_is_the_last_reply() {
    let mut bot = start();
    for (request, field) in [
        (json!({"id": "e", "action": "analyze", "position": POSITION, "colour": 1}), "colour"),
        (json!({"id": "e", "action": "analyze", "position": POSITION, "budget": {"nodes": 0}}), "budget.nodes"),
        (json!({"id": "e", "action": "analyze", "position": POSITION, "budget": {"ms": 1}}), "budget.ms"),
        (json!({"id": "e", "action": "analyze", "position": "2.9,0.71"}), "yellow"),
        (json!({"id": "e", "action": "analyze"}), "position"),
        (json!({"id": "e", "action": "analyze", "positions": []}), "positions"),
        (json!({"id": "e", "action": "analyze", "position": POSITION, "skill": "expert"}), "skill"),
        (json!({"id": "e", "action": "analyze", "position": POSITION, "objective": "draw"}), "objective"),
        (json!({"id": "e", "action": "judge", "position": POSITION}), "stroke"),
        (json!({"id": "e", "action": "judge", "position": POSITION, "stroke": "phi=0 v=1 a=2"}), "a"),
        (
            json!({"id": "e", "action": "judge", "position": POSITION, "stroke": "phi=0 v=1", "declared": ["x"]}),
            "declared",
        ),
        (json!({"id": "e", "action": "cancel"}), "target"),
        (json!({"id": "e", "action": "version", "seed": 1}), "seed"),
    ] {
        bot.send(&request.to_string());
        let (answer, _) = last(&bot, "e");
        assert_eq!(answer["field"], field, "{answer}");
        assert!(answer["error"].is_string() && answer["code"].is_string());
    }
}

#[test]
fn what_is_no_request_is_answered_without_an_id() {
    let mut bot = start();
    for line in ["nonsense", "[1]", "{\"id\": 1", "{\"action\": \"version\"}", "\u{0}"] {
        bot.send(line);
        let answer = reply(&bot);
        assert!(answer["id"].is_null() && answer["error"].is_string() && answer["final"] == true, "{line}: {answer}");
    }
    bot.send(&"x".repeat((1 << 20) + 1));
    assert_eq!(reply(&bot)["code"], "line");
    bot.send(&("[".repeat(100_000)));
    assert_eq!(reply(&bot)["code"], "line");
    bot.send(&json!({"id": 7, "action": "version"}).to_string());
    assert_eq!(reply(&bot)["id"], 7);
}

#[test]
fn a_batch_answers_each_position_and_then_once_more() {
    let mut bot = start();
    let positions = json!([POSITION, "nonsense", POSITION]);
    bot.send(&json!({"id": "b", "action": "analyze", "positions": positions, "budget": {"nodes": 100}}).to_string());
    let mut seen: Vec<u64> = Vec::new();
    loop {
        let answer = reply(&bot);
        if answer["final"] == true {
            assert_eq!((answer["positions"].as_u64(), answer["failed"].as_u64()), (Some(3), Some(1)));
            break;
        }
        let index = answer["index"].as_u64().unwrap();
        assert_eq!(answer["field"] == "white", index == 1, "{answer}");
        seen.push(index);
    }
    seen.sort_unstable();
    assert_eq!(seen, [0, 1, 2]);
}

#[test]
fn larger_priorities_come_first() {
    let mut bot = Bot::start(&["--json", "--dummy", "--option", "threads=1"]);
    let mut request: Value = serde_json::from_str(&analyze("first", json!({"time_ms": 500}))).unwrap();
    request["report_every_ms"] = json!(20);
    bot.send(&request.to_string());
    assert_eq!(reply(&bot)["final"], false, "it has begun");
    for (id, priority) in [("low", -1), ("normal", 0), ("high", 5)] {
        let mut request: Value = serde_json::from_str(&analyze(id, json!({"nodes": 10}))).unwrap();
        request["priority"] = json!(priority);
        bot.send(&request.to_string());
    }
    let replies = std::iter::from_fn(|| Some(reply(&bot))).filter(|reply| reply["final"] == true);
    let order: Vec<Value> = replies.take(4).map(|reply| reply["id"].clone()).collect();
    assert_eq!(order, ["first", "high", "normal", "low"]);
}

#[test]
fn cancelled_requests_are_answered_too() {
    let mut bot = Bot::start(&["--json", "--dummy", "--option", "threads=1"]);
    bot.send(&analyze("runs", json!({"time_ms": 1_000_000})));
    bot.send(&analyze("waits", json!({"nodes": 10})));
    bot.send(&json!({"id": "c1", "action": "cancel", "target": "waits"}).to_string());
    bot.send(&json!({"id": "c2", "action": "cancel", "target": "nobody"}).to_string());
    bot.send(&json!({"id": "c3", "action": "clear"}).to_string());
    let mut answers = HashMap::new();
    for _ in 0..5 {
        let answer = reply(&bot);
        assert_eq!(answer["final"], true);
        assert!(answers.insert(answer["id"].as_str().unwrap().to_string(), answer).is_none(), "two last replies");
    }
    assert_eq!((&answers["runs"]["cancelled"], &answers["waits"]["cancelled"]), (&json!(true), &json!(true)));
    assert_eq!((&answers["c1"]["ended"], &answers["c2"]["ended"]), (&json!(["waits"]), &json!([])));
    assert_eq!(answers["c3"]["ended"], json!(["runs"]));
}

#[test]
fn an_id_under_way_is_not_taken_twice() {
    let mut bot = start();
    bot.send(&analyze("a", json!({"time_ms": 400})));
    bot.send(&analyze("a", json!({"nodes": 1})));
    bot.send(&json!({"id": "a", "action": "version"}).to_string());
    bot.send(&json!({"id": "a", "action": "dance"}).to_string());
    let (answer, before) = last(&bot, "a");
    assert_eq!(before, 3);
    assert_eq!(answer["suggestions"][0]["rank"], 1);
}

#[test]
fn reports_come_between() {
    let mut bot = start();
    let mut request: Value = serde_json::from_str(&analyze("r", json!({"time_ms": 500}))).unwrap();
    request["report_every_ms"] = json!(60);
    bot.send(&request.to_string());
    let (_, before) = last(&bot, "r");
    assert!((2..=9).contains(&before), "{before} reports");
}

#[test]
fn clamped_values_are_warned_of() {
    let mut bot = start();
    let mut request: Value = serde_json::from_str(&analyze("w", json!({"nodes": 10}))).unwrap();
    request["multipv"] = json!(1000);
    bot.send(&request.to_string());
    let warning = reply(&bot);
    assert_eq!((&warning["field"], &warning["final"]), (&json!("multipv"), &json!(false)));
    last(&bot, "w");
}

#[test]
fn the_end_of_input_finishes_the_queue_unless_told_otherwise() {
    for (args, answers) in [(&["--json", "--dummy"][..], 20), (&["--json", "--dummy", "--quit-now"][..], 0)] {
        let mut bot = Bot::start(args);
        for i in 0..20 {
            bot.send(&analyze(&format!("q{i}"), json!({"time_ms": 50})));
        }
        bot.close();
        let (lines, code) = bot.rest();
        assert_eq!(code, Some(0));
        assert!(if answers == 20 { lines.len() == 20 } else { lines.len() < 20 }, "{} lines", lines.len());
    }
}
