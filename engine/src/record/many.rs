//! Many records in one stream, one after the other: each begins with its header line, and that is where they are
//! told apart, so that one damaged record costs no other.

use super::lines::SCHEMA;
use std::io::{self, BufRead, Read};

/// Most bytes of a record: a match has some hundred strokes of about a kilobyte. A stream without a second header
/// would otherwise be read into memory whole.
pub const LARGEST: u64 = 512 << 20;

/// The records of a stream, each as its bytes: what [`super::Record::parse`] takes.
#[derive(Debug)]
pub struct Records<R> {
    from: R,
    /// The header line of the next record, already read.
    ahead: Vec<u8>,
    failed: bool,
}

impl<R: BufRead> Records<R> {
    /// The records of a stream.
    pub fn new(from: R) -> Records<R> {
        Records { from, ahead: Vec::new(), failed: false }
    }

    /// Reads up to the next header, or to the end.
    fn record(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.ahead);
        loop {
            let start = bytes.len();
            let left = (LARGEST + 1).saturating_sub(start as u64);
            if (&mut self.from).take(left).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(bytes);
            }
            if bytes.len() as u64 > LARGEST {
                let told = format!("a record of more than {} MiB; no match is that long", LARGEST >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, told));
            }
            if start > 0 && begins_record(&bytes[start..]) {
                self.ahead = bytes.split_off(start);
                return Ok(bytes);
            }
        }
    }
}

/// Whether a line is a header: its schema is its first field.
fn begins_record(line: &[u8]) -> bool {
    let rest = line.strip_prefix(b"{\"schema\":\"").and_then(|rest| rest.strip_prefix(SCHEMA.as_bytes()));
    rest.is_some_and(|rest| rest.first() == Some(&b'"'))
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        if self.failed {
            return None;
        }
        match self.record() {
            Ok(bytes) if bytes.is_empty() => None,
            Ok(bytes) => Some(Ok(bytes)),
            Err(error) => {
                self.failed = true;
                Some(Err(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "{\"schema\":\"filotto/record/1\",\"n\":";

    fn split(text: &str) -> Vec<String> {
        Records::new(text.as_bytes()).map(|bytes| String::from_utf8(bytes.unwrap()).unwrap()).collect()
    }

    #[test]
    fn records_begin_with_their_headers() {
        let (one, two) = (format!("{HEADER}1}}\n{{\"a\":1}}\n"), format!("{HEADER}2}}\n"));
        assert_eq!(split(&format!("{one}{two}{one}")), [one.clone(), two, one.clone()]);
        assert_eq!(split(&one), [one]);
        assert!(split("").is_empty());
    }

    #[test]
    fn what_stands_before_the_first_header_or_breaks_off_is_given_too() {
        let one = format!("{HEADER}1}}\n");
        assert_eq!(split(&format!("noise\n{one}{{\"tor")), ["noise\n".to_string(), format!("{one}{{\"tor")]);
    }

    #[test]
    fn an_unreadable_stream_is_told_once() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut records = Records::new(io::BufReader::new(Broken));
        assert_eq!(records.next().unwrap().unwrap_err().to_string(), "gone");
        assert!(records.next().is_none());
    }
}
