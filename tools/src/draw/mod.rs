//! Pictures. One SVG writer makes them all; a PNG is that SVG, rendered; the terminal gets its own drawing.
//!
//! `canvas` writes elements, `theme` holds colours, `view` maps the table into the picture; `table`, `shot` and
//! `panel` draw the parts; this file puts one picture together, `board` several beside each other.

mod board;
mod budgets;
mod canvas;
mod chart;
mod columns;
mod heat;
mod panel;
mod png;
mod running;
mod shot;
mod spread;
mod table;
mod text;
mod theme;
mod tolerance;
mod view;

pub use board::board;
pub use budgets::{Budget, budgets};
pub use chart::{Bar, bars, colour, with_our_fonts};
pub use columns::{Column, columns};
pub use heat::heat;
pub use png::png;
pub use running::running;
pub use spread::spread;
pub use text::text;
pub use theme::{LIGHT, Theme};
pub use tolerance::{Map, tolerance};

use crate::tongue::{fixed, say};
use canvas::{Canvas, Type};
use filotto_engine::Language;
use filotto_physics::{Ball, Layout, Strike, Table, Trace};
use view::{View, Way};

/// Everything one picture shows.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The table.
    pub table: &'a Table,
    /// Balls and pins before the stroke.
    pub layout: Layout,
    /// Whose ball is struck.
    pub striker: Option<Ball>,
    /// The stroke.
    pub strike: Option<Strike>,
    /// What it does.
    pub trace: Option<&'a Trace>,
    /// The line above the table.
    pub heading: String,
    /// The position's text, under the heading.
    pub position: String,
    /// Rows of the small table: label and value.
    pub figures: Vec<(String, String)>,
    /// Language of the picture's own words.
    pub language: Language,
}

/// Width of a single picture on the screen, pixels.
const PIXELS: f64 = 1200.0;
/// Margin around everything, mm.
const MARGIN: f64 = 60.0;
/// Height of the letters in the panel, mm: 15 pixels.
const SIZE: f64 = 40.0;

/// One picture as an SVG document: heading, table, panel.
pub fn picture(scene: &Scene, theme: &Theme) -> String {
    let view = View::new(scene.table, Way::Lying);
    let (w, h) = view.outer();
    let (panel_y, panel_h) = (MARGIN + 140.0 + h + 50.0, panel_height(scene));
    let size = (w + 2.0 * MARGIN, panel_y + panel_h + MARGIN);
    let mut page = Canvas::new();
    page.page(size, theme.page);
    page.fitted((MARGIN, MARGIN + 44.0), w, &scene.heading, Type::new(56.0, theme.ink).bold());
    page.fitted((MARGIN, MARGIN + 106.0), w, &scene.position, Type::new(SIZE, theme.soft).mono());
    page.place((MARGIN, MARGIN + 140.0), &drawn_table(scene, &view, theme));
    page.place((MARGIN, panel_y), &panel_below(scene, w, theme));
    page.document(size, PIXELS, &format!("{}: {}", scene.heading, scene.position))
}

/// The table with all that is on it.
fn drawn_table(scene: &Scene, view: &View, theme: &Theme) -> Canvas {
    let mut canvas = Canvas::new();
    let radius = scene.table.radius();
    table::table(&mut canvas, view, scene.table, theme);
    table::ends(&mut canvas, view, scene.language, theme);
    let felled = scene.trace.map(shot::felled).unwrap_or_default();
    if let Some(trace) = scene.trace {
        shot::paths(&mut canvas, view, trace, theme);
        shot::rests(&mut canvas, view, &scene.layout, trace, radius, theme);
        shot::ghosts(&mut canvas, view, &scene.layout, trace, radius, theme);
    }
    table::castle(&mut canvas, view, scene.table, scene.layout.pins, felled, theme);
    shot::balls(&mut canvas, view, &scene.layout, scene.striker, radius, theme);
    if let (Some(strike), Some(place)) = (scene.strike, scene.striker.and_then(|b| scene.layout.balls[b.index()])) {
        shot::cue(&mut canvas, view, place, &strike, radius);
    }
    if let Some(trace) = scene.trace {
        shot::cushions(&mut canvas, view, trace, theme);
    }
    canvas
}

fn panel_height(scene: &Scene) -> f64 {
    let rows = scene.figures.len().max(if scene.trace.is_some() { 9 } else { 2 }) as f64;
    (1.5 * SIZE * rows).max(if scene.strike.is_some() { 470.0 } else { 0.0 })
}

/// Tip and speed on the left, figures in the middle, legend on the right.
fn panel_below(scene: &Scene, width: f64, theme: &Theme) -> Canvas {
    let mut canvas = Canvas::new();
    let mut left = 0.0;
    if let (Some(strike), Some(ball)) = (&scene.strike, scene.striker) {
        stroke_block(&mut canvas, (0.0, 0.0), (1000.0, SIZE), (strike, ball), scene, theme);
        left = 1110.0;
    }
    panel::figures(&mut canvas, (left, 0.0), 1130.0, SIZE, &scene.figures, theme);
    let legend = panel::Legend { striker: scene.striker, stroke: scene.trace.is_some(), language: scene.language };
    panel::legend(&mut canvas, (width - 720.0, 0.0), 720.0, 1, SIZE, legend, theme);
    canvas
}

/// The tip's inset with its words, and the speed bar: what the hands have to do. Ten lines high.
fn stroke_block(
    canvas: &mut Canvas,
    (x, y): (f64, f64),
    (width, size): (f64, f64),
    (strike, ball): (&Strike, Ball),
    scene: &Scene,
    theme: &Theme,
) {
    let r = 4.0 * size;
    let middle = x + r + 6.0;
    panel::tip(canvas, (middle, y + r + 6.0), r, ball, strike, scene.table, theme);
    let (words, language) = (Type::new(0.9 * size, theme.ink), scene.language);
    canvas.text((x, y + 2.0 * r + 1.5 * size), &panel::tip_words(strike, language), words);
    let right = x + 2.0 * r + 2.5 * size;
    let bar = x + width - right;
    let row = |label: &str, value: String| (label.to_string(), value);
    let rows = [
        row(
            say(language, "direction", "direzione", "направление"),
            format!("{}°", fixed(language, turned(strike.phi_deg), 2)),
        ),
        row(
            say(language, "cue raised", "stecca alzata", "кий поднят"),
            format!("{}°", fixed(language, strike.theta_deg, 1)),
        ),
        row(say(language, "speed", "velocità", "скорость"), panel::mps(&fixed(language, strike.v_mps, 2), language)),
    ];
    let bottom = panel::figures(canvas, (right, y), bar, size, &rows, theme);
    panel::speed(canvas, (right, bottom + 0.6 * size), bar, size, strike, language, theme);
}

/// A direction from -180 to 180 degrees.
fn turned(phi_deg: f64) -> f64 {
    (phi_deg + 180.0).rem_euclid(360.0) - 180.0
}

#[cfg(test)]
mod coach_tests;
#[cfg(test)]
mod tests;
