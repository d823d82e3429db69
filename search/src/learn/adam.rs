//! Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019); the papers' letters.

use super::model::Model;

/// Decay of the first moment.
const BETA1: f64 = 0.9;
/// Decay of the second moment.
const BETA2: f64 = 0.999;
/// Keeps a step finite where the gradient never moved.
const EPSILON: f64 = 1e-8;

/// The state of the steps.
#[derive(Clone, Debug)]
pub struct Adam {
    m: Model,
    v: Model,
    t: i32,
}

impl Adam {
    /// Before the first step of a model of this shape.
    pub fn new(shape: [usize; 4]) -> Adam {
        Adam { m: Model::zeros(shape), v: Model::zeros(shape), t: 0 }
    }

    /// One step down the gradient; `decay` shrinks the weights by that share of `rate`.
    pub fn step(&mut self, model: &mut Model, gradient: &Model, rate: f64, decay: f64) {
        self.t += 1;
        let t = f64::from(self.t);
        let (c1, c2) = (1.0 - libm::pow(BETA1, t), 1.0 - libm::pow(BETA2, t));
        let moments = self.m.numbers_mut().zip(self.v.numbers_mut());
        for ((x, &g), (m, v)) in model.numbers_mut().zip(gradient.numbers()).zip(moments) {
            *m = BETA1 * *m + (1.0 - BETA1) * g;
            *v = BETA2 * *v + (1.0 - BETA2) * g * g;
            *x -= rate * (*m / c1 / (libm::sqrt(*v / c2) + EPSILON) + decay * *x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step is the rate against the sign of the gradient, whatever its size.
    #[test]
    fn the_first_step_has_the_length_of_the_rate() {
        let shape = [1, 1, 1, 1];
        let (mut model, mut gradient) = (Model::zeros(shape), Model::zeros(shape));
        gradient.weights[0][[0, 0]] = 1e-3;
        gradient.biases[2][0] = -50.0;
        Adam::new(shape).step(&mut model, &gradient, 0.01, 0.0);
        assert!((model.weights[0][[0, 0]] + 0.01).abs() < 1e-6);
        assert!((model.biases[2][0] - 0.01).abs() < 1e-6);
        assert_eq!(model.weights[1][[0, 0]], 0.0);
    }
}
