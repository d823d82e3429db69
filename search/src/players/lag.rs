//! The lag stroke (3): up the table to the upper cushion and back as near as possible to the lower one.

use crate::keys::{Key, Stage};
use crate::noise;
use filotto_engine::Skill;
use filotto_physics::trace::{BallRest, EventKind, Flow, Observer, Rail};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, simulate_into};

/// Speeds tried, m/s: from a ball that hardly reaches the upper cushion to one that comes back twice.
const SPEEDS: (f64, f64) = (0.8, 2.6);
/// Speeds tried, evenly.
const STEPS: u32 = 120;
/// Errors each is tried with.
const TRIES: u64 = 32;
/// What a ball that touched no upper cushion, or a long one, costs, m: as if it stopped at the far end.
const LOST_M: f64 = 2.84;

/// The level centre stroke that ends nearest to the lower cushion on average over a player's errors.
pub fn lag_stroke(table: &Table, skill: &Skill) -> Strike {
    let errors: Vec<_> = noise::list(Key::new(0).stage(Stage::Lag), TRIES as usize);
    let cost = |v: f64| {
        let intended = Strike::new(0.0, v);
        let distances = errors.iter().map(|errors| distance(table, &skill.perturb_strike(&intended, *errors, table)));
        distances.sum::<f64>()
    };
    let speed = |i: u32| SPEEDS.0 + (SPEEDS.1 - SPEEDS.0) * f64::from(i) / f64::from(STEPS);
    let tried = (0..=STEPS).map(speed).map(|v| (cost(v), v));
    let best = tried.min_by(|(p, _), (q, _)| p.total_cmp(q));
    Strike::new(0.0, best.map_or(SPEEDS.0, |(_, v)| v))
}

/// Where a lagged ball ends: its distance from the lower cushion, or the cost of losing by a fault.
fn distance(table: &Table, strike: &Strike) -> f64 {
    let mut layout = filotto_engine::lag::lag_layout(table);
    layout.balls[Ball::Yellow.index()] = None;
    layout.balls[Ball::Red.index()] = None;
    let layout = Layout { pins: PinSet::NONE, ..layout };
    let mut rails = Rails::default();
    let Ok(summary) = simulate_into(table, &layout, &[(Ball::White, *strike)], &mut rails) else { return LOST_M };
    match summary.rest.balls[Ball::White.index()] {
        BallRest::At(place) if rails.upper && !rails.long => place.x - table.radius(),
        _ => LOST_M,
    }
}

/// Which cushions a ball met.
#[derive(Default)]
struct Rails {
    upper: bool,
    long: bool,
}

impl Observer for Rails {
    const FULL: bool = false;

    fn event(&mut self, _: f64, kind: EventKind) -> Flow {
        if let EventKind::Cushion { rail, .. } = kind {
            self.upper |= rail == Rail::Upper;
            self.long |= matches!(rail, Rail::Left | Rail::Right);
        }
        Flow::Go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without errors the lag ends within a few centimetres of the lower cushion; a hand that errs more aims shorter
    /// or longer, never outside the sensible speeds.
    #[test]
    fn an_exact_player_lags_close() {
        let table = Table::carom_heated();
        let exact = lag_stroke(&table, &Skill::parse("machine").unwrap());
        assert!(distance(&table, &exact) < 0.05, "{} m", distance(&table, &exact));
        let beginner = lag_stroke(&table, &Skill::parse("beginner").unwrap());
        assert!(beginner.v_mps > 0.9 && beginner.v_mps < 2.6, "{}", beginner.v_mps);
    }
}
