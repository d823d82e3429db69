//! A stroke of the sweep in numbers: player, layout, strike, the ways of the balls, what was touched.
//!
//! All of it is the same for the mirror images of a stroke.

use super::path::{Approach, FAR_M, Meeting, Ways};
use crate::candidate::Candidate;
use crate::kernel::errors;
use crate::list::List;
use crate::task::Task;
use crate::trial::Trial;
use filotto_engine::{Fault, Role};
use filotto_physics::{Pin, PinSet, Strike};
use glam::DVec2;

/// Numbers that describe a stroke of the sweep.
pub const INPUTS: usize = 84;

/// Gaps are told on this scale, m: about what an error of the hand moves a ball by over half a table.
const GAP_M: f64 = 0.06;
/// Errors of a `pro` in direction (degrees), speed (share) and tip (ball radii): the units of a player's errors.
const USUAL: [f64; 3] = [0.12, 0.03, 0.026];
/// Errors of players the net has seen, in the usual ones; others are taken for the nearest.
const SEEN: (f64, f64) = (0.2, 12.0);

/// The features of a stroke struck without errors.
pub fn features(task: &Task, candidate: &Candidate, trial: &Trial, ways: &Ways) -> [f32; INPUTS] {
    let mut list = List::new();
    let strike = &candidate.stroke.strike;
    list.player(task, strike);
    list.layout(task, candidate);
    list.strike(strike, ways.meeting.as_ref());
    list.contact(task, ways, strike);
    for (approach, leg) in [
        (&ways.object_pins, Role::Object),
        (&ways.object_red, Role::Object),
        (&ways.cue_red, Role::Cue),
        (&ways.cue_pins, Role::Cue),
        (&ways.red_pins, Role::Red),
    ] {
        list.approach(approach);
        list.push(f64::from(ways.legs[leg as usize].cushions.min(6)) / 3.0);
    }
    list.scatter(task, ways, strike);
    list.outcome(trial);
    list.whole()
}

impl List<INPUTS> {
    /// One flag for each of 0 to `n - 1`; more counts as the last.
    fn one_of(&mut self, value: u8, n: u8) {
        (0..n).for_each(|i| self.flag(value.min(n - 1) == i));
    }

    /// Three: the errors of the hand at this strike.
    fn player(&mut self, task: &Task, strike: &Strike) {
        let [phi, speed, a, b] = errors(task, strike);
        let shares = [phi / USUAL[0], speed / USUAL[1], 0.5 * (a + b) / USUAL[2]];
        self.extend(shares.map(|share| libm::log(share.clamp(SEEN.0, SEEN.1))));
    }

    /// Fourteen: from hand, the pins, the balls folded into a quarter of the table, their distances.
    fn layout(&mut self, task: &Task, candidate: &Candidate) {
        let (table, layout) = (&task.scene.court().table, &candidate.layout);
        let half = 0.5 * DVec2::new(table.params().length_m, table.params().width_m);
        let red = layout.balls[filotto_physics::Ball::Red.index()];
        let (cue, object) = (candidate.cue(&task.scene), candidate.object(&task.scene));
        self.flag(candidate.stroke.at.is_some());
        self.push(layout.pins.iter().count() as f64 / 5.0);
        self.flag(layout.pins.contains(Pin::C));
        self.flag(red.is_some());
        let red = red.unwrap_or(half);
        for ball in [cue, object, red] {
            self.extend(((ball - half).abs() / half).to_array());
        }
        let middle = |ball: DVec2| ball.distance(half);
        self.extend([cue.distance(object), middle(object), middle(red), object.distance(red)]);
    }

    /// Six: speed, tip, elevation; the tip's side counted from the side on which the object ball is hit.
    fn strike(&mut self, strike: &Strike, meeting: Option<&Meeting>) {
        let side = meeting.map_or(0.0, |m| m.before.perp_dot(m.object - m.cue).signum());
        let reach = (strike.a * strike.a + strike.b * strike.b).sqrt();
        self.extend([strike.v_mps / 5.0, 2.0 * strike.a.abs(), 2.0 * strike.a * side, 2.0 * strike.b, 2.0 * reach]);
        self.push(strike.theta_deg / 30.0);
    }

    /// Fourteen: how the cue ball came to the object ball, and how both left.
    fn contact(&mut self, task: &Task, ways: &Ways, strike: &Strike) {
        self.one_of(ways.to_object.cushions, 4);
        self.push(ways.to_object.way_m / 2.0);
        self.extend(gap(if ways.meeting.is_some() { 0.0 } else { ways.object.gap_m }));
        let Some(m) = ways.meeting else { return self.extend([0.0; 7]) };
        let table = &task.scene.court().table;
        let line = (m.object - m.cue).normalize_or_zero();
        let offset = m.before.normalize_or_zero().perp_dot(line).abs();
        let middle = 0.5 * DVec2::new(table.params().length_m, table.params().width_m) - m.object;
        self.push(offset);
        self.push((1.0 - offset * offset).max(0.0).sqrt());
        self.extend([m.before.length() / 5.0, m.before.length() / strike.v_mps]);
        self.extend([m.object_after.length() / 5.0, m.cue_after.length() / 5.0]);
        self.push(m.object_after.normalize_or_zero().dot(middle.normalize_or_zero()));
    }

    /// Five: how near, and when.
    fn approach(&mut self, approach: &Approach) {
        self.extend(gap(approach.gap_m));
        self.extend([f64::from(approach.cushions.min(6)) / 3.0, approach.way_m / 3.0, approach.speed_mps / 3.0]);
    }

    /// Two: how far an error in direction throws the object ball off at the castle and at red, as logarithms of metres.
    fn scatter(&mut self, task: &Task, ways: &Ways, strike: &Strike) {
        let Some(m) = ways.meeting else { return self.extend([0.0; 2]) };
        let reach = 2.0 * task.scene.court().table.radius();
        let off = errors(task, strike)[0].max(SEEN.0 * USUAL[0]).to_radians() * ways.to_object.way_m / reach;
        let offset = m.before.normalize_or_zero().perp_dot((m.object - m.cue).normalize_or_zero());
        let turned = off / (1.0 - offset * offset).max(0.04).sqrt();
        for approach in [&ways.object_pins, &ways.object_red] {
            self.push(libm::log((turned * approach.way_m).clamp(1e-3, 3.0)));
        }
    }

    /// Fifteen: what was touched and felled, the faults, the points.
    fn outcome(&mut self, trial: &Trial) {
        let s = &trial.signature;
        self.one_of(s.object_cushions, 5);
        let count = |pins: PinSet| pins.iter().count() as f64 / 2.0;
        self.extend([s.by_object, s.by_red].map(count));
        self.flag(trial.ruling.pins_down.contains(Pin::C));
        self.flag(s.carom);
        self.flag(s.casin);
        for fault in [Fault::B, Fault::V, Fault::F15_2] {
            self.flag(s.faults.contains(fault));
        }
        self.flag(trial.is_fault());
        self.push(trial.net() / 8.0);
    }
}

/// Two: near or not, and how far.
fn gap(gap_m: f64) -> [f64; 2] {
    let gap_m = gap_m.max(0.0);
    [GAP_M / (GAP_M + gap_m), gap_m.min(FAR_M / 4.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::tests::with_task;
    use filotto_engine::Watch;
    use filotto_physics::Table;

    /// The features of a strike from a position.
    fn of(text: &str, strike: Strike) -> [f32; INPUTS] {
        with_task(text, |task| {
            let candidate = Candidate::new(&task.scene, strike.into()).unwrap();
            let seen = task.scene.look(&candidate.layout, &candidate.stroke.strike, &mut Watch::new()).unwrap();
            features(task, &candidate, &seen.0, &seen.1)
        })
    }

    /// Mirrored in the long and in the short axis of the table a stroke has the same features.
    #[test]
    fn a_mirrored_stroke_has_the_same_features() {
        let strike = Strike::new(27.0, 4.0).tip(0.2, 0.1);
        let here = of("0.6,0.3 1.1,0.5 2.1,0.6 UDLRC w n 0-0/60", strike);
        let beside = of("0.6,1.12 1.1,0.92 2.1,0.82 UDLRC w n 0-0/60", Strike::new(-27.0, 4.0).tip(-0.2, 0.1));
        let turned = of("2.24,1.12 1.74,0.92 0.74,0.82 UDLRC w n 0-0/60", Strike::new(207.0, 4.0).tip(0.2, 0.1));
        assert!(here[20] != 0.0, "the balls met");
        for i in 0..INPUTS {
            assert!((here[i] - beside[i]).abs() < 1e-3, "{i}: {} {}", here[i], beside[i]);
            assert!((here[i] - turned[i]).abs() < 1e-3, "{i}: {} {}", here[i], turned[i]);
        }
    }

    /// A `pro` has errors of one, one and nearly one of the usual; a full hit from 0.5 m has a way of that less a ball.
    #[test]
    fn some_features_of_a_full_hit() {
        let seen = of("0.5,0.2 1.0,0.2 2.3,0.5 UDLRC w n 0-0/60", Strike::new(0.0, 2.0));
        let way = 0.5 - 2.0 * Table::carom_heated().radius();
        assert!(seen[..3].iter().all(|share| share.abs() < 0.01), "{:?}", &seen[..3]);
        let [direct, length] = [seen[23], seen[27]];
        assert!(direct == 1.0 && (f64::from(length) - way / 2.0).abs() < 1e-6, "{direct} {length}");
    }
}
