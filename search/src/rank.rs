//! The ranking: all candidates under the same errors, the worse half out after every round, on paired differences.
//!
//! Round after round uses a longer prefix of one shifted Sobol sequence (16, 32, 64 ... strokes), so that nothing
//! is played twice and two candidates always differ by themselves and never by their luck.

use crate::candidate::Candidate;
use crate::keys::Stage;
use crate::noise;
use crate::plan::Objective;
use crate::signature::Mode;
use crate::task::Task;

/// A candidate with its place in the ranking.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The stroke.
    pub candidate: Candidate,
    /// Its mode, struck exactly, where known.
    pub mode: Option<Mode>,
    /// Mean utility over the rounds it survived.
    pub value: f64,
    /// What each of its strokes was worth, in the order of the common errors.
    pub utilities: Vec<f64>,
}

/// Ranks candidates with about `nodes` strokes: survivors first, within each round by their means, and whether that came
/// to its end. `keep` is the least number that reaches the last round. `None` when the meter left no time for one round.
pub fn rank(
    task: &Task,
    candidates: &[(Candidate, Option<Mode>)],
    nodes: usize,
    keep: usize,
) -> Option<(Vec<Ranked>, bool)> {
    let keep = keep.max(1);
    let mut alive: Vec<Ranked> = candidates
        .iter()
        .map(|&(candidate, mode)| Ranked { candidate, mode, value: f64::MIN, utilities: Vec::new() })
        .collect();
    let mut out: Vec<Ranked> = Vec::new();
    let rounds = rounds(alive.len(), keep);
    let first = if task.is_exact() { 1 } else { (nodes / (rounds * alive.len().max(1))).max(1) };
    let key = task.key.stage(Stage::Rank);
    let mut length = first;
    let mut spent = 0;
    let mut whole = true;
    loop {
        let from = alive.first().map_or(0, |one| one.utilities.len());
        let fits = (nodes.saturating_sub(spent) / alive.len().max(1)).min(length - from);
        let to = if from == 0 { length.min(from + fits.max(1)) } else { from + fits };
        if to > from {
            let played = play_round(task, &mut alive, &noise::list(key, to), from);
            if from == 0 {
                played?;
            } else if played.is_none() {
                whole = false;
                break;
            }
            spent += (to - from) * alive.len();
        }
        order(&mut alive);
        if alive.len() <= keep || task.is_exact() || to < length {
            break;
        }
        let stay = keep.max(alive.len() / 2);
        let pruned = alive.split_off(survivors(task, &alive, stay, keep));
        out.splice(0..0, pruned);
        length *= 2;
    }
    alive.append(&mut out);
    Some((alive, whole))
}

/// Plays all candidates on `nodes` fresh strokes in all and orders them by everything known. What the ranking dropped
/// early it knows by a few strokes only; those that are shown are worth more.
pub fn order_anew(task: &Task, ranked: &mut [Ranked], corrections: &[f64], nodes: usize) -> Option<()> {
    let per = if task.is_exact() { 1 } else { nodes / ranked.len().max(1) };
    play_round(task, ranked, &noise::list(task.key.stage(Stage::Order), per), 0)?;
    for (one, correction) in ranked.iter_mut().zip(corrections) {
        one.value += correction;
    }
    order(ranked);
    Some(())
}

/// Rounds until half after half leaves `keep`.
fn rounds(candidates: usize, keep: usize) -> usize {
    let mut left = candidates;
    let mut rounds = 1;
    while left > keep {
        left = keep.max(left / 2);
        rounds += 1;
    }
    rounds
}

/// Plays the errors from `from` on for everyone still in.
fn play_round(task: &Task, alive: &mut [Ranked], errors: &[noise::Errors], from: usize) -> Option<()> {
    let per = errors.len() - from;
    let played = task.each_stroke(per * alive.len(), |i, watch| {
        let trial = task.play(&alive[i / per].candidate, &errors[from + i % per], watch);
        trial.map_or(0.0, |trial| task.utility(&trial))
    })?;
    for (one, utilities) in alive.iter_mut().zip(played.chunks(per)) {
        one.utilities.extend_from_slice(utilities);
        one.value = mean(&scores(task.objective, &one.utilities));
    }
    Some(())
}

/// Best first; the earlier candidate where two are equal.
fn order(alive: &mut [Ranked]) {
    alive.sort_by(|a, b| b.value.total_cmp(&a.value));
}

/// How many of the ordered candidates stay: at most `stay`, fewer when some are certainly behind the leader.
fn survivors(task: &Task, alive: &[Ranked], stay: usize, keep: usize) -> usize {
    let leader = scores(task.objective, &alive[0].utilities);
    let hopeless = |one: &Ranked| {
        let own = scores(task.objective, &one.utilities);
        let differences: Vec<f64> = leader.iter().zip(&own).map(|(a, b)| a - b).collect();
        let (mean, error) = mean_and_error(&differences);
        // Below 16 pairs the error itself is a guess.
        differences.len() >= 16 && mean > task.params.prune_sigmas * error
    };
    let mut n = stay;
    while n > keep && hopeless(&alive[n - 1]) {
        n -= 1;
    }
    n
}

/// What an objective takes the mean of. For `Safe(q)`: with t the q-quantile, the mean of the worst share is the
/// mean of `t - max(t - x, 0) / q` (Rockafellar and Uryasev 2000).
pub fn scores(objective: Objective, utilities: &[f64]) -> Vec<f64> {
    let Objective::Safe(q) = objective else { return utilities.to_vec() };
    let mut sorted = utilities.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = ((q * sorted.len() as f64).ceil() as usize).clamp(1, sorted.len().max(1)) - 1;
    let Some(&t) = sorted.get(at) else { return Vec::new() };
    utilities.iter().map(|x| t - (t - x).max(0.0) / q).collect()
}

/// The mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// Mean and its standard error, as if the values were independent.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = mean(values);
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (mean, (squares / (n * (n - 1.0).max(1.0))).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_safe_score_is_the_mean_of_the_worst() {
        let results = [4.0, 0.0, -2.0, 8.0, 0.0, 2.0, -6.0, 4.0, 0.0, 2.0];
        assert!((mean(&scores(Objective::Safe(0.2), &results)) - -4.0).abs() < 1e-12);
        assert!((mean(&scores(Objective::Safe(1.0), &results)) - mean(&results)).abs() < 1e-12);
        assert!((mean(&scores(Objective::Safe(1e-9), &results)) - -6.0).abs() < 1e-6);
    }

    #[test]
    fn halving_ends_at_what_is_kept() {
        assert_eq!((rounds(64, 4), rounds(4, 4), rounds(5, 4), rounds(1, 1)), (5, 1, 2, 1));
    }
}
