//! One pass of a training through its data: mini-batches in a seeded order, Adam's step along half a cosine.

use super::adam::Adam;
use super::model::Model;
use filotto_engine::math;
use ndarray::{Array2, ArrayView2, Axis};

/// Features and what they should come to, as matrices.
pub(super) struct Data {
    pub x: Array2<f64>,
    pub t: Array2<f64>,
}

impl Data {
    /// From rows of so many features and so many targets.
    pub fn new<T>(
        rows: &[T],
        [inputs, outputs]: [usize; 2],
        features: impl Fn(&T) -> &[f32],
        targets: impl Fn(&T) -> &[f32],
    ) -> Data {
        let x = Array2::from_shape_fn((rows.len(), inputs), |(i, j)| f64::from(features(&rows[i])[j]));
        let t = Array2::from_shape_fn((rows.len(), outputs), |(i, j)| f64::from(targets(&rows[i])[j]));
        Data { x, t }
    }
}

/// How a training goes through its data.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// Rows a step.
    pub batch: usize,
    /// First step of Adam; it falls to 0 along half a cosine.
    pub rate: f64,
    /// Weight decay.
    pub decay: f64,
    /// Passes in all.
    pub epochs: usize,
    /// Of the order.
    pub seed: u64,
}

/// The mean loss of a batch and its gradient.
pub(super) type Gradient = fn(&Model, ArrayView2<f64>, ArrayView2<f64>) -> (f64, Model);

/// The pass of a number; the mean loss of its batches.
pub(super) fn pass(
    (model, adam): (&mut Model, &mut Adam),
    data: &Data,
    pace: Pace,
    number: usize,
    gradient: Gradient,
) -> f64 {
    let order = shuffled(data.x.nrows(), math::key(pace.seed, &[1, number as u64]));
    let done = number as f64 / pace.epochs as f64;
    let rate = 0.5 * pace.rate * (1.0 + libm::cos(std::f64::consts::PI * done));
    let mut sum = 0.0;
    for batch in order.chunks(pace.batch.max(1)) {
        let (x, t) = (data.x.select(Axis(0), batch), data.t.select(Axis(0), batch));
        let (loss, gradient) = gradient(model, x.view(), t.view());
        adam.step(model, &gradient, rate, pace.decay);
        sum += loss * batch.len() as f64;
    }
    sum / data.x.nrows().max(1) as f64
}

/// 0 to `n - 1` in a random order (Fisher and Yates).
fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut stream = math::stream(seed, &[]);
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, math::below(&mut stream, i as u64 + 1) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_keeps_everything() {
        let mut order = shuffled(100, 3);
        assert_ne!(order[..10], shuffled(100, 4)[..10]);
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
