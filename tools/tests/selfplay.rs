//! Self-play: the same matches however they are shared out, killed, gone on with and merged; whatever is wrong with a
//! folder, a record or a bot is named and costs nothing else.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const FILOTTO: &str = env!("CARGO_BIN_EXE_filotto");
/// Matches that take a fraction of a second each: an opening to a few points, between a tiny planner and chance.
const QUICK: [&str; 12] = [
    "--matches",
    "8",
    "--white",
    "planner:nodes=300",
    "--yellow",
    "random",
    "--target",
    "24",
    "--seed",
    "5",
    "--skill",
    "club",
];

fn filotto(args: &[&str]) -> Output {
    Command::new(FILOTTO).args(args).output().expect("filotto starts")
}

fn selfplay(dir: &Path, more: &[&str]) -> Output {
    filotto(&arguments(dir, more))
}

/// The quick matches, with some options added or given another value.
fn arguments<'a>(dir: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let kept = QUICK.chunks(2).filter(|option| !more.contains(&option[0])).flatten().copied();
    ["selfplay", "--out", dir.to_str().unwrap()].into_iter().chain(kept).chain(more.iter().copied()).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn done(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
}

/// Merges into `to` and gives the file's bytes.
fn merged(from: &[&Path], to: &Path) -> Vec<u8> {
    let from: Vec<&str> = from.iter().map(|path| path.to_str().unwrap()).collect();
    done(&filotto(&[&["records", "merge"][..], &from, &["--out", to.to_str().unwrap()]].concat()));
    std::fs::read(to).unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

/// The records in a folder, whole and unfinished.
fn records(dir: &Path) -> (usize, usize) {
    let names: Vec<String> = match std::fs::read_dir(dir) {
        Ok(entries) => entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect(),
        Err(_) => return (0, 0),
    };
    let ending = |end: &str| names.iter().filter(|name| name.ends_with(end)).count();
    (ending(".zst"), ending(".part"))
}

#[test]
fn one_run_four_shards_and_a_killed_run_merge_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    done(&selfplay(&at("one"), &["--threads", "2"]));
    let shards: Vec<_> = (0..4).map(|i| at(&format!("shard{i}"))).collect();
    for (i, dir) in shards.iter().enumerate() {
        done(&selfplay(dir, &["--threads", "1", "--shard", &format!("{i}/4")]));
        assert_eq!(records(dir), (2, 0));
    }
    kill_in_the_middle(&at("killed"));
    done(&selfplay(&at("killed"), &["--threads", "1", "--resume"]));

    let one = merged(&[&at("one")], &at("one.filotto.jsonl.zst"));
    let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| shards[i].as_path());
    assert!(one == merged(&[c, a, d, b], &at("four.filotto.jsonl.zst")), "shards, in any order");
    assert!(one == merged(&[&at("killed")], &at("killed.filotto.jsonl.zst")), "killed and resumed");
    let again = merged(&[&at("four.filotto.jsonl.zst"), a, &at("killed")], &at("all.filotto.jsonl.zst"));
    assert!(one == again, "merged files, duplicates and folders");

    // What came out is what other commands read, every stroke of it true.
    let file = at("one.filotto.jsonl.zst");
    let summary = json(&filotto(&["records", "summary", file.to_str().unwrap(), "--json"]));
    assert_eq!(summary["records"], 8, "{summary}");
    let verified = filotto(&["verify", "record", file.to_str().unwrap()]);
    done(&verified);
    assert_eq!(String::from_utf8_lossy(&verified.stdout).matches("agrees").count(), 8);
}

/// A run that is killed when it has some matches and not all.
fn kill_in_the_middle(dir: &Path) {
    let mut child = Command::new(FILOTTO)
        .args(arguments(dir, &["--threads", "2"]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while records(dir).0 < 2 && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(records(dir).0 >= 2, "matches that were over are kept");
}

#[test]
fn another_run_needs_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    done(&selfplay(dir, &["--matches", "1", "--threads", "1"]));
    for (more, told) in [
        (&["--resume", "--seed", "6"][..], "seed: its matches are of 5, this run is of 6"),
        (&["--resume", "--yellow", "geometric"], "players: "),
        (&["--resume", "--target", "20"], "target: its matches are of 24, this run is of 20"),
        (&["--resume", "--rules", "modern"], "rules: "),
        (&[], "--resume goes on"),
    ] {
        let output = selfplay(dir, more);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(told), "{more:?}: {}", stderr(&output));
    }
    // Made by another engine.
    let manifest = dir.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    for field in ["engine", "physics"] {
        let mut other: serde_json::Value = serde_json::from_str(&text).unwrap();
        other[field] = "0123456789abcdef".into();
        std::fs::write(&manifest, other.to_string()).unwrap();
        let output = selfplay(dir, &["--resume"]);
        let told = format!("{field}: its matches are of \"0123456789abcdef\"");
        assert!(output.status.code() == Some(2) && stderr(&output).contains(&told), "{}", stderr(&output));
    }
    std::fs::write(&manifest, "{\"schema\":\"filotto/other/1\"}").unwrap();
    let output = selfplay(dir, &["--resume"]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("filotto/other/1"), "{}", stderr(&output));
    assert_eq!(records(dir), (1, 0), "nothing lost");
}

#[test]
fn damaged_records_are_named_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    done(&selfplay(&at("run"), &["--threads", "2"]));
    let whole = merged(&[&at("run")], &at("whole.filotto.jsonl.zst"));
    let file = |number: usize| at("run").join(format!("match-{number:07}.filotto.jsonl.zst"));
    let bytes = std::fs::read(file(1)).unwrap();
    std::fs::write(file(1), &bytes[..bytes.len() / 2]).unwrap();
    std::fs::copy(file(2), file(3)).unwrap();
    let part = at("run").join("match-0000004.filotto.jsonl.zst.part");
    let plain = zstd::decode_all(std::fs::File::open(file(4)).unwrap()).unwrap();
    std::fs::remove_file(file(4)).unwrap();
    std::fs::write(&part, String::from_utf8(plain).unwrap().replace("\"stroke\":2", "\"stroke\":3")).unwrap();

    // A merge leaves out what it can't use, and says so.
    let out = at("partly.filotto.jsonl.zst");
    let merge = filotto(&["records", "merge", at("run").to_str().unwrap(), "--out", out.to_str().unwrap(), "--json"]);
    assert_eq!(merge.status.code(), Some(1));
    let counts = &json(&merge)["counts"];
    assert_eq!((&counts["records"], &counts["damaged"]), (&5.into(), &1.into()), "{counts}");
    assert_eq!((&counts["duplicates"], &counts["unfinished"]), (&1.into(), &1.into()), "{counts}");
    assert!(stderr(&merge).contains("match-0000001"), "{}", stderr(&merge));

    let resumed = selfplay(&at("run"), &["--threads", "2", "--resume", "--json"]);
    done(&resumed);
    assert_eq!(json(&resumed)["tally"]["damaged"], 3, "{}", stderr(&resumed));
    for name in ["match-0000001", "match-0000003", "match-0000004"] {
        assert!(stderr(&resumed).contains(name), "{}", stderr(&resumed));
    }
    assert!(whole == merged(&[&at("run")], &at("again.filotto.jsonl.zst")));
}

#[test]
fn records_of_other_physics_are_left_out_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    done(&selfplay(&at("run"), &["--matches", "2", "--threads", "1"]));
    let file = at("run/match-0000000.filotto.jsonl.zst");
    let text = String::from_utf8(zstd::decode_all(std::fs::File::open(file).unwrap()).unwrap()).unwrap();
    let other = at("other.filotto.jsonl");
    let physics = text.split("\"physics\":\"").nth(1).unwrap()[..16].to_string();
    std::fs::write(&other, summed_again(&text.replace(&physics, "fedcba9876543210"))).unwrap();
    let out = at("out.filotto.jsonl");
    let args =
        ["records", "merge", at("run").to_str().unwrap(), other.to_str().unwrap(), "--out", out.to_str().unwrap()]
            .map(String::from);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let merge = filotto(&[&args[..], &["--json"]].concat());
    assert_eq!(merge.status.code(), Some(1), "{}", stderr(&merge));
    let counts = &json(&merge)["counts"];
    assert_eq!((&counts["records"], &counts["foreign"]), (&2.into(), &1.into()), "{counts}");
    assert!(stderr(&merge).contains("other physics (fedcba9876543210"), "{}", stderr(&merge));
    let merge = filotto(&[&args[..], &["--json", "--any-hash"]].concat());
    assert_eq!(json(&merge)["counts"]["records"], 3);
}

/// The lines of a record with their sums made right, as another program would have written them.
fn summed_again(text: &str) -> String {
    use sha2::{Digest, Sha256};
    let mut before = Sha256::new();
    let mut all = String::new();
    let hex = |sha: Sha256| sha.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for line in text.lines() {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        let fields = value.as_object_mut().unwrap();
        fields.remove("sum");
        if fields.contains_key("sha256") {
            fields["sha256"] = hex(before.clone()).into();
        }
        let plain = value.to_string();
        let sum = hex(before.clone().chain_update(&plain));
        let line = format!("{},\"sum\":\"{}\"}}\n", plain.strip_suffix('}').unwrap(), &sum[..16]);
        before.update(&line);
        all += &line;
    }
    all
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for dir in [file.clone(), file.join("below"), "/proc/here".into()] {
        let output = selfplay(&dir, &[]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(&format!("--out {}", dir.display())), "{}", stderr(&output));
    }
    let output = filotto(&["records", "merge", "nothing-here", "--out", "out.jsonl"]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("nothing-here"), "{}", stderr(&output));
}

/// A limit on the size of files is the nearest to a full disk that needs no rights.
#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 10; exec \"$0\" \"$@\"", FILOTTO])
        .args(arguments(&at("full"), &["--threads", "1"]))
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(2), "{}", stderr(&limited));
    assert!(stderr(&limited).contains("full/match-") && stderr(&limited).contains("--resume"), "{}", stderr(&limited));
    done(&selfplay(&at("full"), &["--resume"]));
    done(&selfplay(&at("free"), &[]));
    let full = merged(&[&at("full")], &at("full.filotto.jsonl.zst"));
    assert!(full == merged(&[&at("free")], &at("free.filotto.jsonl.zst")));
}

#[test]
fn failing_bots_are_counted_and_the_run_goes_on() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no python3 here");
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/failing_bot.py");
    let folder = tempfile::tempdir().unwrap();
    let kinds = ["crash", "timeout", "illegal", "garbage", "stall"];
    for (index, kind) in kinds.iter().enumerate() {
        let player = format!("cmd:python3 '{bot}' {kind} 1");
        let dir = folder.path().join(kind);
        let more = ["--white", "random", "--yellow", &player, "--matches", "2", "--time", "20ms", "--json"];
        let output = filotto(&[&["selfplay", "--out", dir.to_str().unwrap(), "--threads", "2"][..], &more].concat());
        done(&output);
        let told = json(&output);
        assert_eq!(told["failure_kinds"][index], **kind);
        let sums = &told["tally"]["sums"];
        assert_eq!((&sums[1]["failures"][index], &sums[0]["matches"]), (&2.into(), &2.into()), "{kind}: {told}");
        assert_eq!(records(&dir), (2, 0), "{kind}: lost matches are records too");
    }
}

/// Ctrl-C: strokes under way are finished, records whole or resumable, exit code 1.
#[cfg(unix)]
#[test]
fn an_interrupted_run_stops_soon_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let child = Command::new(FILOTTO)
        .args(arguments(&dir, &["--threads", "2", "--matches", "2000"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while records(&dir).0 < 1 && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("are left; the same command with --resume goes on"), "{}", stderr(&output));
    let (whole, parts) = records(&dir);
    assert!((1..2000).contains(&whole) && parts <= 2, "{whole} whole, {parts} unfinished");
    let resumed = selfplay(&dir, &["--resume", "--matches", &(whole + parts).to_string()]);
    assert!(stderr(&resumed).is_empty(), "{}", stderr(&resumed));
    let (after, left) = records(&dir);
    assert!(after >= whole && left == 0, "{after} whole, {left} unfinished");
}
