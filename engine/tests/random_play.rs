//! Random strokes from random and from touching positions: whatever happens, what follows is a legal position, no
//! point appears or vanishes, and every text reads back to the same bits.
//!
//! `FILOTTO_RANDOM_STROKES=100000 cargo nextest run --release -p filotto-engine random_play` plays the long series.

mod support;

use filotto_engine::notation::{PositionJson, StrokeJson};
use filotto_engine::{Kind, Position, Profile, ProfileName, Stroke, play};
use filotto_physics::Table;
use filotto_physics::trace::{BallRest, End, Rest};
use support::random::Dice;
use support::wrongs;

/// Strokes of a series, unless the environment says otherwise.
const STROKES: u64 = 4000;

fn strokes() -> u64 {
    match std::env::var("FILOTTO_RANDOM_STROKES") {
        Ok(text) => text.parse().expect("FILOTTO_RANDOM_STROKES: a number of strokes"),
        Err(_) => STROKES,
    }
}

fn same_bits(a: &Position, b: &Position) -> bool {
    let bits = |p: &Position| p.balls.map(|ball| ball.map(|place| (place.x.to_bits(), place.y.to_bits())));
    a == b && bits(a) == bits(b)
}

fn check_texts(position: &Position, stroke: &Stroke, table: &Table) {
    let text = position.to_string();
    let read = Position::parse(&text, table).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(same_bits(position, &read), "{text}");
    assert_eq!(read.to_string(), text);
    let json = serde_json::to_string(&PositionJson::from(position)).expect("JSON");
    let back: PositionJson = serde_json::from_str(&json).expect("JSON");
    assert!(same_bits(position, &back.position(table).expect("legal")), "{json}");
    let text = stroke.to_string();
    assert_eq!(&Stroke::parse(&text).expect("a stroke"), stroke, "{text}");
    let json = serde_json::to_string(&StrokeJson::from(stroke)).expect("JSON");
    let back: StrokeJson = serde_json::from_str(&json).expect("JSON");
    assert_eq!(&back.stroke().expect("a stroke"), stroke, "{json}");
}

/// What the physics leaves needs no smoothing: balls inside, apart, at rest.
fn check_rest(rest: &Rest, table: &Table) -> Result<(), String> {
    let (radius, params) = (table.radius(), table.params());
    let places: Vec<_> =
        rest.balls.iter().filter_map(|b| if let BallRest::At(p) = b { Some(*p) } else { None }).collect();
    for (i, a) in places.iter().enumerate() {
        let inside = |v: f64, size: f64| v > radius - 1e-9 && v < size - radius + 1e-9;
        if !(inside(a.x, params.length_m) && inside(a.y, params.width_m)) {
            return Err(format!("at rest outside: {a}"));
        }
        for b in &places[i + 1..] {
            if a.distance(*b) < 2.0 * radius - 1e-9 {
                return Err(format!("at rest overlapping by {}", 2.0 * radius - a.distance(*b)));
            }
        }
    }
    Ok(())
}

/// One stroke; the position after it, or what is wrong.
fn check_stroke(position: &Position, stroke: &Stroke, table: &Table, profile: &Profile) -> Result<Position, String> {
    check_texts(position, stroke, table);
    let told = |error: String| format!("{position} | {stroke}: {error}");
    let played = play(position, stroke, &[], None, table, profile).map_err(|error| told(error.to_string()))?;
    let (ruling, next) = (&played.ruling, &played.next);
    if played.trace.summary.end != End::Rest {
        return Err(told(format!("ends {:?}", played.trace.summary.end)));
    }
    check_rest(&played.trace.summary.rest, table).map_err(told)?;
    next.check(table).map_err(|error| told(format!("{next}: {error}")))?;
    let wrongs = wrongs(next, table);
    if !wrongs.is_empty() {
        return Err(told(format!("{next}: {wrongs:?}")));
    }
    let own = position.striker.index();
    let gained = |player: usize, points: u16| (position.points[player] + points).min(position.target);
    if next.points[own] != gained(own, ruling.striker) || next.points[1 - own] != gained(1 - own, ruling.opponent) {
        return Err(told(format!("{next}: points appear or vanish: {ruling:?}")));
    }
    if ruling.striker > 0 && ruling.opponent > 0 {
        return Err(told(format!("both score: {ruling:?}")));
    }
    Ok(played.next)
}

/// A series of strokes; from each position the play goes on for a few.
fn series(touching: bool) {
    let table = Table::carom_heated();
    let (mut failures, mut done, mut start) = (Vec::new(), 0, 0);
    while done < strokes() {
        start += 1;
        let mut dice = Dice::new(20, &[u64::from(touching), start]);
        let (name, profile) = match dice.one_in(3) {
            true => (ProfileName::Modern, Profile::modern()),
            false => (ProfileName::Wcbs1997, Profile::wcbs_1997()),
        };
        let mut position = dice.position(touching, name, &table);
        for _ in 0..5 {
            let stroke = dice.stroke(&position, &table);
            done += 1;
            match check_stroke(&position, &stroke, &table, &profile) {
                Ok(next) if next.kind != Kind::Over => position = next,
                Ok(_) => break,
                Err(error) => {
                    failures.push(error);
                    break;
                }
            }
        }
    }
    let shown: Vec<_> = failures.iter().take(5).cloned().collect();
    assert!(failures.is_empty(), "{} of {done} strokes:\n{}", failures.len(), shown.join("\n"));
}

#[test]
fn from_random_positions() {
    series(false);
}

#[test]
fn from_touching_positions() {
    series(true);
}
