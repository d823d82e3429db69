//! A position: where balls and pins lie, whose stroke of what kind it is, and the score.

use crate::events::StrokeKind;
use crate::marks;
use crate::notation::NotationError;
use filotto_physics::{Ball, Layout, PinSet, Table};
use glam::DVec2;
use std::sync::Arc;

mod check;

pub(crate) use check::{OVERLAP_M, check_ball_apart, check_ball_inside, check_half, tell_point};

/// What is wrong with a position.
pub type PositionError = NotationError;

/// A player, named by the ball that is his all match (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Plays the white ball.
    White,
    /// Plays the yellow ball.
    Yellow,
}

impl Player {
    /// Both, in index order.
    pub const ALL: [Player; 2] = [Player::White, Player::Yellow];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::White => Player::Yellow,
            Player::Yellow => Player::White,
        }
    }

    /// The player's cue ball.
    pub const fn ball(self) -> Ball {
        match self {
            Player::White => Ball::White,
            Player::Yellow => Ball::Yellow,
        }
    }

    /// `w` or `y`.
    pub const fn letter(self) -> char {
        match self {
            Player::White => 'w',
            Player::Yellow => 'y',
        }
    }

    /// 0 or 1: the player's place in scores.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player of a letter.
    pub fn from_letter(text: &str) -> Option<Player> {
        Player::ALL.into_iter().find(|player| text.chars().eq([player.letter()]))
    }
}

/// A half of the table, parted by the middle line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// x below the middle line.
    Lower,
    /// x above the middle line.
    Upper,
}

impl Half {
    /// The opposite half.
    #[must_use]
    pub const fn other(self) -> Half {
        match self {
            Half::Lower => Half::Upper,
            Half::Upper => Half::Lower,
        }
    }

    /// `lower` or `upper`.
    pub const fn name(self) -> &'static str {
        match self {
            Half::Lower => "lower",
            Half::Upper => "upper",
        }
    }

    /// The half of a name.
    pub fn from_name(name: &str) -> Option<Half> {
        [Half::Lower, Half::Upper].into_iter().find(|half| half.name() == name)
    }
}

/// What kind of stroke comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `n`: an ordinary stroke.
    Normal,
    /// `o`: the opening (4).
    Opening,
    /// `r`: the stroke without points from the opening position (10.4).
    Reset,
    /// `h:lower`, `h:upper`: from hand in that half (13).
    InHand(Half),
    /// `l`: the lag (3).
    Lag,
    /// `e`: the set is over.
    Over,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] = [
        Kind::Normal,
        Kind::Opening,
        Kind::Reset,
        Kind::InHand(Half::Lower),
        Kind::InHand(Half::Upper),
        Kind::Lag,
        Kind::Over,
    ];

    /// The field of the notation.
    pub const fn code(self) -> &'static str {
        match self {
            Kind::Normal => "n",
            Kind::Opening => "o",
            Kind::Reset => "r",
            Kind::InHand(Half::Lower) => "h:lower",
            Kind::InHand(Half::Upper) => "h:upper",
            Kind::Lag => "l",
            Kind::Over => "e",
        }
    }

    /// The kind of a field of the notation.
    pub fn from_code(code: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// How the referee sees the stroke; `None` where no stroke can be played (lag, set over).
    pub const fn stroke_kind(self) -> Option<StrokeKind> {
        match self {
            Kind::Normal => Some(StrokeKind::Normal),
            Kind::Opening => Some(StrokeKind::Opening),
            Kind::Reset => Some(StrokeKind::Reset),
            Kind::InHand(_) => Some(StrokeKind::InHand),
            Kind::Lag | Kind::Over => None,
        }
    }

    /// The half in which the striker places his ball; `None` where he doesn't place it.
    pub const fn placement_half(self) -> Option<Half> {
        match self {
            Kind::Opening | Kind::Reset => Some(Half::Lower),
            Kind::InHand(half) => Some(half),
            Kind::Normal | Kind::Lag | Kind::Over => None,
        }
    }
}

/// Sets won, and who opened the running one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sets {
    /// Won by white, by yellow.
    pub won: [u8; 2],
    /// The match is best of so many; odd (2.2).
    pub best_of: u8,
    /// Who opened the running set.
    pub opener: Player,
}

/// Which rules a position is played by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum ProfileName {
    /// The rules of 1997.
    #[default]
    Wcbs1997,
    /// The later texts.
    Modern,
    /// A rules file of one's own.
    File(Arc<str>),
}

impl ProfileName {
    /// `wcbs-1997`, `modern` or the file's name.
    pub fn as_str(&self) -> &str {
        match self {
            ProfileName::Wcbs1997 => "wcbs-1997",
            ProfileName::Modern => "modern",
            ProfileName::File(name) => name,
        }
    }

    /// The name of a text; any text that is not a built-in name is a file's.
    pub fn from_text(text: &str) -> ProfileName {
        match text {
            "wcbs-1997" => ProfileName::Wcbs1997,
            "modern" => ProfileName::Modern,
            file => ProfileName::File(file.into()),
        }
    }
}

/// A position. A small value: cloned, never changed in place by others than its owner.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Centres by [`Ball::index`], m; `None` = in hand.
    pub balls: [Option<DVec2>; 3],
    /// The pins standing.
    pub pins: PinSet,
    /// Whose stroke it is.
    pub striker: Player,
    /// Of what kind.
    pub kind: Kind,
    /// Points of white and yellow.
    pub points: [u16; 2],
    /// First to so many wins the set (2.1).
    pub target: u16,
    /// Where the match stands, if it is one.
    pub sets: Option<Sets>,
    /// The rules.
    pub profile: ProfileName,
}

impl Position {
    /// The opening position (4.1) on the match table, the striker's ball in hand.
    pub fn opening(striker: Player, target: u16, profile: ProfileName) -> Position {
        let mut balls = [None; 3];
        balls[striker.other().ball().index()] = Some(DVec2::new(2.74, 0.71));
        balls[Ball::Red.index()] = Some(DVec2::new(2.13, 0.71));
        Position { balls, pins: PinSet::ALL, striker, kind: Kind::Opening, points: [0, 0], target, sets: None, profile }
    }

    /// The opening position on any table.
    pub fn opening_on(table: &Table, striker: Player, target: u16, profile: ProfileName) -> Position {
        let mut position = Position::opening(striker, target, profile);
        position.balls[striker.other().ball().index()] = Some(marks::upper_end(table));
        position.balls[Ball::Red.index()] = Some(marks::red(table));
        position
    }

    /// Balls and pins as the physics takes them.
    pub fn layout(&self) -> Layout {
        Layout { balls: self.balls, pins: self.pins }
    }

    /// The striker's ball.
    pub fn cue_ball(&self) -> Ball {
        self.striker.ball()
    }

    /// The opponent's ball.
    pub fn object_ball(&self) -> Ball {
        self.striker.other().ball()
    }

    /// Where a ball lies.
    pub fn ball(&self, ball: Ball) -> Option<DVec2> {
        self.balls[ball.index()]
    }
}
