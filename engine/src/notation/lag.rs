//! The two strokes of the lag (3) as one line: `lag w: phi=0 v=1.6 | y: phi=0 v=1.55 delay=0.05`.

use super::stroke::{Fields, print_strike};
use super::{NotationError, number, shortest, words};
use crate::position::Player;
use crate::stroke::StrokeError;
use filotto_physics::Strike;
use std::fmt;

/// Both strokes of a lag, by [`Player::index`]. `delay` of a stroke = seconds by which it comes after the other;
/// at least one is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LagStrokes(pub [Strike; 2]);

/// The fields of a stroke in the lag.
const LAG_FIELDS: [&str; 6] = ["phi", "v", "a", "b", "theta", "delay"];

impl LagStrokes {
    /// Reads the strokes of a lag.
    ///
    /// # Errors
    /// The first part or field that is unknown, doubled, missing or unreadable, with its column.
    pub fn parse(text: &str) -> Result<LagStrokes, StrokeError> {
        let expected = "`lag w: <stroke> | y: <stroke>` is right";
        let wrong = |column| NotationError::new("lag", expected).at(column);
        let head = words(text).first().copied().ok_or_else(|| wrong(1))?;
        if head.text != "lag" {
            return Err(wrong(head.column));
        }
        let start = text.find("lag").unwrap_or(0) + "lag".len();
        let (white, yellow) = text[start..].split_once('|').ok_or_else(|| wrong(super::end_column(text)))?;
        let yellow_start = start + white.len() + 1;
        let strokes = [
            read_half(white, text[..start].chars().count(), Player::White)?,
            read_half(yellow, text[..yellow_start].chars().count(), Player::Yellow)?,
        ];
        if strokes.iter().all(|strike| strike.delay_s > 0.0) {
            let message = "both strokes wait; one of them is the first, with delay 0";
            return Err(NotationError::new("delay", message).at(1));
        }
        Ok(LagStrokes(strokes))
    }
}

/// One player's stroke: `w: phi=...`; `offset` characters of the whole text stand before it.
fn read_half(text: &str, offset: usize, player: Player) -> Result<Strike, StrokeError> {
    let label = format!("{}:", player.letter());
    let Some(place) = text.find(&label).filter(|&place| words(&text[..place]).is_empty()) else {
        let message = format!("`{label}` is missing before the stroke of {}", player.ball().name());
        return Err(NotationError::new("lag", message).at(offset + 1));
    };
    let rest = &text[place + label.len()..];
    let before = text[..place + label.len()].chars().count();
    let fields = Fields::read(rest, offset + before, &LAG_FIELDS)?;
    let delay_s = fields.parsed("delay", read_delay)?.unwrap_or(0.0);
    Ok(Strike { delay_s, ..fields.strike()? })
}

fn read_delay(text: &str) -> Result<f64, String> {
    let seconds = number(text)?;
    if (0.0..=MOST_DELAY_S).contains(&seconds) {
        return Ok(seconds);
    }
    Err(format!("{text} s is out of range; 0 to {MOST_DELAY_S} is right"))
}

/// Longest wait between the two strokes, s: by then the first ball lies still, and no referee waits longer.
const MOST_DELAY_S: f64 = 60.0;

impl fmt::Display for LagStrokes {
    /// The canonical line; a delay of 0 is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lag")?;
        for (player, strike) in Player::ALL.into_iter().zip(&self.0) {
            let bar = if player == Player::Yellow { " |" } else { "" };
            write!(f, "{bar} {}: {}", player.letter(), print_strike(strike))?;
            if strike.delay_s != 0.0 {
                write!(f, " delay={}", shortest(strike.delay_s))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "lag w: phi=0 v=1.6 a=0 b=0 theta=0 | y: phi=0.5 v=1.55 a=0 b=0.1 theta=0 delay=0.05";

    fn wrong(text: &str, message: &str) {
        assert_eq!(LagStrokes::parse(text).unwrap_err().to_string(), message, "{text}");
    }

    #[test]
    fn a_line_reads_and_prints_back() {
        let lag = LagStrokes::parse(LINE).unwrap();
        assert_eq!((lag.0[0].v_mps, lag.0[1].phi_deg, lag.0[1].delay_s), (1.6, 0.5, 0.05));
        assert_eq!(lag.to_string(), LINE);
        assert_eq!(LagStrokes::parse(" lag_w:phi=0_v=1.6|y:_delay=0.05 phi=0.5 v=1.55 b=0.1").unwrap(), lag);
    }

    #[test]
    fn errors_name_field_and_column() {
        wrong("", "lag: `lag w: <stroke> | y: <stroke>` is right, column 1");
        wrong("leg w: phi=0 v=1 | y: phi=0 v=1", "lag: `lag w: <stroke> | y: <stroke>` is right, column 1");
        wrong("lag w: phi=0 v=1", "lag: `lag w: <stroke> | y: <stroke>` is right, column 17");
        wrong("lag y: phi=0 v=1 | w: phi=0 v=1", "lag: `w:` is missing before the stroke of white, column 4");
        wrong("lag w: phi=0 v=x | y: phi=0 v=1", "v: \"x\" is not a number, column 14");
        wrong("lag w: phi=0 v=1 | y: phi=0 v=x", "v: \"x\" is not a number, column 29");
        wrong("lag w: phi=0 v=1 | y: phi=0 v=1 delay=-1", "delay: -1 s is out of range; 0 to 60 is right, column 33");
        let both = "lag w: phi=0 v=1 delay=1 | y: phi=0 v=1 delay=1";
        wrong(both, "delay: both strokes wait; one of them is the first, with delay 0, column 1");
        let at = "lag w: phi=0 v=1 at=1,1 | y: phi=0 v=1";
        assert!(LagStrokes::parse(at).unwrap_err().to_string().starts_with("stroke: \"at\" is no field"));
    }
}
