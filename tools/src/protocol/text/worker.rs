//! The thread that thinks for the text front end: one task after the other, one answer a task, whatever happens.

use super::parse::Question;
use crate::protocol::ask::{Ask, Listener, Report, Thinker};
use crate::protocol::error::{Code, ProtocolError, quoted};
use crate::protocol::level::Level;
use crate::protocol::output::Output;
use crate::protocol::stop::Stop;
use filotto_engine::{Stroke, math};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// Least time between two reports of one search: faster than anybody reads, slow enough to cost nothing.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);
/// Marks the random numbers of a weaker level's hand among the streams of a seed.
const HAND_STREAM: u64 = 0x6861_6e64;

/// A question with all it needs.
pub struct Task {
    /// What is asked.
    pub question: Question,
    /// The question.
    pub ask: Ask,
    /// No answer before it is stopped.
    pub infinite: bool,
    /// Ends it.
    pub stop: Stop,
    /// The strength.
    pub level: Level,
    /// Which `go` of the session it is: a weak hand errs anew each time.
    pub number: u64,
    /// When the `go` was read.
    pub since: Instant,
}

/// Answers tasks until there will be no more; `done` is called after each answer.
pub fn work(tasks: &Receiver<Task>, thinker: &dyn Thinker, output: &Output, done: &dyn Fn()) {
    for task in tasks {
        let answered = catch_unwind(AssertUnwindSafe(|| answer(&task, thinker, output)));
        let answer = answered.unwrap_or_else(|_| Err("an internal error; see standard error".into()));
        if task.infinite {
            task.stop.wait();
        }
        match answer {
            Ok(line) => output.result(line),
            Err(message) => output.result(ProtocolError::new(Code::Search, message).to_string()),
        }
        done();
    }
}

/// The one line that answers a task.
fn answer(task: &Task, thinker: &dyn Thinker, output: &Output) -> Result<String, String> {
    let ask = &task.ask;
    match task.question {
        Question::Lag => thinker.lag(ask).map(|strike| format!("beststroke lag {}", Stroke::from(strike))),
        Question::Choose => thinker.opens(ask).map(|opens| format!("choice {}", if opens { "open" } else { "cede" })),
        Question::Claim => thinker.claims(ask).map(|claims| format!("claim {}", if claims { "yes" } else { "no" })),
        Question::Stroke => {
            let news = News { task, output, last: Instant::now().into() };
            let report = thinker.plan(ask, &news)?;
            tell(&report, task, output);
            let best = report.advice.first().ok_or("no stroke was found")?;
            Ok(format!("beststroke {}", by_hand(&best.stroke, task)))
        }
    }
}

/// Listens to a search and passes its reports on.
struct News<'a> {
    task: &'a Task,
    output: &'a Output,
    last: std::sync::Mutex<Instant>,
}

impl Listener for News<'_> {
    fn stopped(&self) -> bool {
        self.task.stop.stopped()
    }

    fn sleep(&self, time: Duration) -> bool {
        self.task.stop.wait_for(time)
    }

    fn report(&self, report: &Report) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() >= BETWEEN_REPORTS {
            *last = Instant::now();
            tell(report, self.task, self.output);
        }
    }
}

/// The `info` lines of a report.
fn tell(report: &Report, task: &Task, output: &Output) {
    for (i, advice) in report.advice.iter().take(task.ask.multipv).enumerate() {
        let mut line = format!("info multipv {} stroke {}", i + 1, advice.stroke);
        line += &format!(" points {} pm {}", figure(advice.points.mean), figure(advice.points.pm));
        line += &format!(" lost {} pm {}", figure(advice.lost.mean), figure(advice.lost.pm));
        line += &format!(" fault {} pm {}", figure(advice.fault.mean), figure(advice.fault.pm));
        if let Some(win) = advice.win {
            line += &format!(" win {} pm {}", figure(win.mean), figure(win.pm));
        }
        line += &format!(" nodes {} time {}", report.nodes, task.since.elapsed().as_millis());
        if !advice.name.is_empty() {
            line += &format!(" name {}", quoted(&advice.name));
        }
        if !advice.line.is_empty() {
            line += &format!(" line {}", advice.line);
        }
        output.info(line);
    }
}

/// A figure with four decimals at most.
pub fn figure(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    // Minus zero reads as a mistake.
    (if rounded == 0.0 { 0.0 } else { rounded }).to_string()
}

/// The stroke as the level's hand plays it. An error that would make it impossible is halved until it doesn't.
fn by_hand(stroke: &Stroke, task: &Task) -> Stroke {
    let Some(hand) = task.level.hand() else { return *stroke };
    let (position, table) = (&task.ask.position, &task.ask.world.table);
    let mut z = math::normals(&mut math::stream(task.ask.seed, &[HAND_STREAM, task.number]));
    for _ in 0..8 {
        let played = hand.perturb(stroke, z, table);
        if played.check_intended(position, table).is_ok() {
            return played;
        }
        z = z.map(|z| 0.5 * z);
    }
    *stroke
}
