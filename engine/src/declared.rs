//! What the referee declares: faults that no ball's motion shows, and what judges more than a stroke.

use crate::events::StrokeKind;
use crate::faults::Fault;

/// One declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declared {
    /// 15.3-a: a wrong ball was struck.
    WrongBall,
    /// 15.3-e: struck while balls were moving.
    MovingBalls,
    /// 15.3-zh: not struck with the tip.
    NotTip,
    /// 15.3-z: struck more than once.
    DoubleHit,
    /// 15.3-i: touched a ball or a pin to clean it.
    Cleaned,
    /// 15.3-k: moved a ball or a pin otherwise.
    Moved,
    /// 15.3-m: feet.
    Feet,
    /// 15.3-n: touched the ball in hand otherwise than with the cue, or too early (13.6).
    Placement,
    /// 15.3-p: touched a ball or a pin.
    Touched,
    /// 15.3-r: pushed two balls at once.
    Push,
    /// 9.1: left his place; the set is lost.
    ForfeitSet,
    /// 9.2: refused to go on; the match is lost.
    Disqualified,
    /// 14: a note about the waiting player's conduct, without consequence here.
    Misconduct,
}

impl Declared {
    /// Every declaration.
    pub const ALL: [Declared; 13] = [
        Declared::WrongBall,
        Declared::MovingBalls,
        Declared::NotTip,
        Declared::DoubleHit,
        Declared::Cleaned,
        Declared::Moved,
        Declared::Feet,
        Declared::Placement,
        Declared::Touched,
        Declared::Push,
        Declared::ForfeitSet,
        Declared::Disqualified,
        Declared::Misconduct,
    ];

    /// The referee's word in files and protocols.
    pub const fn name(self) -> &'static str {
        match self {
            Declared::WrongBall => "wrong-ball",
            Declared::MovingBalls => "moving-balls",
            Declared::NotTip => "not-tip",
            Declared::DoubleHit => "double-hit",
            Declared::Cleaned => "cleaned",
            Declared::Moved => "moved",
            Declared::Feet => "feet",
            Declared::Placement => "placement",
            Declared::Touched => "touched",
            Declared::Push => "push",
            Declared::ForfeitSet => "forfeit-set",
            Declared::Disqualified => "disqualified",
            Declared::Misconduct => "misconduct",
        }
    }

    /// The declaration of a word.
    pub fn from_name(name: &str) -> Option<Declared> {
        Declared::ALL.into_iter().find(|declared| declared.name() == name)
    }

    /// The fault of the stroke that is declared; `None` where more than a stroke is judged.
    pub const fn fault(self) -> Option<Fault> {
        match self {
            Declared::WrongBall => Some(Fault::A),
            Declared::MovingBalls => Some(Fault::E),
            Declared::NotTip => Some(Fault::Zh),
            Declared::DoubleHit => Some(Fault::Z),
            Declared::Cleaned => Some(Fault::I),
            Declared::Moved => Some(Fault::K),
            Declared::Feet => Some(Fault::M),
            Declared::Placement => Some(Fault::N),
            Declared::Touched => Some(Fault::P),
            Declared::Push => Some(Fault::R),
            Declared::ForfeitSet | Declared::Disqualified | Declared::Misconduct => None,
        }
    }

    /// Whether it can be declared with that kind of stroke: without a stroke nothing that needs the cue to strike;
    /// feet and placement only where a ball is placed (`None` has 13.6).
    pub const fn possible_with(self, kind: StrokeKind) -> bool {
        match self {
            Declared::WrongBall | Declared::MovingBalls | Declared::NotTip | Declared::DoubleHit | Declared::Push => {
                !matches!(kind, StrokeKind::None)
            }
            Declared::Feet => kind.places_ball(),
            Declared::Placement => kind.places_ball() || matches!(kind, StrokeKind::None),
            _ => true,
        }
    }

    /// Whether the waiting player can commit it: he has no stroke to play.
    pub const fn possible_waiting(self) -> bool {
        matches!(
            self,
            Declared::Cleaned
                | Declared::Moved
                | Declared::Touched
                | Declared::ForfeitSet
                | Declared::Disqualified
                | Declared::Misconduct
        )
    }
}
