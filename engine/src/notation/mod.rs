//! The words of the one-line notation: columns, numbers, and the error that names field, column and what is right.
//!
//! A field is a word between blanks; `_` may stand for a blank, so that a position can go into a link. Columns are
//! counted in characters from 1. Numbers are printed as the shortest text that reads back to the same 64 bits.

mod json;
mod lag;
mod position;
mod stroke;

pub use json::{PositionJson, StrokeJson};
pub use lag::LagStrokes;

use glam::DVec2;
use thiserror::Error;

/// What is wrong with a position or a stroke: the field, where it stands, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NotationError {
    /// The field: `white`, `pins`, `points`, `phi`, `at` ...
    pub field: &'static str,
    /// Column of the field's first character in the text, from 1; `None` when there was no text.
    pub column: Option<usize>,
    /// The value and what would be right.
    pub message: String,
}

impl std::fmt::Display for NotationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.field, self.message)?;
        match self.column {
            Some(column) => write!(f, ", column {column}"),
            None => Ok(()),
        }
    }
}

impl NotationError {
    /// An error without a place.
    pub fn new(field: &'static str, message: impl Into<String>) -> NotationError {
        NotationError { field, column: None, message: message.into() }
    }

    /// The same error at a column.
    #[must_use]
    pub fn at(self, column: usize) -> NotationError {
        NotationError { column: Some(column), ..self }
    }

    /// The same error with the column of its `key=value` field in the text of a stroke, if it is there.
    #[must_use]
    pub fn located_in(self, stroke_text: &str) -> NotationError {
        let column = words(stroke_text).into_iter().find(|word| word.key() == Some(self.field)).map(|word| word.column);
        NotationError { column: self.column.or(column), ..self }
    }
}

/// A word of a text with the column of its first character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub column: usize,
}

impl<'a> Word<'a> {
    /// The part before `=`.
    pub fn key(self) -> Option<&'a str> {
        self.text.split_once('=').map(|(key, _)| key)
    }
}

/// The words of a text, split at blanks and `_`.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    for (index, (byte, character)) in text.char_indices().enumerate() {
        let blank = character.is_whitespace() || character == '_';
        match (blank, start) {
            (false, None) => start = Some((byte, index + 1)),
            (true, Some((from, column))) => {
                let text = &text[from..byte];
                found.push(Word { text, column });
                start = None;
            }
            _ => {}
        }
    }
    if let Some((from, column)) = start {
        let text = &text[from..];
        found.push(Word { text, column });
    }
    found
}

/// The column after a text's last character: where a missing field would begin.
pub(crate) fn end_column(text: &str) -> usize {
    text.chars().count() + 1
}

/// A finite number, or what is wrong with it.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(format!("{text:?} is not a finite number")),
        Err(_) => Err(format!("{text:?} is not a number")),
    }
}

/// A whole number of digits only, or what is wrong with it.
pub(crate) fn whole<N: std::str::FromStr>(text: &str, expected: &str) -> Result<N, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(value) if digits => Ok(value),
        _ => Err(format!("{text:?} is not {expected}")),
    }
}

/// One diamond of the table, m: an eighth of the length nose to nose (2.84 m) and a quarter of its width.
pub const DIAMOND_M: f64 = 0.355;

/// A point `x,y` in metres or `dx,y` in diamonds, or what is wrong with it.
pub(crate) fn point(text: &str) -> Result<DVec2, String> {
    let (numbers, unit) = match text.strip_prefix('d') {
        Some(rest) => (rest, DIAMOND_M),
        None => (text, 1.0),
    };
    let Some((x, y)) = numbers.split_once(',') else {
        return Err(format!("{text:?} is not a point: x,y in metres, or dx,y in diamonds"));
    };
    Ok(DVec2::new(number(x)? * unit, number(y)? * unit))
}

/// The shortest decimal text that reads back to the same bits; exponents only where the digits would run away.
pub fn shortest(value: f64) -> String {
    let debug = format!("{value:?}");
    if debug.contains('e') { debug } else { value.to_string() }
}

/// `x,y` in the shortest form.
pub(crate) fn print_point(point: DVec2) -> String {
    format!("{},{}", shortest(point.x), shortest(point.y))
}

/// A number for a message: shortest, but never fewer than two decimals, and not finer than a nanometre.
pub(crate) fn told(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let rounded = (value * 1e9).round() / 1e9;
    let text = shortest(if rounded.is_finite() { rounded } else { value });
    match text.split_once('.') {
        Some((_, decimals)) if decimals.len() >= 2 => text,
        Some(_) => text + "0",
        None if text.contains('e') => text,
        None => text + ".00",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns() {
        let found: Vec<_> = words("  a__b é\tc").iter().map(|w| (w.text, w.column)).collect();
        assert_eq!(found, [("a", 3), ("b", 6), ("é", 8), ("c", 10)]);
        assert!(words(" \t_").is_empty());
    }

    #[test]
    fn numbers_are_shortest_and_exact() {
        for value in [0.1, -0.0, 2.8092500000000005, 1e-300, 1e300, 5.0, 0.30000000000000004] {
            let text = shortest(value);
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{text}");
        }
        assert_eq!(shortest(2.13), "2.13");
        assert_eq!(told(2.9), "2.90");
        assert_eq!(told(2.84 - 0.03075), "2.80925");
    }

    #[test]
    fn points_in_diamonds() {
        assert_eq!(point("d2,1"), Ok(DVec2::new(0.71, 0.355)));
        assert!(point("d2").unwrap_err().contains("not a point"));
        assert!(point("nan,1").unwrap_err().contains("not a finite number"));
        assert!(point("1,x").unwrap_err().contains("\"x\" is not a number"));
    }
}
