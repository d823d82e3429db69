//! Intervals for a share: Wilson's score interval and the exact one of Clopper and Pearson.
//!
//! Wilson, E. B. (1927), J. Am. Stat. Assoc. 22, 209-212; Clopper, C. J. & Pearson, E. S. (1934), Biometrika 26,
//! 404-413. Wilson's is the one shown; Clopper-Pearson never covers less than it says, for claims that must hold.

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Wilson's interval for `successes` of `n` at `z` standard errors; all of [0, 1] when nothing was seen.
pub fn wilson(successes: u64, n: u64, z: f64) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, p) = (n as f64, successes as f64 / n as f64);
    let z2 = z * z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The exact interval that misses with at most `alpha` (half of it on each side).
pub fn clopper_pearson(successes: u64, n: u64, alpha: f64) -> Interval {
    let (s, n) = (successes.min(n) as f64, n as f64);
    let low = if s == 0.0 { 0.0 } else { beta_quantile(0.5 * alpha, s, n - s + 1.0) };
    let high = if s == n { 1.0 } else { beta_quantile(1.0 - 0.5 * alpha, s + 1.0, n - s) };
    Interval { low, high }
}

/// The x with I_x(a, b) = p, by bisection: I is monotone in x.
fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..70 {
        let middle = 0.5 * (low + high);
        if beta_cdf(middle, a, b) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The regularised incomplete beta function I_x(a, b).
fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    // The fraction converges fast only below the mean: above it, use I_x(a, b) = 1 - I_{1-x}(b, a).
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(1.0 - x, b, a);
    }
    let log_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    (a * x.ln() + b * (1.0 - x).ln() - log_beta).exp() / (a * beta_fraction(x, a, b))
}

/// The continued fraction of the incomplete beta function (DLMF 8.17.22), evaluated by Lentz's method.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300; // in place of a zero denominator
    let keep = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 0.0);
    let mut fraction = 1.0;
    for k in 1..20_000 {
        let m = f64::from(k / 2);
        let numerator = if k % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / keep(1.0 + numerator * d);
        c = keep(1.0 + numerator / c);
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::normal::Z95;

    #[test]
    fn wilson_is_inside_zero_and_one_at_the_ends() {
        assert_eq!(wilson(0, 10, Z95).low, 0.0);
        assert!((wilson(10, 10, Z95).low - 0.7225).abs() < 1e-4);
        assert_eq!(wilson(0, 0, Z95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn clopper_pearson_meets_the_closed_forms_at_the_ends() {
        // With no success the upper end is 1 - (alpha / 2)^(1 / n).
        let exact = 1.0 - libm::pow(0.025, 0.1);
        let none = clopper_pearson(0, 10, 0.05);
        assert!(none.low == 0.0 && (none.high - exact).abs() < 1e-12);
        let all = clopper_pearson(10, 10, 0.05);
        assert!(all.high == 1.0 && (all.low - (1.0 - exact)).abs() < 1e-12);
    }

    #[test]
    fn clopper_pearson_inverts_the_binomial_sum() {
        let Interval { low, high } = clopper_pearson(7, 20, 0.05);
        let pmf = |p: f64, k: u32| choose(20, k) * p.powi(k as i32) * (1.0 - p).powi(20 - k as i32);
        let at_least: f64 = (7..=20).map(|k| pmf(low, k)).sum();
        let at_most: f64 = (0..=7).map(|k| pmf(high, k)).sum();
        assert!((at_least - 0.025).abs() < 1e-10 && (at_most - 0.025).abs() < 1e-10);
    }

    fn choose(n: u32, k: u32) -> f64 {
        (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
    }
}
