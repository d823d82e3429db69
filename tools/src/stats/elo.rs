//! Elo, normalized Elo and the likelihood of superiority, each with its 95 % interval.
//!
//! Elo = -400 log10(1 / mu - 1). Normalized Elo = (mu - 1/2) / sigma * 800 / ln 10 with sigma that of one game (for
//! pairs sqrt(2 var)): what a match of fixed length can tell apart, whatever the share of draws or of luck. The
//! intervals are those of the mean score carried through the formulas, half the width of the image.

use super::normal::{self, Z95};
use super::tally::Tally;

/// Logistic Elo in one unit of the logit: Elo = `ELO_PER_LOGIT` ln(mu / (1 - mu)).
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Normalized Elo in one standard deviation of a game.
pub const NELO_PER_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;

/// What a tally says about the difference of two players, from the first one's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloReport {
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Elo difference; infinite when every game had one winner.
    pub elo: f64,
    /// Half-width of its 95 % interval.
    pub elo_pm: f64,
    /// Normalized Elo difference.
    pub nelo: f64,
    /// Half-width of its 95 % interval.
    pub nelo_pm: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl EloReport {
    /// The report of a tally, `None` when nothing was played.
    pub fn of(tally: &Tally) -> Option<EloReport> {
        let (score, variance) = (tally.mean()?, tally.variance()?);
        let error = (variance / tally.total() as f64).sqrt();
        let sigma = (variance * tally.games_per_unit()).sqrt();
        let half_width = |f: &dyn Fn(f64) -> f64| 0.5 * (f(score + Z95 * error) - f(score - Z95 * error));
        let nelo = |mu: f64| normalized_from_score(mu, sigma);
        Some(EloReport {
            score,
            elo: elo_from_score(score),
            elo_pm: half_width(&elo_from_score),
            nelo: nelo(score),
            nelo_pm: Z95 * error / sigma * NELO_PER_SIGMA,
            los: likelihood_of_superiority(score, error),
        })
    }
}

/// The Elo difference of a mean score; minus and plus infinity at and beyond 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    match score {
        s if s <= 0.0 => f64::NEG_INFINITY,
        s if s >= 1.0 => f64::INFINITY,
        s => ELO_PER_LOGIT * (s / (1.0 - s)).ln(),
    }
}

/// The mean score of an Elo difference.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// Normalized Elo of a mean score, sigma that of a game; infinite when nothing varies.
pub fn normalized_from_score(score: f64, sigma: f64) -> f64 {
    let edge = score - 0.5;
    if edge == 0.0 { 0.0 } else { edge / sigma * NELO_PER_SIGMA }
}

/// The chance that the first is the stronger, given the mean score and its standard error.
fn likelihood_of_superiority(score: f64, error: f64) -> f64 {
    let edge = score - 0.5;
    if edge == 0.0 { 0.5 } else { normal::cdf(edge / error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_invert_each_other() {
        for elo in [-700.0, -3.5, 0.0, 100.0, 400.0] {
            assert!((elo_from_score(score_from_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
    }

    #[test]
    fn a_clean_sweep_is_infinite_and_nothing_played_is_nothing() {
        let sweep = EloReport::of(&Tally::pairs([0, 0, 50])).unwrap();
        assert!(sweep.elo.is_infinite() && sweep.nelo.is_infinite());
        assert_eq!(sweep.los, 1.0);
        assert_eq!(EloReport::of(&Tally::pairs([0, 0, 0])), None);
    }

    #[test]
    fn all_split_is_level() {
        let level = EloReport::of(&Tally::pairs([0, 9, 0])).unwrap();
        assert_eq!((level.elo, level.nelo, level.los), (0.0, 0.0, 0.5));
    }

    #[test]
    fn swapping_the_players_turns_the_sign() {
        let one = EloReport::of(&Tally::games([30, 20, 10])).unwrap();
        let other = EloReport::of(&Tally::games([20, 30, 10])).unwrap();
        assert!((one.elo + other.elo).abs() < 1e-9 && (one.nelo + other.nelo).abs() < 1e-9);
        assert!((one.los + other.los - 1.0).abs() < 1e-12);
    }
}
