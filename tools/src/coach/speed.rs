//! Speed in lengths of the table: one length is a centre stroke along the long axis of the empty table that comes to
//! rest after 2.84 m of travel, cushions included. The ball starts on the lower end spot and is struck at the upper
//! cushion. Lengths tell the speed of the cue; the tip off centre makes the same cue speed drive the ball less.

use crate::tongue::{decimal, russian, say};
use filotto_engine::{Language, marks};
use filotto_physics::trace::{Body, Segment};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, simulate};

/// Cue speeds a person can have, m/s.
const SPEEDS_MPS: (f64, f64) = (0.02, 12.0);
/// Halvings of the interval of speeds: past the last bit that the text shows.
const HALVINGS: usize = 44;
/// Parts of a length told.
const QUARTERS: f64 = 4.0;

/// How far a centre stroke along the empty table runs, in lengths of the table.
pub fn lengths(table: &Table, v_mps: f64) -> f64 {
    let start = marks::lower_end(table);
    let layout = Layout { balls: [Some(start), None, None], pins: PinSet::NONE };
    let strike = Strike::new(0.0, v_mps.clamp(SPEEDS_MPS.0, SPEEDS_MPS.1));
    let travel = simulate(table, &layout, &[(Ball::White, strike)])
        .map_or(0.0, |trace| trace.segments.iter().filter(|s| s.body == Body::Ball(Ball::White)).map(travelled).sum());
    travel / table.params().length_m
}

/// The cue speed of so many lengths, m/s; `None` when no cue is so slow or so fast.
pub fn speed(table: &Table, wanted: f64) -> Option<f64> {
    let (mut low, mut high) = SPEEDS_MPS;
    if !(wanted >= lengths(table, low) && wanted <= lengths(table, high)) {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if lengths(table, middle) < wanted { low = middle } else { high = middle }
    }
    Some(0.5 * (low + high))
}

/// The way of one stretch on a straight line, there and back where it turns.
fn travelled(segment: &Segment) -> f64 {
    let dt = segment.t1_s - segment.t0_s;
    let (v, a) = (segment.velocity.truncate(), segment.acceleration.truncate());
    let turn = if a.length_squared() > 0.0 { -v.dot(a) / a.length_squared() } else { -1.0 };
    let place = |t: f64| segment.at(segment.t0_s + t).truncate();
    if turn > 0.0 && turn < dt {
        place(0.0).distance(place(turn)) + place(turn).distance(place(dt))
    } else {
        place(0.0).distance(place(dt))
    }
}

/// How hard a stroke feels, by its lengths.
pub const fn feel(language: Language, lengths: f64) -> &'static str {
    match lengths {
        l if l < 1.0 => say(language, "very soft", "pianissimo", "очень тихо"),
        l if l < 2.0 => say(language, "soft", "piano", "тихо"),
        l if l < 3.5 => say(language, "medium", "media forza", "средне"),
        l if l < 5.0 => say(language, "firm", "deciso", "сильно"),
        l if l < 6.5 => say(language, "hard", "forte", "очень сильно"),
        _ => say(language, "very hard", "fortissimo", "в полную силу"),
    }
}

/// Lengths rounded as they are told.
pub fn rounded(lengths: f64) -> f64 {
    (lengths * QUARTERS).round() / QUARTERS
}

/// A speed in words: `2.5 lengths, medium`.
pub fn words(language: Language, lengths: f64) -> String {
    let told = rounded(lengths);
    let unit = match language {
        Language::En => {
            if told == 1.0 {
                "length"
            } else {
                "lengths"
            }
        }
        Language::It => {
            if told == 1.0 {
                "lunghezza"
            } else {
                "lunghezze"
            }
        }
        Language::Ru => russian(told, "длина", "длины", "длин"),
    };
    format!("{} {unit}, {}", decimal(language, told, 2), feel(language, told))
}

/// Lengths of a text such as `1.5 lengths`; the feel after a comma may follow.
///
/// # Errors
/// What the text should look like.
pub fn parse(text: &str) -> Result<f64, String> {
    let number = text.split(',').next().unwrap_or("").trim().trim_end_matches("lengths").trim_end_matches("length");
    match number.trim().parse::<f64>() {
        Ok(lengths) if lengths > 0.0 && lengths < 100.0 => Ok(lengths),
        _ => Err(format!("speed: {:?} is not a number of table lengths; 1.5 lengths is right", text.trim())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_a_length() {
        let table = Table::carom_heated();
        let v = speed(&table, 1.0).unwrap();
        assert!((lengths(&table, v) - 1.0).abs() < 1e-9, "{v}");
    }

    #[test]
    fn more_speed_runs_farther() {
        let table = Table::carom_heated();
        let runs: Vec<f64> = (1..=60).map(|i| lengths(&table, 0.2 * f64::from(i))).collect();
        assert!(runs.windows(2).all(|pair| pair[0] < pair[1]), "{runs:?}");
    }

    #[test]
    fn told_speeds_read_back() {
        let table = Table::carom_heated();
        for quarters in 1..=24 {
            let wanted = f64::from(quarters) / 4.0;
            let told = words(Language::En, lengths(&table, speed(&table, wanted).unwrap()));
            assert_eq!(parse(&told), Ok(wanted), "{told}");
        }
        assert_eq!(speed(&table, 1e3), None);
        for wrong in ["", "fast", "-1 length", "nan", "0"] {
            assert!(parse(wrong).unwrap_err().starts_with("speed: "));
        }
    }
}
