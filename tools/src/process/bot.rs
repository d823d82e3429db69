//! Another program's bot as a player: asked by the protocol, held to its time, its failures named.

use super::command::CommandLine;
use super::pipe::{Pipe, PipeError};
use filotto_engine::{Brain, BrainError, Position, Stroke, Turn};
use filotto_physics::Strike;
use std::time::{Duration, Instant};

/// A bot has so long for its greeting: interpreters start slowly.
const GREETING: Duration = Duration::from_secs(20);
/// What comes beside thinking: a line to and fro, the system's scheduling.
const GRACE: Duration = Duration::from_millis(500);
/// A bot whose budget is nodes has so long for a stroke, whatever the machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A bot's name longer than this is cut, characters.
const LONGEST_NAME: usize = 60;

/// What a bot may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Simulated strokes.
    Nodes(u64),
    /// Time for a stroke.
    Time(Duration),
    /// Time for a set.
    Clock(Duration),
}

/// A bot.
pub struct BotPlayer {
    command: CommandLine,
    limit: Limit,
    /// Sent after the greeting.
    setup: Vec<String>,
    /// `None` until the first question, and after a failure: the next question starts it anew.
    pipe: Option<Pipe>,
    /// What the bot calls itself, once it has said.
    called: Option<String>,
    turn: Turn,
    /// Left of the set's clock.
    left: Duration,
}

impl BotPlayer {
    /// A bot that is started at the first question; `setup` are commands sent before it.
    pub fn new(command: CommandLine, limit: Limit, setup: Vec<String>) -> BotPlayer {
        let left = if let Limit::Clock(clock) = limit { clock } else { Duration::MAX };
        let turn = Turn { set: 0, stroke: 0, seed: 0 };
        BotPlayer { command, limit, setup, pipe: None, called: None, turn, left }
    }

    /// The running bot, started and greeted if need be.
    fn pipe(&mut self) -> Result<&Pipe, BrainError> {
        if self.pipe.is_none() {
            let pipe = Pipe::start(&self.command, false).map_err(|error| failed(error, GREETING))?;
            pipe.send("fpi").map_err(|error| failed(error, GREETING))?;
            let called = std::cell::RefCell::new(None);
            let hear = |line: &str| {
                if let Some(name) = line.trim().strip_prefix("id name ") {
                    called
                        .borrow_mut()
                        .get_or_insert_with(|| name.trim().chars().take(LONGEST_NAME).collect::<String>());
                }
                line.trim() == "fpiok" || !is_greeting(line)
            };
            match pipe.line_where(GREETING, hear) {
                Ok(line) if line.trim() == "fpiok" => {}
                Ok(line) => return Err(garbage("fpiok", &line)),
                Err(error) => return Err(failed(error, GREETING)),
            }
            for line in &self.setup {
                pipe.send(line).map_err(|error| failed(error, GREETING))?;
            }
            self.called = called.into_inner();
            self.pipe = Some(pipe);
        }
        self.pipe.as_ref().ok_or_else(|| BrainError::Gone("not started".into()))
    }

    /// Asks, and waits for the answer; a failure ends the bot, so that nothing late of it is taken for an answer.
    fn ask(
        &mut self,
        position: Option<&Position>,
        go: &str,
        answer: &str,
        within: Duration,
    ) -> Result<String, BrainError> {
        let asked = Instant::now();
        let result = self.converse(position, go, answer, within);
        if let Limit::Clock(_) = self.limit {
            self.left = self.left.saturating_sub(asked.elapsed());
        }
        if result.is_err() {
            self.pipe = None;
        }
        result
    }

    fn converse(
        &mut self,
        position: Option<&Position>,
        go: &str,
        answer: &str,
        within: Duration,
    ) -> Result<String, BrainError> {
        let pipe = self.pipe()?;
        if let Some(position) = position {
            pipe.send(&format!("position {position}")).map_err(|error| failed(error, GREETING))?;
            await_line(pipe, "positionok", GREETING)?;
        }
        pipe.send(go).map_err(|error| failed(error, within))?;
        await_line(pipe, answer, within)
    }

    /// The `go` of a stroke and the time it has, with what is allowed for the way.
    fn go(&self) -> (String, Duration) {
        match self.limit {
            Limit::Nodes(nodes) => (format!("go nodes {nodes} seed {}", self.turn.seed), PATIENCE),
            Limit::Time(time) => (format!("go movetime {} seed {}", time.as_millis(), self.turn.seed), time + GRACE),
            Limit::Clock(_) => (format!("go clock {}", self.left.as_millis()), self.left + GRACE),
        }
    }
}

impl Brain for BotPlayer {
    fn name(&self) -> String {
        format!("cmd:{}", self.called.clone().unwrap_or_else(|| self.command.name()))
    }

    fn begin(&mut self, turn: &Turn) {
        // One bot plays many matches of one set: its strokes are then counted from the start again.
        let another_set = turn.set != self.turn.set || turn.stroke < self.turn.stroke;
        if let Limit::Clock(clock) = self.limit
            && another_set
        {
            self.left = clock;
        }
        self.turn = *turn;
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        let (go, within) = self.go();
        if within <= GRACE {
            return Err(BrainError::Timeout(0));
        }
        let line = self.ask(Some(position), &go, "beststroke", within)?;
        let text = line.trim_start().trim_start_matches("beststroke").trim_start();
        Stroke::parse(text).map_err(|error| BrainError::Failed(format!("garbage: `{text:.100}`: {error}")))
    }

    fn lag(&mut self, _position: &Position) -> Result<Strike, BrainError> {
        let line = self.ask(None, "go lag", "beststroke", PATIENCE)?;
        let text = line.trim_start().trim_start_matches("beststroke").trim_start().trim_start_matches("lag");
        let stroke = Stroke::parse(text.trim_start());
        stroke
            .map(|stroke| stroke.strike)
            .map_err(|error| BrainError::Failed(format!("garbage: `{line:.100}`: {error}")))
    }

    fn opens(&mut self, _position: &Position) -> Result<bool, BrainError> {
        let line = self.ask(None, "go choose", "choice", PATIENCE)?;
        Ok(!line.contains("cede"))
    }

    fn claims(&mut self, position: &Position) -> Result<bool, BrainError> {
        let line = self.ask(Some(position), "go claim", "claim", PATIENCE)?;
        Ok(line.contains("yes"))
    }
}

impl Drop for BotPlayer {
    fn drop(&mut self) {
        if let Some(mut pipe) = self.pipe.take() {
            let _ = pipe.send("quit");
            pipe.close_input();
            pipe.ended(GRACE);
        }
    }
}

/// The answer that begins so. News and empty lines are passed over; anything else is not the protocol.
fn await_line(pipe: &Pipe, answer: &str, within: Duration) -> Result<String, BrainError> {
    let passed_over = |line: &str| matches!(line.split_whitespace().next(), None | Some("info"));
    let line = pipe.line_where(within, |line| !passed_over(line)).map_err(|error| failed(error, within))?;
    match line.split_whitespace().next() {
        Some(word) if word == answer => Ok(line),
        Some("error") => Err(BrainError::Failed(format!("it says {line:.200}"))),
        _ => Err(garbage(answer, &line)),
    }
}

fn is_greeting(line: &str) -> bool {
    matches!(line.split_whitespace().next(), None | Some("id" | "option" | "info" | "fpiok"))
}

fn garbage(expected: &str, line: &str) -> BrainError {
    BrainError::Failed(format!("garbage: `{line:.100}` where `{expected}` is expected"))
}

fn failed(error: PipeError, within: Duration) -> BrainError {
    match error {
        PipeError::Timeout(_) => BrainError::Timeout(within.as_millis() as u64),
        PipeError::Stalled => BrainError::Failed(format!("stalled: {error}")),
        PipeError::Unreadable(_) => BrainError::Failed(format!("garbage: {error}")),
        PipeError::Start(_) | PipeError::Gone(_) => BrainError::Gone(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clock of a bot that played single-set matches one after the other ran on from match to match.
    #[test]
    fn a_set_begins_with_a_full_clock_also_in_the_next_match() {
        let clock = Duration::from_secs(60);
        let mut bot = BotPlayer::new(CommandLine::parse("true").unwrap(), Limit::Clock(clock), Vec::new());
        let mut left_after = |set, stroke, spent| {
            bot.begin(&Turn { set, stroke, seed: 1 });
            bot.left -= Duration::from_secs(spent);
            bot.left.as_secs()
        };
        assert_eq!(
            [left_after(1, 0, 1), left_after(1, 1, 10), left_after(1, 1, 0), left_after(1, 2, 20)],
            [59, 49, 49, 29]
        );
        assert_eq!(left_after(1, 0, 0), 60, "the lag of the next match");
        assert_eq!([left_after(1, 7, 30), left_after(2, 1, 5)], [30, 55]);
    }
}
