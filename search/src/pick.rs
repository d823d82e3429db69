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
    /// What it will be worth after its climb, where a net tells.
    pub hope: Option<f64>,
}

/// Picks at most `n` sweep strokes: the best first, but no mode more than its share.
pub fn pick(swept: &[Swept], n: usize) -> Vec<usize> {
    varied(swept, by_utility(swept), n, (n / 6).max(2))
}

/// The first `n` in an order, no mode more than `most` times.
fn varied(swept: &[Swept], order: Vec<usize>, n: usize, most: usize) -> Vec<usize> {
    let mut taken: HashMap<Mode, usize> = HashMap::new();
    let mut picked = Vec::with_capacity(n);
    for i in order {
        let of_mode = taken.entry(swept[i].signature.mode()).or_default();
        if *of_mode < most && picked.len() < n {
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

/// Picks at most `n` sweep strokes to begin with: most by their promise where a net tells it, the rest by what they and
/// their neighbours are worth.
pub fn starts(task: &Task, swept: &[Swept], n: usize) -> Option<Vec<Start>> {
    let hopes: Option<Vec<f64>> = swept.iter().map(|s| s.hope).collect();
    let Some(hopes) = hopes else { return worthy(task, swept, n) };
    let share = (task.params.promise_share * n as f64) as usize;
    let promising = promising(swept, &hopes, share, task.params.promise_mode);
    let rest = smoothed(task, swept, n)?.into_iter().filter(|(i, _)| !promising.contains(i)).take(n - share);
    let all = promising.iter().map(|&i| (i, swept[i].utility)).chain(rest);
    Some(all.map(|(i, value)| Start { hope: Some(hopes[i]), ..start(&swept[i], value) }).collect())
}

fn start(swept: &Swept, value: f64) -> Start {
    Start { candidate: swept.candidate, mode: swept.signature.mode(), value, hope: None }
}

/// The most promising, no mode more than its share of them.
fn promising(swept: &[Swept], hopes: &[f64], n: usize, mode_share: f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..swept.len()).collect();
    order.sort_by(|&a, &b| hopes[b].total_cmp(&hopes[a]).then(a.cmp(&b)));
    varied(swept, order, n, ((n as f64 * mode_share) as usize).max(2))
}

/// Picks at most `n` sweep strokes by their value smoothed over their neighbours, the best first.
fn worthy(task: &Task, swept: &[Swept], n: usize) -> Option<Vec<Start>> {
    Some(smoothed(task, swept, n)?.into_iter().map(|(i, value)| start(&swept[i], value)).collect())
}

/// The `n` best by the smoothed value, with it.
fn smoothed(task: &Task, swept: &[Swept], n: usize) -> Option<Vec<(usize, f64)>> {
    let neighbours = Neighbours::new(swept);
    let mut order = by_utility(swept);
    order.truncate(n * LOOKED_AT);
    let smooth = task.each(order.len(), |k| neighbours.smooth(task, order[k]))?;
    let mut starts: Vec<(usize, f64)> = order.into_iter().zip(smooth).collect();
    starts.sort_by(|a, b| b.1.total_cmp(&a.1));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{Court, Scene};
    use filotto_engine::{Position, Profile};
    use filotto_physics::{Strike, Table};

    /// A sweep in which the cushions of the cue ball are the mode: hopes fall with the number of the stroke.
    fn swept(cushions: impl Fn(usize) -> u8, n: usize) -> Vec<Swept> {
        let court = Court { table: Table::carom_heated(), profile: Profile::wcbs_1997() };
        let position = Position::parse("0.5,0.4 2.0,1.0 2.1,0.5 UDLRC w n 0-0/60", &court.table).unwrap();
        let scene = Scene::new(&court, &position).unwrap();
        let one = |i: usize| Swept {
            candidate: Candidate::new(&scene, Strike::new(i as f64, 3.0).into()).unwrap(),
            utility: 0.0,
            hope: Some(-(i as f64)),
            signature: crate::Signature { cue_cushions: cushions(i), ..Default::default() },
        };
        (0..n).map(one).collect()
    }

    /// The one stroke of a rare mode is picked, though ninety of the common one promise more.
    #[test]
    fn a_rare_mode_is_not_crowded_out() {
        let swept = swept(|i| u8::from(i == 90), 100);
        let hopes: Vec<f64> = swept.iter().filter_map(|s| s.hope).collect();
        let picked = promising(&swept, &hopes, 20, 0.5);
        assert_eq!(picked, (0..10).chain([90]).collect::<Vec<_>>());
    }

    #[test]
    fn with_modes_enough_the_most_promising_are_picked() {
        let swept = swept(|i| (i % 5) as u8, 100);
        let hopes: Vec<f64> = swept.iter().filter_map(|s| s.hope).collect();
        assert_eq!(promising(&swept, &hopes, 20, 0.5), (0..20).collect::<Vec<_>>());
    }
}
