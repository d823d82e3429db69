//! PNG from SVG, with fonts of our own: a machine without fonts would otherwise lose all text without a word.

use anyhow::{Context, Result};
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, OnceLock};

/// Pixels of the PNG for each pixel of the SVG: sharp on today's screens and in print.
const SCALE: f32 = 1.5;

/// Renders an SVG document.
///
/// # Errors
/// A document that is no SVG, or one too large for memory.
pub fn png(svg: &str) -> Result<Vec<u8>> {
    encode(&render(svg)?).context("encoding the PNG")
}

/// As opaque RGB, packed quickly: a picture of sixty paths is otherwise encoded longer than drawn.
fn encode(picture: &tiny_skia::Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let rgb: Vec<u8> = picture.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(&rgb)?;
    Ok(file)
}

fn render(svg: &str) -> Result<tiny_skia::Pixmap> {
    let options = usvg::Options { fontdb: fonts(), font_family: "DejaVu Sans".into(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).context("reading the SVG to render")?;
    let size = tree.size();
    let (w, h) = ((size.width() * SCALE).round() as u32, (size.height() * SCALE).round() as u32);
    let mut pixmap = tiny_skia::Pixmap::new(w, h).with_context(|| format!("a picture of {w} x {h} pixels"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The embedded fonts, read once.
fn fonts() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = usvg::fontdb::Database::new();
        for data in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans_mono::regular()] {
            fonts.load_font_data(data.to_vec());
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// How many pixels have about this colour.
    pub fn count(svg: &str, colour: &str) -> usize {
        let part = |i: usize| i32::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap());
        let (r, g, b) = (part(1), part(3), part(5));
        let near = |p: &tiny_skia::PremultipliedColorU8| {
            let off = |have: u8, want: i32| (i32::from(have) - want).abs();
            off(p.red(), r) + off(p.green(), g) + off(p.blue(), b) < 12
        };
        render(svg).unwrap().pixels().iter().filter(|p| near(p)).count()
    }

    #[test]
    fn text_is_drawn_on_a_machine_without_fonts() {
        let text = |family: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"50\"><text x=\"5\" y=\"40\" font-size=\"40\" fill=\"#ff0000\"{family}>filotto</text></svg>"
            )
        };
        for family in
            ["", " font-family=\"sans-serif\"", " font-family=\"Nowhere, monospace\"", " font-family=\"Nowhere\""]
        {
            assert!(count(&text(family), "#ff0000") > 500, "family {family:?}");
        }
    }

    /// A missing glyph is drawn as an empty box: two letters without glyphs would look alike.
    #[test]
    fn every_letter_of_the_three_languages_has_its_glyph() {
        let letters = "abcxyzàèéìòùабвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛПФЦЧШЩЭЮЯ0123456789°±−ª…·%";
        for set in ["", " font-weight=\"bold\"", " font-family=\"DejaVu Sans Mono\""] {
            let drawn = |letter: char| {
                let svg = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"60\"><text x=\"5\" y=\"45\" font-size=\"40\"{set}>{letter}</text></svg>"
                );
                render(&svg).unwrap().data().to_vec()
            };
            let missing = drawn('\u{E123}');
            let mut seen = std::collections::HashMap::new();
            for letter in letters.chars() {
                let picture = drawn(letter);
                assert!(picture.iter().any(|&byte| byte != 0), "{letter}{set}: nothing");
                assert!(picture != missing, "{letter}{set}: no glyph");
                // а and a, с and c, … are the same drawing in any font, and rightly so.
                let twin = seen.insert(picture, letter).filter(|twin| twin.is_ascii() == letter.is_ascii());
                assert_eq!(twin, None, "{letter}{set}");
            }
        }
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(png("no picture").is_err());
    }
}
