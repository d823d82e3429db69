//! What is said in the language asked for: words, numbers, the names of the balls.

use filotto_engine::Language;
use filotto_physics::Ball;
use filotto_search::Estimate;

/// Text in the language asked for: English, Italian, Russian.
pub const fn say<'a>(language: Language, en: &'a str, it: &'a str, ru: &'a str) -> &'a str {
    match language {
        Language::En => en,
        Language::It => it,
        Language::Ru => ru,
    }
}

/// A ball by its colour.
pub const fn ball(language: Language, ball: Ball) -> &'static str {
    match ball {
        Ball::White => say(language, "white", "bianca", "белый"),
        Ball::Yellow => say(language, "yellow", "gialla", "жёлтый"),
        Ball::Red => say(language, "red", "pallino", "красный"),
    }
}

/// A number with so many decimals at most, without trailing zeros; a comma in Italian and Russian.
pub fn decimal(language: Language, value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let short = if short == "-0" { "0" } else { short };
    local(language, short)
}

/// A number with all its decimals, as estimates are told: `1.80`, `1,80`.
pub fn fixed(language: Language, value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let nothing = text.strip_prefix('-').filter(|rest| rest.chars().all(|c| matches!(c, '0' | '.')));
    local(language, nothing.unwrap_or(&text))
}

/// A number with its sign: `+0.52`, `−0.52`; what rounds to nothing is `0`.
pub fn signed(language: Language, value: f64, digits: usize) -> String {
    let told = fixed(language, value, digits);
    match told.chars().any(|c| c.is_ascii_digit() && c != '0') {
        false => "0".into(),
        true if value > 0.0 => format!("+{told}"),
        true => told,
    }
}

fn local(language: Language, number: &str) -> String {
    let number = number.replace('-', "−");
    if language == Language::En { number } else { number.replace('.', ",") }
}

/// The form of a Russian word after a number: 1 шар, 2 шара, 5 шаров; fractions take the second.
pub fn russian<'a>(value: f64, one: &'a str, few: &'a str, many: &'a str) -> &'a str {
    let value = value.abs();
    if value.fract() != 0.0 {
        return few;
    }
    match (value as u64 % 10, value as u64 % 100) {
        (1, rest) if rest != 11 => one,
        (2..=4, rest) if !(12..=14).contains(&rest) => few,
        _ => many,
    }
}

/// "points" after a number that is told with so many decimals at most.
pub fn points(language: Language, value: f64, digits: usize) -> &'static str {
    let scale = 10f64.powi(digits as i32);
    let told = (value * scale).round() / scale;
    let one = told == 1.0;
    match language {
        Language::En if one => "point",
        Language::En => "points",
        Language::It if one => "punto",
        Language::It => "punti",
        Language::Ru => russian(told, "очко", "очка", "очков"),
    }
}

/// A mean with the half-width of its interval: `3.68 ± 0.13`.
pub fn estimate(language: Language, e: Estimate) -> String {
    format!("{} ± {}", fixed(language, e.mean, 2), fixed(language, e.pm, 2))
}

/// A chance with the half-width of its interval: `15.1 % ± 1.7`.
pub fn chance(language: Language, e: Estimate) -> String {
    format!("{} % ± {}", fixed(language, 100.0 * e.mean, 1), fixed(language, 100.0 * e.pm, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_local() {
        assert_eq!(decimal(Language::En, 1.50, 2), "1.5");
        assert_eq!(decimal(Language::Ru, 1.25, 2), "1,25");
        assert_eq!(decimal(Language::It, 100.0, 0), "100");
        assert_eq!(decimal(Language::En, -0.001, 2), "0");
        assert_eq!(fixed(Language::It, 1.8, 2), "1,80");
        assert_eq!([-0.04, -1.25].map(|v| fixed(Language::En, v, 1)), ["0.0", "−1.2"]);
        assert_eq!([0.52, -0.52, 0.001].map(|v| signed(Language::It, v, 2)), ["+0,52", "−0,52", "0"]);
    }

    #[test]
    fn russian_numbers_take_their_form() {
        let form = |n: f64| russian(n, "длина", "длины", "длин");
        assert_eq!([1.0, 2.0, 5.0, 11.0, 21.0, 1.5].map(form), ["длина", "длины", "длин", "длин", "длина", "длины"]);
        assert_eq!([-2.0, 112.0, 0.0].map(form), ["длины", "длин", "длин"]);
        assert_eq!([1.0, 0.0, 3.4, 0.96].map(|n| points(Language::Ru, n, 1)), ["очко", "очков", "очка", "очко"]);
    }
}
