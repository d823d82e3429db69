//! The judgement of the lag (3): the cases of `tests/data/lag.jsonl`.

mod support;

use filotto_engine::lag::{LagOutcome, judge_lag};
use filotto_engine::{Player, profile::Profile};
use filotto_physics::trace::{BallRest, Body, End, Moment, OffBy, Rail, Rest, Summary};
use filotto_physics::{Ball, Event, EventKind, Pin, Table, Trace};
use glam::{DVec2, DVec3};
use serde_json::{Value, json};
use support::{cases, text};

fn ball(word: &Value) -> Ball {
    let name = word.as_str().expect("a ball");
    Ball::ALL.into_iter().find(|ball| ball.name() == name).unwrap_or_else(|| panic!("{name} is no ball"))
}

fn pin(letter: &str) -> Pin {
    Pin::from_letter(letter.chars().next().expect("a letter")).expect("a pin")
}

fn rail(word: &Value) -> Rail {
    match word.as_str().expect("a cushion") {
        "upper" => Rail::Upper,
        "lower" => Rail::Lower,
        "left" => Rail::Left,
        "right" => Rail::Right,
        other => panic!("{other} is no cushion"),
    }
}

fn moment(ball: Ball, y: f64) -> Moment {
    let zero = DVec3::ZERO;
    Moment { body: Body::Ball(ball), place: DVec3::new(1.0, y, 0.03), before: zero, after: zero, spin: zero }
}

fn event(case: &Value) -> Event {
    let t_s = case[0].as_f64().expect("a time");
    let mut moments = Vec::new();
    let kind = match case[1].as_str().expect("a word") {
        "strike" => EventKind::Strike { ball: ball(&case[2]), miscue: false },
        "cushion" => EventKind::Cushion { ball: ball(&case[2]), rail: rail(&case[3]) },
        "hit" => EventKind::Hit { a: ball(&case[2]), b: ball(&case[3]) },
        "off" => EventKind::Off { ball: ball(&case[2]), by: OffBy::Frame },
        "pin" => {
            let by = match case[3].as_str().expect("by").strip_prefix("pin:") {
                Some(letter) => Body::Pin(pin(letter)),
                None => Body::Ball(ball(&case[3])),
            };
            EventKind::PinDown { pin: pin(case[2].as_str().expect("a pin")), by }
        }
        "meet" => {
            let y = |i: usize| case[i].as_f64().expect("a place");
            moments = vec![moment(Ball::White, y(2)), moment(Ball::Yellow, y(3))];
            EventKind::Hit { a: Ball::White, b: Ball::Yellow }
        }
        other => panic!("{other} is no event of a lag"),
    };
    Event { t_s, kind, moments }
}

fn trace(case: &Value) -> Trace {
    let events = case["events"].as_array().expect("events").iter().map(event).collect();
    let x = |name: &str| match case["rest"][name].as_f64() {
        Some(x) => BallRest::At(DVec2::new(x, 0.9)),
        None => BallRest::Off,
    };
    let rest =
        Rest { balls: [x("white"), x("yellow"), BallRest::At(DVec2::new(2.13, 0.71))], pins: Default::default() };
    Trace { events, segments: vec![], summary: Summary { rest, duration_s: 9.0, events: 9, end: End::Rest } }
}

#[test]
fn every_lag_is_judged_as_rule_3_says() {
    let (table, profile) = (Table::carom_heated(), Profile::wcbs_1997());
    for case in cases("lag.jsonl") {
        let breaches = ["w", "y"].map(|letter| u8::from(text(&case, "breaches").contains(letter)));
        let verdict = judge_lag(&trace(&case), breaches, &table, &profile);
        let outcome = match verdict.outcome {
            LagOutcome::Won(player) => player.ball().name().to_string(),
            LagOutcome::Replay(why) => format!("replay: {}", json!(why).as_str().expect("a word")),
        };
        assert_eq!(outcome, text(&case, "expect"), "{}", case["id"]);
        for player in Player::ALL {
            let loss = verdict.losses[player.index()].map_or(Value::Null, |loss| json!(loss));
            assert_eq!(loss, case["losses"][player.ball().name()], "{} {player:?}", case["id"]);
        }
    }
}
