//! From a person's words to a stroke: the direction that gives a thickness, or that sends the cue ball to a place on
//! a cushion. Squirt and swerve are the simulation's: the direction is corrected until the stroke does what was asked.

use super::cushion::OnRail;
use filotto_engine::names::{Touch, facts};
use filotto_engine::{Position, Stroke, StrokeError, layout_for};
use filotto_physics::trace::{Body, EventKind, Trace};
use filotto_physics::{Ball, Layout, Strike, Table, simulate};
use glam::DVec2;
use thiserror::Error;

/// Corrections before giving up; each gains two digits or more.
const CORRECTIONS: usize = 40;
/// First corrections that may miss the ball, and how much of the way to the full hit each then takes.
const MISSES: usize = 12;
const THICKER: f64 = 0.1;
/// The offset of the hit is right to this share of a ball.
const SHARE: f64 = 1e-9;
/// The place on the cushion is right to this, m.
const PLACE_M: f64 = 1e-8;

/// What a person asks for, beside tip and speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// The object ball, so thick, without a cushion before.
    Hit(Touch),
    /// A place on a cushion, first of all.
    Cushion(OnRail),
}

/// Why no direction does it.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The stroke isn't possible here at all.
    #[error("{0}")]
    Stroke(#[from] StrokeError),
    /// Something is in the way of the object ball.
    #[error("hit: the object ball can't be met so: {0}")]
    Hit(&'static str),
    /// Something is in the way of the cushion.
    #[error("aim: the cue ball can't come there first: {0}")]
    Cushion(&'static str),
}

/// Finds the direction of a stroke that is right in everything else.
///
/// # Errors
/// What stands in the way.
pub fn solve(table: &Table, position: &Position, stroke: &Stroke, aim: Aim) -> Result<Stroke, SolveError> {
    let layout = layout_for(position, stroke, table)?;
    let cue = position.cue_ball();
    let try_at = |phi_deg: f64| {
        let strike = Strike { phi_deg, ..stroke.strike };
        simulate(table, &layout, &[(cue, strike)]).ok().map(|trace| (strike, trace))
    };
    let phi_deg = match aim {
        Aim::Hit(touch) => hit(table, &layout, cue, touch, try_at)?,
        Aim::Cushion(place) => cushion(table, &layout, cue, place, try_at)?,
    };
    let strike = Strike { phi_deg: phi_deg.rem_euclid(360.0), ..stroke.strike };
    Ok(Stroke { strike, ..*stroke })
}

/// Offset of the object ball left of the way, in diameters, for a thickness.
fn offset(touch: Touch) -> f64 {
    let distance = 1.0 - touch.share;
    if touch.left { -distance } else { distance }
}

fn hit(
    table: &Table,
    layout: &Layout,
    cue: Ball,
    wanted: Touch,
    try_at: impl Fn(f64) -> Option<(Strike, Trace)>,
) -> Result<f64, SolveError> {
    let object = if cue == Ball::White { Ball::Yellow } else { Ball::White };
    let (from, to) = both(layout, cue, object).ok_or(SolveError::Hit("a ball is missing"))?;
    let (way, diameter) = (to - from, 2.0 * table.radius());
    let distance = way.length();
    // The way passes the object ball's centre at the offset: on its right when the ball lies left of the way.
    let turn = (offset(wanted) * diameter / distance).clamp(-1.0, 1.0).asin();
    let straight = way.y.atan2(way.x).to_degrees();
    let mut phi_deg = straight - turn.to_degrees();
    for correction in 0..CORRECTIONS {
        let (strike, trace) = try_at(phi_deg).ok_or(SolveError::Hit("balls overlap"))?;
        let got = facts(table, cue, &strike, &trace);
        let touch = match got.hit {
            // Squirt can carry the thinnest hits past the ball at first.
            None if correction < MISSES => {
                phi_deg += THICKER * (straight - phi_deg);
                continue;
            }
            Some(touch) if got.cue_rails.is_empty() && !got.red_first => touch,
            Some(_) if got.red_first => return Err(SolveError::Hit("red is in the way")),
            Some(_) => return Err(SolveError::Hit("a cushion comes first")),
            None => return Err(missed(&trace, cue)),
        };
        let error = offset(touch) - offset(wanted);
        if error.abs() < SHARE {
            return free_of_pins(&trace, cue, object).map(|()| phi_deg);
        }
        phi_deg += (error * diameter / distance).to_degrees();
    }
    Err(SolveError::Hit("the thinnest hits can't be told apart here"))
}

fn missed(trace: &Trace, cue: Ball) -> SolveError {
    let red = |kind| matches!(kind, EventKind::Hit { a, b } if [a, b].contains(&cue) && [a, b].contains(&Ball::Red));
    let why = if trace.events.iter().any(|e| red(e.kind)) {
        "red is in the way"
    } else {
        "the cue ball passes or doesn't reach it"
    };
    SolveError::Hit(why)
}

/// A pin felled by the cue ball before the contact is no way to play (15.3-v).
fn free_of_pins(trace: &Trace, cue: Ball, object: Ball) -> Result<(), SolveError> {
    for event in &trace.events {
        match event.kind {
            EventKind::Hit { a, b } if [a, b].contains(&cue) && [a, b].contains(&object) => return Ok(()),
            EventKind::PinDown { by: Body::Ball(ball), .. } if ball == cue => {
                return Err(SolveError::Hit("the castle is in the way"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn cushion(
    table: &Table,
    layout: &Layout,
    cue: Ball,
    wanted: OnRail,
    try_at: impl Fn(f64) -> Option<(Strike, Trace)>,
) -> Result<f64, SolveError> {
    let goal = wanted.ball(table);
    let from = layout.balls[cue.index()].ok_or(SolveError::Cushion("the cue ball is missing"))?;
    let way = goal - from;
    let mut phi_deg = way.y.atan2(way.x).to_degrees();
    for _ in 0..CORRECTIONS {
        let (_, trace) = try_at(phi_deg).ok_or(SolveError::Cushion("balls overlap"))?;
        let place = first_cushion(&trace, cue, wanted)?;
        // Angle between the way taken and the way wanted, seen from the cue ball.
        let (taken, to) = (place - from, goal - from);
        if place.distance(goal) < PLACE_M {
            return Ok(phi_deg);
        }
        phi_deg += taken.perp_dot(to).atan2(taken.dot(to)).to_degrees();
    }
    Err(SolveError::Cushion("the direction is not found"))
}

/// Where the cue ball meets its first cushion, when nothing comes before.
fn first_cushion(trace: &Trace, cue: Ball, wanted: OnRail) -> Result<DVec2, SolveError> {
    for event in &trace.events {
        match event.kind {
            EventKind::Hit { a, b } if a == cue || b == cue => return Err(SolveError::Cushion("a ball comes first")),
            EventKind::PinDown { by: Body::Ball(ball), .. } if ball == cue => {
                return Err(SolveError::Cushion("the castle comes first"));
            }
            EventKind::Cushion { ball, rail } if ball == cue => {
                let moment = event.moments.iter().find(|m| m.body == Body::Ball(cue));
                let place = moment.map(|m| m.place.truncate()).filter(|_| rail == wanted.rail);
                return place.ok_or(SolveError::Cushion("another cushion comes first"));
            }
            _ => {}
        }
    }
    Err(SolveError::Cushion("the ball doesn't run so far"))
}

fn both(layout: &Layout, cue: Ball, object: Ball) -> Option<(DVec2, DVec2)> {
    Some((layout.balls[cue.index()]?, layout.balls[object.index()]?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coach::wording::Wording;
    use crate::coach::{speed, thickness, tip};
    use filotto_engine::Language;

    const POSITION: &str = "0.6,0.4 1.9,1.0 2.5,0.3 UDLRC w n 0-0/60";

    fn position(table: &Table) -> Position {
        Position::parse(POSITION, table).unwrap()
    }

    fn stroke(v: f64, a: f64, b: f64) -> Stroke {
        Stroke::from(Strike::new(0.0, v).tip(a, b))
    }

    fn told(table: &Table, position: &Position, stroke: &Stroke) -> Wording {
        let layout = layout_for(position, stroke, table).unwrap();
        let trace = simulate(table, &layout, &[(position.cue_ball(), stroke.strike)]).unwrap();
        Wording::new(table, position, stroke, &trace)
    }

    /// Words to a stroke and back to the same words: every eighth and side, three tips, three speeds.
    #[test]
    fn words_make_a_round_trip() {
        let table = Table::carom_heated();
        let position = Position::parse("0.6,0.4 1.0,0.9 2.5,0.3 UDLRC w n 0-0/60", &table).unwrap();
        for hit in [
            "full",
            "7/8 left",
            "3/4 right",
            "5/8 left",
            "1/2 right",
            "3/8 left",
            "1/4 right",
            "1/8 left",
            "thin right",
        ] {
            for tip_text in ["centre", "2 o'clock, 1 tip", "7:30, 1.5 tips"] {
                for speed_text in ["1.5 lengths", "4 lengths"] {
                    let (a, b) = tip::parse(tip_text).unwrap();
                    let v = speed::speed(&table, speed::parse(speed_text).unwrap()).unwrap();
                    let aim = Aim::Hit(thickness::parse(hit).unwrap());
                    let found =
                        solve(&table, &position, &stroke(v, a, b), aim).unwrap_or_else(|e| panic!("{hit}: {e}"));
                    let told = told(&table, &position, &found);
                    let words = [
                        thickness::words(Language::En, told.hit().unwrap()),
                        tip::words(Language::En, a, b),
                        speed::words(Language::En, told.lengths).split(',').next().unwrap().to_string(),
                    ];
                    assert_eq!(words, [hit, tip_text, speed_text]);
                }
            }
        }
    }

    /// A stroke to its exact thickness and back to the same direction.
    #[test]
    fn a_direction_comes_back() {
        let table = Table::carom_heated();
        let position = Position::parse("0.6,0.4 1.0,0.9 2.5,0.3 UDLRC w n 0-0/60", &table).unwrap();
        for phi_deg in [48.0, 50.3, 51.34, 53.0, 54.5] {
            let there = Stroke { strike: Strike { phi_deg, ..stroke(2.5, 0.2, -0.1).strike }, ..stroke(1.0, 0.0, 0.0) };
            let touch = told(&table, &position, &there).hit().unwrap();
            let back = solve(&table, &position, &there, Aim::Hit(touch)).unwrap();
            assert!((back.strike.phi_deg - phi_deg).abs() < 1e-5, "{phi_deg}: {}", back.strike.phi_deg);
        }
    }

    #[test]
    fn a_place_on_a_cushion_is_met() {
        let table = Table::carom_heated();
        for text in ["left 2.5", "right 5", "lower 1", "left 0.5"] {
            let wanted = OnRail::parse(text).unwrap();
            let found = solve(&table, &position(&table), &stroke(3.0, 0.25, 0.1), Aim::Cushion(wanted)).unwrap();
            let told = told(&table, &position(&table), &found);
            assert_eq!(told.aim.unwrap().words(Language::En), text);
        }
    }

    #[test]
    fn what_stands_in_the_way_is_told() {
        let table = Table::carom_heated();
        let error = |position: &str, aim: Aim, v: f64| {
            let position = Position::parse(position, &table).unwrap();
            solve(&table, &position, &stroke(v, 0.0, 0.0), aim).unwrap_err().to_string()
        };
        let full = Aim::Hit(Touch { share: 1.0, left: false });
        assert!(error("0.5,0.71 2.5,0.71 2.0,0.2 UDLRC w n 0-0/60", full, 3.0).contains("the castle is in the way"));
        assert!(error("0.5,0.2 2.5,0.2 2.0,0.2 UDLRC w n 0-0/60", full, 3.0).contains("red is in the way"));
        assert!(error(POSITION, full, 0.1).contains("doesn't reach it"));
        let upper = Aim::Cushion(OnRail::parse("upper 2").unwrap());
        assert!(error("0.5,0.71 2.5,0.2 2.0,1.2 UDLRC w n 0-0/60", upper, 3.0).contains("the castle comes first"));
    }
}
