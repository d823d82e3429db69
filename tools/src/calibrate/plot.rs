//! Pictures of a calibration: measured and simulated paths of a shot, and the distance by time.

use super::globals::World;
use super::metric::quantile;
use super::stroke::{Numbers, Paths};
use super::tracks::Shot;
use anyhow::{Result, anyhow};
use glam::DVec2;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// Colours of the three balls: the struck one first.
const COLOURS: [RGBColor; 3] = [RGBColor(30, 100, 200), RGBColor(200, 140, 0), RGBColor(190, 40, 40)];
/// Size of a picture, pixels.
const SIZE: (u32, u32) = (1200, 740);
/// Room above the table for the names of the lines, m.
const NAMES_M: f64 = 0.2;
/// Width of a step of time in the picture of distances, s.
const STEP_S: f64 = 0.25;

/// The places of each ball at its track's stamps, simulated.
fn simulated(world: &World, shot: &Shot, numbers: &Numbers) -> [Vec<DVec2>; 3] {
    let mut paths = Paths::default();
    paths.run(&world.table, &shot.layout(&world.table, &world.camera), shot.cue, numbers, shot.end() + 0.1);
    [0, 1, 2].map(|ball| {
        let mut hint = 0;
        let at = |&t: &f64| world.camera.sees(paths.place(ball, t - numbers.start_s(), &mut hint));
        shot.balls[ball].t.iter().map(at).collect()
    })
}

/// Measured places as dots, simulated paths as lines, in a picture of the table.
///
/// # Errors
/// What the drawing library reports.
pub fn shot(world: &World, shot: &Shot, numbers: &Numbers) -> Result<String> {
    let mut svg = String::new();
    let drawn = draw_shot(&mut svg, world, shot, numbers).map_err(|e| anyhow!("drawing shot {}: {e}", shot.id));
    drawn.map(|()| crate::draw::with_our_fonts(&svg))
}

fn draw_shot(
    svg: &mut String,
    world: &World,
    shot: &Shot,
    numbers: &Numbers,
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let p = world.table.params();
    let [phi, speed, a, b, start, theta] = numbers.0;
    let stroke = format!(
        "shot {}: {phi:.2} degrees, {speed:.2} m/s, tip {a:.2} {b:.2}, start {:.0} ms, elevation {theta:.1}",
        shot.id,
        start * 1e3
    );
    let mut chart = ChartBuilder::on(&root)
        .caption(stroke, ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(55)
        .build_cartesian_2d(0.0..p.length_m, 0.0..p.width_m + NAMES_M)?;
    chart.configure_mesh().x_desc("x, m").y_desc("y, m").light_line_style(TRANSPARENT).draw()?;
    let places = simulated(world, shot, numbers);
    for (ball, track) in shot.balls.iter().enumerate() {
        let colour = COLOURS[(ball + 3 - shot.cue) % 3];
        let dots = (0..track.t.len()).map(|i| Circle::new((track.x[i], track.y[i]), 2, colour.mix(0.5).filled()));
        chart.draw_series(dots)?;
        let line = LineSeries::new(places[ball].iter().map(|p| (p.x, p.y)), colour.stroke_width(1));
        let who = if ball == shot.cue { "the ball struck" } else { "another ball" };
        let name = format!("{who}: dots measured, line simulated");
        chart.draw_series(line)?.label(name).legend(move |(x, y)| key(x, y, colour, 1));
    }
    named(&mut chart, SeriesLabelPosition::UpperRight)?;
    root.present()?;
    Ok(())
}

/// A line's sample for the list of names.
fn key(x: i32, y: i32, colour: RGBColor, width: u32) -> PathElement<(i32, i32)> {
    PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(width))
}

/// The list of names in a corner.
fn named<'a, DB: DrawingBackend + 'a>(
    chart: &mut ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    corner: SeriesLabelPosition,
) -> Result<(), Box<dyn std::error::Error>>
where
    DB::ErrorType: 'static,
{
    let mut labels = chart.configure_series_labels();
    labels.position(corner).label_font(("sans-serif", 15));
    Ok(labels.background_style(WHITE.mix(0.85)).border_style(BLACK.mix(0.3)).draw()?)
}

/// Median and quartiles over shots of the distance at each time, all balls together.
///
/// # Errors
/// What the drawing library reports.
pub fn distances(world: &World, shots: &[(&Shot, Numbers)]) -> Result<String> {
    let mut bins: Vec<Vec<f64>> = Vec::new();
    for (shot, numbers) in shots {
        let places = simulated(world, shot, numbers);
        for (ball, track) in shot.balls.iter().enumerate() {
            for (i, place) in places[ball].iter().enumerate() {
                let bin = (track.t[i] / STEP_S) as usize;
                bins.resize(bins.len().max(bin + 1), Vec::new());
                bins[bin].push(place.distance(track.place(i)));
            }
        }
    }
    let mut svg = String::new();
    draw_distances(&mut svg, &mut bins).map_err(|e| anyhow!("drawing distances: {e}"))?;
    Ok(crate::draw::with_our_fonts(&svg))
}

fn draw_distances(svg: &mut String, bins: &mut [Vec<f64>]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    bins.iter_mut().for_each(|bin| bin.sort_by(f64::total_cmp));
    let line = |q: f64| -> Vec<(f64, f64)> {
        let filled = bins.iter().enumerate().filter(|(_, bin)| !bin.is_empty());
        filled.map(|(i, bin)| ((i as f64 + 0.5) * STEP_S, 1e3 * quantile(bin, q))).collect()
    };
    let high = line(0.75).iter().map(|p| p.1).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .caption("distance between measured and simulated places: median and quartiles", ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..bins.len() as f64 * STEP_S, 0.0..high * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("time, s")
        .y_desc("distance, mm")
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 16))
        .x_label_formatter(&|t| format!("{t:.0}"))
        .y_label_formatter(&|mm| format!("{mm:.0}"))
        .axis_desc_style(("sans-serif", 18))
        .draw()?;
    for (q, width, name) in
        [(0.25, 1, "a quarter is nearer"), (0.5, 3, "median"), (0.75, 1, "three quarters are nearer")]
    {
        let line = LineSeries::new(line(q), COLOURS[0].stroke_width(width));
        chart.draw_series(line)?.label(name).legend(move |(x, y)| key(x, y, COLOURS[0], width));
    }
    // The distances grow with time: this corner is empty.
    named(&mut chart, SeriesLabelPosition::UpperLeft)?;
    root.present()?;
    Ok(())
}
