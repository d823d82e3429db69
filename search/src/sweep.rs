//! The sweep: strokes without errors, spread evenly over everything that can reach the object ball.
//!
//! One shifted Sobol sequence gives phi (within the windows of [`crate::aim`]), speed (log-uniform), tip (uniform in
//! a disc), elevation and, from hand, the placement. A stroke is stopped at the first fault that decides.

use crate::aim::Aim;
use crate::candidate::{Candidate, Choice, choices, clamp_tip, clamp_to, place_in};
use crate::keys::Stage;
use crate::params::Params;
use crate::promise::features::features;
use crate::signature::Signature;
use crate::sobol::{DIMENSIONS, Sobol};
use crate::task::{Scale, Task};
use filotto_engine::{Half, SpotChoice, Stroke, Watch, layout_for};
use filotto_physics::{Layout, Strike};
use glam::DVec2;
use std::f64::consts::TAU;

/// A sweep stroke and what it came to.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// The stroke and the balls before it.
    pub candidate: Candidate,
    /// What it is worth without errors.
    pub utility: f64,
    /// What it will be worth after its climb, where a net tells.
    pub hope: Option<f64>,
    /// What touched what.
    pub signature: Signature,
}

/// Draws strokes from a position; the same for the sweep and for players that draw at random.
pub struct Drawer<'a> {
    task: &'a Task<'a>,
    choices: Vec<Choice>,
    /// The only layout and its windows, where nothing is placed.
    fixed: Option<(Layout, Aim, bool)>,
}

impl<'a> Drawer<'a> {
    /// For the position of a task.
    pub fn new(task: &'a Task<'a>) -> Drawer<'a> {
        let choices = choices(&task.scene);
        let fixed = match choices[..] {
            [Choice { half: None, spot }] => {
                let stroke = Stroke { spot, ..Stroke::from(Strike::new(0.0, 1.0)) };
                layout_for(task.scene.position, &stroke, &task.scene.court().table).ok().map(|layout| {
                    let (aim, blocked) = look(task, &layout);
                    (layout, aim, blocked)
                })
            }
            _ => None,
        };
        Drawer { task, choices, fixed }
    }

    /// The stroke of a point of the unit cube; `None` when it isn't legal (a placement on a
    /// ball, say).
    pub fn draw(&self, point: &[f64; DIMENSIONS]) -> Option<Candidate> {
        let (task, table) = (self.task, &self.task.scene.court().table);
        // By a coordinate of its own: the parity of the index would give each choice half of the directions.
        let n = self.choices.len();
        let choice = self.choices[((point[7] * n as f64) as usize).min(n - 1)];
        let at =
            choice.half.map(|half| place(task, half, choice.spot, [point[5], point[6], (point[7] * n as f64).fract()]));
        let mut stroke = Stroke { at, spot: choice.spot, ..Stroke::from(Strike::new(0.0, 1.0)) };
        let (aim, blocked) = match self.fixed {
            Some((_, aim, blocked)) => (aim, blocked),
            None => look(task, &layout_for(task.scene.position, &stroke, table).ok()?),
        };
        stroke.strike = strike(task, &aim, blocked, point);
        Candidate::new(&task.scene, stroke)
    }
}

/// A place from hand: anywhere, or drawn towards the object ball. From near, the same error of the hand
/// is a smaller error of the hit.
fn place(task: &Task, half: Half, spot: Option<SpotChoice>, u: [f64; 3]) -> DVec2 {
    let (table, position) = (&task.scene.court().table, task.scene.position);
    let at = place_in(half, [u[0], u[1]], table);
    let share = task.params.place_near;
    if u[2] >= share {
        return at;
    }
    let object = spot.map(|spot| spot.place(table)).or(position.ball(position.object_ball()));
    // Evenly in the distance from the nearest place, so that near places are many.
    object.map_or(at, |object| at.lerp(clamp_to(half, object, table), u[2] / share))
}

/// The windows, and whether something lies in the straight way to the object ball.
fn look(task: &Task, layout: &Layout) -> (Aim, bool) {
    let (table, position) = (&task.scene.court().table, task.scene.position);
    let place = |ball: filotto_physics::Ball| layout.balls[ball.index()].unwrap_or_default();
    let (cue, object) = (place(position.cue_ball()), place(position.object_ball()));
    let aim = Aim::new(cue, object, table, task.params);
    let way = object - cue;
    let near = |point: glam::DVec2, reach: f64| {
        let along = ((point - cue).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        (cue + way * along).distance(point) < reach
    };
    let red = near(place(filotto_physics::Ball::Red), 2.0 * table.radius());
    let pins = layout.pins.iter().any(|pin| near(table.pin_spot(pin), table.pin_reach()));
    (aim, red || pins)
}

fn strike(task: &Task, aim: &Aim, blocked: bool, point: &[f64; DIMENSIONS]) -> Strike {
    let params = task.params;
    let v = speed(params, point[1]);
    let reach = params.tip_disc * point[2].sqrt();
    let turn = TAU * point[3];
    let (a, b) = clamp_tip(reach * libm::cos(turn), reach * libm::sin(turn), &task.scene.court().table);
    let share = if blocked { params.elevated_share } else { 0.0 };
    let theta = if point[4] < share { params.elevated_high_deg * point[4] / share } else { 0.0 };
    Strike::new(aim.direction(point[0]), v).tip(a, b).elevated(theta)
}

/// The speed below which a share `u` of the sweep is, m/s.
fn speed(params: &Params, u: f64) -> f64 {
    let (low, high, power) = (params.speed_low, params.speed_high, params.speed_power);
    if power == 0.0 {
        return low * libm::exp(u * libm::log(high / low));
    }
    let (from, to) = (libm::pow(low, power), libm::pow(high, power));
    libm::pow(from + u * (to - from), 1.0 / power)
}

/// Sweeps with about `n` strokes. Illegal draws are skipped, but counted.
pub fn sweep(task: &Task, n: usize) -> Option<Vec<Swept>> {
    let (drawer, scale) = (Drawer::new(task), task.scale());
    let sobol = Sobol::new(task.key.stage(Stage::Sweep));
    let swept = task.each_stroke(n, |i, watch| {
        let candidate = drawer.draw(&sobol.point(i as u64))?;
        self::swept(task, scale, candidate, watch)
    })?;
    Some(swept.into_iter().flatten().collect())
}

/// A stroke without errors, and what it promises.
fn swept(task: &Task, scale: Option<Scale>, candidate: Candidate, watch: &mut Watch) -> Option<Swept> {
    let (layout, strike) = (&candidate.layout, &candidate.stroke.strike);
    let Some((net, scale)) = task.promise.zip(scale) else {
        let trial = task.scene.play(layout, strike, true, watch)?;
        return Some(Swept { candidate, utility: task.utility(&trial), hope: None, signature: trial.signature });
    };
    let (trial, ways) = task.scene.look(layout, strike, watch)?;
    let utility = task.utility(&trial);
    let points = net.of(&features(task, &candidate, &trial, &ways));
    // The exact stroke's leave tells only a little of the leaves of the executed ones.
    let leave = utility - scale.utility(trial.net());
    let hope = Some(scale.utility(points) + task.params.promise_leave * leave);
    Some(Swept { candidate, utility, hope, signature: trial.signature })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::tests::with_task;

    /// Draws many strokes in a position.
    fn drawn(text: &str) -> Vec<Candidate> {
        with_task(text, |task| {
            let (drawer, sobol) = (Drawer::new(task), Sobol::new(task.key));
            (0..4000).filter_map(|i| drawer.draw(&sobol.point(i))).collect()
        })
    }

    fn share(candidates: &[Candidate], of: impl Fn(&Candidate) -> bool) -> f64 {
        candidates.iter().filter(|c| of(c)).count() as f64 / candidates.len() as f64
    }

    /// Jumps and masses are searched where red or a pin lies in the straight way, and nowhere else.
    #[test]
    fn the_cue_is_raised_where_the_way_is_not_free() {
        let steep = |c: &Candidate| c.stroke.strike.theta_deg > 20.0;
        let blocked = share(&drawn("0.4,0.5 1.0,0.5 0.7,0.5 UDLRC w n 0-0/60"), steep);
        let expected = Params::default().elevated_share * (1.0 - 20.0 / Params::default().elevated_high_deg);
        assert!((blocked - expected).abs() < 0.01, "{blocked}, {expected} expected");
        assert_eq!(share(&drawn("0.4,0.5 1.0,0.5 2.1,0.9 UDLRC w n 0-0/60"), steep), 0.0);
    }

    /// Speeds are even between the limits: half of them are below the middle.
    #[test]
    fn speeds_are_even() {
        let p = Params::default();
        let slow = share(&drawn("0.4,0.5 1.0,0.5 2.1,0.9 UDLRC w n 0-0/60"), |c| {
            c.stroke.strike.v_mps < 0.5 * (p.speed_low + p.speed_high)
        });
        assert!((slow - 0.5).abs() < 0.01, "{slow}");
    }

    /// From hand most places are drawn towards the object ball: evenly in the distance, where uniform ones are far.
    #[test]
    fn many_places_are_near() {
        let object = DVec2::new(0.7, 0.7);
        let mut candidates = drawn("- 0.7,0.7 2.1,0.9 UDLRC w h:lower 0-0/60");
        // The other choice of 13.5 puts the object ball on a spot.
        candidates.retain(|c| c.stroke.spot.is_none());
        let near = |c: &Candidate| c.stroke.at.unwrap().distance(object) < 0.3;
        // A disc of 0.3 m is a fifth of the half.
        assert!(share(&candidates, near) > 0.4, "{}", share(&candidates, near));
        assert!(candidates.iter().all(|c| c.stroke.at.unwrap().x <= 1.42));
    }
}
