//! The rules of the protocol as checks on a running program: one a rule, through real pipes. They hold any bot to
//! `docs/protocol.md`, filotto's own in the tests and anybody's by `filotto conformance`.
//!
//! A check asserts what comes and in which order, not how fast; waiting has generous ends. [`timing`] measures.

mod basic;
mod endings;
mod hostile;
mod searching;
pub mod session;
pub mod timing;

use crate::process::{CommandLine, Pipe, PipeError};
use std::time::Duration;

/// A line that should come is waited for so long.
pub const WITHIN: Duration = Duration::from_secs(20);
/// A line that should not come is waited for so long.
pub const SILENCE: Duration = Duration::from_millis(150);
/// A position that every bot must take.
pub const POSITION: &str = "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60";
/// Another.
pub const OTHER: &str = "1.9,0.4 0.6,0.9 2.13,0.71 UDLRC y n 20-12/60";

/// A rule with its check.
pub struct Check {
    /// One word, for reports and options.
    pub name: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// What it does.
    pub run: Run,
}

/// What a check needs to begin.
#[derive(Clone, Copy)]
pub enum Run {
    /// A bot.
    Started(fn(&mut Bot) -> Result<(), String>),
    /// A bot with a position.
    Placed(fn(&mut Bot) -> Result<(), String>),
    /// Several bots, which it starts itself.
    Anew(fn(&CommandLine) -> Result<(), String>),
}

impl Check {
    /// Holds a program to the rule.
    pub fn hold(&self, command: &CommandLine) -> Result<(), String> {
        match self.run {
            Run::Started(check) => check(&mut Bot::start(command)?),
            Run::Placed(check) => check(&mut Bot::with_position(command)?),
            Run::Anew(check) => check(command),
        }
    }
}

/// Every check, in the order of a report.
pub fn checks() -> Vec<Check> {
    let mut checks = basic::checks();
    checks.extend(searching::checks());
    checks.extend(hostile::checks());
    checks.extend(endings::checks());
    checks.extend(session::checks());
    checks
}

/// A bot under test.
pub struct Bot {
    pipe: Pipe,
}

impl Bot {
    /// Starts it.
    pub fn start(command: &CommandLine) -> Result<Bot, String> {
        let pipe = Pipe::start(command, true).map_err(|error| error.to_string())?;
        Ok(Bot { pipe })
    }

    /// Starts it and gives it a position.
    pub fn with_position(command: &CommandLine) -> Result<Bot, String> {
        let bot = Bot::start(command)?;
        bot.position(POSITION)?;
        Ok(bot)
    }

    /// Writes lines.
    pub fn send(&self, lines: &[&str]) -> Result<(), String> {
        lines.iter().try_for_each(|line| self.pipe.send(line)).map_err(|error| error.to_string())
    }

    /// Writes bytes.
    pub fn bytes(&self, bytes: impl Into<Vec<u8>>) -> Result<(), String> {
        self.pipe.send_bytes(bytes.into()).map_err(|error| error.to_string())
    }

    /// Gives a position that must be taken.
    pub fn position(&self, position: &str) -> Result<(), String> {
        self.send(&[&format!("position {position}")])?;
        self.expect("positionok").map(|_| ())
    }

    /// The next line that isn't an `info`; it must begin so.
    pub fn expect(&self, beginning: &str) -> Result<String, String> {
        let line = self.pipe.line_where(WITHIN, |line| word(line) != "info").map_err(|error| match error {
            PipeError::Timeout(_) => format!("`{beginning}` is expected, but nothing came within {WITHIN:?}"),
            other => format!("`{beginning}` is expected, but {other}"),
        })?;
        let as_expected = line == beginning || line.starts_with(&format!("{beginning} "));
        if as_expected { Ok(line) } else { Err(format!("`{beginning}` is expected, but `{line}` came")) }
    }

    /// The next line that isn't an `info`.
    pub fn answer(&self) -> Result<String, String> {
        let line = self.pipe.line_where(WITHIN, |line| word(line) != "info");
        line.map_err(|error| format!("an answer is expected, but {error}"))
    }

    /// No line but `info` comes for a while.
    pub fn expect_silence(&self) -> Result<(), String> {
        match self.pipe.line_where(SILENCE, |line| word(line) != "info") {
            Err(PipeError::Timeout(_)) => Ok(()),
            Ok(line) => Err(format!("nothing is expected yet, but `{line}` came")),
            Err(error) => Err(format!("nothing is expected yet, but {error}")),
        }
    }

    /// It answers `isready`, and nothing comes before the answer.
    pub fn expect_ready(&self) -> Result<(), String> {
        self.send(&["isready"])?;
        self.expect("readyok").map(|_| ())
    }

    /// It closes its output without another line and exits with 0.
    pub fn expect_exit(&mut self) -> Result<(), String> {
        match self.pipe.line_where(WITHIN, |line| word(line) != "info") {
            Err(PipeError::Gone(_)) => {}
            Ok(line) => return Err(format!("the end is expected, but `{line}` came")),
            Err(error) => return Err(format!("the end is expected, but {error}")),
        }
        self.expect_exit_code()
    }

    /// It exits with 0, whatever it still wrote.
    pub fn expect_exit_code(&mut self) -> Result<(), String> {
        match self.pipe.ended(WITHIN) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("exit code 0 is expected, but it ended with {status}")),
            None => Err(format!("it still runs {WITHIN:?} after its end")),
        }
    }
}

/// The first word of a line.
fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}
