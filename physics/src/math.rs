//! Portable trigonometry: `libm` only, so that every machine computes the same bits.

use core::f64::consts::PI;

/// Sine and cosine of an angle in degrees; exact at every multiple of 90.
///
/// The reduction to the nearest quarter turn happens in degrees, where it is free of rounding.
pub fn sin_cos_deg(degrees: f64) -> (f64, f64) {
    // The remainder is exact, so skipping it within a turn changes no bit.
    let turn = if degrees.abs() < 360.0 { degrees } else { degrees % 360.0 };
    let quarter = libm::round(turn / 90.0);
    let rest = (turn - 90.0 * quarter) * (PI / 180.0);
    let (sin, cos) = libm::sincos(rest);
    match quarter as i32 & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
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
    fn agrees_with_radians() {
        for i in -2000..2000 {
            let degrees = f64::from(i) * 0.37;
            let (sin, cos) = sin_cos_deg(degrees);
            let (s, c) = libm::sincos(degrees * (PI / 180.0));
            assert!((sin - s).abs() < 1e-14 && (cos - c).abs() < 1e-14, "{degrees}");
        }
    }
}
