//! Positions from play, kept in `search/data/positions.txt`, and how they were made.

use super::play;
use crate::list::lines;
use crate::plan::{PlanError, Request};
use crate::planner::Planner;
use filotto_engine::Position;
use filotto_physics::Table;

/// One position a line; see `search/data/README.md` for how they were made.
const DATA: &str = include_str!("../../data/positions.txt");

/// The positions kept, on the heated match table.
pub fn all() -> Vec<Position> {
    let table = Table::carom_heated();
    let lines = lines(DATA);
    lines.map(|line| Position::parse(line, &table).expect("the kept positions are right")).collect()
}

/// Every fifth stroke of a set, so that neighbours have little in common.
const EVERY: usize = 5;

/// Positions of sets of self-play.
///
/// # Errors
/// A request that makes no sense.
pub fn from_play(planner: &Planner, request: &Request, n: usize) -> Result<Vec<Position>, PlanError> {
    let mut positions = Vec::new();
    for number in 0.. {
        let strokes = play::set(planner, request, number, usize::MAX)?;
        // Another start in every set, so that openings don't come back again and again.
        let kept = strokes.into_iter().skip(number as usize % EVERY).step_by(EVERY);
        positions.extend(kept.map(|stroke| stroke.position));
        if positions.len() >= n {
            break;
        }
    }
    positions.truncate(n);
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hundred_positions_of_every_kind_are_kept() {
        let all = all();
        assert_eq!(all.len(), 300);
        let in_hand = all.iter().filter(|p| p.kind.placement_half().is_some()).count();
        assert!(in_hand > 10 && in_hand < 150, "{in_hand}");
        let mut texts: Vec<_> = all.iter().map(|p| p.to_string()).collect();
        texts.sort();
        texts.dedup();
        assert!(texts.len() > 280, "{} distinct", texts.len());
    }
}
