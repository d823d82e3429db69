//! The planner: stages in their order, budgets, and what happens when one runs out.

use crate::budget::{Budget, Control, Meter};
use crate::candidate::{Candidate, fallback};
use crate::estimate::SHIFTS;
use crate::keys::Key;
use crate::openings::openings;
use crate::params::Params;
use crate::plan::{Objective, Plan, PlanError, Request, Suggestion};
use crate::promise::{self, Promise};
use crate::report::report;
use crate::sizes::{Replies, Sizes};
use crate::task::Task;
use crate::think::{RANKED, cost, explain, think};
use crate::trial::{Court, Scene};
use crate::value::{Worth, choice, weights::Weights};
use filotto_engine::{Kind, Position, Profile};
use filotto_physics::Table;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plans strokes on one table under one profile, with its own worker threads.
pub struct Planner {
    court: Court,
    pool: ThreadPool,
    params: Params,
    value: Option<Arc<Weights>>,
    promise: Option<Arc<Promise>>,
}

/// First pass under a deadline and first of an endless search: enough for a sensible stroke, a few milliseconds.
const FIRST_PASS: u64 = 1000;
/// Growth of an endless search from pass to pass.
const GROWTH: u64 = 2;
/// Longest pass of an endless search: bounds its memory.
const LONGEST_PASS: u64 = 4_000_000;
/// Share of the time left that the main pass is planned for. Strokes vary in length: a pass that turns out longer is cut
/// in its polish or its ranking, which loses little.
const PLANNED_SHARE: f64 = 0.9;
/// How much faster the strokes of a long pass are than those of the first where there are several threads, which a pass of
/// short stages doesn't keep busy (docs/planner.md).
const LONGER_IS_FASTER: f64 = 1.14;
/// Time kept for a stroke of ranking or report, against the mean of all: the strokes of a sweep are shorter, and end at a fault.
const LATE_STROKES: f64 = 1.5;
/// Share of a ranking that must have time when the polish takes too long: its first rounds drop most candidates.
const RANKED_AT_LEAST: f64 = 0.35;
/// Time kept for what comes after the last stroke.
const TAIL: Duration = Duration::from_micros(500);

impl Planner {
    /// With its own pool of so many threads (0 = one per core).
    pub fn new(table: Table, profile: Profile, threads: usize) -> Planner {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let table = profile.seen_on(&table).into_owned();
        Planner {
            court: Court { table, profile },
            pool,
            params: Params::default(),
            value: choice::default(),
            promise: Some(promise::built_in()),
        }
    }

    /// Gives it a net that judges leaves; without one they are judged by their kind alone.
    pub fn set_value(&mut self, value: Option<Arc<Weights>>) {
        self.value = value;
    }

    /// Gives it a net that tells what starts promise; without one they are picked by what they are worth.
    pub fn set_promise(&mut self, promise: Option<Arc<Promise>>) {
        self.promise = promise;
    }

    /// Gives it other tunables.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// With other tunables.
    #[must_use]
    pub fn with_params(self, params: Params) -> Planner {
        Planner { params, ..self }
    }

    /// The table and the rules.
    pub fn court(&self) -> &Court {
        &self.court
    }

    /// The tunables.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Runs something on the planner's threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Plans the next stroke.
    ///
    /// # Errors
    /// A position without strokes, or a request that makes no sense.
    pub fn plan(&self, position: &Position, request: &Request, control: &dyn Control) -> Result<Plan, PlanError> {
        self.with_task(position, request, control, |task| {
            let fallback = fallback(&task.scene, task.params).ok_or(PlanError::NoStroke)?;
            Run { task: *task, request, fallback }.by_budget()
        })?
    }

    /// Runs something on the planner's threads with the context of a plan: for players that use only some stages.
    ///
    /// # Errors
    /// A position without strokes, or a request that makes no sense.
    pub fn with_task<T: Send>(
        &self,
        position: &Position,
        request: &Request,
        control: &dyn Control,
        work: impl FnOnce(&Task) -> T + Send,
    ) -> Result<T, PlanError> {
        request.check()?;
        position.check(&self.court.table)?;
        let scene = match position.kind {
            Kind::Over => return Err(PlanError::Over),
            Kind::Lag => return Err(PlanError::Lag),
            _ => Scene::new(&self.court, position).ok_or(PlanError::Over)?,
        };
        let worth = self.worth(position, request);
        let meter = Meter::new(control, request.budget.time);
        let task = Task {
            scene,
            skill: &request.skills.striker,
            worth: &worth,
            objective: request.objective,
            promise: self.promise.as_deref(),
            params: &self.params,
            meter: &meter,
            key: Key::new(request.seed),
        };
        Ok(self.pool.install(|| work(&task)))
    }

    /// The frozen value of the match a position belongs to.
    pub fn worth(&self, position: &Position, request: &Request) -> Worth {
        let mut skills = [&request.skills.striker, &request.skills.opponent];
        if position.striker.index() == 1 {
            skills.swap(0, 1);
        }
        let worth = Worth::new(position, skills, &self.court.profile);
        match &self.value {
            Some(value) => worth.with_net(value.clone(), &self.court.table, skills),
            None => worth,
        }
    }
}

/// One plan in the making.
struct Run<'a> {
    task: Task<'a>,
    request: &'a Request,
    fallback: Candidate,
}

impl Run<'_> {
    fn by_budget(&self) -> Result<Plan, PlanError> {
        match self.request.budget {
            Budget { nodes: Some(nodes), time: None } => Ok(self.pass(nodes, &[])),
            Budget { nodes, time: Some(time) } => Ok(self.timed(time, nodes.unwrap_or(u64::MAX))),
            Budget { nodes: None, time: None } => Ok(self.endless()),
        }
    }

    /// A short pass first, so that there is an answer and a measure of speed; then one that fills the time left.
    fn timed(&self, time: Duration, most: u64) -> Plan {
        let first = self.pass(FIRST_PASS.min(most), &[]);
        let meter = self.task.meter;
        let seconds = meter.elapsed().as_secs_f64().max(1e-6);
        let left = meter.left().unwrap_or(time).as_secs_f64();
        let faster = if rayon::current_num_threads() > 1 { LONGER_IS_FASTER } else { 1.0 };
        let rate = faster * meter.nodes() as f64 / seconds;
        let nodes = (rate * left * PLANNED_SHARE).min(most as f64) as u64;
        if nodes <= first.nodes || !meter.open() {
            return first;
        }
        meter.report(&first);
        // The clock of the polish ends early enough to rank and report whatever it has found.
        let sizes = self.sizes(nodes);
        let takes = |strokes: f64| Duration::from_secs_f64(LATE_STROKES * strokes / rate);
        let reported = (sizes.report_per * SHIFTS * self.request.multipv) as f64;
        meter.keep_for(takes(RANKED_AT_LEAST * sizes.rank as f64), takes(reported) + TAIL);
        let plan = self.pass(nodes, &[]);
        // A pass that was cut short before it had ranked anything knows no stroke but the fallback.
        let ranked = plan.stages.iter().any(|stage| stage.name == RANKED);
        if ranked && plan.best().nodes > 0 { plan } else { first }
    }

    /// Ever longer passes, the best of each among the candidates of the next.
    fn endless(&self) -> Plan {
        let mut nodes = FIRST_PASS;
        let mut best = self.pass(nodes, &[]);
        let meter = self.task.meter;
        while meter.open() {
            meter.report(&best);
            nodes = (nodes * GROWTH).min(LONGEST_PASS);
            let seeds: Vec<Candidate> =
                best.suggestions.iter().filter_map(|s| Candidate::new(&self.task.scene, s.stroke)).collect();
            let run = Run { task: Task { key: self.task.key.with(meter.nodes()), ..self.task }, ..*self };
            let plan = run.pass(nodes, &seeds);
            if plan.repeat_nodes != 0 {
                best = Plan { repeat_nodes: 0, nodes: meter.nodes(), ..plan };
            }
        }
        best
    }

    /// One pass through all stages with a node budget.
    fn pass(&self, nodes: u64, seeds: &[Candidate]) -> Plan {
        let (task, request) = (&self.task, self.request);
        let (replies, sizes) = (self.replies(), self.sizes(nodes));
        let before = task.meter.nodes();
        let seeds = [seeds, &openings(&task.scene)].concat();
        let mut thought = think(task, &sizes, self.fallback, &seeds);
        if sizes.reply > 0 && thought.complete {
            thought.reply(task, &request.skills.opponent, replies.leaves(task.params), sizes.reply);
        }
        let shown = thought.show(task, request.multipv);
        if sizes.order > 0 && thought.complete {
            thought.settle(task, shown, sizes.order);
        }
        let chosen: Vec<Candidate> = thought.ranked[..shown].iter().map(|one| one.candidate).collect();
        task.meter.begin_report();
        let clock = (Instant::now(), task.meter.nodes());
        let (suggestions, whole) = self.report(&chosen, sizes.report_per);
        thought.stages.push(cost("report", task, clock));
        let complete = thought.complete && whole;
        let plan = Plan {
            suggestions: explain(suggestions, &thought),
            nodes: task.meter.nodes() - before,
            seed: request.seed,
            repeat_nodes: if complete { nodes } else { 0 },
            stages: thought.stages,
            elapsed: task.meter.elapsed(),
        };
        task.meter.progress(before + nodes);
        plan
    }

    fn sizes(&self, nodes: u64) -> Sizes {
        Sizes::new(nodes, self.request.multipv, self.replies(), self.task.params)
    }

    /// A net that sees what lies on the table judges the leaves of every stroke; corrections by a few short plans would
    /// add their own noise to that (docs/planner.md has the measurement).
    fn replies(&self) -> Replies {
        match self.request.objective {
            Objective::Win if self.task.worth.sees(self.task.player().other()) => Replies::Principal,
            Objective::Win => Replies::Correcting,
            _ => Replies::None,
        }
    }

    /// The report; a shorter one, and at last an empty one, when there is no time for it.
    fn report(&self, chosen: &[Candidate], per: usize) -> (Vec<Suggestion>, bool) {
        if let Some(suggestions) = report(&self.task, chosen, per) {
            return (suggestions, true);
        }
        let closed = Meter::new(&crate::budget::Quiet, None);
        let task = Task { meter: &closed, ..self.task };
        // A stopped plan still tells what its best stroke promises: 16 strokes a shift, about a millisecond.
        let few = per.min(16) / chosen.len().max(1);
        (report(&task, chosen, few).unwrap_or_default(), false)
    }
}
