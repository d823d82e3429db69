//! The players of a match by name: filotto's own, and (behind `cmd:`) other programs.

use anyhow::Result;
use filotto_engine::game::ClaimAnswer;
use filotto_engine::{Brain, Position, Profile, Skill};
use filotto_physics::Table;

/// Where a player sits.
pub struct Seat<'a> {
    /// His own execution noise.
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
