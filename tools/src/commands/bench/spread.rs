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
/// Most events of each class of strokes, by which cost is told against their number.
const CLASSES: [u32; 7] = [5, 8, 12, 18, 28, 44, u32::MAX];
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

/// The strokes with so many events.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Class {
    /// Most events of the class; the one before has the least.
    pub up_to: u32,
    /// Their part of all strokes.
    pub share: f64,
    /// Nanoseconds an event in them.
    pub ns_per_event: f64,
}

/// The cost of single strokes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    /// Nanoseconds.
    pub ns: Places,
    /// Events.
    pub events: Places,
    /// Cost against the number of events.
    pub by_events: [Class; CLASSES.len()],
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
            by_events: classes(&features, &ns),
            ns: Places::of(ns),
            all: mean(&features),
            dear: mean(&order[..dear].iter().map(|&i| features[i]).collect::<Vec<_>>()),
        })
    }
}

/// Cost against the number of events; a class without strokes costs nothing.
fn classes(features: &[Features], ns: &[f64]) -> [Class; CLASSES.len()] {
    let mut strokes = [0_u32; CLASSES.len()];
    let (mut events, mut time) = ([0.0; CLASSES.len()], [0.0; CLASSES.len()]);
    for (of, ns) in features.iter().zip(ns) {
        let class = CLASSES.partition_point(|&most| of.events > f64::from(most));
        strokes[class] += 1;
        events[class] += of.events;
        time[class] += ns;
    }
    std::array::from_fn(|k| Class {
        up_to: CLASSES[k],
        share: f64::from(strokes[k]) / features.len().max(1) as f64,
        ns_per_event: if events[k] > 0.0 { time[k] / events[k] } else { 0.0 },
    })
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

    #[test]
    fn classes_hold_every_stroke_once_and_all_of_the_time() {
        let of = |events: f64| Features { events, ..Features::default() };
        let told = classes(&[of(5.0), of(6.0), of(8.0), of(60.0)], &[50.0, 90.0, 50.0, 1200.0]);
        let right = [(0.25, 10.0), (0.5, 10.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.25, 20.0)];
        assert_eq!(told.map(|class| (class.share, class.ns_per_event)), right);
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
