//! The order of contacts, seen as the tracks' own scorer sees it: one detector for track and simulation, both sampled
//! at the track's stamps.
//!
//! A ball other than the cue ball starts when it has moved 20 mm; a ball meets a cushion at an extremum of its
//! coordinate near the line on which its centre turns. A transcription of the published `score_tracks.py`.

use super::tracks::Shot;
use glam::DVec2;

/// What is seen of one ball: when, and a letter (`s`tart, `L`eft, `R`ight, `B`ottom, `T`op in the scorer's frame).
pub type Seen = Vec<(f64, char)>;

/// Radius and table of the scorer.
const R: f64 = 0.030_75;
const LX: f64 = 2.84;
const LY: f64 = 1.42;
/// Contacts this close to the horizon may lack their partner, s.
const EDGE_S: f64 = 0.12;
/// Cushions this close to a start are ignored, s.
const START_S: f64 = 0.06;

/// What the detector sees in places at stamps.
pub fn seen(t: &[f64], places: &[DVec2], cue: bool) -> Seen {
    let mut list = Seen::new();
    let n = t.len();
    if !cue {
        let Some(k) = (0..n).find(|&i| places[i].distance(places[0]) > 0.02) else { return list };
        list.push((if t[k] - t[k - 1] < 0.1 { t[k - 1] } else { t[k] - 0.02 }, 's'));
    }
    type Gap = fn(DVec2) -> f64;
    let rows: [(Gap, char, f64); 4] =
        [(|p| p.x, 'L', R), (|p| -p.x, 'R', -(LX - R)), (|p| p.y, 'B', R), (|p| -p.y, 'T', -(LY - R))];
    for (of, label, limit) in rows {
        let p: Vec<f64> = places.iter().map(|&place| of(place)).collect();
        for k in 1..n.saturating_sub(1) {
            if turns(&p, k, limit) {
                let again = list.last().is_some_and(|&(at, last)| last == label && t[k] - at < 0.05);
                if !again {
                    list.push((t[k], label));
                }
            }
        }
    }
    list.sort_by(|a, b| a.0.total_cmp(&b.0).then(rank(a.1).cmp(&rank(b.1))));
    list
}

/// Whether the coordinate has an extremum at `k` that is a cushion.
fn turns(p: &[f64], k: usize, limit: f64) -> bool {
    if !(p[k] <= p[k - 1] && p[k] < p[k + 1]) {
        return false;
    }
    let step = (p[k - 1] - p[k]).max(p[k + 1] - p[k]).min(0.09);
    let before = p[k.saturating_sub(3)..k].iter().copied().fold(f64::MIN, f64::max);
    let after = p[k + 1..(k + 4).min(p.len())].iter().copied().fold(f64::MIN, f64::max);
    p[k] - limit < 0.008 + 0.6 * step && before - p[k] > 0.004 && after - p[k] > 0.004
}

/// The scorer sorts equal times by the label's name: B, L, R, T, start.
fn rank(label: char) -> usize {
    "BLRTs".find(label).unwrap_or(usize::MAX)
}

/// Whether track and simulation have the same contacts up to a horizon.
pub fn same(shot: &Shot, track: &[Seen; 3], simulated: &[Seen; 3], horizon: f64) -> bool {
    let cut = |seen: &Seen| -> Seen { seen.iter().copied().filter(|&(t, _)| t <= horizon).collect() };
    let cues = (cut(&track[shot.cue]), cut(&simulated[shot.cue]));
    (0..3).all(|ball| {
        let (a, b) = (cut(&track[ball]), cut(&simulated[ball]));
        equal_but_late(&a, &b, horizon) && (ball == shot.cue || same_before_start(&a, &b, &cues, horizon))
    })
}

/// The labels agree; unmatched ones only at the edge of the horizon.
fn equal_but_late(a: &Seen, b: &Seen, horizon: f64) -> bool {
    let common = a.iter().zip(b).take_while(|(x, y)| x.1 == y.1).count();
    a[common..].iter().chain(&b[common..]).all(|&(t, _)| t > horizon - EDGE_S)
}

/// The cue ball has met as many cushions before an object ball starts.
fn same_before_start(a: &Seen, b: &Seen, cues: &(Seen, Seen), horizon: f64) -> bool {
    let start = |seen: &Seen| seen.iter().find(|e| e.1 == 's').map(|e| e.0);
    let before = |cue: &Seen, t: f64| cue.iter().filter(|e| e.0 < t).count();
    match (start(a), start(b)) {
        (Some(s), Some(d)) => {
            let low = before(&cues.0, s - START_S).max(before(&cues.1, d - START_S));
            let high = before(&cues.0, s + START_S).min(before(&cues.1, d + START_S));
            low <= high
        }
        (Some(t), None) | (None, Some(t)) => t > horizon - EDGE_S,
        (None, None) => true,
    }
}
