//! Positions as clients send them: the notation, the rules they are played by, their hash, measured contacts.

use super::ask::World;
use super::error::{Code, ProtocolError};
use super::options::{Options, profile};
use crate::hashes;
use filotto_engine::{Position, ProfileName};
use filotto_physics::Table;
use glam::DVec2;
use std::sync::Arc;

/// Reads and checks a position. One that names no rules is played by those of the session.
pub fn read(text: &str, options: &Options) -> Result<Position, ProtocolError> {
    let text = text.trim_start();
    let table = &options.world.table;
    let snapped = (options.contact_mm > 0.0).then(|| snap(text, options.contact_mm * 1e-3, table)).flatten();
    let parsed = Position::parse(snapped.as_deref().unwrap_or(text), table);
    let mut position = parsed.map_err(|error| ProtocolError::notation(Code::Position, error))?;
    let named = text.split([' ', '\t', '_']).any(|word| word == ProfileName::Wcbs1997.as_str());
    if position.profile == ProfileName::Wcbs1997 && !named {
        position.profile = options.profile_name.clone();
    }
    Ok(position)
}

/// Table and rules of a position.
pub fn world(position: &Position, options: &Options) -> Result<World, ProtocolError> {
    if position.profile == options.profile_name {
        return Ok(options.world.clone());
    }
    let wrong = |message| ProtocolError::field(Code::Position, "profile", message);
    let profile = Arc::new(profile(&position.profile).map_err(wrong)?);
    Ok(World { table: options.world.table.clone(), profile })
}

/// The first 16 hexadecimal digits of the SHA-256 of the canonical text: GUI and bot compare what they mean.
pub fn hash(position: &Position) -> String {
    hashes::of(position.to_string().as_bytes())
}

/// The text with balls that were measured within `tolerance` of contact put in contact, and those as little outside
/// the cushions put inside; `None` where the places can't be read (the parser says why).
///
/// A place that moves keeps its field, so columns of later errors may shift by the digits added.
fn snap(text: &str, tolerance: f64, table: &Table) -> Option<String> {
    let words: Vec<&str> = text.split([' ', '\t', '_']).filter(|word| !word.is_empty()).collect();
    let mut places: Vec<Option<DVec2>> = words.iter().take(3).map(|word| place(word)).collect();
    let (radius, params) = (table.radius(), table.params());
    let far = DVec2::new(params.length_m - radius, params.width_m - radius);
    for i in 0..places.len() {
        for j in 0..i {
            if let (Some(fixed), Some(moved)) = (places[j], places[i]) {
                let apart = moved.distance(fixed);
                if apart > 0.0 && (apart - 2.0 * radius).abs() <= tolerance {
                    places[i] = Some(fixed + (moved - fixed) / apart * (2.0 * radius));
                }
            }
        }
        places[i] = places[i].map(|place| {
            let inside = place.clamp(DVec2::splat(radius), far);
            if inside.distance(place) <= tolerance { inside } else { place }
        });
    }
    let moved = places.iter().zip(&words).map(|(place, word)| match place {
        Some(place) => format!("{},{}", place.x, place.y),
        None => (*word).to_string(),
    });
    Some(moved.chain(words.iter().skip(3).map(ToString::to_string)).collect::<Vec<_>>().join(" "))
}

/// A place in metres; places in diamonds are left to the parser.
fn place(word: &str) -> Option<DVec2> {
    let (x, y) = word.split_once(',')?;
    Some(DVec2::new(x.parse().ok()?, y.parse().ok()?)).filter(|place| place.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_gives_rules_to_positions_that_name_none() {
        let mut options = Options::default();
        options.set("profile", "modern").unwrap();
        let text = "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60";
        assert_eq!(read(text, &options).unwrap().profile, ProfileName::Modern);
        assert_eq!(read(&format!("{text} wcbs-1997"), &options).unwrap().profile, ProfileName::Wcbs1997);
        let position = read(&format!("{text} wcbs-1997"), &options).unwrap();
        assert_eq!(world(&position, &options).unwrap().profile.centre_alone, 8);
    }

    #[test]
    fn measured_contacts_are_contacts() {
        let mut options = Options::default();
        let text = "0.5,0.4 0.5612,0.4 2.81,0.71 UDLRC w n 0-0/60";
        assert_eq!(read(text, &options).unwrap_err().field.as_deref(), Some("red"));
        options.set("contact tolerance", "1").unwrap();
        let position = read(text, &options).unwrap();
        let [white, yellow, red] = position.balls.map(Option::unwrap);
        assert!((white.distance(yellow) - 0.0615).abs() < 1e-12);
        assert!((red.x - 2.80925).abs() < 1e-12);
    }

    #[test]
    fn the_hash_is_of_the_canonical_text() {
        let options = Options::default();
        let one = read("2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60", &options).unwrap();
        let other = read("2.740,0.71\t0.50,0.40 2.13,0.710_UDLRC w n 12-20/60", &options).unwrap();
        assert_eq!(hash(&one), hash(&other));
        assert_eq!(hash(&one).len(), 16);
    }
}
