//! Every rule has a test, and every test that claims a rule names one that exists: `docs/rules.md` is held against
//! the list of ids, the case files and the sources.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// Every rule id, in order. A rule that loses its row in the document is missed here.
const IDS: &str = "0 1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 3 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6 7.1 7.2 \
    7.3 7.4 7.5 8.1 8.2 8.3 9.1 9.2 10.1 10.2 10.3 10.4 11.1 11.2 11.3a 11.3b 11.3c 11.3d 12.1 12.2 12.3 12.4 12.5 12.6 \
    12.7 12.8 13.1 13.2 13.3 13.4 13.5 13.6 13.7 14 15.1 15.2 15.3-a 15.3-b 15.3-v 15.3-g 15.3-d 15.3-e 15.3-zh 15.3-z \
    15.3-i 15.3-k 15.3-l 15.3-m 15.3-n 15.3-o 15.3-p 15.3-r";

/// Files of cases, each with its `rule` field.
const CASES: [&str; 4] = ["referee-cases.json", "rulings.json", "spots.jsonl", "apply.jsonl"];
/// Cases of rule 3 alone, without the field.
const LAG_CASES: &str = "lag.jsonl";

struct Row {
    id: String,
    rule: String,
    places: Vec<String>,
    tests: Vec<String>,
}

fn crate_file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(crate_file(path)).ok()
}

/// The words between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}

fn rows() -> Vec<Row> {
    let text = read("../docs/rules.md").expect("docs/rules.md");
    let table = text.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 4, "docs/rules.md: {line}");
        let rule = cells[1].to_string();
        Row { id: cells[0].into(), rule, places: quoted(cells[2]), tests: quoted(cells[3]) }
    };
    table.take_while(|line| line.starts_with('|')).map(row).collect()
}

/// The rules that the cases of a file name.
fn rules_of(file: &str) -> BTreeSet<String> {
    let text = read(&format!("tests/data/{file}")).unwrap_or_else(|| panic!("no file {file}"));
    let cases: Vec<serde_json::Value> = match file.ends_with(".jsonl") {
        true => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        false => serde_json::from_str(&text).unwrap(),
    };
    let rule = |case: &serde_json::Value| case["rule"].as_str().unwrap_or_else(|| panic!("{file}: {case}")).into();
    cases.iter().map(rule).collect()
}

/// Whether a source of this crate holds that test: the function, with `#[test]` on the line before it.
fn has_test(file: &str, name: &str) -> bool {
    let Some(text) = read(file) else { return false };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let declares = |line: &str| line.starts_with(&format!("fn {name}("));
    lines.windows(2).any(|pair| pair[0].starts_with("#[test]") && declares(pair[1]))
}

/// Why a test named in the document doesn't show the rule; `None` when it does.
fn problem(row: &Row, test: &str) -> Option<String> {
    if let Some((file, name)) = test.split_once("::") {
        return (!has_test(file, name)).then(|| format!("{}: there is no test `{test}`", row.id));
    }
    let shows = match test {
        LAG_CASES => row.id == "3",
        file if CASES.contains(&file) => rules_of(file).contains(&row.id),
        _ => return Some(format!("{}: `{test}` is neither a test nor a case file", row.id)),
    };
    (!shows).then(|| format!("{}: `{test}` has no case of it", row.id))
}

#[test]
fn every_rule_has_a_row_a_sentence_a_place_and_a_test() {
    let rows = rows();
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, IDS.split_whitespace().collect::<Vec<_>>());
    for row in &rows {
        assert!(!row.rule.is_empty() && !row.places.is_empty(), "{}: sentence or place is missing", row.id);
        assert!(!row.tests.is_empty(), "{}: no test", row.id);
    }
}

#[test]
fn every_test_named_exists_and_shows_its_rule() {
    let problems: Vec<String> =
        rows().iter().flat_map(|row| row.tests.iter().filter_map(|test| problem(row, test))).collect();
    assert!(problems.is_empty(), "docs/rules.md:\n{}", problems.join("\n"));
}

#[test]
fn every_place_named_exists() {
    for row in rows() {
        for place in row.places.iter().filter(|place| place.contains('.') || place.ends_with('/')) {
            let there = ["src", "../physics/src"].iter().any(|root| crate_file(&format!("{root}/{place}")).exists());
            assert!(there, "docs/rules.md, {}: there is no `{place}`", row.id);
        }
    }
}

#[test]
fn every_case_names_a_rule_that_has_a_row() {
    let ids: BTreeSet<&str> = IDS.split_whitespace().collect();
    for file in CASES {
        for rule in rules_of(file) {
            assert!(ids.contains(rule.as_str()), "{file}: unknown rule {rule:?}");
        }
    }
}

/// Rule ids of the list of faults, wherever the sources cite them: `15.3-` and a letter that is in the list.
#[test]
fn sources_cite_only_faults_that_exist() {
    let ids: BTreeSet<&str> = IDS.split_whitespace().collect();
    let mut folders = vec![crate_file("src")];
    let mut cited = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for after in text.split("15.3-").skip(1) {
                let letter: String = after.chars().take_while(char::is_ascii_lowercase).collect();
                // `15.3-x` stands in a test as an id that there isn't.
                let known = ids.contains(format!("15.3-{letter}").as_str()) || letter == "x";
                assert!(known, "{}: 15.3-{letter}", path.display());
                cited += 1;
            }
        }
    }
    assert!(cited > 20, "nothing was read");
}
