//! What the pairs played so far say.

use super::failure::Failure;
use super::pair::{PairResult, Side};
use crate::stats::elo::elo_from_score;
use crate::stats::intervals::{Interval, clopper_pearson, wilson};
use crate::stats::normal::Z95;
use crate::stats::{Decision, EloReport, Sprt, Tally};
use serde_json::{Value, json};

/// Everything of a match between two players that is counted.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Pairs by sets won by A; void ones aside.
    pub pairs: [u64; 3],
    /// Pairs with a set that is nobody's.
    pub void: u64,
    /// Sums over all sets, A and B.
    pub sides: [Side; 2],
    /// Sets won by A: opening, and not; and how many there were.
    pub opening: [[u64; 2]; 2],
    /// Failures by player and kind.
    pub failures: [[u64; 5]; 2],
    /// What happened at the failures: the first few.
    pub told: Vec<String>,
    /// Scores of the pairs less luck.
    pub adjusted: Vec<f64>,
    /// The pairs as they stood after each: the course of the test.
    pub course: Vec<[u64; 3]>,
}

/// Failures told in full; the rest is counted.
const TOLD: usize = 10;

impl Counts {
    /// Counts a pair.
    pub fn add(&mut self, pair: &PairResult) {
        match pair.won() {
            Some(won) => self.pairs[won] += 1,
            None => self.void += 1,
        }
        self.adjusted.extend(pair.adjusted());
        self.course.push(self.pairs);
        for set in &pair.sets {
            for (sum, side) in self.sides.iter_mut().zip(&set.sides) {
                sum.add(side);
            }
            if let (Some(won), Some(opened)) = (set.won, set.opened) {
                let row = &mut self.opening[usize::from(!opened)];
                row[0] += u64::from(won);
                row[1] += 1;
            }
            if let Some((by, failure, what)) = &set.failure {
                self.failures[*by][failure.index()] += 1;
                if self.told.len() < TOLD {
                    self.told.push(format!("pair {}: {}: {what}", pair.pair, failure.word()));
                }
            }
        }
    }

    /// Pairs played, void ones among them.
    pub fn played(&self) -> u64 {
        self.pairs.iter().sum::<u64>() + self.void
    }

    /// The pairs as statistics take them.
    pub fn tally(&self) -> Tally {
        Tally::pairs(self.pairs)
    }

    /// Mean score less luck, and the half-width of its 95 % interval; `None` below two pairs.
    pub fn adjusted_score(&self) -> Option<(f64, f64)> {
        let n = self.adjusted.len() as f64;
        let mean = self.adjusted.iter().sum::<f64>() / n;
        let squares: f64 = self.adjusted.iter().map(|score| (score - mean) * (score - mean)).sum();
        (n >= 2.0).then(|| (mean, Z95 * (squares / (n - 1.0) / n).sqrt()))
    }

    /// Elo of the mean score less luck, with its interval.
    pub fn adjusted_elo(&self) -> Option<(f64, f64)> {
        let (mean, pm) = self.adjusted_score()?;
        let half = 0.5 * (elo_from_score(mean + pm) - elo_from_score(mean - pm));
        Some((elo_from_score(mean), half))
    }
}

/// How many times fewer sets the result less luck needs for the same interval: the ratio of the variances.
pub fn fewer(counts: &Counts) -> Option<f64> {
    let tally = counts.tally();
    let (raw, n) = (tally.variance()?, tally.total() as f64);
    let (_, pm) = counts.adjusted_score()?;
    let adjusted = (pm / Z95) * (pm / Z95) * n;
    (raw > 0.0 && adjusted > 0.0).then(|| raw * n / (n - 1.0) / adjusted)
}

/// How a test ended, in words.
pub fn verdict(decision: Decision, capped: bool) -> &'static str {
    match decision {
        Decision::Upper => "accepted",
        Decision::Lower => "rejected",
        Decision::Open if capped => "capped: not accepted",
        Decision::Open => "open",
    }
}

/// What a player does on average; the share of faults with its exact interval, for they can be rare.
fn habits(side: &Side) -> String {
    let per = |sum: f64| sum / f64::from(side.strokes.max(1));
    let (points, lost, faults) = (per(side.points.into()), per(side.lost.into()), per(side.faults.into()));
    let Interval { low, high } = clopper_pearson(side.faults.into(), side.strokes.into());
    let (strokes, time) = (side.strokes, 1e3 * per(side.seconds));
    format!(
        "{strokes} strokes: {points:.3} points, {lost:.3} given, {faults:.3} ({low:.3} to {high:.3}) faults, {time:.1} ms"
    )
}

/// A difference with its interval, as far as there is one.
fn figure(value: f64, pm: f64) -> String {
    match (value.is_finite(), pm.is_finite()) {
        (true, true) => format!("{value:+.1} +- {pm:.1}"),
        (true, false) => format!("{value:+.1}, interval unbounded"),
        (false, _) => (if value > 0.0 { "unbounded above" } else { "unbounded below" }).into(),
    }
}

/// The lines of a report.
pub fn lines(names: [&str; 2], counts: &Counts, sprt: &Sprt, capped: bool) -> Vec<String> {
    let tally = counts.tally();
    let mut lines = vec![format!("A {}", names[0]), format!("B {}", names[1])];
    let [lost, split, won] = counts.pairs;
    lines.push(format!(
        "pairs    {} (won both {won}, split {split}, lost both {lost}; void {})",
        tally.total(),
        counts.void
    ));
    if let Some(report) = EloReport::of(&tally) {
        lines.push(format!(
            "elo      {}, normalized {}, superior with {:.1} %",
            figure(report.elo, report.elo_pm),
            figure(report.nelo, report.nelo_pm),
            100.0 * report.los
        ));
    }
    if let Some((elo, pm)) = counts.adjusted_elo() {
        let fewer =
            fewer(counts).map_or(String::new(), |times| format!("; {times:.1} times fewer sets for that interval"));
        lines.push(format!("less luck {}{fewer}", figure(elo, pm)));
    }
    let (lower, upper) = sprt.bounds();
    let decision = verdict(sprt.decide(&tally), capped);
    lines.push(format!(
        "sprt     llr {:.2} in ({lower:.2}, {upper:.2}) for normalized Elo {} against {}: {decision}",
        sprt.llr(&tally),
        sprt.elo0,
        sprt.elo1
    ));
    for (name, side) in ["A", "B"].into_iter().zip(&counts.sides) {
        lines.push(format!("{name}        {}", habits(side)));
    }
    let [[first, of_first], [second, of_second]] = counts.opening;
    let opening = wilson(first, of_first, Z95);
    let second_in = wilson(second, of_second, Z95);
    let span = |Interval { low, high }: Interval| format!("{:.0} to {:.0} %", 100.0 * low, 100.0 * high);
    lines.push(format!(
        "A opening won {first} of {of_first} sets ({}), else {second} of {of_second} ({})",
        span(opening),
        span(second_in)
    ));
    for (name, kinds) in ["A", "B"].into_iter().zip(&counts.failures) {
        let told: Vec<String> = Failure::ALL
            .iter()
            .zip(kinds)
            .filter(|(_, n)| **n > 0)
            .map(|(kind, n)| format!("{} {n}", kind.word()))
            .collect();
        if !told.is_empty() {
            lines.push(format!("FAILED   {name}: {}", told.join(", ")));
        }
    }
    lines.extend(counts.told.iter().map(|what| format!("         {what}")));
    lines
}

fn less_luck(counts: &Counts, score: f64, score_pm: f64) -> Value {
    let (elo, elo_pm) = counts.adjusted_elo().unzip();
    json!({"score": score, "score_pm": score_pm, "elo": elo, "elo_pm": elo_pm, "times_fewer_sets": fewer(counts)})
}

/// The same as JSON.
pub fn json(names: [&str; 2], counts: &Counts, sprt: &Sprt, capped: bool) -> Value {
    let tally = counts.tally();
    let elo = EloReport::of(&tally).map(|report| {
        json!({"score": report.score, "elo": report.elo, "elo_pm": report.elo_pm, "nelo": report.nelo,
               "nelo_pm": report.nelo_pm, "los": report.los})
    });
    let (lower, upper) = sprt.bounds();
    let failures: Vec<Value> = counts
        .failures
        .iter()
        .map(|kinds| {
            Failure::ALL
                .iter()
                .zip(kinds)
                .map(|(kind, n)| (kind.word().to_string(), json!(n)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        })
        .collect();
    json!({
        "schema": "filotto/strength/1", "players": names, "pairs": counts.pairs, "void": counts.void, "result": elo,
        "less_luck": counts.adjusted_score().map(|(score, pm)| less_luck(counts, score, pm)),
        "sprt": {"model": "normalized", "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": sprt.llr(&tally), "lower": lower,
                 "upper": upper, "verdict": verdict(sprt.decide(&tally), capped)},
        "sides": counts.sides, "opening": counts.opening, "failures": failures, "told": counts.told,
    })
}
