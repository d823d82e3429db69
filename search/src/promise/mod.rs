//! The promise of a start: what a stroke of the sweep will be worth once it has climbed.
//!
//! A stroke of the sweep scores or fails by a hair, and what it is worth by itself hardly tells what it can become; what it
//! touches, and how nearly, tells more (docs/planner.md has the measurements). A small perceptron learned from starts that
//! were polished each alone what they are worth then ([`crate::learn::starts`]).

pub mod features;
mod file;
pub mod path;

pub use file::{Card, built_in};

use crate::value::net::{Layer, rectify};
use features::INPUTS;

/// Widest hidden layer.
const WIDEST: usize = 64;

/// The net: features, two hidden layers, net points.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// From the features, from the first and from the second hidden layer.
    pub layers: [Layer; 3],
}

impl Promise {
    /// What a stroke of such features will be worth after its climb, points less the opponent's.
    pub fn of(&self, features: &[f32; INPUTS]) -> f64 {
        f64::from(self.forward(features))
    }

    fn forward(&self, features: &[f32]) -> f32 {
        let [first, second, last] = &self.layers;
        let (mut a, mut b, mut out) = ([0.0; WIDEST], [0.0; WIDEST], [0.0]);
        let (a, b) = (&mut a[..first.outputs], &mut b[..second.outputs]);
        first.forward(features, a);
        rectify(a);
        second.forward(a, b);
        rectify(b);
        last.forward(b, &mut out);
        out[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs, two and one hidden, by hand: a = relu(1 + 2x - y, x + y - 5) = (4, 0) for (2, 1), b = relu(3 - 0.5 * 4) = 1,
    /// and -2 + 4 * 1 = 2.
    #[test]
    fn a_net_of_a_few_numbers_by_hand() {
        let layer = |outputs: usize, weights: &[f32], bias: &[f32]| Layer {
            outputs,
            weights: weights.to_vec(),
            bias: bias.to_vec(),
        };
        let first = layer(2, &[2.0, 1.0, -1.0, 1.0], &[1.0, -5.0]);
        let net = Promise { layers: [first, layer(1, &[-0.5, 7.0], &[3.0]), layer(1, &[4.0], &[-2.0])] };
        assert_eq!(net.forward(&[2.0, 1.0]), 2.0);
        // (0, 6): a = (0, 1), b = 3 + 7 = 10, and -2 + 40.
        assert_eq!(net.forward(&[0.0, 6.0]), 38.0);
    }
}
