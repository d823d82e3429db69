//! Thickness of the hit in eighths: how much of the object ball the cue ball covers, seen along its way.
//!
//! `share = 1 - d / 2R`, d the distance of the object ball's centre from the cue ball's line: full = 1, half = 1/2
//! (a cut of 30 degrees), thin towards 0. The side is the half of the object ball that the cue ball comes onto.

use crate::tongue::say;
use filotto_engine::{Language, names::Touch};

/// What "thin" stands for when a person says it, in eighths: a quarter of one.
const THIN_EIGHTHS: f64 = 0.25;
/// What a right thickness looks like.
const RIGHT: &str = "full, thin left, or eighths with a side such as 7/8 left, 3/4 right, 1/2 left";

/// A thickness in words: `full`, `3/4 left`, `thin right`.
pub fn words(language: Language, touch: Touch) -> String {
    let eighths = (8.0 * touch.share).round() as u32;
    let side = if touch.left {
        say(language, "left", "a sinistra", "слева")
    } else {
        say(language, "right", "a destra", "справа")
    };
    let share = match eighths {
        8 => return say(language, "full", "bilia piena", "полный шар").into(),
        0 => say(language, "thin", "bilia fine", "тонко").into(),
        4 => say(language, "1/2", "mezza bilia", "полшара").into(),
        2 | 6 => format!("{}/4{}", eighths / 2, say(language, "", " di bilia", " шара")),
        n => format!("{n}/8{}", say(language, "", " di bilia", " шара")),
    };
    format!("{share} {side}")
}

/// The thickness of a text.
///
/// # Errors
/// What the text should look like.
pub fn parse(text: &str) -> Result<Touch, String> {
    let wrong = || format!("hit: {:?} is not a thickness; {RIGHT} is right", text.trim());
    let lower = text.trim().to_lowercase();
    let mut parts = lower.split_whitespace();
    let amount = parts.next().ok_or_else(wrong)?;
    let side = parts.next();
    if parts.next().is_some() {
        return Err(wrong());
    }
    let share = match amount {
        "full" => 1.0,
        "thin" => THIN_EIGHTHS / 8.0,
        "half" => 0.5,
        other => fraction(other).ok_or_else(wrong)?,
    };
    let left = match side {
        Some("left" | "l") => true,
        Some("right" | "r") => false,
        None if share == 1.0 => false,
        _ => return Err(wrong()),
    };
    Ok(Touch { share, left })
}

/// `3/4`, above 0 and at most 1.
fn fraction(text: &str) -> Option<f64> {
    let (top, bottom) = text.split_once('/')?;
    let (top, bottom) = (top.parse::<u32>().ok()?, bottom.parse::<u32>().ok()?);
    (top > 0 && top <= bottom && bottom <= 64).then(|| f64::from(top) / f64::from(bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighths_read_back() {
        for eighths in 0..=8u32 {
            for left in [true, false] {
                let share = if eighths == 0 { THIN_EIGHTHS / 8.0 } else { f64::from(eighths) / 8.0 };
                let touch = Touch { share, left: left && eighths < 8 };
                let told = words(Language::En, touch);
                assert_eq!(parse(&told), Ok(touch), "{told}");
            }
        }
        assert_eq!(words(Language::En, Touch { share: 0.74, left: true }), "3/4 left");
        assert_eq!(words(Language::It, Touch { share: 0.52, left: false }), "mezza bilia a destra");
        assert_eq!(words(Language::Ru, Touch { share: 0.99, left: false }), "полный шар");
    }

    #[test]
    fn nonsense_is_told_with_what_is_right() {
        for text in ["", "3/4", "9/8 left", "left", "3/0 left", "0/8 left", "3/4 left now", "-1/2 left"] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("hit: ") && error.ends_with("is right"), "{error}");
        }
    }
}
