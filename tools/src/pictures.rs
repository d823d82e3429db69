//! Pictures of positions and strokes in files: what the drawing needs, from what the engine knows.

use crate::args;
use crate::draw::{self, Scene, Theme};
use crate::played::Played;
use crate::whole;
use anyhow::Result;
use filotto_engine::{Language, Position, Stroke};
use filotto_physics::Table;
use std::path::Path;

/// The scene of a stroke played out; its own words are English unless the caller changes them.
pub fn scene<'a>(
    table: &'a Table,
    position: &Position,
    stroke: &Stroke,
    played: &'a Played,
    heading: String,
    figures: Vec<(String, String)>,
) -> Scene<'a> {
    Scene {
        table,
        layout: played.layout,
        striker: Some(stroke.struck(position)),
        strike: Some(stroke.strike),
        trace: Some(&played.trace),
        heading,
        position: shown(position),
        figures,
        language: Language::En,
    }
}

/// The position's text to a tenth of a millimetre: balls at rest have all digits, and nobody measures finer.
fn shown(position: &Position) -> String {
    let mut shown = position.clone();
    for ball in shown.balls.iter_mut().flatten() {
        *ball = (*ball * 1e4).round() / 1e4;
    }
    shown.to_string()
}

/// Writes the picture of a scene wherever the options ask for it.
pub fn write(scene: &Scene, wanted: &args::Picture) -> Result<()> {
    if !wanted.wanted() {
        return Ok(());
    }
    write_svg(&draw::picture(scene, Theme::of(wanted.dark)), wanted)
}

/// Writes an SVG document wherever the options ask for it.
pub fn write_svg(svg: &str, wanted: &args::Picture) -> Result<()> {
    if let Some(file) = &wanted.svg {
        whole::write(file, svg.as_bytes())?;
    }
    if let Some(file) = &wanted.png {
        whole::write(file, &draw::png(svg)?)?;
    }
    Ok(())
}

/// Writes an SVG document to a file; as PNG when its name ends so.
pub fn save_as_named(file: &Path, svg: &str) -> Result<()> {
    if file.extension().is_some_and(|end| end.eq_ignore_ascii_case("png")) {
        whole::write(file, &draw::png(svg)?)
    } else {
        whole::write(file, svg.as_bytes())
    }
}
