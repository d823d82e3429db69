//! A stroke: the strike of the cue, and what the striker chose before it (placement, spot, ball).

use crate::marks;
use crate::notation::{NotationError, shortest, told};
use crate::position::{Half, Kind, OVERLAP_M, Position, check_ball_apart, check_ball_inside, check_half, tell_point};
use crate::spots::option_of_13_5;
use filotto_physics::{Ball, Layout, Pin, Strike, Table};
use glam::DVec2;

/// What is wrong with a stroke.
pub type StrokeError = NotationError;

/// The choice of 13.5: on which end spot the offender's ball is put before the stroke from hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpotChoice {
    /// The lower end spot, where red covers the upper: the striker plays from the upper half.
    Lower,
    /// The upper end spot: the striker plays from the lower half.
    Upper,
}

impl SpotChoice {
    /// `lower` or `upper`.
    pub const fn name(self) -> &'static str {
        self.half().name()
    }

    /// The half of the spot.
    pub const fn half(self) -> Half {
        match self {
            SpotChoice::Lower => Half::Lower,
            SpotChoice::Upper => Half::Upper,
        }
    }

    /// Where the spot is.
    pub fn place(self, table: &Table) -> DVec2 {
        match self {
            SpotChoice::Lower => marks::lower_end(table),
            SpotChoice::Upper => marks::upper_end(table),
        }
    }

    /// The only spot that 13.5 allows: the upper one, unless red covers it.
    pub fn allowed(position: &Position, table: &Table) -> SpotChoice {
        option_of_13_5(position.ball(Ball::Red), table)
    }
}

/// A stroke as intended or as executed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The strike; its `delay_s` is 0 outside the lag.
    pub strike: Strike,
    /// Where the striker places his ball first (4.2, 13.3), m.
    pub at: Option<DVec2>,
    /// The offender's ball put on a spot first (13.5).
    pub spot: Option<SpotChoice>,
    /// The ball struck, where it is the wrong one (15.3-a).
    pub ball: Option<Ball>,
}

/// Range of the cue's speed in an intended stroke, m/s: below, the tip can't be controlled; above, no arm goes.
const INTENDED_V_MPS: (f64, f64) = (0.05, 12.0);
/// Range of the elevation in an intended stroke, degrees: past it the cue can't be held over the ball.
const INTENDED_THETA_DEG: (f64, f64) = (0.0, 80.0);

impl From<Strike> for Stroke {
    fn from(strike: Strike) -> Stroke {
        Stroke { strike, at: None, spot: None, ball: None }
    }
}

impl Stroke {
    /// The ball that the cue strikes.
    pub fn struck(&self, position: &Position) -> Ball {
        self.ball.unwrap_or(position.cue_ball())
    }

    /// Whether a player may intend this stroke here.
    ///
    /// # Errors
    /// The first field that is out of its range or has no place here.
    pub fn check_intended(&self, position: &Position, table: &Table) -> Result<(), StrokeError> {
        check_intended_strike(&self.strike, table)?;
        self.check_choices(position, table)
    }

    /// Whether this stroke can have happened here.
    ///
    /// # Errors
    /// The first field that is impossible.
    pub fn check_executed(&self, position: &Position, table: &Table) -> Result<(), StrokeError> {
        check_executed_strike(&self.strike)?;
        self.check_choices(position, table)
    }

    fn check_choices(&self, position: &Position, table: &Table) -> Result<(), StrokeError> {
        self.check_ball(position)?;
        layout_for(position, self, table).map(|_| ())
    }

    fn check_ball(&self, position: &Position) -> Result<(), StrokeError> {
        if position.kind.stroke_kind().is_none() {
            let message = format!("none can be played with kind `{}`", position.kind.code());
            return Err(StrokeError::new("stroke", message));
        }
        if self.strike.delay_s != 0.0 {
            return Err(StrokeError::new("delay", "only the strokes of the lag have one"));
        }
        if self.ball == Some(position.cue_ball()) {
            let message = format!("{} is the striker's own; leave the field out", position.cue_ball().name());
            return Err(StrokeError::new("ball", message));
        }
        Ok(())
    }
}

/// The ranges of a strike that a player may intend; the lag uses it too.
pub fn check_intended_strike(strike: &Strike, table: &Table) -> Result<(), StrokeError> {
    check_executed_strike(strike)?;
    check_range("v", strike.v_mps, INTENDED_V_MPS, "m/s")?;
    check_range("theta", strike.theta_deg, INTENDED_THETA_DEG, "degrees")?;
    let (reach, limit) = (tip_offset(strike), table.params().cue.miscue);
    if reach > limit {
        let told = shortest((reach * 1e6).round() / 1e6);
        let message = format!("tip {told} radii off centre is past the miscue limit; a^2 + b^2 <= {limit}^2 is right");
        return Err(StrokeError::new(if strike.a.abs() > strike.b.abs() { "a" } else { "b" }, message));
    }
    Ok(())
}

/// What physics can do: finite, a speed, a tip that meets the ball, a cue less than upright.
pub fn check_executed_strike(strike: &Strike) -> Result<(), StrokeError> {
    let values = [
        ("phi", strike.phi_deg),
        ("v", strike.v_mps),
        ("a", strike.a),
        ("b", strike.b),
        ("theta", strike.theta_deg),
        ("delay", strike.delay_s),
    ];
    if let Some((field, value)) = values.into_iter().find(|(_, value)| !value.is_finite()) {
        return Err(StrokeError::new(field, format!("{value} is not a finite number")));
    }
    if strike.v_mps <= 0.0 {
        let message = format!("{} m/s is not a speed; more than 0 is right", shortest(strike.v_mps));
        return Err(StrokeError::new("v", message));
    }
    if !(0.0..90.0).contains(&strike.theta_deg) {
        let message = format!("{} degrees is not an elevation; 0 to below 90 is right", shortest(strike.theta_deg));
        return Err(StrokeError::new("theta", message));
    }
    if tip_offset(strike) >= 1.0 {
        let field = if strike.a.abs() > strike.b.abs() { "a" } else { "b" };
        return Err(StrokeError::new(field, "the tip misses the ball; a^2 + b^2 < 1 is right"));
    }
    Ok(())
}

/// Distance of the contact point from the ball's centre, in radii.
pub fn tip_offset(strike: &Strike) -> f64 {
    (strike.a * strike.a + strike.b * strike.b).sqrt()
}

fn check_range(field: &'static str, value: f64, (low, high): (f64, f64), unit: &str) -> Result<(), StrokeError> {
    if value >= low && value <= high {
        return Ok(());
    }
    let value = shortest(value);
    Err(StrokeError::new(field, format!("{value} {unit} is out of range; {low} to {high} is right")))
}

/// Balls and pins just before the strike: the offender's ball on its spot where 13.5 was chosen, the striker's ball
/// placed, and the pins of spots that the choice uncovered back (12.7).
///
/// # Errors
/// A placement or a choice that the position doesn't allow, or one that is missing.
pub fn layout_for(position: &Position, stroke: &Stroke, table: &Table) -> Result<Layout, StrokeError> {
    let mut layout = position.layout();
    let half = match stroke.spot {
        Some(choice) => Some(put_on_spot(&mut layout, position, choice, table)?),
        None => position.kind.placement_half(),
    };
    let own = position.cue_ball();
    match (stroke.at, half) {
        (Some(place), Some(half)) => {
            layout.balls[own.index()] = None;
            check_placement(place, half, &layout, table)?;
            layout.balls[own.index()] = Some(place);
        }
        (Some(_), None) => {
            let message = format!("no ball is placed with kind `{}`; o, r and h place one", position.kind.code());
            return Err(StrokeError::new("at", message));
        }
        (None, Some(half)) if layout.balls[own.index()].is_none() => {
            let message = format!("missing; {} is in hand and needs a place in the {} half", own.name(), half.name());
            return Err(StrokeError::new("at", message));
        }
        (None, Some(half)) => check_stays(position, half, table)?,
        (None, None) => {}
    }
    Ok(layout)
}

/// A ball placed already must lie in the half that the choice of 13.5 leaves.
fn check_stays(position: &Position, half: Half, table: &Table) -> Result<(), StrokeError> {
    match position.ball(position.cue_ball()) {
        Some(place) => check_half("at", place, half, table),
        None => Ok(()),
    }
}

/// Puts the offender's ball on the spot; returns the half that is left for the striker.
fn put_on_spot(
    layout: &mut Layout,
    position: &Position,
    choice: SpotChoice,
    table: &Table,
) -> Result<Half, StrokeError> {
    if !matches!(position.kind, Kind::InHand(_)) {
        let message = format!("no choice of 13.5 with kind `{}`; only h offers it", position.kind.code());
        return Err(StrokeError::new("spot", message));
    }
    let allowed = SpotChoice::allowed(position, table);
    if choice != allowed {
        let why = match allowed {
            SpotChoice::Lower => "red covers the upper end spot",
            SpotChoice::Upper => "the upper end spot is free",
        };
        let message = format!("{} is not possible: {why}, so {} is right", choice.name(), allowed.name());
        return Err(StrokeError::new("spot", message));
    }
    layout.balls[position.object_ball().index()] = Some(choice.place(table));
    let covered = |pin: &Pin| layout.balls.iter().flatten().any(|&ball| table.covered_by(ball).contains(*pin));
    layout.pins = Pin::ALL.into_iter().filter(|pin| !covered(pin)).collect();
    Ok(choice.half().other())
}

/// The placement of 4.2 and 13.3: wholly in the half, inside the cushions, touching neither ball nor pin by more
/// than contact.
fn check_placement(place: DVec2, half: Half, layout: &Layout, table: &Table) -> Result<(), StrokeError> {
    check_ball_inside("at", place, table)?;
    check_half("at", place, half, table)?;
    for ball in Ball::ALL {
        if let Some(there) = layout.balls[ball.index()] {
            check_ball_apart("at", place, ball.name(), there, table)?;
        }
    }
    let reach = table.pin_reach();
    for pin in layout.pins.iter() {
        if place.distance(table.pin_spot(pin)) < reach - OVERLAP_M {
            let (at, letter, reach) = (tell_point(place), pin.letter(), told(reach));
            let message = format!("{at} overlaps pin {letter}; at least {reach} from its spot is right");
            return Err(StrokeError::new("at", message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORMAL: &str = "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60";
    const IN_HAND: &str = "- 2.2,0.3 2.13,0.71 UDLRC w h:lower 12-20/60";
    /// Red covers the upper end spot, the offender's ball covers the centre spot.
    const COVERED: &str = "- 1.42,0.71 2.72,0.72 UDLR w h:lower 0-0/60";

    fn check(position: &str, stroke: &str) -> Result<(), String> {
        let table = Table::carom_heated();
        let position = Position::parse(position, &table).unwrap();
        let stroke = Stroke::parse(stroke).unwrap();
        stroke.check_intended(&position, &table).map_err(|error| error.to_string())
    }

    fn wrong(position: &str, stroke: &str, message: &str) {
        assert_eq!(check(position, stroke).unwrap_err(), message, "{stroke}");
    }

    #[test]
    fn an_intended_stroke_stays_in_its_ranges() {
        assert_eq!(check(NORMAL, "phi=400 v=12 a=0.3 b=0.4 theta=80"), Ok(()));
        wrong(NORMAL, "phi=0 v=0.01", "v: 0.01 m/s is out of range; 0.05 to 12 is right");
        wrong(NORMAL, "phi=0 v=-2", "v: -2 m/s is not a speed; more than 0 is right");
        wrong(NORMAL, "phi=0 v=13", "v: 13 m/s is out of range; 0.05 to 12 is right");
        wrong(NORMAL, "phi=0 v=1 theta=81", "theta: 81 degrees is out of range; 0 to 80 is right");
        wrong(NORMAL, "phi=0 v=1 theta=95", "theta: 95 degrees is not an elevation; 0 to below 90 is right");
        let miscue = "a: tip 0.51 radii off centre is past the miscue limit; a^2 + b^2 <= 0.5^2 is right";
        wrong(NORMAL, "phi=0 v=1 a=-0.51", miscue);
        wrong(NORMAL, "phi=0 v=1 a=0.8 b=-0.9", "b: the tip misses the ball; a^2 + b^2 < 1 is right");
    }

    #[test]
    fn an_executed_stroke_may_miscue() {
        let table = Table::carom_heated();
        let position = Position::parse(NORMAL, &table).unwrap();
        let stroke = Stroke::parse("phi=0 v=15 a=0.7 b=0.1 theta=85").unwrap();
        assert_eq!(stroke.check_executed(&position, &table), Ok(()));
        let missed = Stroke::parse("phi=0 v=15 a=0.8 b=0.6 theta=85").unwrap();
        assert!(missed.check_executed(&position, &table).is_err());
    }

    #[test]
    fn placement_keeps_to_its_half_and_overlaps_nothing() {
        assert_eq!(check(IN_HAND, "phi=0 v=1 at=1.38925,0.2"), Ok(()));
        wrong(IN_HAND, "phi=0 v=1", "at: missing; white is in hand and needs a place in the lower half");
        let over = "at: (1.40, 0.20) is not wholly in the lower half (x at most 1.38925)";
        wrong(IN_HAND, "phi=0 v=1 at=1.4,0.2", over);
        let pin = check(IN_HAND, "phi=0 v=1 at=1.35,0.71").unwrap_err();
        assert!(pin.starts_with("at: (1.35, 0.71) overlaps pin D; at least 0.03"), "{pin}");
        let outside = "at: (0.02, 0.20) is outside the cushions (0.03075 to 2.80925)";
        wrong(IN_HAND, "phi=0 v=1 at=0.02,0.2", outside);
        wrong(NORMAL, "phi=0 v=1 at=1,1", "at: no ball is placed with kind `n`; o, r and h place one");
        let opening = "- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60";
        assert_eq!(check(opening, "phi=0 v=1 at=0.5,0.2"), Ok(()));
        let ball = "- 0.5,0.3 2.13,0.71 UDLRC w h:lower 0-0/60";
        assert!(check(ball, "phi=0 v=1 at=0.5,0.35").unwrap_err().starts_with("at: (0.50, 0.35) overlaps yellow"));
    }

    #[test]
    fn the_choice_of_13_5_moves_ball_half_and_pins() {
        let table = Table::carom_heated();
        let position = Position::parse(COVERED, &table).unwrap();
        let stroke = Stroke::parse("phi=0 v=1 at=2.5,0.2 spot=lower").unwrap();
        let layout = layout_for(&position, &stroke, &table).unwrap();
        assert_eq!(layout.balls[Ball::Yellow.index()], Some(marks::lower_end(&table)));
        assert!(layout.pins.contains(Pin::C), "the spot that the ball left gets its pin back");
        let upper = "spot: upper is not possible: red covers the upper end spot, so lower is right";
        wrong(COVERED, "phi=0 v=1 at=0.5,0.2 spot=upper", upper);
        let lower = "spot: lower is not possible: the upper end spot is free, so upper is right";
        wrong(IN_HAND, "phi=0 v=1 at=2.5,1.2 spot=lower", lower);
        assert_eq!(check(IN_HAND, "phi=0 v=1 at=0.5,0.2 spot=upper"), Ok(()));
        let half = "at: (0.50, 0.20) is not wholly in the upper half (x at least 1.45075)";
        wrong(COVERED, "phi=0 v=1 at=0.5,0.2 spot=lower", half);
        wrong(NORMAL, "phi=0 v=1 spot=upper", "spot: no choice of 13.5 with kind `n`; only h offers it");
    }

    #[test]
    fn wrong_balls_and_strokes_that_cannot_be() {
        assert_eq!(check(NORMAL, "phi=0 v=1 ball=red"), Ok(()));
        wrong(NORMAL, "phi=0 v=1 ball=white", "ball: white is the striker's own; leave the field out");
        let over = "2.5,0.3 - 0.7,0.71 UDLRC y e 60-3/60";
        wrong(over, "phi=0 v=1", "stroke: none can be played with kind `e`");
    }
}
