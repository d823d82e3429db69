//! From the end of one stroke to the position before the next: pins (12.7, 12.8), jumped balls (11.3), ball in
//! hand (13.1-13.4), turn (2.3), points with the cap (2.1), end of the set.
//!
//! Whatever a simulation leaves behind, the result is a position that [`Position::check`] accepts: a hair of
//! overlap or a hair beyond a cushion is smoothed away, and a ball that lies where none can counts as jumped.

use crate::judge::Ruling;
use crate::position::{Kind, OVERLAP_M, Player, Position};
use crate::profile::Profile;
use crate::spots;
pub use crate::spots::Places;
use filotto_physics::trace::{BallRest, Rest};
use filotto_physics::{Ball, Table};
use glam::DVec2;

/// How far a resting ball may be out of place through rounding and still be set right by a nudge, m.
/// Far above what the physics leaves (below 1e-9), far below what an eye sees.
const NUDGE_M: f64 = 1e-6;

/// The position after a stroke that ended in `rest` and was ruled so.
///
/// A stroke of which the incoming player's ball jumped gives ball in hand whatever the ruling says (11.3b): it is
/// nowhere else to be played from.
pub fn apply(position: &Position, rest: &Rest, ruling: &Ruling, table: &Table, profile: &Profile) -> Position {
    let mut balls = lying(rest, table);
    let own = offender(position, ruling).ball();
    if rest.balls[own.index()] == BallRest::Absent {
        balls[own.index()] = Some(spots::option_of_13_5(balls[Ball::Red.index()], table).place(table));
    }
    after(position, balls, ruling, table, profile)
}

/// The position after a fault without a stroke (kind `none`; 13.6, or a touch declared before the strike).
///
/// The offender's ball stays where it lies; if it was in hand it goes to the upper end spot, or to the lower one
/// when red covers that. The other player plays from the opposite half, whoever was to play.
pub fn apply_fault(position: &Position, ruling: &Ruling, table: &Table, profile: &Profile) -> Position {
    let mut balls = position.balls;
    let own = offender(position, ruling).ball();
    if balls[own.index()].is_none() {
        balls[own.index()] = Some(spots::option_of_13_5(balls[Ball::Red.index()], table).place(table));
    }
    after(position, balls, ruling, table, profile)
}

/// Who has played, or who is at fault where the waiting player is: the other one plays next.
fn offender(position: &Position, ruling: &Ruling) -> Player {
    if ruling.by_opponent && ruling.in_hand { position.striker.other() } else { position.striker }
}

/// The three balls in the opening position for the no-points stroke of 10.4, same striker, same score.
pub fn reset(position: &Position, table: &Table) -> Position {
    let opening = Position::opening_on(table, position.striker, position.target, position.profile.clone());
    Position { kind: Kind::Reset, points: position.points, sets: position.sets, ..opening }
}

/// The winner of a set that is over.
pub fn winner(position: &Position) -> Option<Player> {
    let reached = |player: &Player| position.points[player.index()] >= position.target;
    [Player::White, Player::Yellow].into_iter().find(reached).filter(|_| position.kind == Kind::Over)
}

/// The score with points added for the striker and his opponent, capped at the target (2.1).
pub fn scored(position: &Position, to_striker: u16, to_opponent: u16) -> [u16; 2] {
    added(position, to_striker, to_opponent).map(|points| points.min(position.target))
}

/// The same, capped only where the rules cap it.
pub(crate) fn scored_by(position: &Position, to_striker: u16, to_opponent: u16, profile: &Profile) -> [u16; 2] {
    match profile.cap_at_target {
        true => scored(position, to_striker, to_opponent),
        false => added(position, to_striker, to_opponent),
    }
}

fn added(position: &Position, to_striker: u16, to_opponent: u16) -> [u16; 2] {
    let mut points = position.points;
    let striker = position.striker;
    for (player, gain) in [(striker, to_striker), (striker.other(), to_opponent)] {
        points[player.index()] = points[player.index()].saturating_add(gain);
    }
    points
}

fn is_over(points: [u16; 2], target: u16) -> bool {
    points.iter().any(|&points| points >= target)
}

/// Score, end of the set, ball in hand, spots, pins, turn.
fn after(position: &Position, mut balls: Places, ruling: &Ruling, table: &Table, profile: &Profile) -> Position {
    let played = offender(position, ruling);
    let (own, other) = (played.ball(), played.other().ball());
    let points = scored_by(position, ruling.striker, ruling.opponent, profile);
    let over = ruling.forfeit.is_some() || is_over(points, position.target);
    let object = balls[other.index()];
    let in_hand = (ruling.in_hand || object.is_none()) && !over;
    if in_hand {
        balls[other.index()] = None;
    }
    spots::respot(&mut balls, own, object, table, profile);
    let kind = match balls[own.index()] {
        _ if over => Kind::Over,
        Some(place) if in_hand => Kind::InHand(spots::half_in_hand(place, table, profile)),
        _ => Kind::Normal,
    };
    let pins = spots::standing(&balls, table);
    Position { balls, pins, striker: played.other(), kind, points, ..position.clone() }
}

/// Where the balls lie; `None` for those that jumped, were not there, or lie where no ball can.
fn lying(rest: &Rest, table: &Table) -> Places {
    let mut balls = rest.balls.map(|ball| match ball {
        BallRest::At(place) => inside(place, table),
        BallRest::Off | BallRest::Absent => None,
    });
    let pairs = [(0, 1), (0, 2), (1, 2)];
    for _ in 0..4 {
        for (i, j) in pairs {
            part(&mut balls, i, j, table);
        }
    }
    for (i, j) in pairs {
        if overlap(&balls, i, j, table) > OVERLAP_M {
            balls[j] = None;
        }
    }
    balls
}

/// The place, nudged inside the cushions; `None` when it is not finite or beyond a nudge.
fn inside(place: DVec2, table: &Table) -> Option<DVec2> {
    let (radius, params) = (table.radius(), table.params());
    let low = DVec2::splat(radius);
    let high = DVec2::new(params.length_m - radius, params.width_m - radius);
    let nudged = place.clamp(low, high);
    (place.is_finite() && nudged.distance(place) <= NUDGE_M).then_some(nudged)
}

/// By how much two balls overlap, m; negative when apart or one is missing.
fn overlap(balls: &Places, i: usize, j: usize, table: &Table) -> f64 {
    match (balls[i], balls[j]) {
        (Some(a), Some(b)) => 2.0 * table.radius() - a.distance(b),
        _ => f64::NEG_INFINITY,
    }
}

/// Moves two balls that overlap by a hair apart, half the way each, cushions permitting.
fn part(balls: &mut Places, i: usize, j: usize, table: &Table) {
    let deep = overlap(balls, i, j, table);
    let (Some(a), Some(b)) = (balls[i], balls[j]) else { return };
    if deep <= OVERLAP_M || deep > NUDGE_M {
        return;
    }
    let push = (b - a).normalize() * (0.5 * deep);
    balls[i] = inside(a - push, table);
    balls[j] = inside(b + push, table);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2.1: rules of one's own may leave the winner what he scored beyond the target.
    #[test]
    fn the_cap_is_a_field_of_the_rules() {
        let table = Table::carom_heated();
        let own = Profile { cap_at_target: false, ..Profile::wcbs_1997() };
        let text = "1,0.3 0.5,0.4 2.13,0.71 UDLRC w n 58-3/60 own.toml";
        let position = Position::parse(text, &table).unwrap();
        let ruling = Ruling { striker: 6, ..Ruling::default() };
        for (profile, expected) in [(Profile::wcbs_1997(), [60, 3]), (own, [64, 3])] {
            let next = apply_fault(&position, &ruling, &table, &profile);
            assert_eq!((next.points, next.kind), (expected, Kind::Over));
            assert_eq!(next.check(&table), Ok(()));
        }
    }
}
