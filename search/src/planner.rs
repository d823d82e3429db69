//! The planner: stages in their order, budgets, and what happens when one runs out.

use crate::budget::{Budget, Control, Meter};
use crate::candidate::{Candidate, fallback};
use crate::keys::Key;
use crate::params::Params;
use crate::pick::{pick, starts};
use crate::plan::{Objective, Plan, PlanError, Request, StageCost, Suggestion};
use crate::polish::polish;
use crate::rank::{Ranked, order_anew, rank};
use crate::reply::{Answer, reply};
use crate::report::report;
use crate::signature::Mode;
use crate::sizes::{Replies, Sizes};
use crate::sweep::sweep;
use crate::task::Task;
use crate::trial::{Court, Scene};
use crate::value::{Worth, choice, weights::Weights};
use filotto_engine::names::{Name, facts};
use filotto_engine::{Kind, Position, Profile};
use filotto_physics::{Table, simulate};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plans strokes on one table under one profile, with its own worker threads.
pub struct Planner {
    court: Court,
    pool: ThreadPool,
    params: Params,
    value: Option<Arc<Weights>>,
}

/// First pass under a deadline and first of an endless search: enough for a sensible stroke, a few milliseconds.
const FIRST_PASS: u64 = 1000;
/// Growth of an endless search from pass to pass.
const GROWTH: u64 = 2;
/// Longest pass of an endless search: bounds its memory.
const LONGEST_PASS: u64 = 4_000_000;
/// Share of the time left that the main pass is planned for: strokes vary in length, and the rest is for the report.
const PLANNED_SHARE: f64 = 0.85;
/// Share of the time kept for the report when thinking takes too long.
const REPORT_RESERVE: f64 = 0.12;

/// What a pass of thinking leaves: candidates, the best first.
struct Thought {
    ranked: Vec<Ranked>,
    answers: Vec<Answer>,
    stages: Vec<StageCost>,
    complete: bool,
}

impl Planner {
    /// With its own pool of so many threads (0 = one per core).
    pub fn new(table: Table, profile: Profile, threads: usize) -> Planner {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let table = profile.seen_on(&table).into_owned();
        Planner { court: Court { table, profile }, pool, params: Params::default(), value: choice::default() }
    }

    /// Gives it a net that judges leaves; without one they are judged by their kind alone.
    pub fn set_value(&mut self, value: Option<Arc<Weights>>) {
        self.value = value;
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

/// The stage after which a pass has an order of its own.
const RANKED: &str = "rank";

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
        let nodes = (meter.nodes() as f64 / seconds * left * PLANNED_SHARE).min(most as f64) as u64;
        if nodes <= first.nodes || !meter.open() {
            return first;
        }
        meter.report(&first);
        // The clock of the thinking ends early enough for a report on whatever it has found.
        let reserve = Duration::from_secs_f64(left * REPORT_RESERVE);
        meter.set_reserve(reserve);
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
        let replies = self.replies();
        let sizes = Sizes::new(nodes, request.multipv, replies, task.params);
        let before = task.meter.nodes();
        let mut thought = think(task, &sizes, self.fallback, seeds);
        if sizes.reply > 0 && thought.complete {
            thought.reply(task, &request.skills.opponent, replies.leaves(task.params), sizes.reply);
        }
        let shown = thought.show(task, request.multipv);
        if sizes.order > 0 && thought.complete {
            thought.settle(task, shown, sizes.order);
        }
        let chosen: Vec<Candidate> = thought.ranked[..shown].iter().map(|one| one.candidate).collect();
        task.meter.set_reserve(Duration::ZERO);
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

/// Sweep, pick, polish, rank. A stage that the meter interrupts is dropped whole.
fn think(task: &Task, sizes: &Sizes, fallback: Candidate, seeds: &[Candidate]) -> Thought {
    let unranked = |candidate: Candidate| Ranked { candidate, mode: None, value: f64::MIN, utilities: Vec::new() };
    let mut thought =
        Thought { ranked: vec![unranked(fallback)], answers: Vec::new(), stages: Vec::new(), complete: false };
    let done = stages(task, sizes, fallback, seeds, &mut thought);
    thought.complete = done.is_some();
    thought
}

fn stages(task: &Task, sizes: &Sizes, fallback: Candidate, seeds: &[Candidate], thought: &mut Thought) -> Option<()> {
    let mut clock = (Instant::now(), task.meter.nodes());
    let mut lap = |name, thought: &mut Thought| {
        thought.stages.push(cost(name, task, clock));
        clock = (Instant::now(), task.meter.nodes());
        task.meter.progress(0);
    };
    let swept = sweep(task, sizes.sweep)?;
    lap("sweep", thought);
    let mut field: Vec<(Candidate, Option<Mode>)> = seeds.iter().map(|&seed| (seed, None)).collect();
    if sizes.picks == 0 {
        // A tiny budget: as many of the sweep's best as get a few strokes each.
        let n = (sizes.rank / 24).clamp(1, 16);
        field.extend(pick(&swept, n).into_iter().map(|i| (swept[i].candidate, Some(swept[i].signature.mode()))));
    } else {
        let starts = starts(task, &swept, sizes.picks)?;
        lap("pick", thought);
        let polished = polish(task, &starts, sizes.polish)?;
        lap("polish", thought);
        let best = polished.iter().take(task.params.rank_field as usize);
        field.extend(best.map(|one| (one.candidate, Some(one.mode))));
    }
    field.push((fallback, None));
    if sizes.rank == 0 {
        return Some(());
    }
    let keep = (task.params.rank_last as usize).min(field.len());
    field.truncate((sizes.rank / 4).max(1));
    thought.ranked = rank(task, &field, sizes.rank, keep)?;
    lap(RANKED, thought);
    Some(())
}

fn cost(name: &'static str, task: &Task, (started, nodes): (Instant, u64)) -> StageCost {
    StageCost { name, nodes: task.meter.nodes() - nodes, time: started.elapsed() }
}

impl Thought {
    /// Brings what is shown to the front; says how many there are.
    fn show(&mut self, task: &Task, n: usize) -> usize {
        let chosen = different(task, &self.ranked, n);
        let shown: Vec<Ranked> = chosen.iter().map(|&i| self.ranked[i].clone()).collect();
        let rest = self.ranked.iter().enumerate().filter(|(i, _)| !chosen.contains(i));
        self.ranked = shown.iter().cloned().chain(rest.map(|(_, one)| one.clone())).collect();
        shown.len()
    }

    /// Puts the first `shown` in order by strokes of their own.
    fn settle(&mut self, task: &Task, shown: usize, nodes: usize) {
        let clock = (Instant::now(), task.meter.nodes());
        let mut leaders = self.ranked[..shown].to_vec();
        let corrections: Vec<f64> = leaders.iter().map(|one| self.correction(task, one)).collect();
        match order_anew(task, &mut leaders, &corrections, nodes) {
            Some(()) => {
                self.ranked.splice(..shown, leaders);
                self.stages.push(cost("order", task, clock));
            }
            None => self.complete = false,
        }
    }

    /// What the replies add to a value.
    fn correction(&self, task: &Task, one: &Ranked) -> f64 {
        let answer = self.answers.iter().find(|answer| answer.to == one.candidate.stroke);
        answer.map_or(0.0, |answer| task.params.reply_trust * answer.correction)
    }

    /// Corrects the leaders' values by simulated replies and orders them anew.
    fn reply(&mut self, task: &Task, opponent: &filotto_engine::Skill, leaves: usize, nodes: usize) {
        let clock = (Instant::now(), task.meter.nodes());
        let n = (task.params.reply_candidates as usize).min(self.ranked.len());
        match reply(task, opponent, &self.ranked[..n], leaves, nodes) {
            Some(answers) => {
                for (one, answer) in self.ranked.iter_mut().zip(&answers) {
                    one.value += task.params.reply_trust * answer.correction;
                }
                let mut order: Vec<usize> = (0..n).collect();
                order.sort_by(|&a, &b| self.ranked[b].value.total_cmp(&self.ranked[a].value));
                let leaders: Vec<Ranked> = order.iter().map(|&i| self.ranked[i].clone()).collect();
                self.ranked.splice(0..n, leaders);
                self.answers = answers;
                self.stages.push(cost("reply", task, clock));
            }
            None => self.complete = false,
        }
    }
}

/// The best stroke and `n - 1` others: the first of each name that people tell strokes apart by, then of each mode,
/// then the next best. The order is the ranking's.
fn different(task: &Task, ranked: &[Ranked], n: usize) -> Vec<usize> {
    if n <= 1 {
        return vec![0];
    }
    let names: Vec<Name> = ranked.iter().map(|one| name(task, &one.candidate)).collect();
    let first = |i: usize, same: &dyn Fn(usize) -> bool| !(0..i).any(same);
    let new_name = |i: usize| first(i, &|j| names[j] == names[i]);
    let new_mode = |i: usize| ranked[i].mode.is_none() || first(i, &|j| ranked[j].mode == ranked[i].mode);
    let mut order: Vec<usize> = (0..ranked.len()).collect();
    order.sort_by_key(|&i| (!new_name(i), !new_mode(i)));
    order.truncate(n);
    order.sort_unstable();
    order
}

/// What a stroke is called, struck exactly.
fn name(task: &Task, candidate: &Candidate) -> Name {
    let (table, cue) = (&task.scene.court().table, task.scene.position.cue_ball());
    let strike = candidate.stroke.strike;
    simulate(table, &candidate.layout, &[(cue, strike)])
        .map_or(Name::Mancata, |trace| Name::of(&facts(table, cue, &strike, &trace)))
}

/// Adds what the ranking and the replies know.
fn explain(mut suggestions: Vec<Suggestion>, thought: &Thought) -> Vec<Suggestion> {
    for suggestion in &mut suggestions {
        if let Some(one) = thought.ranked.iter().find(|one| one.candidate.stroke == suggestion.stroke) {
            suggestion.ess = one.utilities.len() as f64;
        }
        let answer = thought.answers.iter().find(|answer| answer.to == suggestion.stroke);
        suggestion.reply = answer.and_then(|answer| answer.principal);
    }
    suggestions
}

/// The value of the best stroke of a light plan, without report and replies: what a simulated reply is.
pub(crate) fn light(task: &Task, nodes: usize) -> Option<(Candidate, f64)> {
    let fallback = fallback(&task.scene, task.params)?;
    let sizes = Sizes::without_report(nodes, task.params);
    let thought = think(task, &sizes, fallback, &[]);
    let best = thought.ranked.into_iter().next()?;
    thought.complete.then_some((best.candidate, best.value))
}
