//! What cannot be simulated: strikes no cue can make, balls outside the cushions, in each other or on a standing pin.

use crate::detect::{Span, TOUCH_M};
use crate::strike::StrikeError;
use crate::{Ball, Layout, Pin, Strike, Table};
use glam::DVec2;
use thiserror::Error;

/// Why a stroke cannot be simulated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SimError {
    /// The strike itself is impossible.
    #[error(transparent)]
    Strike(#[from] StrikeError),
    /// The ball to strike is not on the table.
    #[error("strike: the {} ball is not on the table", .0.name())]
    NoBall(Ball),
    /// A ball is not inside the cushions, or not a number.
    #[error("{}: ({x}, {y}) is outside the cushions ({low} to {high_x}, {low} to {high_y})", ball.name())]
    Outside {
        /// The ball.
        ball: Ball,
        /// Its centre, m.
        x: f64,
        /// Its centre, m.
        y: f64,
        /// Least coordinate of a centre, m.
        low: f64,
        /// Greatest x of a centre, m.
        high_x: f64,
        /// Greatest y of a centre, m.
        high_y: f64,
    },
    /// Two balls overlap.
    #[error("{} and {} overlap by {depth} m: centres must be a ball's diameter apart", a.name(), b.name())]
    Overlap {
        /// One ball.
        a: Ball,
        /// The other.
        b: Ball,
        /// How deep, m.
        depth: f64,
    },
    /// A ball and a standing pin overlap.
    #[error("{} covers pin {}: a pin whose spot is covered does not stand", ball.name(), pin.letter())]
    OnPin {
        /// The ball.
        ball: Ball,
        /// The pin.
        pin: Pin,
    },
}

/// Whether a layout and strikes can be simulated.
pub(super) fn check(table: &Table, layout: &Layout, strikes: &[(Ball, Strike)]) -> Result<(), SimError> {
    if !plainly_right(table, layout) {
        check_layout(table, layout)?;
    }
    for (ball, strike) in strikes {
        strike.check()?;
        if layout.balls[ball.index()].is_none() {
            return Err(SimError::NoBall(*ball));
        }
    }
    Ok(())
}

/// Three balls well inside the cushions, apart from each other and the castle: nearly every layout.
fn plainly_right(table: &Table, layout: &Layout) -> bool {
    let [Some(one), Some(two), Some(three)] = layout.balls else { return false };
    let span = Span::point(one).with(&Span::point(two)).with(&Span::point(three));
    let (bed, castle, diameter) = (&table.bed, table.pin_spots.at(Pin::C.index()), table.touching);
    let apart = |p: DVec2, q: DVec2, distance: f64| p.distance_squared(q) > distance * distance;
    let clear = |p: DVec2| apart(p, castle, table.castle_guard);
    span.within(bed)
        && apart(one, two, diameter)
        && apart(one, three, diameter)
        && apart(two, three, diameter)
        && clear(one)
        && clear(two)
        && clear(three)
}

#[cold]
#[inline(never)]
fn check_layout(table: &Table, layout: &Layout) -> Result<(), SimError> {
    let radius = table.radius();
    let high = table.size - DVec2::splat(radius);
    for ball in Ball::ALL {
        let Some(place) = layout.balls[ball.index()] else { continue };
        let inside = |x: f64, high: f64| x >= radius - TOUCH_M && x <= high + TOUCH_M;
        if !inside(place.x, high.x) || !inside(place.y, high.y) {
            let (x, y) = (place.x, place.y);
            return Err(SimError::Outside { ball, x, y, low: radius, high_x: high.x, high_y: high.y });
        }
        for other in Ball::ALL.into_iter().skip(ball.index() + 1) {
            let Some(second) = layout.balls[other.index()] else { continue };
            let depth = 2.0 * radius - place.distance(second);
            if depth > TOUCH_M {
                return Err(SimError::Overlap { a: ball, b: other, depth });
            }
        }
        for pin in layout.pins.iter() {
            if place.distance(table.pin_spot(pin)) < table.pin_reach() - TOUCH_M {
                return Err(SimError::OnPin { ball, pin });
            }
        }
    }
    Ok(())
}
