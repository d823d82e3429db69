//! Positions and strokes as JSON: the same fields, keys with their units, unknown keys refused by name.

use super::NotationError;
use super::position::{print_pins, read_pins, read_sets};
use super::stroke::{read_spot, read_wrong_ball};
use crate::position::{Kind, Player, Position, ProfileName};
use crate::stroke::Stroke;
use filotto_physics::{Strike, Table};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A position as it stands in JSON, unchecked; [`PositionJson::position`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionJson {
    /// White, `null` in hand.
    pub white_m: Option<[f64; 2]>,
    /// Yellow, `null` in hand.
    pub yellow_m: Option<[f64; 2]>,
    /// Red.
    pub red_m: Option<[f64; 2]>,
    /// The pins standing, as in the line.
    pub pins: String,
    /// `w` or `y`.
    pub striker: String,
    /// As in the line.
    pub kind: String,
    /// Points of white and yellow.
    pub points: [u16; 2],
    /// Points that win the set.
    pub target: u16,
    /// As in the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<String>,
    /// Default `wcbs-1997`.
    #[serde(default = "default_profile")]
    pub profile: String,
}

fn default_profile() -> String {
    ProfileName::default().as_str().into()
}

impl From<&Position> for PositionJson {
    fn from(position: &Position) -> PositionJson {
        let [white_m, yellow_m, red_m] = position.balls.map(|ball| ball.map(|place| place.to_array()));
        PositionJson {
            white_m,
            yellow_m,
            red_m,
            pins: print_pins(position.pins),
            striker: position.striker.letter().into(),
            kind: position.kind.code().into(),
            points: position.points,
            target: position.target,
            sets: position.sets.map(|sets| sets.to_string()),
            profile: position.profile.as_str().into(),
        }
    }
}

impl PositionJson {
    /// The position, checked.
    ///
    /// # Errors
    /// The first field that can't be, without a column.
    pub fn position(&self, table: &Table) -> Result<Position, NotationError> {
        let wrong = |field, value: &str, right: &str| NotationError::new(field, format!("{value:?} is not {right}"));
        let sets = match &self.sets {
            None => None,
            Some(text) => Some(read_sets(text).ok_or_else(|| wrong("sets", text, "like 1-0/3:w"))?),
        };
        let kinds = "n, o, r, h:lower, h:upper, l or e";
        let position = Position {
            balls: [self.white_m, self.yellow_m, self.red_m].map(|place| place.map(DVec2::from_array)),
            pins: read_pins(&self.pins).map_err(|message| NotationError::new("pins", message))?,
            striker: Player::from_letter(&self.striker).ok_or_else(|| wrong("striker", &self.striker, "w or y"))?,
            kind: Kind::from_code(&self.kind).ok_or_else(|| wrong("kind", &self.kind, kinds))?,
            points: self.points,
            target: self.target,
            sets,
            profile: ProfileName::from_text(&self.profile),
        };
        position.check(table)?;
        Ok(position)
    }
}

/// A stroke as it stands in JSON, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrokeJson {
    /// Direction, degrees.
    pub phi_deg: f64,
    /// Cue speed.
    pub v_mps: f64,
    /// Tip right of centre, ball radii.
    #[serde(default)]
    pub a: f64,
    /// Tip above centre, ball radii.
    #[serde(default)]
    pub b: f64,
    /// Elevation, degrees.
    #[serde(default)]
    pub theta_deg: f64,
    /// Placement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_m: Option<[f64; 2]>,
    /// `upper` or `lower` (13.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<String>,
    /// A wrong ball (15.3-a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ball: Option<String>,
}

impl From<&Stroke> for StrokeJson {
    fn from(stroke: &Stroke) -> StrokeJson {
        StrokeJson {
            phi_deg: stroke.strike.phi_deg,
            v_mps: stroke.strike.v_mps,
            a: stroke.strike.a,
            b: stroke.strike.b,
            theta_deg: stroke.strike.theta_deg,
            at_m: stroke.at.map(|place| place.to_array()),
            spot: stroke.spot.map(|spot| spot.name().into()),
            ball: stroke.ball.map(|ball| ball.name().into()),
        }
    }
}

impl StrokeJson {
    /// The stroke.
    ///
    /// # Errors
    /// A spot or a ball that isn't one.
    pub fn stroke(&self) -> Result<Stroke, NotationError> {
        let spot = self.spot.as_deref().map(read_spot).transpose();
        let ball = self.ball.as_deref().map(read_wrong_ball).transpose();
        Ok(Stroke {
            strike: Strike::new(self.phi_deg, self.v_mps).tip(self.a, self.b).elevated(self.theta_deg),
            at: self.at_m.map(DVec2::from_array),
            spot: spot.map_err(|message| NotationError::new("spot", message))?,
            ball: ball.map_err(|message| NotationError::new("ball", message))?,
        })
    }
}

impl Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionJson::from(self).serialize(serializer)
    }
}

impl Serialize for Stroke {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StrokeJson::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stroke {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Stroke, D::Error> {
        let json = StrokeJson::deserialize(deserializer)?;
        json.stroke().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"white_m":[2.74,0.71],"yellow_m":null,"red_m":[2.13,0.71],"pins":"UDLRC","striker":"y",
        "kind":"o","points":[12,20],"target":60,"sets":"1-0/3:w","profile":"modern"}"#;

    fn read(json: &str) -> Result<Position, String> {
        let json: PositionJson = serde_json::from_str(json).map_err(|error| error.to_string())?;
        json.position(&Table::carom_heated()).map_err(|error| error.to_string())
    }

    #[test]
    fn json_and_line_are_one_position() {
        let position = read(JSON).unwrap();
        assert_eq!(position.to_string(), "2.74,0.71 - 2.13,0.71 UDLRC y o 12-20/60 1-0/3:w modern");
        let printed = serde_json::to_string(&position).unwrap();
        assert_eq!(printed, JSON.replace("\n        ", ""));
    }

    #[test]
    fn errors_name_the_key() {
        assert!(read(&JSON.replace("target", "limit")).unwrap_err().contains("unknown field `limit`"));
        let error = read(&JSON.replace("\"o\"", "\"q\"")).unwrap_err();
        assert_eq!(error, "kind: \"q\" is not n, o, r, h:lower, h:upper, l or e");
        assert!(read(&JSON.replace("1-0/3:w", "1-0/2:w")).unwrap_err().starts_with("sets: best of 2 is even"));
        assert!(read(&JSON.replace("2.13", "3.13")).unwrap_err().starts_with("red: (3.13, 0.71) is outside"));
        let stroke = r#"{"phi_deg":1,"v_mps":2,"spin":1}"#;
        assert!(serde_json::from_str::<Stroke>(stroke).unwrap_err().to_string().contains("unknown field `spin`"));
        let stroke = r#"{"phi_deg":1,"v_mps":2,"spot":"left"}"#;
        assert!(serde_json::from_str::<Stroke>(stroke).unwrap_err().to_string().contains("not upper or lower"));
    }
}
