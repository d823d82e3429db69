//! Other programs' bots as players: every way to fail is named and counted, and the run goes on; and what a strength
//! test must keep: the same pairs however many games run at once, and whether or not it was interrupted.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const FILOTTO: &str = env!("CARGO_BIN_EXE_filotto");

fn strength(args: &[&str]) -> Output {
    Command::new(FILOTTO).arg("strength").args(args).output().expect("filotto starts")
}

fn report(args: &[&str]) -> Value {
    let output = strength(&[args, &["--json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: no python3 here");
    }
    found
}

#[test]
fn every_failure_is_named_and_counted_and_the_run_goes_on() {
    if !python() {
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/failing_bot.py");
    for (fault, word) in
        [("crash", "crash"), ("timeout", "timeout"), ("garbage", "garbage"), ("illegal", "illegal"), ("stall", "stall")]
    {
        let player = format!("cmd:python3 '{bot}' {fault} 1");
        let limit = ["--pairs", "2", "--target", "40", "--time", "20ms", "--luck", "0", "--threads", "2"];
        let report = report(&[&["random", player.as_str()][..], &limit].concat());
        assert_eq!(report["failures"][1][word], 4, "{fault}: {report}");
        assert_eq!(report["failures"][0][word], 0, "{fault}: {report}");
        assert_eq!(report["pairs"], serde_json::json!([0, 0, 2]), "{fault}: its opponent wins");
        assert_eq!(report["told"].as_array().unwrap().len(), 4);
    }
}

/// A clock for the whole set: who lets it run out loses that set, and is told as late.
#[test]
fn a_set_s_clock_is_enforced() {
    if !python() {
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/failing_bot.py");
    let player = format!("cmd:python3 '{bot}' timeout 1");
    let report = report(&["random", &player, "--pairs", "1", "--target", "40", "--clock", "2s", "--luck", "0"]);
    assert_eq!(report["failures"][1]["timeout"], 2, "{report}");
    assert_eq!(report["failures"][0]["timeout"], 0, "{report}");
}

#[test]
fn a_bot_that_keeps_the_rules_plays_whole_sets() {
    if !python() {
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/failing_bot.py");
    let player = format!("cmd:python3 '{bot}' never 1000000");
    let report = report(&["random", &player, "--pairs", "2", "--target", "40", "--nodes", "1", "--luck", "0"]);
    let sets: u64 = report["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(sets, 2, "{report}");
    assert!(report["sides"][1]["strokes"].as_u64().unwrap() > 2);
    let failed: u64 = report["failures"][1].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(failed, 0, "{report}");
}

/// Two programs play a match through pipes with a clock: who answers in time plays on, who overruns loses the set, and the
/// record tells it and verifies.
#[test]
fn a_match_through_pipes_tells_overruns_and_records_them() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/failing_bot.py");
    let player = |fault: &str, after: &str| format!("cmd:python3 '{bot}' {fault} {after}");
    let play = |name: &str, white: &str, yellow: &str| {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        let fixed = ["match", "--target", "8", "--clock", "1s", "--json", "--white", white, "--yellow", yellow];
        let output = Command::new(FILOTTO).args([&fixed[..], &["--out", path]].concat()).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let verified = Command::new(FILOTTO).args(["verify", "record", path]).output().expect("it starts");
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
        let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (told, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (told, _) = play("a.filotto.jsonl", &player("never", "1000000"), &player("never", "1000000"));
    assert_eq!(told["failures"], serde_json::json!([]), "{told}");
    assert!(told["summary"]["winner"].is_string(), "{told}");
    let (told, error) = play("b.filotto.jsonl", &player("never", "1000000"), &player("timeout", "0"));
    assert_eq!((&told["failures"][0]["by"], &told["summary"]["winner"]), (&"yellow".into(), &"white".into()), "{told}");
    assert!(told["failures"][0]["how"].as_str().unwrap().starts_with("timeout: "), "{told}");
    assert!(error.contains("yellow loses the set: timeout: "), "{error}");
}

/// The pairs of a file without their times, which are never the same twice.
fn pairs(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .map(|mut pair| {
            for set in pair["sets"].as_array_mut().unwrap() {
                for side in set["sides"].as_array_mut().unwrap() {
                    side["seconds"] = Value::Null;
                }
            }
            pair
        })
        .collect()
}

#[test]
fn one_run_two_games_at_once_and_a_resumed_run_play_the_same_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let play = |name: &str, pairs: &str, threads: &str| {
        let path = file(name);
        let path = path.to_str().unwrap();
        let fixed = ["planner:nodes=300", "random", "--target", "10", "--luck", "16", "--seed", "5", "--skill", "club"];
        let output = strength(&[&fixed[..], &["--pairs", pairs, "--threads", threads, "--out", path]].concat());
        assert!(output.status.code() != Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    };
    play("one", "4", "1");
    play("two", "4", "2");
    play("resumed", "2", "2");
    // As a kill leaves it: the last line torn.
    let torn = std::fs::read_to_string(file("resumed")).unwrap();
    std::fs::write(file("resumed"), &torn[..torn.len() - 20]).unwrap();
    play("resumed", "4", "1");
    assert_eq!(pairs(&file("one")).len(), 4);
    assert_eq!(pairs(&file("one")), pairs(&file("two")));
    assert_eq!(pairs(&file("one")), pairs(&file("resumed")));
    let other = strength(&["random", "random", "--pairs", "1", "--out", file("one").to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("holds pairs of other players"));
}

#[test]
fn wrong_names_and_hypotheses_are_told_before_anything_is_played() {
    for (args, told) in [
        (&["planer", "random"][..], "is right"),
        (&["planner:nodes=0", "random"], "whole number"),
        (&["planner:colour=red", "random"], "objective"),
        (&["cmd:", "random"], "no program"),
        (&["random", "random", "--elo0", "5", "--elo1", "1"], "--elo1"),
        (&["random", "random", "--skill", "expert"], "skill"),
    ] {
        let output = strength(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(told), "{args:?}: {error}");
    }
}
