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
