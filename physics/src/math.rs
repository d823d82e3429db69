//! Portable trigonometry: `libm` only, so that every machine computes the same bits.

use core::f64::consts::PI;

/// Sine and cosine of an angle in degrees; exact at every multiple of 90.
///
/// The reduction to the nearest quarter turn happens in degrees, where it is free of rounding.
pub fn sin_cos_deg(degrees: f64) -> (f64, f64) {
    // The remainder is exact, so skipping it within a turn changes no bit.
    let turn = if degrees.abs() < 360.0 { degrees } else { degrees % 360.0 };
    let quarter = rounded(turn / 90.0);
    let rest = (turn - 90.0 * f64::from(quarter)) * (PI / 180.0);
    let (sin, cos) = libm::sincos(rest);
    match quarter & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The nearest whole number, halves away from zero, of a small number: a third of what `libm::round` costs.
#[inline(always)]
fn rounded(x: f64) -> i32 {
    let whole = x as i32;
    let rest = x - f64::from(whole);
    whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)
}

/// The lesser of two numbers: one machine instruction where `f64::min` needs five for a NaN that never comes here.
#[inline(always)]
pub(crate) fn less(p: f64, q: f64) -> f64 {
    if p < q { p } else { q }
}

/// The greater of two numbers.
#[inline(always)]
pub(crate) fn more(p: f64, q: f64) -> f64 {
    if p > q { p } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_at_quarter_turns() {
        for (degrees, sin, cos) in [(0.0, 0.0, 1.0), (90.0, 1.0, 0.0), (180.0, 0.0, -1.0), (270.0, -1.0, 0.0)] {
            for turns in [-720.0, -360.0, 0.0, 360.0] {
                assert_eq!(sin_cos_deg(degrees + turns), (sin, cos), "{degrees} + {turns}");
            }
        }
    }

    #[test]
    fn rounds_as_libm_does() {
        let edges = [0.5_f64, 0.499_999_999_999_999_94, 1.5, 2.499_999_999_999_999_6, 3.5, 3.0, 4.0, 0.0];
        for x in edges.into_iter().flat_map(|x| [x, -x]).chain((-400..400).map(|i| f64::from(i) * 0.01)) {
            assert_eq!(f64::from(rounded(x)), libm::round(x), "{x}");
        }
    }

    #[test]
    fn agrees_with_radians() {
        for i in -2000..2000 {
            let degrees = f64::from(i) * 0.37;
            let (sin, cos) = sin_cos_deg(degrees);
            let (s, c) = libm::sincos(degrees * (PI / 180.0));
            assert!((sin - s).abs() < 1e-14 && (cos - c).abs() < 1e-14, "{degrees}");
        }
    }
}
