//! The schemas in `docs/schemas` are those of the program, and its replies keep to them.

use crate::support::{Bot, POSITION, filotto};
use serde_json::{Value, json};

fn schema(name: &str) -> Value {
    let path = format!("{}/../docs/schemas/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_files_are_what_the_program_says() {
    let output = filotto(&["bot", "--schemas"]);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (name, says) in told.as_object().unwrap() {
        assert_eq!(schema(name), *says, "docs/schemas/{name} is old: filotto bot --schemas --write docs/schemas");
    }
}

#[test]
fn real_replies_and_requests_keep_to_the_schemas() {
    let requests = [
        json!({"id": "a", "action": "analyze", "position": POSITION, "budget": {"nodes": 50}, "multipv": 2000,
               "want": ["paths", "spread", "tolerance", "explain", "heat"], "report_every_ms": 1, "skill": "club"}),
        json!({"id": 2, "action": "analyze", "positions": [POSITION, "x"], "budget": {"time_ms": 20}}),
        json!({"id": "v", "action": "version"}),
        json!({"id": "s", "action": "simulate", "position": POSITION, "stroke": {"phi_deg": 188, "v_mps": 3}, "want": ["paths"]}),
        json!({"id": "j", "action": "judge", "position": POSITION, "stroke": "phi=188 v=3", "declared": []}),
        json!({"id": "n", "action": "next", "position": POSITION, "stroke": "phi=188 v=3"}),
        json!({"id": "c", "action": "cancel", "target": "nobody"}),
        json!({"id": "k", "action": "clear"}),
    ];
    let request_schema = jsonschema::validator_for(&schema("request.json")).unwrap();
    let reply_schema = jsonschema::validator_for(&schema("reply.json")).unwrap();
    let mut bot = Bot::start(&["--json", "--dummy"]);
    for request in &requests[..7] {
        assert!(request_schema.is_valid(request), "{request}");
        bot.send(&request.to_string());
    }
    bot.send("nonsense");
    let (lines, code) = bot.rest();
    assert_eq!(code, Some(0));
    assert!(lines.len() >= 11, "{lines:#?}");
    for line in lines {
        let reply: Value = serde_json::from_str(&line).unwrap();
        let wrong: Vec<String> = reply_schema.iter_errors(&reply).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{line:.300}\n{wrong:.300?}");
    }
    for wrong in
        [json!({"id": "a"}), json!({"id": "a", "action": "dance"}), json!({"id": "a", "action": "version", "x": 1})]
    {
        assert!(!request_schema.is_valid(&wrong), "{wrong}");
    }
    assert!(!reply_schema.is_valid(&json!({"schema": "filotto/reply/1", "id": "a", "final": true})));
}
