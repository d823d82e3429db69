//! The errors of a stroke as points of a shifted Sobol sequence, turned into standard normal numbers once and used
//! for all candidates: common random numbers, whose differences vary far less than their values.

use crate::keys::Key;
use crate::sobol::Sobol;
use filotto_engine::math::normal_quantile;

/// Errors of phi, v, a, b, theta in standard deviations.
pub type Errors = [f64; 5];

/// The errors of point `index` of a sequence.
pub fn errors(sobol: &Sobol, index: u64) -> Errors {
    let point = sobol.point(index);
    std::array::from_fn(|d| normal_quantile(point[d]))
}

/// The first `n` errors of the sequence of a key. A longer list has a shorter one as its prefix.
pub fn list(key: Key, n: usize) -> Vec<Errors> {
    let sobol = Sobol::new(key);
    (0..n as u64).map(|i| errors(&sobol, i)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_mean_zero_and_variance_one() {
        let all = list(Key::new(4), 1024);
        for d in 0..5 {
            let mean = all.iter().map(|e| e[d]).sum::<f64>() / 1024.0;
            let variance = all.iter().map(|e| e[d] * e[d]).sum::<f64>() / 1024.0;
            assert!(mean.abs() < 0.01 && (variance - 1.0).abs() < 0.02, "{d}: {mean} {variance}");
        }
    }

    #[test]
    fn a_longer_list_begins_as_the_shorter() {
        assert_eq!(list(Key::new(2), 64)[..16], list(Key::new(2), 16));
    }
}
