//! Boxes around paths and the places of the pins: what is told apart by comparing coordinates.

use super::Path;
use crate::math::{less, more};
use glam::DVec2;

/// No way of moving is looked at farther ahead than this, s: more than a simulation may last.
const HORIZON_S: f64 = 1e3;

/// Places of the five pins and one for the even number: with their coordinates apart, two are tested at once.
pub(super) const LANES: usize = 6;

/// Where the pins stand, by [`crate::Pin::index`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Places {
    pub(super) x: [f64; LANES],
    pub(super) y: [f64; LANES],
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
