//! The planner behind the protocol.

use super::ask::{Advice, Ask, Estimate, Listener, Objective, Report, Thinker};
use filotto_engine::names::{Name, facts};
use filotto_engine::played::in_contact;
use filotto_engine::{Stroke, play};
use filotto_physics::Strike;
use filotto_search::{self as search, Control, Plan, Planner};
use std::sync::{Mutex, PoisonError};

/// Idle planners kept: one for each thread of a batch, and some for another table or other rules.
const MAX_IDLE: usize = 32;
/// Plans with the engine's planner. Each question has a planner of its own, taken from those that are idle.
#[derive(Default)]
pub struct Engine {
    idle: Mutex<Vec<(usize, Planner)>>,
}

impl Engine {
    /// A planner for a question.
    fn take(&self, ask: &Ask) -> Planner {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = ask.world.profile.seen_on(&ask.world.table);
        let fits = |(threads, planner): &(usize, Planner)| {
            let court = planner.court();
            *threads == ask.threads && court.table.params() == seen.params() && court.profile == *ask.world.profile
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
        let mut planner = self.take(ask);
        planner.set_value(ask.value.net());
        let plan = planner.plan(&ask.position, &request(ask), control);
        self.give_back(ask.threads, planner);
        plan.map_err(|error| error.to_string())
    }
}

impl Thinker for Engine {
    fn plan(&self, ask: &Ask, listener: &dyn Listener) -> Result<Report, String> {
        self.planned(ask, &Heard(listener, ask)).map(|plan| told(&plan, ask))
    }

    fn lag(&self, ask: &Ask) -> Result<Strike, String> {
        Ok(search::players::lag_stroke(&ask.world.table, &ask.skills[0]))
    }

    /// The opener plays first in a race: that is worth more than what the opening position gives away.
    fn opens(&self, _ask: &Ask) -> Result<bool, String> {
        Ok(true)
    }

    fn claims(&self, ask: &Ask) -> Result<bool, String> {
        let (table, profile) = (&ask.world.table, &ask.world.profile);
        Ok(in_contact(&ask.position, table, profile) && search::claim::answer(&ask.position, table, profile).granted)
    }
}

/// Passes on what the planner says.
struct Heard<'a>(&'a dyn Listener, &'a Ask);

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
            Objective::Win if !ask.value.tells() => search::Objective::Points,
            Objective::Win => search::Objective::Win,
            Objective::Points => search::Objective::Points,
            Objective::Safe(q) => search::Objective::Safe(q),
        },
        multipv: ask.multipv,
        seed: ask.seed,
    }
}

/// A plan as the protocol tells it; chances to win only with a value.
fn told(plan: &Plan, ask: &Ask) -> Report {
    let estimate = |e: &search::Estimate| Estimate { mean: e.mean, pm: e.pm };
    let advice = plan.suggestions.iter().map(|suggestion| Advice {
        stroke: suggestion.stroke,
        points: estimate(&suggestion.points),
        lost: estimate(&suggestion.lost),
        fault: estimate(&suggestion.fault),
        faults: suggestion.faults.iter().map(|(fault, chance)| (fault.id().to_string(), estimate(chance))).collect(),
        win: ask.value.tells().then(|| estimate(&suggestion.win)),
        name: name(&suggestion.stroke, ask),
        line: suggestion.signature.to_string(),
    });
    Report { advice: advice.collect(), nodes: plan.nodes }
}

/// What players call a stroke, by what happens without error; empty where it can't be played out.
fn name(stroke: &Stroke, ask: &Ask) -> String {
    let (position, table) = (&ask.position, &ask.world.table);
    match play(position, stroke, &[], None, table, &ask.world.profile) {
        Ok(played) => Name::of(&facts(table, stroke.struck(position), &stroke.strike, &played.trace)).to_string(),
        Err(_) => String::new(),
    }
}
