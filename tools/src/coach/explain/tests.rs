//! The explanation held against strokes whose answer is known.

use super::tolerance::*;
use super::*;
use filotto_engine::{Language, Profile, Stroke};
use filotto_physics::Table;
use filotto_search::{Budget, Objective, Planner, Quiet, Request, Skills};

fn court() -> Court {
    Court { table: Table::carom_heated(), profile: Profile::wcbs_1997() }
}

/// A fisso from 30 cm: yellow right before the castle, white behind it.
const STRAIGHT: &str = "0.5,0.71 0.9,0.71 2.5,0.2 UDLRC w n 0-0/60";

fn position(text: &str) -> Position {
    Position::parse(text, &Table::carom_heated()).unwrap()
}

#[test]
fn the_tolerance_ends_where_the_stroke_fails() {
    let (court, position) = (court(), position(STRAIGHT));
    let club = Skill::parse("club").unwrap();
    let stroke = Stroke::parse("phi=0 v=2.5 a=0 b=0 theta=0").unwrap();
    let probe = Probe::new(&court, &position, &stroke, &club).unwrap();
    let mut watch = Watch::new();
    for parameter in Parameter::ALL {
        let t = tolerance(&probe, parameter, &club, &mut watch);
        let works = |by: f64| {
            let strike = parameter.moved(&stroke.strike, by, &court.table).unwrap();
            probe.works(&strike, &mut Watch::new())
        };
        assert!(works(0.0), "{parameter:?}");
        let hair = 1e-2 * (t.up + t.down) + 1e-3;
        if !t.open[1] {
            assert!(works(t.up - hair) && !works(t.up + hair), "{t:?}");
        }
        if !t.open[0] {
            assert!(works(-t.down + hair) && !works(-t.down - hair), "{t:?}");
        }
    }
    let t = tolerance(&probe, Parameter::Direction, &club, &mut watch);
    assert!(!t.open[0] && (t.up - t.down).abs() < 0.05, "the position is its own mirror image: {t:?}");
}

/// Between two aims that work lies one that doesn't: found by a scan, then told by the tolerance.
#[test]
fn a_gap_between_two_lines_is_told() {
    let (court, position) = (court(), position(STRAIGHT));
    let club = Skill::parse("club").unwrap();
    let probe = |tenths: i32| {
        let stroke = Stroke::parse(&format!("phi={} v=3.5", 0.05 * f64::from(tenths))).unwrap();
        Probe::new(&court, &position, &stroke, &club).unwrap()
    };
    let works = |tenths: i32| {
        let mut one = probe(tenths);
        one.purpose = super::probe::Purpose::Score;
        one.works(&one.stroke.strike, &mut Watch::new())
    };
    let line: Vec<bool> = (-120..=120).map(works).collect();
    let between = |i: &usize| !line[*i] && (1..=10).any(|k| line[i - k]) && (1..=10).any(|k| line[i + k]);
    let gaps: Vec<usize> = (14..line.len() - 14).filter(between).collect();
    assert!(!gaps.is_empty(), "{line:?}");
    for i in gaps {
        let mut one = probe(i as i32 - 120);
        one.purpose = super::probe::Purpose::Score;
        let t = tolerance(&one, Parameter::Direction, &club, &mut Watch::new());
        assert!(t.gap && t.lines[0].unwrap() < 0.0 && t.lines[1].unwrap() > 0.0, "{i}: {t:?}");
    }
    let whole = tolerance(&probe(0), Parameter::Direction, &club, &mut Watch::new());
    assert!(!whole.gap, "what works is no gap: {whole:?}");
}

#[test]
fn a_better_hand_is_worth_more() {
    let (court, position) = (court(), position(STRAIGHT));
    let club = Skill::parse("club").unwrap();
    let stroke = Stroke::parse("phi=0 v=2.5 a=0 b=0 theta=0").unwrap();
    let probe = Probe::new(&court, &position, &stroke, &club).unwrap();
    let scores = [0.5, 1.0, 2.0].map(|errors| worth(&probe, &club, errors).score.mean);
    assert!(scores[0] >= scores[1] && scores[1] > scores[2], "{scores:?}");
}

#[test]
fn the_map_holds_the_chance_of_both_errors() {
    let (court, position) = (court(), position(STRAIGHT));
    let club = Skill::parse("club").unwrap();
    let stroke = Stroke::parse("phi=0 v=2.5 a=0 b=0 theta=0").unwrap();
    let probe = Probe::new(&court, &position, &stroke, &club).unwrap();
    let map = together(&probe, [Parameter::Direction, Parameter::Speed], 10, &club);
    assert_eq!(map.works.len(), 21 * 21);
    assert!(map.works[10 * 21 + 10], "the middle is the stroke itself");
    // The same chance from noise in those two alone.
    let two = Skill { a_mm: 0.0, b_mm: 0.0, theta_deg: 0.0, ..club };
    let trials = probe.cloud(&two, 2000);
    let share = trials.iter().filter(|t| probe.succeeds(t)).count() as f64 / trials.len() as f64;
    assert!((map.chance - share).abs() < 0.06, "{} {share}", map.chance);
}

#[test]
fn the_explanation_speaks_every_language() {
    let (court, position) = (court(), position("2.13,0.4 0.6,0.9 1.9,1.1 UDLRC w n 12-20/60"));
    let club = Skill::parse("club").unwrap();
    let request = Request {
        skills: Skills { striker: club, opponent: club },
        budget: Budget::nodes(20_000),
        objective: Objective::Win,
        multipv: 6,
        seed: 1,
    };
    let plan = Planner::new(court.table.clone(), court.profile.clone(), 1).plan(&position, &request, &Quiet).unwrap();
    let insights = insights(&court, &position, &club, &plan, 6);
    assert_eq!(insights.len(), plan.suggestions.len().min(6));
    for (language, word) in [(Language::En, "scores"), (Language::It, "segna"), (Language::Ru, "результативно")]
    {
        let text = tell::text(language, &plan, &insights);
        assert!(text.contains(word), "{text}");
        assert!(!text.contains("NaN"), "{text}");
    }
    let first = as_json::insight(&insights[0]);
    assert_eq!(first["worth"].as_array().unwrap().len(), 3);
    let kinds = kinds(&insights);
    let names: std::collections::BTreeSet<_> = kinds.iter().map(|k| k.name).collect();
    assert_eq!(names.len(), kinds.len(), "each kind once");
}
