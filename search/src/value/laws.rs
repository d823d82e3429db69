//! Measured laws of one stroke's result, by rules and skill, each in classes from bad leaves to good ones.
//!
//! The data file `search/data/laws.txt` has a line a law: rules, skill preset, class, then `result:count`; and a line
//! `means` a skill: the mean result of ordinary strokes and of strokes from hand.
//! A skill that is no preset gets a blend of the two presets whose errors enclose its own.

use super::race::Law;
use crate::list::lines;
use filotto_engine::{Profile, Skill};

/// The laws as measured; see `search/data/README.md` for how.
const DATA: &str = include_str!("../../data/laws.txt");

/// The laws of one player, one a class of leaves, by rising mean.
#[derive(Clone, Debug, PartialEq)]
pub struct LawSet {
    classes: Vec<Law>,
    overall: Law,
    means: Means,
}

/// Mean results by kind of stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Of ordinary strokes.
    pub normal: f64,
    /// Of strokes from hand.
    pub in_hand: f64,
}

impl Means {
    fn blend(self, other: Means, share: f64) -> Means {
        let mix = |a: f64, b: f64| a + share * (b - a);
        Means { normal: mix(self.normal, other.normal), in_hand: mix(self.in_hand, other.in_hand) }
    }
}

impl LawSet {
    /// The laws of a skill under some rules. Rules that were not measured get those of `wcbs-1997`.
    pub fn of(skill: &Skill, profile: &Profile) -> LawSet {
        let rows = rows(&profile.name);
        let rows = if rows.is_empty() { self::rows("wcbs-1997") } else { rows };
        let size = error_size(skill);
        let mut presets: Vec<(f64, LawSet)> = Vec::new();
        for (name, preset) in Skill::PRESETS {
            if let Some(set) = LawSet::from_rows(&rows, name) {
                presets.push((error_size(&preset), set));
            }
        }
        presets.sort_by(|a, b| a.0.total_cmp(&b.0));
        let above = presets.partition_point(|p| p.0 < size);
        match (above.checked_sub(1).map(|i| &presets[i]), presets.get(above)) {
            (Some(low), Some(high)) => low.1.blend(&high.1, (size - low.0) / (high.0 - low.0)),
            (Some(one), None) | (None, Some(one)) => one.1.clone(),
            (None, None) => unreachable!("the data file holds laws of wcbs-1997"),
        }
    }

    /// From laws of the classes, worst leave first, with equal weight.
    fn new(classes: Vec<Law>, means: Means) -> Option<LawSet> {
        let all = classes.iter().flat_map(|law| law.entries().iter().copied());
        let overall = Law::new(all)?;
        Some(LawSet { classes, overall, means })
    }

    fn from_rows(rows: &[Row], skill: &str) -> Option<LawSet> {
        let of_skill = || rows.iter().filter(|row| row.skill == skill);
        let classes = of_skill().filter_map(|row| row.law.clone()).collect();
        LawSet::new(classes, of_skill().find_map(|row| row.means)?)
    }

    fn blend(&self, other: &LawSet, share: f64) -> LawSet {
        let n = self.classes.len().min(other.classes.len());
        let pick = |set: &LawSet, i: usize| set.classes[i * set.classes.len() / n].clone();
        let classes = (0..n).map(|i| pick(self, i).blend(&pick(other, i), share)).collect();
        LawSet::new(classes, self.means.blend(other.means, share)).expect("blended laws are laws")
    }

    /// The law of an average stroke.
    pub fn overall(&self) -> &Law {
        &self.overall
    }

    /// The mean results by kind of stroke.
    pub fn means(&self) -> Means {
        self.means
    }

    /// The law of a stroke whose expected result is given: two neighbouring classes and the second's share.
    pub fn at(&self, expected: f64) -> (&Law, &Law, f64) {
        let above = self.classes.partition_point(|law| law.mean() < expected).min(self.classes.len() - 1);
        let low = &self.classes[above.saturating_sub(1)];
        let high = &self.classes[above];
        let gap = high.mean() - low.mean();
        let share = if gap > 0.0 { ((expected - low.mean()) / gap).clamp(0.0, 1.0) } else { 0.0 };
        (low, high, share)
    }
}

/// One line of the data file: a law or the means.
struct Row<'a> {
    skill: &'a str,
    law: Option<Law>,
    means: Option<Means>,
}

fn rows(profile: &str) -> Vec<Row<'static>> {
    let lines = lines(DATA);
    lines.filter_map(row).filter(|(rules, _)| *rules == profile).map(|(_, row)| row).collect()
}

/// A line with the rules it is for.
fn row(line: &str) -> Option<(&str, Row<'_>)> {
    let mut words = line.split_whitespace();
    let (rules, skill, what) = (words.next()?, words.next()?, words.next()?);
    if what == "means" {
        let mut number = || words.next()?.parse().ok();
        let means = Means { normal: number()?, in_hand: number()? };
        return Some((rules, Row { skill, law: None, means: Some(means) }));
    }
    let entries = words.filter_map(|word| {
        let (result, count) = word.split_once(':')?;
        Some((result.parse().ok()?, count.parse().ok()?))
    });
    Some((rules, Row { skill, law: Law::new(entries), means: None }))
}

/// How large a player's errors are on the whole: the logarithm of their mean, each in units of the `pro` preset's.
/// Presets lie along this line in the order of their results.
pub fn error_size(skill: &Skill) -> f64 {
    let pro = Skill::PRESETS.iter().find(|p| p.0 == "pro").expect("pro is a preset").1;
    // At 3 m/s, a middling stroke, an absolute error of speed becomes a relative one.
    let speed = skill.v_rel.max(skill.v_abs_mps / 3.0) / pro.v_rel;
    let tip = 0.5 * (skill.a_mm + skill.b_mm) / pro.a_mm;
    let mean = (skill.phi_deg / pro.phi_deg + speed + tip) / 3.0;
    // Errors below a fiftieth of a professional's change nothing any more.
    libm::log(mean.max(0.02))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Under both built-in rules, measured each for itself: at first `modern` got the laws of `wcbs-1997`.
    #[test]
    fn every_preset_has_a_law() {
        for profile in [Profile::wcbs_1997(), Profile::modern()] {
            let rows = rows(&profile.name);
            for (name, skill) in Skill::PRESETS {
                assert!(LawSet::from_rows(&rows, name).is_some(), "{name} under {}", profile.name);
                let laws = LawSet::of(&skill, &profile);
                let sum: f64 = laws.overall().entries().iter().map(|e| e.1).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{name} under {}", profile.name);
            }
        }
    }

    #[test]
    fn better_players_have_better_laws() {
        let mean = |name: &str| LawSet::of(&Skill::parse(name).unwrap(), &Profile::wcbs_1997()).overall().mean();
        assert!(mean("machine") > mean("pro") && mean("pro") > mean("club") && mean("club") > mean("beginner"));
    }

    #[test]
    fn the_law_of_a_leave_has_its_mean() {
        let laws = LawSet::of(&Skill::parse("pro").unwrap(), &Profile::wcbs_1997());
        let middle = laws.overall().mean();
        let (low, high, share) = laws.at(middle);
        if low != high {
            assert!(((1.0 - share) * low.mean() + share * high.mean() - middle).abs() < 1e-9);
        }
        let (low, _, share) = laws.at(-100.0);
        assert!(share == 0.0 && low.mean() <= middle);
    }
}
