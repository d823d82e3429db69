//! The planner of filotto: from a position to the stroke to play.
//!
//! `Position -> sweep -> pick -> polish -> rank -> reply -> report -> Plan` ([`planner`]): each stage is a function
//! of a [`task::Task`] and of the stage before. Points, rules and noise come from the engine, motion from the
//! physics; this crate knows candidates, values, budgets and threads, and neither files nor the terminal.

pub mod aim;
pub mod bench;
pub mod budget;
pub mod candidate;
pub mod claim;
pub mod estimate;
pub mod kernel;
pub mod keys;
pub mod learn;
mod list;
pub mod noise;
pub mod openings;
pub mod params;
mod passes;
pub mod pick;
pub mod plan;
pub mod planner;
pub mod players;
pub mod polish;
pub mod promise;
pub mod rank;
pub mod reply;
pub mod report;
pub mod signature;
pub mod sizes;
pub mod sobol;
pub mod sweep;
pub mod task;
mod think;
pub mod trial;
pub mod value;

pub use budget::{Budget, Control, Quiet};
pub use estimate::Estimate;
pub use plan::{Objective, Plan, PlanError, Request, Skills, Suggestion};
pub use planner::Planner;
pub use signature::Signature;
