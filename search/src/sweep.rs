//! The sweep: strokes without errors, spread evenly over everything that can reach the object ball.
//!
//! One shifted Sobol sequence gives phi (within the windows of [`crate::aim`]), speed (log-uniform), tip (uniform in
//! a disc), elevation and, from hand, the placement. A stroke is stopped at the first fault that decides.

use crate::aim::Aim;
use crate::candidate::{Candidate, Choice, choices, clamp_tip, place_in};
use crate::keys::Stage;
use crate::params::Params;
use crate::signature::Signature;
use crate::sobol::{DIMENSIONS, Sobol};
use crate::task::Task;
use filotto_engine::{Stroke, layout_for};
use filotto_physics::{Layout, Strike};
use std::f64::consts::TAU;

/// A sweep stroke and what it came to.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// The stroke and the balls before it.
    pub candidate: Candidate,
    /// What it is worth without errors.
    pub utility: f64,
    /// What touched what.
    pub signature: Signature,
    /// Density with which the sweep draws such a stroke (phi in degrees, ln v, tip in radii).
    pub density: f64,
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

    /// The stroke of a point of the unit cube, with its density; `None` when it isn't legal (a placement on a
    /// ball, say).
    pub fn draw(&self, point: &[f64; DIMENSIONS]) -> Option<(Candidate, f64)> {
        let (task, table) = (self.task, &self.task.scene.court().table);
        // By a coordinate of its own: the parity of the index would give each choice half of the directions.
        let n = self.choices.len();
        let choice = self.choices[((point[7] * n as f64) as usize).min(n - 1)];
        let at = choice.half.map(|half| place_in(half, [point[5], point[6]], table));
        let mut stroke = Stroke { at, spot: choice.spot, ..Stroke::from(Strike::new(0.0, 1.0)) };
        let (aim, blocked) = match self.fixed {
            Some((_, aim, blocked)) => (aim, blocked),
            None => look(task, &layout_for(task.scene.position, &stroke, table).ok()?),
        };
        stroke.strike = strike(task, &aim, blocked, point);
        let candidate = Candidate::new(&task.scene, stroke)?;
        Some((candidate, density(task, &aim, &candidate.stroke.strike)))
    }
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

fn density(task: &Task, aim: &Aim, strike: &Strike) -> f64 {
    let params = task.params;
    let disc = 0.5 * TAU * params.tip_disc * params.tip_disc;
    aim.density(strike.phi_deg) * speed_density(params, strike.v_mps) / disc
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

/// Density of the logarithm of the speed.
fn speed_density(params: &Params, v: f64) -> f64 {
    let (low, high, power) = (params.speed_low, params.speed_high, params.speed_power);
    if power == 0.0 {
        return 1.0 / libm::log(high / low);
    }
    power * libm::pow(v, power) / (libm::pow(high, power) - libm::pow(low, power))
}

/// Sweeps with about `n` strokes. Illegal draws are skipped, but counted.
pub fn sweep(task: &Task, n: usize) -> Option<Vec<Swept>> {
    let drawer = Drawer::new(task);
    let sobol = Sobol::new(task.key.stage(Stage::Sweep));
    let swept = task.each_stroke(n, |i, watch| {
        let (candidate, density) = drawer.draw(&sobol.point(i as u64))?;
        let trial = task.scene.play(&candidate.layout, &candidate.stroke.strike, true, watch)?;
        Some(Swept { candidate, utility: task.utility(&trial), signature: trial.signature, density })
    })?;
    Some(swept.into_iter().flatten().collect())
}
