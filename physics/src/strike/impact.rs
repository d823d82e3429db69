//! The impact of the tip: from aim, speed and tip to the velocity and spin of the ball.
//!
//! The tip is a point mass `M` with restitution `e` that pushes along the cue's axis at (a, b) (Leckie and Greenspan
//! 2005, Alciatore TP A.30, generalised from e = 1). With a, b in radii, `t` the elevation, and axes right, forward, up:
//!
//! `v = (1 + e) V0 / (1 + m/M + 5 (a^2 + b^2) / 2)`, velocity `v (0, cos t, -sin t)`,
//! spin `5 v / (2 R) (-b, a sin t, a cos t)`.
//!
//! Squirt (Alciatore TP A.31) turns the velocity away from the side, the spin stays:
//! `tan = (5/2) a sqrt(1 - a^2) / (1 + m/m_e + (5/2) (1 - a^2))`, `m_e` the effective mass of the shaft's end.
//! Valid for a level to moderately raised cue; the hand's mass is left out.

use super::Strike;
use crate::Table;
use crate::math::sin_cos_deg;
use glam::{DVec2, DVec3};

/// What the strike makes of a resting ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Struck {
    /// Velocity, m/s; downward for a raised cue.
    pub velocity: DVec3,
    /// Spin, rad/s.
    pub spin: DVec3,
    /// The tip slipped.
    pub miscue: bool,
    /// Speed of the cue along its axis just after, m/s.
    pub cue_speed_after: f64,
}

/// The ball's velocity and spin after a (checked) strike.
pub fn strike(table: &Table, strike: &Strike) -> Struck {
    let (ball, cue) = (&table.params().ball, &table.params().cue);
    let offset2 = strike.a * strike.a + strike.b * strike.b;
    // Impulse per ball mass along the cue while the tip holds.
    let mut along = (1.0 + cue.restitution) * strike.v_mps / (table.cue_load + 2.5 * offset2);
    let mut across = 0.0;
    let mut hold = 1.0;
    let miscue = offset2 > cue.miscue * cue.miscue;
    let offset = offset2.sqrt();
    let mut depth = 0.0;
    if miscue {
        (along, across) = slip(along, offset, cue.miscue);
        hold = cue.miscue / offset;
        depth = (1.0 - offset2).max(0.0).sqrt();
    }
    // Spin: the lever arm of the impulse; `across` acts at depth cos(asin(offset)) behind the centre.
    let side = if offset2 > 0.0 { DVec2::new(strike.a, strike.b) / offset } else { DVec2::ZERO };
    let arm = along * offset - across * depth;
    let (a, b) = (side.x * arm, side.y * arm);
    let frame = Frame::new(strike);
    let mut velocity = frame.along * along;
    if miscue {
        velocity = frame.right * (-across * side.x) + velocity + frame.above * (-across * side.y);
    }
    Struck {
        velocity: squirt(velocity, strike.a * hold, table.end_load),
        spin: (frame.right * -b + frame.above * a) * table.spin_per_push,
        miscue,
        cue_speed_after: strike.v_mps - along * ball.mass_kg / cue.mass_kg,
    }
}

/// A slipping tip: the normal part of the holding impulse stays, the tangential part is cut to the friction cone
/// `tan(asin(limit))`. Continuous at the limit and nothing at the ball's edge. Returns the parts along the cue and
/// across it, away from the tip's side.
fn slip(holding: f64, offset: f64, limit: f64) -> (f64, f64) {
    let depth = (1.0 - offset * offset).max(0.0).sqrt();
    let normal = holding * depth;
    let tangential = normal * limit / (1.0 - limit * limit).max(f64::MIN_POSITIVE).sqrt();
    // The normal points from the tip to the centre: forward by `depth`, away from the side by `offset`.
    (normal * depth + tangential * offset, normal * offset - tangential * depth)
}

/// The axes of the cue: right of it in plan, along it, and square to both, upward.
struct Frame {
    right: DVec3,
    along: DVec3,
    above: DVec3,
}

impl Frame {
    fn new(strike: &Strike) -> Frame {
        let (sin_phi, cos_phi) = sin_cos_deg(strike.phi_deg);
        // Most strokes are level; the shortcut gives the same bits.
        let level = strike.theta_deg == 0.0;
        let (sin, cos) = if level { (0.0, 1.0) } else { sin_cos_deg(strike.theta_deg) };
        Frame {
            right: DVec3::new(sin_phi, -cos_phi, 0.0),
            along: DVec3::new(cos * cos_phi, cos * sin_phi, -sin),
            above: DVec3::new(sin * cos_phi, sin * sin_phi, cos),
        }
    }
}

/// Turns a velocity about the vertical: counter-clockwise for a tip right of centre.
/// `load` is `1 + m/m_e`, infinite for a shaft without mass.
fn squirt(velocity: DVec3, a: f64, load: f64) -> DVec3 {
    if load == f64::INFINITY || a == 0.0 {
        return velocity;
    }
    let inner = 1.0 - a * a;
    let opposite = 2.5 * a * inner.sqrt();
    let adjacent = load + 2.5 * inner;
    let hypotenuse = (opposite * opposite + adjacent * adjacent).sqrt();
    let (sin, cos) = (opposite / hypotenuse, adjacent / hypotenuse);
    DVec3::new(velocity.x * cos - velocity.y * sin, velocity.x * sin + velocity.y * cos, velocity.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::carom_heated()
    }

    /// The table of speeds of the notes: e = 0.73, M = 0.52.
    #[test]
    fn speed_by_height() {
        for (b, ratio) in [(0.0, 1.232), (0.2, 1.150), (0.4, 0.959), (0.5, 0.853)] {
            let struck = strike(&table(), &Strike::new(0.0, 1.0).tip(0.0, b));
            assert!((struck.velocity.x - ratio).abs() < 6e-4, "{b}: {}", struck.velocity.x);
        }
    }

    /// Natural roll at once at b = 0.4 R.
    #[test]
    fn rolls_at_two_fifths() {
        let struck = strike(&table(), &Strike::new(0.0, 1.0).tip(0.0, 0.4));
        assert!((struck.spin.y * table().radius() - struck.velocity.x).abs() < 1e-12);
    }

    /// Degrees of squirt by side for m/m_e = 30.
    #[test]
    fn squirt_by_side() {
        for (a, degrees) in [(0.1, 0.43), (0.2, 0.84), (0.3, 1.23), (0.4, 1.59), (0.5, 1.89)] {
            let struck = strike(&table(), &Strike::new(0.0, 1.0).tip(a, 0.0));
            let turned = libm::atan2(struck.velocity.y, struck.velocity.x).to_degrees();
            assert!((turned - degrees).abs() < 6e-3, "{a}: {turned}");
            assert!(struck.spin.z > 0.0);
        }
    }

    #[test]
    fn slip_begins_continuously_and_fades_at_the_edge() {
        let at = |b: f64| strike(&table(), &Strike::new(0.0, 2.0).tip(0.0, b));
        let (held, slipped) = (at(0.5), at(0.5 + 1e-9));
        assert!(!held.miscue && slipped.miscue);
        assert!((held.velocity - slipped.velocity).length() < 1e-7);
        assert!((held.spin - slipped.spin).length() < 1e-5);
        assert!(at(0.999_999).velocity.length() < 1e-2);
        // Beyond the limit the ball leaves away from the tip's side: a tip above drives it down.
        assert!(at(0.7).velocity.z < 0.0);
    }
}
