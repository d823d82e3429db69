//! Whether a stroke needs the bridge: the hand would have to lie farther from the player than an arm reaches.

use crate::tongue::say;
use filotto_engine::{Language, Position, Stroke, layout_for};
use filotto_physics::Table;
use glam::DVec2;

/// From the cue ball to the hand that carries the cue, m: a usual bridge.
const HAND_M: f64 = 0.2;
/// Farther than this from the rail the hand doesn't reach, m.
const REACH_M: f64 = 1.0;
/// A rail can be stood at when the stroke goes away from it, or along it: cosine of what is still along.
const ALONG: f64 = -0.1;

/// The mark after a name.
pub const fn mark(language: Language) -> &'static str {
    say(language, " [bridge]", " [ponticello]", " [машинка]")
}

/// Whether the hand lies more than [`REACH_M`] from every rail that the player can stand at.
pub fn needed(table: &Table, position: &Position, stroke: &Stroke) -> bool {
    let Ok(layout) = layout_for(position, stroke, table) else { return false };
    let Some(ball) = layout.balls[position.cue_ball().index()] else { return false };
    let (sin, cos) = stroke.strike.phi_deg.to_radians().sin_cos();
    let back = -DVec2::new(cos, sin);
    let hand = ball + back * HAND_M;
    let size = DVec2::new(table.params().length_m, table.params().width_m);
    let rails =
        [(hand.x, DVec2::NEG_X), (size.x - hand.x, DVec2::X), (hand.y, DVec2::NEG_Y), (size.y - hand.y, DVec2::Y)];
    rails.iter().filter(|(_, outward)| outward.dot(back) >= ALONG).all(|(distance, _)| *distance > REACH_M)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn across_the_table_from_the_far_side_needs_it() {
        let table = Table::carom_heated();
        let needs = |cue: &str, phi: f64| {
            let position = Position::parse(&format!("{cue} 2.5,0.3 2.7,1.2 UDLRC w n 0-0/60"), &table).unwrap();
            needed(&table, &position, &Stroke::parse(&format!("phi={phi} v=2")).unwrap())
        };
        assert!(needs("1.42,1.3", 90.0), "towards the left cushion from close to it: 1.1 m from the right one");
        assert!(!needs("1.42,1.0", 90.0));
        assert!(!needs("1.2,0.71", 0.0), "along the table one leans over a long rail");
        assert!(!needs("1.42,1.3", 0.0));
        assert!(!needs("1.42,1.3", -90.0), "away from the left rail one stands at it");
    }
}
