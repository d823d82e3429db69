//! The rules as data: every difference between the rules of 1997 and the later texts is a field here.

use crate::position::ProfileName;
use filotto_physics::Table;
use filotto_physics::table::TableParams;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use thiserror::Error;

/// When a pin that leans on the cue ball falls during the stroke (12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeanOnCueRule {
    /// Down if the cue ball moves onto it, not down if it moves away.
    OntoOnly,
    /// It counts and the stroke is a fault (id 12.6).
    Fault,
}

/// When the offender's ball is on the middle line (13.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MiddleLineRule {
    /// Its centre is within `middle_line_m` of the line.
    Centre,
    /// Any part of it is over the line.
    Straddles,
}

/// Where a cue ball or red goes whose spot is covered (11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoveredSpotRule {
    /// To the spot that belongs to the ball in the way.
    SpotOfBallInTheWay,
    /// To the end spot or the central spot of the other half.
    OtherHalf,
}

/// A rule profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// A name for people.
    pub name: String,
    /// An outer pin (8.1).
    pub outer_pin: u16,
    /// The centre pin with at least one outer pin (8.1).
    pub centre_with_outer: u16,
    /// The centre pin alone (8.1).
    pub centre_alone: u16,
    /// The carom cue ball, object ball, red (8.2).
    pub carom: u16,
    /// The carom object ball, red: casin (8.2).
    pub casin: u16,
    /// The penalty of a fault (15.3).
    pub fault_points: u16,
    /// What red first costs on top (15.3-b).
    pub red_first_points: u16,
    /// Whether the penalties of several faults add up (15.1); else there is one.
    pub sum_faults: bool,
    /// Whether a pin wholly off its spot but upright is down (12.4).
    pub shifted_off_is_down: bool,
    /// 12.6.
    pub lean_on_cue: LeanOnCueRule,
    /// 13.4.
    pub middle_line: MiddleLineRule,
    /// How near the line a centre is on it (13.4), m.
    pub middle_line_m: f64,
    /// 11.3.
    pub covered_spot: CoveredSpotRule,
    /// Whether the winner's score is capped at the target (2.1).
    pub cap_at_target: bool,
    /// Two distances from the lower cushion are equal in the lag within this (3), m.
    pub lag_equal_m: f64,
    /// A ball or cushion with no wider gap to the cue ball is in contact with it (10.1-10.3), m.
    #[serde(default = "contact_m")]
    pub contact_m: f64,
    /// A strike that points more than this into such a contact is played onto it (10.1-10.3), degrees.
    #[serde(default = "onto_contact_deg")]
    pub onto_contact_deg: f64,
    /// Usual points of a set, where the text names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_target: Option<u16>,
    /// Usual number of sets (best of), where the text names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_sets: Option<u8>,
    /// Seconds for a stroke, where the text names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_s: Option<u32>,
}

/// A tenth of a millimetre: what a sheet of paper between the balls shows. Rules files older than the field have it.
fn contact_m() -> f64 {
    1e-4
}

/// A degree: what a referee can see. Rules files older than the field have it.
fn onto_contact_deg() -> f64 {
    1.0
}

/// What is wrong with a rules file.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ProfileError {
    /// The file is no TOML, or a field is unknown, missing or of the wrong type.
    #[error("rules: {0}")]
    Toml(String),
    /// A value that makes no sense.
    #[error("{field}: {value} is not {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
}

impl Profile {
    /// The rules approved by WCBS on 7 May 1997.
    pub fn wcbs_1997() -> Profile {
        Profile {
            name: "wcbs-1997".into(),
            outer_pin: 2,
            centre_with_outer: 4,
            centre_alone: 8,
            carom: 4,
            casin: 3,
            fault_points: 2,
            red_first_points: 2,
            sum_faults: true,
            shifted_off_is_down: false,
            lean_on_cue: LeanOnCueRule::OntoOnly,
            middle_line: MiddleLineRule::Centre,
            middle_line_m: 0.001,
            covered_spot: CoveredSpotRule::SpotOfBallInTheWay,
            cap_at_target: true,
            lag_equal_m: 0.001,
            contact_m: contact_m(),
            onto_contact_deg: onto_contact_deg(),
            usual_target: None,
            usual_sets: None,
            clock_s: None,
        }
    }

    /// What later Italian, German, French and Swiss texts changed.
    pub fn modern() -> Profile {
        Profile {
            name: "modern".into(),
            centre_alone: 10,
            sum_faults: false,
            shifted_off_is_down: true,
            lean_on_cue: LeanOnCueRule::Fault,
            middle_line: MiddleLineRule::Straddles,
            covered_spot: CoveredSpotRule::OtherHalf,
            usual_target: Some(60),
            usual_sets: Some(7),
            clock_s: Some(40),
            ..Profile::wcbs_1997()
        }
    }

    /// The built-in profile of a name; `None` for a file's.
    pub fn built_in(name: &ProfileName) -> Option<Profile> {
        match name {
            ProfileName::Wcbs1997 => Some(Profile::wcbs_1997()),
            ProfileName::Modern => Some(Profile::modern()),
            ProfileName::File(_) => None,
        }
    }

    /// Reads and checks the text of a rules file.
    ///
    /// # Errors
    /// What the text lacks, or the first value that makes no sense.
    pub fn from_toml(text: &str) -> Result<Profile, ProfileError> {
        let profile: Profile = toml::from_str(text).map_err(|error| ProfileError::Toml(one_line(&error)))?;
        profile.check()?;
        Ok(profile)
    }

    /// The text of a rules file: canonical, the same profile gives the same bytes.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a profile has only plain fields")
    }

    /// The table as these rules look at it: physics tells what touches the cue ball at the strike (10), the rules say
    /// what touching is.
    pub fn seen_on<'a>(&self, table: &'a Table) -> Cow<'a, Table> {
        let cue = &table.params().cue;
        if (cue.touch_m, cue.onto_deg) == (self.contact_m, self.onto_contact_deg) {
            return Cow::Borrowed(table);
        }
        let mut params = table.params().clone();
        (params.cue.touch_m, params.cue.onto_deg) = (self.contact_m, self.onto_contact_deg);
        // Only a profile that `check` refuses could be refused here: the ranges are the same.
        Table::new(params).map_or(Cow::Borrowed(table), Cow::Owned)
    }

    /// Refuses a table that brings its own thresholds of rule 10: they would be overruled in silence.
    ///
    /// # Errors
    /// The table's field, and the field of the rules that is meant.
    pub fn check_table(params: &TableParams) -> Result<(), ProfileError> {
        let (touch, onto) = (params.cue.touch_m, params.cue.onto_deg);
        let error =
            |field, value: f64, expected| Err(ProfileError::Value { field, value: value.to_string(), expected });
        if touch != contact_m() {
            return error("cue.touch_m", touch, "the table's to say; set contact_m in a rules file (10)");
        }
        if onto != onto_contact_deg() {
            return error("cue.onto_deg", onto, "the table's to say; set onto_contact_deg in a rules file (10)");
        }
        Ok(())
    }

    /// Whether every value makes sense.
    ///
    /// # Errors
    /// The first that doesn't.
    pub fn check(&self) -> Result<(), ProfileError> {
        let error = |field, value: String, expected| Err(ProfileError::Value { field, value, expected });
        if self.name.is_empty() || self.name.chars().any(char::is_control) {
            return error("name", format!("{:?}", self.name), "a name on one line");
        }
        let points = [
            ("outer_pin", self.outer_pin),
            ("centre_with_outer", self.centre_with_outer),
            ("centre_alone", self.centre_alone),
            ("carom", self.carom),
            ("casin", self.casin),
            ("fault_points", self.fault_points),
            ("red_first_points", self.red_first_points),
        ];
        if let Some((field, value)) = points.into_iter().find(|&(_, value)| value > MOST_POINTS) {
            return error(field, value.to_string(), "a number of points from 0 to 100");
        }
        for (field, value) in [("middle_line_m", self.middle_line_m), ("lag_equal_m", self.lag_equal_m)] {
            if !(0.0..=0.1).contains(&value) {
                return error(field, value.to_string(), "a length from 0 to 0.1 m");
            }
        }
        if !(0.0..=0.01).contains(&self.contact_m) {
            return error("contact_m", self.contact_m.to_string(), "a gap from 0 to 0.01 m");
        }
        if !(0.0..=90.0).contains(&self.onto_contact_deg) {
            return error("onto_contact_deg", self.onto_contact_deg.to_string(), "an angle from 0 to 90 degrees");
        }
        if self.usual_target == Some(0) {
            return error("usual_target", "0".into(), "at least 1 point");
        }
        if let Some(sets) = self.usual_sets.filter(|sets| sets % 2 == 0) {
            return error("usual_sets", sets.to_string(), "an odd number (2.2)");
        }
        if self.clock_s == Some(0) {
            return error("clock_s", "0".into(), "at least 1 second");
        }
        Ok(())
    }
}

/// Most points a single thing can be worth: sums of a stroke stay far inside 16 bits.
const MOST_POINTS: u16 = 100;

/// A TOML error on one line: where and what.
pub(crate) fn one_line(error: &toml::de::Error) -> String {
    error.message().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rules_file_reads_back() {
        for profile in [Profile::wcbs_1997(), Profile::modern()] {
            assert_eq!(Profile::from_toml(&profile.to_toml()), Ok(profile.clone()));
            assert_eq!(Profile::built_in(&ProfileName::from_text(&profile.name)), Some(profile));
        }
        assert_eq!(Profile::built_in(&ProfileName::from_text("own.toml")), None);
    }

    /// A rules file written before the thresholds of rule 10 were fields is still one.
    #[test]
    fn thresholds_of_rule_10_may_be_left_out() {
        let text = Profile::wcbs_1997().to_toml();
        let without = text.replace("contact_m = 0.0001\n", "").replace("onto_contact_deg = 1.0\n", "");
        assert!(!without.contains("contact"), "{without}");
        assert_eq!(Profile::from_toml(&without), Ok(Profile::wcbs_1997()));
    }

    #[test]
    fn a_table_is_seen_with_the_thresholds_of_the_rules() {
        let table = Table::carom_heated();
        assert!(matches!(Profile::modern().seen_on(&table), Cow::Borrowed(_)));
        let own = Profile { contact_m: 0.0005, onto_contact_deg: 5.0, ..Profile::wcbs_1997() };
        let seen = own.seen_on(&table);
        assert_eq!((seen.params().cue.touch_m, seen.params().cue.onto_deg), (0.0005, 5.0));
        let told = Profile::check_table(seen.params()).unwrap_err().to_string();
        assert_eq!(told, "cue.touch_m: 0.0005 is not the table's to say; set contact_m in a rules file (10)");
        assert_eq!(Profile::check_table(table.params()), Ok(()));
    }

    /// The whole list of differences, so that a new one has to be written down here too.
    #[test]
    fn modern_differs_in_these_fields_alone() {
        let [old, new] = [Profile::wcbs_1997(), Profile::modern()].map(|p| toml::Table::try_from(p).unwrap());
        let differing: Vec<_> = new.keys().filter(|key| old.get(*key) != new.get(*key)).map(String::as_str).collect();
        assert_eq!(
            differing,
            [
                "centre_alone",
                "clock_s",
                "covered_spot",
                "lean_on_cue",
                "middle_line",
                "name",
                "shifted_off_is_down",
                "sum_faults",
                "usual_sets",
                "usual_target"
            ]
        );
    }

    #[test]
    fn errors_name_the_field() {
        let error = |change: &str, to: &str| {
            let text = Profile::modern().to_toml();
            assert!(text.contains(change), "{text}");
            Profile::from_toml(&text.replace(change, to)).unwrap_err().to_string()
        };
        assert!(error("outer_pin = 2", "outer_pins = 2").contains("unknown field `outer_pins`"));
        assert!(error("outer_pin = 2", "").contains("missing field `outer_pin`"));
        assert!(error("\"straddles\"", "\"touches\"").contains("unknown variant `touches`, expected `centre` or"));
        assert_eq!(error("outer_pin = 2", "outer_pin = 101"), "outer_pin: 101 is not a number of points from 0 to 100");
        assert!(error("middle_line_m = 0.001", "middle_line_m = nan").starts_with("middle_line_m: NaN is not"));
        let gap = "contact_m: 0.02 is not a gap from 0 to 0.01 m";
        assert_eq!(error("contact_m = 0.0001", "contact_m = 0.02"), gap);
        assert!(error("contact_m = 0.0001", "contact_m = nan").starts_with("contact_m: NaN is not"));
        let angle = "onto_contact_deg: -1 is not an angle from 0 to 90 degrees";
        assert_eq!(error("onto_contact_deg = 1.0", "onto_contact_deg = -1.0"), angle);
        assert_eq!(error("usual_sets = 7", "usual_sets = 4"), "usual_sets: 4 is not an odd number (2.2)");
        assert_eq!(error("clock_s = 40", "clock_s = 0"), "clock_s: 0 is not at least 1 second");
        assert!(!error("outer_pin = 2", "outer_pin = ").contains('\n'), "one line");
    }
}
