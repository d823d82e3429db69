//! The conformance suite on filotto's own bot, and on bots with a deliberate fault.

use crate::support::{FILOTTO, filotto, python};
use serde_json::Value;

/// What the suite says of a command: the names of the rules broken.
fn broken(cmd: &str, only: &str) -> Vec<String> {
    let output = filotto(&["conformance", "--json", "--cmd", cmd, "--only", only]);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let checks = report["checks"].as_array().expect("checks");
    let broken = checks.iter().filter(|check| check["kept"] == false);
    let names: Vec<String> = broken.map(|check| format!("{}: {}", check["name"], check["wrong"])).collect();
    assert_eq!(output.status.code(), Some(i32::from(!names.is_empty())), "exit code");
    names
}

/// One test a rule, so that a broken one is named.
macro_rules! rules {
    ($($name:ident $check:literal,)*) => {
        $(#[test]
        fn $name() {
            let broken = broken(&format!("'{FILOTTO}' bot --dummy"), $check);
            assert!(broken.is_empty(), "{broken:#?}");
        })*

        const NAMES: &[&str] = &[$($check),*];
    };
}

rules! {
    greeting "greeting",
    every_line_is_flushed "flush",
    an_invalid_position_is_an_error_and_go_is_refused "bad-position",
    whose_ball_is_whose "colours",
    hash_of_a_position "hash",
    unknown_words_and_commands "unknown",
    line_ends "line-ends",
    split_writes "split-writes",
    options "options",
    simulate_and_judge "simulate",
    lag_choice_and_claim "questions",
    ready_while_searching "ready-while-searching",
    infinite_waits_for_stop "infinite",
    infinite_with_nodes_waits_for_stop "infinite-nodes",
    one_answer_a_go "one-answer",
    a_late_stop_is_harmless "late-stop",
    stop_without_a_search "stop-idle",
    position_while_searching "position-while-searching",
    movetime_and_clock "movetime",
    multipv "multipv",
    ten_thousand_positions "many-positions",
    a_long_line "long-line",
    bad_bytes "bad-bytes",
    extreme_values "extreme-values",
    a_slow_reader "slow-reader",
    a_flood_of_questions "flood",
    quit "quit",
    quit_lets_a_search_finish "quit-finishes",
    quit_stops_an_infinite_search "quit-infinite",
    end_of_input "end-of-input",
    end_of_input_while_searching "end-while-searching",
    end_in_mid_line "end-in-line",
    no_input_at_all "nothing",
    closed_output "closed-output",
    closed_output_while_searching "closed-while-searching",
    a_set_as_a_gui_plays_it "session-set",
    every_mistake_and_its_code "session-errors",
}

#[test]
fn every_rule_of_the_suite_is_tested_here() {
    let list = filotto(&["conformance", "--list"]);
    let listed = String::from_utf8(list.stdout).unwrap();
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(listed, NAMES);
}

/// Every kind of rule must be able to fail: bots that break one are found out.
#[test]
fn a_bot_with_a_fault_is_found_out() {
    if !python() {
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/broken_bot.py");
    for (fault, check) in [
        ("impatient", "infinite"),
        ("silent", "one-answer"),
        ("twice", "infinite"),
        ("late-stop", "late-stop"),
        ("crash", "bad-position"),
        ("exit-code", "quit"),
        ("none", "greeting"),
        ("none", "long-line"),
        ("none", "simulate"),
    ] {
        let found = broken(&format!("python3 '{bot}' {fault}"), check);
        assert_eq!(found.len(), 1, "a bot with the fault `{fault}` passes `{check}`");
    }
    let harmless = broken(&format!("python3 '{bot}' none"), "infinite,one-answer,late-stop,quit,stop-idle,nothing");
    assert!(harmless.is_empty(), "{harmless:#?}");
}

#[test]
fn a_program_that_is_none_is_told() {
    for cmd in ["/no/such/program", "true", "cat"] {
        assert_eq!(broken(cmd, "greeting").len(), 1, "{cmd}");
    }
    let output = filotto(&["conformance", "--cmd", "'"]);
    assert_eq!(output.status.code(), Some(2));
    let output = filotto(&["conformance", "--cmd", "true", "--only", "gretting"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("gretting is no check"));
}

#[test]
fn own_session() {
    let session = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/own.session");
    let output = filotto(&["conformance", "--cmd", &format!("'{FILOTTO}' bot --dummy"), "--session", session]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("own.session"), "{told}");
}
