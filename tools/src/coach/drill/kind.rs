//! A stroke of a kind in a position that was built for it: a small grid of directions, speeds and tips.

use super::place::Placed;
use crate::coach::explain::probe::Probe;
use crate::coach::value;
use filotto_engine::names::Name;
use filotto_engine::{Skill, Stroke, Watch};
use filotto_physics::Strike;
use filotto_search::candidate::Candidate;
use filotto_search::trial::{Court, Scene};
use filotto_search::value::Worth;

/// Directions tried, and how far they lie to each side where a cushion comes first, degrees.
const DIRECTIONS: u32 = 32;
const WIDE_DEG: f64 = 6.0;
/// The same for kinds with reverse side, which leaves the first cushion far from the equal angle it was built with.
const REVERSE_DIRECTIONS: u32 = 64;
const REVERSE_WIDE_DEG: f64 = 15.0;
/// Cue speeds tried, m/s.
const SPEEDS_MPS: [f64; 7] = [1.5, 2.2, 3.0, 4.0, 5.2, 6.5, 8.0];
/// Places of the tip tried, ball radii.
const TIPS: [(f64, f64); 8] =
    [(0.0, 0.0), (0.0, 0.25), (0.0, -0.25), (0.2, 0.1), (-0.2, 0.1), (0.33, 0.0), (-0.33, 0.0), (0.25, -0.2)];
/// Strokes that tell the better of two.
const STROKES: usize = 60;
/// Strokes of the kind that are compared.
const COMPARED: usize = 12;

/// The best stroke of the kind that the grid holds, for this hand.
pub fn find(court: &Court, placed: &Placed, name: Name, skill: &Skill, worth: &Worth) -> Option<Stroke> {
    let scene = Scene::new(court, &placed.position)?;
    let mut watch = Watch::new();
    let mut found: Vec<Stroke> = Vec::new();
    for phi_deg in directions(placed, name, court) {
        for v in SPEEDS_MPS {
            for (a, b) in TIPS {
                let stroke = Stroke::from(Strike::new(phi_deg, v).tip(a, b));
                let Some(probe) = exact(court, &scene, placed, stroke) else { continue };
                if probe.works(&probe.stroke.strike, &mut watch) && probe.named(&probe.stroke.strike) == name {
                    found.push(probe.stroke);
                }
            }
        }
    }
    let every = found.len().div_ceil(COMPARED).max(1);
    let few = found.into_iter().step_by(every);
    let valued = few.filter_map(|stroke| {
        let probe = Probe::to_score(court, &placed.position, &stroke)?;
        Some((value::mean(&probe, skill, STROKES, worth), stroke))
    });
    valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, stroke)| stroke)
}

fn exact<'a>(court: &'a Court, scene: &Scene, placed: &'a Placed, stroke: Stroke) -> Option<Probe<'a>> {
    let candidate = Candidate::new(scene, stroke)?;
    Probe::to_score(court, &placed.position, &crate::commands::rounded(&candidate.stroke))
}

/// Over the whole width of the object ball, or about the aim on the cushion.
fn directions(placed: &Placed, name: Name, court: &Court) -> Vec<f64> {
    let balls = &placed.position.balls;
    let distance = balls[0].zip(balls[1]).map_or(1.0, |(cue, object)| cue.distance(object));
    let thin = (2.0 * court.table.radius() / distance).min(1.0).asin().to_degrees();
    let (wide, count) = match name {
        Name::Garuffa | Name::SpondaBilia => (REVERSE_WIDE_DEG, REVERSE_DIRECTIONS),
        _ if name.is_indirect() => (WIDE_DEG, DIRECTIONS),
        _ => (thin, DIRECTIONS),
    };
    (0..=count).map(|i| placed.phi_deg + wide * (2.0 * f64::from(i) / f64::from(count) - 1.0)).collect()
}
