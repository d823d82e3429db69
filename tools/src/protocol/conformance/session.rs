//! Sessions as data: what is said and what must come back, line by line.
//!
//! `> text` is sent; `< pattern` must be the next line that isn't an `info`, `*` standing for anything; `. ms` waits in
//! silence; `*` passes lines over until the one expected next; `$` closes the input, after which the output must end and the
//! exit code be 0. `#` begins a comment.

use super::{Bot, Check, Run};
use crate::process::CommandLine;

/// The sessions that every bot must pass.
const SESSIONS: [(&str, &str); 2] = [
    ("session-set", include_str!("../../../tests/protocol/set.session")),
    ("session-errors", include_str!("../../../tests/protocol/errors.session")),
];

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check {
            name: SESSIONS[0].0,
            rule: "a set as a GUI plays it",
            run: Run::Anew(|command| replay(command, SESSIONS[0].1)),
        },
        Check {
            name: SESSIONS[1].0,
            rule: "every kind of mistake and its code",
            run: Run::Anew(|command| replay(command, SESSIONS[1].1)),
        },
    ]
}

/// Plays a session with a bot; the first difference is told with its line.
pub fn replay(command: &CommandLine, session: &str) -> Result<(), String> {
    let mut player = Player { bot: Bot::start(command)?, passing: false };
    for (i, line) in session.lines().enumerate() {
        player.step(line).map_err(|wrong| format!("line {}: {wrong}", i + 1))?;
    }
    Ok(())
}

/// A session under way.
struct Player {
    bot: Bot,
    /// Lines are passed over until the one expected next.
    passing: bool,
}

impl Player {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let sign = line.chars().next();
        let rest = line.get(1..).map_or("", |rest| rest.strip_prefix(' ').unwrap_or(rest));
        match sign {
            None | Some('#') => Ok(()),
            Some('>') => self.bot.send(&[rest]),
            Some('<') => self.expect(rest),
            Some('*') if rest.is_empty() => {
                self.passing = true;
                Ok(())
            }
            Some('.') => self.bot.expect_silence(),
            Some('$') => {
                self.bot.pipe.close_input();
                self.bot.expect_exit()
            }
            Some(_) => Err(format!("`{line}` is no step of a session")),
        }
    }

    fn expect(&mut self, pattern: &str) -> Result<(), String> {
        loop {
            let answer = self.bot.answer().map_err(|wrong| format!("`{pattern}`: {wrong}"))?;
            if matches(pattern, &answer) {
                self.passing = false;
                return Ok(());
            }
            if !self.passing {
                return Err(format!("`{pattern}` is expected, but `{answer}` came"));
            }
        }
    }
}

/// Whether a text is what a pattern says; `*` stands for any part.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        assert!(matches("error position*column=19*", "error position field=red column=19 message=\"x\""));
        assert!(matches("readyok", "readyok") && matches("*", "") && matches("a*b", "a b b"));
        assert!(!matches("readyok", "readyok ") && !matches("a*b*c", "a c b") && !matches("", "x"));
    }
}
