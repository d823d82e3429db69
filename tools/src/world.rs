//! Table, rules and skills as the arguments name them: read once, checked, errors that name the file.

use crate::args;
use anyhow::{Context, Result, bail};
use filotto_engine::{Player, Position, Profile, ProfileName, Skill};
use filotto_physics::Table;
use filotto_physics::table::TableParams;
use std::path::Path;

/// What a set is played to when nobody says: the usual target of the rules of today.
pub const TARGET: u16 = 60;

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
        let mut position = if text.trim().is_empty() {
            Position::opening_on(&self.table, Player::White, TARGET, ProfileName::Wcbs1997)
        } else {
            Position::parse(&text, &self.table)?
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
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("rules: {file:?} is neither wcbs-1997 nor modern nor a file that can be read"))?;
    let profile = Profile::from_toml(&text).with_context(|| format!("rules file {file}"))?;
    Ok((name, profile))
}

/// A table file.
pub fn table(file: &Path) -> Result<Table> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("table file {name}"))?;
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
            let text = std::fs::read_to_string(name).with_context(|| format!("{option} {name}"))?;
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
