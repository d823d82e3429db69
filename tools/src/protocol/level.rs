//! Strength for people: ten levels from a beginner's hand and eye to everything.
//!
//! A weaker level sees less and strikes less exactly; it never blunders by the roll of a die. Depth: the nodes it may
//! spend grow by a constant factor a level. Noise: what it plays is its best stroke with the errors of a hand, which
//! shrink linearly to none. So it misses the hard shots often and the easy ones seldom, as people do.

use filotto_engine::Skill;

/// A level, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// Nodes of level 1: a glance, some fifty directions.
const FIRST_NODES: f64 = 500.0;
/// Growth of the nodes a level: level 9 has some 80,000, a tenth of a second.
const GROWTH: f64 = 1.9;

impl Level {
    /// Nothing held back.
    pub const FULL: Level = Level(10);

    /// The level of a number, brought into 1 to 10.
    pub fn new(number: u8) -> Level {
        Level(number.clamp(1, Level::FULL.0))
    }

    /// 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Most nodes it may spend on a stroke; `None` = no bound.
    pub fn nodes(self) -> Option<u64> {
        (self != Level::FULL).then(|| (FIRST_NODES * GROWTH.powi(i32::from(self.0) - 1)) as u64)
    }

    /// The errors of its hand; `None` = none.
    ///
    /// From those of the preset `beginner` at level 1 linearly to none at level 10; level 7 has those of a club player.
    pub fn hand(self) -> Option<Skill> {
        let share = f64::from(Level::FULL.0 - self.0) / f64::from(Level::FULL.0 - 1);
        let skill = Skill::parse("beginner").ok()?;
        let scaled = Skill {
            phi_deg: share * skill.phi_deg,
            v_rel: share * skill.v_rel,
            v_abs_mps: share * skill.v_abs_mps,
            a_mm: share * skill.a_mm,
            b_mm: share * skill.b_mm,
            theta_deg: share * skill.theta_deg,
        };
        (self != Level::FULL).then_some(scaled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_sees_more_and_errs_less_than_the_one_below() {
        for number in 1..9 {
            let (low, high) = (Level::new(number), Level::new(number + 1));
            assert!(low.nodes() < high.nodes());
            assert!(low.hand().unwrap().phi_deg > high.hand().unwrap().phi_deg);
        }
        assert_eq!((Level::FULL.nodes(), Level::FULL.hand()), (None, None));
        assert_eq!((Level::new(0), Level::new(99)), (Level::new(1), Level::FULL));
    }
}
