//! How far a run is.

use super::Tally;
use crate::progress;
use indicatif::{HumanDuration, ProgressBar};
use std::time::{Duration, Instant};

/// The bar.
pub struct Progress {
    bar: ProgressBar,
    matches: u64,
    started: Instant,
}

impl Progress {
    /// A bar for so many matches.
    pub fn new(matches: u64) -> Progress {
        let bar = progress::bar(Some(matches), "{bar:30} {pos}/{len} matches  {msg}");
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress { bar, matches, started: Instant::now() }
    }

    /// Shows where the run is.
    pub fn show(&self, tally: &Tally) {
        self.bar.set_position(tally.done());
        self.bar.set_message(self.rate(tally));
    }

    /// Sets an hour, and the time the rest takes at this rate.
    fn rate(&self, tally: &Tally) -> String {
        let passed = self.started.elapsed();
        if tally.played == 0 {
            return String::new();
        }
        let left = self.matches.saturating_sub(tally.done()) as f64 / tally.played as f64;
        let left = Duration::try_from_secs_f64(left * passed.as_secs_f64()).unwrap_or(Duration::MAX);
        format!("{:.0} sets/h, {} left", self.sets_an_hour(tally), HumanDuration(left))
    }

    /// Sets an hour since the start.
    pub fn sets_an_hour(&self, tally: &Tally) -> f64 {
        tally.sets_played as f64 / self.started.elapsed().as_secs_f64().max(1e-3) * 3600.0
    }

    /// A line that stays.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Takes the bar off the screen.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
