//! The facts that a stroke's name is read from: who touched what before what, how thick, with which side.

use super::{CORNER_M, TIP};
use filotto_physics::trace::{BallRest, Body, Event, EventKind, Rail, Trace};
use filotto_physics::{Ball, Pin, Strike, Table};
use glam::DVec2;

/// How the cue ball meets the object ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Share of the object ball that the cue ball covers, seen along its way: 1 = full, 0.5 = a cut of 30 degrees.
    pub share: f64,
    /// The cue ball comes onto the object ball's left half, as it looks along its way.
    pub left: bool,
}

/// What happened, as far as names depend on it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Facts {
    /// Cushions of the cue ball before it met the object ball.
    pub cue_rails: Vec<Rail>,
    /// Side in tips: positive = running, negative = reverse off the cue ball's first cushion; for direct strokes
    /// positive = right.
    pub side_tips: f64,
    /// The first contact of cue ball and object ball.
    pub hit: Option<Touch>,
    /// The cue ball met red first.
    pub red_first: bool,
    /// Cushions of the object ball before the castle, red, or its rest.
    pub object_rails: Vec<Rail>,
    /// The object ball crossed the castle or felled a pin before it met red.
    pub castle: bool,
    /// The object ball's first cushion after the castle.
    pub next_rail: Option<Rail>,
    /// How often the object ball's centre entered the castle.
    pub crossings: u8,
    /// Cue ball, object ball, red.
    pub carom: bool,
    /// The object ball met red before the castle.
    pub casin: bool,
    /// The object ball was met near a corner.
    pub corner: bool,
    /// At rest the castle stands between cue ball and object ball.
    pub castle_between: bool,
}

/// Reads the facts of a simulated stroke; `cue` is the ball that was struck.
pub fn facts(table: &Table, cue: Ball, strike: &Strike, trace: &Trace) -> Facts {
    let object = if cue == Ball::White { Ball::Yellow } else { Ball::White };
    let meets = |a: Ball, b: Ball| first(trace, move |kind| is_hit(kind, a, b));
    let Some(met) = meets(cue, object) else { return Facts::default() };
    let t_hit = met.t_s;
    let cue_rails = rails(trace, cue, 0.0, t_hit);
    let crossed = crossings(table, object, trace, t_hit);
    let felled = first(trace, |kind| matches!(kind, EventKind::PinDown { by: Body::Ball(b), .. } if b == object));
    let t_castle = crossed.first().copied().into_iter().chain(felled.map(|e| e.t_s)).fold(f64::INFINITY, f64::min);
    let t_red = meets(object, Ball::Red).map_or(f64::INFINITY, |e| e.t_s);
    let t_cue_red = meets(cue, Ball::Red).map_or(f64::INFINITY, |e| e.t_s);
    let castle = t_castle.is_finite() && t_castle <= t_red;
    let after = rails(trace, object, t_castle, f64::INFINITY);
    Facts {
        side_tips: side_tips(trace, cue, strike, !cue_rails.is_empty()),
        cue_rails,
        hit: touch(met, cue, object, table.radius()),
        red_first: t_cue_red < t_hit,
        object_rails: rails(trace, object, t_hit, t_castle.min(t_red)),
        castle,
        next_rail: after.first().copied(),
        crossings: u8::try_from(crossed.len()).unwrap_or(u8::MAX),
        carom: t_cue_red > t_hit && t_cue_red < t_red,
        casin: t_red.is_finite() && !castle,
        corner: place_of(met, object).is_some_and(|at| in_corner(table, at)),
        castle_between: castle_between(table, trace, cue, object),
    }
}

fn first(trace: &Trace, wanted: impl Fn(EventKind) -> bool) -> Option<&Event> {
    trace.events.iter().find(|event| wanted(event.kind))
}

fn is_hit(kind: EventKind, one: Ball, other: Ball) -> bool {
    matches!(kind, EventKind::Hit { a, b } if (a, b) == (one, other) || (a, b) == (other, one))
}

/// Cushions of a ball between two times. A second touch of the same cushion without another between is spin at work
/// and counts once.
fn rails(trace: &Trace, ball: Ball, from_s: f64, to_s: f64) -> Vec<Rail> {
    let mut list = Vec::new();
    for event in trace.events.iter().filter(|e| e.t_s >= from_s && e.t_s < to_s) {
        if let EventKind::Cushion { ball: who, rail } = event.kind
            && who == ball
            && list.last() != Some(&rail)
        {
            list.push(rail);
        }
    }
    list
}

/// Share and side of a contact, from the way of the faster ball in the frame of the other.
fn touch(event: &Event, cue: Ball, object: Ball, radius: f64) -> Option<Touch> {
    let moment = |ball: Ball| event.moments.iter().find(|m| m.body == Body::Ball(ball));
    let (from, to) = (moment(cue)?, moment(object)?);
    let way = (from.before - to.before).truncate().normalize_or_zero();
    // How far the object ball lies left of the way.
    let offset = way.perp_dot((to.place - from.place).truncate());
    let share = 1.0 - (offset.abs() / (2.0 * radius)).min(1.0);
    Some(Touch { share, left: offset < 0.0 })
}

fn place_of(event: &Event, ball: Ball) -> Option<DVec2> {
    event.moments.iter().find(|m| m.body == Body::Ball(ball)).map(|m| m.place.truncate())
}

/// A tip right of centre turns the ball counter-clockwise. Off a cushion that turn is running when it points the way
/// the ball goes along the cushion: the sign of (velocity x outward normal).
fn side_tips(trace: &Trace, cue: Ball, strike: &Strike, indirect: bool) -> f64 {
    let tips = strike.a / TIP;
    let rail = |kind| match kind {
        EventKind::Cushion { ball, rail } if ball == cue => Some(rail),
        _ => None,
    };
    let met = trace.events.iter().find_map(|e| Some((rail(e.kind)?, e.moments.first()?.before.truncate())));
    match met {
        Some((rail, before)) if indirect => {
            if before.perp_dot(outward(rail)) >= 0.0 {
                tips
            } else {
                -tips
            }
        }
        _ => tips,
    }
}

fn outward(rail: Rail) -> DVec2 {
    match rail {
        Rail::Lower => DVec2::NEG_X,
        Rail::Upper => DVec2::X,
        Rail::Right => DVec2::NEG_Y,
        Rail::Left => DVec2::Y,
    }
}

fn in_corner(table: &Table, at: DVec2) -> bool {
    let params = table.params();
    let short = at.x.min(params.length_m - at.x);
    let long = at.y.min(params.width_m - at.y);
    short < CORNER_M && long < CORNER_M
}

/// Times at which a ball's centre enters the square of the outer pins. A ball that starts inside has to leave first.
fn crossings(table: &Table, ball: Ball, trace: &Trace, from_s: f64) -> Vec<f64> {
    /// Steps along the path, m: a tenth of the square's half diagonal.
    const STEP_M: f64 = 0.006;
    let centre = table.pin_spot(Pin::C);
    let arm = table.pin_spot(Pin::U).distance(centre);
    let inside = |at: DVec2| {
        let off = (at - centre).abs();
        off.x + off.y < arm
    };
    let mut was = true;
    let mut times = Vec::new();
    for segment in trace.segments.iter().filter(|s| s.body == Body::Ball(ball) && s.t1_s > from_s) {
        let (start, dt) = (segment.t0_s.max(from_s), segment.t1_s - segment.t0_s.max(from_s));
        let longest = (segment.velocity.length() + segment.acceleration.length() * dt) * dt;
        // One event's stretch is at most some tens of metres.
        let steps = ((longest / STEP_M) as u32).clamp(1, 20_000);
        for step in 0..=steps {
            let t_s = start + dt * f64::from(step) / f64::from(steps);
            let is = inside(segment.at(t_s).truncate());
            if is && !was {
                times.push(t_s);
            }
            was = is;
        }
    }
    times
}

/// Whether a ball can't roll straight from one to the other: a pin's spot is in its way.
fn castle_between(table: &Table, trace: &Trace, cue: Ball, object: Ball) -> bool {
    let rest = |ball: Ball| match trace.summary.rest.balls[ball.index()] {
        BallRest::At(at) => Some(at),
        _ => None,
    };
    let (Some(from), Some(to)) = (rest(cue), rest(object)) else { return false };
    Pin::ALL.into_iter().any(|pin| distance_to_segment(table.pin_spot(pin), from, to) < table.pin_reach())
}

fn distance_to_segment(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let way = to - from;
    let along = ((point - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(from + way * along)
}
