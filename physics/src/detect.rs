//! Predictions: when does a ball meet a cushion, a pin or another ball, if nothing else happens first.
//!
//! All functions take states brought to the same instant and answer in seconds from it. A contact is a gap below
//! [`TOUCH_M`]: closing, it happens now; not closing, the bodies count as outside (Bannerman et al., arXiv
//! 1211.6718). No spacer is put between bodies after a contact.

use crate::math::{less, more};
use crate::roots::{Quartic, Touch, first_entry, first_entry_quadratic};
use glam::{DVec2, DVec3};

/// Bodies nearer than this touch, m.
pub(crate) const TOUCH_M: f64 = 1e-9;
/// How far touching bodies that hardly close may sink into each other before it is a new contact, m: half of what
/// counts as touching, so that rounding cannot repeat a contact at one instant.
const SLACK_M: f64 = 0.5e-9;
/// Touching bodies that close more slowly than this have not met yet, m/s.
const CLOSING_MPS: f64 = 1e-9;

/// No way of moving is looked at farther ahead than this, s: more than a simulation may last.
const HORIZON_S: f64 = 1e3;

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

/// Exact reject: the parabola lies in the triangle of its control points `r`, `r + v t / 2`, `r + v t + a t^2 / 2`.
/// If that triangle is beyond the distance along the line of centres, or on one side of the chord, nothing meets.
pub(crate) fn passes_clear(path: &Path, r2: f64, d2: f64, end: f64) -> bool {
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

/// Places of the five pins and one for the even number: with their coordinates apart, two are tested at once.
const LANES: usize = 6;

/// Where the pins stand, by [`crate::Pin::index`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Places {
    x: [f64; LANES],
    y: [f64; LANES],
}

impl Places {
    /// The places in order; the spare one lies on the last.
    pub fn new(places: [DVec2; 5]) -> Places {
        let [u, d, l, r, c] = places;
        Places { x: [u.x, d.x, l.x, r.x, c.x, c.x], y: [u.y, d.y, l.y, r.y, c.y, c.y] }
    }

    /// One place.
    #[inline(always)]
    pub fn at(&self, k: usize) -> DVec2 {
        DVec2::new(self.x[k], self.y[k])
    }

    /// Moves one.
    pub fn put(&mut self, k: usize, place: DVec2) {
        (self.x[k], self.y[k]) = (place.x, place.y);
    }
}

/// Bounds of a path over some seconds, in plan: a box it never leaves, not always its smallest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub low: DVec2,
    pub high: DVec2,
}

impl Span {
    /// The box of a ball that is off the table: apart from every other box.
    pub const NOWHERE: Span = Span { low: DVec2::INFINITY, high: DVec2::INFINITY };

    /// The box of nothing, to be grown.
    pub const NOTHING: Span = Span { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };

    /// The box around both.
    #[inline]
    pub fn with(&self, other: &Span) -> Span {
        Span { low: lower(self.low, other.low), high: upper(self.high, other.high) }
    }

    /// The box of a ball that does not move.
    #[inline]
    pub fn point(place: DVec2) -> Span {
        Span { low: place, high: place }
    }

    /// The box of the control triangle, which holds the parabola.
    #[inline]
    pub fn of(path: &Path, end: f64) -> Span {
        let end = less(end, HORIZON_S);
        let half = path.v * (0.5 * end);
        let middle = path.r + half;
        let last = middle + half + path.a * (0.5 * end * end);
        Span::point(path.r).with(&Span { low: lower(middle, last), high: upper(middle, last) })
    }

    /// Whether this box lies inside another.
    #[inline]
    pub fn within(&self, other: &Span) -> bool {
        (self.low.x > other.low.x)
            & (self.low.y > other.low.y)
            & (self.high.x < other.high.x)
            & (self.high.y < other.high.y)
    }

    /// Which of the places lie in the box or no farther than `margin` from it along both axes, one bit each.
    #[inline(always)]
    pub fn near(&self, places: &Places, margin: f64) -> u8 {
        let middle = (self.low + self.high) * 0.5;
        let half = (self.high - self.low) * 0.5 + DVec2::splat(margin);
        let mut near = 0;
        for k in 0..LANES {
            let (x, y) = ((places.x[k] - middle.x).abs(), (places.y[k] - middle.y).abs());
            near |= u8::from((x <= half.x) & (y <= half.y)) << k;
        }
        near
    }

    /// Whether every point of one box is farther than `distance` from every point of the other, along an axis.
    #[inline]
    pub fn apart(&self, other: &Span, distance: f64) -> bool {
        let gap = upper(self.low - other.high, other.low - self.high);
        more(gap.x, gap.y) > distance
    }
}

/// The lesser coordinates.
#[inline(always)]
fn lower(p: DVec2, q: DVec2) -> DVec2 {
    DVec2::new(less(p.x, q.x), less(p.y, q.y))
}

/// The greater coordinates.
#[inline(always)]
fn upper(p: DVec2, q: DVec2) -> DVec2 {
    DVec2::new(more(p.x, q.x), more(p.y, q.y))
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
