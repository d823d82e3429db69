//! What a referee sees of a stroke: events in order of time, in roles instead of colours.
//!
//! In JSON an event is an array, its name first: `["hit", "cue", "object"]`, `["down", "U", "pin:C"]`.

use filotto_physics::Pin;
use filotto_physics::trace::LeanFall;

/// A ball by its part in the stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The ball that was struck: the striker's, or a wrong one (15.3-a).
    Cue,
    /// The opponent's ball; where a wrong ball was struck, the other of white and yellow.
    Object,
    /// The red ball.
    Red,
}

impl Role {
    /// All three.
    pub const ALL: [Role; 3] = [Role::Cue, Role::Object, Role::Red];

    /// `cue`, `object`, `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Cue => "cue",
            Role::Object => "object",
            Role::Red => "red",
        }
    }

    /// The role of a name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// What moved or felled a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A ball.
    Ball(Role),
    /// Another pin (12.3).
    Pin(Pin),
}

/// What the cue ball flew over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JumpOver {
    /// A standing pin, or the gap beside it.
    Pin(Pin),
    /// The red ball.
    Red,
}

/// What the cue ball was in contact with, and was played onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// The object ball.
    Object,
    /// The red ball.
    Red,
    /// A cushion.
    Cushion,
}

/// The kind of stroke, as far as the referee's judgement depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrokeKind {
    /// An ordinary stroke.
    Normal,
    /// The opening (4).
    Opening,
    /// From hand (13).
    InHand,
    /// The stroke of 10.4, which can't score.
    Reset,
    /// No stroke: a fault declared without one (13.6).
    None,
}

impl StrokeKind {
    /// Every kind.
    pub const ALL: [StrokeKind; 5] =
        [StrokeKind::Normal, StrokeKind::Opening, StrokeKind::InHand, StrokeKind::Reset, StrokeKind::None];

    /// The name in case files.
    pub const fn name(self) -> &'static str {
        match self {
            StrokeKind::Normal => "normal",
            StrokeKind::Opening => "opening",
            StrokeKind::InHand => "in-hand",
            StrokeKind::Reset => "reset",
            StrokeKind::None => "none",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<StrokeKind> {
        StrokeKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the striker places his ball first, so that 15.3-m and 15.3-n can be committed.
    pub const fn places_ball(self) -> bool {
        matches!(self, StrokeKind::Opening | StrokeKind::InHand | StrokeKind::Reset)
    }
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefereeEvent {
    /// Two balls meet.
    Hit(Role, Role),
    /// A ball meets a cushion.
    Cushion(Role),
    /// A pin loses contact with the table (12.1).
    Down(Pin, By),
    /// A pin already down comes back to its spot (12.2).
    Upright(Pin),
    /// A pin is moved, still partly on its spot (12.4).
    Shift(Pin, By),
    /// A pin is moved wholly off its spot, still upright (12.4).
    ShiftOff(Pin, By),
    /// A pin is touched, neither moved nor down (12.5).
    Struck(Pin, By),
    /// A pin leans on a ball (12.6).
    Lean(Pin, Role),
    /// A leaning pin falls (12.6).
    LeanFall(Pin, Role, LeanFall),
    /// A ball leaves the table or touches the frame (11.1).
    Off(Role),
    /// The cue ball flies over something (15.3-o).
    Jump(JumpOver),
    /// The cue ball rolls between two pins.
    Between(Pin, Pin),
    /// The tip met the cue ball twice (15.3-z).
    DoubleHit,
    /// Two balls moved at once by one push (15.3-r).
    Push,
    /// The cue ball was played onto what it touched (15.3-l).
    OntoContact(Contact),
    /// A wrong ball was struck: the opponent's (`Object`) or `Red` (15.3-a). It is `cue` in the other events; where
    /// it is red, both white and yellow are `object`.
    WrongBall(Role),
}
