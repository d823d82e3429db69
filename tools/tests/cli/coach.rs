//! Coaching from outside: words to strokes and back, the explanation, skill, drills, review.

use crate::filotto;
use predicates::prelude::*;
use predicates::str::contains;

const POSITION: &str = "0.6,0.4 1.0,0.9 2.5,0.3 UDLRC w n 0-0/60";

fn told(args: &[&str]) -> String {
    let output = filotto().args(args).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&told(args)).unwrap()
}

#[test]
fn words_make_a_stroke_and_a_stroke_makes_words() {
    let asked = ["--hit", "3/4 left", "--tip", "2 o'clock, 1 tip", "--speed", "1.5 lengths"];
    let found = told(&[&["stroke", POSITION], &asked[..]].concat());
    let stroke = found.lines().next().unwrap();
    let back = told(&["stroke", POSITION, "--stroke", stroke]);
    assert!(back.contains("hit 3/4 left · tip 2 o'clock, 1 tip · 1.5 lengths, soft"), "{back}");
    let aimed = told(&["stroke", POSITION, "--aim", "left 2.5", "--speed", "3"]);
    assert!(aimed.contains("cue ball to left 2.5"), "{aimed}");
}

#[test]
fn wrong_words_are_told_in_one_line() {
    let wrong = |args: &[&str], message: &str| {
        let told = filotto().args(["stroke", POSITION]).args(args).assert().code(2).stdout("");
        told.stderr(contains(message).and(predicate::str::is_match("^error: [^\n]*\n$").unwrap()));
    };
    wrong(&["--hit", "9/8 left"], "hit: \"9/8 left\" is not a thickness");
    wrong(&["--hit", "full", "--tip", "25 o'clock, 1 tip"], "is not a place on the ball");
    wrong(&["--hit", "full", "--tip", "3 o'clock, 4 tips"], "past the miscue limit");
    wrong(&["--hit", "full", "--speed", "90 lengths"], "out of a cue's reach");
    wrong(&["--aim", "left 9"], "a diamond from 0 to 8");
    wrong(&[], "what is aimed at is missing");
}

#[test]
fn suggest_explains_in_three_languages() {
    for (language, word) in
        [("en", "at half your error"), ("it", "con metà del tuo errore"), ("ru", "при половине вашей")]
    {
        let text = told(&["suggest", POSITION, "--nodes", "8000", "--lang", language]);
        assert!(text.contains(word), "{language}: {text}");
    }
    let brief = told(&["suggest", POSITION, "--nodes", "8000", "--brief"]);
    assert!(!brief.contains("half your error"));
}

#[test]
fn the_answer_fits_its_schema() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schemas/suggest.json");
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let presets = told(&["presets", "--toml", "beginner"]);
    std::fs::write(&mine, presets).unwrap();
    for skill in ["club", "machine", mine.to_str().unwrap()] {
        let answer = json(&["suggest", POSITION, "--nodes", "8000", "--skill", skill, "--json"]);
        let errors: Vec<String> =
            validator.iter_errors(&answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{skill}: {errors:?}");
        assert_eq!(answer["pro"].is_null(), skill == "club" || skill == "machine");
    }
    let mut broken = json(&["suggest", POSITION, "--nodes", "3000", "--json"]);
    broken["suggestions"][0]["coach"]["bridge"] = "perhaps".into();
    assert!(!validator.is_valid(&broken), "the schema checks what it says");
}

#[test]
fn pictures_are_written_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (spread, heat, map) = (file("s.svg"), file("h.png"), file("t.svg"));
    told(&[
        "suggest",
        POSITION,
        "--nodes",
        "5000",
        "--brief",
        "--spread",
        &spread,
        "--heat",
        &heat,
        "--tolerance",
        &map,
        "--dark",
    ]);
    assert!(std::fs::read_to_string(spread).unwrap().contains("60 strokes of this hand"));
    assert!(std::fs::read(heat).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(map).unwrap().contains("one and two sigmas"));
}

#[test]
fn pictures_speak_the_language_of_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let names = ["board", "chart", "svg", "spread", "heat", "tolerance"];
    for (language, word, comma) in [("it", "birill", ","), ("ru", "фишк", ",")] {
        let mut args: Vec<String> =
            ["suggest", POSITION, "--nodes", "5000", "--lang", language].map(String::from).into();
        for name in names {
            args.extend([format!("--{name}"), file(&format!("{name}.svg"))]);
        }
        let text = told(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text.contains(&file("board.svg")), "what was written is told: {text}");
        for name in names {
            let svg = std::fs::read_to_string(file(&format!("{name}.svg"))).unwrap();
            // What people read, without the notation of strokes and positions.
            let shown: Vec<&str> = svg.split('>').filter_map(|part| part.strip_suffix("</text")).collect();
            for english in ["points", "fault", "strokes", "felled", "direction", "speed", "expected", "white", "yellow"]
            {
                let found = shown.iter().find(|line| line.contains(english));
                assert_eq!(found, None, "{language} {name}: {english}");
            }
            if ["board", "svg"].contains(&name) {
                assert!(shown.iter().any(|line| line.contains(word)), "{language} {name}");
                assert!(shown.iter().any(|line| line.contains('±') && line.contains(comma)), "{language} {name}");
            }
        }
    }
}

#[test]
fn places_alone_are_a_position() {
    let brief = ["suggest", "0.6,0.4", "1.0, 0.9", "2.5,0.3", "--nodes", "3000", "--brief"];
    assert!(told(&brief).starts_with("0.6,0.4 1,0.9 2.5,0.3 UDLRC w n 0-0/60\n"));
}

#[test]
fn played_strokes_have_their_names() {
    let full = ["simulate", "0.6,0.71 1.0,0.71 2.13,0.3 UDLRC w n 0-0/60", "--stroke", "phi=0 v=2 a=0 b=0 theta=0"];
    let text = told(&full);
    assert!(text.contains("name:    fisso (object ball straight into the pins)"), "{text}");
    assert_eq!(json(&[&full[..], &["--json"]].concat())["name"], "fisso");
    let hint = filotto().args(["play", full[1], "--nodes", "2000"]).write_stdin("phi=0 v=2\nquit\n").assert().success();
    hint.stdout(contains("fisso (object ball straight into the pins)"));
}

#[test]
fn a_kind_that_is_not_found_is_told_with_what_to_change() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("none");
    let search = ["drills", "--kind", "garuffa", "--count", "1", "--band", "99-100", "--tries", "16", "--out"];
    let told = filotto().args(search).arg(&out).assert().code(1);
    told.stdout(
        contains("no garuffa was found; nothing is written").and(contains("1 of 1 not found among 16 positions")),
    );
    assert!(!out.exists(), "an empty folder is not left behind");
}

#[test]
fn watching_ends_with_the_input() {
    let told = filotto().args(["suggest", POSITION, "--watch", "--brief"]).write_stdin("\n").assert().success();
    told.stdout(contains("points"));
}

/// A match of two machines' brains with a club player's hands, its record, and all that reads it.
#[test]
fn a_record_shows_the_hand_and_is_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (record, skill, page) = (file("m.filotto.jsonl"), file("mine.toml"), file("review.html"));
    told(&["match", "--white", "greedy", "--yellow", "random", "--target", "60", "--sets", "3", "--out", &record]);
    let text = told(&["skill", "--strokes", &record, "--player", "white", "--out", &skill]);
    assert!(text.contains("phi_deg") && text.contains("more"), "{text}");
    told(&["suggest", POSITION, "--nodes", "3000", "--skill", &skill]);
    let review = json(&["review", &record, "--nodes", "2000", "--out", &page, "--json"]);
    let strokes = review["strokes"].as_array().unwrap();
    assert!(!strokes.is_empty());
    for s in strokes {
        // The three parts add up: V(best) - result, whatever V is.
        let part = |key: &str| s[key].as_f64().unwrap();
        assert!([part("choice"), part("execution"), part("luck")].iter().all(|v| v.is_finite()));
    }
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<svg") && html.contains("The dearest mistakes"));
    let russian = told(&["review", &record, "--nodes", "500", "--out", &page, "--lang", "ru"]);
    assert!(russian.contains("самые дорогие ошибки"), "{russian}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("<html lang=\"ru\">"));
    let fetched = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!fetched.contains("http:") && !fetched.contains("https:"), "it opens without a network");
}

#[test]
fn the_calibration_sheet_is_proposed_and_scored() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.csv");
    let sheet = sheet.to_str().unwrap();
    let text = told(&["skill", "test", "--sheet", sheet, "--each", "6"]);
    assert!(text.contains("lower end spot"), "{text}");
    // Filled in by a player who errs a little, evenly to both sides.
    let filled: String = std::fs::read_to_string(sheet)
        .unwrap()
        .lines()
        .enumerate()
        .map(|(i, line)| match i {
            0 => format!("{line}\n"),
            _ => {
                let (cells, way) = (line.split(',').take(3).collect::<Vec<_>>().join(","), f64::from(i as i32 % 5 - 2));
                if line.ends_with('-') {
                    format!("{cells},{:.3},{:.3},-\n", 0.71 + 0.012 * way, 0.71 + 0.03 * way)
                } else {
                    format!("{cells},0.71,-,{:.3}\n", 2.0 + 0.05 * way)
                }
            }
        })
        .collect();
    std::fs::write(sheet, filled).unwrap();
    let text = told(&["skill", "test", "--score", sheet]);
    assert!(text.contains("phi_deg") && text.contains("a_mm") && text.contains("v_rel"), "{text}");
    filotto().args(["skill", "--strokes", "/nowhere.csv"]).assert().code(2).stderr(contains("/nowhere.csv"));
}

#[test]
fn drills_come_with_pictures_and_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("d");
    told(&["drills", "--kind", "traversino", "--count", "2", "--band", "10-90", "--out", out.to_str().unwrap()]);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    for i in 1..=2 {
        for name in [format!("drill-{i:02}.svg"), format!("drill-{i:02}-solution.svg")] {
            assert!(page.contains(&name) && out.join(&name).is_file(), "{name}");
        }
    }
    filotto().args(["drills", "--kind", "smash", "--out", "d"]).assert().code(2).stderr(contains("is no stroke"));
}
