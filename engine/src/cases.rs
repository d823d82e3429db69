//! Case files: strokes as event lists with the verdict that is right, one case a line, readable without code.
//!
//! A file is a JSON array of objects: `id`, `rule` (the id it exercises), `profile`, `pins`, `stroke`, `events`,
//! `declared`, `expect`, and optionally `by` (`opponent` = the waiting player's fault) and `note`. `expect` holds the
//! points of both players, the faults' rule ids sorted as text, and whether the opponent has ball in hand.

use crate::check::{EventError, check_events, check_waiting};
use crate::declared::Declared;
use crate::events::{RefereeEvent, StrokeKind};
use crate::faults::Fault;
use crate::judge::{Ruling, Verdict, judge, judge_waiting};
use crate::position::ProfileName;
use crate::profile::Profile;
use filotto_physics::{Pin, PinSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a case expects, and what a ruling gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Points to the striker.
    pub striker: u16,
    /// Points to the opponent.
    pub opponent: u16,
    /// The faults' rule ids, sorted as text.
    pub faults: Vec<String>,
    /// Whether the opponent has ball in hand.
    pub in_hand: bool,
}

impl From<&Ruling> for Expect {
    fn from(ruling: &Ruling) -> Expect {
        Expect {
            striker: ruling.striker,
            opponent: ruling.opponent,
            faults: ruling.faults.ids().into_iter().map(String::from).collect(),
            // After the waiting player's fault it is the striker who has it.
            in_hand: ruling.in_hand && !ruling.by_opponent,
        }
    }
}

/// A case as it stands in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseJson {
    /// The case's name.
    pub id: String,
    /// The rule it exercises.
    pub rule: String,
    /// The rule profile.
    pub profile: String,
    /// The pins standing before the stroke.
    pub pins: String,
    /// The kind of stroke.
    pub stroke: String,
    /// What happened, in order.
    pub events: Vec<Vec<String>>,
    /// What the referee declared.
    #[serde(default)]
    pub declared: Vec<String>,
    /// What is right.
    pub expect: Expect,
    /// `opponent`: what was declared is the waiting player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// A word to the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What is wrong with a case file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CaseError {
    /// No JSON, or a key that is unknown, missing or of the wrong type.
    #[error("cases: {0}")]
    Json(String),
    /// A case that cannot be.
    #[error("case {id:?}: {field}: {message}")]
    Case {
        /// The case.
        id: String,
        /// The key.
        field: &'static str,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A case whose events or declarations cannot be.
    #[error("case {id:?}: {error}")]
    Events {
        /// The case.
        id: String,
        /// Why.
        error: EventError,
    },
}

/// A case read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The case's name.
    pub id: String,
    /// The rule it exercises.
    pub rule: String,
    /// The rules to judge by.
    pub profile: Profile,
    /// The pins standing before the stroke.
    pub pins: PinSet,
    /// The kind of stroke.
    pub kind: StrokeKind,
    /// What happened.
    pub events: Vec<RefereeEvent>,
    /// What the referee declared.
    pub declared: Vec<Declared>,
    /// What was declared is the waiting player's.
    pub by_opponent: bool,
    /// What is right.
    pub expect: Expect,
}

/// A case judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The case.
    pub case: Case,
    /// What the referee says.
    pub verdict: Verdict,
    /// The same in the form of the case.
    pub got: Expect,
}

impl Outcome {
    /// Whether the verdict is the right one.
    pub fn is_right(&self) -> bool {
        self.got == self.case.expect
    }
}

/// Judges every case of a file's text. `own` are profiles beside the built-in ones, found by their names.
///
/// # Errors
/// The first thing in the text that cannot be read or cannot be; a wrong verdict is no error but an [`Outcome`].
pub fn judge_file(text: &str, own: &[Profile]) -> Result<Vec<Outcome>, CaseError> {
    Ok(read_cases(text, own)?.into_iter().map(Case::judge).collect())
}

/// Reads and checks every case of a file's text.
///
/// # Errors
/// The first thing that cannot be read or cannot be.
pub fn read_cases(text: &str, own: &[Profile]) -> Result<Vec<Case>, CaseError> {
    let cases: Vec<CaseJson> = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| CaseError::Json(error.to_string()))?;
    let cases: Vec<Case> = cases.iter().map(|case| case.read(own)).collect::<Result<_, _>>()?;
    for (index, case) in cases.iter().enumerate() {
        if cases[..index].iter().any(|other| other.id == case.id) {
            let message = "two cases have this name; each its own is right".into();
            return Err(CaseError::Case { id: case.id.clone(), field: "id", message });
        }
    }
    Ok(cases)
}

impl Case {
    /// Judges the case.
    pub fn judge(self) -> Outcome {
        let verdict = if self.by_opponent { self.judge_with_waiting() } else { self.judge_striker(&self.declared) };
        let got = Expect::from(&verdict.ruling);
        Outcome { case: self, verdict, got }
    }

    fn judge_striker(&self, declared: &[Declared]) -> Verdict {
        judge(self.pins, self.kind, &self.events, declared, &self.profile)
    }

    /// The stroke without fault pays the striker, the waiting player's fault pays him too.
    fn judge_with_waiting(&self) -> Verdict {
        let stroke = self.judge_striker(&[]);
        let mut waiting = judge_waiting(&self.declared, &self.profile);
        waiting.ruling.striker += stroke.ruling.striker;
        waiting.ruling.pins_down = stroke.ruling.pins_down;
        waiting.ruling.carom = stroke.ruling.carom;
        waiting.kind = self.kind;
        waiting.reasons.splice(0..0, stroke.reasons);
        waiting
    }
}

impl CaseJson {
    fn read(&self, own: &[Profile]) -> Result<Case, CaseError> {
        let wrong = |field, message| CaseError::Case { id: self.id.clone(), field, message };
        let kind = StrokeKind::from_name(&self.stroke);
        let kinds = "normal, opening, in-hand, reset or none is right";
        let case = Case {
            id: self.id.clone(),
            rule: self.rule.clone(),
            profile: find_profile(&self.profile, own).map_err(|message| wrong("profile", message))?,
            pins: read_pins(&self.pins).map_err(|message| wrong("pins", message))?,
            kind: kind.ok_or_else(|| wrong("stroke", format!("unknown kind {:?}; {kinds}", self.stroke)))?,
            events: self.read_events().map_err(|message| wrong("events", message))?,
            declared: self.read_declared().map_err(|message| wrong("declared", message))?,
            by_opponent: self.read_by().map_err(|message| wrong("by", message))?,
            expect: self.expect.clone(),
        };
        self.check_expect().map_err(|message| wrong("expect", message))?;
        case.check().map_err(|error| CaseError::Events { id: self.id.clone(), error })?;
        if case.by_opponent && !case.judge_striker(&[]).ruling.faults.is_empty() {
            let message = "the stroke is itself a fault; the waiting player's is judged apart, with stroke none";
            return Err(wrong("by", message.into()));
        }
        Ok(case)
    }

    fn read_events(&self) -> Result<Vec<RefereeEvent>, String> {
        let read = |(index, words): (usize, &Vec<String>)| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            RefereeEvent::from_words(&words).map_err(|message| format!("event {}: {message}", index + 1))
        };
        self.events.iter().enumerate().map(read).collect()
    }

    fn read_declared(&self) -> Result<Vec<Declared>, String> {
        let read = |word: &String| {
            let names: Vec<_> = Declared::ALL.into_iter().map(Declared::name).collect();
            Declared::from_name(word).ok_or_else(|| format!("unknown word {word:?}; {} are right", names.join(", ")))
        };
        self.declared.iter().map(read).collect()
    }

    fn read_by(&self) -> Result<bool, String> {
        match self.by.as_deref() {
            None | Some("striker") => Ok(false),
            Some("opponent") => Ok(true),
            Some(other) => Err(format!("{other:?} is not striker or opponent")),
        }
    }

    fn check_expect(&self) -> Result<(), String> {
        match self.expect.faults.iter().find(|id| Fault::from_id(id).is_none()) {
            Some(id) => Err(format!("{id:?} is no fault's rule id")),
            None if !self.expect.faults.is_sorted() => Err("the faults are not sorted as text".into()),
            None => Ok(()),
        }
    }
}

impl Case {
    fn check(&self) -> Result<(), EventError> {
        if self.by_opponent {
            check_events(self.pins, self.kind, &self.events, &[])?;
            return check_waiting(&self.declared);
        }
        check_events(self.pins, self.kind, &self.events, &self.declared)
    }
}

fn find_profile(name: &str, own: &[Profile]) -> Result<Profile, String> {
    let own = own.iter().find(|profile| profile.name == name).cloned();
    own.or_else(|| Profile::built_in(&ProfileName::from_text(name)))
        .ok_or_else(|| format!("unknown profile {name:?}; wcbs-1997, modern or one given beside is right"))
}

/// The pins of a case: letters of UDLRC, none or `-` for none.
fn read_pins(text: &str) -> Result<PinSet, String> {
    let mut pins = PinSet::NONE;
    for letter in text.chars().filter(|&letter| text != "-" || letter != '-') {
        match Pin::from_letter(letter) {
            Some(pin) if !pins.contains(pin) => pins = pins.with(pin),
            Some(_) => return Err(format!("{letter} stands twice")),
            None => return Err(format!("unknown pin {letter:?}; U, D, L, R or C is right")),
        }
    }
    Ok(pins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        judge_file(text, &[]).unwrap_err().to_string()
    }

    fn case(change: &str, to: &str) -> String {
        let case = r#"[{"id": "a", "rule": "6", "profile": "wcbs-1997", "pins": "UDLRC", "stroke": "normal",
            "events": [["hit", "cue", "object"]], "declared": [],
            "expect": {"striker": 0, "opponent": 0, "faults": [], "in_hand": false}}]"#;
        assert!(case.contains(change), "{change}");
        case.replace(change, to)
    }

    #[test]
    fn errors_name_case_and_key() {
        assert!(error("[{").starts_with("cases: EOF while parsing"));
        assert!(error(&case("\"id\"", "\"name\"")).contains("unknown field `name`"));
        assert!(error(&case("\"cue\"", "\"blue\"")).contains("case \"a\": events: event 1: unknown ball \"blue\""));
        assert!(error(&case("UDLRC", "UX")).contains("case \"a\": pins: unknown pin 'X'"));
        assert!(error(&case("wcbs-1997", "wcbs")).contains("case \"a\": profile: unknown profile \"wcbs\""));
        assert!(error(&case("normal", "masse")).contains("case \"a\": stroke: unknown kind \"masse\""));
        assert!(error(&case("\"declared\": []", "\"declared\": [\"foot\"]")).contains("declared: unknown word"));
        assert!(error(&case("\"declared\": []", "\"declared\": [\"feet\"]")).contains("`feet` is not possible"));
        assert!(error(&case("\"faults\": []", "\"faults\": [\"15.3\"]")).contains("no fault's rule id"));
        let twice = case("[{\"id\"", "[{\"id\"").replace("}}]", "}}, ") + &case("[{", "{");
        assert!(error(&twice).contains("two cases have this name"), "{}", error(&twice));
    }

    #[test]
    fn a_wrong_expectation_is_told() {
        let outcomes = judge_file(&case("\"striker\": 0", "\"striker\": 2"), &[]).unwrap();
        assert!(!outcomes[0].is_right());
        assert_eq!(outcomes[0].got.striker, 0);
    }

    #[test]
    fn a_profile_of_one_s_own_is_found_by_name() {
        let own = Profile { name: "club".into(), ..Profile::wcbs_1997() };
        assert!(judge_file(&case("wcbs-1997", "club"), &[own]).unwrap()[0].is_right());
    }
}
