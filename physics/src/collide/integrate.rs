//! Integration of a contact over its normal impulse, for models without a closed form.
//!
//! A contact runs through compression (until the bodies no longer close) and restitution (until the work done is
//! `e^2` times that of compression). The method is Bogacki and Shampine's embedded 3(2) pair with the step chosen from
//! its error estimate; both ends are met by shortening the last steps, a Newton iteration on the step.

/// A model in differential form. The state begins with the normal impulse (rate 1) and the work (rate |closing speed|).
pub(super) trait Contact<const N: usize> {
    /// Rates of the state by normal impulse.
    fn rates(&self, state: &[f64; N]) -> [f64; N];
    /// Speed at which the bodies close.
    fn closing(&self, state: &[f64; N]) -> f64;
    /// Its rate, from the rates of the state; negative.
    fn closing_rate(&self, rates: &[f64; N]) -> f64;
}

/// Index of the work in the state.
const WORK: usize = 1;
/// Error of a step, relative to the closing speed. A hundred steps stay within 1e-5 of the speed; a smaller value
/// only costs time.
const TOLERANCE: f64 = 1e-7;
/// No step is shorter than this part of the closing speed: where friction jumps (a slip passing through nothing) the
/// error of so short a step is below the tolerance anyway.
const SHORTEST: f64 = 1e-7;
/// A contact takes 20 to 60 steps; this only bounds a loop.
const MOST_STEPS: usize = 2000;

/// The state at the end of the contact, from nothing.
pub(super) fn run<const N: usize>(contact: &impl Contact<N>, restitution: f64) -> [f64; N] {
    let start = [0.0; N];
    let scale = contact.closing(&start);
    let mut path = Path { contact, scale, state: start, rates: contact.rates(&start), step: 0.05 * scale };
    path.until(|p| p.contact.closing(&p.state), 1e-13 * scale, |p, left| -left / p.contact.closing_rate(&p.rates));
    let target = path.state[WORK] * (1.0 + restitution * restitution);
    path.until(
        |p| target - p.state[WORK],
        1e-13 * target,
        |p, left| {
            // left = v h + a h^2 / 2 with v the speed of opening and a its rate.
            let v = -p.contact.closing(&p.state).min(0.0);
            let a = -p.contact.closing_rate(&p.rates);
            2.0 * left / (v + (v * v + 2.0 * a * left).max(0.0).sqrt())
        },
    );
    path.state
}

struct Path<'a, const N: usize, C> {
    contact: &'a C,
    scale: f64,
    state: [f64; N],
    rates: [f64; N],
    step: f64,
}

impl<const N: usize, C: Contact<N>> Path<'_, N, C> {
    /// Steps until `left` is at most `enough`; `reach` estimates the step that brings it there.
    fn until(&mut self, left: impl Fn(&Self) -> f64, enough: f64, reach: impl Fn(&Self, f64) -> f64) {
        for _ in 0..MOST_STEPS {
            let remains = left(self);
            if remains <= enough {
                return;
            }
            self.advance(reach(self, remains));
        }
    }

    /// One accepted step, no longer than `longest`.
    fn advance(&mut self, longest: f64) {
        let shortest = SHORTEST * self.scale;
        loop {
            let h = self.step.min(longest);
            let (state, rates, error) = self.try_step(h);
            let ratio = error / (TOLERANCE * self.scale);
            // The estimate is of third order in h; a cube root by hand is not worth it: halve or lengthen.
            if ratio <= 1.0 || h <= shortest {
                if ratio < 0.06 && h == self.step {
                    self.step = 2.0 * h;
                }
                (self.state, self.rates) = (state, rates);
                return;
            }
            self.step = (if ratio > 30.0 { 0.25 } else { 0.55 }) * h;
            self.step = self.step.max(shortest);
        }
    }

    fn try_step(&self, h: f64) -> ([f64; N], [f64; N], f64) {
        let k1 = &self.rates;
        let k2 = self.contact.rates(&self.moved(h, [0.5, 0.0, 0.0], [k1, k1, k1]));
        let k3 = self.contact.rates(&self.moved(h, [0.0, 0.75, 0.0], [k1, &k2, k1]));
        let state = self.moved(h, [2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0], [k1, &k2, &k3]);
        let k4 = self.contact.rates(&state);
        let mut error = 0.0_f64;
        for i in 2..N {
            let e = h * (k1[i] * (5.0 / 72.0) - k2[i] * (1.0 / 12.0) - k3[i] * (1.0 / 9.0) + k4[i] * 0.125);
            error = error.max(e.abs());
        }
        (state, k4, error)
    }

    #[inline(always)]
    fn moved(&self, h: f64, weights: [f64; 3], rates: [&[f64; N]; 3]) -> [f64; N] {
        core::array::from_fn(|i| {
            self.state[i] + h * (weights[0] * rates[0][i] + weights[1] * rates[1][i] + weights[2] * rates[2][i])
        })
    }
}
