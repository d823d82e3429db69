//! A place on a cushion by its diamonds: `left 3.5` is halfway between the third and fourth diamond of the left long
//! cushion. Diamonds are 0 to 8 along the long cushions from the lower end, 0 to 4 along the short ones from the right.

use crate::tongue::{decimal, say};
use filotto_engine::Language;
use filotto_physics::Table;
use filotto_physics::trace::Rail;
use glam::DVec2;

/// Diamonds along a long cushion.
const LONG: f64 = 8.0;
/// Diamonds along a short cushion.
const SHORT: f64 = 4.0;
/// Parts of a diamond told.
const QUARTERS: f64 = 4.0;

/// A place on a cushion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnRail {
    /// Which cushion.
    pub rail: Rail,
    /// Diamonds from its lower or right end.
    pub diamond: f64,
}

impl OnRail {
    /// Beside a ball that touches the cushion.
    pub fn beside(table: &Table, rail: Rail, ball: DVec2) -> OnRail {
        let params = table.params();
        let diamond = if is_long(rail) { ball.x / params.length_m * LONG } else { ball.y / params.width_m * SHORT };
        OnRail { rail, diamond }
    }

    /// The centre of a ball that touches the cushion there.
    pub fn ball(&self, table: &Table) -> DVec2 {
        let (params, radius) = (table.params(), table.radius());
        let (x, y) = (self.diamond / LONG * params.length_m, self.diamond / SHORT * params.width_m);
        match self.rail {
            Rail::Lower => DVec2::new(radius, y),
            Rail::Upper => DVec2::new(params.length_m - radius, y),
            Rail::Right => DVec2::new(x, radius),
            Rail::Left => DVec2::new(x, params.width_m - radius),
        }
    }

    /// In words, to a quarter of a diamond.
    pub fn words(&self, language: Language) -> String {
        let told = decimal(language, (self.diamond * QUARTERS).round() / QUARTERS, 2);
        let (en, it, ru) = match self.rail {
            Rail::Lower => ("lower", "sponda inferiore", "нижний борт"),
            Rail::Upper => ("upper", "sponda superiore", "верхний борт"),
            Rail::Right => ("right", "sponda destra", "правый борт"),
            Rail::Left => ("left", "sponda sinistra", "левый борт"),
        };
        let diamond = say(language, "", ", diamante", ", метка");
        format!("{}{diamond} {told}", say(language, en, it, ru))
    }

    /// The place of a text.
    ///
    /// # Errors
    /// What the text should look like.
    pub fn parse(text: &str) -> Result<OnRail, String> {
        let wrong = |right: &str| Err(format!("aim: {:?} is not a place on a cushion; {right} is right", text.trim()));
        let lower = text.trim().to_lowercase();
        let mut parts = lower.split_whitespace();
        let rail = match parts.next() {
            Some("left") => Rail::Left,
            Some("right") => Rail::Right,
            Some("lower") => Rail::Lower,
            Some("upper") => Rail::Upper,
            _ => return wrong("left, right, lower or upper and a diamond, such as left 3.5,"),
        };
        let most = if is_long(rail) { LONG } else { SHORT };
        match (parts.next().and_then(|n| n.parse::<f64>().ok()), parts.next()) {
            (Some(diamond), None) if (0.0..=most).contains(&diamond) => Ok(OnRail { rail, diamond }),
            _ => wrong(&format!("a diamond from 0 to {most} after the cushion")),
        }
    }
}

/// Whether a cushion is a long one.
pub fn is_long(rail: Rail) -> bool {
    matches!(rail, Rail::Left | Rail::Right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_of_diamonds_read_back() {
        let table = Table::carom_heated();
        for (rail, most) in [(Rail::Left, 32), (Rail::Right, 32), (Rail::Lower, 16), (Rail::Upper, 16)] {
            for quarter in 0..=most {
                let place = OnRail { rail, diamond: f64::from(quarter) / 4.0 };
                let told = place.words(Language::En);
                assert_eq!(OnRail::parse(&told), Ok(place));
                let again = OnRail::beside(&table, rail, place.ball(&table));
                assert!((again.diamond - place.diamond).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_diamond_is_355_mm() {
        let table = Table::carom_heated();
        assert!((OnRail { rail: Rail::Left, diamond: 1.0 }.ball(&table).x - 0.355).abs() < 1e-12);
        assert!((OnRail { rail: Rail::Upper, diamond: 2.0 }.ball(&table).y - 0.71).abs() < 1e-12);
        assert_eq!(OnRail { rail: Rail::Left, diamond: 3.5 }.words(Language::It), "sponda sinistra, diamante 3,5");
    }

    #[test]
    fn nonsense_is_told_with_what_is_right() {
        for text in ["", "left", "north 2", "left 9", "upper 5", "left -1", "left 2 3", "left nan"] {
            let error = OnRail::parse(text).unwrap_err();
            assert!(error.starts_with("aim: ") && error.ends_with("is right"), "{error}");
        }
    }
}
