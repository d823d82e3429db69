//! The report: what the chosen strokes promise, from fresh strokes that had no part in the choice.

use crate::candidate::Candidate;
use crate::estimate::{Estimate, SHIFTS};
use crate::keys::Stage;
use crate::noise;
use crate::plan::{Objective, Suggestion};
use crate::rank::{mean, scores};
use crate::sobol::Sobol;
use crate::task::Task;
use filotto_engine::{Fault, Watch};

/// Most points one stroke can give to either player: what an unseen extreme can be.
const MOST_POINTS: f64 = 16.0;

/// Sums over the strokes of one shift.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// What each was worth, 0 where none was played, so that those of two suggestions pair.
    utilities: Vec<f64>,
    strokes: u64,
    points: f64,
    lost: f64,
    win: f64,
    leave: f64,
    scored: u64,
    faulty: u64,
    faults: [u64; Fault::ALL.len()],
}

/// Reports candidates, best first, with `per` strokes in each of [`SHIFTS`] shifts. With `per` 0 nothing is
/// promised: the estimates hold all that is possible.
pub fn report(task: &Task, chosen: &[Candidate], per: usize) -> Option<Vec<Suggestion>> {
    let shifts = if task.is_exact() { 1 } else { SHIFTS };
    let per = if task.is_exact() { per.min(1) } else { per };
    let key = task.key.stage(Stage::Report);
    let tallies = task.each(chosen.len() * shifts, |item| {
        // Suggestions share their errors, so that their differences are sharp too.
        tally(task, &chosen[item / shifts], &Sobol::new(key.with((item % shifts) as u64)), per)
    })?;
    let each = chosen.iter().zip(tallies.chunks(shifts));
    Some(each.map(|(one, own)| suggestion(task, one, own, &tallies[..shifts], per)).collect())
}

/// How far the strokes of one suggestion are behind those of the first, shift by shift.
fn behind(task: &Task, own: &[Tally], first: &[Tally], per: usize) -> Estimate {
    let range = if task.objective == Objective::Win { 1.0 } else { 2.0 * MOST_POINTS };
    let value = |tally: &Tally| mean(&scores(task.objective, &tally.utilities));
    let differences: Vec<f64> = first.iter().zip(own).map(|(a, b)| value(a) - value(b)).collect();
    if std::ptr::eq(own, first) {
        Estimate::exact(0.0)
    } else if per == 0 {
        Estimate::between(-range, range)
    } else if task.is_exact() {
        Estimate::exact(differences[0])
    } else {
        Estimate::from_shifts(&differences, per, range)
    }
}

fn tally(task: &Task, candidate: &Candidate, sobol: &Sobol, per: usize) -> Tally {
    let mut tally = Tally::default();
    let mut watch = Watch::new();
    task.meter.count(per as u64);
    for i in 0..per {
        let played = task.play(candidate, &noise::errors(sobol, i as u64), &mut watch);
        tally.utilities.push(played.map_or(0.0, |trial| task.utility(&trial)));
        let Some(trial) = played else { continue };
        let next = task.next(&trial);
        tally.strokes += 1;
        tally.points += f64::from(trial.ruling.striker);
        tally.lost += f64::from(trial.ruling.opponent);
        tally.win += task.worth.win(task.player(), &next);
        tally.leave += task.worth.expected(&next);
        tally.scored += u64::from(trial.ruling.striker > 0);
        tally.faulty += u64::from(trial.is_fault());
        for fault in trial.ruling.faults.iter() {
            tally.faults[fault as usize] += 1;
        }
    }
    tally
}

fn suggestion(task: &Task, candidate: &Candidate, tallies: &[Tally], first: &[Tally], per: usize) -> Suggestion {
    let strokes: u64 = tallies.iter().map(|t| t.strokes).sum();
    let over_shifts = |of: fn(&Tally) -> f64, range: f64| {
        let means: Vec<f64> = tallies.iter().map(|t| of(t) / (t.strokes.max(1)) as f64).collect();
        if strokes == 0 {
            Estimate::between(-range, range)
        } else if task.is_exact() {
            Estimate::exact(means[0])
        } else {
            Estimate::from_shifts(&means, per, range)
        }
    };
    let chance = |of: &dyn Fn(&Tally) -> u64| {
        let hits: u64 = tallies.iter().map(of).sum();
        if task.is_exact() && strokes > 0 {
            Estimate::exact(hits as f64 / strokes as f64)
        } else {
            Estimate::chance(hits, strokes)
        }
    };
    let mut faults: Vec<(Fault, Estimate)> = Fault::ALL
        .into_iter()
        .map(|fault| (fault, chance(&|t: &Tally| t.faults[fault as usize])))
        .filter(|(_, estimate)| strokes > 0 && estimate.mean > 0.0)
        .collect();
    faults.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
    let exact = exact(task, candidate);
    Suggestion {
        stroke: candidate.stroke,
        points: over_shifts(|t| t.points, MOST_POINTS),
        lost: over_shifts(|t| t.lost, MOST_POINTS),
        net: over_shifts(|t| t.points - t.lost, MOST_POINTS),
        score: chance(&|t| t.scored),
        fault: chance(&|t| t.faulty),
        faults,
        win: if strokes == 0 { Estimate::between(0.0, 1.0) } else { over_shifts(|t| t.win, 1.0) },
        behind: behind(task, tallies, first, per),
        leave: over_shifts(|t| t.leave, MOST_POINTS),
        signature: exact.map_or_else(Default::default, |trial| trial.signature),
        exact: exact.map_or((0, 0), |trial| (trial.ruling.striker, trial.ruling.opponent)),
        ess: 0.0,
        nodes: strokes,
        reply: None,
    }
}

/// The stroke as intended, without errors: what it is called by. Not counted, it decides nothing.
fn exact(task: &Task, candidate: &Candidate) -> Option<crate::trial::Trial> {
    task.scene.play(&candidate.layout, &candidate.stroke.strike, false, &mut Watch::new())
}
