//! The coordinates in which the polish searches: direction, logarithm of the speed, tip and, from hand, the place.
//!
//! From hand the direction is counted from the one that meets the object ball in the same point from any place, so
//! that moving the ball a little changes the stroke a little: six coordinates, nearly independent of each other.

use crate::candidate::{Candidate, Choice, choices, clamp_tip, clamp_to};
use crate::task::Task;
use filotto_engine::Stroke;
use filotto_engine::math::wrap_deg;
use filotto_physics::Strike;
use glam::DVec2;

/// Direction (degrees), logarithm of the speed, tip (2, ball radii), place (2, metres).
pub(super) type Coordinates = [f64; 6];

/// Fastest and slowest intention, m/s.
const SPEEDS: (f64, f64) = (0.06, 11.9);
/// Fullest offset of a contact (1 = the ball is just grazed) that is still kept from place to place.
const GRAZING: f64 = 0.97;
/// Elevation above what the cue needs by which a stroke is meant to be struck from above, degrees.
const MEANT_DEG: f64 = 0.5;

/// Where a direction is counted from.
#[derive(Clone, Copy, Debug)]
enum Zero {
    /// A fixed direction, degrees.
    Direction(f64),
    /// The direction to a point: the centre of the cue ball when it meets the object ball.
    Ghost(DVec2),
    /// An offset from the straight line to the object ball, degrees.
    Beside(DVec2, f64),
}

/// The coordinates around one stroke; those of its relatives are told from the same zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    stroke: Stroke,
    choice: Choice,
    zero: Zero,
    /// Elevation that is meant, not just needed, degrees.
    lift_deg: f64,
}

impl Frame {
    /// Around a candidate.
    pub fn new(task: &Task, about: &Candidate) -> Option<Frame> {
        let stroke = about.stroke;
        let choice = choices(&task.scene).into_iter().find(|choice| choice.spot == stroke.spot)?;
        let Strike { theta_deg, phi_deg, b, .. } = stroke.strike;
        let level = Strike { theta_deg: 0.0, phi_deg, b, ..stroke.strike };
        let table = &task.scene.court().table;
        let ball = task.scene.position.cue_ball();
        let needed = crate::candidate::minimum_elevation(table, &about.layout, ball, &level);
        let lift_deg = if theta_deg > needed + MEANT_DEG { theta_deg } else { 0.0 };
        let zero = if stroke.at.is_some() { zero(task, about) } else { Zero::Direction(phi_deg) };
        Some(Frame { stroke, choice, zero, lift_deg })
    }

    /// Whether the place is one of the coordinates.
    pub fn has_place(&self) -> bool {
        self.stroke.at.is_some()
    }

    /// The coordinates of a strike from a place.
    pub fn coordinates(&self, strike: &Strike, place: Option<DVec2>) -> Coordinates {
        let at = place.unwrap_or_default();
        let phi = wrap_deg(strike.phi_deg - self.zero_deg(at));
        [phi, libm::log(strike.v_mps), strike.a, strike.b, at.x, at.y]
    }

    /// The stroke of coordinates, brought inside what may be intended; its elevation is the least possible.
    pub fn stroke(&self, task: &Task, x: &Coordinates) -> Stroke {
        let table = &task.scene.court().table;
        let at = self.place(task, x);
        let (a, b) = clamp_tip(x[2], x[3], table);
        let strike = Strike {
            phi_deg: self.zero_deg(at.unwrap_or_default()) + x[0],
            v_mps: libm::exp(x[1]).clamp(SPEEDS.0, SPEEDS.1),
            a,
            b,
            theta_deg: self.lift_deg,
            ..self.stroke.strike
        };
        Stroke { strike, at, ..self.stroke }
    }

    /// The place of coordinates, inside the half it must be in.
    pub fn place(&self, task: &Task, x: &Coordinates) -> Option<DVec2> {
        let half = self.choice.half.filter(|_| self.has_place())?;
        Some(clamp_to(half, DVec2::new(x[4], x[5]), &task.scene.court().table))
    }

    fn zero_deg(&self, place: DVec2) -> f64 {
        match self.zero {
            Zero::Direction(phi_deg) => phi_deg,
            Zero::Ghost(ghost) => degrees(ghost - place),
            Zero::Beside(object, offset_deg) => degrees(object - place) + offset_deg,
        }
    }
}

/// The zero of a stroke from hand: the ghost ball where it meets the object ball directly, else beside it.
fn zero(task: &Task, about: &Candidate) -> Zero {
    let (cue, object) = (about.cue(&task.scene), about.object(&task.scene));
    let way = object - cue;
    let offset_deg = wrap_deg(about.stroke.strike.phi_deg - degrees(way));
    let reach = 2.0 * task.scene.court().table.radius();
    let side = libm::sin(offset_deg.to_radians()) * way.length() / reach;
    if offset_deg.abs() > 90.0 || side.abs() > GRAZING {
        return Zero::Beside(object, offset_deg);
    }
    let line = way.normalize_or_zero();
    let along = (1.0 - side * side).sqrt();
    Zero::Ghost(object - reach * (along * line - side * line.perp()))
}

fn degrees(line: DVec2) -> f64 {
    libm::atan2(line.y, line.x).to_degrees()
}
