//! A person's own table from three things that can be measured with a watch and a tape.
//!
//! 1. A centre stroke along the table from the lower cushion: the time to the upper one, and how many lengths (cushion
//!    to cushion) the ball runs in all. Says how fast the cloth is.
//! 2. A centre stroke from the middle straight to the upper cushion: the time to it, and how far from it the ball comes
//!    to rest. Says how lively the cushion is.
//! 3. A full hit by a rolling ball: how far each ball runs. Says how lively the balls are.
//!
//! Each has one answer that grows with one parameter, found by halving an interval of simulations.

use anyhow::{Result, bail};
use filotto_physics::collide::Moving;
use filotto_physics::table::TableParams;
use filotto_physics::trace::{Body, EventKind, Trace};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, release, simulate};
use glam::{DVec2, DVec3};

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Time of the first crossing, s.
    pub crossing_s: f64,
    /// Lengths run in all.
    pub lengths: f64,
    /// Time to the cushion, s.
    pub bank_s: f64,
    /// Distance of the cushion's nose from the ball's near side when it rests, m.
    pub bank_rest_m: f64,
    /// What the object ball runs, m.
    pub hit_object_m: f64,
    /// What the cue ball runs after the hit, m.
    pub hit_cue_m: f64,
}

/// Halvings of an interval: a part in a thousand million.
const HALVINGS: usize = 30;
/// The cloth is at most this much faster or slower than the table it starts from.
const CLOTH: (f64, f64) = (0.1, 6.0);
/// A cloth at the edge of what a measure allows is moved inside by this factor, past the halving's rounding.
const INSIDE: f64 = 1.000_001;
/// Restitutions of cushions tried.
const CUSHION: (f64, f64) = (0.3, 1.0);
/// Cue and ball speeds tried, m/s.
const SPEEDS: (f64, f64) = (0.05, 12.0);

/// The table that shows what was measured.
///
/// # Errors
/// Measures that no table of this kind shows, with the range that it can.
pub fn fitted(base: &TableParams, measured: &Measured) -> Result<TableParams> {
    let mut params = base.clone();
    let cloth = |factor: f64| {
        let mut p = base.clone();
        for part in [&mut p.cloth.rolling, &mut p.cloth.rolling_linear, &mut p.cloth.rolling_quadratic] {
            *part *= factor;
        }
        p
    };
    // Cushion and cloth each depend on the other: the cloth's interval is halved with the cushion that fits it inside.
    let run = |factor: f64| -> Result<f64> {
        let mut p = cloth(factor);
        p.cushion.restitution = cushion(&p, measured)?;
        lengths(&p, measured.crossing_s)
    };
    let factor = found("--lengths", measured.lengths, cloths(&cloth, measured)?, run)?;
    params.cloth = cloth(factor).cloth;
    params.cushion.restitution = cushion(&params, measured)?;
    params.ball.restitution = balls(&params, measured)?;
    params.name = "measured".into();
    Ok(params)
}

/// The cloths on which some cushion brings the ball to rest where it did: on faster ones the deadest is too lively, on
/// slower ones the liveliest too dead.
fn cloths(cloth: &impl Fn(f64) -> TableParams, measured: &Measured) -> Result<(f64, f64)> {
    let rest = |factor: f64, e: f64| {
        let mut p = cloth(factor);
        p.cushion.restitution = e;
        bank_rest(&p, measured.bank_s)
    };
    let mut range = CLOTH;
    let target = measured.bank_rest_m;
    if rest(CLOTH.0, CUSHION.0)? > target {
        range.0 = INSIDE * found("--bank-rest", target, CLOTH, |factor| rest(factor, CUSHION.0))?;
    }
    if rest(CLOTH.1, CUSHION.1)? < target {
        range.1 = found("--bank-rest", target, CLOTH, |factor| rest(factor, CUSHION.1))? / INSIDE;
    }
    Ok(range)
}

/// The restitution of cushions that bring the ball to rest where it did.
fn cushion(params: &TableParams, measured: &Measured) -> Result<f64> {
    found("--bank-rest", measured.bank_rest_m, CUSHION, |e| {
        let mut p = params.clone();
        p.cushion.restitution = e;
        bank_rest(&p, measured.bank_s)
    })
}

/// The restitution of balls that share the way as they did.
fn balls(params: &TableParams, measured: &Measured) -> Result<f64> {
    let share = measured.hit_object_m / measured.hit_cue_m;
    found("--hit-object over --hit-cue", share, (0.5, 1.0), |e| {
        let mut p = params.clone();
        p.ball.restitution = e;
        hit_share(&p, measured.hit_object_m)
    })
}

/// Where in an interval a growing or falling function has a value.
fn found(what: &str, value: f64, (low, high): (f64, f64), of: impl Fn(f64) -> Result<f64>) -> Result<f64> {
    let (at_low, at_high) = (of(low)?, of(high)?);
    let rising = at_high > at_low;
    if !(value >= at_low.min(at_high) && value <= at_low.max(at_high)) {
        bail!("{what}: {value} is not between {:.3} and {:.3}", at_low.min(at_high), at_low.max(at_high));
    }
    let (mut low, mut high) = (low, high);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if (of(middle)? < value) == rising { low = middle } else { high = middle }
    }
    Ok(0.5 * (low + high))
}

/// One ball played along the long side.
fn played(params: &TableParams, from_x: f64, speed: f64) -> Result<Trace> {
    let table = Table::new(params.clone())?;
    let place = DVec2::new(from_x, 0.31 * params.width_m);
    let layout = Layout { balls: [Some(place), None, None], pins: PinSet::NONE };
    Ok(simulate(&table, &layout, &[(Ball::White, Strike::new(0.0, speed))])?)
}

/// The stroke whose ball reaches the upper cushion after a time.
fn timed(params: &TableParams, what: &str, from_x: f64, seconds: f64) -> Result<Trace> {
    let first =
        |trace: &Trace| trace.events.iter().find(|e| matches!(e.kind, EventKind::Cushion { .. })).map(|e| e.t_s);
    let speed = found(what, -seconds, SPEEDS, |v| Ok(-first(&played(params, from_x, v)?).unwrap_or(1e3)))?;
    played(params, from_x, speed)
}

fn lengths(params: &TableParams, crossing_s: f64) -> Result<f64> {
    let trace = timed(params, "--crossing", params.ball.radius_m, crossing_s)?;
    Ok(way(&trace, Ball::White) / (params.length_m - 2.0 * params.ball.radius_m))
}

fn bank_rest(params: &TableParams, bank_s: f64) -> Result<f64> {
    let trace = timed(params, "--bank-time", 0.5 * params.length_m, bank_s)?;
    // The way back, past the lower cushion too, as one length of tape.
    let before = 0.5 * params.length_m - params.ball.radius_m;
    Ok(way(&trace, Ball::White) - before)
}

/// How many times as far the object ball runs as the cue ball, when it runs that far.
fn hit_share(params: &TableParams, object_m: f64) -> Result<f64> {
    // A table so long that no cushion is in the way.
    let params = TableParams { length_m: 20.0, ..params.clone() };
    let table = Table::new(params)?;
    let (r, y) = (table.radius(), 0.31 * table.params().width_m);
    let layout = Layout {
        balls: [Some(DVec2::new(1.0, y)), Some(DVec2::new(1.0 + 2.0 * r + 1e-6, y)), None],
        pins: PinSet::NONE,
    };
    let hit = |v: f64| -> Result<(f64, f64)> {
        let rolling = Moving::new(DVec3::new(v, 0.0, 0.0), DVec3::new(0.0, v / r, 0.0));
        let trace = release(&table, &layout, &[(Ball::White, rolling)])?;
        Ok((way(&trace, Ball::Yellow), way(&trace, Ball::White)))
    };
    let speed = found("--hit-object", object_m, SPEEDS, |v| Ok(hit(v)?.0))?;
    let (object, cue) = hit(speed)?;
    Ok(object / cue)
}

/// The length of a ball's path, m.
fn way(trace: &Trace, ball: Ball) -> f64 {
    let own = trace.segments.iter().filter(|s| s.body == Body::Ball(ball));
    own.map(|s| s.at(s.t1_s).truncate().distance(s.place.truncate())).sum()
}

/// What a table shows: the measures that [`fitted`] would read back into it, for a crossing and a bank of those times.
#[cfg(test)]
fn shown(params: &TableParams, crossing_s: f64, bank_s: f64, hit_object_m: f64) -> Result<Measured> {
    Ok(Measured {
        crossing_s,
        lengths: lengths(params, crossing_s)?,
        bank_s,
        bank_rest_m: bank_rest(params, bank_s)?,
        hit_object_m,
        hit_cue_m: hit_object_m / hit_share(params, hit_object_m)?,
    })
}

/// Whether everything has come to rest on the table: a measure of a stroke that ended otherwise is none.
#[cfg(test)]
fn rests(trace: &Trace) -> bool {
    matches!(trace.summary.rest.balls[0], filotto_physics::trace::BallRest::At(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tables_own_measures_lead_back_to_it() {
        let base = TableParams::carom_heated();
        let mut mine = base.clone();
        for part in [&mut mine.cloth.rolling, &mut mine.cloth.rolling_linear, &mut mine.cloth.rolling_quadratic] {
            *part *= 1.4;
        }
        (mine.cushion.restitution, mine.ball.restitution) = (0.78, 0.92);
        let back = fitted(&base, &shown(&mine, 1.5, 1.0, 1.2).unwrap()).unwrap();
        assert!((back.cloth.rolling - mine.cloth.rolling).abs() < 1e-4, "{}", back.cloth.rolling);
        assert!((back.cushion.restitution - 0.78).abs() < 2e-3, "{}", back.cushion.restitution);
        assert!((back.ball.restitution - 0.92).abs() < 2e-3, "{}", back.ball.restitution);
        assert!(rests(&played(&mine, 0.5, 1.0).unwrap()));
    }

    #[test]
    fn impossible_measures_are_refused_with_the_range() {
        let base = TableParams::carom_heated();
        let good = shown(&base, 1.5, 1.0, 1.2).unwrap();
        let wrong = fitted(&base, &Measured { lengths: 40.0, ..good }).unwrap_err().to_string();
        assert!(wrong.starts_with("--lengths: 40 is not between"), "{wrong}");
        let wrong = fitted(&base, &Measured { bank_rest_m: 30.0, ..good }).unwrap_err().to_string();
        assert!(wrong.starts_with("--bank-rest: 30 is not between"), "{wrong}");
    }
}
