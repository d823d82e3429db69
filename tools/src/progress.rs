//! How far a long work is, on standard error: a bar on a terminal, elsewhere what the bar would say, as a line a minute.

use filotto_search::{Budget, Control};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Steps of a bar that follows the clock.
const CLOCK_STEPS: u64 = 1000;

/// A bar that looks as the template says. Without a length the work gives it later.
pub fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let target = if io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::term_like_with_hz(Box::new(Log::new(LOG_EVERY, |line| eprintln!("{line}"))), 1)
    };
    let bar = ProgressBar::with_draw_target(length, target);
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Between two lines of a log.
const LOG_EVERY: Duration = Duration::from_secs(60);
/// Width of a line of a log, in characters.
const LOG_WIDTH: u16 = 160;

/// What a bar draws on where there is no terminal: only the lines that are due get through.
struct Log {
    every: Duration,
    say: fn(&str),
    /// What was drawn since the last flush, and when a line was last said.
    drawn: Mutex<(String, Instant)>,
}

impl Log {
    /// The first line comes when `every` has passed.
    fn new(every: Duration, say: fn(&str)) -> Log {
        Log { every, say, drawn: Mutex::new((String::new(), Instant::now())) }
    }

    fn with(&self, change: impl FnOnce(&mut (String, Instant))) -> io::Result<()> {
        change(&mut self.drawn.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(())
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a line every {:?}", self.every)
    }
}

impl TermLike for Log {
    fn width(&self) -> u16 {
        LOG_WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.with(|(drawn, _)| drawn.push_str(text))
    }

    fn clear_line(&self) -> io::Result<()> {
        self.with(|(drawn, _)| drawn.clear())
    }

    fn flush(&self) -> io::Result<()> {
        self.with(|(drawn, last)| {
            let line = drawn.trim();
            if !line.is_empty() && last.elapsed() >= self.every {
                (self.say)(line);
                *last = Instant::now();
            }
            drawn.clear();
        })
    }
}

/// Shows how far a plan is; stops nothing.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    budget: Budget,
}

impl Progress {
    /// A bar for a budget.
    pub fn new(budget: &Budget) -> Progress {
        let length = if budget.time.is_some() { CLOCK_STEPS } else { budget.nodes.unwrap_or(0) };
        let bar = bar(Some(length), "thinking {bar:40} {msg}");
        Progress { bar, started: Instant::now(), budget: *budget }
    }

    /// Takes the bar off the screen.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Control for Progress {
    fn stopped(&self) -> bool {
        false
    }

    fn progress(&self, done: u64, _of: u64) {
        let at = match self.budget.time {
            Some(time) => (self.started.elapsed().as_secs_f64() / time.as_secs_f64() * CLOCK_STEPS as f64) as u64,
            None => done,
        };
        self.bar.set_message(format!("{done} strokes"));
        self.bar.set_position(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

    /// `tune`, `learn` and others said nothing for hours where their output went to a file.
    #[test]
    fn without_a_terminal_a_bar_is_a_line_now_and_then() {
        let said = |line: &str| SAID.lock().unwrap().push(line.to_owned());
        let log = Log::new(Duration::ZERO, said);
        let target = ProgressDrawTarget::term_like(Box::new(log));
        let bar = ProgressBar::with_draw_target(Some(4), target);
        bar.set_style(ProgressStyle::with_template("{pos}/{len} sets").unwrap());
        bar.set_position(3);
        bar.tick();
        bar.finish_and_clear();
        let lines = SAID.lock().unwrap().clone();
        assert!(lines.iter().any(|line| line == "3/4 sets"), "{lines:?}");
        assert!(lines.iter().all(|line| line.ends_with("/4 sets")), "nothing but whole lines: {lines:?}");
    }

    #[test]
    fn before_its_time_nothing_is_said() {
        let log = Log::new(Duration::from_secs(3600), |line| panic!("{line}"));
        log.write_str("1/4 sets").unwrap();
        log.flush().unwrap();
    }
}
