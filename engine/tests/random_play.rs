//! Random strokes from random and from touching positions and from balls beside the pins: whatever happens, what
//! follows is a legal position, no point appears or vanishes, and every text reads back to the same bits.
//!
//! The long series, 100,000 strokes of each kind (or FILOTTO_RANDOM_STROKES), prints what it met:
//! `cargo test --release -p filotto-engine --test random_play -- --ignored --nocapture`.

mod support;

use filotto_engine::notation::{PositionJson, StrokeJson};
use filotto_engine::{Kind, Played, Position, Profile, ProfileName, Stroke, play};
use filotto_physics::Table;
use filotto_physics::trace::{BallRest, End, Rest};
use support::random::{Dice, Start};
use support::wrongs;

/// From each position the play goes on for so many strokes.
const CHAIN: usize = 5;
/// Strokes of a series that is always played.
const STROKES: u64 = 4000;
/// Strokes of the long one.
const LONG: u64 = 100_000;

/// Strokes of the long one, or what the environment says.
fn long() -> u64 {
    match std::env::var("FILOTTO_RANDOM_STROKES") {
        Ok(text) => text.parse().expect("FILOTTO_RANDOM_STROKES: a number of strokes"),
        Err(_) => LONG,
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

/// One stroke played out, or what is wrong with it.
fn check_stroke(position: &Position, stroke: &Stroke, table: &Table, profile: &Profile) -> Result<Played, String> {
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
    Ok(played)
}

/// What a series met.
#[derive(Debug, Default)]
struct Met {
    strokes: u64,
    valid: u64,
    faults: u64,
    in_hand: u64,
    pins: u64,
    /// Points of all verdicts, and those of them that the cap took.
    points: u64,
    capped: u64,
    /// Points by which the scores rose.
    scored: u64,
    failures: Vec<String>,
}

impl Met {
    fn take(&mut self, before: &Position, played: &Played) {
        let (ruling, next) = (&played.ruling, &played.next);
        self.valid += u64::from(ruling.faults.is_empty());
        self.faults += u64::from(ruling.faults.len());
        self.in_hand += u64::from(ruling.in_hand);
        self.pins += u64::from(ruling.pins_down.len() as u32);
        let given = u64::from(ruling.striker + ruling.opponent);
        let rise = |player: usize| u64::from(next.points[player] - before.points[player]);
        self.points += given;
        self.scored += rise(0) + rise(1);
        if next.kind == Kind::Over {
            self.capped += given - (rise(0) + rise(1));
        }
    }
}

/// A series of strokes, played on from each start for a few.
fn series(start: Start, strokes: u64) -> Met {
    let table = Table::carom_heated();
    let (mut met, mut number) = (Met::default(), 0);
    while met.strokes < strokes {
        number += 1;
        let mut dice = Dice::new(20, &[start as u64, number]);
        let (name, profile) = match dice.one_in(3) {
            true => (ProfileName::Modern, Profile::modern()),
            false => (ProfileName::Wcbs1997, Profile::wcbs_1997()),
        };
        let mut position = dice.position(start, name, &table);
        for _ in 0..CHAIN {
            let stroke = dice.stroke(&position, &table);
            met.strokes += 1;
            match check_stroke(&position, &stroke, &table, &profile) {
                Ok(played) => {
                    met.take(&position, &played);
                    position = played.next;
                }
                Err(error) => {
                    met.failures.push(error);
                    break;
                }
            }
            if position.kind == Kind::Over {
                break;
            }
        }
    }
    met
}

/// Nothing failed, no point appeared or vanished, and the series showed something.
fn holds(met: &Met) {
    let shown: Vec<_> = met.failures.iter().take(5).cloned().collect();
    assert!(met.failures.is_empty(), "{} of {} strokes:\n{}", met.failures.len(), met.strokes, shown.join("\n"));
    assert_eq!(met.scored + met.capped, met.points, "sum of the scores and sum of the verdicts");
    assert!(met.valid > met.strokes / 100 && met.pins > met.strokes / 100, "shows little: {met:?}");
}

#[test]
fn from_random_positions() {
    holds(&series(Start::Anywhere, STROKES));
}

#[test]
fn from_touching_positions() {
    holds(&series(Start::Touching, STROKES));
}

#[test]
fn from_beside_the_pins() {
    holds(&series(Start::Castle, STROKES));
}

#[test]
#[ignore = "the long series: cargo test --release -p filotto-engine --test random_play -- --ignored --nocapture"]
fn a_hundred_thousand_strokes_of_each_kind() {
    for start in [Start::Anywhere, Start::Touching, Start::Castle] {
        let met = series(start, long());
        println!("{start:?}: {met:?}");
        holds(&met);
    }
}
