//! Tolerance: what becomes of a stroke when two parameters are off together.

use super::canvas::{Anchor, Canvas, Pen, Point, Type};
use super::theme::{Theme, mix};
use super::{MARGIN, SIZE};
use crate::tongue::{points, say, signed};
use filotto_engine::Language;

/// Side of the map, mm of the picture.
const SIDE: f64 = 1500.0;
/// Room left of the map and below it for the axes, mm.
const AXIS: f64 = 220.0;
/// Width of the legend beside the map, mm.
const LEGEND: f64 = 820.0;
/// Width on the screen, pixels.
const PIXELS: f64 = 1000.0;

/// The map of two parameters.
#[derive(Clone, Debug)]
pub struct Map<'a> {
    /// The line above.
    pub heading: String,
    /// The line under it.
    pub note: String,
    /// Names of the axes with their units, across and up.
    pub axes: [&'a str; 2],
    /// What the map's edge stands for, in each unit.
    pub spans: [f64; 2],
    /// One sigma of the hand, in each unit.
    pub sigmas: [f64; 2],
    /// Cells to each side of the middle.
    pub half: usize,
    /// Points, or `None` for a fault, row by row from below.
    pub cells: &'a [Option<u16>],
    /// Language of the picture's own words.
    pub language: Language,
}

/// The picture of a map.
pub fn tolerance(map: &Map, theme: &Theme) -> String {
    let (left, top) = (MARGIN + AXIS, MARGIN + 240.0);
    let size = (left + SIDE + 70.0 + LEGEND + MARGIN, top + SIDE + AXIS + MARGIN);
    let mut page = Canvas::new();
    page.page(size, theme.page);
    page.fitted((MARGIN, MARGIN + 44.0), size.0 - 2.0 * MARGIN, &map.heading, Type::new(56.0, theme.ink).bold());
    page.fitted((MARGIN, MARGIN + 106.0), size.0 - 2.0 * MARGIN, &map.note, Type::new(SIZE, theme.soft));
    cells(&mut page, (left, top), map, theme);
    rings(&mut page, (left, top), map, theme);
    axes(&mut page, (left, top), map, theme);
    legend(&mut page, (left + SIDE + 70.0, top), map, theme);
    page.document(
        size,
        PIXELS,
        &format!("{}: {}", map.heading, say(map.language, "tolerance", "tolleranza", "допуски")),
    )
}

/// How a cell looks: points in rising strength, nothing empty, a fault crossed.
fn cell(page: &mut Canvas, at: Point, side: f64, value: Option<u16>, most: u16, theme: &Theme) {
    // Cells overlap by a hair: side by side, the seams would shine through.
    let square = (side + 1.0, side + 1.0);
    match value {
        Some(0) => page.rect(at, square, 0.0, Pen::fill(theme.box_fill)),
        Some(points) => {
            let strength = 0.3 + 0.7 * f64::from(points) / f64::from(most.max(1));
            page.rect(at, square, 0.0, Pen::fill(&mix(theme.box_fill, theme.accent, strength)));
        }
        None => {
            page.rect(at, square, 0.0, Pen::fill(theme.box_fill));
            let pen = Pen::line(theme.alert, (0.1 * side).max(2.0));
            let (low, high) = (0.2 * side, 0.8 * side);
            page.line((at.0 + low, at.1 + low), (at.0 + high, at.1 + high), pen);
            page.line((at.0 + low, at.1 + high), (at.0 + high, at.1 + low), pen);
        }
    }
}

fn cells(page: &mut Canvas, (left, top): Point, map: &Map, theme: &Theme) {
    let count = 2 * map.half + 1;
    let side = SIDE / count as f64;
    let most = map.cells.iter().flatten().copied().max().unwrap_or(0);
    for (index, &value) in map.cells.iter().enumerate() {
        let (column, row) = (index % count, index / count);
        let at = (left + side * column as f64, top + SIDE - side * (row + 1) as f64);
        cell(page, at, side, value, most, theme);
    }
    page.rect((left, top), (SIDE, SIDE), 0.0, Pen::line(theme.soft, 4.0));
}

/// One and two sigmas of the hand, and the aim.
fn rings(page: &mut Canvas, (left, top): Point, map: &Map, theme: &Theme) {
    let (x, y) = (left + SIDE / 2.0, top + SIDE / 2.0);
    for sigmas in [1.0, 2.0] {
        // Both axes span the same number of sigmas: the ellipse is a circle.
        let r = SIDE / 2.0 * sigmas * map.sigmas[0] / map.spans[0];
        page.circle((x, y), r, Pen::line(theme.page, 9.0));
        page.circle((x, y), r, Pen::line(theme.ink, 4.0).dashed("18 12"));
    }
    for (pen_width, colour) in [(12.0, theme.page), (6.0, theme.ink)] {
        page.line((x - 30.0, y), (x + 30.0, y), Pen::line(colour, pen_width));
        page.line((x, y - 30.0), (x, y + 30.0), Pen::line(colour, pen_width));
    }
}

fn axes(page: &mut Canvas, (left, top): Point, map: &Map, theme: &Theme) {
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let along = SIDE / 2.0 * (1.0 + part);
        let [across, up] = map.spans.map(|span| signed(map.language, part * span, 2));
        let set = Type::new(SIZE, theme.soft);
        page.line((left + along, top + SIDE), (left + along, top + SIDE + 14.0), Pen::line(theme.soft, 4.0));
        page.text((left + along, top + SIDE + 24.0 + SIZE), &across, set.anchored(Anchor::Middle));
        page.line((left - 14.0, top + SIDE - along), (left, top + SIDE - along), Pen::line(theme.soft, 4.0));
        page.text((left - 24.0, top + SIDE - along + 0.35 * SIZE), &up, set.anchored(Anchor::End));
    }
    let set = Type::new(1.1 * SIZE, theme.ink).bold();
    page.text((left + SIDE / 2.0, top + SIDE + 3.6 * SIZE), map.axes[0], set.anchored(Anchor::Middle));
    page.text((MARGIN, top - 1.1 * SIZE), map.axes[1], set);
}

/// Every number of points that occurs, with its look.
fn legend(page: &mut Canvas, (x, y): Point, map: &Map, theme: &Theme) {
    let (side, language) = (1.2 * SIZE, map.language);
    let most = map.cells.iter().flatten().copied().max().unwrap_or(0);
    let mut values: Vec<Option<u16>> = map.cells.to_vec();
    values.sort_unstable_by_key(|value| std::cmp::Reverse(value.map_or(-1, i32::from)));
    values.dedup();
    let mut at = y;
    for value in values {
        cell(page, (x, at), side, value, most, theme);
        page.rect((x, at), (side, side), 0.0, Pen::line(theme.soft, 3.0));
        let words = match value {
            None => say(language, "fault", "fallo", "ошибка").into(),
            Some(0) => say(language, "no points", "nessun punto", "без очков").into(),
            Some(count) => format!("{count} {}", points(language, f64::from(count), 0)),
        };
        page.text((x + 1.6 * side, at + 0.85 * SIZE), &words, Type::new(SIZE, theme.ink));
        at += 1.7 * SIZE;
    }
    at += SIZE;
    let words = [
        say(language, "cross: the aim", "croce: la mira", "крест: прицел"),
        say(language, "dashed: one and two sigmas", "tratteggio: uno e due sigma", "пунктир: одна и две сигмы"),
        say(language, "of this hand", "di questa mano", "этой руки"),
    ];
    for words in words {
        page.text((x, at + SIZE), words, Type::new(SIZE, theme.soft));
        at += 1.45 * SIZE;
    }
}
