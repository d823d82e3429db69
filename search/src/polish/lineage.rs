//! One candidate on its way uphill, with all the strokes that were ever drawn about it.
//!
//! A generation draws strokes about the candidate, wider than the player's errors, and plays each once. Through all the
//! draws of the lineage near the candidate goes a surface ([`super::surface`]), and the candidate goes towards its peak.

use super::cloud::{Cloud, Spread, square};
use super::frame::{Coordinates, Frame};
use super::surface::Surface;
use crate::candidate::Candidate;
use crate::pick::Start;
use crate::signature::Mode;
use crate::task::Task;
use filotto_engine::{Watch, layout_for};
use filotto_physics::Strike;

/// Farthest tip that is executed in a draw, ball radii: beyond it the tip would pass beside the ball.
const FARTHEST_TIP: f64 = 0.9;

/// Standard normal numbers of one draw: phi, v, tip (2), theta, place (2).
pub(super) type Errors = [f64; 7];

/// A stroke that was played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    at: Coordinates,
    utility: f64,
}

/// A candidate and its draws.
#[derive(Clone, Debug)]
pub struct Lineage {
    /// The stroke.
    pub candidate: Candidate,
    /// The mode, struck exactly, of the stroke it began with.
    pub mode: Mode,
    /// Expected utility.
    pub value: f64,
    /// What it was hoped to become.
    hope: Option<f64>,
    frame: Frame,
    centre: Coordinates,
    draws: Vec<Draw>,
    generations: usize,
}

impl Lineage {
    /// Begins with a stroke of the sweep.
    pub fn new(task: &Task, start: &Start) -> Option<Lineage> {
        let Start { candidate, mode, value, hope } = *start;
        let frame = Frame::new(task, &candidate)?;
        let centre = frame.coordinates(&candidate.stroke.strike, candidate.stroke.at);
        Some(Lineage { candidate, mode, value, hope, frame, centre, draws: Vec::new(), generations: 0 })
    }

    /// What it is expected to become: its value, and its promise as so many draws more. A player without errors has no
    /// promises.
    pub fn outlook(&self, promise_draws: f64) -> f64 {
        let Some(hope) = self.hope.filter(|_| !self.draws.is_empty()) else { return self.value };
        let draws = self.draws.len() as f64;
        (draws * self.value + promise_draws * hope) / (draws + promise_draws)
    }

    /// Out of the race: the stroke stays, the draws go.
    pub fn retire(&mut self) {
        self.draws = Vec::new();
    }

    /// Where to look for those that are nearly the same stroke: neighbours are in the same cell or in one beside it.
    pub fn cell(&self, task: &Task, near: f64) -> [i64; 2] {
        let stroke = &self.candidate.stroke;
        let width = Spread::of_draws(task, &self.frame, &stroke.strike, 1.0).0;
        let cell = |x: f64, width: f64| (x / (near * width).max(1e-9)).floor() as i64;
        match stroke.at {
            Some(at) => [cell(at.x, width[4]), cell(at.y, width[5])],
            None => [cell(stroke.strike.phi_deg.rem_euclid(360.0), width[0]), 0],
        }
    }

    /// Strokes drawn so far.
    pub fn drawn(&self) -> usize {
        self.draws.len()
    }

    /// Generations so far.
    pub fn generations(&self) -> usize {
        self.generations
    }

    /// Draws a stroke about the candidate for each of the errors, `scale` times as wide as in the first generation, and
    /// plays it.
    pub(super) fn draw(&self, task: &Task, errors: &[Errors], scale: f64) -> Vec<Draw> {
        let cloud = self.cloud(task, scale);
        task.meter.count(errors.len() as u64);
        let mut watch = Watch::new();
        errors.iter().filter_map(|z| self.play(task, &cloud, z, &mut watch)).collect()
    }

    /// The lineage one generation on, by what was drawn with this scale.
    pub(super) fn next(&self, task: &Task, drawn: impl Iterator<Item = Draw>, scale: f64) -> Lineage {
        let mut next = self.clone();
        next.draws.extend(drawn);
        next.generations += 1;
        if next.draws.is_empty() {
            next.value = f64::MIN;
        } else if task.is_exact() {
            next.take_best(task, self.draws.len());
        } else {
            next.climb(task, &self.cloud(task, scale));
        }
        next
    }

    fn cloud(&self, task: &Task, scale: f64) -> Cloud {
        let spread = Spread::of_draws(task, &self.frame, &self.candidate.stroke.strike, scale);
        Cloud { centre: self.centre, spread }
    }

    /// Plays one draw of a cloud. The elevation is executed as the player would; it is no coordinate.
    fn play(&self, task: &Task, cloud: &Cloud, z: &Errors, watch: &mut Watch) -> Option<Draw> {
        let drawn = cloud.at(&[z[0], z[1], z[2], z[3], z[5], z[6]]);
        let table = &task.scene.court().table;
        let meant = self.frame.stroke(task, &drawn);
        let layout = match meant.at {
            None => self.candidate.layout,
            Some(_) => layout_for(task.scene.position, &meant, table).ok()?,
        };
        let reach = (drawn[2] * drawn[2] + drawn[3] * drawn[3]).sqrt();
        let inside = if reach > FARTHEST_TIP { FARTHEST_TIP / reach } else { 1.0 };
        let about = &self.candidate.stroke.strike;
        let theta_deg = task.skill.perturb_strike(about, [0.0, 0.0, 0.0, 0.0, z[4]], table).theta_deg;
        let executed = Strike { a: drawn[2] * inside, b: drawn[3] * inside, theta_deg, ..meant.strike };
        let trial = task.scene.play(&layout, &executed, false, watch)?;
        Some(Draw { at: self.frame.coordinates(&executed, meant.at), utility: task.utility(&trial) })
    }

    /// Moves the candidate towards the peak of the surface through its draws.
    fn climb(&mut self, task: &Task, cloud: &Cloud) {
        let dims = if self.frame.has_place() { 6 } else { 4 };
        let points = self.draws.iter().map(|draw| (cloud.off(&draw.at), draw.utility));
        let surface = Surface::fit(points, dims, task.params);
        self.go(task, &cloud.at(&surface.step(task.params.surface_trust)));
        // Where the way was barred it stands elsewhere than at the step's end.
        self.value = surface.at(&cloud.off(&self.centre));
    }

    /// A player without errors takes the best draw since the `from`-th as it is, if that is better.
    fn take_best(&mut self, task: &Task, from: usize) {
        let best = self.draws[from..].iter().max_by(|a, b| a.utility.total_cmp(&b.utility)).copied();
        if let Some(best) = best.filter(|best| best.utility > self.value) {
            self.value = best.utility;
            self.go(task, &best.at);
        }
    }

    /// Goes to coordinates, where a stroke is possible there.
    fn go(&mut self, task: &Task, to: &Coordinates) {
        if let Some(candidate) = Candidate::new(&task.scene, self.frame.stroke(task, to)) {
            self.candidate = candidate;
            self.centre = self.frame.coordinates(&candidate.stroke.strike, candidate.stroke.at);
        }
    }

    /// Whether another candidate is nearly the same stroke: within `near` widths of a first generation.
    pub fn is_near(&self, task: &Task, other: &Lineage, near: f64) -> bool {
        let (own, theirs) = (&self.candidate.stroke, &other.candidate.stroke);
        let width = Spread::of_draws(task, &self.frame, &own.strike, 1.0);
        let at = self.frame.coordinates(&theirs.strike, theirs.at);
        own.spot == theirs.spot && square(&self.centre, &at, &width.inverse()) < near * near
    }
}
