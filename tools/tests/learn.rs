//! Learning from outside: records, weights and generations, good and bad.

use assert_cmd::Command;
use predicates::str::contains;
use std::path::Path;

fn filotto() -> Command {
    Command::cargo_bin("filotto").unwrap()
}

/// Sets to 4 between cheap players.
fn selfplay(dir: &Path, matches: &str, more: &[&str]) {
    let player = "ev:nodes=60";
    let words = ["selfplay", "--white", player, "--yellow", player, "--target", "4", "--threads", "2", "--resume"];
    filotto().args(words).args(["--matches", matches, "--out"]).arg(dir).args(more).assert().success();
}

fn learn(records: &Path, out: &Path) -> Command {
    let mut command = filotto();
    command.args(["learn", "--samples", "8", "--epochs", "3", "--hidden", "8,8", "--threads", "1", "--records"]);
    command.arg(records).arg("--out").arg(out);
    command
}

/// One run that needs records, told as a story: a test binary each would play the same sets again.
#[test]
fn from_records_to_a_net_that_plays() {
    let dir = tempfile::tempdir().unwrap();
    let (games, net) = (dir.path().join("games"), dir.path().join("value.net"));
    selfplay(&games, "12", &[]);
    learn(&games, &net).assert().code(2).stderr(contains("matches to learn from; at least 20 are needed"));
    assert!(!net.exists());
    selfplay(&games, "60", &[]);
    learn(&games, &net).assert().success().stdout(contains("calibration  error"));
    for beside in ["value.card.json", "value.losses.svg", "value.calibration.svg"] {
        assert!(dir.path().join(beside).is_file(), "{beside}");
    }

    // The same seed gives the same bytes, for any number of threads.
    let again = dir.path().join("again.net");
    learn(&games, &again).args(["--json"]).assert().success();
    assert_eq!(std::fs::read(&net).unwrap(), std::fs::read(&again).unwrap());

    // It plays, and is measured.
    let player = format!("planner:nodes=300,value={}", net.display());
    filotto().args(["match", "--white", &player, "--target", "2", "--skill", "pro"]).assert().success();
    let check = ["learn", "--samples", "8", "--json", "--check"];
    let told = filotto().args(check).arg(&net).arg("--records").arg(&games).assert().success();
    let told: serde_json::Value = serde_json::from_slice(&told.get_output().stdout).unwrap();
    assert_eq!(told["sets"], 60);

    // A changed byte is found before anything is played.
    let mut bytes = std::fs::read(&net).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&again, bytes).unwrap();
    let player = format!("planner:value={}", again.display());
    filotto().args(["match", "--white", &player]).assert().code(2).stderr(contains("weights: hash"));

    // Damaged and unfinished records are left out and named.
    let record =
        std::fs::read_dir(&games).unwrap().map(|e| e.unwrap().path()).find(|p| p.to_string_lossy().contains("0000003"));
    std::fs::write(record.unwrap(), b"not zstd").unwrap();
    learn(&games, &again).assert().success().stderr(contains("damaged").and(contains("match-0000003")));

    // Records of another table aren't mixed with these unless forced.
    let other = dir.path().join("other.toml");
    let table = filotto().arg("table").output().unwrap();
    let text = String::from_utf8(table.stdout).unwrap();
    let changed = text.replacen("length_m = 2.84", "length_m = 2.80", 1);
    assert_ne!(changed, text);
    std::fs::write(&other, changed).unwrap();
    let foreign = dir.path().join("foreign");
    selfplay(&foreign, "2", &["--table", other.to_str().unwrap()]);
    learn(&games, &again)
        .arg("--records")
        .arg(&foreign)
        .assert()
        .code(2)
        .stderr(contains("other physics").and(contains("--force")));
    learn(&games, &again).arg("--records").arg(&foreign).arg("--force").assert().success();
}

use predicates::prelude::PredicateBooleanExt;

#[test]
fn bad_input_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("x.net");
    learn(dir.path(), &out).assert().code(2).stderr(contains("no record"));
    learn(&dir.path().join("nowhere"), &out).assert().code(2).stderr(contains("nowhere"));
    learn(dir.path(), &out).args(["--held", "1"]).assert().code(2).stderr(contains("--held: 1"));
    learn(dir.path(), &out).args(["--rate", "nan"]).assert().code(2).stderr(contains("--rate"));
    let mut one_width = filotto();
    one_width.args(["learn", "--hidden", "64", "--records"]).arg(dir.path()).arg("--out").arg(&out);
    one_width.assert().code(2).stderr(contains("two widths"));
    for (player, told) in [
        ("planner:value=/no/such.net", "off, net or a weights file is right"),
        ("planner:value=/dev/null", "no filotto-net/1 file"),
        ("planner:value=/dev/zero", "at most 2097152"),
        ("planner:value=", "off, net or a file"),
        ("planner:share_polish=7", "from 0 to 0.9"),
    ] {
        filotto().args(["match", "--white", player]).assert().code(2).stderr(contains(told));
    }
    let tune = ["tune", "--dir"];
    filotto().args(tune).arg(dir.path()).args(["--tunable", "luck"]).assert().code(2).stderr(contains("share_polish"));
}

/// A disk that is full after the first kilobytes: what was played stays, and the same command goes on.
#[test]
#[cfg(unix)]
fn a_generation_goes_on_after_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run");
    let program = assert_cmd::cargo::cargo_bin("filotto");
    let words = "generation --matches 40 --nodes 60 --target 4 --pairs 2 --threads 2 --skill pro --dir";
    let limited = format!("trap '' XFSZ; ulimit -f 24; exec {} {words} {}", program.display(), run.display());
    // 24 blocks hold every record but not the weights.
    Command::new("bash").args(["-c", &limited]).assert().code(2).stderr(contains("generation 1: learning: failed"));
    let played = std::fs::read_dir(run.join("gen-001/games-pro")).unwrap().count();
    assert_eq!(played, 41, "40 matches and the manifest");
    assert!(!run.join("gen-001/value.net").exists());

    let go_on = || filotto().args(words.split(' ')).arg(&run).assert();
    let first = go_on();
    assert!(first.get_output().status.code().is_some_and(|code| code < 2));
    let told = String::from_utf8(first.get_output().stdout.clone()).unwrap();
    assert!(told.starts_with("generation 1  sets ["), "{told}");
    for file in ["log.jsonl", "strength.svg", "gen-001/value.net", "gen-001/test.json"] {
        assert!(run.join(file).is_file(), "{file}");
    }
    // Done is done: the same answer, nothing played again.
    let again = String::from_utf8(go_on().get_output().stdout.clone()).unwrap();
    assert_eq!(told, again);
    let other = words.replace("--nodes 60", "--nodes 70");
    filotto().args(other.split(' ')).arg(&run).assert().code(2).stderr(contains("nodes is 60 there"));
}

#[test]
fn tuning_goes_on_where_it_was_and_promotes_nothing_untested() {
    let dir = tempfile::tempdir().unwrap();
    let run = |generations: &str, sets: &str| {
        let mut command = filotto();
        command.args(["tune", "--tunable", "share_rank", "--tunable", "polish_shrink", "--nodes", "80", "--sets", sets]);
        command.args(["--target", "4", "--samples", "8", "--against", "ev:nodes=40", "--generations", generations]);
        command.arg("--dir").arg(dir.path());
        command
    };
    run("1", "2").assert().code(1).stdout(contains("not tested").and(contains("generation 1: mean")));
    let two = run("2", "2").assert().code(1);
    let told = String::from_utf8(two.get_output().stdout.clone()).unwrap();
    assert!(told.starts_with("generation 2: mean"), "the first is not searched again: {told}");
    run("2", "3").assert().code(2).stderr(contains("other settings"));
    assert!(dir.path().join("tune.svg").is_file());
    assert_eq!(std::fs::read_to_string(dir.path().join("log.jsonl")).unwrap().lines().count(), 2);
}
