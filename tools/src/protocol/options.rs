//! The options of the bot: one table of names, types, defaults and ranges, and the values in force.

use super::ask::{Objective, Value, World};
use super::error::{Code, ProtocolError, shown};
use super::level::Level;
use filotto_engine::{Profile, ProfileName, Skill};
use filotto_physics::Table;
use filotto_physics::table::TableParams;
use std::sync::Arc;

/// Most threads.
pub const MAX_THREADS: usize = crate::args::MAX_THREADS;
/// Most strokes told.
pub const MAX_MULTIPV: usize = 64;
/// Longest overhead, ms.
const MAX_OVERHEAD_MS: u64 = 10_000;
/// Widest contact tolerance, mm: more moves a ball that a person sees move.
const MAX_CONTACT_MM: f64 = 5.0;

/// The values in force.
#[derive(Clone, Debug)]
pub struct Options {
    /// The striker's skill, and the opponent's where it is another.
    pub skill: Skill,
    /// The opponent's; `None` = the striker's.
    pub opponent: Option<Skill>,
    /// Threads.
    pub threads: usize,
    /// What for.
    pub objective: Objective,
    /// How many strokes are told.
    pub multipv: usize,
    /// The rules of positions that name none.
    pub profile_name: ProfileName,
    /// Table and rules.
    pub world: World,
    /// For everything random.
    pub seed: u64,
    /// What leaves and scores are judged by.
    pub value: Value,
    /// Taken off every time budget, ms: what the way of a line costs.
    pub overhead_ms: u64,
    /// Balls given so near to contact are in contact (0 = as given), mm.
    pub contact_mm: f64,
    /// Strength for people.
    pub level: Level,
}

impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let world = World { table: Arc::new(Table::carom_heated()), profile: Arc::new(Profile::wcbs_1997()) };
        Options {
            skill: Skill::parse("pro").expect("a preset"),
            opponent: None,
            threads: threads.min(MAX_THREADS),
            objective: Objective::Win,
            multipv: 1,
            profile_name: ProfileName::Wcbs1997,
            world,
            seed: 1,
            value: Value::parse("true").expect("the default is known"),
            overhead_ms: 5,
            contact_mm: 0.0,
            level: Level::FULL,
        }
    }
}

impl Options {
    /// The `option` lines of the greeting.
    pub fn lines(&self) -> Vec<String> {
        let presets: String = Skill::PRESETS.iter().map(|(name, _)| format!(" var {name}")).collect();
        vec![
            format!("option name skill type combo default pro{presets}"),
            format!("option name opponent skill type combo default same var same{presets}"),
            format!("option name threads type spin default {} min 1 max {MAX_THREADS}", self.threads),
            "option name objective type combo default win var win var points var safe:0.1".into(),
            format!("option name multipv type spin default 1 min 1 max {MAX_MULTIPV}"),
            "option name profile type combo default wcbs-1997 var wcbs-1997 var modern".into(),
            "option name table type string default carom-heated".into(),
            format!("option name seed type spin default 1 min 0 max {}", u64::MAX),
            "option name value type string default true".into(),
            format!("option name move overhead type spin default 5 min 0 max {MAX_OVERHEAD_MS}"),
            format!("option name contact tolerance type number default 0 min 0 max {MAX_CONTACT_MM}"),
            format!("option name level type spin default {0} min 1 max {0}", Level::FULL.number()),
        ]
    }

    /// Sets one.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        let wrong = |message: String| ProtocolError::field(Code::Option, name, message);
        match name {
            "skill" => self.skill = skill(value).map_err(wrong)?,
            "opponent skill" if value == "same" => self.opponent = None,
            "opponent skill" => self.opponent = Some(skill(value).map_err(wrong)?),
            "threads" => self.threads = whole(value, 1, MAX_THREADS as u64).map_err(wrong)? as usize,
            "objective" => self.objective = Objective::parse(value).map_err(wrong)?,
            "multipv" => self.multipv = whole(value, 1, MAX_MULTIPV as u64).map_err(wrong)? as usize,
            "profile" => self.set_profile(value).map_err(wrong)?,
            "table" => self.world.table = Arc::new(table(value).map_err(wrong)?),
            "seed" => self.seed = whole(value, 0, u64::MAX).map_err(wrong)?,
            "value" => self.value = Value::parse(value).map_err(wrong)?,
            "move overhead" => self.overhead_ms = whole(value, 0, MAX_OVERHEAD_MS).map_err(wrong)?,
            "contact tolerance" => self.contact_mm = number(value, 0.0, MAX_CONTACT_MM).map_err(wrong)?,
            "level" => self.level = Level::new(whole(value, 1, 10).map_err(wrong)? as u8),
            _ => match name.strip_prefix("table.") {
                Some(path) => {
                    self.world.table = Arc::new(with_parameter(&self.world.table, path, value).map_err(wrong)?);
                }
                None => return Err(wrong(format!("no option {}; fpi lists them", shown(name)))),
            },
        }
        Ok(())
    }

    /// The rules of a name or file, for positions that name none.
    pub fn set_profile(&mut self, name: &str) -> Result<(), String> {
        let name = ProfileName::from_text(name);
        self.world.profile = Arc::new(profile(&name)?);
        self.profile_name = name;
        Ok(())
    }

    /// The skills of striker and opponent.
    pub fn skills(&self) -> [Skill; 2] {
        [self.skill, self.opponent.unwrap_or(self.skill)]
    }
}

/// The rules of a name: built in, or from a file.
pub fn profile(name: &ProfileName) -> Result<Profile, String> {
    match Profile::built_in(name) {
        Some(profile) => Ok(profile),
        None => Profile::from_toml(&file(name.as_str())?).map_err(|error| error.to_string()),
    }
}

/// A preset, or numbers `phi_deg=0.3,v_rel=0.05,…` (what is left out is 0).
pub fn skill(text: &str) -> Result<Skill, String> {
    if !text.contains('=') {
        return Skill::parse(text).map_err(|error| error.to_string());
    }
    let mut skill = Skill::parse("machine").map_err(|error| error.to_string())?;
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("{} lacks its value", shown(part)))?;
        let value = number(value, 0.0, f64::MAX)?;
        match key {
            "phi_deg" => skill.phi_deg = value,
            "v_rel" => skill.v_rel = value,
            "v_abs_mps" => skill.v_abs_mps = value,
            "a_mm" => skill.a_mm = value,
            "b_mm" => skill.b_mm = value,
            "theta_deg" => skill.theta_deg = value,
            _ => return Err(format!("{} is not phi_deg, v_rel, v_abs_mps, a_mm, b_mm or theta_deg", shown(key))),
        }
    }
    skill.check().map_err(|error| error.to_string())?;
    Ok(skill)
}

/// `carom-heated`, or a table file.
fn table(name: &str) -> Result<Table, String> {
    if name == "carom-heated" {
        return Ok(Table::carom_heated());
    }
    let params = toml::from_str(&file(name)?).map_err(|error: toml::de::Error| error.message().replace('\n', " "))?;
    table_of(params)
}

/// The table with one parameter changed, `ball.restitution` for example.
fn with_parameter(table: &Table, path: &str, value: &str) -> Result<Table, String> {
    let mut params = serde_json::to_value(table.params()).map_err(|error| error.to_string())?;
    let place = path.split('.').try_fold(&mut params, |place, key| place.get_mut(key));
    let place = place.filter(|place| !place.is_object()).ok_or_else(|| format!("no parameter {}", shown(path)))?;
    *place = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    table_of(serde_json::from_value(params).map_err(|error| error.to_string())?)
}

/// The table of parameters that leave the thresholds of rule 10 to the rules.
fn table_of(params: TableParams) -> Result<Table, String> {
    Profile::check_table(&params).map_err(|error| error.to_string())?;
    Table::new(params).map_err(|error| error.to_string())
}

/// The text of a small file.
fn file(name: &str) -> Result<String, String> {
    /// Table and rules files have a few kilobytes; a device or a huge file is a mistake.
    const MOST: u64 = 1 << 20;
    let about = std::fs::metadata(name).map_err(|error| format!("{}: {error}", shown(name)))?;
    if !about.is_file() || about.len() > MOST {
        return Err(format!("{}: not a file of at most {MOST} bytes", shown(name)));
    }
    std::fs::read_to_string(name).map_err(|error| format!("{}: {error}", shown(name)))
}

/// A whole number in a range.
pub fn whole(text: &str, low: u64, high: u64) -> Result<u64, String> {
    let value = text.parse().ok().filter(|value| (low..=high).contains(value));
    value.ok_or_else(|| format!("{} is not a whole number from {low} to {high}", shown(text)))
}

/// A number in a range.
fn number(text: &str, low: f64, high: f64) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (low..=high).contains(value));
    value.ok_or_else(|| format!("{} is not a number from {low} to {high}", shown(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_listed_can_be_set_to_its_default() {
        let mut options = Options::default();
        for line in options.lines() {
            let name = line.split(" type ").next().unwrap().strip_prefix("option name ").unwrap().to_string();
            let default = line.split(" default ").nth(1).unwrap().split(' ').next().unwrap().to_string();
            options.set(&name, &default).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }

    #[test]
    fn values_out_of_range_name_the_option() {
        let mut options = Options::default();
        for (name, value) in [
            ("threads", "0"),
            ("threads", "two"),
            ("multipv", "65"),
            ("skill", "expert"),
            ("skill", "phi_deg=99"),
            ("skill", "phi_deg=nan"),
            ("objective", "safe:1.5"),
            ("profile", "/dev/zero"),
            ("table", "nowhere.toml"),
            ("table.ball.restitution", "2"),
            ("table.cue.touch_m", "0.001"),
            ("table.ball", "1"),
            ("table.ball.colour", "1"),
            ("contact tolerance", "-1"),
            ("level", "11"),
            ("value", "/no/such.net"),
            ("value", "/dev/null"),
            ("hash", "16"),
        ] {
            let error = options.set(name, value).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (Code::Option, Some(name)), "{error}");
        }
    }

    #[test]
    fn skills_are_presets_or_numbers_and_tables_have_parameters() {
        let mut options = Options::default();
        options.set("skill", "club").unwrap();
        options.set("opponent skill", "phi_deg=0.2,v_rel=0.05").unwrap();
        let [own, other] = options.skills();
        assert_eq!((own.phi_deg, other.phi_deg, other.a_mm), (0.35, 0.2, 0.0));
        options.set("table.ball.restitution", "0.9").unwrap();
        assert_eq!(options.world.table.params().ball.restitution, 0.9);
    }
}
