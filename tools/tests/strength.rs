//! Strength told: the chart of a test, the ladder's list in every form, luck taken off recorded matches.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn filotto(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_filotto")).args(args).output().expect("filotto starts")
}

fn json(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {told}"))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_test_draws_its_course_and_says_that_it_was_capped() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("course.svg"), folder.path().join("course.png"));
    let output = filotto(&[
        "strength",
        "random",
        "random",
        "--pairs",
        "3",
        "--target",
        "6",
        "--luck",
        "8",
        "--threads",
        "2",
        "--svg",
        svg.to_str().unwrap(),
        "--png",
        png.to_str().unwrap(),
        "--a-skill",
        "pro",
        "--b-skill",
        "beginner",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("capped: not accepted") && told.contains("less luck"), "{told}");
    assert!(text(&svg).contains("log-likelihood ratio"));
    assert_eq!(&std::fs::read(&png).unwrap()[1..4], b"PNG");
}

/// The smallest ladder there is: as many nodes a millisecond as make every player quick.
fn ladder(dir: &Path, more: &[&str]) -> Output {
    let fixed =
        ["ladder", "--out", dir.to_str().unwrap(), "--per-ms", "10", "--target", "8", "--luck", "4", "--threads", "2"];
    let output = filotto(&[&fixed[..], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn the_ladder_lists_every_player_and_skill_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let whole = json(&ladder(&at("whole"), &["--pairs", "2", "--json"]));
    let rungs = whole["rungs"].as_array().unwrap();
    assert_eq!((rungs.len(), whole["steps"].as_array().unwrap().len()), (13, 12), "8 players, 6 skills, one in both");
    assert!(rungs.iter().all(|rung| rung["strokes"]["strokes"].as_u64() > Some(0)), "{whole}");
    assert_eq!(whole["anchor"], "planner:nodes=100 (pro)");
    for skill in ["beginner", "icga-5x", "club", "pro", "icga", "machine"] {
        assert!(text(&at("whole/ladder.md")).contains(&format!("| `planner:nodes=100` | {skill} |")));
    }
    assert!(text(&at("whole/ladder.svg")).contains("geometric (pro)"));
    assert!(at("whole/ladder.png").exists() && at("whole/ladder.json").exists());

    ladder(&at("halves"), &["--pairs", "1", "--only", "players"]);
    ladder(&at("halves"), &["--pairs", "2"]);
    assert_eq!(text(&at("halves/ladder.md")), text(&at("whole/ladder.md")), "one pair, then the rest");
}

#[test]
fn luck_is_taken_off_recorded_matches() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let dir = dir.to_str().unwrap();
    let played = filotto(&[
        "selfplay",
        "--matches",
        "40",
        "--white",
        "geometric",
        "--yellow",
        "geometric",
        "--target",
        "20",
        "--skill",
        "club",
        "--threads",
        "2",
        "--out",
        dir,
    ]);
    assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
    let told = json(&filotto(&["records", "luck", dir, "--samples", "16", "--json"]));
    let row = &told["pairs"][0];
    let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {told}"));
    assert_eq!(row["matches"], 40, "{told}");
    // Four standard errors; the interval told is of two.
    assert!(number("luck").abs() < 2.0 * number("luck_pm"), "{told}");
    assert!((number("score") - number("luck") - number("less_luck")).abs() < 1e-9, "{told}");
    assert!(number("less_luck_pm") < number("score_pm"), "{told}");
}
