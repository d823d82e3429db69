//! What the measurements of the planner share: their options, and the planner and request they make.

use crate::{args, world};
use anyhow::{Context, Result};
use filotto_engine::{Position, Profile, ProfileName, Skill};
use filotto_physics::Table;
use filotto_search::bench::positions;
use filotto_search::params::{Params, TUNABLES};
use filotto_search::{Budget, Objective, Planner, Request, Skills};
use serde_json::{Value, json};

/// Options of every measurement.
#[derive(clap::Args)]
pub struct Common {
    /// Execution noise of both players: a preset or a TOML file
    #[arg(long, value_name = "SKILL", default_value = "pro")]
    pub skill: String,
    /// Rules: wcbs-1997, modern, or a profile file (TOML)
    #[arg(long, value_name = "RULES", default_value = "wcbs-1997")]
    pub rules: String,
    /// Which of the kept positions: all, even (the tunables were chosen on some of these) or odd
    #[arg(long, value_name = "WHICH", default_value = "all", value_parser = ["all", "even", "odd"])]
    pub half: String,
    /// Sets a tunable of the planner, for example --set share_sweep=0.3
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    pub set: Vec<(String, f64)>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub seed: args::Seed,
    #[command(flatten)]
    pub threads: args::Threads,
}

impl Common {
    /// The rules.
    pub fn profile(&self) -> Result<Profile> {
        Ok(world::named_rules(ProfileName::from_text(&self.rules))?.1)
    }

    /// A planner on the heated match table.
    pub fn planner(&self) -> Result<Planner> {
        self.planner_with(self.threads.count())
    }

    /// The same with another number of threads.
    pub fn planner_with(&self, threads: usize) -> Result<Planner> {
        let mut params = Params::default();
        for (name, value) in &self.set {
            params.set(name, *value);
        }
        Ok(Planner::new(Table::carom_heated(), self.profile()?, threads).with_params(params))
    }

    /// The skill.
    pub fn skill(&self) -> Result<Skill> {
        world::skill("--skill", &self.skill)
    }

    /// A request for one suggestion.
    pub fn request(&self, budget: Budget, objective: Objective) -> Result<Request> {
        let skill = self.skill()?;
        let skills = Skills { striker: skill, opponent: skill };
        Ok(Request { skills, budget, objective, multipv: 1, seed: self.seed.seed })
    }

    /// All of the options that results depend on, beside those of the measurement itself.
    pub fn identity(&self) -> Result<Value> {
        let skill = self.skill()?;
        let numbers = [skill.phi_deg, skill.v_rel, skill.v_abs_mps, skill.a_mm, skill.b_mm, skill.theta_deg];
        let mut params = Params::default();
        self.set.iter().for_each(|(name, value)| _ = params.set(name, *value));
        let tunables: Vec<_> = TUNABLES.iter().map(|t| (t.name, params.get(t.name))).collect();
        Ok(json!({ "skill": numbers, "rules": self.rules, "half": self.half, "seed": self.seed.seed, "tunables": tunables }))
    }

    /// `n` of the kept positions, or of a half of them, evenly taken, under these rules.
    pub fn positions(&self, n: usize) -> Result<Vec<Position>> {
        let name = ProfileName::from_text(&self.rules);
        let wanted = |i: usize| match self.half.as_str() {
            "even" => i.is_multiple_of(2),
            "odd" => !i.is_multiple_of(2),
            _ => true,
        };
        let all: Vec<Position> =
            positions::all().into_iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, position)| position).collect();
        let n = n.clamp(1, all.len().max(1));
        let step = all.len() as f64 / n as f64;
        let taken = (0..n).map(|i| all.get((i as f64 * step) as usize).cloned());
        let taken: Option<Vec<Position>> = taken.collect();
        let mut taken = taken.context("no positions are kept")?;
        taken.iter_mut().for_each(|position| position.profile = name.clone());
        Ok(taken)
    }
}

/// `--set`: a tunable's name and a value inside its range.
fn tunable(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is right")?;
    let names = || TUNABLES.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
    let known = TUNABLES.iter().find(|t| t.name == name.trim());
    let known = known.ok_or_else(|| format!("{name:?} is no tunable; one of {} is right", names()))?;
    match value.trim().parse::<f64>() {
        Ok(v) if (known.low..=known.high).contains(&v) => Ok((known.name.into(), v)),
        _ => Err(format!("{name}: a number from {} to {} is right", known.low, known.high)),
    }
}

/// Most kept positions a measurement takes; there are fewer, and then it takes all.
const MOST_POSITIONS: usize = 10_000;
/// Most fresh strokes of a choice: their outcomes are in memory, and 10 million tell three thousandths of a point.
const MOST_STROKES: usize = 10_000_000;

/// `--positions`.
pub fn positions(text: &str) -> Result<usize, String> {
    between(text, MOST_POSITIONS)
}

/// `--strokes`.
pub fn strokes(text: &str) -> Result<usize, String> {
    between(text, MOST_STROKES)
}

fn between(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {most} is right"))
}

/// `--objective`.
pub fn objective(text: &str) -> Result<Objective, String> {
    match text {
        "win" => Ok(Objective::Win),
        "points" => Ok(Objective::Points),
        _ => Err("win or points is right".into()),
    }
}

/// `25000` as `25,000`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let comma = |i: usize| if i > 0 && (digits.len() - i).is_multiple_of(3) { "," } else { "" };
    digits.chars().enumerate().map(|(i, digit)| format!("{}{digit}", comma(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_parted() {
        let told = [7, 999, 1000, 25_000, 8_550_000].map(thousands);
        assert_eq!(told, ["7", "999", "1,000", "25,000", "8,550,000"]);
    }
}
