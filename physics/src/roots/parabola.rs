//! The usual search: the root of the parabola that has the quartic's value, slope and bend, again and again.
//!
//! Its error shrinks with the third power (Newton's with the second), and the first parabola is the quartic's own
//! beginning: two more are the rule. Where they lead proves nothing. That the root is the first one is proved
//! apart, or the general search has the word.

use super::{Quartic, bernstein};
use crate::math::less;

/// Steps after which the general search takes over: near a double root they creep.
const STEPS: usize = 8;
/// After a step as small as this part of the time ahead the error is below the last bit: its third power counts.
const SETTLED: f64 = 1e-6;

/// The first root in `(0, 1]` of a quartic that is positive at 0; `None` when there is none or it can't be told quickly.
#[inline]
pub(super) fn quick_entry(c: &Quartic) -> Option<f64> {
    // What opens first is come at from the right: that way has no turns before the root.
    let start = if c[1] < 0.0 {
        less(step(c[0], c[1], c[2]).0, 1.0)
    } else if falls_once(c) {
        1.0
    } else {
        return None;
    };
    let s = settle(c, start)?;
    (s > 0.0 && s <= 1.0 && (convex_to(c, s) || falls_once(c))).then_some(s)
}

/// How far ahead the parabola `value + slope t + half_bend t^2` falls to zero, and that it does; else how far it is to where
/// it is nearest.
#[inline(always)]
fn step(value: f64, slope: f64, half_bend: f64) -> (f64, bool) {
    let disc = slope * slope - 4.0 * value * half_bend;
    if disc > 0.0 { (2.0 * value / (disc.sqrt() - slope), true) } else { (-0.5 * slope / half_bend, false) }
}

/// From a guess to the falling root it leads to.
#[inline]
fn settle(c: &Quartic, mut s: f64) -> Option<f64> {
    for _ in 0..STEPS {
        let [value, slope, half_bend] = beginning_at(c, s);
        if value > 0.0 && slope >= 0.0 {
            return None;
        }
        let (ahead, meets) = step(value, slope, half_bend);
        let next = s + ahead;
        if meets && ahead.abs() <= SETTLED {
            return (slope < 0.0).then_some(next);
        }
        s = less(next, 1.0);
    }
    None
}

/// The quartic about `s`: value, slope, half the bend, by Horner's rule.
#[inline(always)]
fn beginning_at(c: &Quartic, s: f64) -> [f64; 3] {
    let p3 = c[3] + s * c[4];
    let p2 = c[2] + s * p3;
    let p1 = c[1] + s * p2;
    let q2 = p3 + s * c[4];
    let q1 = p2 + s * q2;
    [c[0] + s * p1, p1 + s * q1, q1 + s * (q2 + s * c[4])]
}

/// Whether the quartic is convex on `[0, s]`: the Bernstein coefficients of its bend. Then a root on a falling slope is
/// the first.
fn convex_to(c: &Quartic, s: f64) -> bool {
    let (q0, q1, q2) = (2.0 * c[2], 6.0 * c[3] * s, 12.0 * c[4] * (s * s));
    q0 >= 0.0 && q0 + 0.5 * q1 >= 0.0 && q0 + q1 + q2 >= 0.0
}

/// Whether the quartic, positive at 0, has just one root in `(0, 1)`: its Bernstein coefficients change sign once.
fn falls_once(c: &Quartic) -> bool {
    let [b1, b2, b3, b4] = bernstein(c);
    b4 < 0.0 && (b1 > 0.0 || b2 <= 0.0) && (b2 > 0.0 || b3 <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::{Touch, eval, pieces::general_entry};
    use super::*;

    /// Distances of paths by chance, squared, less a contact's: the quick answer is that of the search that cuts the
    /// interval into pieces.
    #[test]
    fn agrees_with_the_general_search() {
        let touch = Touch { near: 1e-10, slack: 5e-11 };
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut met = 0;
        for _ in 0..200_000 {
            let [r, v, a] = [1.0, 3.0, 4.0].map(|size| glam::DVec2::new(size * next(), size * next()));
            let gap = r.length_squared() - 0.0615 * 0.0615;
            let c = [gap, 2.0 * r.dot(v), v.length_squared() + r.dot(a), v.dot(a), 0.25 * a.length_squared()];
            if gap <= touch.near {
                continue;
            }
            if let Some(s) = quick_entry(&c) {
                met += 1;
                let exact = general_entry(&c, touch).unwrap_or_else(|| panic!("{c:?}: {s}, where nothing meets"));
                let slope = beginning_at(&c, exact)[1];
                assert!((s - exact).abs() <= 1e-14 / slope.abs().min(1.0), "{c:?}: {s}, not {exact}");
                assert!(eval(&c, s).abs() < 1e-14, "{c:?}: {}", eval(&c, s));
            }
        }
        assert!(met > 5_000, "{met} met");
    }
}
