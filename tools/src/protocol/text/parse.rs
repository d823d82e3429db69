//! A line of the text protocol as a command. Words that nobody knows are skipped, as UCI asks; a known word without
//! the value it needs is an error.

use crate::protocol::ask::Objective;
use crate::protocol::error::{Code, ProtocolError, shown};
use crate::protocol::options::{MAX_MULTIPV, whole};
use filotto_engine::Declared;
use std::time::Duration;

/// Most points of a ruling: what the notation can write.
const MOST_POINTS: u64 = u16::MAX as u64;

/// What a `go` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    /// A stroke.
    #[default]
    Stroke,
    /// The stroke of the lag.
    Lag,
    /// Whether to open.
    Choose,
    /// Whether to claim 10.4.
    Claim,
}

/// A `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// What it asks for.
    pub question: Question,
    /// Strokes to simulate.
    pub nodes: Option<u64>,
    /// Time for this stroke.
    pub movetime: Option<Duration>,
    /// Time left for the whole set.
    pub clock: Option<Duration>,
    /// Until `stop`.
    pub infinite: bool,
    /// Strokes to tell, instead of the option's number.
    pub multipv: Option<usize>,
    /// What for, instead of the option.
    pub objective: Option<Objective>,
    /// Seed, instead of the option.
    pub seed: Option<u64>,
}

/// A `newmatch`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewMatch {
    /// The rules.
    pub profile: Option<String>,
    /// Points that win a set.
    pub target: Option<u16>,
    /// Best of so many sets.
    pub sets: Option<u8>,
}

/// A command with what follows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<'a> {
    /// Who are you?
    Fpi,
    /// Are you there?
    IsReady,
    /// A match begins.
    NewMatch(NewMatch),
    /// The position to think about.
    Position(&'a str),
    /// Think.
    Go(Go),
    /// Stop thinking.
    Stop,
    /// Finish and leave.
    Quit,
    /// A fault that the referee saw.
    Declare(Declared),
    /// The referee's ruling: points to striker and opponent, and the position that follows where it says one.
    Ruling([u16; 2], Option<String>),
    /// What really happened: the stroke as executed, and the position that followed.
    Result(Option<String>, Option<String>),
    /// An option.
    SetOption(String, String),
    /// Show the state.
    Display,
    /// Play a stroke out.
    Simulate(&'a str),
    /// Play a stroke out and rule.
    Judge(&'a str),
}

/// The command of a line; `None` for an empty one.
pub fn command(line: &str) -> Result<Option<Command<'_>>, ProtocolError> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    Ok(Some(match name {
        "" => return Ok(None),
        "fpi" => Command::Fpi,
        "isready" => Command::IsReady,
        "newmatch" => Command::NewMatch(new_match(rest)?),
        "position" => Command::Position(rest),
        "go" => Command::Go(go(rest)?),
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "declare" => Command::Declare(declare(rest)?),
        "ruling" => ruling(rest)?,
        "result" => result(rest),
        "setoption" => set_option(rest)?,
        "display" => Command::Display,
        "simulate" => Command::Simulate(rest),
        "judge" => Command::Judge(rest),
        _ => return Err(ProtocolError::new(Code::Unknown, format!("no command {}", shown(name)))),
    }))
}

/// The words after a command, taken in turn.
struct Words<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    /// The value of a key.
    fn value(&mut self, key: &str) -> Result<&'a str, ProtocolError> {
        self.0.next().ok_or_else(|| ProtocolError::field(Code::Syntax, key, format!("{key} lacks its value")))
    }

    /// A whole number after a key.
    fn whole(&mut self, key: &str, low: u64, high: u64) -> Result<u64, ProtocolError> {
        let value = self.value(key)?;
        whole(value, low, high).map_err(|message| ProtocolError::field(Code::Value, key, message))
    }

    /// A time in milliseconds after a key.
    fn time(&mut self, key: &str) -> Result<Duration, ProtocolError> {
        /// Eleven days: longer is a mistake, and far from where durations overflow.
        const MOST_MS: u64 = 1_000_000_000;
        self.whole(key, 0, MOST_MS).map(Duration::from_millis)
    }
}

fn go(rest: &str) -> Result<Go, ProtocolError> {
    let mut words = Words(rest.split_whitespace());
    let mut go = Go::default();
    while let Some(word) = words.0.next() {
        match word {
            "lag" => go.question = Question::Lag,
            "choose" => go.question = Question::Choose,
            "claim" => go.question = Question::Claim,
            "infinite" => go.infinite = true,
            "movetime" => go.movetime = Some(words.time(word)?),
            "clock" => go.clock = Some(words.time(word)?),
            "nodes" => go.nodes = Some(words.whole(word, 1, u64::MAX)?),
            "multipv" => go.multipv = Some(words.whole(word, 1, MAX_MULTIPV as u64)? as usize),
            "seed" => go.seed = Some(words.whole(word, 0, u64::MAX)?),
            "objective" => {
                let parsed = Objective::parse(words.value(word)?);
                go.objective = Some(parsed.map_err(|message| ProtocolError::field(Code::Value, word, message))?);
            }
            _ => {}
        }
    }
    Ok(go)
}

fn new_match(rest: &str) -> Result<NewMatch, ProtocolError> {
    let mut words = Words(rest.split_whitespace());
    let mut new = NewMatch::default();
    while let Some(word) = words.0.next() {
        match word {
            "profile" => new.profile = Some(words.value(word)?.into()),
            "target" => new.target = Some(words.whole(word, 1, u64::from(u16::MAX))? as u16),
            "sets" => {
                let sets = words.whole(word, 1, u64::from(u8::MAX))? as u8;
                if sets.is_multiple_of(2) {
                    let message = format!("{sets} is even; an odd number of sets is right (2.2)");
                    return Err(ProtocolError::field(Code::Value, word, message));
                }
                new.sets = Some(sets);
            }
            _ => {}
        }
    }
    Ok(new)
}

fn declare(rest: &str) -> Result<Declared, ProtocolError> {
    let name = rest.split_whitespace().next().unwrap_or("");
    Declared::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Declared::ALL.iter().map(|declared| declared.name()).collect();
        ProtocolError::field(Code::Value, "declare", format!("{} is not {}", shown(name), names.join(", ")))
    })
}

fn ruling<'a>(rest: &str) -> Result<Command<'a>, ProtocolError> {
    let fields = fields(rest, &["striker", "opponent", "position", "reason"]);
    let points = |key| match fields.get(key) {
        None => Ok(0),
        Some(text) => whole(text, 0, MOST_POINTS)
            .map(|points| points as u16)
            .map_err(|message| ProtocolError::field(Code::Value, key, message)),
    };
    Ok(Command::Ruling([points("striker")?, points("opponent")?], fields.get("position").map(Into::into)))
}

fn result<'a>(rest: &str) -> Command<'a> {
    let fields = fields(rest, &["stroke", "position"]);
    Command::Result(fields.get("stroke").map(Into::into), fields.get("position").map(Into::into))
}

/// `setoption name N value V`: a name may have blanks, a value too.
fn set_option<'a>(rest: &str) -> Result<Command<'a>, ProtocolError> {
    let syntax = |message: &str| ProtocolError::field(Code::Syntax, "setoption", message);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let name = words.iter().position(|word| *word == "name").ok_or_else(|| syntax("name NAME value VALUE is right"))?;
    let value = words.iter().position(|word| *word == "value").filter(|&at| at > name + 1);
    // The option `value` is called as it is: `setoption name value value false`.
    let value = match value {
        None if words.get(name + 1) == Some(&"value") => {
            words.iter().skip(name + 2).position(|w| *w == "value").map(|at| at + name + 2)
        }
        other => other,
    };
    let value = value.ok_or_else(|| syntax("the option lacks its value"))?;
    Ok(Command::SetOption(words[name + 1..value].join(" "), words[value + 1..].join(" ")))
}

/// The fields `key=value` of a line; a value goes to the next known key, so that it may have blanks and `=`.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == key).map(|&(_, value)| value)
    }
}

fn fields<'a>(text: &'a str, keys: &[&str]) -> Fields<'a> {
    let starts_word = |at: usize| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    let mut starts: Vec<(usize, usize)> = Vec::new(); // of the key, of the value
    for key in keys {
        let key = format!("{key}=");
        // The first one counts: a reason may quote anything.
        let found = text.match_indices(&key).map(|(at, _)| at).find(|&at| starts_word(at) && !in_quotes(text, at));
        starts.extend(found.map(|at| (at, at + key.len())));
    }
    starts.sort_unstable();
    let ends = starts.iter().skip(1).map(|&(at, _)| at).chain([text.len()]);
    let parts = starts
        .iter()
        .zip(ends)
        .map(|(&(key, value), end)| (&text[key..value - 1], text[value..end].trim().trim_matches('"')));
    Fields(parts.collect())
}

fn in_quotes(text: &str, at: usize) -> bool {
    text[..at].matches('"').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> (Code, Option<String>) {
        let error = command(line).unwrap_err();
        (error.code, error.field)
    }

    #[test]
    fn tabs_blanks_and_unknown_words() {
        let expected = Go { nodes: Some(500), multipv: Some(3), ..Go::default() };
        assert_eq!(command("\tgo  please nodes\t500   now multipv 3 "), Ok(Some(Command::Go(expected))));
        assert_eq!(command("  \t"), Ok(None));
        assert_eq!(error("ucinewgame"), (Code::Unknown, None));
    }

    #[test]
    fn a_key_needs_its_value() {
        assert_eq!(error("go nodes"), (Code::Syntax, Some("nodes".into())));
        assert_eq!(error("go nodes 0"), (Code::Value, Some("nodes".into())));
        assert_eq!(error("go movetime -5"), (Code::Value, Some("movetime".into())));
        assert_eq!(error("go objective safe:2"), (Code::Value, Some("objective".into())));
        assert_eq!(error("newmatch sets 4"), (Code::Value, Some("sets".into())));
        assert_eq!(error("declare winner"), (Code::Value, Some("declare".into())));
        assert_eq!(error("setoption threads 2"), (Code::Syntax, Some("setoption".into())));
    }

    #[test]
    fn options_have_names_and_values_with_blanks() {
        let set = |name: &str, value: &str| Ok(Some(Command::SetOption(name.into(), value.into())));
        assert_eq!(command("setoption name move overhead value 20"), set("move overhead", "20"));
        assert_eq!(command("setoption name value value false"), set("value", "false"));
        assert_eq!(command("setoption name table value my table.toml"), set("table", "my table.toml"));
        assert!(command("setoption name value").is_err());
    }

    #[test]
    fn a_field_goes_to_the_next_known_key() {
        let line = "result stroke=phi=3 v=2 position=1,1 2,1 - UDLRC w n 0-0/60";
        let expected = Command::Result(Some("phi=3 v=2".into()), Some("1,1 2,1 - UDLRC w n 0-0/60".into()));
        assert_eq!(command(line), Ok(Some(expected)));
        let line = r#"ruling striker=0 opponent=2 reason="he said position=x" position="1,1 w""#;
        assert_eq!(command(line), Ok(Some(Command::Ruling([0, 2], Some("1,1 w".into())))));
        assert_eq!(error("ruling striker=two"), (Code::Value, Some("striker".into())));
    }
}
