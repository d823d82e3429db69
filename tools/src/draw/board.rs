//! Several strokes from one position beside each other, on standing tables: the board to print.

use super::canvas::{Anchor, Canvas, Type};
use super::theme::Theme;
use super::view::{View, Way};
use super::{MARGIN, Scene, drawn_table, panel, stroke_block};

/// Width on the screen, pixels.
const PIXELS: f64 = 1500.0;
/// Between two tables, mm.
const GAP: f64 = 110.0;
/// Height of the letters, mm: a board of three is more than 5 m wide.
const SIZE: f64 = 62.0;
/// Height of the lines above the tables: title and position, then each table's heading.
const TITLE: f64 = 230.0;
const HEADING: f64 = 110.0;

/// A board: one table per scene, left to right. The scenes share position and striker.
pub fn board(title: &str, scenes: &[Scene], theme: &Theme) -> String {
    let Some(first) = scenes.first() else { return Canvas::new().document((100.0, 100.0), 100.0, title) };
    let view = View::new(first.table, Way::Standing);
    let (w, h) = view.outer();
    let rows = scenes.iter().map(|s| s.figures.len()).max().unwrap_or(0);
    let panel_h = 11.0 * SIZE + 1.45 * SIZE * rows as f64;
    let tables_y = MARGIN + TITLE + HEADING;
    let legend_y = tables_y + h + 70.0 + panel_h + 40.0;
    let width = (w + GAP) * scenes.len() as f64 - GAP + 2.0 * MARGIN;
    let size = (width, legend_y + legend_rows(width) * 1.5 * SIZE + MARGIN);
    let mut page = Canvas::new();
    page.page(size, theme.page);
    page.fitted((MARGIN, MARGIN + 70.0), width - 2.0 * MARGIN, title, Type::new(84.0, theme.ink).bold());
    page.fitted((MARGIN, MARGIN + 170.0), width - 2.0 * MARGIN, &first.position, Type::new(SIZE, theme.soft).mono());
    for (i, scene) in scenes.iter().enumerate() {
        let x = MARGIN + (w + GAP) * i as f64;
        let centre = Type::new(1.1 * SIZE, theme.ink).bold().anchored(Anchor::Middle);
        page.fitted((x + w / 2.0, tables_y - 34.0), w, &scene.heading, centre);
        page.place((x, tables_y), &drawn_table(scene, &view, theme));
        page.place((x, tables_y + h + 70.0), &below(scene, w, theme));
    }
    let what = panel::Legend { striker: first.striker, stroke: true, language: first.language };
    panel::legend(&mut page, (MARGIN, legend_y), width - 2.0 * MARGIN, columns(width), SIZE, what, theme);
    page.document(size, PIXELS.min(PIXELS * width / 3000.0), title)
}

/// The hands' work, then the figures.
fn below(scene: &Scene, width: f64, theme: &Theme) -> Canvas {
    let mut canvas = Canvas::new();
    let mut y = 0.0;
    if let (Some(strike), Some(ball)) = (&scene.strike, scene.striker) {
        stroke_block(&mut canvas, (0.0, 0.0), (width, SIZE), (strike, ball), scene, theme);
        y = 11.0 * SIZE;
    }
    panel::figures(&mut canvas, (0.0, y), width, SIZE, &scene.figures, theme);
    canvas
}

/// The legend has nine signs, each a metre wide at most.
fn columns(width: f64) -> usize {
    ((width / 1050.0) as usize).clamp(1, 5)
}

fn legend_rows(width: f64) -> f64 {
    9usize.div_ceil(columns(width)) as f64
}
