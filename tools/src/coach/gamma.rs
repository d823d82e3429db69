//! The gamma distribution: the law of a sum of squared errors, and through it of a player's sigma.

/// Quantile of the gamma distribution with a shape and unit scale, by halving: it cannot diverge.
pub fn quantile(p: f64, shape: f64) -> f64 {
    let (mut low, mut high) = (0.0, shape + 20.0 * shape.sqrt() + 40.0);
    for _ in 0..70 {
        let middle = 0.5 * (low + high);
        if cdf(middle, shape) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Regularised lower incomplete gamma function: the series below `shape + 1`, the continued fraction above
/// (DLMF 8.11.4 and 8.9.2).
pub fn cdf(x: f64, shape: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let front = (shape * x.ln() - x - libm::lgamma(shape)).exp();
    if x < shape + 1.0 { front * series(x, shape) } else { 1.0 - front * fraction(x, shape) }
}

fn series(x: f64, shape: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / shape, 1.0 / shape);
    for n in 1..5000 {
        term *= x / (shape + f64::from(n));
        sum += term;
        if term < sum * 1e-16 {
            break;
        }
    }
    sum
}

/// By Lentz's method.
fn fraction(x: f64, shape: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let keep = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut b = x + 1.0 - shape;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / keep(b);
    let mut h = d;
    for i in 1..5000 {
        let a = -f64::from(i) * (f64::from(i) - shape);
        b += 2.0;
        d = 1.0 / keep(a * d + b);
        c = keep(b + a / c);
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chi-square quantiles of the tables: twice the gamma quantile of half the degrees of freedom.
    #[test]
    fn agrees_with_chi_square_tables() {
        for (p, degrees, table) in [
            (0.975, 1.0, 5.024),
            (0.025, 10.0, 3.247),
            (0.975, 10.0, 20.483),
            (0.025, 60.0, 40.482),
            (0.975, 60.0, 83.298),
            (0.5, 100.0, 99.334),
        ] {
            let got = 2.0 * quantile(p, degrees / 2.0);
            assert!((got - table).abs() < 6e-4, "{p} {degrees}: {got}");
        }
    }

    /// With shape 1 it is the exponential distribution.
    #[test]
    fn shape_one_is_exponential() {
        for x in [0.1_f64, 0.7, 1.9, 2.1, 8.0] {
            assert!((cdf(x, 1.0) - (1.0 - (-x).exp())).abs() < 1e-14, "{x}");
        }
    }
}
