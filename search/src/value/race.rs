//! The race to the target: who wins from a score, by exact dynamic programming over the law of one turn's result.
//!
//! Turns alternate strictly, and by 7.5 a stroke's points go wholly to one of the two, so a turn's result is one
//! signed number `r`: `r > 0` to the striker, `r < 0` to the other. With `W_i(a, b)` the chance of player `i`, to
//! move, needing `a` points against `b`:
//!
//! `W_i(a, b) = sum_{r >= 0} p_i(r) (1 - W_j(b, a - r)) + sum_{r < 0} p_i(r) (1 - W_j(b + r, a))`
//!
//! Scores only fall, except by `r = 0`, which ties `W_i(a, b)` to `W_j(b, a)` and back: two linear equations, solved
//! exactly, `W_i = A_i + z_i (1 - W_j)`.

/// The law of one turn's result: chances of signed results, summing to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// `(result, chance)`, results rising and distinct, chances positive.
    entries: Vec<(i16, f64)>,
}

impl Law {
    /// From chances or counts, in any order; equal results are added, the sum is brought to 1.
    /// `None` when nothing is positive or something is no number.
    pub fn new(weights: impl IntoIterator<Item = (i16, f64)>) -> Option<Law> {
        let mut entries: Vec<(i16, f64)> = Vec::new();
        for (result, weight) in weights {
            if !(weight >= 0.0 && weight.is_finite()) {
                return None;
            }
            match entries.binary_search_by_key(&result, |e| e.0) {
                Ok(i) => entries[i].1 += weight,
                Err(i) => entries.insert(i, (result, weight)),
            }
        }
        entries.retain(|e| e.1 > 0.0);
        let sum: f64 = entries.iter().map(|e| e.1).sum();
        for entry in &mut entries {
            entry.1 /= sum;
        }
        (!entries.is_empty()).then_some(Law { entries })
    }

    /// `(result, chance)`, results rising.
    pub fn entries(&self) -> &[(i16, f64)] {
        &self.entries
    }

    /// Expected result: points to the striker minus points to the opponent.
    pub fn mean(&self) -> f64 {
        self.entries.iter().map(|&(r, p)| f64::from(r) * p).sum()
    }

    /// The law with weight `1 - share` of this one and `share` of another.
    #[must_use]
    pub fn blend(&self, other: &Law, share: f64) -> Law {
        let mine = self.entries.iter().map(|&(r, p)| (r, p * (1.0 - share)));
        let theirs = other.entries.iter().map(|&(r, p)| (r, p * share));
        Law::new(mine.chain(theirs)).expect("two laws blend into a law")
    }

    /// Chance of a turn that moves no score.
    fn zero(&self) -> f64 {
        self.entries.iter().find(|e| e.0 == 0).map_or(0.0, |e| e.1)
    }
}

/// Longest race whose table is kept, points. A longer one is looked up at the same ratio of what is needed; the
/// table grows with the square of this (1000: 16 MB).
pub const MAX_RACE: usize = 1000;

/// Chances to win for every score of a race between two players with a law each.
#[derive(Clone, Debug)]
pub struct RaceTable {
    /// Most points needed.
    span: usize,
    /// `wins[i][a * (span + 1) + b]`: player `i` to move needs `a`, the other needs `b`; 0 needed = has won.
    wins: [Vec<f64>; 2],
}

impl RaceTable {
    /// The table of a race to `target` points; `laws[0]` is the first player's, `laws[1]` the second's.
    pub fn new(target: u16, laws: [&Law; 2]) -> RaceTable {
        let span = usize::from(target).clamp(1, MAX_RACE);
        let cells = (span + 1) * (span + 1);
        let mut table = RaceTable { span, wins: [vec![0.0; cells], vec![0.0; cells]] };
        for b in 0..=span {
            for wins in &mut table.wins {
                wins[b] = 1.0;
            }
        }
        for total in 2..=2 * span {
            for a in total.saturating_sub(span).max(1)..=span.min(total - 1) {
                table.solve(a, total - a, laws);
            }
        }
        table
    }

    /// Both unknowns of one pair of scores: player 0 needs `a`, player 1 needs `b`, either to move.
    fn solve(&mut self, a: usize, b: usize, laws: [&Law; 2]) {
        let known = [self.known(0, a, b, laws[0]), self.known(1, b, a, laws[1])];
        let [z0, z1] = [laws[0].zero(), laws[1].zero()];
        let loops = z0 * z1;
        let first = if loops < 1.0 {
            (known[0] + z0 * (1.0 - known[1] - z1)) / (1.0 - loops)
        } else {
            0.5 // nobody ever scores: a race without end is worth a half to each
        };
        let second = known[1] + z1 * (1.0 - first);
        let width = self.span + 1;
        self.wins[0][a * width + b] = first;
        self.wins[1][b * width + a] = second;
    }

    /// The part of `W_i(a, b)` over results other than 0.
    fn known(&self, i: usize, a: usize, b: usize, law: &Law) -> f64 {
        let other = 1 - i;
        let term = |&(r, p): &(i16, f64)| {
            let n = usize::from(r.unsigned_abs());
            match r {
                0 => 0.0,
                r if r > 0 => p * (1.0 - self.cell(other, b, a.saturating_sub(n))),
                _ => p * (1.0 - self.cell(other, b.saturating_sub(n), a)),
            }
        };
        law.entries.iter().map(term).sum()
    }

    fn cell(&self, i: usize, a: usize, b: usize) -> f64 {
        self.wins[i][a * (self.span + 1) + b]
    }

    /// Chance that player `i`, to move, wins when he needs `mine` points and the other `theirs`. Nobody needs 0
    /// in a running race; the one to move is asked first.
    pub fn win(&self, i: usize, mine: u16, theirs: u16) -> f64 {
        let (mut a, mut b) = (usize::from(mine), usize::from(theirs));
        let most = a.max(b);
        if most > self.span {
            let shrink = |n: usize| {
                if n == 0 { 0 } else { (n * self.span / most).max(1) }
            };
            (a, b) = (shrink(a), shrink(b));
        }
        self.cell(i, a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(p: f64) -> Law {
        Law::new([(1, p), (0, 1.0 - p)]).unwrap()
    }

    /// A race to one: the first wins p / (1 - q^2) when both have p.
    #[test]
    fn race_to_one_has_the_closed_form() {
        let law = score(0.3);
        let table = RaceTable::new(1, [&law, &law]);
        assert!((table.win(0, 1, 1) - 0.3 / (1.0 - 0.49)).abs() < 1e-15);
    }

    #[test]
    fn a_race_without_points_is_a_draw() {
        let law = score(0.0);
        assert_eq!(RaceTable::new(5, [&law, &law]).win(1, 3, 2), 0.5);
    }

    #[test]
    fn the_winner_has_won() {
        let law = score(0.5);
        let table = RaceTable::new(3, [&law, &law]);
        assert_eq!((table.win(0, 0, 2), table.win(1, 2, 0)), (1.0, 0.0));
    }

    #[test]
    fn long_races_are_looked_up_by_ratio() {
        let law = score(0.5);
        let table = RaceTable::new(u16::MAX, [&law, &law]);
        let w = table.win(0, 40_000, 20_000);
        assert!(w < 1e-6 && table.win(0, 20_000, 20_000) > 0.5);
    }

    #[test]
    fn laws_refuse_nonsense() {
        assert!(Law::new([]).is_none());
        assert!(Law::new([(1, f64::NAN)]).is_none());
        assert!(Law::new([(1, -0.5)]).is_none());
        let law = Law::new([(2, 1.0), (-2, 1.0), (2, 2.0)]).unwrap();
        assert_eq!(law.entries(), [(-2, 0.25), (2, 0.75)]);
        assert!((law.mean() - 1.0).abs() < 1e-15);
    }
}
