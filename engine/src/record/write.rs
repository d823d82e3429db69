//! Writing a record: one flushed line at a time, each with its sum.

use super::lines::{EndLine, Header, Line};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Digits of a line's `sum`.
pub const SUM_DIGITS: usize = 16;

/// Writes the lines of a record.
#[derive(Debug)]
pub struct RecordWriter<W: Write> {
    out: W,
    hash: Sha256,
}

impl<W: Write> RecordWriter<W> {
    /// Begins a record with its header.
    ///
    /// # Errors
    /// What the writer says.
    pub fn begin(out: W, header: &Header) -> io::Result<RecordWriter<W>> {
        let mut writer = RecordWriter { out, hash: Sha256::new() };
        writer.put(&serde_json::to_string(header)?)?;
        Ok(writer)
    }

    /// Goes on with a record of which `before` has been written already.
    pub fn resume(out: W, before: &[u8]) -> RecordWriter<W> {
        RecordWriter { out, hash: Sha256::new().chain_update(before) }
    }

    /// Writes a line and flushes it. The last line gets the SHA-256 of all before.
    ///
    /// # Errors
    /// What the writer says.
    pub fn line(&mut self, line: &Line) -> io::Result<()> {
        let text = match line {
            Line::End(end) => {
                let sha256 = hex(&self.hash.clone().finalize());
                serde_json::to_string(&Line::End(EndLine { sha256, ..end.clone() }))?
            }
            line => serde_json::to_string(line)?,
        };
        self.put(&text)
    }

    /// The writer underneath.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        let sum = sum(&self.hash, text);
        let open = text.strip_suffix('}').expect("a line is a JSON object");
        let line = format!("{open}{SUM_KEY}{sum}\"}}\n");
        self.out.write_all(line.as_bytes())?;
        self.hash.update(line.as_bytes());
        self.out.flush()
    }
}

/// How a line's sum begins, after the line's own fields.
pub(super) const SUM_KEY: &str = ",\"sum\":\"";

/// The sum of a line: first digits of the SHA-256 of all bytes before and of the line without its sum.
pub(super) fn sum(before: &Sha256, line: &str) -> String {
    let mut digits = hex(&before.clone().chain_update(line).finalize());
    digits.truncate(SUM_DIGITS);
    digits
}

/// Lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
