//! Pictures of a training: the losses of its passes, the calibration of its chances.

use crate::draw::{LIGHT, Theme, colour, with_our_fonts};
use anyhow::{Result, anyhow};
use filotto_search::learn::calibration::Calibration;
use filotto_search::learn::train::Epoch;
use plotters::prelude::*;

/// Size in pixels.
const SIZE: (u32, u32) = (900, 560);

/// A picture made by a function that draws on a page.
fn page(draw: impl Fn(&Page) -> Result<(), Box<dyn std::error::Error>>) -> Result<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let page = Page { root, theme: &LIGHT };
        page.root.fill(&colour(LIGHT.page)).map_err(|e| anyhow!("drawing: {e}"))?;
        draw(&page).map_err(|e| anyhow!("drawing: {e}"))?;
        page.root.present().map_err(|e| anyhow!("drawing: {e}"))?;
    }
    Ok(with_our_fonts(&svg))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Chart<'a> = ChartContext<
    'a,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

struct Page<'a> {
    root: Area<'a>,
    theme: &'static Theme,
}

impl<'a> Page<'a> {
    /// Axes with names over two ranges.
    fn axes(
        &self,
        title: &str,
        [x_name, y_name]: [&str; 2],
        [x, y]: [std::ops::Range<f64>; 2],
    ) -> Result<Chart<'a>, Box<dyn std::error::Error>> {
        let (ink, soft) = (colour(self.theme.ink), colour(self.theme.soft));
        let mut chart = ChartBuilder::on(&self.root)
            .caption(title, ("sans-serif", 22).into_font().color(&ink))
            .margin(15)
            .x_label_area_size(55)
            .y_label_area_size(75)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(x_name)
            .y_desc(y_name)
            .axis_style(soft)
            .bold_line_style(soft.mix(0.25))
            .light_line_style(soft.mix(0.05))
            .label_style(("sans-serif", 16).into_font().color(&ink))
            .axis_desc_style(("sans-serif", 17).into_font().color(&ink))
            .draw()?;
        Ok(chart)
    }

    /// The names of the lines.
    fn legend(&self, chart: &mut Chart<'a>) -> Result<(), Box<dyn std::error::Error>> {
        chart
            .configure_series_labels()
            .background_style(colour(self.theme.page).mix(0.9))
            .border_style(colour(self.theme.soft).mix(0.4))
            .label_font(("sans-serif", 16).into_font().color(&colour(self.theme.ink)))
            .draw()?;
        Ok(())
    }
}

/// One line of a chart with its name.
pub struct Line<'a> {
    /// Name in the legend.
    pub name: &'a str,
    /// Points.
    pub points: Vec<(f64, f64)>,
    /// Colour, `#rrggbb`.
    pub colour: &'a str,
}

/// Lines over common axes.
///
/// # Errors
/// None that a caller could cause: the drawing goes to memory.
pub fn lines(title: &str, names: [&str; 2], lines: &[Line]) -> Result<String> {
    let all = || lines.iter().flat_map(|line| line.points.iter().copied());
    let span = |get: fn((f64, f64)) -> f64| {
        let (low, high) = all().map(get).fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        let room = if high > low { 0.05 * (high - low) } else { 0.5 };
        if low > high { 0.0..1.0 } else { low - room..high + room }
    };
    let ranges = [span(|p| p.0), span(|p| p.1)];
    page(|page| {
        let mut chart = page.axes(title, names, ranges.clone())?;
        for line in lines {
            let style = colour(line.colour).stroke_width(3);
            let series = LineSeries::new(line.points.iter().copied(), style).point_size(3);
            chart
                .draw_series(series)?
                .label(line.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
        }
        page.legend(&mut chart)
    })
}

/// The losses pass by pass.
///
/// # Errors
/// As [`lines`].
pub fn losses(epochs: &[Epoch]) -> Result<String> {
    let points = |get: fn(&Epoch) -> f64| epochs.iter().enumerate().map(|(i, e)| (i as f64 + 1.0, get(e))).collect();
    let training = Line { name: "training", points: points(|e| e.train), colour: LIGHT.accent };
    let held = Line { name: "held out", points: points(|e| e.held), colour: LIGHT.alert };
    lines("Cross-entropy of the next stroke's result", ["pass", "nats"], &[training, held])
}

/// Told chances against what came true, with the 95 % interval of each class.
///
/// # Errors
/// As [`lines`].
pub fn calibration(told: &Calibration) -> Result<String> {
    let title = format!("Chances to win: error {:.3}, by luck alone {:.3}", told.error, told.floor);
    page(|page| {
        let mut chart = page.axes(&title, ["told", "won"], [0.0..1.0, 0.0..1.0])?;
        let soft = colour(page.theme.soft);
        chart
            .draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], soft.stroke_width(2)))?
            .label("true")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], soft.stroke_width(2)));
        let accent = colour(page.theme.accent);
        let interval = |class: &filotto_search::learn::calibration::Class| {
            let won = (class.won * class.n as f64).round() as u64;
            let ends = crate::stats::intervals::clopper_pearson(won, class.n as u64);
            PathElement::new([(class.told, ends.low), (class.told, ends.high)], accent.stroke_width(2))
        };
        chart.draw_series(told.classes.iter().map(interval))?;
        let dots = told.classes.iter().map(|class| Circle::new((class.told, class.won), 5, accent.filled()));
        chart
            .draw_series(dots)?
            .label("ten classes, 95 % intervals")
            .legend(move |(x, y)| Circle::new((x + 10, y), 5, accent.filled()));
        page.legend(&mut chart)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_search::learn::calibration::calibrate;

    #[test]
    fn losses_and_calibration_are_drawn_with_their_names() {
        let epochs = [Epoch { train: 2.0, held: 2.1 }, Epoch { train: 1.9, held: 2.05 }];
        let svg = losses(&epochs).unwrap();
        assert!(svg.contains("held out") && svg.contains("nats") && svg.contains(&LIGHT.alert.to_uppercase()));
        let pairs: Vec<_> = (0..100).map(|i| (f64::from(i) / 100.0, i % 3 == 0)).collect();
        let svg = calibration(&calibrate(&pairs, 1)).unwrap();
        assert_eq!(svg.matches("<circle").count(), 10 + 1, "ten classes and the legend");
        assert!(losses(&[]).unwrap().contains("training"), "nothing to draw is no trouble");
    }
}
