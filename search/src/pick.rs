//! From the sweep to starting points: strokes that score, and whose neighbours score too.

use crate::candidate::Candidate;
use crate::kernel::{Evidence, bump, errors};
use crate::signature::Mode;
use crate::sweep::Swept;
use crate::task::Task;
use std::collections::HashMap;

/// A stroke that the polish begins with.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The stroke.
    pub candidate: Candidate,
    /// Its mode, struck exactly.
    pub mode: Mode,
    /// What it and its neighbours in the sweep are worth, without errors.
    pub value: f64,
}

/// Picks at most `n` sweep strokes: the best first, but no mode more than its share.
pub fn pick(swept: &[Swept], n: usize) -> Vec<usize> {
    let share = (n / 6).max(2);
    let mut taken: HashMap<Mode, usize> = HashMap::new();
    let mut picked = Vec::with_capacity(n);
    for i in by_utility(swept) {
        let of_mode = taken.entry(swept[i].signature.mode()).or_default();
        if *of_mode < share && picked.len() < n {
            *of_mode += 1;
            picked.push(i);
        }
    }
    picked
}

fn by_utility(swept: &[Swept]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..swept.len()).collect();
    order.sort_by(|&a, &b| swept[b].utility.total_cmp(&swept[a].utility).then(a.cmp(&b)));
    order
}

/// Sweep strokes smoothed for every one that is picked: those far down come to nothing.
const LOOKED_AT: usize = 4;

/// Picks at most `n` sweep strokes by their value smoothed over their neighbours, the best first.
pub fn starts(task: &Task, swept: &[Swept], n: usize) -> Option<Vec<Start>> {
    let neighbours = Neighbours::new(swept);
    let mut order = by_utility(swept);
    order.truncate(n * LOOKED_AT);
    let smooth = task.each(order.len(), |k| neighbours.smooth(task, order[k]))?;
    let mut starts: Vec<Start> = order
        .iter()
        .zip(smooth)
        .map(|(&i, value)| Start { candidate: swept[i].candidate, mode: swept[i].signature.mode(), value })
        .collect();
    starts.sort_by(|a, b| b.value.total_cmp(&a.value));
    starts.truncate(n);
    Some(starts)
}

/// The sweep sorted by direction, so that neighbours are found without looking at all.
struct Neighbours<'a> {
    swept: &'a [Swept],
    /// (direction in 0..360, index), rising.
    order: Vec<(f64, usize)>,
    /// How wide the smoothing is: the narrower, the denser the sweep.
    width: f64,
}

/// Strokes of a sweep for which `pick_smooth` is meant.
const USUAL_SWEEP: f64 = 4000.0;
/// Strokes whose elevations differ by more, degrees, say nothing of each other.
const OTHER_ELEVATION_DEG: f64 = 5.0;

impl<'a> Neighbours<'a> {
    fn new(swept: &'a [Swept]) -> Neighbours<'a> {
        let direction = |s: &Swept| s.candidate.stroke.strike.phi_deg.rem_euclid(360.0);
        let mut order: Vec<_> = swept.iter().enumerate().map(|(i, s)| (direction(s), i)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Four coordinates: the neighbours stay equally many.
        let width = (USUAL_SWEEP / swept.len().max(1) as f64).sqrt().sqrt();
        Neighbours { swept, order, width }
    }

    /// A stroke's utility averaged with its neighbours'. From hand no two strokes are near enough.
    fn smooth(&self, task: &Task, i: usize) -> f64 {
        let one = &self.swept[i];
        let mut evidence = Evidence::default();
        evidence.add(1.0, one.utility);
        if one.candidate.stroke.at.is_none() {
            self.add_neighbours(task, i, &mut evidence);
        }
        evidence.mean()
    }

    fn add_neighbours(&self, task: &Task, i: usize, evidence: &mut Evidence) {
        let about = &self.swept[i].candidate.stroke.strike;
        let (p, own) = (task.params, errors(task, about));
        let natural = [p.spread_phi_deg, p.spread_speed, p.spread_tip, p.spread_tip];
        let inverse: [f64; 4] = std::array::from_fn(|d| 1.0 / (p.pick_smooth * self.width * own[d].max(natural[d])));
        let reach = 3.5 / inverse[0];
        let centre = about.phi_deg.rem_euclid(360.0);
        let start = self.order.partition_point(|o| o.0 < centre - reach);
        for &(phi, j) in self.order[start..].iter().take_while(|o| o.0 <= centre + reach) {
            let other = &self.swept[j].candidate.stroke.strike;
            if j == i || (other.theta_deg - about.theta_deg).abs() > OTHER_ELEVATION_DEG {
                continue;
            }
            let speed = other.v_mps / about.v_mps - 1.0;
            let off = [phi - centre, speed, other.a - about.a, other.b - about.b];
            let square: f64 = (0..4).map(|d| off[d] * inverse[d]).map(|x| x * x).sum();
            let weight = bump(square);
            if weight > 0.0 {
                evidence.add(weight, self.swept[j].utility);
            }
        }
    }
}
