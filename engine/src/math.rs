//! Portable mathematics: the same bits on every machine. Only `+ - * / sqrt` and `libm` are used on floats.
//!
//! Noise is made from named streams: a stream is keyed by a seed and a path of numbers (stage, candidate, sample), so
//! that a draw depends on what it is for and never on which thread or in which order it is made.

pub use filotto_physics::math::sin_cos_deg;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// Radians of a degree.
pub const RAD_PER_DEG: f64 = std::f64::consts::PI / 180.0;

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014): the state's increment,
/// the golden ratio in 64 bits.
const SPLITMIX_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function of SplitMix64: a bijection of 64 bits that leaves no visible structure.
const fn mix(value: u64) -> u64 {
    let z = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A 64-bit key of a seed and a path. Paths of different lengths give different keys.
pub fn key(seed: u64, path: &[u64]) -> u64 {
    let start = mix(seed.wrapping_add(SPLITMIX_GAMMA));
    let all = path.iter().fold(start, |state, &step| absorb(state, step));
    absorb(all, path.len() as u64)
}

fn absorb(state: u64, step: u64) -> u64 {
    mix(state.wrapping_mul(SPLITMIX_GAMMA).wrapping_add(mix(step.wrapping_add(SPLITMIX_GAMMA))))
}

/// The random stream of a seed and a path.
pub fn stream(seed: u64, path: &[u64]) -> Pcg64 {
    let first = key(seed, path);
    let words = [1, 2, 3, 4].map(|i: u64| mix(first.wrapping_add(i.wrapping_mul(SPLITMIX_GAMMA))));
    let wide = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
    Pcg64::new(wide(words[0], words[1]), wide(words[2], words[3]))
}

/// A uniform number in the open interval from 0 to 1: the middle of one of 2^53 equal cells, so that neither end is
/// ever drawn and the normal quantile is always finite.
pub fn uniform(stream: &mut Pcg64) -> f64 {
    cell_middle(stream.next_u64())
}

/// The middle of the cell of the upper 53 bits; the last cell's middle would round to 1 and is kept below it.
pub fn cell_middle(bits: u64) -> f64 {
    const CELL: f64 = 1.0 / (1u64 << 53) as f64;
    ((bits >> 11) as f64 * CELL + 0.5 * CELL).min(1.0 - CELL)
}

/// A standard normal number.
pub fn normal(stream: &mut Pcg64) -> f64 {
    normal_quantile(uniform(stream))
}

/// Five standard normal numbers: the errors of one stroke.
pub fn normals(stream: &mut Pcg64) -> [f64; 5] {
    std::array::from_fn(|_| normal(stream))
}

/// A whole number below `bound` (at least 1), by the upper half of a 64 x 64 bit product; its bias is below
/// `bound` / 2^64.
pub fn below(stream: &mut Pcg64, bound: u64) -> u64 {
    ((u128::from(stream.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// An angle difference in degrees, brought into -180 to 180. Differences already inside keep their bits.
pub fn wrap_deg(degrees: f64) -> f64 {
    if degrees.abs() <= 180.0 {
        return degrees;
    }
    let rest = libm::fmod(degrees, 360.0);
    if rest > 180.0 {
        rest - 360.0
    } else if rest < -180.0 {
        rest + 360.0
    } else {
        rest
    }
}

/// Half the logarithm of 2 pi: what the normal density's logarithm lacks to the square.
pub const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;

/// Logarithm of the standard normal density.
pub fn normal_log_density(z: f64) -> f64 {
    -0.5 * z * z - HALF_LN_TAU
}

/// The chance that a standard normal number is below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The number below which a standard normal number lies with chance `p`: Wichura's AS 241 (PPND16, Applied
/// Statistics 37, 1988), relative error about 1e-16; infinite at 0 and 1, NaN outside.
pub fn normal_quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        return q * ratio(&CENTRE_A, &CENTRE_B, r);
    }
    if !(p > 0.0 && p < 1.0) {
        return match p {
            0.0 => f64::NEG_INFINITY,
            1.0 => f64::INFINITY,
            _ => f64::NAN,
        };
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = libm::sqrt(-libm::log(tail));
    let size = if r <= 5.0 { ratio(&MIDDLE_C, &MIDDLE_D, r - 1.6) } else { ratio(&FAR_E, &FAR_F, r - 5.0) };
    if q < 0.0 { -size } else { size }
}

/// A quotient of two polynomials, coefficients from the constant upward.
fn ratio(above: &[f64; 8], below: &[f64; 8], x: f64) -> f64 {
    let polynomial = |c: &[f64; 8]| c.iter().rev().fold(0.0, |sum, &coefficient| sum * x + coefficient);
    polynomial(above) / polynomial(below)
}

// The coefficients of PPND16 with the paper's letters.
const CENTRE_A: [f64; 8] = [
    3.387_132_872_796_366_5,
    133.141_667_891_784_38,
    1_971.590_950_306_551_3,
    13_731.693_765_509_46,
    45_921.953_931_549_87,
    67_265.770_927_008_7,
    33_430.575_583_588_13,
    2_509.080_928_730_122_7,
];
const CENTRE_B: [f64; 8] = [
    1.0,
    42.313_330_701_600_91,
    687.187_007_492_057_9,
    5_394.196_021_424_751,
    21_213.794_301_586_597,
    39_307.895_800_092_71,
    28_729.085_735_721_943,
    5_226.495_278_852_545,
];
const MIDDLE_C: [f64; 8] = [
    1.423_437_110_749_683_5,
    4.630_337_846_156_546,
    5.769_497_221_460_691,
    3.647_848_324_763_204_5,
    1.270_458_252_452_368_4,
    0.241_780_725_177_450_6,
    0.022_723_844_989_269_184,
    7.745_450_142_783_414e-4,
];
const MIDDLE_D: [f64; 8] = [
    1.0,
    2.053_191_626_637_759,
    1.676_384_830_183_803_8,
    0.689_767_334_985_1,
    0.148_103_976_427_480_08,
    0.015_198_666_563_616_457,
    5.475_938_084_995_345e-4,
    1.050_750_071_644_416_9e-9,
];
const FAR_E: [f64; 8] = [
    6.657_904_643_501_103,
    5.463_784_911_164_114,
    1.784_826_539_917_291_3,
    0.296_560_571_828_504_87,
    0.026_532_189_526_576_124,
    0.001_242_660_947_388_078_4,
    2.711_555_568_743_487_6e-5,
    2.010_334_399_292_288_1e-7,
];
const FAR_F: [f64; 8] = [
    1.0,
    0.599_832_206_555_888,
    0.136_929_880_922_735_8,
    0.014_875_361_290_850_615,
    7.868_691_311_456_133e-4,
    1.846_318_317_510_054_8e-5,
    1.421_511_758_316_446e-7,
    2.044_263_103_389_939_8e-15,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles computed with 40 digits from the double nearest to each chance.
    const QUANTILES: [(f64, f64); 16] = [
        (1e-300, -37.047_096_299_361_2),
        (1e-100, -21.273_453_560_965_326),
        (1e-20, -9.262_340_089_798_408),
        (1e-12, -7.034_483_825_301_132),
        (1e-9, -5.997_807_015_007_687),
        (1e-6, -4.753_424_308_822_899),
        (0.001, -3.090_232_306_167_813_5),
        (0.02425, -1.972_961_051_311_885),
        (0.07, -1.475_791_028_179_170_7),
        (0.075, -1.439_531_470_938_456),
        (0.3, -0.524_400_512_708_040_8),
        (0.499, -0.002_506_630_899_571_766),
        (0.5000001, 2.506_628_273_311_648e-7),
        (0.6, 0.253_347_103_135_799_7),
        (0.925, 1.439_531_470_938_456_2),
        (0.9999999, 5.199_337_582_290_661),
    ];

    #[test]
    fn quantiles_to_fifteen_digits() {
        for (p, expected) in QUANTILES {
            let error = (normal_quantile(p) / expected - 1.0).abs();
            assert!(error < 1.5e-15, "{p}: {} is off by {error:e}", normal_quantile(p));
        }
        assert_eq!(normal_quantile(0.5), 0.0);
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
        assert!(normal_quantile(-0.1).is_nan() && normal_quantile(f64::NAN).is_nan());
    }

    #[test]
    fn quantile_undoes_the_distribution() {
        for i in -70..=70 {
            let z = f64::from(i) / 10.0;
            let back = normal_quantile(normal_cdf(z));
            // Near 1 the chance itself has only 1e-16 of room, which the flat tail stretches.
            let room = 1e-15 + 2e-16 / libm::exp(normal_log_density(z)).min(1.0);
            assert!((back - z).abs() <= room * 2.0, "{z} came back as {back}");
        }
    }

    #[test]
    fn uniform_never_reaches_its_ends() {
        assert!(cell_middle(0) > 0.0);
        assert!(cell_middle(u64::MAX) < 1.0);
        assert!(normal_quantile(cell_middle(0)).is_finite());
        assert!(normal_quantile(cell_middle(u64::MAX)).is_finite());
    }

    #[test]
    fn streams_are_told_apart_by_seed_path_and_length() {
        let paths: [(u64, &[u64]); 7] =
            [(0, &[]), (1, &[]), (0, &[0]), (0, &[0, 0]), (0, &[0, 1]), (0, &[1, 0]), (1, &[0])];
        let firsts: Vec<u64> = paths.map(|(seed, path)| stream(seed, path).next_u64()).to_vec();
        for (i, first) in firsts.iter().enumerate() {
            assert!(!firsts[..i].contains(first), "{:?}", paths[i]);
        }
    }

    /// The named streams are a contract: records replay only while these numbers stay.
    #[test]
    fn streams_keep_their_numbers() {
        let mut stream = stream(42, &[7, 1]);
        let numbers: Vec<u64> = (0..3).map(|_| stream.next_u64()).collect();
        assert_eq!(numbers, STREAM_42_7_1);
    }

    const STREAM_42_7_1: [u64; 3] = [7_983_291_691_252_829_039, 5_428_965_302_146_445_629, 17_957_452_489_452_567_443];

    #[test]
    fn normals_have_mean_zero_and_variance_one() {
        let mut stream = stream(3, &[]);
        let draws: Vec<f64> = (0..100_000).map(|_| normal(&mut stream)).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|z| z * z).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.015 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
    }

    #[test]
    fn whole_numbers_stay_below_their_bound() {
        let mut stream = stream(9, &[]);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[below(&mut stream, 5) as usize] = true;
        }
        assert_eq!(seen, [true; 5]);
    }

    #[test]
    fn sines_in_degrees() {
        for (degrees, expected) in
            [(0.0, (0.0, 1.0)), (90.0, (1.0, 0.0)), (180.0, (0.0, -1.0)), (-90.0, (-1.0, 0.0)), (810.0, (1.0, 0.0))]
        {
            assert_eq!(sin_cos_deg(degrees), expected, "{degrees}");
        }
        let (sin, cos) = sin_cos_deg(30.0);
        assert!((sin - 0.5).abs() < 1e-15 && (cos - 0.75f64.sqrt()).abs() < 1e-15);
        let (sin, cos) = sin_cos_deg(-217.0);
        assert!((sin * sin + cos * cos - 1.0).abs() < 1e-15 && sin > 0.0 && cos < 0.0);
        assert_eq!([wrap_deg(350.0), wrap_deg(-190.0), wrap_deg(720.5), wrap_deg(12.3)], [-10.0, 170.0, 0.5, 12.3]);
    }
}
