//! Analyses that wait, and the threads that work them off: larger priorities first, then in order of arrival.
//!
//! The threads to think with are shared among what is there: one analysis gets all of them, a batch is spread one
//! position a thread, which keeps every core busy without any waiting for another. With node budgets the answers are
//! the same either way.

use super::reply::{AnalysisBody, BatchBody, Body, Reply, Suggestion};
use super::request::{Analysis, Id, Want};
use crate::protocol::ask::{Ask, Listener, Report, Thinker, Value, World};
use crate::protocol::core::play;
use crate::protocol::error::{Code, ProtocolError};
use crate::protocol::extras::{self, Extras, Rests};
use crate::protocol::output::Output;
use crate::protocol::stop::Stop;
use filotto_engine::Position;
use std::collections::{BinaryHeap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Positions that may wait; beyond, no further request is read.
const MAX_WAITING: usize = 100_000;

/// A request under way.
pub struct Job {
    /// Its name.
    pub id: Id,
    /// Its settings.
    pub analysis: Analysis,
    /// What leaves and scores are judged by.
    pub value: Value,
    /// How many positions; `None` = not a batch.
    pub batch: Option<usize>,
    /// Ends it.
    pub stop: Stop,
}

/// One position of a request.
pub struct Item {
    /// Larger first.
    pub priority: i32,
    /// The request.
    pub job: Arc<Job>,
    /// Which position of a batch.
    pub index: usize,
    /// The position, or what is wrong with it.
    pub position: Result<(Position, World), ProtocolError>,
}

/// An item with its place in the order of arrival.
struct Waiting {
    item: Item,
    arrival: u64,
}

impl Waiting {
    fn rank(&self) -> (i32, std::cmp::Reverse<u64>) {
        (self.item.priority, std::cmp::Reverse(self.arrival))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// What is left of a request.
struct Left {
    job: Arc<Job>,
    items: usize,
    failed: usize,
}

struct State {
    waiting: BinaryHeap<Waiting>,
    left: HashMap<Id, Left>,
    arrivals: u64,
    free_threads: usize,
}

/// The queue.
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    output: Output,
}

impl Queue {
    /// A queue with so many threads to think with, and the workers that share them.
    pub fn start(threads: usize, thinker: &Arc<dyn Thinker>, output: Output) -> Arc<Queue> {
        let state = State { waiting: BinaryHeap::new(), left: HashMap::new(), arrivals: 0, free_threads: threads };
        let queue = Arc::new(Queue { state: Mutex::new(state), changed: Condvar::new(), output });
        for _ in 0..threads {
            let (queue, thinker) = (queue.clone(), thinker.clone());
            std::thread::spawn(move || queue.work(&*thinker));
        }
        queue
    }

    /// Whether a request of this id is under way.
    pub fn has(&self, id: &Id) -> bool {
        self.lock().left.contains_key(id)
    }

    /// Takes a request in, whose id is not in use. Waits while too much waits.
    pub fn add(&self, job: &Arc<Job>, items: Vec<Item>) {
        let mut state = self.lock();
        while state.waiting.len() >= MAX_WAITING {
            state = self.wait(state);
        }
        state.left.insert(job.id.clone(), Left { job: job.clone(), items: items.len(), failed: 0 });
        for item in items {
            state.arrivals += 1;
            let arrival = state.arrivals;
            state.waiting.push(Waiting { item, arrival });
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Ends one request, or all: what waits is answered now, what runs is stopped. The ids of those ended.
    pub fn cancel(&self, target: Option<&Id>) -> Vec<Id> {
        let mut state = self.lock();
        let meant = |id: &Id| target.is_none_or(|target| target == id);
        let mut ended: Vec<Id> = Vec::new();
        for left in state.left.values().filter(|left| meant(&left.job.id)) {
            left.job.stop.stop();
            ended.push(left.job.id.clone());
        }
        let waiting = std::mem::take(&mut state.waiting).into_vec();
        let (dropped, kept): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|w| meant(&w.item.job.id));
        state.waiting = kept.into();
        for Waiting { item, .. } in dropped {
            self.count(&mut state, &item.job, false, || empty(&item));
        }
        drop(state);
        self.changed.notify_all();
        ended.sort_by_key(|id| format!("{id:?}"));
        ended
    }

    /// Waits until everything is answered.
    pub fn finish(&self) {
        let mut state = self.lock();
        while !state.left.is_empty() {
            state = self.wait(state);
        }
    }

    /// One worker: takes the next item and its share of the threads, thinks, answers.
    fn work(&self, thinker: &dyn Thinker) {
        loop {
            let (item, threads) = self.take();
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&item, threads, thinker)));
            let (reply, failed) = match answered {
                Ok(Ok(reply)) => (reply, false),
                Ok(Err(error)) => (Reply::error(Some(&item.job.id), &error), true),
                Err(_) => {
                    let error = ProtocolError::new(Code::Search, "an internal error; see standard error");
                    (Reply::error(Some(&item.job.id), &error), true)
                }
            };
            let batch = item.job.batch.is_some();
            if batch {
                self.output.result(reply.clone().of_batch(item.index).line());
            }
            let mut state = self.lock();
            state.free_threads += threads;
            self.count(&mut state, &item.job, failed, || reply);
            drop(state);
            self.changed.notify_all();
        }
    }

    /// The first item and the threads it may use.
    fn take(&self) -> (Item, usize) {
        let mut state = self.lock();
        loop {
            if state.free_threads > 0
                && let Some(Waiting { item, .. }) = state.waiting.pop()
            {
                let share = (state.free_threads / (state.waiting.len() + 1)).max(1);
                state.free_threads -= share;
                return (item, share);
            }
            state = self.wait(state);
        }
    }

    /// Counts an item as answered; the last of a request brings its last reply.
    fn count(&self, state: &mut State, job: &Arc<Job>, failed: bool, reply: impl FnOnce() -> Reply) {
        let Some(left) = state.left.get_mut(&job.id) else { return };
        left.items -= 1;
        left.failed += usize::from(failed);
        if left.items > 0 {
            return;
        }
        let failed = left.failed;
        state.left.remove(&job.id);
        let last = match job.batch {
            Some(positions) => Reply::last(&job.id, Body::Batch(BatchBody { positions, failed })),
            None => reply(),
        };
        self.output.result(last.cancelled(job.stop.stopped()).line());
    }

    fn answer(&self, item: &Item, threads: usize, thinker: &dyn Thinker) -> Result<Reply, ProtocolError> {
        let job = &item.job;
        let (position, world) = item.position.clone()?;
        let since = Instant::now();
        let ask = Ask {
            position,
            world,
            skills: job.analysis.skills,
            objective: job.analysis.objective,
            budget: job.analysis.budget,
            multipv: job.analysis.multipv,
            seed: job.analysis.seed,
            threads,
            value: job.value.clone(),
        };
        let news = News { item, ask: &ask, output: &self.output, since, last: Mutex::new(since) };
        let report = thinker.plan(&ask, &news).map_err(|wrong| ProtocolError::new(Code::Search, wrong))?;
        Ok(Reply::last(&job.id, body(&report, &ask, since, &job.analysis.want)).cancelled(job.stop.stopped()))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reply to a request that was cancelled before it began.
fn empty(item: &Item) -> Reply {
    match &item.position {
        Err(error) => Reply::error(Some(&item.job.id), error),
        Ok((position, _)) => {
            let (position, seed) = (position.to_string(), item.job.analysis.seed);
            let body = AnalysisBody { position, suggestions: vec![], nodes: 0, seed, time_ms: 0 };
            Reply::last(&item.job.id, Body::Analysis(body))
        }
    }
}

/// What a report tells, with what else is wanted.
fn body(report: &Report, ask: &Ask, since: Instant, want: &[Want]) -> Body {
    let suggestions = report.advice.iter().take(ask.multipv).enumerate();
    Body::Analysis(AnalysisBody {
        position: ask.position.to_string(),
        suggestions: suggestions.map(|(i, advice)| Suggestion::new(i + 1, advice, wanted(advice, ask, want))).collect(),
        nodes: report.nodes,
        seed: ask.seed,
        time_ms: since.elapsed().as_millis() as u64,
    })
}

/// What else is wanted of a stroke.
fn wanted(advice: &crate::protocol::ask::Advice, ask: &Ask, want: &[Want]) -> Extras {
    let (position, stroke, world) = (&ask.position, &advice.stroke, &ask.world);
    let has = |what| want.contains(&what);
    let played = (has(Want::Paths) || has(Want::Explain)).then(|| play(position, stroke, &[], world).ok()).flatten();
    let rests = (has(Want::Spread) || has(Want::Heat))
        .then(|| Rests::sample(position, stroke, &ask.skills[0], ask.seed, world));
    Extras {
        paths: played.as_ref().filter(|_| has(Want::Paths)).map(extras::paths),
        explain: played.as_ref().filter(|_| has(Want::Explain)).map(extras::explain),
        spread: rests.as_ref().filter(|_| has(Want::Spread)).map(Rests::spread),
        heat: rests.as_ref().filter(|_| has(Want::Heat)).map(|rests| rests.heat(world)),
        tolerance: has(Want::Tolerance).then(|| extras::tolerance(position, stroke, world)),
    }
}

/// Listens to an analysis and passes its reports on.
struct News<'a> {
    item: &'a Item,
    ask: &'a Ask,
    output: &'a Output,
    since: Instant,
    last: Mutex<Instant>,
}

impl Listener for News<'_> {
    fn stopped(&self) -> bool {
        self.item.job.stop.stopped()
    }

    fn sleep(&self, time: Duration) -> bool {
        self.item.job.stop.wait_for(time)
    }

    fn report(&self, report: &Report) {
        let Some(every) = self.item.job.analysis.report_every else { return };
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < every {
            return;
        }
        *last = Instant::now();
        let reply = Reply::last(&self.item.job.id, body(report, self.ask, self.since, &[])).not_last();
        let reply = if self.item.job.batch.is_some() { reply.of_batch(self.item.index) } else { reply };
        self.output.info(reply.line());
    }
}
