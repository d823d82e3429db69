//! Bad input is told in one line that names the field and what is right: the cases are in `bad_input.txt`.

use crate::{filotto, split};
use std::path::Path;

/// Files that cases name in braces.
fn make_files(dir: &Path) {
    let write = |name: &str, bytes: &[u8]| std::fs::write(dir.join(name), bytes).unwrap();
    write("half.json", br#"[{"id": "outer-pin", "rule": "5.1", "pro"#);
    write("binary.json", &[0xff, 0xfe, 0x00, 0x80]);
    write("half.toml", b"name = \"carom-hea");
    let table = filotto().arg("table").output().unwrap().stdout;
    let table = String::from_utf8(table).unwrap();
    write("key.toml", table.replacen("length_m", "lenght_m", 1).as_bytes());
    let worse = table.replacen("slide_friction = 0.1785", "slide_friction = 7.0", 1);
    assert_ne!(worse, table);
    write("value.toml", worse.as_bytes());
    std::fs::create_dir(dir.join("folder")).unwrap();
    let touch = table.replacen("touch_m = 0.0001", "touch_m = 0.001", 1);
    assert_ne!(touch, table);
    write("touch.toml", touch.as_bytes());
    let rules = filotto().arg("rules").output().unwrap().stdout;
    let rules = String::from_utf8(rules).unwrap();
    for (name, from, to) in [
        ("contact.toml", "contact_m = 0.0001", "contact_m = 1.0"),
        ("onto.toml", "onto_contact_deg = 1.0", "onto_contact_deg = 120.0"),
        ("pin.toml", "outer_pin = 2", "outer_pins = 2"),
    ] {
        assert!(rules.contains(from), "{rules}");
        write(name, rules.replacen(from, to, 1).as_bytes());
    }
    for (name, pins, stroke, events, declared) in [
        ("ball.json", "UDLRC", "normal", r#"[["hit", "cue", "green"]]"#, "[]"),
        ("unpin.json", "UDLRC", "normal", r#"[["hit", "cue", "object"], ["down", "X", "cue"]]"#, "[]"),
        ("fallen.json", "UDLR", "normal", r#"[["hit", "cue", "object"], ["down", "C", "object"]]"#, "[]"),
        ("twice.json", "UDLRC", "normal", r#"[["down", "C", "object"], ["down", "C", "object"]]"#, "[]"),
        ("feet.json", "UDLRC", "normal", "[]", r#"["feet"]"#),
        ("none.json", "UDLRC", "none", r#"[["hit", "cue", "object"]]"#, "[]"),
    ] {
        let case = format!(
            r#"[{{"id": "x", "rule": "6", "profile": "wcbs-1997", "pins": "{pins}", "stroke": "{stroke}",
            "events": {events}, "declared": {declared},
            "expect": {{"striker": 0, "opponent": 0, "faults": [], "in_hand": false}}}}]"#
        );
        write(name, case.as_bytes());
    }
}

/// A case: line of the file, arguments, words that the message must hold.
fn cases() -> Vec<(usize, String, Vec<String>)> {
    let mut cases: Vec<(usize, String, Vec<String>)> = vec![];
    for (number, line) in include_str!("bad_input.txt").lines().enumerate() {
        if let Some(command) = line.strip_prefix('$') {
            cases.push((number + 1, command.trim().into(), vec![]));
        } else if !line.is_empty() && !line.starts_with('#') {
            cases.last_mut().expect("a command comes first").2.push(line.into());
        }
    }
    cases
}

fn expand(word: &str, dir: &Path) -> String {
    match word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(name) => dir.join(name).display().to_string(),
        None => word.into(),
    }
}

/// What is wrong with the answer to a case.
fn complaint(command: &str, wanted: &[String], dir: &Path) -> Option<String> {
    let words: Vec<String> = split(command).iter().map(|word| expand(word, dir)).collect();
    let output = filotto().args(&words).current_dir(dir).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() != Some(2) {
        return Some(format!("exit code {:?}, told {told:?}", output.status.code()));
    }
    if !output.stdout.is_empty() {
        return Some("something on standard output".into());
    }
    if !told.starts_with("error: ") || told.lines().count() != 1 {
        return Some(format!("not one line that begins with `error: `: {told:?}"));
    }
    let mut rest = told.as_str();
    for word in wanted {
        match rest.find(word.trim()) {
            Some(at) => rest = &rest[at + word.trim().len()..],
            None => return Some(format!("{word:?} is missing, or not in its place, in {told:?}")),
        }
    }
    None
}

#[test]
fn every_case_is_told_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    make_files(dir.path());
    let cases = cases();
    assert!(cases.len() > 40, "the file is read");
    let complain = |(line, command, wanted): &(usize, String, Vec<String>)| {
        assert!(command.is_empty() || !wanted.is_empty(), "line {line}: a case says what its error must hold");
        complaint(command, wanted, dir.path()).map(|why| format!("line {line}: filotto {command}\n    {why}"))
    };
    let wrong: Vec<String> = cases.iter().filter_map(complain).collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
