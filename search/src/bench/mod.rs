//! Measurements of the planner: what it promises against what happens, what it misses against a longer search, the
//! laws of its results, its strength against the baseline players. The commands print what is computed here.

pub mod honesty;
pub mod law;
pub mod play;
pub mod positions;
pub mod regret;
pub mod replay;
pub mod signature;
pub mod stages;
pub mod strength;

use crate::plan::Request;
use filotto_engine::{Position, math};

/// A request with a seed of the position's own. With one seed for all, every position would be planned and played with the same
/// errors: their luck would not average out over the positions, and no interval would show it.
#[must_use]
pub fn in_position(request: &Request, position: &Position) -> Request {
    let text: Vec<u64> = position.to_string().bytes().map(u64::from).collect();
    Request { seed: math::key(request.seed, &text), ..*request }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Objective, Skills};
    use filotto_engine::Skill;
    use std::collections::HashSet;

    /// The points once seemed promised 0.018 ± 0.008 too high: all 300 positions shared the errors of one seed, whose luck the
    /// interval did not see; with another seed it was 0.004.
    #[test]
    fn positions_have_errors_of_their_own() {
        let pro = Skill::parse("pro").unwrap();
        let skills = Skills { striker: pro, opponent: pro };
        let budget = Budget::nodes(1);
        let request = |seed| Request { skills, budget, objective: Objective::Points, multipv: 1, seed };
        let distinct: HashSet<String> = positions::all().iter().map(ToString::to_string).collect();
        let seeds = |seed: u64| -> HashSet<u64> {
            positions::all().iter().map(|position| in_position(&request(seed), position).seed).collect()
        };
        assert_eq!(seeds(1).len(), distinct.len());
        assert_eq!(seeds(1), seeds(1));
        assert!(seeds(1).is_disjoint(&seeds(2)));
    }
}
