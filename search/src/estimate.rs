//! Means with 95 % intervals: from independent shifts of a Sobol sequence, and for rare events after Clopper-Pearson.
//!
//! A single low-discrepancy sequence tells nothing about its own error. So a report is cut into [`SHIFTS`]
//! sequences of equal length, each with its own shift: their means are independent and identically distributed, and
//! the interval is Student's over them.

use serde::{Deserialize, Serialize};

/// A mean and the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// Half-width of the 95 % interval.
    pub pm: f64,
}

/// Independent shifts in a report. Fewer widen the interval (Student's quantile), more shorten each sequence and
/// lose its evenness.
pub const SHIFTS: usize = 16;

/// Student's 97.5 % quantile for 1 to 31 degrees of freedom (Abramowitz and Stegun, table 26.10).
const STUDENT: [f64; 31] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042, 2.040,
];

/// Normal 97.5 % quantile.
const NORMAL_95: f64 = 1.96;

impl Estimate {
    /// A value known exactly.
    pub const fn exact(mean: f64) -> Estimate {
        Estimate { mean, pm: 0.0 }
    }

    /// Nothing is known but the bounds.
    pub const fn between(low: f64, high: f64) -> Estimate {
        Estimate { mean: 0.5 * (low + high), pm: 0.5 * (high - low) }
    }

    /// Mean and interval over the means of independent shifts, each of `per_shift` points of a quantity that can
    /// span `range`. One unseen extreme value among all points widens the interval: `n` equal results don't prove
    /// that the next is equal too.
    pub fn from_shifts(means: &[f64], per_shift: usize, range: f64) -> Estimate {
        let n = means.len();
        if n < 2 {
            return Estimate { mean: means.first().copied().unwrap_or(0.0), pm: range };
        }
        let mean = means.iter().sum::<f64>() / n as f64;
        let squares = means.iter().map(|m| (m - mean) * (m - mean)).sum::<f64>();
        let error = (squares / ((n - 1) * n) as f64).sqrt();
        let unseen = range / (n * per_shift) as f64;
        Estimate { mean, pm: STUDENT[(n - 2).min(STUDENT.len() - 1)] * error + unseen }
    }

    /// Mean and interval of independent values, enough of them for a normal quantile: of positions, of fresh strokes. 0 of none.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Estimate {
        let n = values.clone().count() as f64;
        let mean = if n > 0.0 { values.clone().sum::<f64>() / n } else { 0.0 };
        let squares: f64 = values.map(|v| (v - mean) * (v - mean)).sum();
        Estimate { mean, pm: NORMAL_95 * (squares / (n * (n - 1.0)).max(1.0)).sqrt() }
    }

    /// The chance of an event seen `hits` times in `n` strokes, with the longer side of Clopper-Pearson's interval.
    pub fn chance(hits: u64, n: u64) -> Estimate {
        if n == 0 {
            return Estimate::between(0.0, 1.0);
        }
        let mean = hits as f64 / n as f64;
        let (low, high) = clopper_pearson(hits, n);
        Estimate { mean, pm: (high - mean).max(mean - low) }
    }

    /// Whether a value is inside the interval.
    pub fn holds(&self, value: f64) -> bool {
        (value - self.mean).abs() <= self.pm
    }
}

/// Clopper and Pearson's exact 95 % interval for a chance: the beta quantiles
/// `B(0.025; k, n - k + 1)` and `B(0.975; k + 1, n - k)`.
pub fn clopper_pearson(hits: u64, n: u64) -> (f64, f64) {
    let (k, m) = (hits as f64, (n - hits) as f64);
    let low = if hits == 0 { 0.0 } else { beta_quantile(0.025, k, m + 1.0) };
    let high = if hits == n { 1.0 } else { beta_quantile(0.975, k + 1.0, m) };
    (low, high)
}

/// Quantile of the beta distribution by bisection: 60 halvings reach the last bits and cannot diverge.
fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if beta_cdf(middle, a, b) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Regularised incomplete beta function by its continued fraction (DLMF 8.17.22), on the side where it converges.
fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(1.0 - x, b, a);
    }
    let log_front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
    libm::exp(log_front) * beta_fraction(x, a, b) / a
}

/// The continued fraction of the incomplete beta function by Lentz's method.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let keep = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / keep(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for m in 1..1000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / keep(1.0 + even * d);
        c = keep(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / keep(1.0 + odd * d);
        c = keep(1.0 + odd / c);
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With no event in n, the upper limit has the closed form 1 - 0.025^(1/n).
    #[test]
    fn clopper_pearson_without_events() {
        for n in [1, 10, 1024, 20_000] {
            let (low, high) = clopper_pearson(0, n);
            let exact = 1.0 - libm::exp(libm::log(0.025) / n as f64);
            assert!(low == 0.0 && (high - exact).abs() < 1e-9, "{n}: {high} {exact}");
        }
    }

    /// The defining property: at the limits, the binomial tails hold 2.5 % each (summed directly).
    #[test]
    fn clopper_pearson_by_its_tails() {
        let tail = |p: f64, from: u32, to: u32, n: u32| {
            let choose = |k: u32| (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
            let term = |k: u32| choose(k) * libm::pow(p, f64::from(k)) * libm::pow(1.0 - p, f64::from(n - k));
            (from..=to).map(term).sum::<f64>()
        };
        for (k, n) in [(1, 10), (3, 20), (17, 30), (29, 30)] {
            let (low, high) = clopper_pearson(u64::from(k), u64::from(n));
            assert!((tail(low, k, n, n) - 0.025).abs() < 1e-9);
            assert!((tail(high, 0, k, n) - 0.025).abs() < 1e-9);
        }
    }

    #[test]
    fn shifts_give_students_interval() {
        let e = Estimate::from_shifts(&[1.0, 3.0], 1_000_000, 1.0);
        assert!((e.mean - 2.0).abs() < 1e-12 && (e.pm - 12.706).abs() < 1e-5, "{e:?}");
    }

    #[test]
    fn equal_results_leave_a_doubt() {
        let e = Estimate::from_shifts(&[0.0; 16], 64, 12.0);
        assert!(e.pm > 0.01 && e.pm < 0.02, "{e:?}");
    }

    /// Student's interval covers about 95 % when the truth is known.
    #[test]
    fn covers_as_often_as_it_says() {
        let key = crate::keys::Key::new(11);
        let inside = (0..2000u64).filter(|&trial| {
            let mean = |s: u64| (0..32).map(|i| key.with(trial).with(s).with(i).uniform()).sum::<f64>() / 32.0;
            let means: Vec<f64> = (0..SHIFTS as u64).map(mean).collect();
            Estimate::from_shifts(&means, 1_000_000, 0.0).holds(0.5)
        });
        let covered = inside.count();
        assert!((1860..1940).contains(&covered), "{covered} of 2000");
    }
}
