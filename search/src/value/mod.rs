//! What an outcome is worth: the chance to win, from the score and the leave.
//!
//! The score alone gives the race table ([`race`]) over the two players' measured laws ([`laws`]); the leave moves
//! the law of the next stroke, by its kind alone ([`leave`]) or, with a net, by all that lies on the table ([`net`]);
//! the match weighs the set ([`stakes`]).

pub mod choice;
pub mod features;
pub(crate) mod framed;
pub mod laws;
pub mod leave;
pub mod net;
pub mod race;
pub mod stakes;
pub mod weights;

use features::Frame;
use filotto_engine::{Kind, Player, Position, Profile, Skill};
use filotto_physics::Table;
use laws::LawSet;
use net::Outlook;
use race::{Law, RaceTable};
use stakes::Stakes;
use std::sync::Arc;
use weights::Weights;

/// Chances to win from any position of one match between two skills. One frozen function of the position: what a
/// plan promises and what its strokes are later judged by are the same.
#[derive(Clone, Debug)]
pub struct Worth {
    race: RaceTable,
    /// By [`Player::index`].
    laws: [LawSet; 2],
    leave: [leave::Model; 2],
    stakes: Stakes,
    target: u16,
    eye: Option<Eye>,
}

/// A net with what it needs to look at a position.
#[derive(Clone, Debug)]
struct Eye {
    weights: Arc<Weights>,
    frame: Frame,
    /// Whose strokes it knows, by [`Player::index`].
    knows: [bool; 2],
}

impl Worth {
    /// For the match a position belongs to; skills by [`Player::index`].
    pub fn new(position: &Position, skills: [&Skill; 2], profile: &Profile) -> Worth {
        let laws = skills.map(|skill| LawSet::of(skill, profile));
        let target = position.target.max(1);
        let race = RaceTable::new(target, [laws[0].overall(), laws[1].overall()]);
        let opens = [race.win(0, target, target), race.win(1, target, target)];
        let stakes = Stakes::new(position.sets.as_ref(), opens);
        let leave = [&laws[0], &laws[1]].map(|laws| leave::Model::new(laws.means()));
        Worth { race, laws, leave, stakes, target, eye: None }
    }

    /// With a net that judges the leaves of players about as good as those it was trained on.
    #[must_use]
    pub fn with_net(self, weights: Arc<Weights>, table: &Table, skills: [&Skill; 2]) -> Worth {
        let knows = skills.map(|skill| weights.knows(skill));
        Worth { eye: Some(Eye { weights, frame: Frame::new(table, skills), knows }), ..self }
    }

    /// Whether a net judges the leaves this player gets.
    pub fn sees(&self, player: Player) -> bool {
        self.eye.as_ref().is_some_and(|eye| eye.knows[player.index()])
    }

    /// The net's law of the next stroke's result; `None` without a net, or with one that doesn't know its player.
    fn outlook(&self, next: &Position) -> Option<Outlook> {
        let eye = self.eye.as_ref().filter(|_| self.sees(next.striker))?;
        Some(eye.weights.net.outlook(next, &eye.frame))
    }

    /// The chance of a player to win the match (the set, without a match) from a position before its stroke.
    pub fn win(&self, player: Player, next: &Position) -> f64 {
        let needs = next.points.map(|points| self.target.saturating_sub(points));
        let mover = next.striker;
        let set = if next.kind == Kind::Over || needs.contains(&0) {
            f64::from(u8::from(needs[mover.index()] == 0))
        } else {
            match self.outlook(next) {
                Some(outlook) => self.after_stroke(mover, needs, outlook.entries()),
                None => self.to_move(mover, needs, self.by_kind(next)),
            }
        };
        self.of_match(player, mover, set)
    }

    /// The chance of a player to win from a score alone, `mover` to play from a middling leave.
    pub fn win_by_score(&self, player: Player, mover: Player, points: [u16; 2]) -> f64 {
        let needs = points.map(|points| self.target.saturating_sub(points));
        let other = mover.other();
        let set = if needs.contains(&0) {
            f64::from(u8::from(needs[mover.index()] == 0))
        } else {
            self.race.win(mover.index(), needs[mover.index()], needs[other.index()])
        };
        self.of_match(player, mover, set)
    }

    /// Expected points, own minus the opponent's, of the next stroke from a position.
    pub fn expected(&self, next: &Position) -> f64 {
        self.outlook(next).map_or_else(|| self.by_kind(next), |outlook| outlook.mean())
    }

    fn by_kind(&self, next: &Position) -> f64 {
        self.leave[next.striker.index()].expected(next)
    }

    /// The chance of the player to move, when his next stroke's result has the given mean.
    fn to_move(&self, mover: Player, needs: [u16; 2], expected: f64) -> f64 {
        let (low, high, share) = self.laws[mover.index()].at(expected);
        let under = |law: &Law| self.after_stroke(mover, needs, law.entries().iter().copied());
        let below = under(low);
        if share == 0.0 { below } else { below + share * (under(high) - below) }
    }

    /// The race one stroke on, averaged over the law of that stroke.
    fn after_stroke(&self, mover: Player, needs: [u16; 2], law: impl Iterator<Item = (i16, f64)>) -> f64 {
        let (i, j) = (mover.index(), mover.other().index());
        let (mine, theirs) = (needs[i], needs[j]);
        let chance = |result: i16| {
            let n = result.unsigned_abs();
            let (mine, theirs) =
                if result > 0 { (mine.saturating_sub(n), theirs) } else { (mine, theirs.saturating_sub(n)) };
            1.0 - self.race.win(j, theirs, mine)
        };
        law.map(|(result, p)| p * chance(result)).sum()
    }

    fn of_match(&self, player: Player, mover: Player, movers_set: f64) -> f64 {
        let white_set = if mover == Player::White { movers_set } else { 1.0 - movers_set };
        let white = self.stakes.of_white(white_set);
        if player == Player::White { white } else { 1.0 - white }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::ProfileName;

    fn worth(position: &Position) -> Worth {
        let pro = Skill::parse("pro").unwrap();
        Worth::new(position, [&pro, &pro], &Profile::wcbs_1997())
    }

    #[test]
    fn the_chances_of_both_sum_to_one_and_points_help() {
        let mut position = Position::opening(Player::White, 60, ProfileName::Wcbs1997);
        let worth = worth(&position);
        let even = worth.win(Player::White, &position);
        assert!((even + worth.win(Player::Yellow, &position) - 1.0).abs() < 1e-12);
        position.points = [20, 0];
        assert!(worth.win(Player::White, &position) > even);
    }

    #[test]
    fn a_finished_set_is_won_or_lost() {
        let mut position = Position::opening(Player::Yellow, 60, ProfileName::Wcbs1997);
        let worth = worth(&position);
        position.points = [60, 12];
        position.kind = Kind::Over;
        assert_eq!((worth.win(Player::White, &position), worth.win(Player::Yellow, &position)), (1.0, 0.0));
    }
}
