//! The position after a stroke or a fault: the case files of `tests/data`, and what must hold for any rest.

mod support;

use filotto_engine::judge::{Forfeit, Ruling};
use filotto_engine::profile::Profile;
use filotto_engine::{Kind, Player, Position, ProfileName, apply, apply_fault};
use filotto_physics::trace::{BallRest, PinRest, Rest};
use filotto_physics::{Ball, Table};
use glam::DVec2;
use proptest::prelude::*;
use serde_json::Value;
use support::{cases, text, wrongs};

fn ball_rest(case: &str) -> BallRest {
    match case {
        "off" => BallRest::Off,
        "absent" => BallRest::Absent,
        place => {
            let (x, y) = place.split_once(',').expect("x,y");
            BallRest::At(DVec2::new(x.parse().expect("x"), y.parse().expect("y")))
        }
    }
}

fn ruling(verdict: &Value) -> Ruling {
    let number = |field: &str| u16::try_from(verdict[field].as_u64().expect(field)).expect(field);
    Ruling {
        striker: number("striker"),
        opponent: number("opponent"),
        in_hand: verdict["in_hand"].as_bool().expect("in_hand"),
        by_opponent: verdict["by_opponent"].as_bool().unwrap_or(false),
        forfeit: verdict["forfeit"].as_str().map(|_| Forfeit::Set),
        ..Ruling::default()
    }
}

fn after(case: &Value, table: &Table) -> Position {
    let before = Position::parse(text(case, "before"), table).unwrap_or_else(|error| panic!("{case}: {error}"));
    let profile = Profile::built_in(&before.profile).expect("a built-in profile");
    let ruling = ruling(&case["verdict"]);
    if case["rest"].is_null() {
        return apply_fault(&before, &ruling, table, &profile);
    }
    let balls = ["white", "yellow", "red"].map(|ball| ball_rest(text(&case["rest"], ball)));
    apply(&before, &Rest { balls, pins: [PinRest::Standing; 5] }, &ruling, table, &profile)
}

fn check_file(file: &str) {
    let table = Table::carom_heated();
    let mut misses = Vec::new();
    for case in cases(file) {
        let after = after(&case, &table);
        if after.to_string() != text(&case, "after") {
            misses.push(format!("{}: got {after}\n    expected {}", text(&case, "id"), text(&case, "after")));
        }
        after.check(&table).unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        if case["verdict"]["forfeit"].is_null() {
            assert_eq!(wrongs(&after, &table), Vec::<String>::new(), "{}", case["id"]);
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

#[test]
fn jumped_balls_go_where_11_3_sends_them() {
    check_file("spots.jsonl");
}

#[test]
fn positions_follow_as_rules_2_12_and_13_say() {
    check_file("apply.jsonl");
}

#[test]
fn the_claim_of_10_4_sets_up_the_opening() {
    let table = Table::carom_heated();
    let before = Position::parse("0.5,0.4 1,1 2.13,0.71 UDLRC w n 12-20/60 1-0/3:y modern", &table).expect("legal");
    let reset = filotto_engine::apply::reset(&before, &table);
    assert_eq!(reset.to_string(), "- 2.74,0.71 2.13,0.71 UDLRC w r 12-20/60 1-0/3:y modern");
}

/// Any place a simulation could report, and some it could not.
fn any_rest() -> impl Strategy<Value = BallRest> {
    let table = (-0.05..2.89f64, -0.05..1.47f64);
    let spots = prop::sample::select(vec![(2.74, 0.71), (2.13, 0.71), (0.71, 0.71), (0.1, 0.71), (1.42, 0.71)]);
    prop_oneof![
        4 => table.prop_map(|(x, y)| BallRest::At(DVec2::new(x, y))),
        4 => (spots, -0.062..0.062f64, -0.062..0.062f64)
            .prop_map(|((x, y), dx, dy)| BallRest::At(DVec2::new(x + dx, y + dy))),
        1 => Just(BallRest::At(DVec2::new(f64::NAN, 0.5))),
        2 => Just(BallRest::Off),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Whatever is reported, the next position is legal: jumped balls find a free spot, overlaps are resolved.
    #[test]
    fn every_rest_gives_a_legal_position(
        balls in [any_rest(), any_rest(), any_rest()],
        white in any::<bool>(),
        modern in any::<bool>(),
        (to_striker, to_opponent, in_hand) in prop_oneof![
            (0u16..17, Just(0u16), Just(false)), (Just(0u16), 0u16..17, Just(true)), (Just(0u16), 2u16..17, Just(false)),
        ],
        points in [0u16..60, 0u16..60],
    ) {
        let table = Table::carom_heated();
        let (name, profile) = match modern {
            true => (ProfileName::Modern, Profile::modern()),
            false => (ProfileName::Wcbs1997, Profile::wcbs_1997()),
        };
        let striker = if white { Player::White } else { Player::Yellow };
        let before = Position { kind: Kind::Normal, points, ..Position::opening(striker, 60, name) };
        let ruling = Ruling { striker: to_striker, opponent: to_opponent, in_hand, ..Ruling::default() };
        let rest = Rest { balls, pins: [PinRest::Standing; 5] };
        let after = apply(&before, &rest, &ruling, &table, &profile);
        prop_assert!(after.check(&table).is_ok(), "{after}: {:?}", after.check(&table));
        prop_assert_eq!(wrongs(&after, &table), Vec::<String>::new());
        prop_assert_eq!(after.striker, striker.other());
    }
}

/// A physics that leaves two balls a hair inside each other: they part, nothing is spotted anew.
#[test]
fn a_hair_of_overlap_is_smoothed() {
    let table = Table::carom_heated();
    let before = Position { kind: Kind::Normal, ..Position::opening(Player::White, 60, ProfileName::Wcbs1997) };
    let at = |x, y| BallRest::At(DVec2::new(x, y));
    let rest =
        Rest { balls: [at(1.0, 0.5), at(1.0615 - 1e-8, 0.5), at(0.03075 - 1e-10, 0.9)], pins: [PinRest::Standing; 5] };
    let after = apply(&before, &rest, &Ruling::default(), &table, &Profile::wcbs_1997());
    assert_eq!(after.check(&table), Ok(()));
    assert!(after.ball(Ball::White).expect("lies").distance(DVec2::new(1.0, 0.5)) < 1e-8);
    assert_eq!(after.ball(Ball::Red), Some(DVec2::new(0.03075, 0.9)));
}
