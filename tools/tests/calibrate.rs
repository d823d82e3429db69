//! Calibration from outside, on tracks that the simulator itself makes: they run everywhere.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

/// Generations of each fit: enough for a kill in the middle.
const GENERATIONS: &str = "20";
/// Longest wait for the generation at which the fit is killed.
const PATIENCE: Duration = Duration::from_secs(120);

fn filotto() -> Command {
    Command::cargo_bin("filotto").unwrap()
}

/// Two shots of a second as a poor camera sees them, 50 times a second, some millimetres off: the shots then have several
/// valleys, and which of them a fit is in depends on its past.
fn tracks(file: &Path) {
    let strokes = [
        ("0.6,0.25 1.2,0.33 2.5,0.9 UDLRC w n 0-0/60", "phi=6 v=2.2 a=0.1 b=0.1"),
        ("0.5,1.1 1.1,1.2 2.5,0.3 UDLRC w n 0-0/60", "phi=11 v=2 a=0 b=0.2"),
    ];
    let lines: Vec<String> = strokes.iter().map(|(p, s)| json!({ "position": p, "stroke": s }).to_string()).collect();
    let told = filotto().args(["simulate", "--batch", "-", "--sample", "50"]).write_stdin(lines.join("\n")).assert();
    let told = String::from_utf8(told.success().get_output().stdout.clone()).unwrap();
    let shots: Vec<Value> =
        told.lines().enumerate().map(|(i, line)| shot(i, &serde_json::from_str(line).unwrap())).collect();
    std::fs::write(file, Value::from(shots).to_string()).unwrap();
}

/// A shot of the answer to a batch line; a ball that has not moved yet is seen where it lies.
fn shot(number: usize, answer: &Value) -> Value {
    let places: Vec<&str> = answer["position"].as_str().unwrap().split(' ').take(3).collect();
    let ball = |index: usize, name: &str| {
        let (x, y) = places[index].split_once(',').unwrap();
        let start = [0.0, x.parse().unwrap(), y.parse().unwrap()];
        let samples = answer["path_m"].as_array().expect("a path").iter().filter(|s| s[1] == name);
        let seen = samples.map(|s| [&s[0], &s[2], &s[3]].map(|v| (v.as_f64().unwrap() * 1e3).round() / 1e3));
        let off = |i: usize, axis: usize| ((i * (31 + 6 * axis) + 7 * index) % 13) as f64 / 1e3 - 0.006;
        let noisy = |(i, s): (usize, [f64; 3])| [s[0], s[1] + off(i, 0), s[2] + off(i, 1)];
        let seen = seen.filter(|s| s[0] > 0.0 && s[0] <= 1.0).enumerate().map(noisy);
        let all: Vec<[f64; 3]> = std::iter::once(start).chain(seen).collect();
        let column = |i: usize| all.iter().map(|s| s[i]).collect::<Vec<f64>>();
        json!({ "t": column(0), "x": column(1), "y": column(2) })
    };
    let balls = json!({ "1": ball(0, "white"), "2": ball(1, "yellow"), "3": ball(2, "red") });
    json!({ "id": number + 1, "cue_ball": 1, "balls": balls })
}

fn arguments(tracks: &Path, out: &Path) -> Vec<String> {
    let path = |p: &Path| p.to_str().unwrap().to_string();
    let fixed = ["--generations", GENERATIONS, "--horizon", "1", "--threads", "2", "--frame", "0,0", "--json"];
    let mut list = vec!["calibrate".into(), path(tracks), "--out".into(), path(out)];
    list.extend(fixed.map(String::from));
    list
}

/// A fit killed in its middle and started again ends with the table of one that nobody disturbed.
#[test]
fn a_killed_fit_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    tracks(&file("tracks.json"));
    let whole = filotto().args(arguments(&file("tracks.json"), &file("whole.toml"))).assert().success();
    let whole = whole.get_output().stdout.clone();

    let mut process = Process::new(assert_cmd::cargo::cargo_bin("filotto"))
        .args(arguments(&file("tracks.json"), &file("killed.toml")))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (state, since) = (file("killed.state.json"), Instant::now());
    let done = || -> Option<u64> {
        serde_json::from_str::<Value>(&std::fs::read_to_string(&state).ok()?).ok()?["done"].as_u64()
    };
    while done().is_none_or(|done| done < 2) {
        assert!(since.elapsed() < PATIENCE, "no second generation");
        std::thread::sleep(Duration::from_millis(2));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(!file("killed.toml").exists(), "it was killed before its end: {:?} generations", done());

    let resumed = filotto().args(arguments(&file("tracks.json"), &file("killed.toml"))).assert().success();
    assert_eq!(String::from_utf8_lossy(&resumed.get_output().stdout), String::from_utf8_lossy(&whole));
    let table = |name: &str| std::fs::read_to_string(file(name)).unwrap();
    assert_eq!(table("killed.toml"), table("whole.toml"));
}
