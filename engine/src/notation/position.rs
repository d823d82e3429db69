//! A position as one line: `2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60 1-0/3:w modern`.

use super::{NotationError, Word, end_column, point, print_point, whole, words};
use crate::position::{Kind, Player, Position, PositionError, ProfileName, Sets};
use filotto_physics::{Ball, Pin, PinSet, Table};
use glam::DVec2;
use std::fmt;

/// The fields every position has, in their order, and what is right for each.
const FIELDS: [(&str, &str); 7] = [
    ("white", "x,y in metres, dx,y in diamonds, or `-` in hand"),
    ("yellow", "x,y in metres, dx,y in diamonds, or `-` in hand"),
    ("red", "x,y in metres, dx,y in diamonds, or `-`"),
    ("pins", "the pins standing, out of UDLRC, or `-` for none"),
    ("striker", "`w` or `y`"),
    ("kind", "n, o, r, h:lower, h:upper, l or e"),
    ("points", "white-yellow/target, for example 12-20/60"),
];

impl Position {
    /// Reads a position and checks it.
    ///
    /// # Errors
    /// The first field that is missing or wrong, with its column and what would be right.
    pub fn parse(text: &str, table: &Table) -> Result<Position, PositionError> {
        let words = words(text);
        let mut columns = Columns::default();
        let position = read(text, &words, &mut columns)?;
        position.check(table).map_err(|error| {
            let column = columns.of(error.field).unwrap_or(1);
            error.at(column)
        })?;
        Ok(position)
    }
}

/// Where each field stands, for errors found after reading.
#[derive(Default)]
struct Columns(Vec<(&'static str, usize)>);

impl Columns {
    fn of(&self, field: &str) -> Option<usize> {
        self.0.iter().find(|(name, _)| *name == field).map(|&(_, column)| column)
    }
}

fn read(text: &str, words: &[Word<'_>], columns: &mut Columns) -> Result<Position, PositionError> {
    let mut field = |index: usize| {
        let (name, expected) = FIELDS[index];
        let missing = || NotationError::new(name, format!("missing; {expected} is right"));
        let word = words.get(index).ok_or_else(|| missing().at(end_column(text)))?;
        columns.0.push((name, word.column));
        Ok((*word, name, expected))
    };
    let mut balls = [None; 3];
    for ball in Ball::ALL {
        let (word, name, _) = field(ball.index())?;
        balls[ball.index()] = read_ball(word.text).map_err(|m| NotationError::new(name, m).at(word.column))?;
    }
    let (word, ..) = field(3)?;
    let pins = read_pins(word.text).map_err(|m| NotationError::new("pins", m).at(word.column))?;
    let (word, name, expected) = field(4)?;
    let striker = Player::from_letter(word.text).ok_or_else(|| unknown(word, name, expected))?;
    let (word, name, expected) = field(5)?;
    let kind = Kind::from_code(word.text).ok_or_else(|| unknown(word, name, expected))?;
    let (word, name, expected) = field(6)?;
    let (points, target) = read_points(word.text).ok_or_else(|| unknown(word, name, expected))?;
    let (sets, profile) = read_optional(&words[FIELDS.len()..], columns)?;
    Ok(Position { balls, pins, striker, kind, points, target, sets, profile })
}

fn unknown(word: Word<'_>, field: &'static str, expected: &str) -> NotationError {
    NotationError::new(field, format!("{:?} is not {expected}", word.text)).at(word.column)
}

pub(super) fn read_ball(text: &str) -> Result<Option<DVec2>, String> {
    if text == "-" { Ok(None) } else { point(text).map(Some) }
}

pub(super) fn read_pins(text: &str) -> Result<PinSet, String> {
    let mut pins = PinSet::NONE;
    if text == "-" {
        return Ok(pins);
    }
    for letter in text.chars() {
        let Some(pin) = Pin::from_letter(letter) else {
            return Err(format!("{letter:?} is not a pin; U, D, L, R and C are, or `-` for none"));
        };
        if pins.contains(pin) {
            return Err(format!("{letter} stands twice; each pin once is right"));
        }
        pins = pins.with(pin);
    }
    Ok(pins)
}

fn read_points(text: &str) -> Option<([u16; 2], u16)> {
    let (points, target) = text.split_once('/')?;
    let (white, yellow) = points.split_once('-')?;
    let number = |text| whole(text, "").ok();
    Some(([number(white)?, number(yellow)?], number(target)?))
}

/// The sets and the profile, told apart by their shape.
fn read_optional(words: &[Word<'_>], columns: &mut Columns) -> Result<(Option<Sets>, ProfileName), PositionError> {
    let (mut sets, mut profile) = (None, None);
    for &word in words {
        let name = if has_shape_of_sets(word.text) { "sets" } else { "profile" };
        if columns.of(name).is_some() {
            let message = format!("{:?} comes a second time; one {name} field is right", word.text);
            return Err(NotationError::new(name, message).at(word.column));
        }
        columns.0.push((name, word.column));
        if name == "sets" {
            let expected = "won-won/best of:opener, for example 1-0/3:w";
            sets = Some(read_sets(word.text).ok_or_else(|| unknown(word, name, expected))?);
        } else {
            profile = Some(ProfileName::from_text(word.text));
        }
    }
    Ok((sets, profile.unwrap_or_default()))
}

/// `1-0/...`: digits and a dash before the first slash, which no profile's name has.
fn has_shape_of_sets(text: &str) -> bool {
    let Some((won, _)) = text.split_once('/') else {
        return false;
    };
    won.contains('-') && won.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
}

pub(super) fn read_sets(text: &str) -> Option<Sets> {
    let (score, opener) = text.split_once(':')?;
    let (won, best_of) = score.split_once('/')?;
    let (white, yellow) = won.split_once('-')?;
    let number = |text| whole(text, "").ok();
    Some(Sets {
        won: [number(white)?, number(yellow)?],
        best_of: number(best_of)?,
        opener: Player::from_letter(opener)?,
    })
}

/// The letters of a set of pins, `-` for none.
pub(super) fn print_pins(pins: PinSet) -> String {
    if pins.is_empty() {
        return "-".into();
    }
    pins.iter().map(Pin::letter).collect()
}

impl fmt::Display for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, yellow] = self.won;
        write!(f, "{white}-{yellow}/{}:{}", self.best_of, self.opener.letter())
    }
}

impl fmt::Display for Position {
    /// The canonical line; the default profile is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in self.balls {
            write!(f, "{} ", place.map_or_else(|| "-".into(), print_point))?;
        }
        let (pins, [white, yellow]) = (print_pins(self.pins), self.points);
        let (striker, kind) = (self.striker.letter(), self.kind.code());
        write!(f, "{pins} {striker} {kind} {white}-{yellow}/{}", self.target)?;
        if let Some(sets) = self.sets {
            write!(f, " {sets}")?;
        }
        match &self.profile {
            ProfileName::Wcbs1997 => Ok(()),
            other => write!(f, " {}", other.as_str()),
        }
    }
}
