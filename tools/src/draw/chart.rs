//! Charts, by plotters into SVG: values with their intervals, one row each.

use super::theme::Theme;
use crate::tongue::decimal;
use anyhow::{Result, anyhow};
use filotto_engine::Language;
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::*;

/// One row of a chart: a name, a value and the half-width of its 95 % interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Name at the axis.
    pub label: String,
    /// Value.
    pub value: f64,
    /// Half-width of the interval.
    pub pm: f64,
}

/// Size in pixels.
pub(super) const SIZE: (u32, u32) = (1000, 520);

/// Room for the names, pixels: `3. quattro sponde indirette`.
const LABELS: u32 = 290;

/// A chart of values with intervals, best on top.
///
/// # Errors
/// None that a caller could cause: the drawing goes to memory.
pub fn bars(title: &str, axis: &str, rows: &[Bar], language: Language, theme: &Theme) -> Result<String> {
    sheet(SIZE, theme, |root| draw(root, title, axis, rows, language, theme))
}

/// What drawing on a sheet comes to.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A sheet that plotters draws on.
pub type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// An SVG document of a size in pixels, in the theme's page colour, made by a function that draws on it.
///
/// # Errors
/// None that a caller could cause: the drawing goes to memory.
pub fn sheet(size: (u32, u32), theme: &Theme, draw: impl FnOnce(&Sheet) -> Drawn) -> Result<String> {
    let mut svg = String::new();
    let drawn = || -> Drawn {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&colour(theme.page))?;
        draw(&root)?;
        root.present()?;
        Ok(())
    };
    drawn().map_err(|e| anyhow!("drawing the chart: {e}"))?;
    Ok(with_our_fonts(&svg))
}

/// plotters names only the family of its own; the same fonts as everywhere else.
pub fn with_our_fonts(svg: &str) -> String {
    svg.replace("font-family=\"sans-serif\"", "font-family=\"DejaVu Sans, Verdana, sans-serif\"")
}

fn draw(root: &Sheet, title: &str, axis: &str, rows: &[Bar], language: Language, theme: &Theme) -> Drawn {
    let ink = colour(theme.ink);
    let accent = colour(theme.accent);
    let low = rows.iter().map(|r| r.value - r.pm).fold(0.0, f64::min);
    let high = rows.iter().map(|r| r.value + r.pm).fold(0.1, f64::max);
    let count = rows.len() as i32;
    let mut chart = ChartBuilder::on(root)
        .caption(title, ("sans-serif", 26).into_font().color(&ink))
        .margin(20)
        .x_label_area_size(60)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(low * 1.05..high * 1.05, (0..(count - 1).max(0)).into_segmented())?;
    let name = |at: &SegmentValue<i32>| match at {
        SegmentValue::CenterOf(i) if (0..count).contains(i) => rows[(count - 1 - i) as usize].label.clone(),
        _ => String::new(),
    };
    let figure = |value: &f64| decimal(language, *value, 2);
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh()
        .y_labels(rows.len() + 1)
        .y_label_formatter(&name)
        .max_light_lines(1)
        .x_label_formatter(&figure)
        .x_desc(axis);
    styled(&mut mesh, theme).draw()?;
    for (i, row) in rows.iter().enumerate() {
        let y = count - 1 - i as i32;
        let (below, above) = (SegmentValue::Exact(y), SegmentValue::Exact(y + 1));
        let mut bar = Rectangle::new([(0.0, below), (row.value, above)], accent.mix(0.55).filled());
        bar.set_margin(7, 7, 0, 0);
        chart.draw_series([bar])?;
        let ends = [(row.value - row.pm, SegmentValue::CenterOf(y)), (row.value + row.pm, SegmentValue::CenterOf(y))];
        chart.draw_series([PathElement::new(ends, ink.stroke_width(3))])?;
    }
    Ok(())
}

/// Lines and letters at the axes of every chart.
pub(super) fn styled<'m, 'a, 'b, X: Ranged, Y: Ranged, DB: DrawingBackend>(
    mesh: &'m mut MeshStyle<'a, 'b, X, Y, DB>,
    theme: &Theme,
) -> &'m mut MeshStyle<'a, 'b, X, Y, DB> {
    let (ink, soft) = (colour(theme.ink), colour(theme.soft));
    mesh.axis_style(soft)
        .bold_line_style(soft.mix(0.25))
        .light_line_style(soft.mix(0.1))
        .label_style(("sans-serif", 18).into_font().color(&ink))
        .axis_desc_style(("sans-serif", 19).into_font().color(&ink))
}

/// A number at an axis with no more digits than it needs; zero has no sign.
pub(super) fn plain(number: &f64) -> String {
    ((number * 1e4).round() / 1e4 + 0.0).to_string()
}

/// `#rrggbb` of a theme.
pub fn colour(text: &str) -> RGBColor {
    let part = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).unwrap_or(0);
    RGBColor(part(1), part(3), part(5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::png::tests::count;
    use crate::draw::theme::LIGHT;

    #[test]
    fn numbers_at_an_axis_are_plain() {
        let told = [-1e-17, 0.30000000000000004, -2.0, 0.0125].map(|number| plain(&number));
        assert_eq!(told, ["0", "0.3", "-2", "0.0125"]);
    }

    #[test]
    fn bars_and_names_are_drawn() {
        let row = |label: &str, value, pm| Bar { label: label.into(), value, pm };
        let rows = [row("first", 4.1, 0.3), row("second", 2.0, 0.5)];
        let svg = bars("Expected points", "points", &rows, Language::En, &LIGHT).unwrap();
        assert!(svg.contains("first") && svg.contains("second") && svg.contains("Expected points"));
        assert!(count(&svg, LIGHT.ink) > 800, "text and intervals");
        assert!(count(&svg, "#73b1d6") > 20_000, "bars: accent at 0.55 over white");
    }
}
