//! The generalised sequential probability ratio test on a tally.
//!
//! Under each hypothesis the nuisance parameters (how often pairs are split, won, lost) are estimated by maximum
//! likelihood: the distribution closest to the observed frequencies p among those with the hypothesis' strength. Then
//! LLR = N sum p_i ln(p1_i / p0_i). Two measures of strength: a logistic Elo fixes the mean, a normalized Elo fixes
//! (mean - 1/2) / sigma.
//!
//! The estimate with a fixed mean m is p_i / (1 + x (a_i - m)), x the one root of sum p_i (a_i - m) / (1 + x (a_i - m))
//! (Owen's empirical likelihood). The normalized model solves a sequence of such problems (Van den Bergh, "Normalized
//! Elo"). Each sum falls monotonically between its poles, so bisection always ends.

use super::elo::{NELO_PER_SIGMA, score_from_elo};
use super::tally::Tally;

/// In place of an empty class: a class never seen isn't impossible, and its logarithm stays finite.
const EMPTY_CLASS: f64 = 1e-3;
/// Rounds of the normalized model. It contracts by a factor of ten or more a round near the hypotheses people test;
/// the bound makes it end on the others.
const ROUNDS: usize = 40;
/// Halvings of a bracket: as many as a double has bits, and some for a root close to zero.
const HALVINGS: usize = 100;

/// What a difference in strength means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Logistic Elo: the mean score.
    Logistic,
    /// Normalized Elo: the mean score in standard deviations.
    Normalized,
}

/// Where the test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lower strength is accepted: no improvement.
    Lower,
    /// The higher strength is accepted.
    Upper,
    /// Neither yet.
    Open,
}

/// A test of strength `elo0` against `elo1` with the chances of error `alpha` (accept a player who is no better) and
/// `beta` (turn down one who is).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What the two strengths mean.
    pub model: Model,
    /// The strength of the first hypothesis.
    pub elo0: f64,
    /// The strength of the second.
    pub elo1: f64,
    /// Chance of accepting the second wrongly.
    pub alpha: f64,
    /// Chance of accepting the first wrongly.
    pub beta: f64,
}

impl Sprt {
    /// Wald's bounds on the log-likelihood ratio: below the first `elo0` is accepted, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        bounds(self.alpha, self.beta)
    }

    /// The log-likelihood ratio of a tally; 0 when nothing was played.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let observed = Distribution::observed(tally);
        let units: f64 = observed.total;
        if tally.total() == 0 {
            return 0.0;
        }
        let fit = |elo: f64| match self.model {
            Model::Logistic => observed.with_mean(score_from_elo(elo)),
            Model::Normalized => observed.with_t(elo / NELO_PER_SIGMA * tally.games_per_unit().sqrt()),
        };
        let (p0, p1) = (fit(self.elo0), fit(self.elo1));
        units * observed.p.iter().zip(p0.iter().zip(&p1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// What the tally decides.
    pub fn decide(&self, tally: &Tally) -> Decision {
        let (llr, (lower, upper)) = (self.llr(tally), self.bounds());
        match llr {
            l if l >= upper => Decision::Upper,
            l if l <= lower => Decision::Lower,
            _ => Decision::Open,
        }
    }
}

/// Wald's bounds of a test with error chances `alpha` and `beta`.
pub fn bounds(alpha: f64, beta: f64) -> (f64, f64) {
    ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
}

/// Scores and how likely each is.
struct Distribution<'a> {
    a: &'a [f64],
    p: Vec<f64>,
    total: f64,
}

impl Distribution<'_> {
    /// The observed frequencies, empty classes given a trace.
    fn observed(tally: &Tally) -> Distribution<'_> {
        let counts: Vec<f64> = tally.counts.iter().map(|&n| if n == 0 { EMPTY_CLASS } else { n as f64 }).collect();
        let total = counts.iter().sum();
        Distribution { a: &tally.scores, p: counts.iter().map(|n| n / total).collect(), total }
    }

    /// The likeliest distribution with mean `m`.
    fn with_mean(&self, m: f64) -> Vec<f64> {
        let d: Vec<f64> = self.a.iter().map(|a| a - m).collect();
        self.tilted(&d)
    }

    /// The likeliest distribution with (mean - 1/2) / sigma = `t`.
    ///
    /// The constraint is linearised at the estimate so far: sum q_i (a_i - 1/2 - t sigma (1 + ((mu - a_i) / sigma)^2) / 2) = 0.
    fn with_t(&self, t: f64) -> Vec<f64> {
        let mut q = vec![1.0 / self.a.len() as f64; self.a.len()];
        for _ in 0..ROUNDS {
            let (mu, sigma) = moments(self.a, &q);
            let term = |a: f64| a - 0.5 - 0.5 * t * sigma * (1.0 + ((mu - a) / sigma) * ((mu - a) / sigma));
            let d: Vec<f64> = self.a.iter().map(|&a| term(a)).collect();
            let next = self.tilted(&d);
            let change = q.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
            q = next;
            if change < 1e-12 {
                break;
            }
        }
        q
    }

    /// p_i / (1 + x d_i) with the x that makes sum p_i d_i / (1 + x d_i) = 0.
    ///
    /// Without values of both signs no distribution meets the constraint: the observed one is returned.
    fn tilted(&self, d: &[f64]) -> Vec<f64> {
        let (min, max) = d.iter().fold((f64::MAX, f64::MIN), |(min, max), &d| (min.min(d), max.max(d)));
        if !(min < 0.0 && max > 0.0) {
            return self.p.clone();
        }
        // Between the poles -1/max and -1/min the sum falls from plus to minus infinity.
        let (mut low, mut high) = (-1.0 / max, -1.0 / min);
        for _ in 0..HALVINGS {
            let x = 0.5 * (low + high);
            let sum: f64 = self.p.iter().zip(d).map(|(p, d)| p * d / (1.0 + x * d)).sum();
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
        let x = 0.5 * (low + high);
        // A root within rounding of a pole would give a class zero or less; the floor keeps the logarithm finite.
        self.p.iter().zip(d).map(|(p, d)| p / (1.0 + x * d).max(1e-12)).collect()
    }
}

/// Mean and standard deviation.
fn moments(a: &[f64], q: &[f64]) -> (f64, f64) {
    let total: f64 = q.iter().sum();
    let mean = a.iter().zip(q).map(|(a, q)| a * q).sum::<f64>() / total;
    let variance = a.iter().zip(q).map(|(a, q)| (a - mean) * (a - mean) * q).sum::<f64>() / total;
    (mean, variance.sqrt().max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
        Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    #[test]
    fn the_fitted_distributions_meet_their_constraints() {
        let tally = Tally::penta([30, 40, 50, 10, 45, 35]);
        let observed = Distribution::observed(&tally);
        for m in [0.3, 0.5, 0.62] {
            let q = observed.with_mean(m);
            assert!((q.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((moments(&tally.scores, &q).0 - m).abs() < 1e-9);
        }
        for t in [-0.3, 0.0, 0.4] {
            let (mu, sigma) = moments(&tally.scores, &observed.with_t(t));
            assert!(((mu - 0.5) / sigma - t).abs() < 1e-9, "t = {t}: {}", (mu - 0.5) / sigma);
        }
    }

    #[test]
    fn the_ratio_grows_with_wins_and_is_nothing_at_the_start() {
        let test = sprt(Model::Normalized, 0.0, 10.0);
        assert_eq!(test.llr(&Tally::pairs([0, 0, 0])), 0.0);
        let llr = |won| test.llr(&Tally::pairs([100, 200, won]));
        assert!(llr(90) < llr(110) && llr(110) < llr(200));
    }

    #[test]
    fn a_clear_case_is_decided_and_a_level_one_is_open() {
        let test = sprt(Model::Normalized, 0.0, 10.0);
        assert_eq!(test.decide(&Tally::pairs([100, 1000, 900])), Decision::Upper);
        assert_eq!(test.decide(&Tally::pairs([900, 1000, 100])), Decision::Lower);
        assert_eq!(test.decide(&Tally::pairs([10, 20, 12])), Decision::Open);
    }

    #[test]
    fn one_sided_records_end_with_a_finite_ratio() {
        for counts in [[0, 20, 0], [20, 0, 0], [0, 0, 20], [1, 0, 0]] {
            for model in [Model::Logistic, Model::Normalized] {
                for (elo0, elo1) in [(-1500.0, -500.0), (500.0, 1500.0), (0.0, 5.0), (-1e6, 1e6)] {
                    let llr = sprt(model, elo0, elo1).llr(&Tally::games(counts));
                    assert!(llr.is_finite(), "{counts:?} {model:?} {elo0} {elo1}: {llr}");
                }
            }
        }
    }
}
