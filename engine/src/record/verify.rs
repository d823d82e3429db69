//! Verifying a record: every line is made again from the state before it by the same calls that made it, and
//! compared. What the referee set by hand can't be made again: it is taken as recorded, and told.

use super::lines::{By, EndLine, EventLine, Line, StrokeLine};
use super::read::Record;
use crate::declared::Declared;
use crate::game::{Calls, ClaimAnswer, Game, GameError, Phase};
use crate::notation::LagStrokes;
use crate::position::Position;
use crate::stroke::Stroke;
use serde_json::Value;

/// A line that does not say what comes out when it is made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the file, from 1.
    pub line: usize,
    /// The field, dotted where it lies deeper: `verdict.striker`; or what stops the comparison.
    pub field: String,
    /// What the record says.
    pub recorded: String,
    /// What comes out.
    pub found: String,
}

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Strokes simulated again.
    pub strokes: u32,
    /// Lags simulated again.
    pub lags: u32,
    /// Lines that can't be made again, and why.
    pub not_reproducible: Vec<(usize, String)>,
    /// Lines that differ.
    pub mismatches: Vec<Mismatch>,
    /// What makes a comparison doubtful: other physics, other rules.
    pub warnings: Vec<String>,
    /// Whether the record goes to the result.
    pub whole: bool,
    /// A last line that breaks off.
    pub torn: Option<usize>,
}

impl Report {
    /// Whether all that could be compared agrees.
    pub fn agrees(&self) -> bool {
        self.mismatches.is_empty()
    }
}

/// Verifies a record against this program, whose hashes are given.
pub fn verify(record: &Record, physics: &str, rules: &str) -> Report {
    let mut report = Report { whole: record.is_whole(), torn: record.torn, ..Report::default() };
    let header = &record.header;
    for (what, recorded, here) in [("physics", &header.physics, physics), ("rules", &header.rules, rules)] {
        if recorded != here {
            let text = format!("{what}: the record is of {recorded}, this is {here}; results may differ");
            report.warnings.push(text);
        }
    }
    let mut game = match Game::new(header.clone()) {
        Ok(game) => game,
        Err(error) => {
            report.mismatches.push(stop(1, &error));
            return report;
        }
    };
    for (index, line) in record.lines.iter().enumerate() {
        if let Err(error) = compare(&mut game, line, index + 2, &mut report) {
            report.mismatches.push(stop(index + 2, &error));
            return report;
        }
    }
    report
}

fn stop(line: usize, error: &GameError) -> Mismatch {
    Mismatch { line, field: "line".into(), recorded: "a line that can stand here".into(), found: error.to_string() }
}

/// Makes a line again and compares; then goes on from what is recorded. An error when the recorded line can't
/// stand where it does.
fn compare(game: &mut Game, line: &Line, number: usize, report: &mut Report) -> Result<(), GameError> {
    let before = game.clone();
    game.follow(line)?;
    let mut found = Vec::new();
    match remake(before, line) {
        Ok(again) => differences("", &json(line), &json(&again), &mut found),
        Err(error) => found.push(("line".into(), line.word().into(), error.to_string())),
    }
    if by_hand(line) {
        found.retain(|(field, ..)| field != "next" && field != "by_hand" && field != "verdict.says");
        report.not_reproducible.push((number, format!("{}: the position after it is the referee's", line.word())));
    }
    report.strokes += u32::from(matches!(line, Line::Stroke(_)));
    report.lags += u32::from(matches!(line, Line::Lag(_)));
    let mismatch = |(field, recorded, found)| Mismatch { line: number, field, recorded, found };
    report.mismatches.extend(found.into_iter().map(mismatch));
    Ok(())
}

fn by_hand(line: &Line) -> bool {
    match line {
        Line::Stroke(stroke) => stroke.by_hand,
        Line::Fault(event) | Line::Ruling(event) => event.by_hand,
        _ => false,
    }
}

/// The line that comes out of the state and what was put into it: strokes as executed, words as declared.
fn remake(mut game: Game, line: &Line) -> Result<Line, GameError> {
    match line {
        Line::Stroke(stroke) => remake_stroke(&mut game, stroke),
        Line::Lag(lag) => game.lag(LagStrokes::parse(&lag.intended)?, LagStrokes::parse(&lag.executed)?),
        Line::Choice(event) => {
            let lot = game.phase() == Phase::Lag;
            game.choose(player(line, event)?, event.yes == Some(true), lot)
        }
        Line::Claim(event) => game.claim(&ClaimAnswer { granted: event.yes == Some(true), how: event.reason.clone() }),
        Line::Ruling(event) => {
            let position = event.next.as_deref().filter(|_| event.by_hand);
            let position = position.map(|text| Position::parse(text, game.table())).transpose()?;
            game.ruling(event.points.unwrap_or_default(), position.as_ref(), &event.reason)
        }
        Line::Fault(event) => game.fault(player(line, event)?, &declared(line, &event.declared)?, None),
        Line::Forfeit(event) => game.forfeit(player(line, event)?, &event.reason),
        Line::Disqualified(event) => game.disqualify(player(line, event)?, &event.reason),
        Line::Break(_) => game.take_break(),
        Line::Note(event) => game.note(event.by, &event.rule, &event.reason),
        Line::Set(_) => game.end_of_set(),
        Line::End(end) => match game.end_of_match()? {
            Line::End(again) => Ok(Line::End(EndLine { sha256: end.sha256.clone(), ..again })),
            other => Ok(other),
        },
    }
}

fn remake_stroke(game: &mut Game, stroke: &StrokeLine) -> Result<Line, GameError> {
    let declared = declared(&Line::Stroke(stroke.clone()), &stroke.declared)?;
    let calls = Calls { declared, moved: None, forecast: stroke.forecast };
    game.play(&Stroke::parse(&stroke.intended)?, &Stroke::parse(&stroke.executed)?, &calls)
}

fn player(line: &Line, event: &EventLine) -> Result<crate::position::Player, GameError> {
    let wrong = || GameError::Line { line: line.word(), message: "by: white or yellow is right".into() };
    By::player(event.by).ok_or_else(wrong)
}

fn declared(line: &Line, words: &[String]) -> Result<Vec<Declared>, GameError> {
    let read = |word: &String| {
        let message = format!("declared: {word:?} is no word of the referee");
        Declared::from_name(word).ok_or(GameError::Line { line: line.word(), message })
    };
    words.iter().map(read).collect()
}

fn json(line: &Line) -> Value {
    serde_json::to_value(line).expect("a line is plain data")
}

/// Every field in which two values differ, with both.
fn differences(path: &str, recorded: &Value, found: &Value, list: &mut Vec<(String, String, String)>) {
    match (recorded, found) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                let (a, b) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                differences(&path, a, b, list);
            }
        }
        (a, b) if a != b => list.push((path.into(), a.to_string(), b.to_string())),
        _ => {}
    }
}
