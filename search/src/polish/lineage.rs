//! One candidate on its way uphill, with all the strokes that were ever drawn about it.
//!
//! A generation draws strokes about the candidate, wider than the player's errors, and plays each once. Every draw,
//! taken as an intention, is valued by all draws of the lineage re-weighted ([`crate::kernel`]); their density is a
//! mixture over all generations. The mean of the best is where the candidate goes, if it is better there.

use super::cloud::{Cloud, Spread, square};
use super::frame::{Coordinates, Frame};
use crate::candidate::Candidate;
use crate::kernel::{Evidence, bump};
use crate::pick::Start;
use crate::signature::Mode;
use crate::task::Task;
use filotto_engine::{Watch, layout_for};
use filotto_physics::Strike;

/// Farthest tip that is executed in a draw, ball radii: beyond it the tip would pass beside the ball.
const FARTHEST_TIP: f64 = 0.9;
/// A value known from few strokes is drawn to the lineage's mean as if that had been seen so often.
const PRIOR: f64 = 4.0;

/// Standard normal numbers of one draw: phi, v, tip (2), theta, place (2).
pub(super) type Errors = [f64; 7];

/// A stroke that was played.
#[derive(Clone, Copy, Debug)]
struct Draw {
    at: Coordinates,
    utility: f64,
    /// Sum of the densities of all generations here.
    density: f64,
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
    frame: Frame,
    centre: Coordinates,
    draws: Vec<Draw>,
    clouds: Vec<Cloud>,
}

impl Lineage {
    /// Begins with a stroke of the sweep.
    pub fn new(task: &Task, start: &Start) -> Option<Lineage> {
        let Start { candidate, mode, value } = *start;
        let frame = Frame::new(task, &candidate)?;
        let centre = frame.coordinates(&candidate.stroke.strike, candidate.stroke.at);
        Some(Lineage { candidate, mode, value, frame, centre, draws: Vec::new(), clouds: Vec::new() })
    }

    /// Out of the race: the stroke stays, the draws go.
    pub fn retire(&mut self) {
        (self.draws, self.clouds) = (Vec::new(), Vec::new());
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

    /// Generations so far.
    pub fn generations(&self) -> usize {
        self.clouds.len()
    }

    /// The lineage one generation on: a draw for each of the errors, `scale` times as wide as in the first.
    pub fn next(&self, task: &Task, errors: &[Errors], scale: f64) -> Lineage {
        let mut next = self.clone();
        let (n, about) = (errors.len(), &self.candidate.stroke.strike);
        task.meter.count(n as u64);
        next.add(task, Cloud::new(self.centre, Spread::of_draws(task, &self.frame, about, scale), n), errors);
        let kernel = Spread::of_values(task, &self.frame, about, scale).inverse();
        next.climb(task, &kernel, n);
        next
    }

    /// Draws and plays a cloud.
    fn add(&mut self, task: &Task, cloud: Cloud, errors: &[Errors]) {
        for draw in &mut self.draws {
            draw.density += cloud.density(&draw.at);
        }
        self.clouds.push(cloud);
        let mut watch = Watch::new();
        for z in errors {
            if let Some((at, utility)) = self.play(task, &cloud, z, &mut watch) {
                let density = self.clouds.iter().map(|cloud| cloud.density(&at)).sum();
                self.draws.push(Draw { at, utility, density });
            }
        }
    }

    /// Plays one draw of a cloud. The elevation is executed as the player would; it is no coordinate.
    fn play(&self, task: &Task, cloud: &Cloud, z: &Errors, watch: &mut Watch) -> Option<(Coordinates, f64)> {
        let drawn = cloud.draw(&[z[0], z[1], z[2], z[3], z[5], z[6]]);
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
        Some((self.frame.coordinates(&executed, meant.at), task.utility(&trial)))
    }

    /// Moves the candidate to the mean of the best of the last `n` draws, if that is better.
    fn climb(&mut self, task: &Task, kernel: &[f64; 6], n: usize) {
        let fresh = &self.draws[self.draws.len().saturating_sub(n)..];
        if fresh.is_empty() {
            self.value = f64::MIN;
            return;
        }
        let (stays, moved, to) =
            if task.is_exact() { self.best_draw(fresh) } else { self.best_mean(task, fresh, kernel) };
        self.value = stays.max(moved);
        if moved > stays
            && let Some(candidate) = Candidate::new(&task.scene, self.frame.stroke(task, &to))
        {
            self.candidate = candidate;
            self.centre = self.frame.coordinates(&candidate.stroke.strike, candidate.stroke.at);
        }
    }

    /// A player without errors takes the best draw as it is.
    fn best_draw(&self, fresh: &[Draw]) -> (f64, f64, Coordinates) {
        let best = fresh.iter().max_by(|a, b| a.utility.total_cmp(&b.utility));
        best.map_or((self.value, f64::MIN, self.centre), |best| (self.value, best.utility, best.at))
    }

    /// The value here, that of the mean of the best draws, and that mean.
    fn best_mean(&self, task: &Task, fresh: &[Draw], kernel: &[f64; 6]) -> (f64, f64, Coordinates) {
        let base = self.draws.iter().map(|draw| draw.utility).sum::<f64>() / self.draws.len() as f64;
        let value = |at: &Coordinates| self.evidence(at, kernel).shrunk(base, PRIOR);
        let mut valued: Vec<(f64, &Draw)> = fresh.iter().map(|draw| (value(&draw.at), draw)).collect();
        valued.sort_by(|a, b| b.0.total_cmp(&a.0));
        let elite = ((fresh.len() as f64 * task.params.polish_elite) as usize).clamp(1, valued.len());
        let mean = |d: usize| valued[..elite].iter().map(|v| v.1.at[d]).sum::<f64>() / elite as f64;
        let to = std::array::from_fn(mean);
        (value(&self.centre), value(&to), to)
    }

    /// All draws as evidence for an intention.
    fn evidence(&self, about: &Coordinates, kernel: &[f64; 6]) -> Evidence {
        let mut evidence = Evidence::default();
        for draw in &self.draws {
            let weight = bump(square(&draw.at, about, kernel));
            if weight > 0.0 {
                evidence.add(weight / draw.density, draw.utility);
            }
        }
        evidence
    }

    /// Whether another candidate is nearly the same stroke: within `near` widths of a first generation.
    pub fn is_near(&self, task: &Task, other: &Lineage, near: f64) -> bool {
        let (own, theirs) = (&self.candidate.stroke, &other.candidate.stroke);
        let width = Spread::of_draws(task, &self.frame, &own.strike, 1.0);
        let at = self.frame.coordinates(&theirs.strike, theirs.at);
        own.spot == theirs.spot && square(&self.centre, &at, &width.inverse()) < near * near
    }
}
