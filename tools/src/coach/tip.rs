//! Where the tip meets the ball, as a clock with tips: `2 o'clock, 1 tip` is up and to the right, one tip off centre.
//!
//! One tip is a sixth of the ball's radius; three tips are the miscue limit. Twelve is above, three is right as the
//! striker sees the ball.

use crate::tongue::{decimal, russian, say};
use filotto_engine::Language;
use filotto_engine::names::TIP;

/// Nearer to the centre than this counts as the centre, tips.
const CENTRE_TIPS: f64 = 0.125;
/// Minutes told: half hours are 15 degrees, as fine as an eye sees on a ball.
const HALF_HOURS: f64 = 24.0;
/// Parts of a tip told.
const QUARTERS: f64 = 4.0;
/// What a right tip looks like.
const RIGHT: &str = "centre, or a clock with tips such as 2 o'clock, 1 tip or 10:30, 1.5 tips";

/// A tip position in words, from ball radii.
pub fn words(language: Language, a: f64, b: f64) -> String {
    let tips = ((a * a + b * b).sqrt() / TIP * QUARTERS).round() / QUARTERS;
    if tips < CENTRE_TIPS {
        return say(language, "centre", "centro", "центр").into();
    }
    let turn = a.atan2(b).to_degrees().rem_euclid(360.0);
    let halves = (turn * HALF_HOURS / 360.0).round() as u32 % 24;
    let hour = if halves < 2 { 12 } else { halves / 2 };
    let clock = if halves % 2 == 1 { format!("{hour}:30") } else { hour.to_string() };
    let number = decimal(language, tips, 2);
    match language {
        Language::En if halves % 2 == 1 => format!("{clock}, {number} {}", if tips == 1.0 { "tip" } else { "tips" }),
        Language::En => format!("{clock} o'clock, {number} {}", if tips == 1.0 { "tip" } else { "tips" }),
        Language::It => format!("ore {clock}, {number} {}", if tips == 1.0 { "cuoio" } else { "cuoi" }),
        Language::Ru => {
            let hours =
                if halves % 2 == 1 { "" } else { russian(f64::from(hour), " час", " часа", " часов") };
            format!("{clock}{hours}, {number} {}", russian(tips, "наклейка", "наклейки", "наклеек"))
        }
    }
}

/// Ball radii (a, b) of a text.
///
/// # Errors
/// What the text should look like.
pub fn parse(text: &str) -> Result<(f64, f64), String> {
    let wrong = || format!("tip: {:?} is not a place on the ball; {RIGHT} is right", text.trim());
    let lower = text.trim().to_lowercase();
    if matches!(lower.as_str(), "centre" | "center") {
        return Ok((0.0, 0.0));
    }
    let (clock, tips) = lower.split_once(',').ok_or_else(wrong)?;
    let tips = tips.trim().trim_end_matches("tips").trim_end_matches("tip").trim();
    let tips: f64 = tips.parse().map_err(|_| wrong())?;
    if !(0.0..6.0).contains(&tips) {
        return Err(format!("tip: {tips} tips is not on the ball; 0 to 3 (the miscue limit) is right"));
    }
    let clock = clock.trim().trim_end_matches("o'clock").trim();
    let turn = hours(clock).ok_or_else(wrong)? * 30.0_f64.to_radians();
    Ok((tidy(tips * TIP * turn.sin()), tidy(tips * TIP * turn.cos())))
}

/// `2`, `2:30`: hours from 12 on.
fn hours(text: &str) -> Option<f64> {
    let (hour, minutes) = match text.split_once(':') {
        Some((hour, minutes)) => (hour, minutes.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let hour: u32 = hour.parse().ok()?;
    ((1..=12).contains(&hour) && minutes < 60).then(|| f64::from(hour % 12) + f64::from(minutes) / 60.0)
}

/// A sine of 180 degrees that is nearly 0 is 0.
fn tidy(value: f64) -> f64 {
    if value.abs() < 1e-12 { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_hour_and_quarter_tip_reads_back() {
        for halves in 0..24u32 {
            for quarters in 1..=12u32 {
                let (hour, tips) = (if halves < 2 { 12 } else { halves / 2 }, f64::from(quarters) / 4.0);
                let clock = if halves % 2 == 1 { format!("{hour}:30") } else { format!("{hour} o'clock") };
                let told = format!("{clock}, {tips} {}", if tips == 1.0 { "tip" } else { "tips" });
                let (a, b) = parse(&told).unwrap();
                assert_eq!(words(Language::En, a, b), told);
            }
        }
        assert_eq!(parse("centre"), Ok((0.0, 0.0)));
        assert_eq!(words(Language::En, 0.0, 0.01), "centre");
    }

    #[test]
    fn the_clock_is_the_strikers() {
        let (a, b) = parse("3 o'clock, 3 tips").unwrap();
        assert!((a - 0.5).abs() < 1e-12 && b == 0.0, "{a} {b}");
        let (a, b) = parse("6 o'clock, 1 tip").unwrap();
        assert!(a == 0.0 && (b + TIP).abs() < 1e-12);
        assert_eq!(words(Language::It, 0.25, 0.0), "ore 3, 1,5 cuoi");
        assert_eq!(words(Language::Ru, 0.0, TIP), "12 часов, 1 наклейка");
    }

    #[test]
    fn nonsense_is_told_with_what_is_right() {
        for text in ["", "2 o'clock", "13 o'clock, 1 tip", "2:75, 1 tip", "2, much", "2 o'clock, 7 tips", "2, nan tips"]
        {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("tip: ") && error.ends_with("is right"), "{error}");
        }
    }
}
