//! The referee: from the events of a stroke and the faults declared to points, faults and ball in hand.

use crate::faults::Faults;
use filotto_physics::PinSet;

/// A loss of more than a stroke (9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// The set is lost (9.1).
    Set,
    /// The match is lost (9.2).
    Match,
}

/// The judgement of one stroke, before the cap at the target. Either points field is 0, always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ruling {
    /// Points to the striker.
    pub striker: u16,
    /// Points to the opponent.
    pub opponent: u16,
    /// The faults.
    pub faults: Faults,
    /// Whether the offender's adversary has ball in hand.
    pub in_hand: bool,
    /// The pins that count as down.
    pub pins_down: PinSet,
    /// The points of the carom: 0, or what the profile gives for a carom or a casin.
    pub carom: u8,
    /// The offender is the waiting player: then ball in hand is the striker's, and so are the points.
    pub by_opponent: bool,
    /// The offender loses the set or the match (9).
    pub forfeit: Option<Forfeit>,
}
