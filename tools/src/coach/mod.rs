//! What a coach says: strokes in a person's words and back, the player's own skill, why a stroke is good, practice.
//!
//! `thickness`, `tip`, `speed` and `cushion` each turn one number into words and words into the number; `wording`
//! puts a stroke together from them, `solve` finds the aim.

pub mod cushion;
pub mod drill;
pub mod explain;
pub mod gamma;
pub mod hand;
pub mod other_table;
pub mod page;
pub mod review;
pub mod solve;
pub mod speed;
pub mod stop;
pub mod suggest;
pub mod thickness;
pub mod tip;
pub mod value;
pub mod watch;
pub mod wording;

use filotto_engine::Language;

/// Text in the language asked for: English, Italian, Russian.
pub const fn say<'a>(language: Language, en: &'a str, it: &'a str, ru: &'a str) -> &'a str {
    match language {
        Language::En => en,
        Language::It => it,
        Language::Ru => ru,
    }
}

/// A number with so many decimals at most, without trailing zeros; a comma in Italian and Russian.
pub fn decimal(language: Language, value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let short = if short == "-0" { "0" } else { short };
    if language == Language::En { short.into() } else { short.replace('.', ",") }
}

/// The form of a Russian word after a number: 1 шар, 2 шара, 5 шаров; fractions take the second.
pub fn russian<'a>(value: f64, one: &'a str, few: &'a str, many: &'a str) -> &'a str {
    if value.fract() != 0.0 {
        return few;
    }
    match (value as u64 % 10, value as u64 % 100) {
        (1, rest) if rest != 11 => one,
        (2..=4, rest) if !(12..=14).contains(&rest) => few,
        _ => many,
    }
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
    }

    #[test]
    fn russian_numbers_take_their_form() {
        let form = |n: f64| russian(n, "длина", "длины", "длин");
        assert_eq!([1.0, 2.0, 5.0, 11.0, 21.0, 1.5].map(form), ["длина", "длины", "длин", "длин", "длина", "длины"]);
    }
}
