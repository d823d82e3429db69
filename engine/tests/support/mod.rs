//! What several tests share: case files, and a slow checker of positions that shares no code with the engine.

#![allow(dead_code, reason = "each test uses its part")]

pub mod random;

use filotto_engine::{Half, Kind, Player, Position};
use filotto_physics::{Pin, Table};
use glam::DVec2;
use serde_json::Value;

/// The cases of a file of `tests/data`, one JSON object a line.
pub fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let read = |(i, line)| serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: line {}: {error}", i + 1));
    text.lines().enumerate().map(read).collect()
}

/// A text field of a case.
pub fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_else(|| panic!("{case}: no text {field:?}"))
}

/// Everything that is wrong with a position between two strokes, by plain arithmetic on what the rules say.
pub fn wrongs(position: &Position, table: &Table) -> Vec<String> {
    let mut wrongs = Vec::new();
    let mut must = |holds: bool, what: String| {
        if !holds {
            wrongs.push(what);
        }
    };
    let params = table.params();
    let radius = params.ball.radius_m;
    let names = ["white", "yellow", "red"];
    let lying: Vec<(usize, DVec2)> = (0..3).filter_map(|i| position.balls[i].map(|place| (i, place))).collect();
    for &(i, place) in &lying {
        let inside = |value: f64, size: f64| value > radius - 1e-9 && value < size - radius + 1e-9;
        let ok = inside(place.x, params.length_m) && inside(place.y, params.width_m);
        must(ok, format!("{} outside at {place}", names[i]));
    }
    for &(i, a) in &lying {
        for &(j, b) in lying.iter().filter(|(j, _)| *j > i) {
            let apart = ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).sqrt();
            must(apart > 2.0 * radius - 1e-9, format!("{} and {} overlap: {apart}", names[i], names[j]));
        }
    }
    // A ball touches a standing pin's head when the distance of their centres in space is the sum of the radii.
    let lift = radius - (params.pin.height_m - params.pin.head_m);
    let reach = ((radius + params.pin.head_m) * (radius + params.pin.head_m) - lift * lift).sqrt();
    let arm = params.pin.arm_m;
    let offsets =
        [(Pin::U, arm, 0.0), (Pin::D, -arm, 0.0), (Pin::L, 0.0, arm), (Pin::R, 0.0, -arm), (Pin::C, 0.0, 0.0)];
    for (pin, dx, dy) in offsets {
        let spot = DVec2::new(params.length_m / 2.0 + dx, params.width_m / 2.0 + dy);
        let near = lying.iter().map(|(_, ball)| (*ball - spot).length()).fold(1e9, f64::min);
        let stands = position.pins.contains(pin);
        must(!stands || near > reach - 1e-9, format!("{pin:?} stands under a ball ({near})"));
        must(stands || near < reach + 1e-9, format!("{pin:?} missing though free ({near})"));
    }
    let own = position.striker as usize;
    let opponent = 1 - own;
    let here = |ball: usize| position.balls[ball].is_some();
    match position.kind {
        Kind::Normal => must(lying.len() == 3, "a ball is missing from an ordinary position".into()),
        Kind::InHand(half) => {
            must(!here(own) && here(opponent) && here(2), "in hand: only the striker's ball is off the table".into());
            if let Some(place) = position.balls[opponent] {
                let middle = params.length_m / 2.0;
                let on_line = match position.profile.as_str() {
                    "modern" => (place.x - middle).abs() < radius,
                    _ => (place.x - middle).abs() <= 0.001,
                };
                let right = if on_line || place.x > middle { Half::Lower } else { Half::Upper };
                must(half == right, format!("in hand in the {} half, the other ball at {place}", half.name()));
            }
        }
        Kind::Over => must(here(opponent) && here(2), "a ball besides the striker's is missing at the end".into()),
        Kind::Opening | Kind::Reset | Kind::Lag => must(false, "no stroke leads there".into()),
    }
    let top = position.points.iter().max().copied().unwrap_or(0);
    must(top <= position.target, "points past the target".into());
    must((top == position.target) == (position.kind == Kind::Over), "over exactly at the target".into());
    must(position.points[0].min(position.points[1]) < position.target, "both at the target".into());
    let _ = Player::White;
    wrongs
}
