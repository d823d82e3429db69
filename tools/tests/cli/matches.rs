//! Matches and their records from outside: played, verified, shown, broken off and gone on with, exported.

use crate::filotto;
use filotto_engine::record::{Header, Record, RecordWriter};
use predicates::prelude::*;
use std::path::{Path, PathBuf};

/// A short match of players that cost nothing, recorded in a folder.
fn recorded(folder: &Path, seed: &str) -> PathBuf {
    let file = folder.join(format!("m{seed}.filotto.jsonl"));
    let mut command = filotto();
    command.args([
        "match",
        "--white",
        "geometric",
        "--yellow",
        "random",
        "--target",
        "12",
        "--sets",
        "3",
        "--seed",
        seed,
    ]);
    command.arg("--out").arg(&file).assert().success().stdout(predicate::str::contains("wins, sets "));
    file
}

#[test]
fn a_match_is_repeated_to_the_byte_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("a"), folder.path().join("b"));
    for sub in [&one, &other] {
        std::fs::create_dir(sub).unwrap();
    }
    let (one, other) = (recorded(&one, "5"), recorded(&other, "5"));
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&other).unwrap(), "the same seed, another record");
    assert!(!Path::new(&format!("{}.part", one.display())).exists(), "nothing half-written is left");
    filotto().args(["verify", "record"]).arg(&one).assert().success().stdout(predicate::str::contains("agrees: "));
}

#[test]
fn a_replay_tells_the_match_in_three_languages_and_draws_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), "5");
    for (lang, lag, set) in [
        ("en", "Lag won: ", "Set 1: "),
        ("it", "Accosto vinto: ", "Partita 1: "),
        ("ru", "Розыгрыш выигран: ", "Партия 1: "),
    ] {
        let told = filotto().arg("replay").arg(&file).args(["--lang", lang]).assert().success();
        told.stdout(predicate::str::contains(lag)).stdout(predicate::str::contains(set));
    }
    let (png, html) = (folder.path().join("one.png"), folder.path().join("all.html"));
    let mut command = filotto();
    command
        .arg("replay")
        .arg(&file)
        .args(["--stroke", "1", "--lang", "it", "--png"])
        .arg(&png)
        .arg("--html")
        .arg(&html);
    command.assert().success().stdout(predicate::str::is_match("(Bianco|Giallo): [0-9]+ punt[io]\\.").unwrap());
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let page = std::fs::read_to_string(&html).unwrap();
    let strokes = std::fs::read_to_string(&file).unwrap().matches("\"line\":\"stroke\"").count();
    assert!(strokes > 0 && page.starts_with("<!doctype html><html lang=\"it\">"));
    assert!(page.matches("<svg").count() >= strokes, "a picture a stroke");
    assert!(!page.contains("src=") && !page.contains("href=\"http"), "the page fetches something");
}

/// Killed in the middle of a line: told with the last good one, and gone on with to the same bytes.
#[test]
fn a_half_written_record_is_told_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), "6");
    let whole = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let part = PathBuf::from(format!("{}.part", file.display()));
    let cut = whole.len() / 2;
    std::fs::write(&part, &whole[..cut]).unwrap();
    let torn = 1 + whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
    let told = format!("unfinished, line {torn} is torn");
    filotto().args(["verify", "record"]).arg(&part).assert().success().stdout(predicate::str::contains(told));
    let shown = format!("line {torn} is torn; shown up to line {}", torn - 1);
    filotto().arg("replay").arg(&part).assert().success().stderr(predicate::str::contains(shown));
    let mut again = filotto();
    again.args(["match", "--white", "geometric", "--yellow", "random", "--target", "12", "--out"]).arg(&file);
    again.assert().code(2).stderr(predicate::str::contains("go on with --resume"));
    filotto().args(["match", "--resume"]).arg(&part).assert().success();
    assert!(std::fs::read(&file).unwrap() == whole && !part.exists());
}

#[test]
fn records_become_a_table_and_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let record = std::fs::read_to_string(recorded(folder.path(), "7")).unwrap();
    let strokes = record.matches("\"line\":\"stroke\"").count();
    let csv = filotto().args(["records", "export", "--csv"]).arg(folder.path()).assert().success();
    let csv = String::from_utf8(csv.get_output().stdout.clone()).unwrap();
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(strokes > 0);
    assert_eq!((csv.lines().count(), columns), (1 + strokes, 28), "a heading and a row a stroke");
    let summary = || {
        let mut command = filotto();
        command.args(["records", "summary"]).arg(folder.path());
        command
    };
    summary()
        .assert()
        .success()
        .stdout(predicate::str::contains("1 records").and(predicate::str::contains("random (club)")));
    std::fs::write(folder.path().join("bad.filotto.jsonl"), "{}\n").unwrap();
    let left_out = predicate::str::contains("left out: ").and(predicate::str::contains("bad.filotto.jsonl"));
    summary().assert().code(1).stderr(left_out);
}

/// Every way in which a record can be wrong is named, with exit code 2; what only differs is compared.
#[test]
fn wrong_records_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(recorded(folder.path(), "8")).unwrap();
    let file = folder.path().join("wrong.filotto.jsonl");
    let verify = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        filotto().args(["verify", "record"]).arg(&file).assert()
    };
    let changed = text.replacen("\"attempt\":", "\"attempt\":1", 1);
    verify(changed.as_bytes()).code(2).stderr(predicate::str::contains("line 2 was changed"));
    verify(b"").code(2).stderr(predicate::str::contains("empty; a header line is right"));
    verify(b"not json\n").code(2).stderr(predicate::str::contains("line 1: is not JSON"));
    verify(b"{\"schema\":\"filotto/record/9\"}\n").code(2).stderr(predicate::str::contains("is not filotto/record/1"));
    let lag = text.lines().nth(1).unwrap();
    verify(format!("{text}{lag}\n").as_bytes()).code(2).stderr(predicate::str::contains("was changed"));
    filotto()
        .args(["verify", "record", "/no/such/file"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("/no/such/file"));
    filotto().args(["replay"]).arg(folder.path()).assert().code(2);
    filotto().args(["match", "--resume"]).arg(&file).assert().code(2).stderr(predicate::str::contains("ends in .part"));
}

/// A match begun under other rules was gone on with under this program's: only the physics were compared.
#[test]
fn a_match_of_another_program_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(recorded(folder.path(), "9")).unwrap();
    let own = Record::parse(&bytes).unwrap().header;
    let part = folder.path().join("other.filotto.jsonl.part");
    let other = "fedcba9876543210".to_string();
    let rules = Header { rules: other.clone(), ..own.clone() };
    for (header, told) in
        [(rules, "other rules (fedcba9876543210"), (Header { physics: other, ..own }, "other physics")]
    {
        let begun = RecordWriter::begin(Vec::new(), &header).unwrap().into_inner();
        std::fs::write(&part, &begun).unwrap();
        filotto().args(["match", "--resume"]).arg(&part).assert().code(2).stderr(predicate::str::contains(told));
        assert!(std::fs::read(&part).unwrap() == begun, "the record is left as it was");
    }
}
