//! Exact rejects: paths that surely pass a place, told by the triangle of their control points.

use super::span::{LANES, Places};
use super::{Path, TOUCH_M};
use glam::DVec2;

/// Exact reject: the parabola lies in the triangle of its control points `r`, `r + v t / 2`, `r + v t + a t^2 / 2`.
/// If that triangle is beyond the distance along the line of centres, or on one side of the chord, nothing meets.
pub(super) fn passes_clear(path: &Path, r2: f64, d2: f64, end: f64) -> bool {
    let Path { r, v, a } = *path;
    let half = v * (0.5 * end);
    let middle = r + half;
    let last = middle + half + a * (0.5 * end * end);
    let (along_middle, along_last) = (middle.dot(r), last.dot(r));
    let beyond = d2 * r2;
    if along_middle > 0.0
        && along_last > 0.0
        && along_middle * along_middle > beyond
        && along_last * along_last > beyond
    {
        return true;
    }
    let chord = last - r;
    let beyond = d2 * chord.length_squared();
    let (start, mid) = (chord.perp_dot(r), chord.perp_dot(middle));
    start * mid > 0.0 && start * start > beyond && mid * mid > beyond
}

/// The control triangle of a path, to be tested against several places at once: the same reject as
/// [`passes_clear`], shared work done once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chord {
    r: DVec2,
    half: DVec2,
    chord: DVec2,
    /// The chord's length squared.
    length2: f64,
    /// How far the control point lies beside the chord, times its length.
    bulge: f64,
}

impl Chord {
    pub fn new(path: &Path, end: f64) -> Chord {
        let half = path.v * (0.5 * end);
        let chord = half + half + path.a * (0.5 * end * end);
        Chord { r: path.r, half, chord, length2: chord.length_squared(), bulge: chord.perp_dot(half) }
    }

    /// Which of the places the path may come within `distance` of, one bit each: those it does not pass on one side of
    /// its chord. All at once, without a branch.
    #[inline(always)]
    pub fn beside(&self, places: &Places, distance: f64) -> u8 {
        // A touch more than the distance, so that a path that touches is never passed over.
        let reach = (distance + 4.0 * TOUCH_M) * self.length2.sqrt();
        // The path lies in a strip along its chord as wide as the bulge; about its middle line the strip is even.
        let half = reach + 0.5 * self.bulge.abs();
        let middle = self.chord.perp_dot(self.r) + 0.5 * self.bulge;
        let mut near = 0;
        for k in 0..LANES {
            let beside = middle - (self.chord.x * places.y[k] - self.chord.y * places.x[k]);
            near |= u8::from(beside.abs() <= half) << k;
        }
        near
    }

    /// Whether the path surely stays farther than `distance` from a place.
    #[inline]
    pub fn clear_of(&self, place: DVec2, distance: f64) -> bool {
        let r = self.r - place;
        let (r2, d2) = (r.length_squared(), distance * distance);
        if r2 <= d2 + 2.0 * distance * TOUCH_M {
            return false;
        }
        let (start, beside) = (self.chord.perp_dot(r), d2 * self.length2);
        let middle = start + self.bulge;
        if start * middle > 0.0 && start * start > beside && middle * middle > beside {
            return true;
        }
        let (along_middle, along_last) = (r2 + self.half.dot(r), r2 + self.chord.dot(r));
        let beyond = d2 * r2;
        along_middle > 0.0
            && along_last > 0.0
            && along_middle * along_middle > beyond
            && along_last * along_last > beyond
    }
}
