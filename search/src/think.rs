//! One pass of thinking: sweep, pick, polish, rank; then the replies and the order of what is shown.

use crate::candidate::{Candidate, fallback};
use crate::pick::{pick, starts};
use crate::plan::{StageCost, Suggestion};
use crate::polish::polish;
use crate::rank::{Ranked, order_anew, rank};
use crate::reply::{Answer, reply};
use crate::signature::Mode;
use crate::sizes::Sizes;
use crate::sweep::sweep;
use crate::task::Task;
use filotto_engine::names::{Name, facts};
use filotto_physics::simulate;
use std::time::Instant;

/// The stage after which a pass has an order of its own.
pub(crate) const RANKED: &str = "rank";

/// What a pass of thinking leaves: candidates, the best first.
pub(crate) struct Thought {
    pub ranked: Vec<Ranked>,
    pub answers: Vec<Answer>,
    pub stages: Vec<StageCost>,
    pub complete: bool,
}

/// Sweep, pick, polish, rank. A sweep that the meter interrupts is dropped; a polish or a ranking goes as far as it got.
pub(crate) fn think(task: &Task, sizes: &Sizes, fallback: Candidate, seeds: &[Candidate]) -> Thought {
    let unranked = |candidate: Candidate| Ranked { candidate, mode: None, value: f64::MIN, utilities: Vec::new() };
    let mut thought =
        Thought { ranked: vec![unranked(fallback)], answers: Vec::new(), stages: Vec::new(), complete: false };
    let done = stages(task, sizes, fallback, seeds, &mut thought);
    thought.complete = done == Some(true);
    thought
}

fn stages(task: &Task, sizes: &Sizes, fallback: Candidate, seeds: &[Candidate], thought: &mut Thought) -> Option<bool> {
    let mut clock = (Instant::now(), task.meter.nodes());
    let mut lap = |name, thought: &mut Thought| {
        thought.stages.push(cost(name, task, clock));
        clock = (Instant::now(), task.meter.nodes());
        task.meter.progress(0);
    };
    let swept = sweep(task, sizes.sweep)?;
    lap("sweep", thought);
    let mut field: Vec<(Candidate, Option<Mode>)> = seeds.iter().map(|&seed| (seed, None)).collect();
    let mut whole = true;
    if sizes.picks == 0 {
        // A tiny budget: as many of the sweep's best as get a few strokes each.
        let n = (sizes.rank / 24).clamp(1, 16);
        field.extend(pick(&swept, n).into_iter().map(|i| (swept[i].candidate, Some(swept[i].signature.mode()))));
    } else {
        let starts = starts(task, &swept, sizes.picks)?;
        lap("pick", thought);
        let (polished, to_its_end) = polish(task, &starts, sizes.polish);
        whole &= to_its_end;
        lap("polish", thought);
        let best = polished.iter().take(task.params.rank_field as usize);
        field.extend(best.map(|one| (one.candidate, Some(one.mode))));
    }
    field.push((fallback, None));
    if sizes.rank == 0 {
        return Some(whole);
    }
    task.meter.begin_ranking();
    let keep = (task.params.rank_last as usize).min(field.len());
    field.truncate((sizes.rank / 4).max(1));
    let (ranked, to_its_end) = rank(task, &field, sizes.rank, keep)?;
    thought.ranked = ranked;
    lap(RANKED, thought);
    Some(whole && to_its_end)
}

pub(crate) fn cost(name: &'static str, task: &Task, (started, nodes): (Instant, u64)) -> StageCost {
    StageCost { name, nodes: task.meter.nodes() - nodes, time: started.elapsed() }
}

impl Thought {
    /// Brings what is shown to the front; says how many there are.
    pub fn show(&mut self, task: &Task, n: usize) -> usize {
        let chosen = different(task, &self.ranked, n);
        let shown: Vec<Ranked> = chosen.iter().map(|&i| self.ranked[i].clone()).collect();
        let rest = self.ranked.iter().enumerate().filter(|(i, _)| !chosen.contains(i));
        self.ranked = shown.iter().cloned().chain(rest.map(|(_, one)| one.clone())).collect();
        shown.len()
    }

    /// Puts the first `shown` in order by strokes of their own.
    pub fn settle(&mut self, task: &Task, shown: usize, nodes: usize) {
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
    pub fn reply(&mut self, task: &Task, opponent: &filotto_engine::Skill, leaves: usize, nodes: usize) {
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
pub(crate) fn explain(mut suggestions: Vec<Suggestion>, thought: &Thought) -> Vec<Suggestion> {
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
