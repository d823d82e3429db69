//! What the commands print when all is well.

use crate::filotto;
use predicates::prelude::*;

const POSITION: &str = "0.6,0.4 1.0,0.71 2.13,0.71 UDLRC w n 0-0/60";
const STROKE: &str = "phi=41.6 v=3.4 a=0.15 b=-0.2 theta=0";

fn json(args: &[&str]) -> serde_json::Value {
    let output = filotto().args(args).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("{\"schema\":\"filotto/"), "the schema comes first: {text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn one_quoted_argument_or_several_words() {
    let one = filotto().args(["simulate", POSITION, "--stroke", STROKE]).assert().success().get_output().stdout.clone();
    let mut words = vec!["simulate"];
    words.extend(POSITION.split(' '));
    let several = filotto().args(words).args(["--stroke", STROKE]).assert().success().get_output().stdout.clone();
    assert_eq!(one, several);
    let link = POSITION.replace(' ', "_");
    let linked = filotto().args(["simulate", &link, "--stroke", STROKE]).assert().success().get_output().stdout.clone();
    assert_eq!(one, linked);
}

#[test]
fn simulate_tells_events_verdict_and_the_next_position() {
    let assert = filotto().args(["simulate", POSITION, "--stroke", STROKE]).assert().success();
    assert
        .stdout(predicate::str::contains("0.000 s  the cue strikes white"))
        .stdout(predicate::str::contains("white hits yellow"))
        .stdout(predicate::str::contains("fells pin"))
        .stdout(predicate::str::contains("verdict: White: 2 points."))
        .stdout(predicate::str::contains("next:    "));
}

/// The next position is one that the next command accepts, to the bit.
#[test]
fn the_next_position_can_be_played_on() {
    let told = json(&["simulate", POSITION, "--stroke", STROKE, "--json"]);
    let next = told["next"].as_str().unwrap();
    let again = json(&["simulate", next, "--stroke", STROKE, "--json"]);
    assert_eq!(again["position"].as_str(), Some(next));
}

#[test]
fn a_declared_fault_turns_the_points() {
    let told = json(&["simulate", POSITION, "--stroke", STROKE, "--declare", "touched", "--json"]);
    assert_eq!(told["verdict"]["faults"][0], "15.3-p");
    assert_eq!(told["verdict"]["striker"], 0);
    assert!(told["verdict"]["opponent"].as_u64().unwrap() >= 2);
    assert_eq!(told["verdict"]["in_hand"], true);
}

#[test]
fn pictures_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let (svg, png) = (dir.path().join("a.svg"), dir.path().join("a.png"));
    let mut command = filotto();
    command.args(["simulate", POSITION, "--stroke", STROKE, "--dark", "--svg"]).arg(&svg).arg("--png").arg(&png);
    command.assert().success();
    assert!(std::fs::read_to_string(&svg).unwrap().contains("path of white"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn judge_knows_its_cases_and_tells_a_miss() {
    let right = r#"[{"id": "a", "rule": "5.1", "profile": "wcbs-1997", "pins": "UDLRC", "stroke": "normal",
        "events": [["hit", "cue", "object"], ["down", "U", "object"]], "declared": [],
        "expect": {"striker": 2, "opponent": 0, "faults": [], "in_hand": false}}]"#;
    filotto().args(["judge", "-"]).write_stdin(right).assert().success().stdout("1 of 1 cases right\n");
    let wrong = right.replace("\"striker\": 2", "\"striker\": 4");
    let miss =
        "a (5.1): expected striker 4 opponent 0, no fault, got striker 2 opponent 0, no fault\n0 of 1 cases right\n";
    filotto().args(["judge", "-"]).write_stdin(wrong).assert().code(1).stdout(miss);
    filotto()
        .args(["judge", "-", "--explain"])
        .write_stdin(right)
        .assert()
        .success()
        .stdout(predicate::str::contains("8.1"));
}

#[test]
fn bench_measures_every_set() {
    let told = json(&["bench", "--json", "--time", "1ms", "--threads", "2", "--no-instructions"]);
    let sets = ["random_pins", "random", "aimed_pins", "aimed"].map(|set| (set, &told[set]));
    let kinds = ["soft", "medium", "hard", "jump"].map(|kind| (kind, &told["kinds"][kind]));
    for (name, row) in sets.into_iter().chain(kinds) {
        let number = |path: &str| row.pointer(path).and_then(|v| v.as_f64()).unwrap_or_else(|| panic!("{name}{path}"));
        assert!(number("/strokes_per_s_1") > 100.0 && number("/strokes_per_s_all") > 100.0);
        let product = number("/ns_per_event") * number("/events_per_stroke") * number("/strokes_per_s_1");
        assert!((product / 1e9 - 1.0).abs() < 1e-9, "{name}: {product}");
        assert!(row["instructions_per_event"].is_null());
        assert_eq!(row["threads"], 2);
        for of in ["ns", "events"] {
            let places = ["median", "p95", "p99", "worst"].map(|at| number(&format!("/spread/{of}/{at}")));
            assert!(places[0] > 0.0 && places.is_sorted(), "{name} {of}: {places:?}");
        }
        assert_eq!(number("/spread/events/worst"), number("/most_events"));
        assert!(number("/most_events") < 8000.0);
        assert!((number("/spread/all/events") - number("/events_per_stroke")).abs() < 1e-9);
        assert!(number("/spread/dear/events") > number("/spread/all/events"), "{name}: the dear ones have more events");
    }
    let events = |row: &serde_json::Value| row["events_per_stroke"].as_f64().unwrap();
    assert!(events(&told["aimed"]) > events(&told["random"]), "aimed strokes meet more");
    assert!(events(&told["kinds"]["hard"]) > events(&told["kinds"]["soft"]));
}

/// Twice the rounds are twice the events, whatever the set; this is what is counted under valgrind.
#[test]
fn bench_rounds_repeat_the_same_strokes() {
    let events = |rounds: &str| -> u64 {
        let args = ["bench", "rounds", "--set", "aimed_pins", "--strokes", "40", "--rounds", rounds];
        let out = filotto().args(args).assert().success().get_output().stdout.clone();
        String::from_utf8(out).unwrap().trim().parse().unwrap()
    };
    let once = events("1");
    assert!(once > 400);
    assert_eq!(events("3"), 3 * once);
}

/// A few small plans; every measurement of the planner tells and draws the same numbers.
#[test]
fn measurements_of_the_planner_are_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let picture = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let drawn = |what: &str, options: &[&str]| -> (serde_json::Value, String) {
        let svg = picture(&format!("{what}.svg"));
        let mut args = vec!["bench", what, "--positions", "2", "--strokes", "64", "--json", "--svg", &svg];
        args.extend(options);
        // Honesty ends with 1 where two positions happen not to hold.
        let told = filotto().args(args).assert().get_output().stdout.clone();
        (serde_json::from_slice(&told).unwrap(), std::fs::read_to_string(svg).unwrap())
    };
    let (told, svg) = drawn("regret", &["--nodes", "1000"]);
    let number = |told: &serde_json::Value, at: &str| told.pointer(at).unwrap().as_f64().unwrap();
    // Of two positions the median is the mean.
    assert!((number(&told, "/mean") - number(&told, "/median")).abs() < 1e-12);
    assert!(svg.contains(&format!("Regret of 1,000 nodes against 30,000: {:.2} ±", number(&told, "/mean"))));
    let (told, svg) = drawn("honesty", &["--nodes", "300"]);
    assert!(svg.contains(&format!("{:.1} % hold", 100.0 * number(&told, "/points"))));
    let (told, svg) = drawn("plan", &["--nodes", "200,400", "--no-scaling", "--objective", "points"]);
    assert_eq!(told["budgets"][1]["choices"].as_array().unwrap().len(), 2);
    assert!(svg.contains("against 400 nodes, 2 positions") && svg.matches("200").count() >= 2);
}

/// Without valgrind the rest is measured and its absence told.
#[test]
fn bench_says_that_valgrind_is_absent() {
    let nowhere = tempfile::tempdir().unwrap();
    let mut command = filotto();
    command.env("PATH", nowhere.path()).args(["bench", "--time", "1ms", "--threads", "1"]);
    command.assert().success().stdout(predicate::str::contains("instructions not counted: valgrind is not installed"));
}

/// Where valgrind is installed: `cargo test -p filotto-tools --test cli counted -- --ignored` (a minute).
#[test]
#[ignore = "runs this program 16 times under valgrind"]
fn instructions_are_counted_by_valgrind() {
    let told = json(&["bench", "--json", "--time", "1ms", "--threads", "1"]);
    assert!(told["counter"].as_str().unwrap().contains("valgrind"), "valgrind is not installed");
    let count = |set: &str| told[set]["instructions_per_event"].as_f64().unwrap();
    // Unoptimized code takes some ten times as many.
    assert!((200.0..20_000.0).contains(&count("random")), "{}", count("random"));
    assert!(count("random_pins") > count("random"), "pins cost");
}

#[test]
fn printed_files_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    for (print, check) in
        [(vec!["rules", "--profile", "modern"], vec!["rules", "--profile"]), (vec!["table"], vec!["table", "--table"])]
    {
        let text = filotto().args(&print).assert().success().get_output().stdout.clone();
        let file = dir.path().join("printed.toml");
        std::fs::write(&file, &text).unwrap();
        filotto().args(&check).arg(&file).assert().success().stdout(text);
    }
}

#[test]
fn help_of_every_command_shows_an_example() {
    let help = filotto().arg("--help").assert().success().get_output().stdout.clone();
    let help = String::from_utf8(help).unwrap();
    let list = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 6, "{names:?}");
    for name in names.into_iter().filter(|&name| name != "help") {
        let told = filotto().args([name, "--help"]).assert().success().get_output().stdout.clone();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains("Example") && told.contains("filotto"), "{name}: {told}");
    }
}

#[test]
fn version_tells_the_hashes() {
    let told = filotto().arg("--version").assert().success();
    told.stdout(predicate::str::is_match("^filotto [0-9.]+\nphysics [0-9a-f]{16}\nrules   [0-9a-f]{16}\n").unwrap());
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        filotto().args(["completions", shell]).assert().success().stdout(predicate::str::contains("simulate"));
    }
}

#[test]
fn suggest_ranks_and_says_how_to_repeat_it() {
    let told = filotto().args(["suggest", "--nodes", "4000", "--top", "2"]).assert().success();
    let text = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    let again = text.lines().last().unwrap();
    assert!(
        again.starts_with("again: filotto suggest ") && again.contains("--nodes") && again.contains("--seed 1"),
        "{text}"
    );
    let words = crate::split(again.strip_prefix("again: filotto ").unwrap());
    let repeated = filotto().args(words).assert().success().get_output().stdout.clone();
    let table = |text: &str| text.lines().take_while(|line| !line.is_empty()).map(String::from).collect::<Vec<_>>();
    assert_eq!(table(&text), table(&String::from_utf8(repeated).unwrap()));
    assert!(table(&text).len() >= 4, "position, heading, two strokes: {text}");
}

/// A later stroke may look better on the report's strokes than the first; the reader is told why it stands there, below the
/// table where he sees it, and only then. The line once came after the command to repeat, last of all.
#[test]
fn an_order_that_looks_wrong_is_explained_below_the_table() {
    let mut seen = [false; 2];
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let args = ["suggest", "--nodes", "4000", "--top", "2", "--seed", seed];
        let told = filotto().args(args).assert().success().get_output().stdout.clone();
        let text = String::from_utf8(told).unwrap();
        let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        let json = filotto().args(args).arg("--json").assert().success().get_output().stdout.clone();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let better = json["suggestions"][1]["behind"].as_f64().unwrap() < 0.0;
        assert_eq!(lines.get(4).is_some_and(|line| line.starts_with("the order was settled before")), better, "{text}");
        seen[usize::from(better)] = true;
    }
    assert_eq!(seen, [true; 2], "both kinds are met");
}

#[test]
fn suggest_gives_the_same_answer_for_any_number_of_threads() {
    let ask =
        |threads: &str| json(&["suggest", POSITION, "--json", "--nodes", "3000", "--threads", threads, "--top", "3"]);
    let one = ask("1");
    assert_eq!(one, ask("2"));
    assert_eq!(one, ask("3"));
    let best = &one["suggestions"][0];
    assert_eq!(best["rank"], 1);
    for key in ["points", "points_pm", "fault", "fault_pm", "win", "win_pm"] {
        assert!(best[key].as_f64().is_some_and(f64::is_finite), "{key}: {best}");
    }
    // What is suggested can be played.
    let played = json(&["simulate", POSITION, "--stroke", best["stroke"].as_str().unwrap(), "--json"]);
    assert_eq!(played["verdict"]["striker"], best["exact"]["striker"]);
}

#[test]
fn suggest_draws_picture_board_and_chart() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let mut command = filotto();
    command.args(["suggest", POSITION, "--nodes", "3000", "--png"]).arg(file("a.png"));
    command.arg("--board").arg(file("b.svg")).arg("--chart").arg(file("c.svg")).assert().success();
    assert!(std::fs::read(file("a.png")).unwrap().starts_with(b"\x89PNG"));
    let board = std::fs::read_to_string(file("b.svg")).unwrap();
    assert!(["1. ", "2. ", "3. "].iter().all(|rank| board.contains(&format!(">{rank}"))), "three headings");
    assert!(std::fs::read_to_string(file("c.svg")).unwrap().contains("expected points"));
}

/// A person who types nonsense, asks for help and a hint, plays, takes back, and closes the input.
#[test]
fn play_survives_nonsense_and_the_end_of_input() {
    let typed =
        "blargh\n\nhelp\nhint\nphi=0\nphi=10 v=3 at=0.5,0.5 a=0.9\nphi=10 v=3 at=0.5,0.5\nundo\nundo\nposition\n";
    let assert = filotto().args(["play", "--nodes", "2000", "--seed", "3"]).write_stdin(typed).assert().success();
    assert
        .stdout(predicate::str::contains("is no field of a stroke"))
        .stdout(predicate::str::contains("what the planner would play"))
        .stdout(predicate::str::contains("points, fault"))
        .stdout(predicate::str::contains("past the miscue limit"))
        .stdout(predicate::str::contains("yellow plays phi="))
        .stdout(predicate::str::contains("nothing to take back"))
        .stdout(predicate::str::contains("- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60"));
    filotto().args(["play", "--nodes", "2000"]).write_stdin(vec![0xff, 0xfe, b'\n', b'q', b'\n']).assert().success();
    filotto().args(["play", "--nodes", "2000"]).write_stdin("").assert().success();
}

#[test]
fn play_ends_when_the_set_is_won() {
    let typed = "phi=0 v=3\n".repeat(200);
    let position = "0.4,0.71 1.0,0.71 2.13,0.71 UDLRC w n 9-9/10";
    let told = filotto().args(["play", position, "--nodes", "2000"]).write_stdin(typed).assert().success();
    told.stdout(predicate::str::contains("wins the set, 10 to 9"));
}
