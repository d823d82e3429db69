//! The explanation for programs. Schema: `docs/schemas/suggest.json`.

use super::tolerance::Together;
use super::{Insight, What, compare, kinds};
use filotto_search::Plan;
use serde_json::{Value, json};

/// What joins a suggestion in the answer of `filotto suggest --json`.
pub fn insight(insight: &Insight) -> Value {
    let tolerances: Vec<Value> = insight
        .tolerances
        .iter()
        .map(|t| json!({ "parameter": t.parameter.key(), "down": t.down, "up": t.up, "open": t.open, "gap": t.gap, "lines": t.lines }))
        .collect();
    let worth: Vec<Value> = insight
        .worth
        .iter()
        .map(|w| json!({ "errors": w.errors, "net": w.net.mean, "net_pm": w.net.pm, "score": w.score.mean, "score_pm": w.score.pm }))
        .collect();
    json!({
        "name": insight.name.italian(),
        "words": insight.wording.as_json(),
        "tolerances": tolerances,
        "together": insight.together.as_ref().map(map),
        "worth": worth,
        "gap": insight.gap().map(|p| p.key()),
        "bridge": insight.bridge,
    })
}

fn map(map: &Together) -> Value {
    let [across, up] = map.parameters.map(|p| p.key());
    json!({ "parameters": [across, up], "sigmas": map.sigmas, "chance": map.chance })
}

/// Why the best suggestion beats the next of another kind; `null` when all are of one kind.
pub fn why(plan: &Plan, insights: &[Insight]) -> Value {
    let [first, second, ..] = kinds(insights)[..] else { return Value::Null };
    let (a, b) = (&plan.suggestions[first.index], &plan.suggestions[second.index]);
    let differences: Vec<Value> = compare(a, b)
        .into_iter()
        .map(|d| json!({ "what": key(d.what), "mine": d.mine, "other": d.other, "good": d.good }))
        .collect();
    json!({ "beats": second.index + 1, "name": second.name.italian(), "differences": differences })
}

const fn key(what: What) -> &'static str {
    match what {
        What::Win => "win",
        What::Score => "score",
        What::Points => "points",
        What::Fault => "fault",
        What::Leave => "leave",
    }
}
