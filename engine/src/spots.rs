//! The marked spots (1.2-1.5), which ball each belongs to, and where a jumped ball goes (11.3).
//!
//! A spot is covered when a ball placed there would touch another. A covered spot sends the ball on to the spot
//! that *belongs to the ball in the way*: the red spot to red, the upper end spot to the offender's ball (the
//! next striker plays at it), the lower central spot to the next striker's ball. `modern` sends it to the
//! corresponding spot of the other half.

use crate::marks;
use crate::position::Half;
use crate::profile::{CoveredSpotRule, MiddleLineRule, Profile};
use crate::stroke::SpotChoice;
use filotto_physics::{Ball, PinSet, Table};
use glam::DVec2;

/// A spot marked on the cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Near the upper short cushion (1.2): the object ball at an opening.
    UpperEnd,
    /// Centre of the upper half (1.3).
    Red,
    /// Centre of the lower half, on the lag line (1.4).
    LowerCentral,
    /// Near the lower short cushion (1.5).
    LowerEnd,
}

impl Spot {
    /// All, in the order in which a last resort is looked for.
    pub const ALL: [Spot; 4] = [Spot::UpperEnd, Spot::Red, Spot::LowerCentral, Spot::LowerEnd];

    /// Where it is, metres.
    pub fn place(self, table: &Table) -> DVec2 {
        match self {
            Spot::UpperEnd => marks::upper_end(table),
            Spot::Red => marks::red(table),
            Spot::LowerCentral => marks::lower_central(table),
            Spot::LowerEnd => marks::lower_end(table),
        }
    }

    /// The spot of the other half that corresponds to it.
    pub const fn across(self) -> Spot {
        match self {
            Spot::UpperEnd => Spot::LowerEnd,
            Spot::LowerEnd => Spot::UpperEnd,
            Spot::Red => Spot::LowerCentral,
            Spot::LowerCentral => Spot::Red,
        }
    }

    /// The end spot of a half.
    pub const fn end_of(half: Half) -> Spot {
        match half {
            Half::Upper => Spot::UpperEnd,
            Half::Lower => Spot::LowerEnd,
        }
    }

    /// The spot that belongs to a ball, `own` being the ball of the player who has just played (11.3a).
    pub fn of(ball: Ball, own: Ball) -> Spot {
        match ball {
            Ball::Red => Spot::Red,
            ball if ball == own => Spot::UpperEnd,
            _ => Spot::LowerCentral,
        }
    }
}

/// Three places by [`Ball::index`]; `None` = not on the table.
pub type Places = [Option<DVec2>; 3];

/// The ball that covers a place: one that a ball put there would touch; the nearest if there are two.
pub fn in_the_way(place: DVec2, balls: &Places, table: &Table) -> Option<Ball> {
    let touching = 2.0 * table.radius();
    let gap = |ball: &Ball| balls[ball.index()].map_or(f64::INFINITY, |at| at.distance(place));
    Ball::ALL.into_iter().filter(|ball| gap(ball) <= touching).min_by(|a, b| gap(a).total_cmp(&gap(b)))
}

/// The spot a ball goes to when `wanted` may be covered; `own` as in [`Spot::of`].
///
/// At most two balls lie on the table while a third is spotted, and one covers no two spots: the way always
/// ends at a free one. A way that comes back to a spot it has tried takes the first free spot of [`Spot::ALL`].
pub fn free_spot(wanted: Spot, balls: &Places, own: Ball, table: &Table, profile: &Profile) -> Spot {
    let mut spot = wanted;
    for _ in Spot::ALL {
        let Some(blocker) = in_the_way(spot.place(table), balls, table) else { return spot };
        spot = match profile.covered_spot {
            CoveredSpotRule::SpotOfBallInTheWay => Spot::of(blocker, own),
            CoveredSpotRule::OtherHalf => spot.across(),
        };
    }
    let free = |spot: &Spot| in_the_way(spot.place(table), balls, table).is_none();
    Spot::ALL.into_iter().find(free).unwrap_or(wanted)
}

/// Whether a ball lies on the middle line (13.4): within 1 mm of it, or straddling it, as the profile says.
pub fn on_middle_line(place: DVec2, table: &Table, profile: &Profile) -> bool {
    let away = (place.x - marks::middle_line(table)).abs();
    match profile.middle_line {
        MiddleLineRule::Centre => away <= profile.middle_line_m,
        MiddleLineRule::Straddles => away < table.radius(),
    }
}

/// The half a place is in, by its centre.
pub fn half_of(place: DVec2, table: &Table) -> Half {
    if place.x > marks::middle_line(table) { Half::Upper } else { Half::Lower }
}

/// The half from which the incoming player plays (13.2, 13.4): opposite to the offender's ball; the lower half
/// when that lies on the middle line.
pub fn half_in_hand(own: DVec2, table: &Table, profile: &Profile) -> Half {
    if on_middle_line(own, table, profile) { Half::Lower } else { half_of(own, table).other() }
}

/// Where 13.5 puts the offender's ball, given where red lies: on the upper end spot, unless red covers that. The
/// incoming player then plays from the other half.
pub fn option_of_13_5(red: Option<DVec2>, table: &Table) -> SpotChoice {
    let balls = [None, None, red];
    match in_the_way(Spot::UpperEnd.place(table), &balls, table) {
        None => SpotChoice::Upper,
        Some(_) => SpotChoice::Lower,
    }
}

/// Puts jumped balls back (11.3a, c, d): red first, then the offender's. `balls` holds those on the table, the
/// next striker's already lifted if it is in hand; `object` is where that one lay, `None` if it jumped too.
pub fn respot(balls: &mut Places, own: Ball, object: Option<DVec2>, table: &Table, profile: &Profile) {
    if balls[Ball::Red.index()].is_none() {
        let spot = free_spot(Spot::Red, balls, own, table, profile);
        balls[Ball::Red.index()] = Some(spot.place(table));
    }
    if balls[own.index()].is_none() {
        let wanted = match object {
            Some(place) if !on_middle_line(place, table, profile) => Spot::end_of(half_of(place, table).other()),
            _ => Spot::UpperEnd,
        };
        balls[own.index()] = Some(free_spot(wanted, balls, own, table, profile).place(table));
    }
}

/// The pins that stand before a stroke with these balls on the table: all but those whose spot is covered
/// (12.7, 12.8).
pub fn standing(balls: &Places, table: &Table) -> PinSet {
    let covered = |pin| balls.iter().flatten().any(|&ball| table.covered_by(ball).contains(pin));
    filotto_physics::Pin::ALL.into_iter().filter(|&pin| !covered(pin)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball that would just touch covers the spot, by one measure for jumped balls (11.3) and for 13.5.
    #[test]
    fn a_ball_that_would_just_touch_covers() {
        let table = Table::carom_heated();
        let end = Spot::UpperEnd.place(&table);
        let (touching, beside) = (DVec2::new(end.x, end.y + 0.0615), DVec2::new(end.x, end.y + 0.0616));
        assert!(touching.distance(end) <= 2.0 * table.radius(), "the example is not what it says");
        for (red, ball, choice) in [(touching, Some(Ball::Red), SpotChoice::Lower), (beside, None, SpotChoice::Upper)] {
            assert_eq!(in_the_way(end, &[None, None, Some(red)], &table), ball);
            assert_eq!(option_of_13_5(Some(red), &table), choice);
        }
    }
}
