//! Records: the same seed gives the same bytes, what was written verifies, what was changed is found where it was
//! changed, and a match that broke off anywhere goes on to the same end.

mod support;

use filotto_engine::game::{Calls, ClaimAnswer, Game, Phase, no_claims, play_match};
use filotto_engine::record::{By, Line, Record, RecordWriter, Report, retell, summarize, verify};
use filotto_engine::{Declared, Language, Player, Position, Stroke};
use sha2::{Digest, Sha256};
use support::random::{Anything, header};

const PHYSICS: &str = "0123456789abcdef";
const RULES: &str = "fedcba9876543210";

/// A match of two who play anything, as the bytes of its record.
fn played(seed: u64, sets: u8, rules: &str) -> Vec<u8> {
    let header = header(seed, 20, sets, "club", rules);
    let mut writer = RecordWriter::begin(Vec::new(), &header).expect("memory");
    let mut game = Game::new(header).expect("a match");
    let mut players = [Anything::boxed("a"), Anything::boxed("b")];
    play_match(&mut game, &mut players, &mut no_claims, &mut |_, line| writer.line(line)).expect("a match");
    writer.into_inner()
}

fn verified(record: &Record) -> Report {
    verify(record, PHYSICS, RULES)
}

/// A line of bytes with its sum made right again, as a forger would.
fn forge(bytes: &[u8], number: usize, from: &str, to: &str) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = std::str::from_utf8(line).expect("text").trim_end();
        let (open, _) = text.rsplit_once(",\"sum\":\"").expect("a sum");
        let mut open = open.to_string();
        if index + 1 == number {
            assert!(open.contains(from), "{open}");
            open = open.replacen(from, to, 1);
        }
        if let Some(at) = open.find("\"sha256\":\"").filter(|_| index + 1 != number) {
            open.replace_range(at + 10..at + 74, &hex(&Sha256::digest(&out)));
        }
        let sum = hex(&Sha256::new().chain_update(&out).chain_update(format!("{open}}}")).finalize());
        out.extend(format!("{open},\"sum\":\"{}\"}}\n", &sum[..16]).bytes());
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_same_seed_gives_the_same_record_and_it_verifies() {
    for rules in ["wcbs-1997", "modern"] {
        let bytes = played(7, 3, rules);
        assert!(bytes == played(7, 3, rules), "two runs differ");
        assert!(bytes != played(8, 3, rules), "the seed plays no part");
        let record = Record::parse(&bytes).expect("a record");
        let report = verified(&record);
        assert!(record.is_whole() && report.whole && report.agrees(), "{report:?}");
        assert!(report.strokes > 10 && report.lags > 0 && report.warnings.is_empty(), "{report:?}");
    }
}

/// Both scores of all sets together are the points of all verdicts, less what the cap took from the last of each set.
#[test]
fn scores_are_the_sum_of_the_verdicts() {
    for seed in 1..6 {
        let record = Record::parse(&played(seed, 3, "wcbs-1997")).expect("a record");
        let (mut given, mut capped, mut shown) = (0, 0, 0);
        for line in &record.lines {
            match line {
                Line::Stroke(stroke) => {
                    let before = Position::parse(&stroke.position, &table()).expect("a position").points;
                    let points = stroke.verdict.striker + stroke.verdict.opponent;
                    given += u32::from(points);
                    let winner = if stroke.verdict.striker > 0 { stroke.by } else { stroke.by.other() };
                    capped += u32::from((before[winner.index()] + points).saturating_sub(20));
                }
                Line::Set(set) => shown += u32::from(set.points[0] + set.points[1]),
                _ => {}
            }
        }
        assert_eq!(given - capped, shown, "seed {seed}");
        let summary = summarize(&record.lines);
        let told: u32 = summary.players.iter().map(|player| player.scored + player.given).sum();
        assert_eq!(told, given, "the summary of seed {seed}");
    }
}

fn table() -> filotto_physics::Table {
    filotto_physics::Table::carom_heated()
}

#[test]
fn a_changed_byte_is_found_in_its_line() {
    let bytes = played(3, 1, "wcbs-1997");
    // The last byte apart: a line without its end was broken off, which is no error.
    for at in (0..bytes.len() - 1).step_by(37) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let error = Record::parse(&changed).expect_err("a changed byte").to_string();
        let here = [format!("line {line}:"), format!("line {line} was changed"), "schema".into()];
        assert!(here.iter().any(|part| error.contains(part)), "byte {at} of line {line}: {error}");
    }
}

#[test]
fn a_wrong_hash_an_unknown_schema_and_lines_out_of_place_are_named() {
    let bytes = played(3, 1, "wcbs-1997");
    let last = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let error = |bytes: &[u8]| Record::parse(bytes).expect_err("a wrong record").to_string();
    let wrong = forge(&bytes, last, "\"sha256\":\"", "\"sha256\":\"0");
    assert_eq!(error(&wrong), format!("record: line {last}: sha256 is not that of all before"));
    let future = forge(&bytes, 1, "filotto/record/1", "filotto/record/9");
    assert_eq!(error(&future), "record: schema \"filotto/record/9\" is not filotto/record/1");
    assert_eq!(error(b"{\"a\": 1}\n"), "record: schema \"\" is not filotto/record/1");
    assert_eq!(error(b""), "record: empty; a header line is right");
    assert!(error(b"hello\n").starts_with("record: line 1: is not JSON"));
    assert_eq!(error(&[0xff, b'\n']), "record: line 1: is not UTF-8 text");
    assert_eq!(
        error(&[&bytes[..], &bytes[..]].concat()),
        format!("record: line {} was changed: its bytes don't fit its sum", last + 1)
    );
    assert!(error(&forge(&bytes, 1, "\"sets\":1", "\"sets\":2")).contains("sets: 2 is even"));
    assert!(error(&forge(&bytes, 1, "\"casin\":3", "\"casin\":333")).contains("casin: 333 is not a number of points"));
    assert!(error(&forge(&bytes, 1, "\"seed\":3", "\"seed\":3,\"colour\":1")).contains("unknown field `colour`"));
    let line = forge(&bytes, 3, "\"line\":\"", "\"line\":\"x");
    assert!(error(&line).starts_with("record: line 3: unknown variant"), "{}", error(&line));
}

/// Whoever makes the sums right again is found out by the simulation: the field that differs is named.
#[test]
fn a_forged_verdict_is_found_by_playing_it_again() {
    let bytes = played(3, 1, "wcbs-1997");
    assert_eq!(forge(&bytes, 1, "filotto/record/1", "filotto/record/1"), bytes, "nothing forged, nothing changed");
    let record = Record::parse(&bytes).expect("a record");
    let is_fault = |line: &Line| matches!(line, Line::Stroke(stroke) if stroke.verdict.in_hand);
    let number = 2 + record.lines.iter().position(is_fault).expect("a faulty stroke");
    let forged = forge(&bytes, number, "\"in_hand\":true", "\"in_hand\":false");
    let report = verified(&Record::parse(&forged).expect("sums are right"));
    let found: Vec<_> = report.mismatches.iter().map(|miss| (miss.line, miss.field.as_str())).collect();
    assert_eq!(found, [(number, "verdict.in_hand")]);
    let stroke = forge(&bytes, number, "\"stroke\":", "\"stroke\":9");
    let report = verified(&Record::parse(&stroke).expect("sums are right"));
    assert!(report.mismatches[0].found.contains("is next"), "{report:?}");
}

/// Another program's record is compared all the same, after a warning.
#[test]
fn another_physics_hash_is_a_warning_and_a_comparison() {
    let record = Record::parse(&played(3, 1, "wcbs-1997")).expect("a record");
    let report = verify(&record, "1111111111111111", "2222222222222222");
    assert_eq!(
        report.warnings,
        [
            "physics: the record is of 0123456789abcdef, this is 1111111111111111; results may differ",
            "rules: the record is of fedcba9876543210, this is 2222222222222222; results may differ"
        ]
    );
    assert!(report.agrees() && report.strokes > 3);
}

/// Killed at any byte: what is whole is read, the torn line is named, and the match goes on to the same bytes.
#[test]
fn a_record_that_breaks_off_anywhere_goes_on_to_the_same_end() {
    let bytes = played(3, 1, "wcbs-1997");
    let header_end = bytes.iter().position(|&byte| byte == b'\n').expect("a header");
    assert!(Record::parse(&bytes[..header_end]).unwrap_err().to_string().contains("the header breaks off"));
    for cut in (header_end + 1..bytes.len()).step_by(997) {
        let record = Record::parse(&bytes[..cut]).expect("a record so far");
        let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let torn = (bytes[cut - 1] != b'\n').then_some(whole + 1);
        assert_eq!((record.torn, record.lines.len(), record.is_whole()), (torn, whole - 1, false));
        assert!(verified(&record).agrees());
        let mut game = Game::after(record.header.clone(), &record.lines).expect("it follows");
        let mut writer = RecordWriter::resume(bytes[..record.good_bytes].to_vec(), &bytes[..record.good_bytes]);
        let mut players = [Anything::boxed("a"), Anything::boxed("b")];
        play_match(&mut game, &mut players, &mut no_claims, &mut |_, line| writer.line(line)).expect("a match");
        assert!(writer.into_inner() == bytes, "cut at {cut}");
    }
}

/// A match with everything a referee can call, by hand.
fn eventful() -> Record {
    let header = header(1, 20, 3, "machine", "wcbs-1997");
    let mut game = Game::new(header.clone()).expect("a match");
    let mut lines = vec![game.choose(Player::White, false, true).expect("by lot")];
    lines.push(game.note(By::Yellow, "13.7", "asked which ball is his").expect("a note"));
    lines.push(game.fault(Player::Yellow, &[Declared::Placement], None).expect("13.6"));
    lines.push(game.fault(Player::Yellow, &[Declared::Touched], None).expect("the waiting player"));
    let mut stroke = Stroke::parse("phi=10 v=1.5 at=0.5,0.5").expect("a stroke");
    if let Some(half) = game.position().kind.placement_half() {
        stroke.at = stroke.at.map(|at| if half.name() == "upper" { glam::DVec2::new(2.3, at.y) } else { at });
    }
    let rest = Some(glam::DVec2::new(1.0, 0.3));
    let moved = Some([rest, Some(glam::DVec2::new(0.4, 0.9)), Some(glam::DVec2::new(2.2, 0.5))]);
    let calls = Calls { declared: vec![Declared::Touched], moved, forecast: None };
    lines.push(game.play(&stroke, &stroke, &calls).expect("a stroke"));
    lines.push(game.claim(&ClaimAnswer { granted: false, how: "phi=1 v=1 is free of faults".into() }).expect("10.4"));
    lines.push(game.ruling([0, 3], None, "a light fell on the table").expect("0"));
    lines.push(game.forfeit(Player::White, "left the hall").expect("9.1"));
    lines.push(game.end_of_set().expect("a set"));
    lines.push(game.disqualify(Player::Yellow, "would not go on").expect("9.2"));
    lines.push(game.end_of_match().expect("the result"));
    assert!(matches!(game.phase(), Phase::Done(Player::White)));
    let mut writer = RecordWriter::begin(Vec::new(), &header).expect("memory");
    lines.iter().try_for_each(|line| writer.line(line)).expect("memory");
    Record::parse(&writer.into_inner()).expect("a record")
}

#[test]
fn what_the_referee_set_by_hand_is_taken_and_told() {
    let record = eventful();
    let report = verified(&record);
    assert!(report.agrees() && report.whole, "{report:?}");
    assert_eq!(report.not_reproducible, [(6, "stroke: the position after it is the referee's".to_string())]);
}

#[test]
fn every_line_is_told_in_every_language() {
    let record = eventful();
    let [en, ru, it] = Language::ALL.map(|language| retell(&record.header, &record.lines, language).expect("a table"));
    for told in [&en, &ru, &it] {
        assert_eq!(told.len(), record.lines.len());
        assert!(told.iter().all(|text| text.ends_with('.')), "{told:#?}");
    }
    assert_eq!(en[0], "White: cedes the opening to the opponent, by lot (3).");
    assert_eq!(ru[0], "Белый: уступает начальный удар сопернику, по жребию (3).");
    assert_eq!(it[0], "Bianco: cede l'apertura all'avversario, per sorteggio (3).");
    assert!(en[2].starts_with("White: 2 points. Fault: Yellow, «touch» (15.3-n)"), "{}", en[2]);
    assert!(ru[2].starts_with("Белый: 2 очка. Ошибка: Жёлтый, «туш» (15.3-n)"), "{}", ru[2]);
    assert!(it[3].starts_with("Bianco: 2 punti. Fallo: Giallo,") && it[3].contains("(15.3-p)"), "{}", it[3]);
    // The stroke whose balls the referee set is judged again from what it was, with the position he set.
    assert!(it[4].contains("(15.3-p)") && it[4].contains("Prossimo tiro: Giallo"), "{}", it[4]);
    assert_eq!(ru[6], "Решение судьи (0): a light fell on the table. Белый +0, Жёлтый +3.");
    assert_eq!(en[9], "Match lost: Yellow, refused to go on (9.2). would not go on.");
    let words: Vec<&str> = record.lines.iter().map(Line::word).collect();
    let all = "choice note fault fault stroke claim ruling forfeit set disqualified end";
    assert_eq!(words.join(" "), all);
}

/// Strokes judged again give the recorded verdicts, so that none is told in English by default.
#[test]
fn a_whole_match_is_told_in_russian() {
    let record = Record::parse(&played(5, 3, "modern")).expect("a record");
    for (line, told) in record.lines.iter().zip(retell(&record.header, &record.lines, Language::Ru).expect("a table")) {
        let latin = told.split(|c: char| !c.is_ascii_alphabetic()).find(|word| word.len() > 2);
        assert_eq!(latin, None, "{}: {told}", line.word());
    }
}

/// The lines shown in docs/records.md are lines of a record, and its tables name every field.
#[test]
fn the_documentation_shows_lines_that_can_be_read() {
    let path = format!("{}/../docs/records.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("docs/records.md");
    let shown: Vec<Line> = text
        .lines()
        .filter(|line| line.starts_with("{\"line\":"))
        .map(|line| line.rsplit_once(",\"sum\":\"").expect("a sum").0.to_string() + "}")
        .map(|line| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let words: Vec<&str> = shown.iter().map(Line::word).collect();
    assert_eq!(words, ["lag", "choice", "stroke", "set", "end"]);
    let value = serde_json::to_value(&shown).expect("JSON");
    for line in value.as_array().expect("lines") {
        for key in line.as_object().expect("a line").keys() {
            assert!(text.contains(&format!("`{key}`")), "docs/records.md doesn't name `{key}`");
        }
    }
    let header = serde_json::to_value(header(1, 20, 1, "club", "modern")).expect("JSON");
    for key in header.as_object().expect("a header").keys().filter(|key| *key != "number") {
        assert!(text.contains(&format!("`{key}`")), "docs/records.md doesn't name `{key}`");
    }
}
