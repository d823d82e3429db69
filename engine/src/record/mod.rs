//! The match record: JSON lines that tell a whole match and can be checked, replayed and gone on from.
//!
//! A header, a line a stroke, event lines, a line a set, and a last line with the result and the SHA-256 of all
//! before. Every line ends with `sum`, the first 16 digits of the SHA-256 of all bytes before and of the line
//! itself, so that a change is found in the very line it was made in, also in a half-written record. No clock time: the same seed gives the same bytes.

pub mod lines;
pub mod many;
pub mod read;
pub mod retell;
pub mod rows;
pub mod stats;
pub mod verify;
pub mod write;

pub use lines::{By, EndLine, EventLine, Header, LagLine, Line, SCHEMA, Seat, SetLine, StrokeLine, VerdictLine};
pub use many::Records;
pub use read::{Record, RecordError};
pub use retell::retell;
pub use rows::{Row, rows};
pub use stats::{PlayerStats, SetStats, Summary, summarize};
pub use verify::{Mismatch, Report, verify};
pub use write::RecordWriter;
