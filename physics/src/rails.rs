//! The cushions as a ball in the air meets them: the line of the nose, the sloping top, the frame.
//!
//! On the cloth the contact is a convention, a ball's radius from the plane of the nose. The nose's line is shifted
//! into the table by `R (1 - cos t)`, `sin t = (h - R) / R`, so that both agree for a centre at the height R. From the
//! line the cloth-covered top rises outward over `top_m`; level with its edge lies the frame (11.1), then nothing.
//! Profiles differ by makers; slope, restitution and the frame's width are estimates and tell only where a ball that
//! has left the bed ends.

use crate::motion::Mover;
use crate::table::TableParams;
use crate::trace::Rail;
use glam::{DVec2, DVec3};

/// All four, in a fixed order.
pub(crate) const RAILS: [Rail; 4] = [Rail::Lower, Rail::Upper, Rail::Right, Rail::Left];

/// Least slope of the top: on a level one a ball could rest, and no rule says what then.
const LEAST_SLOPE: f64 = 0.02;

/// The shape that all four share, derived once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RailShape {
    /// How far inside the plane of the nose its line lies, m.
    pub line: f64,
    /// Height of the line, m.
    pub height: f64,
    /// Sine of the top's slope.
    pub sin: f64,
    /// Cosine of the top's slope.
    pub cos: f64,
    /// Width of the top, m.
    pub top: f64,
    /// Height of the frame, m.
    pub frame_height: f64,
    /// Where the frame ends, m behind the line.
    pub outer: f64,
    length: f64,
    width: f64,
}

impl RailShape {
    pub fn new(params: &TableParams, nose_cos: f64) -> RailShape {
        let cushion = &params.cushion;
        let line = params.ball.radius_m * (1.0 - nose_cos);
        let top = cushion.top_m + line;
        let rise = cushion.top_rise_m.max(LEAST_SLOPE * top);
        let slope = (top * top + rise * rise).sqrt();
        RailShape {
            line,
            height: cushion.nose_m,
            sin: rise / slope,
            cos: top / slope,
            top,
            frame_height: cushion.nose_m + rise,
            outer: top + cushion.frame_m,
            length: params.length_m,
            width: params.width_m,
        }
    }

    /// How far a place lies inside the nose's line (negative: over the cushion), m.
    pub fn inside(&self, rail: Rail, place: DVec3) -> f64 {
        match rail {
            Rail::Lower => place.x - self.line,
            Rail::Upper => self.length - self.line - place.x,
            Rail::Right => place.y - self.line,
            Rail::Left => self.width - self.line - place.y,
        }
    }

    /// How far a place lies inside the plane of the nose, m.
    pub fn inside_plane(&self, rail: Rail, place: DVec2) -> f64 {
        self.inside(rail, place.extend(0.0)) + self.line
    }

    /// Height of top or frame, a distance behind the line.
    pub fn surface(&self, behind: f64) -> f64 {
        self.height + (self.frame_height - self.height) * (behind / self.top).min(1.0)
    }

    /// The unit normal of the top, from it to the ball.
    pub fn top_normal(&self, rail: Rail) -> DVec3 {
        (outward(rail) * -self.sin).extend(self.cos)
    }
}

/// The unit vector into a cushion, in plan.
pub(crate) fn outward(rail: Rail) -> DVec2 {
    match rail {
        Rail::Lower => DVec2::NEG_X,
        Rail::Upper => DVec2::X,
        Rail::Right => DVec2::NEG_Y,
        Rail::Left => DVec2::Y,
    }
}

/// A ball's motion square to a cushion: `inside` the line and its speed and acceleration inward.
pub(crate) struct Across {
    pub q: f64,
    pub v: f64,
    pub a: f64,
}

impl Across {
    pub fn new(shape: &RailShape, rail: Rail, ball: &Mover) -> Across {
        let inward = -outward(rail).extend(0.0);
        Across { q: shape.inside(rail, ball.r), v: ball.v.dot(inward), a: ball.a.dot(inward) }
    }
}
