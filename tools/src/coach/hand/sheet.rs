//! The calibration strokes: a sheet to fill in at the table, and what it shows.
//!
//! The cue ball alone on the table, on the lower end spot, struck at its centre towards the upper cushion. Soft strokes
//! tell the speed: how far the ball runs. Firm strokes tell direction and side of the tip: where it meets the upper
//! cushion and, coming back, the lower one (a soft ball has lost its side spin by then). The tip's height can't be told
//! from the speed so: its effect is inside the speed's sigma.

use super::{Seen, read::cell};
use crate::coach::speed;
use anyhow::{Context, Result, bail};
use filotto_engine::marks;
use filotto_physics::trace::{Body, EventKind, Rail};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, simulate};
use std::path::Path;

/// Speeds of the soft strokes, in lengths: past the upper cushion and not back to the lower one.
const SOFT: [f64; 3] = [1.15, 1.35, 1.55];
/// Speeds of the firm strokes: there and back with spin left, no harder than a hand controls.
const FIRM: [f64; 2] = [3.5, 4.5];
/// Corrections of the inversion.
const CORRECTIONS: usize = 30;
/// What the measures are worth, m: nobody reads a tape closer.
const MEASURE_M: f64 = 1e-5;
/// The columns to fill in.
const SEEN: [&str; 3] = ["upper_y_m", "lower_y_m", "rest_x_m"];

/// A row of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    v_mps: f64,
    upper_y_m: Option<f64>,
    lower_y_m: Option<f64>,
    rest_x_m: Option<f64>,
}

/// Cue speeds of the strokes, each speed `each` times in turn.
fn aims(table: &Table, each: usize) -> Vec<f64> {
    let speeds = SOFT.iter().chain(&FIRM).filter_map(|&lengths| speed::speed(table, lengths));
    let rounded: Vec<f64> = speeds.map(|v| (100.0 * v).round() / 100.0).collect();
    (0..each).flat_map(|_| rounded.clone()).collect()
}

fn is_soft(table: &Table, v_mps: f64) -> bool {
    speed::lengths(table, v_mps) < 2.0
}

/// The sheet as CSV: what to fill in is left empty, what isn't asked for has a dash.
pub fn csv(table: &Table, each: usize) -> String {
    let mut text = format!("n,lengths,aimed_v_mps,{}\n", SEEN.join(","));
    for (i, &v) in aims(table, each).iter().enumerate() {
        let gaps = if is_soft(table, v) { ",-," } else { ",,-" };
        text += &format!("{},{:.2},{v},{gaps}\n", i + 1, speed::lengths(table, v));
    }
    text
}

/// Reads a sheet that was filled in; rows with gaps are left out.
pub fn read(table: &Table, file: &Path) -> Result<Vec<Seen>> {
    let name = file.display();
    let open = || format!("sheet {name}");
    let mut reader = super::read::reader(file).with_context(open)?;
    let header = reader.headers().with_context(open)?.clone();
    let column = |wanted: &'static str| match header.iter().position(|have| have == wanted) {
        Some(at) => Ok((at, wanted)),
        None => bail!("sheet {name}: column {wanted} is missing; `filotto skill test` makes a right sheet"),
    };
    let columns = [column("aimed_v_mps")?, column(SEEN[0])?, column(SEEN[1])?, column(SEEN[2])?];
    let mut list = Vec::new();
    for row in reader.records() {
        let row = row.with_context(open)?;
        let line = row.position().map_or(0, csv::Position::line);
        let number = |index: usize| {
            let (at, column) = columns[index];
            let text = row.get(at).unwrap_or("");
            cell(if text == "-" { "" } else { text }, line, column).with_context(open)
        };
        let Some(v_mps) = number(0)?.filter(|&v| v > 0.0) else { continue };
        let row = Row { v_mps, upper_y_m: number(1)?, lower_y_m: number(2)?, rest_x_m: number(3)? };
        let seen = seen(table, &row).with_context(|| {
            format!("sheet {name}, line {line}: no stroke does that; metres are right, y from the right cushion, x from the lower one")
        })?;
        list.extend(seen);
    }
    Ok(list)
}

/// What a row shows: `Some(None)` with gaps, `None` when no stroke can do it.
fn seen(table: &Table, row: &Row) -> Option<Option<Seen>> {
    if is_soft(table, row.v_mps) {
        let Some(rest_x) = row.rest_x_m else { return Some(None) };
        let v = run(table, rest_x, row.upper_y_m.is_some())?;
        return Some(Some(Seen { v_mps: Some([row.v_mps, v]), ..Seen::default() }));
    }
    let (Some(upper), Some(lower)) = (row.upper_y_m, row.lower_y_m) else { return Some(None) };
    let strike = invert(table, row.v_mps, [upper, lower])?;
    Some(Some(Seen { phi_deg: Some([0.0, strike.phi_deg]), a: Some([0.0, strike.a]), ..Seen::default() }))
}

/// The cue speed of a ball that came to rest at x, after the upper cushion or before it.
fn run(table: &Table, rest_x: f64, back: bool) -> Option<f64> {
    let (start, length) = (marks::lower_end(table).x, table.params().length_m);
    let turn = length - table.radius();
    let way = if back { (turn - start) + (turn - rest_x) } else { rest_x - start };
    speed::speed(table, way / length)
}

/// Where a ball meets the upper cushion, and the lower one after it; `None` when another cushion comes between.
fn measures(table: &Table, strike: &Strike) -> Option<[f64; 2]> {
    let layout = Layout { balls: [Some(marks::lower_end(table)), None, None], pins: PinSet::NONE };
    let trace = simulate(table, &layout, &[(Ball::White, *strike)]).ok()?;
    let mut met = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Cushion { rail, .. } => {
            Some((rail, event.moments.iter().find(|m| m.body == Body::Ball(Ball::White))?.place.y))
        }
        _ => None,
    });
    match (met.next()?, met.next()?) {
        ((Rail::Upper, upper), (Rail::Lower, lower)) => Some([upper, lower]),
        _ => None,
    }
}

/// The stroke with those measures: Newton's method in direction and side.
fn invert(table: &Table, v_mps: f64, wanted: [f64; 2]) -> Option<Strike> {
    let make = |p: [f64; 2]| Strike::new(p[0], v_mps).tip(p[1].clamp(-0.49, 0.49), 0.0);
    let way = wanted[0] - table.params().width_m / 2.0;
    let mut p = [way.atan2(table.params().length_m).to_degrees(), 0.0];
    // Steps wider than the spin that the way to the cushion uses up, or a change of side would show nothing.
    let steps = [0.05, 0.03];
    for _ in 0..CORRECTIONS {
        let got = measures(table, &make(p))?;
        let off = [wanted[0] - got[0], wanted[1] - got[1]];
        if off.iter().all(|o| o.abs() < MEASURE_M) {
            return Some(make(p));
        }
        let slope = |column: usize| {
            let moved = |by: f64| {
                let mut near = p;
                near[column] += by;
                measures(table, &make(near))
            };
            let (low, high) = (moved(-steps[column])?, moved(steps[column])?);
            Some([0, 1].map(|row| (high[row] - low[row]) / (2.0 * steps[column])))
        };
        let (phi, side) = (slope(0)?, slope(1)?);
        let whole = phi[0] * side[1] - side[0] * phi[1];
        if whole.abs() < 1e-12 {
            return None;
        }
        let change = [(off[0] * side[1] - side[0] * off[1]) / whole, (phi[0] * off[1] - off[0] * phi[1]) / whole];
        // Not farther than a hand errs, or the linear picture is left.
        p[0] += change[0].clamp(-1.0, 1.0);
        p[1] += change[1].clamp(-0.1, 0.1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coach::hand::estimate;
    use filotto_engine::Skill;
    use filotto_engine::math::{normals, stream};
    use filotto_physics::trace::BallRest;

    #[test]
    fn a_stroke_is_found_from_its_measures() {
        let table = Table::carom_heated();
        for (phi, v, a) in [(0.4, 3.0, 0.05), (-0.8, 4.0, -0.1), (0.0, 4.5, 0.02)] {
            let strike = Strike::new(phi, v).tip(a, 0.0);
            let found = invert(&table, v, measures(&table, &strike).unwrap()).unwrap();
            assert!((found.phi_deg - phi).abs() < 0.02 && (found.a - a).abs() < 3e-3, "{strike:?}: {found:?}");
        }
    }

    #[test]
    fn a_speed_is_found_from_its_run() {
        let table = Table::carom_heated();
        for (lengths, back) in [(0.8, false), (1.3, true)] {
            let v = speed::speed(&table, lengths).unwrap();
            let layout = Layout { balls: [Some(marks::lower_end(&table)), None, None], pins: PinSet::NONE };
            let trace = simulate(&table, &layout, &[(Ball::White, Strike::new(0.0, v))]).unwrap();
            let BallRest::At(rest) = trace.summary.rest.balls[0] else { panic!("at rest") };
            assert!((run(&table, rest.x, back).unwrap() - v).abs() < 1e-6, "{lengths}");
        }
    }

    /// A player whose tip keeps its height and whose cue stays level: the sheet shows direction, speed and side.
    #[test]
    fn a_sheet_shows_the_hand() {
        let table = Table::carom_heated();
        let club = Skill { b_mm: 0.0, theta_deg: 0.0, ..Skill::parse("club").unwrap() };
        let mut random = stream(3, &[]);
        let mut strokes = Vec::new();
        for v in aims(&table, 12) {
            let strike = club.perturb_strike(&Strike::new(0.0, v), normals(&mut random), &table);
            let layout = Layout { balls: [Some(marks::lower_end(&table)), None, None], pins: PinSet::NONE };
            let trace = simulate(&table, &layout, &[(Ball::White, strike)]).unwrap();
            let BallRest::At(rest) = trace.summary.rest.balls[0] else { panic!("at rest") };
            let upper = trace.events.iter().any(|e| matches!(e.kind, EventKind::Cushion { rail: Rail::Upper, .. }));
            let both = measures(&table, &strike);
            let row = Row {
                v_mps: v,
                upper_y_m: both.map(|m| m[0]).or(upper.then_some(0.71)),
                lower_y_m: both.map(|m| m[1]),
                rest_x_m: Some(rest.x),
            };
            strokes.extend(seen(&table, &row).flatten());
        }
        assert!(strokes.len() >= 55, "{}", strokes.len());
        let sigmas = estimate(&strokes, &table);
        let value = |field: &str| sigmas.iter().find(|s| s.field == field).copied();
        for (field, truth) in [("phi_deg", 0.35), ("a_mm", 2.0), ("v_rel", 0.07)] {
            let Some(sigma) = value(field) else {
                // Soft speeds are near each other: they may show the speed's error without its law.
                assert_eq!(field, "v_rel");
                continue;
            };
            assert!(sigma.low < truth && truth < sigma.high, "{sigma:?}");
        }
    }

    #[test]
    fn a_sheet_has_a_row_a_stroke() {
        let text = csv(&Table::carom_heated(), 5);
        assert_eq!(text.lines().count(), 1 + 5 * (SOFT.len() + FIRM.len()));
        assert!(text.starts_with("n,lengths,aimed_v_mps,upper_y_m,lower_y_m,rest_x_m\n1,1.1"), "{text}");
        assert!(text.contains(",-,\n") && text.contains(",,-\n"));
    }
}
