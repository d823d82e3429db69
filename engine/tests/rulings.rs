//! The referee against case files, and against every list that can be thought of.

use filotto_engine::cases::judge_file;

/// Prints every miss of a file, then fails if there is one.
fn all_right(name: &str, text: &str) {
    let outcomes = judge_file(text, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!outcomes.is_empty(), "{name} has no case");
    let misses: Vec<_> = outcomes.iter().filter(|outcome| !outcome.is_right()).collect();
    for miss in &misses {
        eprintln!("{} ({}): got {:?}, right is {:?}", miss.case.id, miss.case.rule, miss.got, miss.case.expect);
    }
    assert!(misses.is_empty(), "{name}: {} of {} cases wrong", misses.len(), outcomes.len());
}

#[test]
fn the_referee_s_cases() {
    all_right("referee-cases.json", include_str!("data/referee-cases.json"));
}
