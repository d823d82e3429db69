//! Lines from a stranger: bounded, checked, never a reason to fall over.
//!
//! A line ends with LF or CRLF; the last one may lack it. A byte-order mark at the start is skipped. A line that is too
//! long, or isn't text, is told as such and the next one is read as if nothing had been.

use std::io::{BufRead, ErrorKind};

/// Longest line, bytes. A position has some 60, a batch of ten thousand positions fits.
pub const MAX_LINE: usize = 1 << 20;

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// A line that can't be read.
    Bad(LineError),
    /// The end of input.
    End,
}

/// Why a line can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`].
    #[error("a line has at most {MAX_LINE} bytes")]
    TooLong,
    /// Not UTF-8, from this byte (counted from 1).
    #[error("byte {0} of the line is not UTF-8")]
    NotUtf8(usize),
    /// A NUL, at this byte (counted from 1).
    #[error("byte {0} of the line is NUL")]
    Nul(usize),
}

/// Reads lines.
pub struct Lines<R> {
    reader: R,
    first: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of a reader.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, first: true }
    }

    /// The next line; waits for it. A reader that fails has ended.
    pub fn read(&mut self) -> Input {
        let mut line = Vec::new();
        let mut too_long = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Input::End,
            };
            if chunk.is_empty() && line.is_empty() && !too_long {
                return Input::End;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= line.len() + part.len() > MAX_LINE;
            if too_long {
                line.clear();
            } else {
                line.extend_from_slice(part);
            }
            let (used, done) = (end.map_or(chunk.len(), |end| end + 1), end.is_some() || chunk.is_empty());
            self.reader.consume(used);
            if done {
                return if too_long { Input::Bad(LineError::TooLong) } else { self.text(&line) };
            }
        }
    }

    /// The text of a whole line.
    fn text(&mut self, line: &[u8]) -> Input {
        const BYTE_ORDER_MARK: &str = "\u{feff}";
        let first = std::mem::take(&mut self.first);
        if let Some(at) = line.iter().position(|&byte| byte == 0) {
            return Input::Bad(LineError::Nul(at + 1));
        }
        match std::str::from_utf8(line) {
            Ok(text) => {
                let text = text.trim_end_matches('\r');
                let text = if first { text.trim_start_matches(BYTE_ORDER_MARK) } else { text };
                Input::Line(text.to_string())
            }
            Err(error) => Input::Bad(LineError::NotUtf8(error.valid_up_to() + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// All lines, read through a buffer of a few bytes, so that every line is split.
    fn lines(bytes: &[u8]) -> Vec<Input> {
        let mut lines = Lines::new(BufReader::with_capacity(3, bytes));
        std::iter::from_fn(|| Some(lines.read()).filter(|input| *input != Input::End)).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.into())
    }

    #[test]
    fn line_ends_and_marks() {
        assert_eq!(
            lines(b"\xef\xbb\xbffpi\r\n\nisready\nquit"),
            [line("fpi"), line(""), line("isready"), line("quit")]
        );
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn bad_bytes_are_told_and_the_next_line_is_read() {
        let nul = Input::Bad(LineError::Nul(2));
        let not_text = Input::Bad(LineError::NotUtf8(3));
        assert_eq!(lines(b"a\0b\nab\xff\nok\n"), [nul, not_text, line("ok")]);
    }

    #[test]
    fn a_line_too_long_is_told_once_and_not_kept() {
        let long = std::io::repeat(b'x').take(3 * MAX_LINE as u64).chain(&b"\nok\n"[..]);
        let mut lines = Lines::new(BufReader::new(long));
        assert_eq!(lines.read(), Input::Bad(LineError::TooLong));
        assert_eq!((lines.read(), lines.read()), (line("ok"), Input::End));
        let just = std::io::repeat(b'x').take(MAX_LINE as u64);
        assert!(matches!(Lines::new(BufReader::new(just)).read(), Input::Line(text) if text.len() == MAX_LINE));
    }
}
