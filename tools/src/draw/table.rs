//! The table itself: frame, cushions, cloth, diamonds, spots and lines, castle.

use super::canvas::{Anchor, Canvas, Pen, Point, Type};
use super::theme::Theme;
use super::view::{FRAME_MM, View, Way};
use crate::tongue::say;
use filotto_engine::Language;
use filotto_physics::{Pin, PinSet, Table};
use glam::DVec2;

/// Diamonds along the long side; half as many along the short.
const DIAMONDS: u32 = 8;
/// Radius of a drawn pin, mm: a little over the true 5, for a pin is what one looks for.
const PIN_MM: f64 = 8.0;

/// Draws the empty table.
pub fn table(canvas: &mut Canvas, view: &View, table: &Table, theme: &Theme) {
    let (w, h) = view.outer();
    canvas.rect((0.0, 0.0), (w, h), 34.0, Pen::fill(theme.frame).outlined(theme.edge, 4.0));
    let inner = (w - 2.0 * FRAME_MM, h - 2.0 * FRAME_MM);
    canvas.rect((FRAME_MM, FRAME_MM), inner, 6.0, Pen::fill(theme.cushion).outlined(theme.edge, 3.0));
    let corner = (view.border, view.border);
    canvas.rect(corner, view.surface(), 0.0, Pen::fill(theme.cloth).outlined(theme.edge, 3.0));
    diamonds(canvas, view, theme);
    marks(canvas, view, table, theme);
}

/// Diamonds on the frame with their numbers: 0 to 8 along, 0 to 4 across.
fn diamonds(canvas: &mut Canvas, view: &View, theme: &Theme) {
    let size = view.size_m();
    let out = (view.border - FRAME_MM / 2.0) / 1000.0;
    for i in 0..=DIAMONDS {
        let x = size.x * f64::from(i) / f64::from(DIAMONDS);
        for y in [-out, size.y + out] {
            diamond(canvas, view.point(DVec2::new(x, y)), i, theme);
        }
    }
    for i in 0..=DIAMONDS / 2 {
        let y = size.y * f64::from(i) / f64::from(DIAMONDS / 2);
        for x in [-out, size.x + out] {
            diamond(canvas, view.point(DVec2::new(x, y)), i, theme);
        }
    }
}

fn diamond(canvas: &mut Canvas, (x, y): Point, number: u32, theme: &Theme) {
    const R: f64 = 15.0;
    let points = [(x - R * 0.7, y), (x, y - R), (x + R * 0.7, y), (x, y + R)];
    canvas.polygon(&points, Pen::fill(theme.diamond));
    let set = Type::new(32.0, theme.diamond).anchored(Anchor::Start);
    canvas.text((x + 17.0, y + 11.0), &number.to_string(), set);
}

/// The middle line, the lag line, and the four spots.
fn marks(canvas: &mut Canvas, view: &View, table: &Table, theme: &Theme) {
    let size = view.size_m();
    let thin = Pen::line(theme.mark, 3.0).dashed("14 12").faded(0.35);
    for x in [size.x / 4.0, size.x / 2.0] {
        canvas.line(view.point(DVec2::new(x, 0.0)), view.point(DVec2::new(x, size.y)), thin);
    }
    for spot in spots(table) {
        let (x, y) = view.point(spot);
        let pen = Pen::line(theme.mark, 4.0);
        canvas.line((x - 14.0, y), (x + 14.0, y), pen);
        canvas.line((x, y - 14.0), (x, y + 14.0), pen);
    }
}

/// Lower end spot, lower central spot, red spot, upper end spot (1.2 to 1.5).
fn spots(table: &Table) -> [DVec2; 4] {
    let params = table.params();
    let middle = params.width_m / 2.0;
    let end = 0.1;
    [end, params.length_m / 4.0, params.length_m * 0.75, params.length_m - end].map(|x| DVec2::new(x, middle))
}

/// The castle: standing pins as pegs, felled ones crossed out.
pub fn castle(canvas: &mut Canvas, view: &View, table: &Table, pins: PinSet, felled: PinSet, theme: &Theme) {
    for pin in Pin::ALL {
        let at = view.point(table.pin_spot(pin));
        if !pins.contains(pin) {
            canvas.circle(at, 4.0, Pen::fill(theme.mark));
            continue;
        }
        peg(canvas, at, theme);
        if felled.contains(pin) {
            cross(canvas, at, theme);
        }
    }
}

/// A pin seen from above: its belly and its head.
pub fn peg(canvas: &mut Canvas, at: Point, theme: &Theme) {
    canvas.circle(at, PIN_MM, Pen::fill(theme.pin).outlined(theme.edge, 4.0));
    canvas.circle(at, 2.5, Pen::fill(theme.edge));
}

/// The mark of a felled pin.
pub fn cross(canvas: &mut Canvas, (x, y): Point, theme: &Theme) {
    const R: f64 = 19.0;
    for (pen_width, colour) in [(13.0, theme.page), (8.0, theme.alert)] {
        let pen = Pen::line(colour, pen_width);
        canvas.line((x - R, y - R), (x + R, y + R), pen);
        canvas.line((x - R, y + R), (x + R, y - R), pen);
    }
}

/// Letters at the middle of the short cushions that say which is which.
pub fn ends(canvas: &mut Canvas, view: &View, language: Language, theme: &Theme) {
    let (w, h) = view.outer();
    let set = Type::new(30.0, theme.diamond).anchored(Anchor::Middle);
    if view.way == Way::Standing {
        canvas.text((w / 2.0 + 180.0, FRAME_MM / 2.0 + 11.0), say(language, "upper", "superiore", "верх"), set);
        canvas.text((w / 2.0 + 180.0, h - FRAME_MM / 2.0 + 11.0), say(language, "lower", "inferiore", "низ"), set);
    }
}
