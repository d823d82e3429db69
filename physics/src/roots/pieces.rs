//! The general search: the interval is cut where the derivatives vanish, each monotone piece searched by itself.

use super::{Quartic, Touch, eval, eval_slope};

/// Most steps of one bracketed search; a bisection alone needs about 60 to reach the last bit.
const MAX_STEPS: usize = 90;

/// The monotone pieces of the quartic on `[0, 1]`, the first falling one that closes the gap.
#[inline(never)]
pub(super) fn general_entry(c: &Quartic, touch: Touch) -> Option<f64> {
    let (turns, count) = turning_points(c);
    let mut left = 0.0;
    for i in 0..=count {
        let right = if i < count { turns[i] } else { 1.0 };
        let top = eval(c, left);
        // A rise below the last bit of the start is none: a piece cannot fall from there to there.
        let level = touch.level(top, c[0], top > c[0]);
        if eval(c, right) <= level && top > level {
            let shifted = [c[0] - level, c[1], c[2], c[3], c[4]];
            return Some(bracketed(&shifted, left, right));
        }
        left = right;
    }
    None
}

/// Where the slope of the quartic changes sign in `(0, 1)`, rising.
fn turning_points(c: &Quartic) -> ([f64; 3], usize) {
    let slope = [c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4], 0.0];
    let (bends, bend_count) = quadratic_roots(2.0 * c[2], 6.0 * c[3], 12.0 * c[4]);
    let mut turns = [0.0; 3];
    let mut count = 0;
    let mut left = 0.0;
    for i in 0..=bend_count {
        let right = if i < bend_count { bends[i] } else { 1.0 };
        let (at_left, at_right) = (eval(&slope, left), eval(&slope, right));
        if (at_left > 0.0 && at_right < 0.0) || (at_left < 0.0 && at_right > 0.0) {
            let sign = if at_left > 0.0 { 1.0 } else { -1.0 };
            let falling = slope.map(|k| k * sign);
            turns[count] = bracketed(&falling, left, right);
            count += 1;
        } else if at_right == 0.0 && right < 1.0 && count < 3 {
            turns[count] = right;
            count += 1;
        }
        left = right;
    }
    (turns, count)
}

/// Roots of `a + b s + c s^2` inside `(0, 1)`, rising; the stable formula.
fn quadratic_roots(a: f64, b: f64, c: f64) -> ([f64; 2], usize) {
    let mut roots = [0.0; 2];
    let mut count = 0;
    let mut keep = |s: f64| {
        if s > 0.0 && s < 1.0 {
            roots[count] = s;
            count += 1;
        }
    };
    let disc = b * b - 4.0 * a * c;
    if disc >= 0.0 {
        let q = -0.5 * (b + if b < 0.0 { -disc.sqrt() } else { disc.sqrt() });
        let first = if q != 0.0 { a / q } else { 0.0 };
        if c != 0.0 {
            let second = q / c;
            keep(first.min(second));
            keep(first.max(second));
        } else {
            keep(first);
        }
    }
    (roots, count)
}

/// The root of a polynomial that is positive at `left`, not positive at `right` and monotone between: Newton,
/// replaced by bisection whenever it would leave the bracket.
fn bracketed(c: &Quartic, mut left: f64, mut right: f64) -> f64 {
    let mut s = 0.5 * (left + right);
    for _ in 0..MAX_STEPS {
        let value = eval(c, s);
        if value > 0.0 {
            left = s;
        } else {
            right = s;
        }
        let newton = s - value / eval_slope(c, s);
        if newton == s {
            break;
        }
        let next = if newton > left && newton < right { newton } else { 0.5 * (left + right) };
        if next == s || next <= left || next >= right {
            break;
        }
        s = next;
    }
    s
}
