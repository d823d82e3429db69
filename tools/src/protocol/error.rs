//! What is wrong with a request: a code for programs, field and column where there are some, a sentence for people.

use filotto_engine::NotationError;
use std::fmt;

/// The kind of mistake. The words are part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// No such command or action.
    Unknown,
    /// A line that can't be read: too long, not UTF-8, a NUL, not JSON.
    Line,
    /// A word or key without the value it needs, or a key nobody knows.
    Syntax,
    /// A value out of its range.
    Value,
    /// The position can't be.
    Position,
    /// No valid position has been given, or none in which this can be asked.
    NoPosition,
    /// The stroke can't be.
    Stroke,
    /// No such option, or not this value.
    Option,
    /// An id that is missing, or that a running request has.
    Id,
    /// Too many requests wait.
    Busy,
    /// The thinking failed.
    Search,
}

impl Code {
    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Code::Unknown => "unknown",
            Code::Line => "line",
            Code::Syntax => "syntax",
            Code::Value => "value",
            Code::Position => "position",
            Code::NoPosition => "no-position",
            Code::Stroke => "stroke",
            Code::Option => "option",
            Code::Id => "id",
            Code::Busy => "busy",
            Code::Search => "search",
        }
    }
}

/// A mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolError {
    /// Its kind.
    pub code: Code,
    /// The field, option, key or word concerned.
    pub field: Option<String>,
    /// Column of the field's first character in the text of the position or stroke, from 1.
    pub column: Option<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl ProtocolError {
    /// A mistake without a place.
    pub fn new(code: Code, message: impl Into<String>) -> ProtocolError {
        ProtocolError { code, field: None, column: None, message: message.into() }
    }

    /// A mistake in a field.
    pub fn field(code: Code, field: impl Into<String>, message: impl Into<String>) -> ProtocolError {
        ProtocolError { code, field: Some(field.into()), column: None, message: message.into() }
    }

    /// A mistake in the notation of a position or a stroke.
    pub fn notation(code: Code, error: NotationError) -> ProtocolError {
        ProtocolError { code, field: Some(error.field.into()), column: error.column, message: error.message }
    }
}

impl std::error::Error for ProtocolError {}

/// The line of the text protocol.
impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}", self.code.word())?;
        if let Some(field) = &self.field {
            write!(f, " field={}", word(field))?;
        }
        if let Some(column) = self.column {
            write!(f, " column={column}")?;
        }
        write!(f, " message={}", quoted(&self.message))
    }
}

/// A text between quotes, on one line; its own quotes become apostrophes, so that a reader needs no escapes.
pub fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c == '"' { '\'' } else { c }).map(blank_if_control).collect();
    format!("\"{plain}\"")
}

/// A text as one short word.
fn word(text: &str) -> String {
    /// A stranger's field can be a megabyte; nobody reads more than this of it.
    const MOST: usize = 60;
    let plain = text.chars().take(MOST).map(|c| if c.is_whitespace() || c == '"' { '_' } else { c });
    plain.map(blank_if_control).collect()
}

fn blank_if_control(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// The beginning of a stranger's text, for a message.
pub fn shown(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_with_field_and_column() {
        let notation = NotationError::new("red", "\"x\ny\" is not a point").at(19);
        let error = ProtocolError::notation(Code::Position, notation);
        assert_eq!(error.to_string(), "error position field=red column=19 message=\"'x y' is not a point\"");
        let bare = ProtocolError::new(Code::Unknown, "no command");
        assert_eq!(bare.to_string(), "error unknown message=\"no command\"");
    }

    #[test]
    fn a_megabyte_of_nonsense_is_shown_short() {
        let long = "é".repeat(1 << 20);
        assert!(shown(&long).chars().count() <= 61);
        assert!(ProtocolError::field(Code::Option, long, "no").to_string().chars().count() < 120);
    }
}
