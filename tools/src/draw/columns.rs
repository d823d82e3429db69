//! Many values side by side, by plotters into SVG: a column each, or a dot with its interval.

use super::chart::{Drawn, SIZE, Sheet, colour, plain, sheet, styled};
use super::theme::Theme;
use anyhow::Result;
use plotters::prelude::*;

/// One value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The value.
    pub value: f64,
    /// Half-width of its 95 % interval; 0 draws a column.
    pub pm: f64,
    /// What to look at.
    pub marked: bool,
}

/// Columns in the order given, and a dashed line across them at `level`.
///
/// # Errors
/// None that a caller could cause: the drawing goes to memory.
pub fn columns(title: &str, axes: [&str; 2], columns: &[Column], level: f64, theme: &Theme) -> Result<String> {
    sheet(SIZE, theme, |root| draw(root, title, axes, columns, level, theme))
}

fn draw(root: &Sheet, title: &str, [across, up]: [&str; 2], columns: &[Column], level: f64, theme: &Theme) -> Drawn {
    let ink = colour(theme.ink);
    let (accent, alert) = (colour(theme.accent), colour(theme.alert));
    let low = columns.iter().map(|c| c.value - c.pm).fold(level.min(0.0), f64::min);
    let high = columns.iter().map(|c| c.value + c.pm).fold(level.max(0.0), f64::max);
    let room = 0.05 * (high - low).max(1e-3);
    let count = columns.len().max(1) as f64;
    let mut chart = ChartBuilder::on(root)
        .caption(title, ("sans-serif", 24).into_font().color(&ink))
        .margin(20)
        .x_label_area_size(60)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..count, low - room..high + room)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh()
        .x_desc(across)
        .y_desc(up)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .max_light_lines(1)
        .y_label_formatter(&plain);
    styled(&mut mesh, theme).draw()?;
    for (i, column) in columns.iter().enumerate() {
        let tint = if column.marked { alert } else { accent };
        let middle = i as f64 + 0.5;
        if column.pm > 0.0 {
            let ends = [(middle, column.value - column.pm), (middle, column.value + column.pm)];
            chart.draw_series([PathElement::new(ends, tint.stroke_width(1))])?;
            chart.draw_series([Circle::new((middle, column.value), 2, tint.filled())])?;
        } else {
            let sides = [(i as f64 + 0.1, 0.0), (i as f64 + 0.9, column.value)];
            chart.draw_series([Rectangle::new(sides, tint.filled())])?;
        }
    }
    chart.draw_series(DashedLineSeries::new([(0.0, level), (count, level)], 10, 6, ink.stroke_width(2)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::png::tests::count;
    use crate::draw::theme::LIGHT;

    #[test]
    fn columns_and_intervals_are_drawn_and_the_marked_ones_stand_out() {
        let column = |value, pm, marked| Column { value, pm, marked };
        let drawn = |rows: &[Column]| columns("Regret", ["positions", "points"], rows, 0.4, &LIGHT).unwrap();
        let svg = drawn(&[column(2.0, 0.0, true), column(0.5, 0.0, false), column(-0.2, 0.0, false)]);
        assert!(svg.contains("Regret") && svg.contains("positions") && svg.contains("points"));
        assert!(count(&svg, LIGHT.alert) > 2 * count(&svg, LIGHT.accent), "the column of 2 is marked");
        assert!(count(&svg, LIGHT.accent) > 20_000, "0.5 and -0.2");
        let svg = drawn(&[column(0.1, 0.3, false), column(-0.5, 0.2, true)]);
        assert!((100..5000).contains(&count(&svg, LIGHT.alert)), "an interval is thin");
        assert!(columns("Nothing", ["", ""], &[], 0.0, &LIGHT).is_ok());
    }
}
