//! A player's skill as execution noise: what is struck differs from what was intended by five normal errors.

use crate::profile::one_line;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Standard deviations of a player's errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Direction, degrees.
    pub phi_deg: f64,
    /// Speed as a fraction of the intended one.
    pub v_rel: f64,
    /// Speed in m/s; the larger of the two holds.
    pub v_abs_mps: f64,
    /// Tip sideways, mm of the contact point.
    pub a_mm: f64,
    /// Tip in height, mm of the contact point.
    pub b_mm: f64,
    /// Elevation, degrees.
    pub theta_deg: f64,
}

/// What is wrong with a skill.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SkillError {
    /// No preset of that name.
    #[error("skill: {0:?} is not a preset; machine, icga, icga-5x, pro, club or beginner is right")]
    Unknown(String),
    /// The file is no TOML, or a field is unknown, missing or of the wrong type.
    #[error("skill: {0}")]
    Toml(String),
    /// A standard deviation that makes no sense.
    #[error("{field}: {value} is not {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What was given.
        value: f64,
        /// What would be right.
        expected: &'static str,
    },
}

const fn skill(phi_deg: f64, (v_rel, v_abs_mps): (f64, f64), tip_mm: f64, theta_deg: f64) -> Skill {
    Skill { phi_deg, v_rel, v_abs_mps, a_mm: tip_mm, b_mm: tip_mm, theta_deg }
}

impl Skill {
    /// The presets. `icga` is the published noise of the Computer Olympiad's pool events and `icga-5x` its high-noise
    /// event; `pro`, `club` and `beginner` are estimates.
    pub const PRESETS: [(&str, Skill); 6] = [
        ("machine", skill(0.0, (0.0, 0.0), 0.0, 0.0)),
        ("icga", skill(0.125, (0.0, 0.075), 0.5, 0.1)),
        ("icga-5x", skill(0.625, (0.0, 0.375), 2.5, 0.5)),
        ("pro", skill(0.12, (0.03, 0.0), 0.8, 0.3)),
        ("club", skill(0.35, (0.07, 0.0), 2.0, 0.7)),
        ("beginner", skill(0.9, (0.15, 0.0), 4.0, 1.5)),
    ];

    /// The preset of a name.
    ///
    /// # Errors
    /// An unknown name, with the right ones.
    pub fn parse(name: &str) -> Result<Skill, SkillError> {
        let preset = Skill::PRESETS.iter().find(|(known, _)| *known == name);
        preset.map(|&(_, skill)| skill).ok_or_else(|| SkillError::Unknown(name.into()))
    }

    /// Reads and checks the text of a skill file.
    ///
    /// # Errors
    /// What the text lacks, or the first value that makes no sense.
    pub fn from_toml(text: &str) -> Result<Skill, SkillError> {
        let skill: Skill = toml::from_str(text).map_err(|error| SkillError::Toml(one_line(&error)))?;
        skill.check()?;
        Ok(skill)
    }

    /// The text of a skill file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a skill has only numbers")
    }

    /// Whether every value makes sense.
    ///
    /// # Errors
    /// The first that doesn't.
    pub fn check(&self) -> Result<(), SkillError> {
        let checks = [
            ("phi_deg", self.phi_deg, 45.0, "an error of 0 to 45 degrees"),
            ("v_rel", self.v_rel, 1.0, "an error of 0 to 1 of the speed"),
            ("v_abs_mps", self.v_abs_mps, 5.0, "an error of 0 to 5 m/s"),
            ("a_mm", self.a_mm, 30.0, "an error of 0 to 30 mm"),
            ("b_mm", self.b_mm, 30.0, "an error of 0 to 30 mm"),
            ("theta_deg", self.theta_deg, 45.0, "an error of 0 to 45 degrees"),
        ];
        for (field, value, most, expected) in checks {
            if !(0.0..=most).contains(&value) {
                return Err(SkillError::Value { field, value, expected });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_by_name() {
        let club = Skill::parse("club").unwrap();
        assert_eq!((club.phi_deg, club.v_rel, club.a_mm, club.theta_deg), (0.35, 0.07, 2.0, 0.7));
        assert_eq!(Skill::parse("icga").unwrap().v_abs_mps, 0.075);
        for (name, skill) in Skill::PRESETS {
            assert_eq!(skill.check(), Ok(()), "{name}");
            assert_eq!(Skill::from_toml(&skill.to_toml()), Ok(skill), "{name}");
        }
        let error = Skill::parse("expert").unwrap_err().to_string();
        assert_eq!(error, "skill: \"expert\" is not a preset; machine, icga, icga-5x, pro, club or beginner is right");
    }

    #[test]
    fn the_high_noise_event_is_five_times_the_other() {
        let [low, high] = ["icga", "icga-5x"].map(|name| Skill::parse(name).unwrap());
        let parts = |s: Skill| [s.phi_deg, s.v_rel, s.v_abs_mps, s.a_mm, s.b_mm, s.theta_deg];
        for (low, high) in parts(low).into_iter().zip(parts(high)) {
            assert!((high - 5.0 * low).abs() < 1e-12);
        }
    }

    #[test]
    fn errors_name_the_field() {
        let text = Skill::parse("pro").unwrap().to_toml();
        let error = |from: &str, to: &str| Skill::from_toml(&text.replace(from, to)).unwrap_err().to_string();
        assert_eq!(error("phi_deg = 0.12", "phi_deg = -1.0"), "phi_deg: -1 is not an error of 0 to 45 degrees");
        assert!(error("phi_deg = 0.12", "phi_deg = nan").starts_with("phi_deg: NaN is not"));
        assert!(error("phi_deg", "phi").contains("unknown field `phi`"));
        assert!(error("v_rel = 0.03\n", "").contains("missing field `v_rel`"));
    }
}
