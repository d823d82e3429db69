//! `geometric`: full at the object ball, directly or by the cushion a mirror would show; nothing is simulated.

use crate::budget::Budget;
use crate::candidate::{Candidate, fallback};
use crate::task::Task;
use crate::trial::Scene;
use filotto_engine::Stroke;
use filotto_physics::{Ball, Strike, Table};
use glam::DVec2;

/// Speed of its strokes, m/s: enough for a filotto and back.
const SPEED_MPS: f64 = 3.0;

/// The first free way, else the fallback.
pub(super) fn geometric(task: &Task, _: Budget) -> Option<Candidate> {
    fallback(&task.scene, task.params).map(|start| aimed(&task.scene, start).unwrap_or(start))
}

/// The first free way: straight, else by one cushion.
fn aimed(scene: &Scene, start: Candidate) -> Option<Candidate> {
    let table = &scene.court().table;
    let (cue, object) = (start.cue(scene), start.object(scene));
    let ways = [vec![cue, object]].into_iter().chain(banked(cue, object, table));
    let free = ways.into_iter().find(|way| way.windows(2).all(|leg| is_free(scene, &start, leg[0], leg[1])))?;
    let line = free[1] - free[0];
    let strike = Strike::new(libm::atan2(line.y, line.x).to_degrees(), SPEED_MPS);
    Candidate::new(scene, Stroke { strike, ..start.stroke })
}

/// The ways by one cushion: cue ball, point on the cushion, object ball.
fn banked(cue: DVec2, object: DVec2, table: &Table) -> Vec<Vec<DVec2>> {
    let radius = table.radius();
    let far = DVec2::new(table.params().length_m, table.params().width_m) - DVec2::splat(radius);
    let mut ways = Vec::new();
    for wall in [radius, far.x] {
        let share = (wall - cue.x) / (2.0 * wall - object.x - cue.x);
        ways.push(vec![cue, DVec2::new(wall, cue.y + share * (object.y - cue.y)), object]);
    }
    for wall in [radius, far.y] {
        let share = (wall - cue.y) / (2.0 * wall - object.y - cue.y);
        ways.push(vec![cue, DVec2::new(cue.x + share * (object.x - cue.x), wall), object]);
    }
    // A ball on that cushion has no way by it.
    ways.retain(|way| way.iter().all(|point| point.is_finite()));
    ways
}

/// Whether neither red nor a pin lies in the way.
fn is_free(scene: &Scene, start: &Candidate, from: DVec2, to: DVec2) -> bool {
    let table = &scene.court().table;
    let way = to - from;
    let clear = |point: DVec2, reach: f64| {
        let along = ((point - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        (from + way * along).distance(point) >= reach
    };
    let red = start.layout.balls[Ball::Red.index()].is_none_or(|red| clear(red, 2.0 * table.radius()));
    red && start.layout.pins.iter().all(|pin| clear(table.pin_spot(pin), table.pin_reach()))
}
