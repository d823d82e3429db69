//! The planner behind the protocol.

use super::ask::{Advice, Ask, Estimate, Listener, Objective, Report, Thinker};
use super::core::play;
use filotto_engine::{Player, Position, Skill, lag};
use filotto_physics::trace::{EventKind, Rail};
use filotto_physics::{Ball, Strike, Table, simulate};
use filotto_search::{self as search, Control, Plan, Planner};
use std::sync::{Mutex, PoisonError};

/// Idle planners kept: one for each thread of a batch, and some for another table or other rules.
const MAX_IDLE: usize = 32;
/// Range of cue speeds for the lag, m/s: from too short for one cushion to past two.
const LAG_MPS: (f64, f64) = (0.8, 4.0);
/// Halvings in search of the speed of the lag: to a tenth of a millimetre per second.
const LAG_HALVINGS: u32 = 16;
/// Nodes for a second look before a claim (10.4).
const CLAIM_NODES: u64 = 20_000;
/// A stroke with a chance of fault below this is no ground for a claim.
const CLAIM_FAULT: f64 = 0.98;

/// Plans with the engine's planner. Each question has a planner of its own, taken from those that are idle.
#[derive(Default)]
pub struct Engine {
    idle: Mutex<Vec<(usize, Planner)>>,
}

impl Engine {
    /// A planner for a question.
    fn take(&self, ask: &Ask) -> Planner {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(threads, planner): &(usize, Planner)| {
            let court = planner.court();
            *threads == ask.threads
                && court.table.params() == ask.world.table.params()
                && court.profile == *ask.world.profile
        };
        match idle.iter().position(fits) {
            Some(at) => idle.swap_remove(at).1,
            None => Planner::new((*ask.world.table).clone(), (*ask.world.profile).clone(), ask.threads),
        }
    }

    /// Keeps it for the next question.
    fn give_back(&self, threads: usize, planner: Planner) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() >= MAX_IDLE {
            idle.remove(0);
        }
        idle.push((threads, planner));
    }

    fn planned(&self, ask: &Ask, control: &dyn Control) -> Result<Plan, String> {
        let planner = self.take(ask);
        let plan = planner.plan(&ask.position, &request(ask), control);
        self.give_back(ask.threads, planner);
        plan.map_err(|error| error.to_string())
    }
}

impl Thinker for Engine {
    fn plan(&self, ask: &Ask, listener: &dyn Listener) -> Result<Report, String> {
        self.planned(ask, &Heard(listener, ask.value)).map(|plan| told(&plan, ask.value))
    }

    fn lag(&self, ask: &Ask) -> Result<Strike, String> {
        lag_strike(ask.position.striker, &ask.world.table)
    }

    /// The opener plays first in a race: that is worth more than what the opening position gives away.
    fn opens(&self, _ask: &Ask) -> Result<bool, String> {
        Ok(true)
    }

    fn claims(&self, ask: &Ask) -> Result<bool, String> {
        if !touching(&ask.position, &ask.world.table) {
            return Ok(false);
        }
        let exact = Skill::parse("machine").map_err(|error| error.to_string())?;
        let budget = super::ask::Budget { nodes: Some(CLAIM_NODES), time: None };
        let ask = Ask { skills: [exact; 2], budget, objective: Objective::Points, multipv: 1, ..ask.clone() };
        let plan = self.planned(&ask, &search::Quiet)?;
        let best = &plan.best().stroke;
        let clean =
            play(&ask.position, best, &[], &ask.world).is_ok_and(|played| played.verdict.ruling.faults.is_empty());
        Ok(!clean && plan.best().fault.mean >= CLAIM_FAULT)
    }
}

/// Whether the cue ball touches a ball or a cushion: only then 10.4 can be claimed.
fn touching(position: &Position, table: &Table) -> bool {
    filotto_engine::played::in_contact(position, table)
}

/// Passes on what the planner says.
struct Heard<'a>(&'a dyn Listener, bool);

impl Control for Heard<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }

    fn report(&self, plan: &Plan) {
        self.0.report(&told(plan, self.1));
    }
}

fn request(ask: &Ask) -> search::Request {
    search::Request {
        skills: search::Skills { striker: ask.skills[0], opponent: ask.skills[1] },
        budget: search::Budget { nodes: ask.budget.nodes, time: ask.budget.time },
        objective: match ask.objective {
            // Without a value nobody knows what a leave is worth: points are what is left to seek.
            Objective::Win if !ask.value => search::Objective::Points,
            Objective::Win => search::Objective::Win,
            Objective::Points => search::Objective::Points,
            Objective::Safe(q) => search::Objective::Safe(q),
        },
        multipv: ask.multipv,
        seed: ask.seed,
    }
}

/// A plan as the protocol tells it; chances to win only with a value.
fn told(plan: &Plan, value: bool) -> Report {
    let estimate = |e: &search::Estimate| Estimate { mean: e.mean, pm: e.pm };
    let advice = plan.suggestions.iter().map(|suggestion| Advice {
        stroke: suggestion.stroke,
        points: estimate(&suggestion.points),
        lost: estimate(&suggestion.lost),
        fault: estimate(&suggestion.fault),
        faults: suggestion.faults.iter().map(|(fault, chance)| (fault.id().to_string(), estimate(chance))).collect(),
        win: value.then(|| estimate(&suggestion.win)),
        name: String::new(),
        line: suggestion.signature.to_string(),
    });
    Report { advice: advice.collect(), nodes: plan.nodes }
}

/// A stroke along the table that comes to rest as near the lower cushion as can be: the speed at which the ball,
/// back from the upper cushion, just reaches the lower one.
fn lag_strike(player: Player, table: &Table) -> Result<Strike, String> {
    let (mut low, mut high) = LAG_MPS;
    for _ in 0..LAG_HALVINGS {
        let middle = 0.5 * (low + high);
        if reaches_back(middle, player.ball(), table)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    // Just short of the cushion: a ball that touches it comes back from it.
    Ok(Strike::new(0.0, (low * 1e4).round() / 1e4))
}

/// Whether the ball of a lag of that speed touches the lower cushion on its way back.
fn reaches_back(v_mps: f64, ball: Ball, table: &Table) -> Result<bool, String> {
    let trace = simulate(table, &lag::lag_layout(table), &[(ball, Strike::new(0.0, v_mps))]);
    let trace = trace.map_err(|error| error.to_string())?;
    let lower = EventKind::Cushion { ball, rail: Rail::Lower };
    Ok(trace.events.iter().any(|event| event.kind == lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_physics::trace::BallRest;

    #[test]
    fn the_lag_comes_back_to_the_lower_cushion() {
        let table = Table::carom_heated();
        for player in Player::ALL {
            let strike = lag_strike(player, &table).unwrap();
            let trace = simulate(&table, &lag::lag_layout(&table), &[(player.ball(), strike)]).unwrap();
            let BallRest::At(rest) = trace.summary.rest.balls[player.ball().index()] else { panic!("off the table") };
            assert!(rest.x - table.radius() < 0.02, "{} at {rest}", player.ball().name());
        }
    }
}
