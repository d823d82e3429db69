//! Players by name: `planner`, `planner:nodes=20000,objective=points`, `cmd:python3 my_bot.py`.

use super::bot::{BotPlayer, Limit};
use super::command::CommandLine;
use crate::protocol::ask::{Ask, Budget, Listener, Report, Thinker, World};
use crate::protocol::dummy::Dummy;
use crate::protocol::options::{Options, whole};
use crate::protocol::thinker::Engine;
use filotto_engine::{Brain, BrainError, Forecast, Position, Skill, Stroke, Turn};
use filotto_physics::Strike;
use std::sync::Arc;
use std::time::Duration;

/// What all players of a match are given.
#[derive(Clone)]
pub struct Terms {
    /// Table and rules.
    pub world: World,
    /// How exactly they strike.
    pub skill: Skill,
    /// What a player may spend who names no budget.
    pub limit: Limit,
    /// Threads of a player.
    pub threads: usize,
}

/// The player of a name; what is wrong with the name names what would be right.
pub fn by_name(name: &str, terms: &Terms) -> Result<Box<dyn Brain>, String> {
    if let Some(command) = name.strip_prefix("cmd:") {
        let command = CommandLine::parse(command)?;
        return Ok(Box::new(BotPlayer::new(command, terms.limit, setup(terms))));
    }
    let (kind, settings) = name.split_once(':').unwrap_or((name, ""));
    let thinker: Arc<dyn Thinker> = match kind {
        "planner" => Arc::new(Engine::default()),
        "full" => Arc::new(Dummy),
        _ => return Err(format!("{kind:?} is no player; planner, full or cmd:COMMAND is right")),
    };
    let mut options =
        Options { world: terms.world.clone(), threads: terms.threads, skill: terms.skill, ..Options::default() };
    let mut budget = budget(terms.limit);
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (key, value) = setting.split_once('=').ok_or_else(|| format!("{setting}: KEY=VALUE is right"))?;
        match key {
            "nodes" => budget = Budget { nodes: Some(whole(value, 1, u64::MAX)?), time: None },
            "time" => budget = Budget { nodes: None, time: Some(crate::args::time(value)?) },
            _ => options.set(&key.replace('_', " "), value).map_err(|error| format!("{key}: {}", error.message))?,
        }
    }
    // A player that doesn't think shall not pretend to.
    if kind == "full" {
        budget = Budget { nodes: Some(1), time: None };
    }
    let turn = Turn { set: 0, stroke: 0, seed: 0 };
    Ok(Box::new(Thinking { name: name.into(), thinker, options, budget, turn, forecast: None }))
}

/// What a bot is told of the terms before the first question.
fn setup(terms: &Terms) -> Vec<String> {
    let Skill { phi_deg, v_rel, v_abs_mps, a_mm, b_mm, theta_deg } = terms.skill;
    let skill =
        format!("phi_deg={phi_deg},v_rel={v_rel},v_abs_mps={v_abs_mps},a_mm={a_mm},b_mm={b_mm},theta_deg={theta_deg}");
    vec![
        format!("newmatch profile {}", terms.world.profile.name),
        format!("setoption name skill value {skill}"),
        format!("setoption name threads value {}", terms.threads),
    ]
}

fn budget(limit: Limit) -> Budget {
    match limit {
        Limit::Nodes(nodes) => Budget { nodes: Some(nodes), time: None },
        Limit::Time(time) => Budget { nodes: None, time: Some(time) },
        // A twentieth of the clock a stroke: a set to 60 has some fifteen of each.
        Limit::Clock(clock) => Budget { nodes: None, time: Some(clock / 20) },
    }
}

/// A player that thinks in this process.
struct Thinking {
    name: String,
    thinker: Arc<dyn Thinker>,
    options: Options,
    budget: Budget,
    turn: Turn,
    forecast: Option<Forecast>,
}

impl Thinking {
    fn ask(&self, position: &Position) -> Ask {
        let options = &self.options;
        Ask {
            position: position.clone(),
            world: options.world.clone(),
            skills: options.skills(),
            objective: options.objective,
            budget: self.budget,
            multipv: 1,
            seed: self.turn.seed,
            threads: options.threads,
            value: options.value,
        }
    }
}

impl Brain for Thinking {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, turn: &Turn) {
        self.turn = *turn;
        self.forecast = None;
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        let report = self.thinker.plan(&self.ask(position), &Alone).map_err(BrainError::Failed)?;
        let best = report.advice.first().ok_or_else(|| BrainError::Failed("no stroke was found".into()))?;
        self.forecast = Some(Forecast {
            points: best.points.mean,
            lost: best.lost.mean,
            fault: best.fault.mean,
            win: best.win.map(|win| win.mean),
            nodes: report.nodes,
        });
        Ok(best.stroke)
    }

    fn lag(&mut self, position: &Position) -> Result<Strike, BrainError> {
        self.thinker.lag(&self.ask(position)).map_err(BrainError::Failed)
    }

    fn opens(&mut self, position: &Position) -> Result<bool, BrainError> {
        self.thinker.opens(&self.ask(position)).map_err(BrainError::Failed)
    }

    fn forecast(&self) -> Option<Forecast> {
        self.forecast
    }
}

/// Nobody listens.
struct Alone;

impl Listener for Alone {
    fn stopped(&self) -> bool {
        false
    }

    fn sleep(&self, time: Duration) -> bool {
        std::thread::sleep(time);
        false
    }

    fn report(&self, _report: &Report) {}
}
