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

/// The exact 95 % interval.
pub fn clopper_pearson(successes: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (low, high) = filotto_search::estimate::clopper_pearson(successes.min(n), n);
    Interval { low, high }
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
    fn clopper_pearson_holds_wilson_nearly_always() {
        for (successes, n) in [(0, 10), (3, 20), (220, 400), (10, 10)] {
            let (exact, score) = (clopper_pearson(successes, n), wilson(successes, n, Z95));
            assert!(exact.high - exact.low >= score.high - score.low - 1e-9, "{successes} of {n}");
        }
        assert_eq!(clopper_pearson(0, 0), Interval { low: 0.0, high: 1.0 });
    }
}
