//! The coach's pictures: snapshots from hand-made data, and pixels of the PNG.

use super::png::tests::count;
use super::theme::{DARK, LIGHT};
use super::*;
use filotto_engine::math::{normals, stream};
use filotto_engine::{Language, Skill};
use filotto_physics::trace::{BallRest, Rest};
use filotto_physics::{PinSet, simulate};
use glam::DVec2;

const STRIKE: Strike = Strike::new(41.6, 3.4).tip(0.15, -0.2);

fn scene<'a>(table: &'a Table, trace: Option<&'a Trace>) -> Scene<'a> {
    let balls = [(0.6, 0.4), (1.0, 0.71), (2.13, 0.71)].map(|(x, y)| Some(DVec2::new(x, y)));
    Scene {
        table,
        layout: Layout { balls, pins: PinSet::ALL },
        striker: Some(Ball::White),
        strike: Some(STRIKE),
        trace,
        heading: "1. rinquarto".into(),
        position: "0.6,0.4 1,0.71 2.13,0.71 UDLRC w n 0-0/60".into(),
        figures: vec![],
        language: Language::En,
    }
}

fn show(name: &str, svg: &str) {
    if let Ok(dir) = std::env::var("FILOTTO_PICTURES") {
        std::fs::write(format!("{dir}/{name}.png"), png(svg).unwrap()).unwrap();
        std::fs::write(format!("{dir}/{name}.svg"), svg).unwrap();
    }
}

fn tries(table: &Table, count: usize) -> Vec<Trace> {
    let (club, mut random) = (Skill::parse("club").unwrap(), stream(1, &[]));
    let layout = scene(table, None).layout;
    (0..count)
        .map(|_| club.perturb_strike(&STRIKE, normals(&mut random), table))
        .map(|strike| simulate(table, &layout, &[(Ball::White, strike)]).unwrap())
        .collect()
}

#[test]
fn the_spread_shows_every_try() {
    let table = Table::carom_heated();
    let (exact, tries) = (tries(&table, 1).remove(0), tries(&table, 60));
    for (name, theme) in [("spread-light", &LIGHT), ("spread-dark", &DARK)] {
        let with = spread(&scene(&table, Some(&exact)), &tries, theme);
        show(name, &with);
        let without = spread(&scene(&table, Some(&exact)), &[], theme);
        let paths = |svg: &str| svg.matches("M").count();
        assert!(paths(&with) >= paths(&without) + 2 * 60, "white and yellow move in every try");
        assert!(count(&with, theme.cloth) + 10_000 < count(&without, theme.cloth), "{name}: the paths cover cloth");
        assert!(count(&with, theme.soft) > 1000, "{name}: text");
    }
}

/// Final states on a ring about a point: hand-made, so that the snapshot doesn't follow the physics.
fn rests() -> Vec<Rest> {
    let at = |i: i32| DVec2::new(2.0 + 0.05 * f64::from(i % 7), 0.5 + 0.09 * f64::from(i % 5));
    let balls = |i: i32| [BallRest::At(at(i)), BallRest::At(at(3 * i)), BallRest::At(DVec2::new(2.13, 0.71))];
    let mut list: Vec<Rest> = (0..60).map(|i| Rest { balls: balls(i), ..Rest::default() }).collect();
    list.push(Rest { balls: [BallRest::Off, BallRest::At(at(1)), BallRest::At(at(2))], ..Rest::default() });
    list
}

#[test]
fn the_heat_map_is_as_it_was() {
    let table = Table::carom_heated();
    let svg = heat(&scene(&table, None), &rests(), &LIGHT);
    insta::assert_snapshot!("heat", svg);
    for (name, theme) in [("heat-light", &LIGHT), ("heat-dark", &DARK)] {
        let svg = heat(&scene(&table, None), &rests(), theme);
        show(name, &svg);
        let cold = heat(&scene(&table, None), &[], theme);
        assert!(count(&svg, theme.alert) > count(&cold, theme.alert) + 1000, "{name}: cells");
        assert!(svg.contains("white (1.6 % off the table)"), "{name}");
        assert!(count(&svg, theme.ink) > 3000, "{name}: text");
    }
}

fn map(cells: &[Option<u16>]) -> Map<'_> {
    Map {
        heading: "1. rinquarto".into(),
        note: "41 % still work".into(),
        axes: ["aim off, degrees", "speed off, m/s"],
        spans: [1.05, 0.6],
        sigmas: [0.35, 0.2],
        half: 5,
        cells,
        language: Language::En,
    }
}

#[test]
fn the_tolerance_map_is_as_it_was() {
    let value = |i: usize| match i % 11 + i / 11 {
        0..=5 => None,
        sum if sum % 4 == 0 => Some(8),
        sum if sum > 14 => Some(2),
        _ => Some(0),
    };
    let cells: Vec<Option<u16>> = (0..121).map(value).collect();
    insta::assert_snapshot!("tolerance", tolerance(&map(&cells), &LIGHT));
    for (name, theme) in [("tolerance-light", &LIGHT), ("tolerance-dark", &DARK)] {
        let svg = tolerance(&map(&cells), theme);
        show(name, &svg);
        let faultless: Vec<Option<u16>> = cells.iter().map(|c| c.or(Some(0))).collect();
        assert!(count(&svg, theme.alert) > count(&tolerance(&map(&faultless), theme), theme.alert) + 500, "{name}");
        assert!(count(&svg, theme.accent) > 5000, "{name}: cells that score");
        for words in ["fault", "no points", "8 points", "2 points", "aim off, degrees", "speed off, m/s"] {
            assert!(svg.contains(&format!(">{words}<")), "{name}: {words}");
        }
    }
}
