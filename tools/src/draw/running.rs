//! The course of a sequential test, by plotters into SVG.

use super::chart::{Drawn, SIZE, Sheet, colour, sheet, styled};
use super::theme::Theme;
use anyhow::Result;
use plotters::prelude::*;

/// A running value between two bounds; crossing one ends the test.
///
/// # Errors
/// None that a caller could cause: the drawing goes to memory.
pub fn running(title: &str, axes: [&str; 2], values: &[f64], bounds: (f64, f64), theme: &Theme) -> Result<String> {
    sheet(SIZE, theme, |root| draw(root, title, axes, values, bounds, theme))
}

fn draw(
    root: &Sheet,
    title: &str,
    [across, up]: [&str; 2],
    values: &[f64],
    (lower, upper): (f64, f64),
    theme: &Theme,
) -> Drawn {
    let ink = colour(theme.ink);
    let (accent, alert) = (colour(theme.accent), colour(theme.alert));
    let low = values.iter().copied().fold(lower, f64::min);
    let high = values.iter().copied().fold(upper, f64::max);
    let room = 0.08 * (high - low);
    let last = values.len().max(1) as f64;
    let mut chart = ChartBuilder::on(root)
        .caption(title, ("sans-serif", 26).into_font().color(&ink))
        .margin(20)
        .x_label_area_size(60)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..last, low - room..high + room)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(across).y_desc(up);
    styled(&mut mesh, theme).draw()?;
    for bound in [lower, upper] {
        chart.draw_series(DashedLineSeries::new([(0.0, bound), (last, bound)], 10, 6, alert.stroke_width(2)))?;
    }
    let points =
        std::iter::once((0.0, 0.0)).chain(values.iter().enumerate().map(|(i, &value)| (i as f64 + 1.0, value)));
    chart.draw_series(LineSeries::new(points, accent.stroke_width(3)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::png::tests::count;
    use crate::draw::theme::LIGHT;

    #[test]
    fn the_line_and_both_bounds_are_drawn() {
        let svg = running("Test", ["pairs", "LLR"], &[0.4, -0.2, 1.5, 3.1], (-2.94, 2.94), &LIGHT).unwrap();
        assert!(svg.contains("pairs") && svg.contains("LLR"));
        assert!(count(&svg, LIGHT.accent) > 800, "the line");
        assert!(count(&svg, LIGHT.alert) > 800, "the bounds");
        assert!(running("Nothing yet", ["pairs", "LLR"], &[], (-1.0, 1.0), &LIGHT).is_ok());
    }
}
