//! Table, rules and skills as the arguments name them: read once, checked, errors that name the file.

use crate::args;
use anyhow::{Context, Result, bail};
use filotto_engine::{Player, Position, Profile, ProfileName, Skill};
use filotto_physics::Table;
use filotto_physics::table::TableParams;
use std::io::Read;
use std::path::Path;

/// What a set is played to when nobody says: the usual target of the rules of today.
pub const TARGET: u16 = 60;

/// White, yellow, red.
const PLACES: usize = 3;
/// What follows the places where nothing is said: all pins, white to strike, nothing scored.
const REST: &str = "UDLRC w n 0-0/60";
/// Tables, rules and skills are some kilobytes; a file this large is something else, and reading it would take long.
const LARGEST_BYTES: u64 = 1 << 20;

/// An error with a hint at the slips that people make with a position.
fn hinted(error: impl std::error::Error + Send + Sync + 'static, text: &str) -> anyhow::Error {
    let places: Vec<&str> = text.split_whitespace().take_while(|word| word.contains(',')).collect();
    let numbers = || places.iter().flat_map(|place| place.split(',')).filter_map(|n| n.parse::<f64>().ok());
    let error = anyhow::Error::new(error);
    if places.len() == 2 * PLACES {
        return anyhow::anyhow!("{error}; decimals take a point, and a comma parts x from y: 0.6,0.4");
    }
    if numbers().any(|n| n > 10.0) {
        return anyhow::anyhow!("{error}; places are in metres: 0.6,0.4 for 60 and 40 cm");
    }
    error
}

/// The text of a small file.
fn small(file: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(file)?.take(LARGEST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST_BYTES {
        let told = format!("more than {LARGEST_BYTES} bytes; no such file is so large");
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, told));
    }
    Ok(text)
}

/// The table and the rules that the arguments ask for.
#[derive(Clone, Debug)]
pub struct World {
    /// The table.
    pub table: Table,
    /// `--rules`, when given: it outranks the position's own.
    rules: Option<(ProfileName, Profile)>,
}

impl World {
    /// Reads the files.
    pub fn load(args: &args::World) -> Result<World> {
        let table = args.table.as_deref().map_or_else(|| Ok(Table::carom_heated()), table)?;
        let rules = args.rules.as_deref().map(|text| named_rules(ProfileName::from_text(text))).transpose()?;
        Ok(World { table, rules })
    }

    /// Reads a position, the opening position where there is none, with the rules it is played by.
    pub fn position(&self, words: &[String]) -> Result<(Position, Profile)> {
        let text = args::joined(words);
        let mut position = match text.split_whitespace().count() {
            0 => Position::opening_on(&self.table, Player::White, TARGET, ProfileName::Wcbs1997),
            // Places alone: the rest as it is most often. What is taken is told with the position.
            PLACES => Position::parse(&format!("{} {REST}", text.trim()), &self.table).map_err(|e| hinted(e, &text))?,
            _ => Position::parse(&text, &self.table).map_err(|e| hinted(e, &text))?,
        };
        let profile = match &self.rules {
            Some((name, profile)) => {
                position.profile = name.clone();
                profile.clone()
            }
            None => named_rules(position.profile.clone())?.1,
        };
        Ok((position, profile))
    }
}

/// A built-in profile, or the file of that name.
pub fn named_rules(name: ProfileName) -> Result<(ProfileName, Profile)> {
    if let Some(profile) = Profile::built_in(&name) {
        return Ok((name, profile));
    }
    let file = name.as_str();
    let text = small(Path::new(file))
        .with_context(|| format!("rules: {file:?} is neither wcbs-1997 nor modern nor a file that can be read"))?;
    let profile = Profile::from_toml(&text).with_context(|| format!("rules file {file}"))?;
    Ok((name, profile))
}

/// A table file.
pub fn table(file: &Path) -> Result<Table> {
    let name = file.display();
    let text = small(file).with_context(|| format!("table file {name}"))?;
    let params: TableParams = match toml::from_str(&text) {
        Ok(params) => params,
        Err(error) => bail!("table file {name}: {}; `filotto table` prints a right one", told(&error, &text)),
    };
    Profile::check_table(&params).with_context(|| format!("table file {name}"))?;
    Table::new(params).with_context(|| format!("table file {name}"))
}

/// A preset, or the file of that name.
pub fn skill(option: &str, name: &str) -> Result<Skill> {
    match Skill::parse(name) {
        Err(_) if Path::new(name).is_file() => {
            let text = small(Path::new(name)).with_context(|| format!("{option} {name}"))?;
            Skill::from_toml(&text).with_context(|| format!("{option} {name}"))
        }
        found => {
            let others = Skill::PRESETS.map(|(preset, _)| preset).join(", ");
            found.map_err(|_| anyhow::anyhow!("{option}: {name:?} is no preset ({others}) and no file"))
        }
    }
}

/// A TOML error on one line, with its line number.
fn told(error: &toml::de::Error, text: &str) -> String {
    let message = error.message().replace('\n', " ");
    match error.span() {
        Some(span) => format!("{message}, line {}", 1 + text[..span.start.min(text.len())].matches('\n').count()),
        None => message,
    }
}
