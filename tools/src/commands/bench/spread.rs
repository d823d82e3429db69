//! What single strokes of a set cost, and what the dear ones have in common.

use super::speed::Blind;
use super::strokes::Case;
use anyhow::Result;
use filotto_physics::trace::Phase;
use filotto_physics::{EventKind, Flow, Observer, Table, simulate_into};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Least passes of which the quickest counts for each stroke: whatever else runs only ever adds time.
const PASSES: usize = 5;
/// The dear ones: this part of all.
const DEAR: f64 = 0.01;

/// A few places of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Places {
    /// Half cost less.
    pub median: f64,
    /// 95 of 100 cost less.
    pub p95: f64,
    /// 99 of 100 cost less.
    pub p99: f64,
    /// None costs more.
    pub worst: f64,
}

impl Places {
    /// By nearest rank.
    fn of(mut values: Vec<f64>) -> Places {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[((share * values.len() as f64).ceil() as usize).clamp(1, values.len()) - 1];
        Places { median: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1.0) }
    }
}

/// What happened in a stroke, or on the average in several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Features {
    /// Speed of the cue, m/s.
    pub cue_mps: f64,
    /// Events.
    pub events: f64,
    /// Cushions met by balls.
    pub cushions: f64,
    /// Contacts of balls.
    pub hits: f64,
    /// Changes between sliding, rolling, speed bands and rest.
    pub phases: f64,
    /// Landings.
    pub landings: f64,
    /// Falls, leans and moves of pins, and what lying pins meet.
    pub pins: f64,
}

/// The cost of single strokes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    /// Nanoseconds.
    pub ns: Places,
    /// Events.
    pub events: Places,
    /// All strokes on the average.
    pub all: Features,
    /// The dearest hundredth, by time.
    pub dear: Features,
}

impl Spread {
    /// Times every stroke in passes through the set.
    pub fn measure(table: &Table, cases: &[Case], time: Duration) -> Result<Spread> {
        let features = cases.iter().map(|case| features(table, case)).collect::<Result<Vec<_>>>()?;
        let ns = least_times(table, cases, time)?;
        let mut order: Vec<usize> = (0..cases.len()).collect();
        order.sort_by(|&i, &j| ns[j].total_cmp(&ns[i]));
        let dear = ((DEAR * cases.len() as f64) as usize).max(1);
        Ok(Spread {
            events: Places::of(features.iter().map(|of| of.events).collect()),
            ns: Places::of(ns),
            all: mean(&features),
            dear: mean(&order[..dear].iter().map(|&i| features[i]).collect::<Vec<_>>()),
        })
    }
}

/// The least time of each stroke over the passes, ns.
fn least_times(table: &Table, cases: &[Case], time: Duration) -> Result<Vec<f64>> {
    let mut least = vec![f64::INFINITY; cases.len()];
    let start = Instant::now();
    let mut passes = 0;
    while passes < PASSES || start.elapsed() < time {
        for (least, (layout, strikes)) in least.iter_mut().zip(cases) {
            let stroke = Instant::now();
            simulate_into(table, layout, strikes, &mut Blind)?;
            *least = least.min(1e9 * stroke.elapsed().as_secs_f64());
        }
        passes += 1;
    }
    Ok(least)
}

/// What happens in one stroke.
pub fn features(table: &Table, (layout, strikes): &Case) -> Result<Features> {
    let mut tally = Tally(Features { cue_mps: strikes[0].1.v_mps, ..Features::default() });
    let summary = simulate_into(table, layout, strikes, &mut tally)?;
    Ok(Features { events: f64::from(summary.events), ..tally.0 })
}

struct Tally(Features);

impl Observer for Tally {
    const FULL: bool = false;

    fn event(&mut self, _t_s: f64, kind: EventKind) -> Flow {
        let of = &mut self.0;
        *match kind {
            EventKind::Cushion { .. } => &mut of.cushions,
            EventKind::Hit { .. } => &mut of.hits,
            EventKind::Phase { to: Phase::Flying, .. } | EventKind::Slate { .. } => &mut of.landings,
            EventKind::Phase { .. } | EventKind::Band { .. } => &mut of.phases,
            EventKind::PinStruck { .. }
            | EventKind::PinDown { .. }
            | EventKind::PinUpright { .. }
            | EventKind::PinShift { .. }
            | EventKind::PinShiftOff { .. }
            | EventKind::PinLean { .. }
            | EventKind::PinLeanFall { .. }
            | EventKind::PinMetBall { .. }
            | EventKind::PinMetCushion { .. } => &mut of.pins,
            _ => return Flow::Go,
        } += 1.0;
        Flow::Go
    }
}

fn mean(all: &[Features]) -> Features {
    let n = all.len().max(1) as f64;
    let mean = |of: fn(&Features) -> f64| all.iter().map(of).sum::<f64>() / n;
    Features {
        cue_mps: mean(|of| of.cue_mps),
        events: mean(|of| of.events),
        cushions: mean(|of| of.cushions),
        hits: mean(|of| of.hits),
        phases: mean(|of| of.phases),
        landings: mean(|of| of.landings),
        pins: mean(|of| of.pins),
    }
}

#[cfg(test)]
mod tests {
    use super::super::strokes::{KINDS, SETS, Set};
    use super::*;

    #[test]
    fn places_are_by_nearest_rank() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(Places::of(hundred), Places { median: 50.0, p95: 95.0, p99: 99.0, worst: 100.0 });
        assert_eq!(Places::of(vec![7.0]), Places { median: 7.0, p95: 7.0, p99: 7.0, worst: 7.0 });
        assert_eq!(Places::of(vec![1.0, 2.0, 3.0]), Places { median: 2.0, p95: 3.0, p99: 3.0, worst: 3.0 });
    }

    fn average(set: &Set) -> Features {
        let table = Table::carom_heated();
        let all = set.strokes(&table, 2, 400).iter().map(|case| features(&table, case).unwrap()).collect::<Vec<_>>();
        mean(&all)
    }

    /// What the kinds are called is what they do.
    #[test]
    fn kinds_differ_as_their_names_say() {
        let [soft, medium, hard, jump] = KINDS.map(|set| average(&set));
        assert!(soft.cushions < medium.cushions && medium.cushions < hard.cushions, "{soft:?} {medium:?} {hard:?}");
        assert!(soft.pins < hard.pins);
        // A ball driven down by a raised cue bounces at least once; one struck level flies only off another ball.
        assert!(jump.landings > 1.0 && soft.landings < 0.5 * jump.landings, "{soft:?} {jump:?}");
    }

    #[test]
    fn a_set_without_pins_has_no_events_of_pins_and_all_parts_add_up() {
        let [random_pins, random, aimed_pins, aimed] = SETS.map(|set| average(&set));
        assert_eq!((random.pins, aimed.pins), (0.0, 0.0));
        assert!(random_pins.pins > 0.2 && aimed_pins.hits > random_pins.hits);
        for of in [random, aimed] {
            let parts = of.cushions + of.hits + of.phases + of.landings;
            // Besides these there are the strike and faults of the cue.
            assert!((1.0..1.2).contains(&(of.events - parts)), "{of:?}");
        }
    }
}
