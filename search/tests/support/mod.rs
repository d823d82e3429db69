//! What the tests of the planner share: a table, requests, positions.
#![allow(dead_code, reason = "each test uses some of it")]

use filotto_engine::{Position, Profile, Skill};
use filotto_physics::Table;
use filotto_search::{Budget, Objective, Planner, Request, Skills};

/// A planner on the match table under the rules of 1997.
pub fn planner(threads: usize) -> Planner {
    Planner::new(Table::carom_heated(), Profile::wcbs_1997(), threads)
}

/// A position of the notation.
pub fn position(text: &str) -> Position {
    Position::parse(text, &Table::carom_heated()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A skill preset.
pub fn skill(name: &str) -> Skill {
    Skill::parse(name).unwrap()
}

/// A request for one suggestion between equals.
pub fn request(name: &str, nodes: u64, objective: Objective) -> Request {
    let skill = skill(name);
    let skills = Skills { striker: skill, opponent: skill };
    Request { skills, budget: Budget::nodes(nodes), objective, multipv: 1, seed: 7 }
}
