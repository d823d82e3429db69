//! Named randomness: every stream is keyed by what it is for, never by the thread that happens to draw from it.
//!
//! A [`Key`] is a 64-bit hash of (seed, stage, candidate, sample, ...), made by the engine's named streams.

use filotto_engine::math;

/// A hash that names a stream of random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The root of all streams of a seed.
    pub fn new(seed: u64) -> Key {
        Key(math::key(seed, &[]))
    }

    /// The stream within this one that a number names.
    #[must_use]
    pub fn with(self, name: u64) -> Key {
        Key(math::key(self.0, &[name]))
    }

    /// 64 random bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A uniform number strictly between 0 and 1.
    pub fn uniform(self) -> f64 {
        math::cell_middle(self.0)
    }
}

/// What a stream is for: the second part of every key.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub enum Stage {
    /// Points of the sweep.
    Sweep = 1,
    /// Noise of the first screening.
    Screen,
    /// Draws of the polish.
    Polish,
    /// Noise of the ranking.
    Rank,
    /// Noise of the leaves that are answered.
    Reply,
    /// Noise of the report.
    Report,
    /// Placements from hand.
    Placement,
    /// The lag.
    Lag,
    /// Players that draw something.
    Player,
    /// Benchmarks: positions, replays.
    Bench,
    /// Noise by which the suggestions are put in order.
    Order,
}

impl Key {
    /// The stream of a stage.
    #[must_use]
    pub fn stage(self, stage: Stage) -> Key {
        self.with(stage as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_in_about_half_their_bits() {
        let mut flipped = 0;
        for i in 0..1000 {
            flipped += (Key::new(5).with(i).bits() ^ Key::new(5).with(i + 1).bits()).count_ones();
        }
        assert!((31_000..33_000).contains(&flipped), "{flipped}");
    }

    #[test]
    fn order_of_names_matters() {
        let root = Key::new(0);
        assert_ne!(root.with(1).with(2), root.with(2).with(1));
        assert_ne!(root.stage(Stage::Rank), root.stage(Stage::Report));
    }

    #[test]
    fn uniform_has_the_right_mean() {
        let mean = (0..10_000).map(|i| Key::new(1).with(i).uniform()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
