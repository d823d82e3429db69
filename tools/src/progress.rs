//! Bars on standard error while something is made, when that is a terminal.

use filotto_search::{Budget, Control};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Steps of a bar that follows the clock.
const CLOCK_STEPS: u64 = 1000;

/// A bar on standard error that looks as the template says; hidden when that is no terminal. Without a length the work
/// gives it later.
pub fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Between two lines of a log.
const LOG_EVERY: Duration = Duration::from_secs(60);

/// When a long work says a line where no bar shows how far it is.
pub struct Log {
    last: Instant,
}

impl Log {
    /// The first line comes after a minute.
    pub fn new() -> Log {
        Log { last: Instant::now() }
    }

    /// Whether a line is due: standard error is no terminal, and the last was a minute ago.
    pub fn due(&mut self) -> bool {
        let due = !std::io::stderr().is_terminal() && self.last.elapsed() >= LOG_EVERY;
        if due {
            self.last = Instant::now();
        }
        due
    }
}

/// Shows how far a plan is; stops nothing.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    budget: Budget,
}

impl Progress {
    /// A bar for a budget; hidden when standard error is no terminal.
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
