//! The same rules for a gap that is a quadratic in time, in closed form: planes.

use super::Touch;

/// First time in `[0, end]` at which the gap `g0 + g1 t + g2 t^2` closes: the same rules as [`super::first_entry`], in
/// closed form.
#[inline]
pub(crate) fn first_entry_quadratic(g0: f64, g1: f64, g2: f64, end: f64, touch: Touch) -> Option<f64> {
    if g0 > touch.near {
        return falling_root(g0, g1, g2).filter(|&t| t <= end);
    }
    // A gap that starts touching and opens by more than a touch closes at zero, one that does not at the slack.
    let opens = g1 > 0.0 && g1 * g1 > -4.0 * g2 * (touch.near - g0);
    let level = if opens { 0.0 } else { touch.level(g0, g0, g1 > 0.0) };
    falling_root(g0 - level, g1, g2).filter(|&t| t <= end)
}

/// Where `g0 + g1 t + g2 t^2` falls through zero after `t = 0`, in the form that does not cancel.
#[inline]
fn falling_root(g0: f64, g1: f64, g2: f64) -> Option<f64> {
    if g1 >= 0.0 && g2 >= 0.0 {
        return None;
    }
    let disc = g1 * g1 - 4.0 * g2 * g0;
    if disc < 0.0 {
        return None;
    }
    let root = disc.sqrt();
    Some(if g1 < 0.0 { 2.0 * g0 / (root - g1) } else { (g1 + root) / (-2.0 * g2) })
}
