//! The claim of 10.4: is there a fault-free stroke at all?
//!
//! How it is searched: [`SWEPT`] strokes without errors, spread by a Sobol sequence over the directions that can reach
//! the object ball by up to three cushions, all speeds and tips; then as many over the whole circle with the butt
//! raised up to 60 degrees. The first that is ruled without a fault refutes the claim. A search that finds none
//! is no proof, and the answer says how many were tried.

use crate::budget::{Meter, Quiet};
use crate::candidate::Candidate;
use crate::keys::{Key, Stage};
use crate::params::Params;
use crate::plan::Objective;
use crate::sobol::Sobol;
use crate::sweep::Drawer;
use crate::task::Task;
use crate::trial::{Court, Scene};
use crate::value::Worth;
use filotto_engine::game::ClaimAnswer;
use filotto_engine::{Position, Profile, Skill, Stroke};
use filotto_physics::{Strike, Table};

/// Strokes of each of the two sweeps.
pub const SWEPT: usize = 20_000;
/// Strokes tried before the next are: nearly every position shows a fault-free stroke among the first few.
const BATCH: usize = 512;
/// Highest elevation tried, degrees.
const STEEPEST_DEG: f64 = 60.0;

/// A fault-free stroke, the first that the search finds.
pub fn fault_free(task: &Task) -> Option<Candidate> {
    let drawer = Drawer::new(task);
    let sobol = Sobol::new(task.key.stage(Stage::Sweep));
    let aimed = |i: u64| drawer.draw(&sobol.point(i));
    first(task, aimed).or_else(|| all_round(task))
}

/// Every direction, every elevation.
fn all_round(task: &Task) -> Option<Candidate> {
    let sobol = Sobol::new(task.key.stage(Stage::Player));
    let start = crate::candidate::fallback(&task.scene, task.params)?;
    first(task, |i| {
        let u = sobol.point(i);
        let v = 0.3 * libm::exp(u[1] * libm::log(20.0));
        let (a, b) = crate::candidate::clamp_tip(u[2] - 0.5, u[3] - 0.5, &task.scene.court().table);
        let strike = Strike::new(360.0 * u[0], v).tip(a, b).elevated(STEEPEST_DEG * u[4]);
        Candidate::new(&task.scene, Stroke { strike, ..start.stroke })
    })
}

/// The first of [`SWEPT`] strokes that is no fault. By index, so that threads don't matter.
fn first(task: &Task, draw: impl Fn(u64) -> Option<Candidate> + Sync) -> Option<Candidate> {
    (0..SWEPT).step_by(BATCH).find_map(|from| {
        let found = task.each_stroke(BATCH.min(SWEPT - from), |i, watch| {
            let candidate = draw((from + i) as u64)?;
            let trial = task.scene.play(&candidate.layout, &candidate.stroke.strike, true, watch)?;
            (!trial.is_fault()).then_some(candidate)
        })?;
        found.into_iter().flatten().next()
    })
}

/// The referee's answer to a claim, with how it was searched.
pub fn answer(position: &Position, table: &Table, profile: &Profile) -> ClaimAnswer {
    let court = Court { table: profile.seen_on(table).into_owned(), profile: profile.clone() };
    let exact = Skill::parse("machine").expect("a preset");
    let worth = Worth::new(position, [&exact, &exact], profile);
    let meter = Meter::new(&Quiet, None);
    let params = Params::default();
    let Some(scene) = Scene::new(&court, position) else {
        return ClaimAnswer { granted: false, how: "no stroke is due".into() };
    };
    let objective = Objective::Points;
    let task = Task {
        scene,
        skill: &exact,
        worth: &worth,
        objective,
        promise: None,
        params: &params,
        meter: &meter,
        key: Key::new(104),
    };
    match fault_free(&task) {
        Some(found) => ClaimAnswer { granted: false, how: format!("a fault-free stroke is {}", found.stroke) },
        None => ClaimAnswer {
            granted: true,
            how: format!("none of {} strokes without errors, level and raised, was free of faults", 2 * SWEPT),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> ClaimAnswer {
        let table = Table::carom_heated();
        answer(&Position::parse(text, &table).unwrap(), &table, &Profile::wcbs_1997())
    }

    #[test]
    fn an_open_table_refutes_the_claim() {
        let answer = asked("0.5,0.4 2.0,1.0 2.13,0.71 UDLRC w n 0-0/60");
        assert!(!answer.granted && answer.how.starts_with("a fault-free stroke is"), "{}", answer.how);
    }
}
