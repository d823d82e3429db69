//! How true told chances are: of all positions told 30 %, do 30 % win?
//!
//! Chances are sorted and cut into classes of equal size; the calibration error is the mean distance between a class's
//! mean chance and its share of wins. True chances have such a distance too, because a finite class has luck: the
//! floor is the mean error of outcomes drawn from the told chances themselves.

use filotto_engine::math;
use serde::{Deserialize, Serialize};

/// Classes; fewer hide errors that cancel, more raise the floor.
pub const CLASSES: usize = 10;
/// Drawings of the floor.
const DRAWS: u64 = 400;

/// Positions told about the same chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// Positions.
    pub n: usize,
    /// Mean chance told.
    pub told: f64,
    /// Share that won.
    pub won: f64,
}

/// How true chances are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// From the least chance to the greatest.
    pub classes: Vec<Class>,
    /// Mean distance between told and won.
    pub error: f64,
    /// The same for true chances, by luck alone.
    pub floor: f64,
    /// Mean squared error (Brier 1950).
    pub brier: f64,
}

/// Of chances and whether they came true. Independent ones: one position a set.
pub fn calibrate(pairs: &[(f64, bool)], seed: u64) -> Calibration {
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let classes = classes(&sorted);
    let mut stream = math::stream(seed, &[]);
    let mut drawn = sorted.clone();
    let mut floor = 0.0;
    for _ in 0..DRAWS {
        for (chance, won) in &mut drawn {
            *won = math::uniform(&mut stream) < *chance;
        }
        floor += error(&self::classes(&drawn)) / DRAWS as f64;
    }
    let squares: f64 = pairs.iter().map(|&(p, won)| square(p - f64::from(u8::from(won)))).sum();
    Calibration { error: error(&classes), floor, brier: squares / pairs.len().max(1) as f64, classes }
}

fn square(x: f64) -> f64 {
    x * x
}

fn classes(sorted: &[(f64, bool)]) -> Vec<Class> {
    let part = |i: usize| &sorted[i * sorted.len() / CLASSES..(i + 1) * sorted.len() / CLASSES];
    (0..CLASSES).map(part).filter(|part| !part.is_empty()).map(class).collect()
}

fn class(part: &[(f64, bool)]) -> Class {
    let n = part.len() as f64;
    let told = part.iter().map(|p| p.0).sum::<f64>() / n;
    let won = part.iter().filter(|p| p.1).count() as f64 / n;
    Class { n: part.len(), told, won }
}

fn error(classes: &[Class]) -> f64 {
    let all: usize = classes.iter().map(|class| class.n).sum();
    classes.iter().map(|class| class.n as f64 * (class.told - class.won).abs()).sum::<f64>() / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(n: u64, truth: impl Fn(f64) -> f64) -> Vec<(f64, bool)> {
        let mut stream = math::stream(2, &[]);
        let mut one = |_| {
            let told = math::uniform(&mut stream);
            (told, math::uniform(&mut stream) < truth(told))
        };
        (0..n).map(&mut one).collect()
    }

    /// With p (1 - p) averaging 1/6, a class of 200 has a deviation near sqrt(1/6 / 200), and its mean size is
    /// sqrt(2 / pi) of that: 0.023.
    #[test]
    fn true_chances_are_at_the_floor() {
        let found = calibrate(&outcomes(2000, |p| p), 1);
        assert!((found.floor - 0.022).abs() < 0.002, "{}", found.floor);
        assert!(found.error < 2.0 * found.floor, "{} {}", found.error, found.floor);
        assert!((found.brier - 1.0 / 6.0).abs() < 0.01);
    }

    /// Chances told too boldly: |p - (0.25 + p / 2)| averages 1/8.
    #[test]
    fn bold_chances_are_found_out() {
        let found = calibrate(&outcomes(20_000, |p| 0.25 + 0.5 * p), 1);
        assert!((found.error - 0.125).abs() < 0.01, "{}", found.error);
    }

    #[test]
    fn few_and_no_outcomes_are_no_trouble() {
        assert_eq!(calibrate(&[], 1).error, 0.0);
        let one = calibrate(&[(0.25, true)], 1);
        assert_eq!((one.error, one.brier, one.classes.len()), (0.75, 0.5625, 1));
    }
}
