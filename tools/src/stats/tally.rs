//! How often each score happened.

/// What one count stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One game.
    Game,
    /// Two games from the same start with the sides swapped.
    Pair,
}

/// Counts of the possible scores of a unit, from the worst (0) to the best (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// What one count stands for.
    pub unit: Unit,
    /// The scores, rising, in [0, 1].
    pub scores: Vec<f64>,
    /// How often each happened.
    pub counts: Vec<u64>,
}

impl Tally {
    /// Single games: won, lost, drawn.
    pub fn games([won, lost, drawn]: [u64; 3]) -> Tally {
        Tally { unit: Unit::Game, scores: vec![0.0, 0.5, 1.0], counts: vec![lost, drawn, won] }
    }

    /// Pairs of games without draws: lost both, split, won both.
    pub fn pairs(counts: [u64; 3]) -> Tally {
        Tally { unit: Unit::Pair, scores: vec![0.0, 0.5, 1.0], counts: counts.to_vec() }
    }

    /// Pairs of games with draws: LL, LD, WL, DD, WD, WW. A win and a loss count as two draws do.
    pub fn penta([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Tally {
        Tally { unit: Unit::Pair, scores: vec![0.0, 0.25, 0.5, 0.75, 1.0], counts: vec![ll, ld, wl + dd, wd, ww] }
    }

    /// How many units.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean score, `None` when nothing was played.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.scores.iter().zip(&self.counts).map(|(score, &count)| score * count as f64).sum();
        (total > 0).then(|| sum / total as f64)
    }

    /// The variance of one unit's score, `None` when nothing was played.
    pub fn variance(&self) -> Option<f64> {
        let (mean, total) = (self.mean()?, self.total() as f64);
        let squares = self.scores.iter().zip(&self.counts);
        Some(squares.map(|(score, &count)| (score - mean) * (score - mean) * count as f64).sum::<f64>() / total)
    }

    /// From the variance of a unit to that of a game: a pair's score is the mean of two games.
    pub fn games_per_unit(&self) -> f64 {
        match self.unit {
            Unit::Game => 1.0,
            Unit::Pair => 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_tally_has_no_mean() {
        assert_eq!(Tally::games([0, 0, 0]).mean(), None);
        assert_eq!(Tally::pairs([0, 0, 0]).variance(), None);
    }

    #[test]
    fn a_split_pair_counts_as_half() {
        let tally = Tally::penta([1, 0, 1, 1, 0, 1]);
        assert_eq!((tally.total(), tally.mean()), (4, Some(0.5)));
        assert_eq!(tally.variance(), Some(0.125));
    }
}
