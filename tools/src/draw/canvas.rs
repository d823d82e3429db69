//! The SVG writer under every picture: elements appended to one string. Lengths are millimetres of the table.

use std::fmt::Write;

/// Fonts in the order they are looked for: the first is the one that PNGs are drawn with.
const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, sans-serif";
/// The same for text whose columns must line up.
const MONO: &str = "DejaVu Sans Mono, Menlo, Consolas, monospace";

/// A point of the picture, x to the right, y down.
pub type Point = (f64, f64);

/// How an outline or line is drawn; empty parts are left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pen<'a> {
    /// Inside, none when empty.
    pub fill: &'a str,
    /// Outline, none when empty.
    pub stroke: &'a str,
    /// Width of the outline.
    pub width: f64,
    /// Dash pattern, solid when empty.
    pub dash: &'a str,
    /// 0 = solid, else how much shines through (`opacity = 1 - fade`).
    pub fade: f64,
}

impl<'a> Pen<'a> {
    /// A filled shape without outline.
    pub const fn fill(fill: &'a str) -> Pen<'a> {
        Pen { fill, stroke: "", width: 0.0, dash: "", fade: 0.0 }
    }

    /// A line without inside.
    pub const fn line(stroke: &'a str, width: f64) -> Pen<'a> {
        Pen { fill: "", stroke, width, dash: "", fade: 0.0 }
    }

    /// The same, outlined.
    pub const fn outlined(self, stroke: &'a str, width: f64) -> Pen<'a> {
        Pen { stroke, width, ..self }
    }

    /// The same, dashed.
    pub const fn dashed(self, dash: &'a str) -> Pen<'a> {
        Pen { dash, ..self }
    }

    /// The same, fainter.
    pub const fn faded(self, fade: f64) -> Pen<'a> {
        Pen { fade, ..self }
    }

    fn attributes(&self) -> String {
        let mut text = format!(" fill=\"{}\"", if self.fill.is_empty() { "none" } else { self.fill });
        if !self.stroke.is_empty() {
            let _ = write!(text, " stroke=\"{}\" stroke-width=\"{}\"", self.stroke, number(self.width));
            text.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        }
        if !self.dash.is_empty() {
            let _ = write!(text, " stroke-dasharray=\"{}\"", self.dash);
        }
        if self.fade > 0.0 {
            let _ = write!(text, " opacity=\"{:.2}\"", 1.0 - self.fade);
        }
        text
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct Type<'a> {
    /// Height of the letters, mm.
    pub size: f64,
    /// Colour.
    pub colour: &'a str,
    /// Which end is given.
    pub anchor: Anchor,
    /// Bold.
    pub bold: bool,
    /// Equal widths.
    pub mono: bool,
}

impl<'a> Type<'a> {
    /// Plain text that begins at its point.
    pub const fn new(size: f64, colour: &'a str) -> Type<'a> {
        Type { size, colour, anchor: Anchor::Start, bold: false, mono: false }
    }

    /// The same, anchored elsewhere.
    pub const fn anchored(self, anchor: Anchor) -> Type<'a> {
        Type { anchor, ..self }
    }

    /// The same, bold.
    pub const fn bold(self) -> Type<'a> {
        Type { bold: true, ..self }
    }

    /// The same, with equal widths.
    pub const fn mono(self) -> Type<'a> {
        Type { mono: true, ..self }
    }
}

/// Elements in the order of drawing.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    /// Nothing drawn yet.
    pub fn new() -> Canvas {
        Canvas::default()
    }

    /// A rectangle by its upper left corner, with rounded corners.
    pub fn rect(&mut self, (x, y): Point, (w, h): (f64, f64), round: f64, pen: Pen) {
        let (x, y, w, h, round) = (number(x), number(y), number(w), number(h), number(round));
        self.add(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\"{}/>",
            pen.attributes()
        ));
    }

    /// What is behind everything: a little over the edge, for a PNG's last row of pixels would else be half empty.
    pub fn page(&mut self, (w, h): (f64, f64), colour: &str) {
        const OVER_MM: f64 = 10.0;
        self.rect((-OVER_MM, -OVER_MM), (w + 2.0 * OVER_MM, h + 2.0 * OVER_MM), 0.0, Pen::fill(colour));
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): Point, r: f64, pen: Pen) {
        self.add(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            number(x),
            number(y),
            number(r),
            pen.attributes()
        ));
    }

    /// A straight line.
    pub fn line(&mut self, (x1, y1): Point, (x2, y2): Point, pen: Pen) {
        let (x1, y1, x2, y2) = (number(x1), number(y1), number(x2), number(y2));
        self.add(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{}/>", pen.attributes()));
    }

    /// A path whose data is made with [`move_to`], [`line_to`] and [`curve_to`].
    pub fn path(&mut self, data: &str, pen: Pen) {
        self.add(&format!("<path d=\"{}\"{}/>", data.trim(), pen.attributes()));
    }

    /// A closed polygon.
    pub fn polygon(&mut self, points: &[Point], pen: Pen) {
        let list: Vec<_> = points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        self.add(&format!("<polygon points=\"{}\"{}/>", list.join(" "), pen.attributes()));
    }

    /// A line of text; `at` is on its baseline.
    pub fn text(&mut self, (x, y): Point, text: &str, set: Type) {
        let anchor = match set.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if set.bold { " font-weight=\"bold\"" } else { "" };
        let family = if set.mono { MONO } else { FONTS };
        let (x, y, size, colour) = (number(x), number(y), number(set.size), set.colour);
        self.add(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"{family}\" font-size=\"{size}\"{weight}{anchor} fill=\"{colour}\" xml:space=\"preserve\">{}</text>",
            escaped(text)
        ));
    }

    /// A line of text, set smaller where it would be wider than the room.
    pub fn fitted(&mut self, at: Point, room: f64, text: &str, set: Type) {
        // Width of a letter by its height in DejaVu Sans: equal widths, bold, regular on the average.
        let letter = match (set.mono, set.bold) {
            (true, _) => 0.602,
            (_, true) => 0.68,
            _ => 0.6,
        };
        let width = letter * set.size * text.chars().count() as f64;
        self.text(at, text, Type { size: set.size * (room / width).min(1.0), ..set });
    }

    /// Another drawing, moved to a place.
    pub fn place(&mut self, (x, y): Point, other: &Canvas) {
        self.add(&format!("<g transform=\"translate({} {})\">", number(x), number(y)));
        self.body.push_str(&other.body);
        self.add("</g>");
    }

    /// The whole document: size in mm, width on the screen in pixels, title for screen readers.
    pub fn document(&self, (w, h): (f64, f64), pixels: f64, title: &str) -> String {
        let (px_h, w_mm, h_mm) = (number(pixels * h / w), number(w), number(h));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{px_h}\" viewBox=\"0 0 {w_mm} {h_mm}\" role=\"img\">\n<title>{}</title>\n{}</svg>\n",
            number(pixels),
            escaped(title),
            self.body
        )
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
}

/// Path data: start at a point.
pub fn move_to((x, y): Point) -> String {
    format!("M{} {} ", number(x), number(y))
}

/// Path data: a straight line on.
pub fn line_to((x, y): Point) -> String {
    format!("L{} {} ", number(x), number(y))
}

/// Path data: a parabola on (a quadratic Bezier curve is one).
pub fn curve_to((cx, cy): Point, (x, y): Point) -> String {
    format!("Q{} {} {} {} ", number(cx), number(cy), number(x), number(y))
}

/// A tenth of a millimetre is finer than any screen or printer; `-0` and trailing zeros go.
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let short = text.strip_suffix(".0").unwrap_or(&text);
    if short == "-0" { "0".into() } else { short.into() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            ["30.8", "2840", "0", "0", "-0.5"],
            [30.75, 2840.0, -0.01, 0.0, -0.5].map(number).each_ref().map(String::as_str)
        );
    }

    #[test]
    fn text_cannot_break_the_document() {
        let mut canvas = Canvas::new();
        canvas.text((0.0, 0.0), "<b> & \"c\"", Type::new(10.0, "#000"));
        assert!(canvas.document((10.0, 10.0), 10.0, "a<b").contains("&lt;b&gt; &amp; &quot;c&quot;</text>"));
    }
}
