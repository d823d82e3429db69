//! Whether a position can be: balls inside and apart, pins where they must be, places that the kind of stroke
//! prescribes, the score and the sets. The parts serve the placement of a ball as well.

use super::{Half, Kind, Position, PositionError, ProfileName};
use crate::marks;
use crate::notation::told;
use filotto_physics::{Ball, Pin, PinSet, Table};
use glam::DVec2;

/// Two places nearer than this are one, m: a spot written with fewer digits is still the spot.
const ON_SPOT_M: f64 = 1e-6;
/// Overlaps smaller than this are contact, m. Simulated rest positions touch to a few 1e-16 m.
pub(crate) const OVERLAP_M: f64 = 1e-9;

/// `(x, y)` for messages.
pub(crate) fn tell_point(point: DVec2) -> String {
    format!("({}, {})", told(point.x), told(point.y))
}

impl Position {
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
        // Only rules of one's own can leave the winner's score uncapped (2.1).
        let most = match (self.kind, &self.profile) {
            (Kind::Over, ProfileName::File(_)) => u16::MAX,
            (Kind::Over, _) => target,
            _ => target - 1,
        };
        if let Some(points) = self.points.into_iter().find(|&points| points > most) {
            let message = format!("{points} is past what can be with target {target} here (0 to {most})");
            return Err(PositionError::new("points", message));
        }
        if white >= target && yellow >= target {
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
