//! A position: where balls and pins lie, whose stroke of what kind it is, and the score.

use crate::events::StrokeKind;
use crate::marks;
use crate::notation::{NotationError, told};
use filotto_physics::{Ball, Layout, Pin, PinSet, Table};
use glam::DVec2;
use std::sync::Arc;

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

    /// Whether the position can be: balls inside and apart, pins where they must be, the score below the target ...
    ///
    /// # Errors
    /// The first field, in the order of the notation, that can't be.
    pub fn check(&self, table: &Table) -> Result<(), PositionError> {
        check_inside(&self.balls, table)?;
        self.check_presence()?;
        check_apart(&self.balls, table)?;
        check_pins(&self.balls, self.pins, table)?;
        self.check_places(table)?;
        self.check_score()?;
        self.check_sets()?;
        check_profile(&self.profile)
    }

    /// Balls on the table as the kind of stroke wants them.
    fn check_presence(&self) -> Result<(), PositionError> {
        let own = self.cue_ball();
        for ball in Ball::ALL {
            let may_be_in_hand = match self.kind {
                Kind::Opening | Kind::Reset | Kind::InHand(_) => ball == own,
                Kind::Normal | Kind::Lag => false,
                Kind::Over => true,
            };
            if self.ball(ball).is_none() && !may_be_in_hand {
                let code = self.kind.code();
                let whose = if self.kind.placement_half().is_some() {
                    format!("only the striker's ball, {}, can be in hand", own.name())
                } else {
                    "all three balls are on the table".into()
                };
                let message = format!("`-` is not possible with kind `{code}`: {whose}");
                return Err(PositionError::new(ball.name(), message));
            }
        }
        Ok(())
    }

    /// Balls whose place the kind of stroke prescribes (3, 4.1, 4.2, 13.3).
    fn check_places(&self, table: &Table) -> Result<(), PositionError> {
        let (own, other) = (self.cue_ball(), self.object_ball());
        let prescribed = match self.kind {
            Kind::Opening | Kind::Reset => vec![(other, marks::upper_end(table)), (Ball::Red, marks::red(table))],
            Kind::Lag => {
                let [white, yellow] = marks::lag(table);
                vec![(Ball::White, white), (Ball::Yellow, yellow), (Ball::Red, marks::red(table))]
            }
            _ => vec![],
        };
        for (ball, spot) in prescribed {
            if let Some(place) = self.ball(ball).filter(|place| place.distance(spot) > ON_SPOT_M) {
                let (at, to) = (tell_point(place), tell_point(spot));
                let message = format!("{at} is not where it lies with kind `{}`: {to}", self.kind.code());
                return Err(PositionError::new(ball.name(), message));
            }
        }
        match (self.kind.placement_half(), self.ball(own)) {
            (Some(half), Some(place)) => check_half(own.name(), place, half, table),
            _ => Ok(()),
        }
    }

    fn check_score(&self) -> Result<(), PositionError> {
        let [white, yellow] = self.points;
        let target = self.target;
        if target == 0 {
            return Err(PositionError::new("points", "target 0: at least 1 is right"));
        }
        for points in self.points {
            if points > target || points == target && self.kind != Kind::Over {
                let limit = if self.kind == Kind::Over { target } else { target - 1 };
                let message = format!("{points} is past what can be with target {target} here (0 to {limit})");
                return Err(PositionError::new("points", message));
            }
        }
        if white == target && yellow == target {
            return Err(PositionError::new("points", "both have reached the target; only one can"));
        }
        Ok(())
    }

    fn check_sets(&self) -> Result<(), PositionError> {
        let Some(sets) = self.sets else { return Ok(()) };
        let error = |message: String| Err(PositionError::new("sets", message));
        if sets.best_of % 2 == 0 {
            return error(format!("best of {} is even; an odd number of sets is right (2.2)", sets.best_of));
        }
        let needed = sets.best_of / 2 + 1;
        let most = if self.kind == Kind::Over { needed } else { needed - 1 };
        if sets.won.iter().any(|&won| won > most) || sets.won == [needed; 2] {
            let [white, yellow] = sets.won;
            return error(format!("{white}-{yellow} can't be in best of {} here (0 to {most} each)", sets.best_of));
        }
        Ok(())
    }
}

/// Two places nearer than this are one, m: a spot written with fewer digits is still the spot.
const ON_SPOT_M: f64 = 1e-6;
/// Overlaps smaller than this are contact, m. Simulated rest positions touch to a few 1e-16 m.
pub(crate) const OVERLAP_M: f64 = 1e-9;

/// `(x, y)` for messages.
pub(crate) fn tell_point(point: DVec2) -> String {
    format!("({}, {})", told(point.x), told(point.y))
}

fn check_inside(balls: &[Option<DVec2>; 3], table: &Table) -> Result<(), PositionError> {
    for ball in Ball::ALL {
        if let Some(place) = balls[ball.index()] {
            check_ball_inside(ball.name(), place, table)?;
        }
    }
    Ok(())
}

/// A ball wholly between the cushions.
pub(crate) fn check_ball_inside(field: &'static str, place: DVec2, table: &Table) -> Result<(), PositionError> {
    let radius = table.radius();
    for (value, size) in [(place.x, table.params().length_m), (place.y, table.params().width_m)] {
        let (low, high) = (radius, size - radius);
        if !(value >= low - OVERLAP_M && value <= high + OVERLAP_M) {
            let (at, low, high) = (tell_point(place), told(low), told(high));
            return Err(PositionError::new(field, format!("{at} is outside the cushions ({low} to {high})")));
        }
    }
    Ok(())
}

fn check_apart(balls: &[Option<DVec2>; 3], table: &Table) -> Result<(), PositionError> {
    for (i, one) in Ball::ALL.into_iter().enumerate() {
        for other in Ball::ALL.into_iter().skip(i + 1) {
            let (Some(p), Some(q)) = (balls[one.index()], balls[other.index()]) else {
                continue;
            };
            check_ball_apart(other.name(), q, one.name(), p, table)?;
        }
    }
    Ok(())
}

/// A ball that overlaps no other.
pub(crate) fn check_ball_apart(
    field: &'static str,
    place: DVec2,
    other_name: &str,
    other: DVec2,
    table: &Table,
) -> Result<(), PositionError> {
    let diameter = 2.0 * table.radius();
    if place.distance(other) >= diameter - OVERLAP_M {
        return Ok(());
    }
    let (at, there, least) = (tell_point(place), tell_point(other), told(diameter));
    let message = format!("{at} overlaps {other_name} at {there}; centres at least {least} apart are right");
    Err(PositionError::new(field, message))
}

/// A pin stands exactly where no ball covers its spot (12.7, 12.8).
fn check_pins(balls: &[Option<DVec2>; 3], pins: PinSet, table: &Table) -> Result<(), PositionError> {
    let reach = table.pin_reach();
    for pin in Pin::ALL {
        let spot = table.pin_spot(pin);
        let nearest = balls.iter().flatten().map(|ball| ball.distance(spot)).fold(f64::INFINITY, f64::min);
        let letter = pin.letter();
        if pins.contains(pin) && nearest < reach - OVERLAP_M {
            let message = format!("{letter} stands on a spot that a ball covers; it is taken away there (12.7)");
            return Err(PositionError::new("pins", message));
        }
        if !pins.contains(pin) && nearest >= reach + OVERLAP_M {
            let message = format!("{letter} is missing from a free spot; only a covered spot lacks its pin (12.7)");
            return Err(PositionError::new("pins", message));
        }
    }
    Ok(())
}

/// A ball placed wholly in a half (4.2, 13.3).
pub(crate) fn check_half(field: &'static str, place: DVec2, half: Half, table: &Table) -> Result<(), PositionError> {
    let (middle, radius) = (marks::middle_line(table), table.radius());
    let (wholly, bound) = match half {
        Half::Lower => (place.x <= middle - radius + OVERLAP_M, middle - radius),
        Half::Upper => (place.x >= middle + radius - OVERLAP_M, middle + radius),
    };
    if wholly {
        return Ok(());
    }
    let most = if half == Half::Lower { "at most" } else { "at least" };
    let (at, name, bound) = (tell_point(place), half.name(), told(bound));
    let message = format!("{at} is not wholly in the {name} half (x {most} {bound})");
    Err(PositionError::new(field, message))
}

fn check_profile(profile: &ProfileName) -> Result<(), PositionError> {
    let ProfileName::File(name) = profile else {
        return Ok(());
    };
    let unwritable = name.chars().any(|c| c.is_whitespace() || c == '_');
    if name.contains('.') && !unwritable {
        return Ok(());
    }
    let message =
        format!("{name:?} is not wcbs-1997, modern or a file's name with an extension and without blank or `_`");
    Err(PositionError::new("profile", message))
}
