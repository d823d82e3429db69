//! The training loop: mini-batches in a seeded order, early stop on sets held out.

use super::adam::Adam;
use super::label::{Example, mean};
use super::model::{Model, Standard, cross_entropy, shape};
use super::pass::{Data, Pace, pass};
use crate::value::features::INPUTS;
use crate::value::net::{MOST, Net, RESULTS};
use ndarray::{Array1, Array2, Axis};
use serde::{Deserialize, Serialize};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Widths of the hidden layers.
    pub hidden: [usize; 2],
    /// Positions a step.
    pub batch: usize,
    /// Step of Adam at the start; it falls to 0 along half a cosine.
    pub rate: f64,
    /// Weight decay.
    pub decay: f64,
    /// Most passes through the data.
    pub epochs: usize,
    /// Passes without a better loss on what is held out, after which it ends.
    pub patience: usize,
    /// Of initial weights and order.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hidden: [64, 32], batch: 256, rate: 2e-3, decay: 1e-2, epochs: 60, patience: 10, seed: 1 }
    }
}

/// Losses after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Cross-entropy over the pass, nats.
    pub train: f64,
    /// Cross-entropy of what is held out.
    pub held: f64,
}

/// What came of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The net of the best pass.
    pub net: Net,
    /// All passes.
    pub epochs: Vec<Epoch>,
    /// Which was the best, from 0.
    pub best: usize,
}

impl Settings {
    fn pace(&self) -> Pace {
        let Settings { batch, rate, decay, epochs, seed, .. } = *self;
        Pace { batch, rate, decay, epochs, seed }
    }
}

/// Positions as matrices.
fn data(examples: &[Example]) -> Data {
    Data::new(examples, [INPUTS, RESULTS], |one| &one.features, |one| &one.law)
}

/// Trains; `listen` is told each pass and says whether to go on.
pub fn train(
    training: &[Example],
    held: &[Example],
    settings: &Settings,
    mut listen: impl FnMut(usize, &Epoch) -> bool,
) -> Trained {
    let (mut training, mut kept) = (data(training), data(held));
    let standard = Standard::of(&training.x);
    training.x = standard.apply(&training.x);
    kept.x = standard.apply(&kept.x);
    let shape = shape(settings.hidden);
    let mut model = Model::random(shape, settings.seed);
    let mut adam = Adam::new(shape);
    let mut best = (model.clone(), f64::INFINITY, 0);
    let mut epochs = Vec::new();
    for number in 0..settings.epochs {
        let train = pass((&mut model, &mut adam), &training, settings.pace(), number, Model::gradient);
        let held = cross_entropy(&model.chances(kept.x.view()), kept.t.view());
        epochs.push(Epoch { train, held });
        if held < best.1 {
            best = (model.clone(), held, number);
        }
        if !listen(number, &epochs[number]) || number - best.2 >= settings.patience {
            break;
        }
    }
    Trained { net: best.0.to_net(&standard), epochs, best: best.2 }
}

/// How well laws are told, against one law for all: of the loss and of the mean result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Positions.
    pub positions: usize,
    /// Cross-entropy of the net, nats.
    pub loss: f64,
    /// Cross-entropy of one law for all: the mean law of the same positions.
    pub loss_of_mean: f64,
    /// Root mean square error of the mean result, points.
    pub error: f64,
    /// Deviation of the mean results themselves, points: the error of one mean for all.
    pub spread: f64,
    /// Mean of the net's mean results less that of the labels, points.
    pub bias: f64,
}

impl Fit {
    /// Share of the mean results' variance that the net explains.
    pub fn explained(&self) -> f64 {
        1.0 - (self.error * self.error) / (self.spread * self.spread).max(1e-12)
    }
}

/// Measures a net on examples.
pub fn fit(net: &Net, examples: &[Example]) -> Fit {
    let data = data(examples);
    let n = examples.len().max(1) as f64;
    let laws: Vec<_> = examples.iter().map(|one| net.forward(&one.features)).collect();
    let p = Array2::from_shape_fn((examples.len(), RESULTS), |(i, j)| f64::from(laws[i].0[j]));
    let average = data.t.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(RESULTS));
    let same = Array2::from_shape_fn((examples.len(), RESULTS), |(_, j)| average[j]);
    let results = Array1::from_shape_fn(RESULTS, |j| j as f64 - MOST as f64);
    let middle = average.dot(&results);
    let pairs: Vec<(f64, f64)> = examples.iter().zip(&laws).map(|(e, law)| (mean(&e.law), law.mean())).collect();
    let squares = |of: &dyn Fn(&(f64, f64)) -> f64| (pairs.iter().map(|p| of(p) * of(p)).sum::<f64>() / n).sqrt();
    Fit {
        positions: examples.len(),
        loss: cross_entropy(&p, data.t.view()),
        loss_of_mean: cross_entropy(&same, data.t.view()),
        error: squares(&|(label, net)| net - label),
        spread: squares(&|(label, _)| label - middle),
        bias: pairs.iter().map(|(label, net)| net - label).sum::<f64>() / n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::math;

    /// Positions whose result is told by the sign of one feature.
    fn examples(n: usize, seed: u64) -> Vec<Example> {
        let mut stream = math::stream(seed, &[]);
        let mut one = || {
            let mut example = Example { features: [0.0; INPUTS], law: [0.0; RESULTS] };
            for feature in &mut example.features {
                *feature = math::normal(&mut stream) as f32;
            }
            let result = if example.features[3] > 0.0 { 4 } else { -2 };
            example.law[crate::value::net::place(result)] = 1.0;
            example
        };
        (0..n).map(|_| one()).collect()
    }

    fn settings() -> Settings {
        Settings { hidden: [16, 8], batch: 32, rate: 1e-2, decay: 0.0, epochs: 12, ..Settings::default() }
    }

    #[test]
    fn a_rule_is_learned_and_told_on_new_positions() {
        let trained = train(&examples(1500, 1), &examples(300, 2), &settings(), |_, _| true);
        let fit = fit(&trained.net, &examples(300, 3));
        assert!(fit.explained() > 0.8 && fit.loss < 0.25 * fit.loss_of_mean, "{fit:?}");
        assert!((fit.spread - 3.0).abs() < 0.1, "results 4 and -2 are 3 from their mean: {fit:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_net_and_another_another() {
        let run = |seed| {
            let settings = Settings { epochs: 2, seed, ..settings() };
            train(&examples(200, 1), &examples(50, 2), &settings, |_, _| true).net
        };
        assert_eq!(run(4), run(4));
        assert_ne!(run(4), run(5));
    }

    /// Pure noise can't be learned: the held-out loss soon rises and the training ends with its best pass.
    #[test]
    fn it_stops_when_what_is_held_out_gets_worse() {
        let noise = |seed| {
            let mut examples = examples(120, seed);
            let other = examples.clone();
            for (i, example) in examples.iter_mut().enumerate() {
                example.law = other[(i * 7 + 3) % other.len()].law;
            }
            examples
        };
        let settings = Settings { epochs: 200, patience: 5, ..settings() };
        let trained = train(&noise(1), &noise(2), &settings, |_, _| true);
        assert_eq!(trained.epochs.len(), trained.best + 6);
        let least = trained.epochs.iter().map(|e| e.held).fold(f64::INFINITY, f64::min);
        assert_eq!(trained.epochs[trained.best].held, least);
    }
}
