//! Red in the way of a stroke that is not wanted.

use super::place::on_grid;
use filotto_engine::math::uniform;
use filotto_engine::{Position, Stroke, layout_for};
use filotto_physics::trace::Body;
use filotto_physics::{Ball, simulate};
use filotto_search::trial::Court;
use glam::DVec2;
use rand_pcg::Pcg64;

/// Looks at the paths, s; and how long: what comes later no red can tell from chance.
const STEP_S: f64 = 0.02;
const LAST_S: f64 = 3.0;
/// Places tried until red fits.
const DRAWS: usize = 8;

/// The position with red somewhere on the paths of the cue ball and the object ball; `None` where it doesn't fit.
pub fn block(court: &Court, position: &Position, stroke: &Stroke, random: &mut Pcg64) -> Option<Position> {
    let layout = layout_for(position, stroke, &court.table).ok()?;
    let cue = position.cue_ball();
    let trace = simulate(&court.table, &layout, &[(cue, stroke.strike)]).ok()?;
    let mut places: Vec<DVec2> = Vec::new();
    for segment in trace.segments.iter().filter(|s| matches!(s.body, Body::Ball(ball) if ball != Ball::Red)) {
        let steps = ((segment.t1_s.min(LAST_S) - segment.t0_s).max(0.0) / STEP_S) as u32;
        places.extend((0..=steps).map(|i| segment.at(segment.t0_s + STEP_S * f64::from(i)).truncate()));
    }
    (0..DRAWS).find_map(|_| {
        let at = on_grid(*places.get((uniform(random) * places.len() as f64) as usize)?);
        let mut next = position.clone();
        next.balls[Ball::Red.index()] = Some(at);
        next.check(&court.table).is_ok().then_some(next)
    })
}
