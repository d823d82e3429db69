//! From the sweep to candidates: promising strokes of every mode, valued under the player's errors by a few strokes
//! of their own and by their neighbours in the sweep.

use crate::candidate::Candidate;
use crate::kernel::{Evidence, Widths};
use crate::keys::Stage;
use crate::noise;
use crate::signature::Mode;
use crate::sweep::Swept;
use crate::task::Task;
use filotto_engine::math::wrap_deg;
use std::collections::HashMap;

/// A candidate with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Screened {
    /// The stroke.
    pub candidate: Candidate,
    /// Its mode, struck exactly.
    pub mode: Mode,
    /// Expected utility under the player's errors.
    pub value: f64,
    /// Effective sample size of that.
    pub ess: f64,
}

/// Picks at most `n` sweep strokes: the best first, but no mode more than its share.
pub fn pick(swept: &[Swept], n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..swept.len()).collect();
    order.sort_by(|&a, &b| swept[b].utility.total_cmp(&swept[a].utility).then(a.cmp(&b)));
    let share = (n / 6).max(2);
    let mut taken: HashMap<Mode, usize> = HashMap::new();
    let mut picked = Vec::with_capacity(n);
    for i in order {
        let of_mode = taken.entry(swept[i].signature.mode()).or_default();
        if *of_mode < share && picked.len() < n {
            *of_mode += 1;
            picked.push(i);
        }
    }
    picked
}

/// Values the picked strokes with `samples` strokes each and with the sweep around them.
pub fn screen(task: &Task, swept: &[Swept], picked: &[usize], samples: usize) -> Option<Vec<Screened>> {
    let errors = noise::list(task.key.stage(Stage::Screen), samples);
    let by_phi = Neighbours::new(swept);
    let utilities = task.each_stroke(picked.len() * samples, |i, watch| {
        let candidate = &swept[picked[i / samples]].candidate;
        task.play(candidate, &errors[i % samples], watch).map(|trial| task.utility(&trial))
    })?;
    let from_hand = swept.first().is_some_and(|s| s.candidate.stroke.at.is_some());
    let mut screened = task.each(picked.len(), |k| {
        let one = &swept[picked[k]];
        let around = if from_hand { Evidence::default() } else { by_phi.evidence(task, &one.candidate) };
        let own = utilities[k * samples..(k + 1) * samples].iter().flatten();
        let (value, ess) = pool(around, own.copied());
        Screened { candidate: one.candidate, mode: one.signature.mode(), value, ess }
    })?;
    screened.sort_by(|a, b| b.value.total_cmp(&a.value));
    Some(screened)
}

/// One mean of re-weighted neighbours and own strokes, each by its effective size.
fn pool(around: Evidence, own: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut n, mut sum) = (0.0, 0.0);
    for utility in own {
        n += 1.0;
        sum += utility;
    }
    let ess = around.ess();
    let total = n + ess;
    if total > 0.0 { ((sum + ess * around.mean()) / total, total) } else { (f64::MIN, 0.0) }
}

/// The sweep sorted by direction, so that neighbours are found without looking at all.
struct Neighbours<'a> {
    swept: &'a [Swept],
    /// (direction in 0..360, index), rising.
    order: Vec<(f64, usize)>,
}

impl<'a> Neighbours<'a> {
    fn new(swept: &'a [Swept]) -> Neighbours<'a> {
        let direction = |s: &Swept| s.candidate.stroke.strike.phi_deg.rem_euclid(360.0);
        let mut order: Vec<_> = swept.iter().enumerate().map(|(i, s)| (direction(s), i)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Neighbours { swept, order }
    }

    /// The sweep as evidence for an intended stroke.
    fn evidence(&self, task: &Task, candidate: &Candidate) -> Evidence {
        let about = &candidate.stroke.strike;
        let widths = Widths::of(task, about);
        let reach = 4.0 * widths.sigma[0];
        let mut evidence = Evidence::default();
        let centre = about.phi_deg.rem_euclid(360.0);
        let start = self.order.partition_point(|o| o.0 < centre - reach);
        for &(phi, i) in self.order[start..].iter().take_while(|o| o.0 <= centre + reach) {
            debug_assert!(wrap_deg(phi - centre).abs() <= reach + 1e-9);
            let one = &self.swept[i];
            if let Some(log_density) = widths.log_density(&one.candidate.stroke.strike, about) {
                evidence.add(libm::exp(log_density) / one.density, one.utility);
            }
        }
        evidence
    }
}

/// The best few of every mode, at most `n`: what goes on to the polish.
pub fn best_of_modes(task: &Task, screened: &[Screened], n: usize) -> Vec<Screened> {
    let most = task.params.per_mode as usize;
    let mut taken: HashMap<Mode, usize> = HashMap::new();
    let mut best = Vec::with_capacity(n);
    for one in screened {
        let of_mode = taken.entry(one.mode).or_default();
        if *of_mode < most && best.len() < n {
            *of_mode += 1;
            best.push(*one);
        }
    }
    best
}
