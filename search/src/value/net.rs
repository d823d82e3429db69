//! The value net: from a position to the law of the next stroke's result.
//!
//! A perceptron with two hidden layers: features ([`super::features`]) -> ReLU -> ReLU -> softmax over the signed
//! results -16 to 16. Plain loops in a fixed order on `f32`, so that a position has the same value, bit for bit, on
//! every machine; each loop runs along the outputs, so the compiler can make vectors of it without reordering a sum.

use super::features::{Frame, INPUTS};
use filotto_engine::Position;

/// The most points one stroke gives to either player by the rules of 1997; results beyond are counted as this.
pub const MOST: usize = 16;
/// Results told apart: -16 to 16.
pub const RESULTS: usize = 2 * MOST + 1;
/// Widest hidden layer: bounds what a weights file can ask for.
pub const WIDEST: usize = 128;

/// One layer, all inputs to all outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Outputs.
    pub outputs: usize,
    /// `weights[i * outputs + j]`: from input `i` to output `j`.
    pub weights: Vec<f32>,
    /// Of each output.
    pub bias: Vec<f32>,
}

impl Layer {
    /// Inputs.
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.outputs.max(1)
    }

    /// `out = bias + input * weights`. Inputs that are 0, as half of a hidden layer's are, add nothing.
    pub(crate) fn forward(&self, input: &[f32], out: &mut [f32]) {
        out.copy_from_slice(&self.bias);
        for (&x, row) in input.iter().zip(self.weights.chunks_exact(self.outputs)) {
            if x != 0.0 {
                for (sum, w) in out.iter_mut().zip(row) {
                    *sum += x * w;
                }
            }
        }
    }
}

/// The net: features, two hidden layers, results.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// From the features, from the first and from the second hidden layer.
    pub layers: [Layer; 3],
}

/// The law of a stroke's result: chances of the results -16 to 16, summing to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook(pub [f32; RESULTS]);

impl Net {
    /// The law of the next stroke's result from a position; seen by its striker.
    pub fn outlook(&self, position: &Position, frame: &Frame) -> Outlook {
        self.forward(&frame.features(position))
    }

    /// The law of the result for some features.
    pub fn forward(&self, features: &[f32; INPUTS]) -> Outlook {
        let [first, second, last] = &self.layers;
        let (mut a, mut b) = ([0.0; WIDEST], [0.0; WIDEST]);
        let (a, b) = (&mut a[..first.outputs], &mut b[..second.outputs]);
        first.forward(features, a);
        rectify(a);
        second.forward(a, b);
        rectify(b);
        let mut out = [0.0; RESULTS];
        last.forward(b, &mut out);
        softmax(&mut out);
        Outlook(out)
    }
}

/// Cuts what is below 0.
pub(crate) fn rectify(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// Chances from their logarithms up to a constant.
fn softmax(values: &mut [f32; RESULTS]) {
    let most = values.iter().fold(f32::MIN, |most, &value| most.max(value));
    for value in values.iter_mut() {
        *value = libm::expf(*value - most);
    }
    let sum: f32 = values.iter().sum();
    for value in values.iter_mut() {
        *value /= sum;
    }
}

/// The place of a result in a list of [`RESULTS`].
pub fn place(result: i32) -> usize {
    let most = MOST as i32;
    (result.clamp(-most, most) + most) as usize
}

impl Outlook {
    /// Results with their chances.
    pub fn entries(&self) -> impl Iterator<Item = (i16, f64)> + '_ {
        self.0.iter().enumerate().map(|(i, &p)| (i as i16 - MOST as i16, f64::from(p)))
    }

    /// Expected result: points to the striker less points to the opponent.
    pub fn mean(&self) -> f64 {
        self.entries().map(|(result, p)| f64::from(result) * p).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::math;
    use sha2::{Digest, Sha256};

    fn net() -> Net {
        let mut stream = math::stream(11, &[]);
        let mut layer = |inputs: usize, outputs: usize| Layer {
            outputs,
            weights: (0..inputs * outputs).map(|_| 0.2 * math::normal(&mut stream) as f32).collect(),
            bias: (0..outputs).map(|_| 0.1 * math::normal(&mut stream) as f32).collect(),
        };
        Net { layers: [layer(INPUTS, 64), layer(64, 32), layer(32, RESULTS)] }
    }

    fn inputs(seed: u64) -> [f32; INPUTS] {
        let mut stream = math::stream(seed, &[]);
        std::array::from_fn(|_| math::normal(&mut stream) as f32)
    }

    /// The same in f64 and the other way round: output by output.
    fn slow(net: &Net, features: &[f32; INPUTS]) -> Vec<f64> {
        let mut values: Vec<f64> = features.iter().map(|&x| f64::from(x)).collect();
        for (l, layer) in net.layers.iter().enumerate() {
            let output = |j: usize| {
                let products =
                    values.iter().enumerate().map(|(i, x)| x * f64::from(layer.weights[i * layer.outputs + j]));
                f64::from(layer.bias[j]) + products.sum::<f64>()
            };
            let sums: Vec<f64> = (0..layer.outputs).map(output).collect();
            values = if l < 2 { sums.iter().map(|v| v.max(0.0)).collect() } else { sums };
        }
        let powers: Vec<f64> = values.iter().map(|&v| libm::exp(v)).collect();
        powers.iter().map(|p| p / powers.iter().sum::<f64>()).collect()
    }

    #[test]
    fn the_loop_agrees_with_the_definition() {
        for seed in 0..50 {
            let features = inputs(seed);
            let got = net().forward(&features);
            for (got, expected) in got.0.iter().zip(slow(&net(), &features)) {
                assert!((f64::from(*got) - expected).abs() < 1e-5, "{got} {expected}");
            }
            assert!((got.entries().map(|e| e.1).sum::<f64>() - 1.0).abs() < 1e-6);
        }
    }

    /// However the compiler bundles them, the sums are those of one number after the other.
    #[test]
    fn vectors_change_no_bit() {
        let layer = &net().layers[0];
        let features = inputs(7);
        let mut out = [0.0; 64];
        layer.forward(&features, &mut out);
        for j in 0..64 {
            let add = |sum: f32, (i, x): (usize, &f32)| sum + x * layer.weights[i * 64 + j];
            let sum = features.iter().enumerate().fold(layer.bias[j], add);
            assert_eq!(out[j].to_bits(), sum.to_bits(), "output {j}");
        }
    }

    /// The same bits on every machine, debug and release: a changed order of sums shows here.
    #[test]
    fn golden_bits() {
        let net = net();
        let mut sha = Sha256::new();
        for seed in 0..100 {
            for p in net.forward(&inputs(seed)).0 {
                sha.update(p.to_bits().to_le_bytes());
            }
        }
        let hash: String = sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, "4b99fb6939b03da5");
    }

    #[test]
    fn results_have_their_places() {
        assert_eq!([place(-16), place(0), place(16), place(-40), place(99)], [0, 16, 32, 0, 32]);
        let mut law = [0.0; RESULTS];
        law[place(6)] = 0.75;
        law[place(-2)] = 0.25;
        assert_eq!(Outlook(law).mean(), 4.0);
    }
}
