//! A stroke as one line: `phi=35.25 v=3.1 a=-0.1 b=0.2 theta=0 at=0.5,0.3 spot=upper ball=red`.

use super::{NotationError, Word, end_column, number, point, print_point, shortest, words};
use crate::position::Half;
use crate::stroke::{SpotChoice, Stroke, StrokeError};
use filotto_physics::{Ball, Strike};
use std::fmt;

/// The fields of a stroke; `phi` and `v` must be there, the tip is central and the cue level unless told.
const STROKE_FIELDS: [&str; 8] = ["phi", "v", "a", "b", "theta", "at", "spot", "ball"];

impl Stroke {
    /// Reads a stroke. Ranges and placement are checked against a position later, see [`Stroke::check_intended`].
    ///
    /// # Errors
    /// The first field that is unknown, doubled, missing or unreadable, with its column.
    pub fn parse(text: &str) -> Result<Stroke, StrokeError> {
        let fields = Fields::read(text, 0, &STROKE_FIELDS)?;
        Ok(Stroke {
            strike: fields.strike()?,
            at: fields.parsed("at", point)?,
            spot: fields.parsed("spot", read_spot)?,
            ball: fields.parsed("ball", read_wrong_ball)?,
        })
    }
}

/// The `key=value` words of a text.
pub(super) struct Fields<'a> {
    found: Vec<(&'static str, Word<'a>)>,
    end: usize,
}

impl<'a> Fields<'a> {
    /// Reads words of the known keys; `offset` characters stand before the text.
    pub fn read(text: &'a str, offset: usize, known: &[&'static str]) -> Result<Fields<'a>, StrokeError> {
        let mut found: Vec<(&'static str, Word<'a>)> = Vec::new();
        for word in words(text) {
            let column = word.column + offset;
            let key = word.key().unwrap_or(word.text);
            let Some(&name) = known.iter().find(|&&name| name == key) else {
                let message = format!("{key:?} is no field of a stroke; {} are", known.join(", "));
                return Err(NotationError::new("stroke", message).at(column));
            };
            if found.iter().any(|(other, _)| *other == name) {
                return Err(NotationError::new(name, "comes a second time; once is right").at(column));
            }
            let Some((_, value)) = word.text.split_once('=') else {
                return Err(NotationError::new(name, format!("has no value; {name}=... is right")).at(column));
            };
            found.push((name, Word { text: value, column }));
        }
        let end = end_column(text) + offset;
        Ok(Fields { found, end })
    }

    /// The value of a field, read by a function; `None` when the field isn't there.
    pub fn parsed<T>(
        &self,
        name: &'static str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, StrokeError> {
        let Some((_, word)) = self.found.iter().find(|(other, _)| *other == name) else {
            return Ok(None);
        };
        match read(word.text) {
            Ok(value) => Ok(Some(value)),
            Err(message) => Err(NotationError::new(name, message).at(word.column)),
        }
    }

    /// The strike of phi, v, a, b and theta.
    pub fn strike(&self) -> Result<Strike, StrokeError> {
        let needed = |name: &'static str, what: &str| {
            let missing = NotationError::new(name, format!("missing; {what} is right")).at(self.end);
            self.parsed(name, number)?.ok_or(missing)
        };
        let optional = |name| Ok(self.parsed(name, number)?.unwrap_or(0.0));
        Ok(Strike {
            phi_deg: needed("phi", "phi=<degrees>")?,
            v_mps: needed("v", "v=<m/s>")?,
            a: optional("a")?,
            b: optional("b")?,
            theta_deg: optional("theta")?,
            delay_s: 0.0,
        })
    }
}

pub(super) fn read_spot(text: &str) -> Result<SpotChoice, String> {
    match Half::from_name(text) {
        Some(Half::Lower) => Ok(SpotChoice::Lower),
        Some(Half::Upper) => Ok(SpotChoice::Upper),
        None => Err(format!("{text:?} is not upper or lower")),
    }
}

pub(super) fn read_wrong_ball(text: &str) -> Result<Ball, String> {
    let ball = Ball::ALL.into_iter().find(|ball| ball.name() == text);
    ball.ok_or_else(|| format!("{text:?} is not white, yellow or red"))
}

/// The five numbers of a strike.
pub(super) fn print_strike(strike: &Strike) -> String {
    let [phi, v, a] = [strike.phi_deg, strike.v_mps, strike.a].map(shortest);
    let [b, theta] = [strike.b, strike.theta_deg].map(shortest);
    format!("phi={phi} v={v} a={a} b={b} theta={theta}")
}

impl fmt::Display for Stroke {
    /// The canonical line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", print_strike(&self.strike))?;
        if let Some(at) = self.at {
            write!(f, " at={}", print_point(at))?;
        }
        if let Some(spot) = self.spot {
            write!(f, " spot={}", spot.name())?;
        }
        if let Some(ball) = self.ball {
            write!(f, " ball={}", ball.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;
    use proptest::prelude::*;

    fn wrong(text: &str, message: &str) {
        assert_eq!(Stroke::parse(text).unwrap_err().to_string(), message, "{text}");
    }

    #[test]
    fn a_line_reads_and_prints_back() {
        let stroke = Stroke::parse("phi=35.25 v=3.1 a=-0.10 b=0.20 theta=0 at=0.50,0.30 spot=upper ball=red").unwrap();
        assert_eq!(stroke.strike, Strike::new(35.25, 3.1).tip(-0.1, 0.2));
        assert_eq!(stroke.at, Some(DVec2::new(0.5, 0.3)));
        assert_eq!((stroke.spot, stroke.ball), (Some(SpotChoice::Upper), Some(Ball::Red)));
        let canonical = "phi=35.25 v=3.1 a=-0.1 b=0.2 theta=0 at=0.5,0.3 spot=upper ball=red";
        assert_eq!(stroke.to_string(), canonical);
        assert_eq!(
            Stroke::parse("v=3_phi=-0_at=d2,1").unwrap().to_string(),
            "phi=-0 v=3 a=0 b=0 theta=0 at=0.71,0.355"
        );
    }

    #[test]
    fn errors_name_field_and_column() {
        wrong("phi=3 v=fast", "v: \"fast\" is not a number, column 7");
        wrong("phi=3 v=inf", "v: \"inf\" is not a finite number, column 7");
        wrong("phi=3", "v: missing; v=<m/s> is right, column 6");
        wrong("phi=3 v=1 phi=4", "phi: comes a second time; once is right, column 11");
        wrong("phi=3 v", "v: has no value; v=... is right, column 7");
        wrong("phi=3 v=1 spot=left", "spot: \"left\" is not upper or lower, column 11");
        wrong("phi=3 v=1 ball=blue", "ball: \"blue\" is not white, yellow or red, column 11");
        let fields = "phi, v, a, b, theta, at, spot, ball are";
        wrong("phi=3 v=1 speed=2", &format!("stroke: \"speed\" is no field of a stroke; {fields}, column 11"));
        wrong("phi=3 v=1 delay=2", &format!("stroke: \"delay\" is no field of a stroke; {fields}, column 11"));
    }

    #[test]
    fn later_errors_find_their_column() {
        let text = "phi=3 v=1 a=0.4 b=0.4";
        let error = NotationError::new("b", "too far").located_in(text);
        assert_eq!(error.to_string(), "b: too far, column 17");
        assert_eq!(NotationError::new("at", "missing").located_in(text).column, None);
    }

    proptest! {
        #[test]
        fn print_and_parse_keep_every_bit(
            numbers in prop::array::uniform5(prop::num::f64::NORMAL | prop::num::f64::ZERO),
            at in prop::option::of(prop::array::uniform2(-3.0..3.0f64)), spot in 0..3usize, ball in 0..4usize,
        ) {
            let [phi_deg, v_mps, a, b, theta_deg] = numbers;
            let stroke = Stroke {
                strike: Strike { phi_deg, v_mps, a, b, theta_deg, delay_s: 0.0 },
                at: at.map(DVec2::from_array),
                spot: [None, Some(SpotChoice::Lower), Some(SpotChoice::Upper)][spot],
                ball: Ball::ALL.get(ball).copied(),
            };
            let text = stroke.to_string();
            let back = Stroke::parse(&text).unwrap();
            let bits = |s: &Strike| [s.phi_deg, s.v_mps, s.a, s.b, s.theta_deg].map(f64::to_bits);
            prop_assert_eq!(bits(&back.strike), bits(&stroke.strike));
            prop_assert_eq!(back, stroke);
            prop_assert_eq!(back.to_string(), text);
            let json = serde_json::to_string(&stroke).unwrap();
            prop_assert_eq!(serde_json::from_str::<Stroke>(&json).unwrap(), stroke);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[a-z=0-9., _-]{0,60}") {
            let _ = Stroke::parse(&text);
        }
    }
}
