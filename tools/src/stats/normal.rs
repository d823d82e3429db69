//! The normal distribution: the engine's distribution function, and the width of a 95 % interval.

/// The 97.5 % quantile: the half-width of a two-sided 95 % interval in standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

pub use filotto_engine::math::normal_cdf as cdf;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_95_percent() {
        assert!((cdf(Z95) - 0.975).abs() < 1e-12);
        assert!((filotto_engine::math::normal_quantile(0.975) - Z95).abs() < 1e-9);
    }
}
