//! Reading a record, whole or half-written: what is torn or changed is told with its line.

use super::lines::{Header, Line, SCHEMA};
use super::write::{SUM_KEY, hex, sum};
use sha2::{Digest, Sha256};
use std::io::Read;
use thiserror::Error;

/// What is wrong with a record, and where.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It can't be read.
    #[error("record: {0}")]
    Io(#[from] std::io::Error),
    /// It has no line.
    #[error("record: empty; a header line is right")]
    Empty,
    /// The first line is no header of a record of this schema.
    #[error("record: schema {0:?} is not {SCHEMA}")]
    Schema(String),
    /// A line that can't be understood.
    #[error("record: line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A line whose bytes are not what was written.
    #[error("record: line {line} was changed: its bytes don't fit its sum")]
    Changed {
        /// The line, from 1.
        line: usize,
    },
    /// Something after the last line.
    #[error("record: line {line} comes after the result")]
    AfterEnd {
        /// The line, from 1.
        line: usize,
    },
}

impl RecordError {
    fn at(line: usize, message: impl Into<String>) -> RecordError {
        RecordError::Line { line, message: message.into() }
    }
}

/// A record as read.
#[derive(Clone, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The others; line `i` of this list is line `i + 2` of the file.
    pub lines: Vec<Line>,
    /// How many bytes of the file these are.
    pub good_bytes: usize,
    /// A last line that breaks off, by its number: the writer was stopped in it.
    pub torn: Option<usize>,
}

impl Record {
    /// Whether the match was recorded to its end.
    pub fn is_whole(&self) -> bool {
        matches!(self.lines.last(), Some(Line::End(_)))
    }

    /// Reads a record. A half-written one is read to its last whole line.
    ///
    /// # Errors
    /// The first line that is changed, unreadable or out of place.
    pub fn read(mut from: impl Read) -> Result<Record, RecordError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        Record::parse(&bytes)
    }

    /// Reads a record from its bytes.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn parse(bytes: &[u8]) -> Result<Record, RecordError> {
        let mut reader = Reader { hash: Sha256::new(), header: None, lines: Vec::new(), good_bytes: 0 };
        let mut torn = None;
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            if line.last() != Some(&b'\n') {
                torn = Some(index + 1);
                break;
            }
            reader.take(index + 1, line)?;
        }
        let header = match (reader.header, torn) {
            (Some(header), _) => header,
            (None, Some(line)) => return Err(RecordError::at(line, "the header breaks off")),
            (None, None) => return Err(RecordError::Empty),
        };
        Ok(Record { header, lines: reader.lines, good_bytes: reader.good_bytes, torn })
    }
}

struct Reader {
    hash: Sha256,
    header: Option<Header>,
    lines: Vec<Line>,
    good_bytes: usize,
}

impl Reader {
    fn take(&mut self, number: usize, bytes: &[u8]) -> Result<(), RecordError> {
        let text = std::str::from_utf8(bytes).map_err(|_| RecordError::at(number, "is not UTF-8 text"))?;
        if number == 1 {
            check_schema(text)?;
        }
        let (line, told) = split_sum(text).ok_or_else(|| RecordError::at(number, "has no sum at its end"))?;
        if told != sum(&self.hash, &line) {
            return Err(RecordError::Changed { line: number });
        }
        match self.header {
            None => self.header = Some(read_header(&line)?),
            Some(_) => self.take_line(number, &line)?,
        }
        self.hash.update(bytes);
        self.good_bytes += bytes.len();
        Ok(())
    }

    fn take_line(&mut self, number: usize, text: &str) -> Result<(), RecordError> {
        if matches!(self.lines.last(), Some(Line::End(_))) {
            return Err(RecordError::AfterEnd { line: number });
        }
        let line: Line = serde_json::from_str(text).map_err(|error| RecordError::at(number, error.to_string()))?;
        match line {
            Line::End(end) if end.sha256 != hex(&self.hash.clone().finalize()) => {
                Err(RecordError::at(number, "sha256 is not that of all before"))
            }
            line => {
                self.lines.push(line);
                Ok(())
            }
        }
    }
}

/// The line without its sum, and the sum.
fn split_sum(text: &str) -> Option<(String, &str)> {
    let (line, tail) = text.trim_end().rsplit_once(SUM_KEY)?;
    let sum = tail.strip_suffix("\"}")?;
    Some((format!("{line}}}"), sum))
}

/// Told first: whoever gives a wrong file wants to hear that, not that a sum is missing.
fn check_schema(text: &str) -> Result<(), RecordError> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| RecordError::at(1, format!("is not JSON: {error}")))?;
    match value.get("schema").and_then(|schema| schema.as_str()) {
        Some(SCHEMA) => Ok(()),
        other => Err(RecordError::Schema(other.unwrap_or("").into())),
    }
}

fn read_header(text: &str) -> Result<Header, RecordError> {
    let header: Header = serde_json::from_str(text).map_err(|error| RecordError::at(1, error.to_string()))?;
    if header.sets.is_multiple_of(2) {
        return Err(RecordError::at(1, format!("sets: {} is even; an odd number is right (2.2)", header.sets)));
    }
    header.profile.check().map_err(|error| RecordError::at(1, error.to_string()))?;
    Ok(header)
}
