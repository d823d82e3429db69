//! What a plan may cost, and the meter that watches it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Nodes (simulated strokes), time, or neither: until stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Budget {
    /// Most simulated strokes. The plan is then the same, bit for bit, for any number of threads.
    pub nodes: Option<u64>,
    /// Most time. What is unfinished then is dropped whole.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many simulated strokes.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), time: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { nodes: None, time: Some(time) }
    }

    /// Until stopped.
    pub const fn infinite() -> Budget {
        Budget { nodes: None, time: None }
    }
}

/// Told from outside when to stop, and told what is found.
pub trait Control: Sync {
    /// Whether to stop as soon as possible with the best so far. Asked at least every few milliseconds.
    fn stopped(&self) -> bool;

    /// A plan that is better than the one before; the last is returned as well.
    fn report(&self, _plan: &crate::plan::Plan) {}

    /// Strokes simulated so far, and how many there will be about (0 = unknown).
    fn progress(&self, _done: u64, _of: u64) {}
}

/// Nobody stops the search and nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Control for Quiet {
    fn stopped(&self) -> bool {
        false
    }
}

/// Counts nodes and says whether work may go on. Shared by all threads of one plan.
pub struct Meter<'a> {
    control: &'a dyn Control,
    started: Instant,
    deadline: Option<Instant>,
    nodes: AtomicU64,
    closed: AtomicBool,
    /// Nanoseconds before the deadline that are kept back.
    reserve: AtomicU64,
    /// How many of them are for the report.
    report: AtomicU64,
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl<'a> Meter<'a> {
    /// Starts now.
    pub fn new(control: &'a dyn Control, time: Option<Duration>) -> Meter<'a> {
        let started = Instant::now();
        let deadline = time.and_then(|time| started.checked_add(time));
        Meter {
            control,
            started,
            deadline,
            nodes: AtomicU64::new(0),
            closed: AtomicBool::new(false),
            reserve: AtomicU64::new(0),
            report: AtomicU64::new(0),
        }
    }

    /// Whether a work item may start. Once closed, it stays closed, so a stage is dropped whole.
    pub fn open(&self) -> bool {
        if self.closed.load(Ordering::Relaxed) {
            return false;
        }
        let reserve = Duration::from_nanos(self.reserve.load(Ordering::Relaxed));
        let late = self.deadline.is_some_and(|deadline| Instant::now() + reserve >= deadline);
        if late || self.control.stopped() {
            self.closed.store(true, Ordering::Relaxed);
            return false;
        }
        true
    }

    fn set_reserve(&self, reserve: Duration) {
        self.reserve.store(nanoseconds(reserve), Ordering::Relaxed);
        self.closed.store(self.control.stopped(), Ordering::Relaxed);
    }

    /// Keeps time back for the report, and until [`Meter::begin_ranking`] more for the ranking before it.
    pub fn keep_for(&self, ranking: Duration, report: Duration) {
        self.report.store(nanoseconds(report), Ordering::Relaxed);
        self.set_reserve(ranking + report);
    }

    /// Lets go of what was kept for the ranking; a meter that only the clock closed opens again.
    pub fn begin_ranking(&self) {
        self.set_reserve(Duration::from_nanos(self.report.load(Ordering::Relaxed)));
    }

    /// Lets go of everything kept.
    pub fn begin_report(&self) {
        self.set_reserve(Duration::ZERO);
    }

    /// Whether somebody asked to stop (not the clock).
    pub fn stopped(&self) -> bool {
        self.control.stopped()
    }

    /// Counts simulated strokes.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Strokes simulated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time left, `None` without a deadline.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Tells the listener how far it is.
    pub fn progress(&self, of: u64) {
        self.control.progress(self.nodes(), of);
    }

    /// Hands a plan to the listener.
    pub fn report(&self, plan: &crate::plan::Plan) {
        self.control.report(plan);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_for_later_stages_is_theirs() {
        let meter = Meter::new(&Quiet, Some(Duration::from_secs(100)));
        meter.keep_for(Duration::from_secs(50), Duration::from_secs(60));
        assert!(!meter.open(), "the polish has no time: 110 of 100 seconds are kept");
        meter.begin_ranking();
        assert!(meter.open(), "40 seconds are left until the report's 60");
        meter.keep_for(Duration::ZERO, Duration::from_secs(100));
        assert!(!meter.open());
        meter.begin_report();
        assert!(meter.open());
    }
}
