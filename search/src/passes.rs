//! Passes through the stages: one for a node budget (more for one too long for the memory), two or more under a deadline, ever
//! longer ones without an end.

use crate::budget::{Budget, Meter};
use crate::candidate::Candidate;
use crate::estimate::SHIFTS;
use crate::openings::openings;
use crate::plan::{Objective, Plan, Request, Suggestion};
use crate::report::report;
use crate::sizes::{Replies, Sizes};
use crate::task::Task;
use crate::think::{RANKED, cost, explain, think};
use std::time::{Duration, Instant};

/// First pass under a deadline and first of an endless search: enough for a sensible stroke, a few milliseconds.
const FIRST_PASS: u64 = 1000;
/// Growth of an endless search from pass to pass.
const GROWTH: u64 = 2;
/// Longest pass of an endless search: bounds its memory.
const LONGEST_ENDLESS: u64 = 4_000_000;
/// Longest pass of a budget of nodes or time, for the same reason: a pass keeps some 60 bytes a stroke.
pub(crate) const LONGEST: u64 = 10_000_000;
/// A pass after one of the longest is worth it from this part of it on.
const WORTH_IT: u64 = 8;
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

/// One plan in the making.
pub(crate) struct Run<'a> {
    pub task: Task<'a>,
    pub request: &'a Request,
    pub fallback: Candidate,
    /// Strokes of the longest pass: [`LONGEST`].
    pub longest: u64,
}

impl Run<'_> {
    /// The plan that the budget asks for.
    pub fn by_budget(&self) -> Plan {
        match self.request.budget {
            Budget { nodes: Some(nodes), time: None } => self.counted(nodes),
            Budget { nodes, time: Some(time) } => self.timed(time, nodes.unwrap_or(u64::MAX)),
            Budget { nodes: None, time: None } => self.endless(),
        }
    }

    /// One pass, or as many equal ones as keep the memory bounded, each with the best of the one before among its candidates.
    fn counted(&self, nodes: u64) -> Plan {
        let passes = nodes.div_ceil(self.longest).max(1);
        let mut best = self.pass(nodes / passes, &[]);
        let mut whole = best.repeat_nodes != 0;
        for _ in 1..passes {
            if !whole {
                break;
            }
            self.task.meter.report(&best);
            let (plan, ended) = self.pass_after(&best, nodes / passes);
            whole = ended;
            if ended {
                best = plan;
            }
        }
        Plan { repeat_nodes: if whole { nodes } else { 0 }, ..best }
    }

    /// A short pass first, so that there is an answer and a measure of speed; then one that fills the time left. Where the
    /// measure was far too low (the machine did something else just then), the next, longer one goes on from what that found.
    fn timed(&self, time: Duration, most: u64) -> Plan {
        let mut best = self.pass(FIRST_PASS.min(most), &[]);
        let meter = self.task.meter;
        let mut longest = best.nodes;
        for number in 1.. {
            let rate = self.rate(number);
            let left = meter.left().unwrap_or(time).as_secs_f64();
            let nodes = (rate * left * PLANNED_SHARE) as u64;
            let nodes = nodes.min(most.saturating_sub(meter.nodes())).min(self.longest);
            let another = longest == self.longest && nodes >= self.longest / WORTH_IT;
            if nodes <= longest && !another || !meter.open() {
                break;
            }
            meter.report(&best);
            self.keep_time(nodes, rate);
            let plan = if number == 1 { self.pass(nodes, &[]) } else { self.pass_after(&best, nodes).0 };
            // A pass that was cut short before it had ranked anything knows no stroke but the fallback.
            if plan.best().nodes == 0 || !plan.stages.iter().any(|stage| stage.name == RANKED) {
                break;
            }
            (best, longest) = (plan, nodes);
        }
        best
    }

    /// Strokes a second that a pass of this number will simulate, by those so far.
    fn rate(&self, number: u32) -> f64 {
        let meter = self.task.meter;
        let faster = if number == 1 && rayon::current_num_threads() > 1 { LONGER_IS_FASTER } else { 1.0 };
        faster * meter.nodes() as f64 / meter.elapsed().as_secs_f64().max(1e-6)
    }

    /// Has the clock of the polish end early enough to rank and report whatever it has found.
    fn keep_time(&self, nodes: u64, rate: f64) {
        let sizes = self.sizes(nodes);
        let takes = |strokes: f64| Duration::from_secs_f64(LATE_STROKES * strokes / rate);
        let reported = (sizes.report_per * SHIFTS * self.request.multipv) as f64;
        self.task.meter.keep_for(takes(RANKED_AT_LEAST * sizes.rank as f64), takes(reported) + TAIL);
    }

    /// Ever longer passes, the best of each among the candidates of the next.
    fn endless(&self) -> Plan {
        let mut nodes = FIRST_PASS;
        let mut best = self.pass(nodes, &[]);
        let meter = self.task.meter;
        while meter.open() {
            meter.report(&best);
            nodes = (nodes * GROWTH).min(LONGEST_ENDLESS);
            let (plan, whole) = self.pass_after(&best, nodes);
            if whole {
                best = plan;
            }
        }
        best
    }

    /// A pass with other draws whose candidates include what another found, and whether it came to its end. No node budget
    /// repeats it.
    fn pass_after(&self, best: &Plan, nodes: u64) -> (Plan, bool) {
        let seeds: Vec<Candidate> =
            best.suggestions.iter().filter_map(|s| Candidate::new(&self.task.scene, s.stroke)).collect();
        let meter = self.task.meter;
        let run = Run { task: Task { key: self.task.key.with(meter.nodes()), ..self.task }, ..*self };
        let plan = run.pass(nodes, &seeds);
        let whole = plan.repeat_nodes != 0;
        (Plan { repeat_nodes: 0, nodes: meter.nodes(), ..plan }, whole)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Quiet};
    use crate::candidate::fallback;
    use crate::plan::Skills;
    use crate::task::tests::with_task;

    /// A plan whose passes are at most `longest` strokes.
    fn plan(budget: Budget, longest: u64) -> Plan {
        with_task("0.5,0.4 2.0,1.0 2.1,0.5 UDLRC w n 0-0/60", |task| {
            let skills = Skills { striker: *task.skill, opponent: *task.skill };
            let request = Request { skills, budget, objective: task.objective, multipv: 1, seed: 1 };
            let meter = Meter::new(&Quiet, budget.time);
            let task = Task { meter: &meter, ..*task };
            let fallback = fallback(&task.scene, task.params).unwrap();
            Run { task, request: &request, fallback, longest }.by_budget()
        })
    }

    /// A budget of 8 million strokes took 470 MB and longer ones more in proportion, without an end: each was one pass, and a pass
    /// keeps all of its strokes.
    #[test]
    fn a_long_budget_is_passed_in_parts() {
        let budget = Budget::nodes(6000);
        let (one, three) = (plan(budget, LONGEST), plan(budget, 2500));
        let (swept, in_parts) = (one.stages[0].nodes, three.stages[0].nodes);
        assert!(in_parts < swept / 2 && in_parts > swept / 4, "the last part sweeps {in_parts} of {swept}");
        assert!((5000..=6000).contains(&three.nodes), "{}", three.nodes);
        assert_eq!((one.repeat_nodes, three.repeat_nodes), (6000, 6000));
        let again = plan(budget, 2500);
        assert_eq!(again.best().stroke, three.best().stroke);
    }

    /// Under a deadline too: passes of the longest follow each other while there are strokes for one, and no more than asked for.
    #[test]
    fn a_long_time_is_passed_in_parts() {
        let plan = plan(Budget { nodes: Some(6000), time: Some(Duration::from_secs(600)) }, 1500);
        // 1,000, three times 1,500, and what is left; strokes that can't be played are in the budget, but not simulated.
        assert!((5300..=6000).contains(&plan.nodes), "{}", plan.nodes);
        assert!(plan.stages[0].nodes <= 500 / 2, "the last part sweeps {}", plan.stages[0].nodes);
    }
}
