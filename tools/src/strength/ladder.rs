//! The ladder: players of known make, each measured against the next, put on one scale.
//!
//! Neighbours only are played, so the scale is a chain: a rating is the sum of the steps from the anchor, its error
//! the root of the sum of their squares. A step is the Elo difference less luck; where every set had one winner no
//! difference can be given, only its least value by Wilson's interval, and all beyond it is "at least".

use super::pair::Side;
use super::report::{Counts, fewer};
use crate::stats::EloReport;
use crate::stats::elo::elo_from_score;
use crate::stats::intervals::{clopper_pearson, wilson};
use crate::stats::normal::Z95;
use serde_json::{Value, json};
use std::fmt::Write;

/// The rating of the anchor.
pub const ANCHOR: f64 = 1000.0;

/// A player on the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The player by name and options.
    pub player: String,
    /// His skill.
    pub skill: String,
}

impl Rung {
    /// Name and skill.
    pub fn label(&self) -> String {
        format!("{} ({})", self.player, self.skill)
    }
}

/// The upper of two neighbours against the lower.
#[derive(Clone, Debug)]
pub struct Step {
    /// Index of the lower rung; the upper one's.
    pub between: [usize; 2],
    /// What was played, A being the upper.
    pub counts: Counts,
}

/// How much stronger the upper is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    /// So many Elo, with the half-width of the 95 % interval.
    Known(f64, f64),
    /// At least so many: no set was lost.
    AtLeast(f64),
    /// At most so many (a negative number): no set was won.
    AtMost(f64),
    /// Too little was played.
    Unknown,
}

impl Gap {
    /// Of what was played.
    pub fn of(counts: &Counts) -> Gap {
        let [lost, split, won] = counts.pairs;
        let sets = 2 * (lost + split + won);
        match (counts.adjusted_elo(), 2 * won + split) {
            _ if sets == 0 => Gap::Unknown,
            (_, n) if n == sets => Gap::AtLeast(elo_from_score(wilson(n, sets, Z95).low)),
            (_, 0) => Gap::AtMost(elo_from_score(wilson(0, sets, Z95).high)),
            (Some((elo, pm)), _) if elo.is_finite() && pm.is_finite() => Gap::Known(elo, pm),
            (_, n) => {
                let interval = wilson(n, sets, Z95);
                let (low, high) = (elo_from_score(interval.low), elo_from_score(interval.high));
                Gap::Known(0.5 * (low + high), 0.5 * (high - low))
            }
        }
    }

    /// The number that stands for it, its error, and whether it is a bound: +1 at least, -1 at most.
    fn parts(self) -> (f64, f64, i8) {
        match self {
            Gap::Known(elo, pm) => (elo, pm, 0),
            Gap::AtLeast(elo) => (elo, 0.0, 1),
            Gap::AtMost(elo) => (elo, 0.0, -1),
            Gap::Unknown => (0.0, f64::INFINITY, 0),
        }
    }
}

/// A place in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo.
    pub elo: f64,
    /// Half-width of the 95 % interval; 0 at the anchor.
    pub pm: f64,
    /// +1: at least so strong, -1: at most, 0: neither.
    pub bound: i8,
}

/// Ratings of all rungs; the one at `anchor` has [`ANCHOR`]. `None` for those no chain of steps leads to.
pub fn ratings(rungs: usize, steps: &[Step], anchor: usize) -> Vec<Option<Rating>> {
    let mut ratings = vec![None; rungs];
    ratings[anchor] = Some(Rating { elo: ANCHOR, pm: 0.0, bound: 0 });
    // A chain of n rungs is known after n rounds at the latest.
    for _ in 0..rungs {
        for step in steps {
            let [low, high] = step.between;
            let (gap, pm, bound) = Gap::of(&step.counts).parts();
            let onto = |from: Rating, sign: f64, bound: i8| Rating {
                elo: from.elo + sign * gap,
                pm: (from.pm * from.pm + pm * pm).sqrt(),
                bound: if from.bound == 0 { bound } else { from.bound },
            };
            match (ratings[low], ratings[high]) {
                (Some(from), None) => ratings[high] = Some(onto(from, 1.0, bound)),
                (None, Some(from)) => ratings[low] = Some(onto(from, -1.0, -bound)),
                _ => {}
            }
        }
    }
    ratings
}

/// What a rung's player did in all its sets.
pub fn sides(rungs: usize, steps: &[Step]) -> Vec<Side> {
    let mut all = vec![Side::default(); rungs];
    for step in steps {
        for (rung, side) in [step.between[1], step.between[0]].into_iter().zip(&step.counts.sides) {
            all[rung].add(side);
        }
    }
    all
}

/// Everything the list is made of.
pub struct Ladder<'a> {
    /// The players.
    pub rungs: &'a [Rung],
    /// What was played.
    pub steps: &'a [Step],
    /// Which rung is the anchor.
    pub anchor: usize,
    /// How it was played, in a sentence.
    pub terms: String,
}

impl Ladder<'_> {
    /// The list as Markdown, best first, and the steps it is made of.
    pub fn markdown(&self) -> String {
        let mut text = format!("{}\n\n", self.terms);
        text += "| player | skill | Elo | points a stroke | given | faults a stroke | strokes |\n|---|---|---|---|---|---|---|\n";
        let sides = sides(self.rungs.len(), self.steps);
        for (i, rating) in self.sorted() {
            let (rung, side) = (&self.rungs[i], &sides[i]);
            let per = |sum: u32| f64::from(sum) / f64::from(side.strokes.max(1));
            let faults = clopper_pearson(side.faults.into(), side.strokes.into());
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {:.2} | {:.2} | {:.3} ({:.3} to {:.3}) | {} |",
                rung.player,
                rung.skill,
                told(rating, i == self.anchor),
                per(side.points),
                per(side.lost),
                per(side.faults),
                faults.low,
                faults.high,
                side.strokes
            );
        }
        text += "\n| step | pairs won, split, lost | Elo | less luck | fewer sets for the same interval | failures |\n|---|---|---|---|---|---|\n";
        for step in self.steps {
            text += &self.step(step);
        }
        text
    }

    fn step(&self, step: &Step) -> String {
        let [low, high] = step.between.map(|i| self.rungs[i].label());
        let counts = &step.counts;
        let [lost, split, won] = counts.pairs;
        let figure = |value: Option<(f64, f64)>| match value {
            Some((elo, pm)) if elo.is_finite() && pm.is_finite() => format!("{elo:+.0} ± {pm:.0}"),
            _ => "-".into(),
        };
        let raw = EloReport::of(&counts.tally()).map(|report| (report.elo, report.elo_pm));
        let raw = match Gap::of(counts) {
            Gap::AtLeast(elo) => format!("at least {elo:+.0}"),
            Gap::AtMost(elo) => format!("at most {elo:+.0}"),
            _ => figure(raw),
        };
        let fewer = fewer(counts).map_or("-".into(), |times| format!("{times:.1} times"));
        let failures: u64 = counts.failures.iter().flatten().sum();
        let less = figure(counts.adjusted_elo());
        format!("| {high} over {low} | {won}, {split}, {lost} | {raw} | {less} | {fewer} | {failures} |\n")
    }

    fn sorted(&self) -> Vec<(usize, Option<Rating>)> {
        let mut all: Vec<_> = ratings(self.rungs.len(), self.steps, self.anchor).into_iter().enumerate().collect();
        all.sort_by(|(_, a), (_, b)| b.map_or(f64::MIN, |b| b.elo).total_cmp(&a.map_or(f64::MIN, |a| a.elo)));
        all
    }

    /// The rows of the chart: label, rating, half-width.
    pub fn bars(&self) -> Vec<crate::draw::Bar> {
        let bar = |(i, rating): (usize, Option<Rating>)| {
            let Rating { elo, pm, bound } = rating?;
            let bound = match bound {
                1 => ", at least",
                -1 => ", at most",
                _ => "",
            };
            let pm = if pm.is_finite() { pm } else { 0.0 };
            Some(crate::draw::Bar { label: format!("{}{bound}", self.rungs[i].label()), value: elo, pm })
        };
        self.sorted().into_iter().filter_map(bar).collect()
    }

    /// The same for machines.
    pub fn json(&self) -> Value {
        let sides = sides(self.rungs.len(), self.steps);
        let rungs = self.sorted().into_iter().map(|(i, rating)| {
            let rating = rating.map(|r| json!({"elo": r.elo, "elo_pm": r.pm, "bound": r.bound}));
            json!({"player": self.rungs[i].player, "skill": self.rungs[i].skill, "rating": rating, "strokes": sides[i]})
        });
        let steps = self.steps.iter().map(|step| {
            let [low, high] = step.between.map(|i| self.rungs[i].label());
            let raw =
                EloReport::of(&step.counts.tally()).map(|report| json!({"elo": report.elo, "elo_pm": report.elo_pm}));
            let less = step.counts.adjusted_elo().map(|(elo, pm)| json!({"elo": elo, "elo_pm": pm}));
            json!({"upper": high, "lower": low, "pairs": step.counts.pairs, "void": step.counts.void, "raw": raw,
                "less_luck": less, "times_fewer_sets": fewer(&step.counts), "failures": step.counts.failures})
        });
        json!({"schema": "filotto/ladder/1", "terms": self.terms, "anchor": self.rungs[self.anchor].label(),
            "rungs": rungs.collect::<Vec<_>>(), "steps": steps.collect::<Vec<_>>()})
    }
}

fn told(rating: Option<Rating>, anchor: bool) -> String {
    match rating {
        None => "-".into(),
        Some(Rating { elo, .. }) if anchor => format!("{elo:.0} (anchor)"),
        Some(Rating { elo, bound: 1, .. }) => format!("at least {elo:.0}"),
        Some(Rating { elo, bound: -1, .. }) => format!("at most {elo:.0}"),
        Some(Rating { elo, pm, .. }) => format!("{elo:.0} ± {pm:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(between: [usize; 2], pairs: [u64; 3], adjusted: &[f64]) -> Step {
        Step { between, counts: Counts { pairs, adjusted: adjusted.to_vec(), ..Counts::default() } }
    }

    #[test]
    fn ratings_add_up_along_the_chain_with_their_errors() {
        // Scores of 0.5 and 0.7, 0.6 on average: 400 log10(0.6 / 0.4) = 70.4 Elo.
        let even = [0.5, 0.7];
        let steps = [step([0, 1], [1, 2, 3], &even), step([1, 2], [1, 2, 3], &even)];
        let ratings = ratings(3, &steps, 1);
        let [low, anchor, high] = [0, 1, 2].map(|i| ratings[i].unwrap());
        assert_eq!(anchor, Rating { elo: ANCHOR, pm: 0.0, bound: 0 });
        assert!((high.elo - ANCHOR - 70.437).abs() < 0.01 && (low.elo - ANCHOR + 70.437).abs() < 0.01);
        let two = super::ratings(3, &steps, 0)[2].unwrap();
        assert!((two.pm - high.pm * 2.0_f64.sqrt()).abs() < 1e-9, "{} and {}", two.pm, high.pm);
    }

    #[test]
    fn a_clean_sweep_is_a_bound_and_so_is_all_beyond_it() {
        let steps = [
            step([0, 1], [0, 0, 30], &[1.0, 1.0]),
            step([1, 2], [0, 0, 30], &[1.0, 1.0]),
            step([2, 3], [3, 4, 5], &[0.5, 0.6]),
        ];
        let ratings = ratings(4, &steps, 2);
        // Wilson's lower end for 60 of 60 at 95 %: 1 / (1 + 1.96^2 / 60) = 0.9398, 477 Elo.
        let Rating { elo, bound, .. } = ratings[1].unwrap();
        assert!((elo - (ANCHOR - 477.4)).abs() < 0.5 && bound == -1, "{elo} {bound}");
        assert_eq!(ratings[0].unwrap().bound, -1);
        assert_eq!(ratings[3].unwrap().bound, 0);
    }

    #[test]
    fn rungs_without_a_chain_to_the_anchor_have_no_rating() {
        assert_eq!(ratings(3, &[step([0, 1], [1, 1, 1], &[0.4, 0.6])], 0)[2], None);
    }
}
