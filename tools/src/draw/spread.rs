//! Spread: one stroke as intended, and under it the paths of many noisy tries, thin.

use super::canvas::{Canvas, Pen, Point, Type, curve_to, line_to, move_to};
use super::theme::{Theme, mix};
use super::view::{View, Way};
use super::{MARGIN, PIXELS, SIZE, Scene, shot, table};
use filotto_physics::trace::{Body, Segment};
use filotto_physics::{Ball, Trace};

/// Width of a noisy path, mm: a fifth of the intended one's.
const THIN_MM: f64 = 3.0;
/// Strength of a noisy path's colour against the cloth.
const STRENGTH: f64 = 0.75;
/// Radius of the dot at its end, mm.
const DOT_MM: f64 = 9.0;

/// A picture of the intended stroke over the noisy ones.
pub fn spread(scene: &Scene, tries: &[Trace], theme: &Theme) -> String {
    let view = View::new(scene.table, Way::Lying);
    let (w, h) = view.outer();
    let legend_y = MARGIN + 140.0 + h + 40.0;
    let size = (w + 2.0 * MARGIN, legend_y + 3.0 * SIZE + MARGIN);
    let mut page = Canvas::new();
    page.rect((0.0, 0.0), size, 0.0, Pen::fill(theme.page));
    page.fitted((MARGIN, MARGIN + 44.0), w, &scene.heading, Type::new(56.0, theme.ink).bold());
    page.fitted((MARGIN, MARGIN + 106.0), w, &scene.position, Type::new(SIZE, theme.soft).mono());
    page.place((MARGIN, MARGIN + 140.0), &drawn(scene, tries, &view, theme));
    let words = format!("thin: {} strokes of this hand; thick: as intended", tries.len());
    page.text((MARGIN, legend_y + SIZE), &words, Type::new(SIZE, theme.soft));
    page.document(size, PIXELS, &format!("{}: spread", scene.heading))
}

fn drawn(scene: &Scene, tries: &[Trace], view: &View, theme: &Theme) -> Canvas {
    let mut canvas = Canvas::new();
    let radius = scene.table.radius();
    table::table(&mut canvas, view, scene.table, theme);
    for ball in Ball::ALL {
        thin(&mut canvas, view, tries, ball, theme);
    }
    let felled = scene.trace.map(shot::felled).unwrap_or_default();
    if let Some(trace) = scene.trace {
        shot::paths(&mut canvas, view, trace, theme);
        shot::rests(&mut canvas, view, &scene.layout, trace, radius, theme);
    }
    table::castle(&mut canvas, view, scene.table, scene.layout.pins, felled, theme);
    shot::balls(&mut canvas, view, &scene.layout, scene.striker, radius, theme);
    canvas
}

/// One ball's paths in all tries, as one shape, with a dot where each ends.
fn thin(canvas: &mut Canvas, view: &View, tries: &[Trace], ball: Ball, theme: &Theme) {
    let ways: Vec<(String, Point)> = tries.iter().filter_map(|trace| way(view, trace, ball)).collect();
    if ways.is_empty() {
        return;
    }
    let data: String = ways.iter().map(|(data, _)| data.as_str()).collect();
    canvas.path(&data, Pen::line(&mix(theme.cloth, theme.ball(ball), STRENGTH), THIN_MM));
    for (_, end) in ways {
        canvas.circle(end, DOT_MM, Pen::fill(theme.ball(ball)).outlined(theme.casing, 2.0));
    }
}

/// The way of a ball that moves, and where it ends.
fn way(view: &View, trace: &Trace, ball: Ball) -> Option<(String, Point)> {
    let place = |s: &Segment, t: f64| s.at(t).truncate();
    let mine = trace.segments.iter().filter(|s| s.body == Body::Ball(ball));
    let moving: Vec<&Segment> = mine.filter(|s| place(s, s.t0_s).distance(place(s, s.t1_s)) > 1e-4).collect();
    let (first, last) = (moving.first()?, moving.last()?);
    let mut data = move_to(view.point(place(first, first.t0_s)));
    for segment in &moving {
        let (from, to) = (place(segment, segment.t0_s), place(segment, segment.t1_s));
        let control = from + segment.velocity.truncate() * (0.5 * (segment.t1_s - segment.t0_s));
        // A bend below a tenth of a millimetre of area is a straight line.
        let straight = (control - from).perp_dot(to - from).abs() < 1e-7;
        data += &if straight { line_to(view.point(to)) } else { curve_to(view.point(control), view.point(to)) };
    }
    Some((data, view.point(place(last, last.t1_s))))
}
