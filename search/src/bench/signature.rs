//! One number for the planner's behaviour: a hash over plans of fixed positions with a fixed budget. A change that
//! alters any choice or any promise alters it, and says so.

use super::positions;
use crate::budget::{Budget, Quiet};
use crate::plan::{Objective, Plan, PlanError, Request, Skills};
use crate::planner::Planner;
use filotto_engine::{Profile, Skill};
use filotto_physics::Table;

/// Positions it plans in.
const POSITIONS: usize = 12;
/// Nodes of each plan.
const NODES: u64 = 3000;

/// The signature with so many threads; the number doesn't depend on them.
///
/// # Errors
/// A kept position without a stroke.
pub fn signature(threads: usize) -> Result<u64, PlanError> {
    let planner = Planner::new(Table::carom_heated(), Profile::wcbs_1997(), threads);
    let mut hash = FNV_START;
    for (i, position) in positions::all().iter().take(POSITIONS).enumerate() {
        let skill = Skill::PRESETS[i % Skill::PRESETS.len()].1;
        let objective = [Objective::Win, Objective::Points, Objective::Safe(0.2)][i % 3];
        let request = Request {
            skills: Skills { striker: skill, opponent: skill },
            budget: Budget::nodes(NODES),
            objective,
            multipv: 2,
            seed: i as u64,
        };
        hash = fold(hash, &planner.plan(position, &request, &Quiet)?);
    }
    Ok(hash)
}

/// Start and prime of the 64-bit FNV-1a hash.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// Everything of a plan that is promised to be the same twice.
fn fold(hash: u64, plan: &Plan) -> u64 {
    let told = format!("{:?} {}", plan.suggestions, plan.nodes);
    told.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}
