//! Predictions: when does a ball meet a cushion, a pin or another ball, if nothing else happens first.
//!
//! All functions take states brought to the same instant and answer in seconds from it. A contact is a gap below
//! [`TOUCH_M`]: closing, it happens now; not closing, the bodies count as outside (Bannerman et al., arXiv
//! 1211.6718). No spacer is put between bodies after a contact.

use crate::roots::{Quartic, Touch, first_entry, first_entry_quadratic};
use glam::{DVec2, DVec3};

mod reject;
mod span;

pub(crate) use reject::Chord;
use reject::passes_clear;
pub(crate) use span::{Places, Span};

/// Bodies nearer than this touch, m.
pub(crate) const TOUCH_M: f64 = 1e-9;
/// How far touching bodies that hardly close may sink into each other before it is a new contact, m: half of what
/// counts as touching, so that rounding cannot repeat a contact at one instant.
const SLACK_M: f64 = 0.5e-9;
/// Touching bodies that close more slowly than this have not met yet, m/s.
const CLOSING_MPS: f64 = 1e-9;

/// A path on the cloth relative to something: place, velocity and acceleration at the instant of the prediction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub r: DVec2,
    pub v: DVec2,
    pub a: DVec2,
}

/// The same in space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpacePath {
    pub r: DVec3,
    pub v: DVec3,
    pub a: DVec3,
}

/// When the path first comes within `distance` of the origin, looking `end` seconds ahead.
#[inline(always)]
pub(crate) fn meet(path: &Path, distance: f64, end: f64) -> Option<f64> {
    let (r2, d2) = (path.r.length_squared(), distance * distance);
    if r2 > d2 + 2.0 * distance * TOUCH_M && passes_clear(path, r2, d2, end) {
        return None;
    }
    meet_near(path, distance, end)
}

/// The same for a path that [`passes_clear`] or a [`Chord`] has not cleared.
#[inline(never)]
pub(crate) fn meet_near(path: &Path, distance: f64, end: f64) -> Option<f64> {
    let Path { r, v, a } = *path;
    let gap2 = r.length_squared() - distance * distance;
    let closing = r.dot(v);
    if gap2 <= 2.0 * distance * TOUCH_M && closing < -CLOSING_MPS * distance {
        // Touching: the speed along the line of centres decides.
        return Some(0.0);
    }
    let quartic: Quartic = [gap2, 2.0 * closing, v.length_squared() + r.dot(a), v.dot(a), 0.25 * a.length_squared()];
    first_entry(&quartic, end, touch(2.0 * distance))
}

/// The same in space, for balls of which at least one is in the air.
pub(crate) fn meet_in_space(path: &SpacePath, distance: f64, end: f64) -> Option<f64> {
    let SpacePath { r, v, a } = *path;
    let plan = Path { r: r.truncate(), v: v.truncate(), a: a.truncate() };
    let (r2, d2) = (plan.r.length_squared(), distance * distance);
    if r2 > d2 + 2.0 * distance * TOUCH_M && passes_clear(&plan, r2, d2, end) {
        return None;
    }
    let gap2 = r.length_squared() - distance * distance;
    let closing = r.dot(v);
    if gap2 <= 2.0 * distance * TOUCH_M && closing < -CLOSING_MPS * distance {
        return Some(0.0);
    }
    let quartic: Quartic = [gap2, 2.0 * closing, v.length_squared() + r.dot(a), v.dot(a), 0.25 * a.length_squared()];
    first_entry(&quartic, end, touch(2.0 * distance))
}

/// When a path inside `distance` of the origin leaves it again, in the plane.
pub(crate) fn part(path: &Path, distance: f64, end: f64) -> Option<f64> {
    let Path { r, v, a } = *path;
    let gap2 = r.length_squared() - distance * distance;
    let inside: Quartic =
        [-gap2, -2.0 * r.dot(v), -(v.length_squared() + r.dot(a)), -v.dot(a), -0.25 * a.length_squared()];
    first_entry(&inside, end, touch(2.0 * distance))
}

/// When a path that comes nearer to the origin first turns away from it: the moment it is nearest.
pub(crate) fn turns_away(r: DVec2, v: DVec2, a: DVec2, end: f64) -> Option<f64> {
    // Half the rate at which the squared distance falls; its first fall to zero, a cubic.
    let rate = [-r.dot(v), -(v.length_squared() + r.dot(a)), -1.5 * v.dot(a), -0.5 * a.length_squared(), 0.0];
    if rate[0] <= 0.0 || !end.is_finite() {
        return None;
    }
    first_entry(&rate, end, Touch { near: 0.0, slack: 0.0 })
}

/// Whether two touching bodies close: the one test that prediction and contact share, so that a graze cannot be
/// one thing here and another there.
pub(crate) fn closing_speed(r: DVec3, v: DVec3) -> f64 {
    -r.dot(v) / r.length()
}

/// When a gap to a cushion closes.
#[inline]
pub(crate) fn meet_cushion(gap: f64, v: f64, a: f64, end: f64) -> Option<f64> {
    if v >= 0.0 && a >= 0.0 {
        return None;
    }
    if gap <= TOUCH_M && v < -CLOSING_MPS {
        return Some(0.0);
    }
    first_entry_quadratic(gap, v, 0.5 * a, end, touch(1.0))
}

/// The touch rule for a gap measured in metres times `scale`.
fn touch(scale: f64) -> Touch {
    Touch { near: scale * TOUCH_M, slack: scale * SLACK_M }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(r: [f64; 2], v: [f64; 2], a: [f64; 2]) -> Path {
        Path { r: r.into(), v: v.into(), a: a.into() }
    }

    #[test]
    fn head_on_at_constant_speed() {
        let t = meet(&path([1.0, 0.0], [-2.0, 0.0], [0.0, 0.0]), 0.0615, 5.0).unwrap();
        assert!((t - (1.0 - 0.0615) / 2.0).abs() < 1e-15);
    }

    #[test]
    fn the_reject_never_hides_a_contact() {
        let mut hits = 0;
        for i in 0..2000 {
            let x = f64::from(i);
            let p = path(
                [0.3 + 0.001 * (x % 700.0), 0.4 - 0.002 * (x % 300.0)],
                [-1.0 + 0.002 * (x % 911.0), 0.003 * (x % 401.0) - 0.6],
                [0.9 - 0.01 * (x % 173.0), 0.01 * (x % 97.0) - 0.5],
            );
            let met = meet(&p, 0.0615, 1.5);
            let steps = 20_000;
            let nearest = (0..=steps)
                .map(|k| {
                    let t = 1.5 * f64::from(k) / f64::from(steps);
                    (p.r + p.v * t + p.a * (0.5 * t * t)).length()
                })
                .fold(f64::INFINITY, f64::min);
            assert_eq!(met.is_some(), nearest < 0.0615, "case {i}: nearest {nearest}");
            hits += usize::from(met.is_some());
        }
        assert!(hits > 50, "{hits} contacts tried");
    }

    #[test]
    fn a_ball_on_the_cushion_line_shot_into_it_meets_it_now() {
        for gap in [0.0, 1e-14, 1e-12] {
            assert_eq!(meet_cushion(gap, -1.0, 0.0, 1.0), Some(0.0));
        }
        assert_eq!(meet_cushion(0.0, 1.0, 0.0, 1.0), None);
    }
}
