//! Opening strokes that long searches found. Every set begins in the same position, from hand, where a short search finds little:
//! so these are ranked with what it finds, for whatever player, table and rules there are.

use crate::candidate::Candidate;
use crate::list::lines;
use crate::trial::Scene;
use filotto_engine::{Kind, Stroke};

/// One stroke a line; see `search/data/README.md` for how they were found.
const DATA: &str = include_str!("../data/openings.txt");

/// The strokes kept.
fn all() -> impl Iterator<Item = Stroke> {
    let lines = lines(DATA);
    lines.map(|line| Stroke::parse(line).expect("the kept strokes are right"))
}

/// Those that are legal in an opening; none anywhere else.
pub fn openings(scene: &Scene) -> Vec<Candidate> {
    match scene.position.kind {
        Kind::Opening => all().filter_map(|stroke| Candidate::new(scene, stroke)).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::Court;
    use filotto_engine::{Position, Profile};
    use filotto_physics::Table;

    fn legal(text: &str, profile: Profile) -> usize {
        let court = Court { table: Table::carom_heated(), profile };
        let position = Position::parse(text, &court.table).unwrap();
        openings(&Scene::new(&court, &position).unwrap()).len()
    }

    #[test]
    fn all_can_be_played_by_either_player_under_either_rules() {
        for text in ["- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60", "2.74,0.71 - 2.13,0.71 UDLRC y o 0-0/60 modern"] {
            assert_eq!(legal(text, Profile::wcbs_1997()), all().count());
            assert_eq!(legal(text, Profile::modern()), all().count());
        }
        assert!(all().count() > 5);
    }

    #[test]
    fn elsewhere_there_are_none() {
        assert_eq!(legal("- 2.74,0.71 2.13,0.71 UDLRC w h:lower 4-2/60", Profile::wcbs_1997()), 0);
    }
}
