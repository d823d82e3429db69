//! The normal distribution: distribution function and quantile.

/// The 97.5 % quantile: the half-width of a two-sided 95 % interval in standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// P(Z <= z) for a standard normal Z.
pub fn cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The z with P(Z <= z) = p; infinite at 0 and 1, NaN outside.
///
/// Bisection on [`cdf`]: some 60 steps, exact to the last bits, called a few times a report.
pub fn quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    // cdf(-39) is below the smallest positive double.
    let (mut low, mut high) = (-39.0, 39.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if cdf(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_inverts_the_distribution() {
        assert!((quantile(0.975) - Z95).abs() < 1e-12);
        assert!(quantile(0.5).abs() < 1e-12);
        for p in [1e-12, 1e-4, 0.1, 0.5, 0.9] {
            assert!((cdf(quantile(p)) - p).abs() < 1e-12 * (1.0 + p / 1e-3), "p = {p}");
        }
    }

    #[test]
    fn the_ends_are_infinite_and_the_outside_is_not_a_number() {
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(quantile(1.0), f64::INFINITY);
        assert!(quantile(1.5).is_nan() && quantile(f64::NAN).is_nan());
    }
}
