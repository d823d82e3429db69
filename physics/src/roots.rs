//! When a gap closes: the first time a quartic falls to zero, by fitted parabolas or by monotone intervals.
//!
//! The squared distance of two balls between events is a quartic in time. Closed formulas for its roots lose
//! grazing contacts to cancellation and need a tolerance on imaginary parts. Nearly always a root found by fitting parabolas is
//! proved to be the first; elsewhere the interval is cut where the derivatives vanish and each monotone piece is searched by a
//! Newton step kept inside its bracket. Only `+ - * / sqrt` are used, so every machine gives the same bits.
//!
//! Source: Yuksel, "High-performance polynomial root finding for graphics", HPG 2022 (the pieces); Bannerman et
//! al., arXiv 1211.6718 (what to do with contacts that rounding has made overlap).

mod parabola;
mod pieces;
mod quadratic;

use parabola::quick_entry;
use pieces::general_entry;
pub(crate) use quadratic::first_entry_quadratic;

/// Coefficients of a quartic in time, constant first: `c[0] + c[1] t + ... + c[4] t^4`.
pub(crate) type Quartic = [f64; 5];

/// How a falling gap is read: what counts as touching, and how deep a touching pair may sink unheeded.
///
/// Both are in the unit of the polynomial (for a squared distance `2 D` times a length).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// A value at or below this is a contact already there.
    pub near: f64,
    /// A pair that starts in contact without closing collides again at minus this, not at zero: rounding cannot
    /// hold two bodies at exactly zero.
    pub slack: f64,
}

impl Touch {
    /// The value at which a piece that falls from `top` is a contact, for a gap that starts at `start` and first
    /// `opens` or does not. A pair already sunk to the slack that opens first comes back to where it was; one that
    /// does not may sink by another slack.
    fn level(self, top: f64, start: f64, opens: bool) -> f64 {
        if top > self.near {
            0.0
        } else if start > -self.slack {
            -self.slack
        } else if opens {
            start
        } else {
            start - self.slack
        }
    }
}

/// First time in `[0, end]` at which the gap `c` closes, `None` if it does not.
///
/// The caller has handled a contact that closes at once; here a gap that starts at or below `touch.near` is
/// outside until it closes again.
#[inline(always)]
pub(crate) fn first_entry(c: &Quartic, end: f64, touch: Touch) -> Option<f64> {
    let c = scaled(c, end);
    let never = if c[0] > touch.near { all_positive(&c) } else { rises(&c) };
    if never { None } else { entry(&c, touch).map(|s| s * end) }
}

/// The first time in `[0, 1]` for a gap that the signs of its coefficients do not rule out.
#[inline(never)]
fn entry(c: &Quartic, touch: Touch) -> Option<f64> {
    if c[0] > touch.near
        && let Some(s) = quick_entry(c)
    {
        return Some(s);
    }
    general_entry(c, touch)
}

/// The quartic in `s = t / end`.
fn scaled(c: &Quartic, end: f64) -> Quartic {
    let end2 = end * end;
    [c[0], c[1] * end, c[2] * end2, c[3] * (end2 * end), c[4] * (end2 * end2)]
}

/// Whether the Bernstein coefficients on `[0, 1]` are all positive: then so is the quartic.
fn all_positive(c: &Quartic) -> bool {
    let [b1, b2, b3, b4] = bernstein(c);
    b1 > 0.0 && b2 > 0.0 && b3 > 0.0 && b4 > 0.0
}

/// Its Bernstein coefficients on `[0, 1]` after the first, which is its value at 0. They change sign at least as often as
/// the quartic does.
fn bernstein(c: &Quartic) -> [f64; 4] {
    let b1 = c[0] + 0.25 * c[1];
    let b2 = c[0] + 0.5 * c[1] + c[2] / 6.0;
    let b3 = c[0] + 0.75 * c[1] + 0.5 * c[2] + 0.25 * c[3];
    let b4 = c[0] + c[1] + c[2] + c[3] + c[4];
    [b1, b2, b3, b4]
}

/// Whether the Bernstein coefficients of the slope are all positive on `[0, 1]`: a touching gap that only opens, as
/// after every contact.
fn rises(c: &Quartic) -> bool {
    let first = 3.0 * c[1];
    let second = first + 2.0 * c[2];
    let third = second + 2.0 * c[2] + 3.0 * c[3];
    let last = first + 6.0 * c[2] + 9.0 * c[3] + 12.0 * c[4];
    first > 0.0 && second > 0.0 && third > 0.0 && last > 0.0
}

/// The quartic at `s`.
fn eval(c: &Quartic, s: f64) -> f64 {
    c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * c[4])))
}

/// Its slope at `s`.
fn eval_slope(c: &Quartic, s: f64) -> f64 {
    c[1] + s * (2.0 * c[2] + s * (3.0 * c[3] + s * (4.0 * c[4])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOUCH: Touch = Touch { near: 1e-10, slack: 5e-11 };

    /// The expanded product of four linear factors, times `k`.
    fn from_roots(k: f64, roots: [f64; 4]) -> Quartic {
        let mut c = [k, 0.0, 0.0, 0.0, 0.0];
        for r in roots {
            let mut next = [0.0; 5];
            for i in 0..5 {
                next[i] -= r * c[i];
                if i < 4 {
                    next[i + 1] += c[i];
                }
            }
            c = next;
        }
        c
    }

    #[test]
    fn the_first_falling_root_is_taken() {
        let c = from_roots(1.0, [0.3, 0.6, 1.4, 2.0]);
        let t = first_entry(&c, 3.0, TOUCH).expect("falls at 0.3");
        assert!((t - 0.3).abs() < 1e-14, "{t}");
        assert_eq!(first_entry(&c, 0.29, TOUCH), None);
    }

    #[test]
    fn a_rising_root_is_no_contact() {
        let c = from_roots(-1.0, [0.5, 2.0, 3.0, 4.0]);
        assert!(c[0] < 0.0);
        let t = first_entry(&c, 5.0, TOUCH).expect("falls at 2");
        assert!((t - 2.0).abs() < 1e-12, "{t}");
    }

    #[test]
    fn degenerate_degrees_need_no_special_case() {
        assert!((first_entry(&[1.0, -2.0, 0.0, 0.0, 0.0], 1.0, TOUCH).unwrap() - 0.5).abs() < 1e-15);
        assert!((first_entry(&[1.0, 0.0, -4.0, 0.0, 0.0], 1.0, TOUCH).unwrap() - 0.5).abs() < 1e-15);
        assert_eq!(first_entry(&[1.0, 0.0, 0.0, 0.0, 0.0], 1.0, TOUCH), None);
    }

    #[test]
    fn a_graze_is_hit_or_missed_by_its_depth() {
        for depth in [1e-3, 1e-6, 1e-9, 1e-11] {
            let parabola = |sign: f64| [0.25 - sign * depth, -1.0, 1.0, 0.0, 0.0];
            assert!(first_entry(&parabola(1.0), 2.0, TOUCH).is_some(), "hit at {depth}");
            assert!(first_entry(&parabola(-1.0), 2.0, TOUCH).is_none(), "miss at {depth}");
        }
    }

    #[test]
    fn a_touching_gap_that_opens_closes_only_when_it_comes_back() {
        let c = [0.0, 1.0, -1.0, 0.0, 0.0];
        assert!((first_entry(&c, 2.0, TOUCH).unwrap() - 1.0).abs() < 1e-14);
        assert_eq!(first_entry(&c, 0.9, TOUCH), None);
        assert!((first_entry_quadratic(0.0, 1.0, -1.0, 2.0, TOUCH).unwrap() - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_touching_gap_without_speed_sinks_to_the_slack() {
        let t = first_entry_quadratic(0.0, 0.0, -1.0, 1.0, TOUCH).unwrap();
        assert!((t - TOUCH.slack.sqrt()).abs() < 1e-12);
        let s = first_entry(&[0.0, 0.0, -1.0, 0.0, 0.0], 1.0, TOUCH).unwrap();
        assert!((s - t).abs() < 1e-12);
    }

    /// A ball wedged in the corner sank 1.7 um into the frozen one: the gap opened at 4e-13 m/s, which is a rise
    /// below the last bit, and the fall from there was no contact.
    #[test]
    fn a_sunk_gap_that_opens_by_less_than_a_bit_is_a_contact_again() {
        let start = -1.1 * TOUCH.slack;
        for slope in [0.0, 1e-18, 1e-15, 1e-13, 1e-10] {
            let c = [start, slope, -1.0, 0.0, 0.0];
            for met in [first_entry(&c, 1.0, TOUCH), first_entry_quadratic(start, slope, -1.0, 1.0, TOUCH)] {
                let t = met.unwrap_or_else(|| panic!("missed at {slope}"));
                let sunk = start - (start + t * (slope - t));
                assert!(sunk < 1.01 * TOUCH.slack, "{sunk} deeper at {slope}");
            }
        }
    }
}
