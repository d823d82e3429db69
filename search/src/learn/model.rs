//! The net in training: matrices over whole batches, the loss and its gradient.
//!
//! For a batch `X` (rows are positions): `A = relu(X W0 + b0)`, `B = relu(A W1 + b1)`, `P = softmax(B W2 + b2)`, and the
//! loss is the mean cross-entropy `-sum T ln P` against the laws `T`. With `D = (P - T) / rows`, the gradient of
//! `W2` is `B' D`, and what goes back is `D W2'` where the layer below was not cut to 0.

use crate::value::features::INPUTS;
use crate::value::net::{Layer, Net, RESULTS};
use filotto_engine::math;
use ndarray::{Array1, Array2, ArrayView2, Axis};

/// Weights and biases of the three layers; also their gradients and moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// `weights[l]` maps rows of layer `l` to rows of layer `l + 1`.
    pub weights: [Array2<f64>; 3],
    /// Of each output.
    pub biases: [Array1<f64>; 3],
}

impl Model {
    /// All zeros, of a shape.
    pub fn zeros(shape: [usize; 4]) -> Model {
        let pairs = [0, 1, 2].map(|l| (shape[l], shape[l + 1]));
        Model { weights: pairs.map(Array2::zeros), biases: pairs.map(|(_, n)| Array1::zeros(n)) }
    }

    /// Random weights (He et al. 2015: variance 2 / inputs keeps the scale through ReLU); the last layer starts at 0,
    /// so that all results begin as likely.
    pub fn random(shape: [usize; 4], seed: u64) -> Model {
        let mut model = Model::zeros(shape);
        for (l, weights) in model.weights.iter_mut().take(2).enumerate() {
            let scale = libm::sqrt(2.0 / shape[l] as f64);
            let mut stream = math::stream(seed, &[l as u64]);
            weights.mapv_inplace(|_| scale * math::normal(&mut stream));
        }
        model
    }

    /// Every number in turn.
    pub fn numbers(&self) -> impl Iterator<Item = &f64> {
        self.weights.iter().zip(&self.biases).flat_map(|(w, b)| w.iter().chain(b))
    }

    /// Every number in turn, to change.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.weights.iter_mut().zip(&mut self.biases).flat_map(|(w, b)| w.iter_mut().chain(b))
    }

    /// Both hidden layers and the last one as it is.
    fn forward(&self, x: ArrayView2<f64>) -> [Array2<f64>; 3] {
        let layer = |input: ArrayView2<f64>, l: usize| input.dot(&self.weights[l]) + &self.biases[l];
        let a = layer(x, 0).mapv_into(|v| v.max(0.0));
        let b = layer(a.view(), 1).mapv_into(|v| v.max(0.0));
        let z = layer(b.view(), 2);
        [a, b, z]
    }

    /// The last layer for a batch, as it is: what a net without softmax tells.
    pub fn outputs(&self, x: ArrayView2<f64>) -> Array2<f64> {
        let [_, _, z] = self.forward(x);
        z
    }

    /// The chances of the results for a batch.
    pub fn chances(&self, x: ArrayView2<f64>) -> Array2<f64> {
        let [_, _, mut p] = self.forward(x);
        softmax(&mut p);
        p
    }

    /// The mean loss of a batch and its gradient.
    pub fn gradient(&self, x: ArrayView2<f64>, t: ArrayView2<f64>) -> (f64, Model) {
        let [a, b, mut p] = self.forward(x);
        softmax(&mut p);
        let loss = cross_entropy(&p, t);
        (loss, self.back(x, [a, b], (p - t) / x.nrows().max(1) as f64))
    }

    /// Half the mean squared error of a batch's outputs, and its gradient.
    pub fn square_gradient(&self, x: ArrayView2<f64>, t: ArrayView2<f64>) -> (f64, Model) {
        let [a, b, z] = self.forward(x);
        let (off, rows) = (z - t, x.nrows().max(1) as f64);
        let loss = 0.5 * (&off * &off).sum() / rows;
        (loss, self.back(x, [a, b], off / rows))
    }

    /// The gradient of all numbers from that of the last layer.
    fn back(&self, x: ArrayView2<f64>, [a, b]: [Array2<f64>; 2], d2: Array2<f64>) -> Model {
        let back = |d: &Array2<f64>, l: usize, below: &Array2<f64>| {
            let mut d = d.dot(&self.weights[l].t());
            d.zip_mut_with(below, |d, &below| *d *= f64::from(u8::from(below > 0.0)));
            d
        };
        let d1 = back(&d2, 2, &b);
        let d0 = back(&d1, 1, &a);
        let biases = [&d0, &d1, &d2].map(|d| d.sum_axis(Axis(0)));
        Model { weights: [x.t().dot(&d0), a.t().dot(&d1), b.t().dot(&d2)], biases }
    }

    /// As inference takes it; `mean` and `scale` of the features are worked into the first layer, and a feature that
    /// never moved in training counts for nothing.
    pub fn to_net(&self, features: &Standard) -> Net {
        Net { layers: self.to_layers(features) }
    }

    /// The layers, the standard of the features worked into the first.
    pub fn to_layers(&self, features: &Standard) -> [Layer; 3] {
        let mut first = self.weights[0].clone();
        let mut bias = self.biases[0].clone();
        for (i, mut row) in first.rows_mut().into_iter().enumerate() {
            row *= features.scale[i];
            bias.scaled_add(-features.mean[i], &row);
        }
        let layer = |w: &Array2<f64>, b: &Array1<f64>| Layer {
            outputs: w.ncols(),
            weights: w.iter().map(|&v| v as f32).collect(),
            bias: b.iter().map(|&v| v as f32).collect(),
        };
        let rest = [1, 2].map(|l| layer(&self.weights[l], &self.biases[l]));
        let [second, third] = rest;
        [layer(&first, &bias), second, third]
    }
}

/// Chances from their logarithms up to a constant, row by row.
fn softmax(z: &mut Array2<f64>) {
    for mut row in z.rows_mut() {
        let most = row.fold(f64::MIN, |most, &v| most.max(v));
        row.mapv_inplace(|v| libm::exp(v - most));
        let sum = row.sum();
        row /= sum;
    }
}

/// Mean cross-entropy of chances against laws, nats.
pub fn cross_entropy(p: &Array2<f64>, t: ArrayView2<f64>) -> f64 {
    // A chance that underflowed would make the loss infinite.
    let sum: f64 = p.iter().zip(t).map(|(&p, &t)| if t > 0.0 { -t * libm::log(p.max(1e-30)) } else { 0.0 }).sum();
    sum / p.nrows().max(1) as f64
}

/// Means and inverse deviations of the features over the training set.
#[derive(Clone, Debug, PartialEq)]
pub struct Standard {
    mean: Array1<f64>,
    scale: Array1<f64>,
}

impl Standard {
    /// Of a training set, rows are positions.
    pub fn of(x: &Array2<f64>) -> Standard {
        let mean = x.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(x.ncols()));
        let deviation = x.std_axis(Axis(0), 0.0);
        Standard { mean, scale: deviation.mapv(|d| if d > 1e-9 { 1.0 / d } else { 0.0 }) }
    }

    /// The same set with mean 0 and deviation 1.
    pub fn apply(&self, x: &Array2<f64>) -> Array2<f64> {
        (x - &self.mean) * &self.scale
    }
}

/// The shape of a net with these hidden layers.
pub const fn shape([a, b]: [usize; 2]) -> [usize; 4] {
    [INPUTS, a, b, RESULTS]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(rows: usize) -> (Array2<f64>, Array2<f64>) {
        let mut stream = math::stream(5, &[]);
        let x = Array2::from_shape_simple_fn((rows, 7), || math::normal(&mut stream));
        let mut t = Array2::from_shape_simple_fn((rows, 5), || math::uniform(&mut stream));
        for mut row in t.rows_mut() {
            let sum = row.sum();
            row /= sum;
        }
        (x, t)
    }

    /// Every number moved by a little each way: the loss must change as the gradient says.
    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let (x, t) = batch(9);
        let mut model = Model::random([7, 6, 4, 5], 3);
        let mut stream = math::stream(6, &[]);
        model.numbers_mut().for_each(|v| *v += 0.3 * math::normal(&mut stream));
        type Loss = fn(&Model, ArrayView2<f64>, ArrayView2<f64>) -> (f64, Model);
        for loss in [Model::gradient as Loss, Model::square_gradient] {
            let (_, gradient) = loss(&model, x.view(), t.view());
            const STEP: f64 = 1e-5;
            for (i, &told) in gradient.numbers().enumerate() {
                let moved = |by: f64| {
                    let mut model = model.clone();
                    *model.numbers_mut().nth(i).unwrap() += by;
                    loss(&model, x.view(), t.view()).0
                };
                let measured = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
                assert!((told - measured).abs() < 1e-8 + 1e-6 * told.abs(), "number {i}: {told} but {measured}");
            }
            assert_eq!(gradient.numbers().count(), 7 * 6 + 6 + 6 * 4 + 4 + 4 * 5 + 5);
        }
    }

    /// The exported net gives what the matrices give, to the rounding of f32.
    #[test]
    fn inference_agrees_with_training() {
        let mut stream = math::stream(8, &[]);
        let raw = Array2::from_shape_simple_fn((20, INPUTS), || 3.0 + 2.0 * math::normal(&mut stream));
        let standard = Standard::of(&raw);
        let mut model = Model::random(shape([24, 16]), 1);
        model.numbers_mut().for_each(|v| *v += 0.1 * math::normal(&mut stream));
        let p = model.chances(standard.apply(&raw).view());
        let net = model.to_net(&standard);
        for (row, expected) in raw.rows().into_iter().zip(p.rows()) {
            let features: [f32; INPUTS] = std::array::from_fn(|i| row[i] as f32);
            for (got, expected) in net.forward(&features).0.iter().zip(expected) {
                assert!((f64::from(*got) - expected).abs() < 1e-4, "{got} {expected}");
            }
        }
    }

    #[test]
    fn a_feature_that_never_moved_counts_for_nothing() {
        let mut x = Array2::from_shape_simple_fn((4, INPUTS), || 0.0);
        x[[1, 0]] = 1.0;
        let net = Model::random(shape([8, 8]), 2).to_net(&Standard::of(&x));
        assert!(net.layers[0].weights[8..].iter().all(|&w| w == 0.0));
        assert!(net.layers[0].weights[..8].iter().any(|&w| w != 0.0));
    }
}
