//! A stroke on the table: the balls, their paths, ghost balls where balls meet, cushions in order, felled pins.

use super::canvas::{Anchor, Canvas, Pen, Point, Type, curve_to, line_to, move_to};
use super::theme::Theme;
use super::view::View;
use filotto_physics::trace::{BallRest, Body, Rail, Segment};
use filotto_physics::{Ball, EventKind, Layout, PinSet, Strike, Trace};
use glam::DVec2;

/// Width of a path and of its casing, mm.
const PATH_MM: f64 = 9.0;
const CASING_MM: f64 = 15.0;
/// A leg of a path shorter than this gets no arrow head, m.
const LEG_M: f64 = 0.2;
/// A turn sharper than this (cosine) begins a new leg.
const TURN_COS: f64 = 0.985;

/// Draws the paths of all balls under everything that stands on the table.
pub fn paths(canvas: &mut Canvas, view: &View, trace: &Trace, theme: &Theme) {
    for ball in Ball::ALL {
        let mine: Vec<&Segment> = trace.segments.iter().filter(|s| s.body == Body::Ball(ball)).collect();
        let moving: Vec<&Segment> = mine.into_iter().filter(|s| travelled(s) > 1e-4).collect();
        if moving.is_empty() {
            continue;
        }
        let data = path_data(view, &moving);
        canvas.path(&data, Pen::line(theme.casing, CASING_MM));
        canvas.path(&data, Pen::line(theme.ball(ball), PATH_MM).dashed(Theme::dash(ball)));
        for (at, towards) in arrows(&moving) {
            arrow(canvas, view, at, towards, theme.ball(ball), theme);
        }
    }
}

/// Every stretch has a constant acceleration: a parabola, which a quadratic Bezier curve draws exactly.
fn path_data(view: &View, segments: &[&Segment]) -> String {
    let mut data = String::new();
    let mut last = None;
    for segment in segments {
        let (from, to) = (plan(segment, segment.t0_s), plan(segment, segment.t1_s));
        if last.is_none_or(|end: DVec2| end.distance(from) > 1e-3) {
            data.push_str(&move_to(view.point(from)));
        }
        let dt = segment.t1_s - segment.t0_s;
        let control = from + segment.velocity.truncate() * (0.5 * dt);
        let bend = (control - from).perp_dot(to - from).abs();
        // Less than a tenth of a square millimetre of bend is a straight line.
        if bend < 1e-7 {
            data.push_str(&line_to(view.point(to)));
        } else {
            data.push_str(&curve_to(view.point(control), view.point(to)));
        }
        last = Some(to);
    }
    data
}

/// Middles of the legs with their directions; a long leg has two.
fn arrows(segments: &[&Segment]) -> Vec<(DVec2, DVec2)> {
    let mut found = Vec::new();
    for leg in legs(segments) {
        let length: f64 = leg.iter().map(|s| travelled(s)).sum();
        let stops: &[f64] = match length {
            l if l < LEG_M => &[],
            l if l > 1.3 => &[0.33, 0.7],
            _ => &[0.5],
        };
        found.extend(stops.iter().filter_map(|stop| along(leg, stop * length)));
    }
    found
}

/// Cuts a path where it turns sharply.
fn legs<'a, 'b>(segments: &'b [&'a Segment]) -> Vec<&'b [&'a Segment]> {
    segments
        .chunk_by(|a, b| {
            let end = a.velocity.truncate() + a.acceleration.truncate() * (a.t1_s - a.t0_s);
            let start = b.velocity.truncate();
            end.normalize_or_zero().dot(start.normalize_or_zero()) > TURN_COS
        })
        .collect()
}

/// The place and direction after a distance along a leg.
fn along(leg: &[&Segment], distance: f64) -> Option<(DVec2, DVec2)> {
    let mut left = distance;
    for segment in leg {
        let length = travelled(segment);
        if left <= length {
            let t = segment.t0_s + time_at(segment, left / length);
            let velocity = segment.velocity + segment.acceleration * (t - segment.t0_s);
            return Some((plan(segment, t), velocity.truncate().normalize_or_zero()));
        }
        left -= length;
    }
    None
}

/// The time into a stretch at which a part of its chord is behind the ball, by halving: it never turns back much.
fn time_at(segment: &Segment, part: f64) -> f64 {
    let dt = segment.t1_s - segment.t0_s;
    let start = plan(segment, segment.t0_s);
    let goal = part * travelled(segment);
    let (mut low, mut high) = (0.0, dt);
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if plan(segment, segment.t0_s + middle).distance(start) < goal { low = middle } else { high = middle }
    }
    low
}

fn arrow(canvas: &mut Canvas, view: &View, at: DVec2, towards: DVec2, colour: &str, theme: &Theme) {
    let corner = |along: f64, across: f64| view.point(at + towards * along + towards.perp() * across);
    let points = [corner(0.026, 0.0), corner(-0.018, 0.02), corner(-0.01, 0.0), corner(-0.018, -0.02)];
    canvas.polygon(&points, Pen::fill(colour).outlined(theme.casing, 4.0));
}

/// Where balls meet: dashed outlines of those that are not where they started.
pub fn ghosts(canvas: &mut Canvas, view: &View, layout: &Layout, trace: &Trace, radius: f64, theme: &Theme) {
    for event in trace.events.iter().filter(|e| matches!(e.kind, EventKind::Hit { .. })) {
        for moment in &event.moments {
            let Body::Ball(ball) = moment.body else { continue };
            let place = moment.place.truncate();
            if layout.balls[ball.index()].is_some_and(|start| start.distance(place) < 1e-3) {
                continue;
            }
            let pen = Pen::fill(theme.ball(ball)).faded(0.75);
            canvas.circle(view.point(place), 1000.0 * radius, pen);
            canvas.circle(view.point(place), 1000.0 * radius, Pen::line(theme.casing, 4.0).dashed("10 9"));
        }
    }
}

/// Cushions in the order each ball meets them, numbered on the cushion's top.
pub fn cushions(canvas: &mut Canvas, view: &View, trace: &Trace, theme: &Theme) {
    let mut counts = [0u32; 3];
    let mut taken: Vec<Point> = Vec::new();
    for event in &trace.events {
        let EventKind::Cushion { ball, rail } = event.kind else { continue };
        let Some(moment) = event.moments.iter().find(|m| m.body == Body::Ball(ball)) else { continue };
        counts[ball.index()] += 1;
        let at = beside(view, on_top(view, moment.place.truncate(), rail), rail, &taken);
        taken.push(at);
        canvas.circle(at, 21.0, Pen::fill(theme.ball(ball)).outlined(theme.casing, 4.0));
        let set = Type::new(30.0, "#101820").anchored(Anchor::Middle).bold();
        canvas.text((at.0, at.1 + 11.0), &counts[ball.index()].to_string(), set);
    }
}

/// The nearest place along the cushion where a badge covers none that is there already.
fn beside(view: &View, place: DVec2, rail: Rail, taken: &[Point]) -> Point {
    /// From badge to badge, m.
    const STEP_M: f64 = 0.046;
    let along = if matches!(rail, Rail::Left | Rail::Right) { DVec2::X } else { DVec2::Y };
    let steps = (0..=12i32).map(|i| f64::from((i + 1) / 2 * if i % 2 == 1 { 1 } else { -1 }));
    let free = |at: &Point| taken.iter().all(|t| (t.0 - at.0).hypot(t.1 - at.1) > 900.0 * STEP_M);
    let mut places = steps.map(|step| view.point(place + along * (STEP_M * step)));
    places.find(free).unwrap_or_else(|| view.point(place))
}

/// The middle of the cushion's top beside a ball that touches its nose.
fn on_top(view: &View, place: DVec2, rail: Rail) -> DVec2 {
    const BEHIND_M: f64 = 0.025;
    let size = view.size_m();
    match rail {
        Rail::Lower => DVec2::new(-BEHIND_M, place.y),
        Rail::Upper => DVec2::new(size.x + BEHIND_M, place.y),
        Rail::Right => DVec2::new(place.x, -BEHIND_M),
        Rail::Left => DVec2::new(place.x, size.y + BEHIND_M),
    }
}

/// The pins a stroke felled.
pub fn felled(trace: &Trace) -> PinSet {
    let down = |kind: EventKind| match kind {
        EventKind::PinDown { pin, .. } => Some(pin),
        _ => None,
    };
    trace.events.iter().filter_map(|e| down(e.kind)).collect()
}

/// The balls where they come to rest, pale, unless they never moved.
pub fn rests(canvas: &mut Canvas, view: &View, layout: &Layout, trace: &Trace, radius: f64, theme: &Theme) {
    for ball in Ball::ALL {
        let (Some(start), BallRest::At(end)) = (layout.balls[ball.index()], trace.summary.rest.balls[ball.index()])
        else {
            continue;
        };
        if start.distance(end) > 1e-3 {
            rest(canvas, view.point(end), 1000.0 * radius, ball, theme);
        }
    }
}

/// One ball at rest after the stroke: a ring in its colour.
pub fn rest(canvas: &mut Canvas, at: Point, radius: f64, ball: Ball, theme: &Theme) {
    canvas.circle(at, radius, Pen::fill(theme.cloth).outlined(theme.casing, 4.0));
    canvas.circle(at, radius - 7.0, Pen::line(theme.ball(ball), 10.0));
    canvas.circle(at, 5.0, Pen::fill(theme.casing));
}

/// The balls before the stroke; the striker's wears a ring.
pub fn balls(canvas: &mut Canvas, view: &View, layout: &Layout, striker: Option<Ball>, radius: f64, theme: &Theme) {
    for ball in Ball::ALL {
        let Some(place) = layout.balls[ball.index()] else { continue };
        let at = view.point(place);
        ball_at(canvas, at, 1000.0 * radius, ball, theme);
        if striker == Some(ball) {
            ring(canvas, at, 1000.0 * radius, theme);
        }
    }
}

/// One ball before the stroke.
pub fn ball_at(canvas: &mut Canvas, at: Point, radius: f64, ball: Ball, theme: &Theme) {
    canvas.circle(at, radius - 1.5, Pen::fill(theme.ball(ball)).outlined(theme.edge, 3.0));
    canvas.circle((at.0 - 0.32 * radius, at.1 - 0.34 * radius), 0.2 * radius, Pen::fill("#ffffff").faded(0.25));
}

/// The mark of the striker's ball.
pub fn ring(canvas: &mut Canvas, at: Point, radius: f64, theme: &Theme) {
    canvas.circle(at, radius + 11.0, Pen::line(theme.edge, 12.0));
    canvas.circle(at, radius + 11.0, Pen::line(theme.alert, 7.0));
}

/// How much of the cue is drawn, m.
const CUE_M: f64 = 0.42;
/// How far the drawn cue reaches onto the frame, m: to its outer edge less a finger's breadth.
const ONTO_FRAME_M: f64 = 0.12;

/// How far a cue can reach back before it would lie over the words around the table, m.
fn room_behind(view: &View, from: DVec2, back: DVec2) -> f64 {
    let size = view.size_m();
    let along = |at: f64, way: f64, end: f64| match way {
        w if w > 1e-9 => (end + ONTO_FRAME_M - at) / w,
        w if w < -1e-9 => (at + ONTO_FRAME_M) / -w,
        _ => f64::INFINITY,
    };
    along(from.x, back.x, size.x).min(along(from.y, back.y, size.y)).max(0.05)
}

/// The end of the cue behind the ball it strikes.
pub fn cue(canvas: &mut Canvas, view: &View, place: DVec2, strike: &Strike, radius: f64) {
    let phi = strike.phi_deg.to_radians();
    let towards = DVec2::new(phi.cos(), phi.sin());
    // The tip's offset to the right moves the cue sideways, parallel to itself.
    let tip = place - towards * (1.9 * radius) - towards.perp() * (strike.a * radius);
    let corner = |back: f64, across: f64| view.point(tip - towards * back + towards.perp() * across);
    let butt = room_behind(view, tip, -towards).min(CUE_M);
    let shaft = [corner(0.0, 0.006), corner(0.0, -0.006), corner(butt, -0.0085), corner(butt, 0.0085)];
    canvas.polygon(&shaft, Pen::fill("#e3c08a").outlined("#4a3520", 3.0));
    let leather = [corner(0.0, 0.006), corner(0.0, -0.006), corner(0.012, -0.006), corner(0.012, 0.006)];
    canvas.polygon(&leather, Pen::fill("#2a6fb0"));
}

fn plan(segment: &Segment, t_s: f64) -> DVec2 {
    segment.at(t_s).truncate()
}

fn travelled(segment: &Segment) -> f64 {
    plan(segment, segment.t0_s).distance(plan(segment, segment.t1_s))
}
