//! What more time brings and where it goes, by plotters into SVG: quality against time above, the stages' shares below.

use super::chart::{Drawn, Sheet, colour, plain, sheet, styled};
use super::theme::Theme;
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// One budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Its name: nodes.
    pub label: String,
    /// Time of a plan, ms.
    pub ms: f64,
    /// What its choices give away against the longest.
    pub behind: f64,
    /// Half-width of the 95 % interval of that.
    pub pm: f64,
    /// Names of the stages and their shares of the time.
    pub stages: Vec<(String, f64)>,
}

/// Size in pixels.
const SIZE: (u32, u32) = (1000, 760);
/// Height of the upper part, pixels.
const UPPER: u32 = 480;
/// Left of both parts, pixels: nodes and the axis.
const LEFT: u32 = 130;
/// Narrowest share whose name finds room beside its bar's ends.
const NAMED: f64 = 0.055;
/// Shades of the stages, in turn: neighbours differ in lightness, and names stand in them.
const SHADES: [f64; 3] = [0.75, 0.25, 0.5];

/// Budgets from the shortest to the longest; `unit`: what is given away.
///
/// # Errors
/// None that a caller could cause: the drawing goes to memory.
pub fn budgets(title: &str, unit: &str, rows: &[Budget], theme: &Theme) -> Result<String> {
    sheet(SIZE, theme, |root| {
        let (upper, lower) = root.split_vertically(UPPER);
        quality(&upper, title, unit, rows, theme)?;
        shares(&lower, rows, theme)
    })
}

fn quality(area: &Sheet, title: &str, unit: &str, rows: &[Budget], theme: &Theme) -> Drawn {
    let (ink, accent) = (colour(theme.ink), colour(theme.accent));
    let least = rows.iter().map(|row| row.ms).fold(f64::INFINITY, f64::min).clamp(1e-3, 1e9);
    let most = rows.iter().map(|row| row.ms).fold(least, f64::max);
    let low = rows.iter().map(|row| row.behind - row.pm).fold(0.0, f64::min);
    let high = rows.iter().map(|row| row.behind + row.pm).fold(0.0, f64::max);
    let room = 0.06 * (high - low).max(1e-3);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 24).into_font().color(&ink))
        .margin(20)
        .x_label_area_size(60)
        .y_label_area_size(LEFT - 20)
        .build_cartesian_2d((0.7 * least..1.5 * most).log_scale(), low - room..high + 2.0 * room)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("time of a plan, ms")
        .x_label_formatter(&plain)
        .y_desc(unit)
        .max_light_lines(1)
        .y_label_formatter(&plain);
    styled(&mut mesh, theme).draw()?;
    chart.draw_series(LineSeries::new(rows.iter().map(|row| (row.ms, row.behind)), accent.stroke_width(3)))?;
    for row in rows {
        let ends = [(row.ms, row.behind - row.pm), (row.ms, row.behind + row.pm)];
        chart.draw_series([PathElement::new(ends, accent.stroke_width(2))])?;
        chart.draw_series([Circle::new((row.ms, row.behind), 5, accent.filled())])?;
        let style = ("sans-serif", 16).into_font().color(&ink).pos(Pos::new(HPos::Left, VPos::Bottom));
        let name = EmptyElement::at((row.ms, row.behind)) + Text::new(row.label.clone(), (9, -7), style);
        chart.draw_series([name])?;
    }
    Ok(())
}

fn shares(area: &Sheet, rows: &[Budget], theme: &Theme) -> Drawn {
    let (ink, accent) = (colour(theme.ink), colour(theme.accent));
    let (width, height) = area.dim_in_pixel();
    let (from, to) = (LEFT as f64, width as f64 - 30.0);
    let each = (height as f64 - 50.0) / rows.len().max(1) as f64;
    let words = |size: i32, across, up| ("sans-serif", size).into_font().color(&ink).pos(Pos::new(across, up));
    area.draw(&Text::new("where the time goes", (from as i32, 0), words(19, HPos::Left, VPos::Top)))?;
    for (i, row) in rows.iter().enumerate() {
        let top = 30.0 + each * i as f64;
        let (bottom, middle) = (top + 0.8 * each, (top + 0.4 * each) as i32);
        area.draw(&Text::new(row.label.clone(), (from as i32 - 10, middle), words(16, HPos::Right, VPos::Center)))?;
        let mut begun = 0.0;
        for (k, (name, share)) in row.stages.iter().enumerate() {
            let x = |share: f64| (from + (to - from) * share) as i32;
            let (left, right) = (x(begun), x(begun + share));
            let shade = accent.mix(SHADES[k % SHADES.len()]);
            area.draw(&Rectangle::new([(left, top as i32), (right, bottom as i32)], shade.filled()))?;
            if *share > NAMED {
                let told = if *share > 2.0 * NAMED { format!("{name} {:.0} %", 100.0 * share) } else { name.clone() };
                area.draw(&Text::new(told, ((left + right) / 2, middle), words(14, HPos::Center, VPos::Center)))?;
            }
            begun += share;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::theme::LIGHT;

    #[test]
    fn budgets_are_named_in_both_parts_and_large_stages_inside_their_bars() {
        let row = |label: &str, ms, behind| Budget {
            label: label.into(),
            ms,
            behind,
            pm: 0.1,
            stages: vec![("sweep".into(), 0.2), ("pick".into(), 0.02), ("polish".into(), 0.78)],
        };
        let svg = budgets("A plan", "points", &[row("5,000", 20.0, 0.6), row("80,000", 300.0, 0.0)], &LIGHT).unwrap();
        assert_eq!(svg.matches("5,000").count(), 2);
        assert_eq!(svg.matches("polish 78 %").count(), 2);
        assert!(!svg.contains("pick"), "no room for it");
        assert!(budgets("Nothing", "points", &[], &LIGHT).is_ok());
    }
}
