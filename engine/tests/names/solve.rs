//! Computes a stroke for each hand-made position of `data/names.jsonl` anew, when the physics has moved on:
//! `cargo test --release -p filotto-engine --test names solve -- --ignored --nocapture > solved`.
//!
//! Balls are placed by hand. A stroke that still stands is kept; for the others a grid is tried for the direction, speed
//! and tip that give the name there and hang least by a hair.

use super::cases::{Case, another_table, cases, events, kept, mirrored, named, shaken, share};
use filotto_engine::names::Name;
use filotto_engine::{Position, Profile, Stroke, layout_for};
use filotto_physics::{Strike, Table};
use glam::DVec2;

/// Cue speeds that are tried, m/s.
const SPEEDS_MPS: [f64; 10] = [1.2, 1.6, 2.0, 2.5, 3.0, 3.6, 4.4, 5.4, 6.6, 8.0];
/// Places of the tip, ball radii: to the side and in height.
const SIDES: [f64; 7] = [0.0, 0.2, -0.2, 0.28, -0.28, 0.36, -0.36];
const HEIGHTS: [f64; 4] = [0.0, -0.2, 0.2, 0.3];
/// Directions over a whole turn, and onto the object ball.
const TURN: u32 = 900;
const ONTO: u32 = 40;

#[test]
#[ignore = "a search, not a test: prints the data file anew"]
fn solve() {
    let (table, shaken) = (Table::carom_heated(), shaken());
    let made: Vec<Case> = cases().into_iter().filter(|case| case.mirror.is_empty()).collect();
    for (i, case) in made.iter().enumerate() {
        let (case, kept) = standing(case, &table, &shaken).unwrap_or_else(|| best(case, &table, &shaken));
        eprintln!("{}: {kept} of {}: {} | {}", case.name, shaken.len(), case.events, case.design);
        let line = |case: &Case| println!("{}", serde_json::to_string(case).expect("plain text"));
        line(&case);
        line(&mirrored(&case, if i % 3 == 1 { "x" } else { "y" }, &table));
    }
}

/// The case as it is, when its stroke still has the name and the events, and hangs by no hair.
fn standing(case: &Case, table: &Table, shaken: &[(Table, [f64; 4])]) -> Option<(Case, usize)> {
    let (position, name) = (Position::parse(&case.position, table).ok()?, Name::parse(&case.name)?);
    let stroke = Stroke::parse(&case.stroke).ok().filter(|_| !case.events.is_empty())?;
    let kept = kept(name, &position, &stroke, shaken);
    let stands = named(table, &position, &stroke) == Some(name)
        && is_clean(name, &position, &stroke, table)
        && events(table, &position, &stroke, name) == case.events
        && 3 * kept > 2 * shaken.len();
    let share = (100.0 * share(table, &position, &stroke)).round() / 100.0;
    stands.then(|| (Case { share, ..case.clone() }, kept))
}

/// The stroke of that name that keeps it most often; among equals the softest, fullest, nearest to the centre.
fn best(case: &Case, table: &Table, shaken: &[(Table, [f64; 4])]) -> (Case, usize) {
    let position = Position::parse(&case.position, table).expect("a hand-made position");
    let name = Name::parse(&case.name).expect("a name");
    let (other, mut best) = (another_table(), None::<(usize, f64, Stroke)>);
    for phi_deg in directions(&position, name.is_indirect(), table) {
        for (v, a, b) in strikes() {
            let Some(stroke) = playable(&position, Strike::new(phi_deg, v).tip(a, b), table) else { continue };
            let ok = |t: &Table| named(t, &position, &stroke) == Some(name) && is_clean(name, &position, &stroke, t);
            if !ok(table) || !ok(&other) || !alike(&position, &stroke, name, [table, &other]) {
                continue;
            }
            let kept = kept(name, &position, &stroke, shaken);
            let plain = share(table, &position, &stroke) - v - 4.0 * (a.abs() + b.abs());
            if best.as_ref().is_none_or(|(k, p, _)| (kept, plain) > (*k, *p)) {
                best = Some((kept, plain, stroke));
            }
        }
    }
    let Some((kept, _, stroke)) = best else { return (case.clone(), 0) };
    let events = events(table, &position, &stroke, name);
    let share = (100.0 * share(table, &position, &stroke)).round() / 100.0;
    (Case { stroke: stroke.to_string(), events, share, ..case.clone() }, kept)
}

/// The same events on both tables, and about the same hit.
fn alike(position: &Position, stroke: &Stroke, name: Name, tables: [&Table; 2]) -> bool {
    let [one, other] = tables.map(|t| (events(t, position, stroke, name), share(t, position, stroke)));
    one.0 == other.0 && (one.1 - other.1).abs() < 0.04
}

fn strikes() -> impl Iterator<Item = (f64, f64, f64)> {
    SPEEDS_MPS.into_iter().flat_map(|v| SIDES.into_iter().flat_map(move |a| HEIGHTS.map(|b| (v, a, b))))
}

/// Onto the object ball for direct strokes; the whole turn where a cushion comes first. Tenths of a degree.
fn directions(position: &Position, indirect: bool, table: &Table) -> Vec<f64> {
    let tenths = |phi: f64| (10.0 * phi).round() / 10.0 + 0.0;
    if indirect {
        return (0..TURN).map(|i| tenths(360.0 * f64::from(i) / f64::from(TURN) - 180.0)).collect();
    }
    let (cue, object) = (position.balls[0].expect("white"), position.balls[1].expect("yellow"));
    let to: DVec2 = object - cue;
    let thin = libm::asin((2.0 * table.radius() / to.length()).min(1.0));
    let at = |i: u32| libm::atan2(to.y, to.x) + thin * (2.0 * f64::from(i) / f64::from(ONTO) - 1.0);
    (0..=ONTO).map(|i| tenths(at(i).to_degrees())).collect()
}

/// The stroke with the cue raised as much as what lies behind the ball asks for, in whole degrees.
fn playable(position: &Position, strike: Strike, table: &Table) -> Option<Stroke> {
    let layout = layout_for(position, &Stroke::from(strike), table).ok()?;
    let least = filotto_physics::clearance(table, &layout, position.cue_ball(), strike.phi_deg, strike.b);
    let stroke = Stroke::from(strike.elevated(least.ceil()));
    (least < 10.0 && stroke.check_intended(position, table).is_ok()).then_some(stroke)
}

/// No fault; points unless it is a defence.
fn is_clean(name: Name, position: &Position, stroke: &Stroke, table: &Table) -> bool {
    let Ok(played) = filotto_engine::play(position, stroke, &[], None, table, &Profile::wcbs_1997()) else {
        return false;
    };
    let quiet = matches!(name, Name::Difesa | Name::Impallatura);
    played.ruling.faults.is_empty() && (quiet || played.ruling.striker > 0)
}
