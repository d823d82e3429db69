//! The players of a match, by name: from chance to the planner. Each is an [`filotto_engine::Brain`].
//!
//! A player is written `name` or `name:option=value,option=value`. All of them think by node budgets unless told a
//! time, so that the seed of a match gives the same match again.

mod geometric;
mod lag;
mod simple;
mod thinker;

pub use lag::lag_stroke;

use crate::params::TUNABLES;
use crate::plan::{Objective, Request, Skills};
use crate::planner::Planner;
use crate::value::choice::{self, ReadFile};
use crate::{Budget, PlanError};
use filotto_engine::{Brain, BrainError, Profile, Skill};
use filotto_physics::{Strike, Table};
use simple::Simple;
use std::time::Duration;
use thiserror::Error;

/// Nodes of a stroke of `greedy`: a sweep fine enough to hold a scoring line in most positions.
const GREEDY_NODES: u64 = 4_000;
/// Nodes of a stroke of `ev` and of `planner`: some 50 ms on one core.
const THINKING_NODES: u64 = 20_000;
/// Most nodes of a stroke: an hour or so.
const MOST_NODES: u64 = 10_000_000_000;

/// What is wrong with a player's name or options.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// Nobody has this name.
    #[error("player {0:?}: random, geometric, greedy, ev or planner is right")]
    Name(String),
    /// An option that this player does not have, or a value that makes no sense.
    #[error("player {player}: option {option}={value:?}: {expected}")]
    Option {
        /// The player.
        player: String,
        /// The option.
        option: String,
        /// Its value.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// Where a player sits: what is fixed for a match.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    /// His execution noise.
    pub skill: Skill,
    /// His opponent's.
    pub opponent: Skill,
    /// The table.
    pub table: &'a Table,
    /// The rules.
    pub profile: &'a Profile,
    /// Threads to think with.
    pub threads: usize,
}

/// A player by name and options.
///
/// # Errors
/// An unknown name or option, named with what would be right.
pub fn by_name(text: &str, seat: &Seat) -> Result<Box<dyn Brain>, PlayerError> {
    by_name_reading(text, seat, &|_| Err("off or net is right here".into()))
}

/// The same, for a caller that reads files: `read` gives the bytes of the file that `value=FILE` names.
///
/// # Errors
/// As [`by_name`], and what `read` says.
pub fn by_name_reading(text: &str, seat: &Seat, read: ReadFile) -> Result<Box<dyn Brain>, PlayerError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut mind = Mind {
        name: text.trim().to_string(),
        planner: Planner::new(seat.table.clone(), seat.profile.clone(), seat.threads),
        request: Request {
            skills: Skills { striker: seat.skill, opponent: seat.opponent },
            budget: Budget::nodes(THINKING_NODES),
            objective: Objective::Win,
            multipv: 1,
            seed: 0,
        },
    };
    match name.trim() {
        "random" => {
            mind.options(&Known { player: "random", options: &[], read }, options)?;
            Ok(Box::new(Simple::new(mind, simple::random)))
        }
        "geometric" => {
            mind.options(&Known { player: "geometric", options: &[], read }, options)?;
            Ok(Box::new(Simple::new(mind, geometric::geometric)))
        }
        "greedy" => {
            mind.request.budget = Budget::nodes(GREEDY_NODES);
            mind.request.objective = Objective::Points;
            mind.options(&Known { player: "greedy", options: &["nodes", "time"], read }, options)?;
            Ok(Box::new(Simple::new(mind, simple::greedy)))
        }
        "ev" => {
            mind.request.objective = Objective::Points;
            mind.options(&Known { player: "ev", options: &["nodes", "time", "skill"], read }, options)?;
            Ok(Box::new(Simple::new(mind, thinker::ev)))
        }
        "planner" => {
            mind.options(&Known { player: "planner", options: PLANNER, read }, options)?;
            Ok(Box::new(thinker::PlannerPlayer::new(mind)))
        }
        _ => Err(PlayerError::Name(text.to_string())),
    }
}

/// What every player has: a name, a planner to think with, the request it makes.
struct Mind {
    name: String,
    planner: Planner,
    request: Request,
}

impl Mind {
    /// The lag stroke of his hand.
    fn lag(&self) -> Strike {
        lag_stroke(&self.planner.court().table, &self.request.skills.striker)
    }

    fn options(&mut self, known: &Known, text: &str) -> Result<(), PlayerError> {
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            self.option(known, option, value).map_err(|expected| PlayerError::Option {
                player: known.player.into(),
                option: option.into(),
                value: value.into(),
                expected,
            })?;
        }
        Ok(())
    }

    fn option(&mut self, known: &Known, option: &str, value: &str) -> Result<(), String> {
        if !known.options.contains(&option) {
            return if known.options.contains(&TUNABLE) { self.tune(known, option, value) } else { Err(known.list()) };
        }
        let request = &mut self.request;
        match option {
            "nodes" => match value.replace('_', "").parse() {
                Ok(nodes) if (1..=MOST_NODES).contains(&nodes) => request.budget = Budget::nodes(nodes),
                _ => return Err(format!("a whole number of strokes from 1 to {MOST_NODES} is right")),
            },
            "time" => match value.strip_suffix("ms").unwrap_or(value).parse::<u64>() {
                Ok(ms) if (1..=3_600_000).contains(&ms) => request.budget = Budget::time(Duration::from_millis(ms)),
                _ => return Err("milliseconds from 1 to 3600000, such as 50ms, are right".into()),
            },
            "skill" => request.skills.striker = Skill::parse(value).map_err(|error| error.to_string())?,
            "opponent" => request.skills.opponent = Skill::parse(value).map_err(|error| error.to_string())?,
            "value" => self.planner.set_value(choice::named(value, known.read)?),
            _ => request.objective = objective(value)?,
        }
        Ok(())
    }

    /// Sets a tunable of the planner.
    fn tune(&mut self, known: &Known, name: &str, value: &str) -> Result<(), String> {
        let tunable = TUNABLES.iter().find(|t| t.name == name).ok_or_else(|| known.list())?;
        let number = value.parse().ok().filter(|number| (tunable.low..=tunable.high).contains(number));
        let number = number.ok_or_else(|| format!("a number from {} to {} is right", tunable.low, tunable.high))?;
        let mut params = *self.planner.params();
        params.set(name, number);
        self.planner.set_params(params);
        Ok(())
    }
}

/// Stands in a list of options for every name of [`TUNABLES`].
const TUNABLE: &str = "a tunable of `filotto bench plan --set`";
/// The options of the planner.
const PLANNER: &[&str] = &["nodes", "time", "skill", "opponent", "objective", "value", TUNABLE];

/// The options that a player knows.
struct Known<'a> {
    player: &'a str,
    options: &'a [&'a str],
    read: ReadFile<'a>,
}

impl Known<'_> {
    fn list(&self) -> String {
        match self.options {
            [] => "it has no options".into(),
            options => format!("{} is right", options.join(", ")),
        }
    }
}

fn objective(text: &str) -> Result<Objective, String> {
    match text {
        "win" => Ok(Objective::Win),
        "points" => Ok(Objective::Points),
        _ => {
            let share = text.strip_prefix("safe").map(|rest| rest.trim_start_matches(':'));
            let q = share.and_then(|rest| if rest.is_empty() { Some(0.1) } else { rest.parse().ok() });
            match q {
                Some(q) if q > 0.0 && q <= 1.0 => Ok(Objective::Safe(q)),
                _ => Err("win, points or safe:q with q above 0 and up to 1 is right".into()),
            }
        }
    }
}

impl From<PlanError> for BrainError {
    fn from(error: PlanError) -> BrainError {
        BrainError::Failed(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::{Player, Position, ProfileName, Turn};

    fn seat<'a>(table: &'a Table, profile: &'a Profile) -> Seat<'a> {
        let skill = Skill::parse("club").unwrap();
        Seat { skill, opponent: skill, table, profile, threads: 1 }
    }

    #[test]
    fn every_player_plays_a_legal_opening_and_lag() {
        let (table, profile) = (Table::carom_heated(), Profile::wcbs_1997());
        let position = Position::opening(Player::White, 60, ProfileName::Wcbs1997);
        for name in [
            "random",
            "geometric",
            "greedy:nodes=500",
            "ev:nodes=2000",
            "ev:time=20ms",
            "planner:nodes=2000",
            "planner:nodes=900,value=off,polish_shrink=0.9",
        ] {
            let mut brain = by_name(name, &seat(&table, &profile)).unwrap();
            brain.begin(&Turn { set: 1, stroke: 1, seed: 7 });
            let stroke = brain.stroke(&position).unwrap();
            stroke.check_intended(&position, &table).unwrap_or_else(|error| panic!("{name}: {error}"));
            let strike = brain.lag(&position).unwrap();
            assert!(strike.v_mps > 0.5 && strike.v_mps < 4.0, "{name} lags at {}", strike.v_mps);
        }
    }

    #[test]
    fn wrong_names_and_options_are_told_with_what_is_right() {
        let (table, profile) = (Table::carom_heated(), Profile::wcbs_1997());
        for (text, told) in [
            ("plan", "planner"),
            ("random:nodes=3", "no options"),
            ("planner:nodes=0", "whole number"),
            ("planner:depth=3", "objective"),
            ("planner:objective=luck", "safe:q"),
            ("planner:skill=god", "god"),
            ("planner:value=/no/such/file", "off or net"),
            ("planner:polish_shrink=2", "from 0.1 to 1"),
            ("ev:value=off", "skill is right"),
        ] {
            let error = by_name(text, &seat(&table, &profile)).err().expect(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
