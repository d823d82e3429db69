//! What a picture must show: snapshots of the SVG, and pixels of the PNG.

use super::png::tests::count;
use super::theme::{DARK, LIGHT};
use super::*;
use filotto_physics::{PinSet, simulate};
use glam::DVec2;

/// A stroke from the notation's example position that meets the object ball, cushions and pins.
fn layout() -> Layout {
    let balls = [(0.6, 0.4), (1.0, 0.71), (2.13, 0.71)].map(|(x, y)| Some(DVec2::new(x, y)));
    Layout { balls, pins: PinSet::ALL }
}

const STRIKE: Strike = Strike::new(41.6, 3.4).tip(0.15, -0.2);

fn scene<'a>(table: &'a Table, trace: Option<&'a Trace>) -> Scene<'a> {
    let row = |label: &str, value: &str| (label.to_string(), value.to_string());
    Scene {
        table,
        layout: layout(),
        striker: Some(Ball::White),
        strike: trace.map(|_| STRIKE),
        trace,
        heading: "1. phi=41.6 v=3.4 a=0.15 b=-0.2 theta=0".into(),
        position: "0.6,0.4 1,0.71 2.13,0.71 UDLRC w n 0-0/60".into(),
        figures: vec![row("points", "3.42 ± 0.08"), row("fault", "4.1 % ± 0.4 %"), row("win", "61.2 % ± 0.6 %")],
        language: Language::En,
    }
}

fn trace(table: &Table) -> Trace {
    simulate(table, &layout(), &[(Ball::White, STRIKE)]).unwrap()
}

/// With `FILOTTO_PICTURES=DIR` the pictures are written there, to be looked at.
fn show(name: &str, svg: &str) {
    if let Ok(dir) = std::env::var("FILOTTO_PICTURES") {
        std::fs::write(format!("{dir}/{name}.png"), png(svg).unwrap()).unwrap();
        std::fs::write(format!("{dir}/{name}.svg"), svg).unwrap();
    }
}

#[test]
fn a_position_is_drawn_as_it_was() {
    let table = Table::carom_heated();
    let svg = picture(&scene(&table, None), &LIGHT);
    show("position", &svg);
    insta::assert_snapshot!("position", svg);
}

#[test]
fn a_stroke_shows_paths_text_and_marks_in_pixels() {
    let table = Table::carom_heated();
    let trace = trace(&table);
    for (name, theme) in [("light", &LIGHT), ("dark", &DARK)] {
        let with = picture(&scene(&table, Some(&trace)), theme);
        show(name, &with);
        let without = picture(&scene(&table, None), theme);
        for ball in [Ball::White, Ball::Yellow] {
            let colour = theme.ball(ball);
            assert!(count(&with, colour) > count(&without, colour) + 2000, "{name}: path of {}", ball.name());
        }
        let plain =
            Scene { heading: String::new(), position: String::new(), figures: vec![], ..scene(&table, Some(&trace)) };
        let silent = picture(&plain, theme);
        assert!(count(&with, theme.ink) > count(&silent, theme.ink) + 4000, "{name}: heading and figures");
        assert!(count(&with, theme.soft) > count(&silent, theme.soft) + 1000, "{name}: position text");
    }
}

#[test]
fn a_felled_pin_is_marked() {
    let table = Table::carom_heated();
    let trace = trace(&table);
    assert!(!shot::felled(&trace).is_empty(), "the stroke fells pins: {:?}", trace.events);
    let with = drawn_table(&scene(&table, Some(&trace)), &View::new(&table, Way::Lying), &LIGHT);
    let count = with.document((3120.0, 1700.0), 1000.0, "").matches(LIGHT.alert).count();
    assert_eq!(count, 1 + 2 * shot::felled(&trace).len(), "the striker's ring, and two strokes a cross");
}

#[test]
fn a_ball_is_drawn_at_its_true_size_and_place() {
    let table = Table::carom_heated();
    let canvas = drawn_table(&scene(&table, None), &View::new(&table, Way::Lying), &LIGHT);
    let svg = canvas.document((3120.0, 1700.0), 1000.0, "");
    // 30.75 mm less half the outline; 0.6 m and 0.4 m from the lower right corner.
    assert!(svg.contains("<circle cx=\"740\" cy=\"1160\" r=\"29.2\" fill=\"#ffffff\""), "{svg}");
}

#[test]
fn every_word_of_a_picture_is_in_its_language() {
    let table = Table::carom_heated();
    let trace = trace(&table);
    for (language, words) in [
        (
            Language::It,
            ["direzione", "stecca alzata", "percorso della gialla", "birillo abbattuto", "bilia battente (bianca)"],
        ),
        (Language::Ru, ["направление", "кий поднят", "путь жёлтого", "сбитая фишка", "биток (белый)"]),
    ] {
        let one = picture(&Scene { language, figures: vec![], ..scene(&table, Some(&trace)) }, &LIGHT);
        show(&format!("picture-{}", language.code()), &one);
        for word in words {
            assert!(one.contains(&format!(">{word}<")), "{word}");
        }
        for english in ["path of", "felled", "above", "below", "direction", "speed", "m/s<"] {
            assert!(language == Language::It && english == "m/s<" || !one.contains(english), "{english}");
        }
    }
}

#[test]
fn the_cue_stays_within_the_frame() {
    let table = Table::carom_heated();
    let view = View::new(&table, Way::Lying);
    let (w, h) = view.outer();
    for i in 0..72 {
        let strike = Strike::new(5.0 * f64::from(i), 2.0);
        for place in [(0.04, 0.04), (2.8, 1.38), (1.42, 0.04), (1.42, 1.38), (0.04, 0.71)] {
            let mut canvas = Canvas::new();
            shot::cue(&mut canvas, &view, DVec2::new(place.0, place.1), &strike, table.radius());
            let svg = canvas.document((w, h), w, "");
            let points = svg.split("points=\"").skip(1).flat_map(|rest| rest[..rest.find('"').unwrap()].split(' '));
            for point in points {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0.0..=w).contains(&x) && (0.0..=h).contains(&y), "{place:?} {strike:?}: {x} {y}");
            }
        }
    }
}

#[test]
fn a_board_shows_every_scene() {
    let table = Table::carom_heated();
    let trace = trace(&table);
    let scenes = [1, 2, 3].map(|i| Scene { heading: format!("{i}. stroke"), ..scene(&table, Some(&trace)) });
    let svg = board("Three suggestions", &scenes, &LIGHT);
    show("board", &svg);
    assert!((1..=3).all(|i| svg.contains(&format!(">{i}. stroke<"))));
    assert!(count(&svg, LIGHT.cloth) > 500_000);
}

#[test]
fn the_terminal_shows_balls_pins_and_paths() {
    let table = Table::carom_heated();
    let trace = trace(&table);
    insta::assert_snapshot!("terminal_position", text(&table, &layout(), Some(Ball::White), None));
    let drawn = text(&table, &layout(), Some(Ball::White), Some(&trace));
    assert!(drawn.contains("(W)") && drawn.contains('x'), "{drawn}");
    assert!(drawn.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c)), "{drawn}");
}
