//! Spread: one stroke as intended, and under it the paths of many noisy tries, thin.

use super::canvas::{Canvas, Pen, Point, Type, curve_to, line_to, move_to};
use super::theme::{Theme, mix};
use super::view::{View, Way};
use super::{MARGIN, PIXELS, SIZE, Scene, shot, table};
use crate::tongue::say;
use filotto_engine::Language;
use filotto_physics::trace::{Body, Segment};
use filotto_physics::{Ball, Trace};
use glam::DVec2;

/// Width of a noisy path, mm: a fifth of the intended one's.
const THIN_MM: f64 = 3.0;
/// Strength of a noisy path's colour against the cloth.
const STRENGTH: f64 = 0.75;
/// A bend that spans less than this is none, m^2: a tenth of a millimetre over a metre.
const BEND_M2: f64 = 1e-4;
/// Radius of the dot at its end, mm.
const DOT_MM: f64 = 9.0;

/// A picture of the intended stroke over the noisy ones.
pub fn spread(scene: &Scene, tries: &[Trace], theme: &Theme) -> String {
    let view = View::new(scene.table, Way::Lying);
    let (w, h) = view.outer();
    let legend_y = MARGIN + 140.0 + h + 40.0;
    let size = (w + 2.0 * MARGIN, legend_y + 1.5 * SIZE + MARGIN);
    let mut page = Canvas::new();
    page.page(size, theme.page);
    page.fitted((MARGIN, MARGIN + 44.0), w, &scene.heading, Type::new(56.0, theme.ink).bold());
    page.fitted((MARGIN, MARGIN + 106.0), w, &scene.position, Type::new(SIZE, theme.soft).mono());
    page.place((MARGIN, MARGIN + 140.0), &drawn(scene, tries, &view, theme));
    let count = tries.len();
    let words = match scene.language {
        Language::En => format!("thin: {count} strokes of this hand, a dot where each ball stops; thick: as intended"),
        Language::It => {
            format!("sottile: {count} tiri di questa mano, un punto dove si ferma ogni bilia; spesso: come voluto")
        }
        Language::Ru => format!("тонко: {count} ударов этой руки, точка — остановка шара; толсто: как задумано"),
    };
    page.text((MARGIN, legend_y + SIZE), &words, Type::new(SIZE, theme.soft));
    page.document(
        size,
        PIXELS,
        &format!("{}: {}", scene.heading, say(scene.language, "spread", "dispersione", "разброс")),
    )
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

/// One ball's paths in all tries, with a dot where each ends.
fn thin(canvas: &mut Canvas, view: &View, tries: &[Trace], ball: Ball, theme: &Theme) {
    let ways: Vec<(String, Point)> = tries.iter().filter_map(|trace| way(view, trace, ball)).collect();
    let colour = mix(theme.cloth, theme.ball(ball), STRENGTH);
    // A path a try: one shape of all crossings is slower to fill than its parts.
    for (data, _) in &ways {
        canvas.path(data, Pen::line(&colour, THIN_MM));
    }
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
    let mut start = place(first, first.t0_s);
    for (i, segment) in moving.iter().enumerate() {
        let (from, to) = (place(segment, segment.t0_s), place(segment, segment.t1_s));
        let control = from + segment.velocity.truncate() * (0.5 * (segment.t1_s - segment.t0_s));
        let bends = |a: DVec2, b: DVec2, c: DVec2| (b - a).perp_dot(c - a).abs() > BEND_M2;
        // A straight stretch that goes straight on is told with the next: a ball passes many bands of speed.
        let goes_on = moving.get(i + 1).is_some_and(|next| {
            let after = place(next, next.t1_s);
            !bends(start, to, after) && (to - start).dot(after - to) > 0.0
        });
        if bends(from, control, to) {
            data += &curve_to(view.point(control), view.point(to));
            start = to;
        } else if !goes_on {
            data += &line_to(view.point(to));
            start = to;
        }
    }
    Some((data, view.point(place(last, last.t1_s))))
}
