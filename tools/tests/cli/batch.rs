//! `simulate --batch`: strokes of a file, one JSON line each.

use crate::filotto;

const GOOD: &str = r#"{"id": 7, "position": "0.6,0.4 1.0,0.71 2.13,0.71 UDLRC w n 0-0/60", "stroke": "phi=41.6 v=3.4 a=0.15 b=-0.2 theta=0"}"#;
const THROUGH: &str =
    r#"{"position": "0.6,0.4 0.53,0.4 2.13,0.71 UDLRC w n 0-0/60", "stroke": "phi=0 v=3.4 a=0 b=0 theta=0"}"#;

fn lines(input: String, more: &[&str], code: i32) -> Vec<serde_json::Value> {
    let assert = filotto().args(["simulate", "--batch", "-"]).args(more).write_stdin(input).assert().code(code);
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_in_a_line_out_with_its_id() {
    let answers = lines(format!("{GOOD}\n\n{GOOD}\n"), &[], 0);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["id"], 7);
    assert_eq!(answers[0]["events"][0]["kind"], "strike");
    assert_eq!(answers[0]["events"][0]["ball"], "white");
    assert!(answers[0]["path_m"].is_null());
}

#[test]
fn sampled_paths_run_from_the_place_of_the_ball_to_its_rest() {
    let answers = lines(GOOD.into(), &["--sample", "100"], 0);
    let rows = answers[0]["path_m"].as_array().unwrap();
    let white: Vec<_> = rows.iter().filter(|row| row[1] == "white").collect();
    assert_eq!(white[0][2], 0.6);
    let rest = &answers[0]["rest_m"]["white"];
    let last = white.last().unwrap();
    assert!((last[2].as_f64().unwrap() - rest[0].as_f64().unwrap()).abs() < 1e-9);
    assert!(rows.len() > 200, "{} rows", rows.len());
}

#[test]
fn a_line_that_cannot_be_played_says_why_and_the_rest_goes_on() {
    let answers = lines(format!("nonsense\n{THROUGH}\n{GOOD}\n"), &[], 1);
    assert_eq!(answers[0]["line"], 1);
    assert!(answers[1]["error"].as_str().unwrap().contains("the cue would go through yellow"));
    assert_eq!(answers[2]["id"], 7);
}

#[test]
fn a_cue_through_a_ball_is_an_error_of_simulate() {
    let assert = filotto()
        .args(["simulate", "0.6,0.4 0.53,0.4 2.13,0.71 UDLRC w n 0-0/60", "--stroke", "phi=0 v=3.4 a=0 b=0 theta=0"])
        .assert()
        .code(2);
    let told = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(told.starts_with("error: theta: the cue would go through yellow") && told.lines().count() == 1, "{told}");
}
