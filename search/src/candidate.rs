//! An intended stroke that can be played here, with the balls and pins as they lie just before it.

use crate::params::Params;
use crate::trial::Scene;
use filotto_engine::{Half, Kind, SpotChoice, Stroke, layout_for};
use filotto_physics::{Ball, Layout, Strike, Table};
use glam::DVec2;

/// A legal intended stroke.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The stroke.
    pub stroke: Stroke,
    /// Balls and pins before it: placed, spotted.
    pub layout: Layout,
}

impl Candidate {
    /// The candidate of a stroke, its cue raised over what lies behind the ball; `None` when it isn't legal here.
    pub fn new(scene: &Scene, mut stroke: Stroke) -> Option<Candidate> {
        let (position, table) = (scene.position, &scene.court().table);
        let layout = layout_for(position, &stroke, table).ok()?;
        let strike = &mut stroke.strike;
        let least = minimum_elevation(table, &layout, position.cue_ball(), strike);
        strike.theta_deg = strike.theta_deg.max(least);
        stroke.check_intended(position, table).ok()?;
        Some(Candidate { stroke, layout })
    }

    /// Where the cue ball lies.
    pub fn cue(&self, scene: &Scene) -> DVec2 {
        self.layout.balls[scene.position.cue_ball().index()].unwrap_or_default()
    }

    /// Where the object ball lies.
    pub fn object(&self, scene: &Scene) -> DVec2 {
        self.layout.balls[scene.position.object_ball().index()].unwrap_or_default()
    }
}

/// Least elevation at which the cue clears cushion, pins and balls behind the ball, degrees.
pub fn minimum_elevation(table: &Table, layout: &Layout, ball: Ball, strike: &Strike) -> f64 {
    filotto_physics::clearance(table, layout, ball, strike.phi_deg, strike.b)
}

/// What the striker chooses before the strike: where his ball is placed, and on which spot the other is put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The choice of 13.5.
    pub spot: Option<SpotChoice>,
    /// The half his ball is placed in; `None` where it lies already.
    pub half: Option<Half>,
}

/// The choices a position offers: one, or two from hand (13.5).
pub fn choices(scene: &Scene) -> Vec<Choice> {
    let position = scene.position;
    let placed = position.ball(position.cue_ball()).is_some();
    let half = position.kind.placement_half().filter(|_| !placed);
    let mut choices = vec![Choice { spot: None, half }];
    if let (Kind::InHand(_), false) = (position.kind, placed) {
        let spot = SpotChoice::allowed(position, &scene.court().table);
        choices.push(Choice { spot: Some(spot), half: Some(spot.half().other()) });
    }
    choices
}

/// A place in a half from two uniform numbers, where a ball is wholly inside it.
pub fn place_in(half: Half, u: [f64; 2], table: &Table) -> DVec2 {
    let radius = table.radius();
    let (length, width) = (table.params().length_m, table.params().width_m);
    let middle = 0.5 * length;
    let (low, high) = match half {
        Half::Lower => (radius, middle - radius),
        Half::Upper => (middle + radius, length - radius),
    };
    DVec2::new(low + (high - low) * u[0], radius + (width - 2.0 * radius) * u[1])
}

/// The place nearest to one wished for that is wholly inside the half.
pub fn clamp_to(half: Half, place: DVec2, table: &Table) -> DVec2 {
    let corners = [place_in(half, [0.0; 2], table), place_in(half, [1.0; 2], table)];
    place.clamp(corners[0], corners[1])
}

/// The tip brought inside the disc a player may intend.
pub fn clamp_tip(a: f64, b: f64, table: &Table) -> (f64, f64) {
    // A hair inside the miscue limit, so that rounding can't carry it over.
    let limit = table.params().cue.miscue * (1.0 - 1e-9);
    let reach = (a * a + b * b).sqrt();
    if reach <= limit { (a, b) } else { (a * limit / reach, b * limit / reach) }
}

/// Directions tried by [`fallback`].
const TURNS: u32 = 36;

/// The stroke a player without any search would play: full at the object ball, middling speed. Legal whenever
/// any stroke is.
pub fn fallback(scene: &Scene, params: &Params) -> Option<Candidate> {
    let table = &scene.court().table;
    for choice in choices(scene) {
        for i in 0..64u64 {
            let u = crate::keys::Key::new(i);
            let at = choice.half.map(|half| match i {
                0 => place_in(half, [0.5, 0.5], table),
                1 => place_in(half, [0.25, 0.25], table),
                _ => place_in(half, [u.uniform(), u.with(1).uniform()], table),
            });
            let mut stroke = Stroke { at, spot: choice.spot, ..Stroke::from(Strike::new(0.0, 2.0)) };
            let Ok(layout) = layout_for(scene.position, &stroke, table) else { continue };
            let probe = Candidate { stroke, layout };
            let aim = crate::aim::Aim::new(probe.cue(scene), probe.object(scene), table, params);
            // Straight first; where something behind the ball leaves the cue no room, the nearest way that it has.
            let turned = (0..=TURNS).map(|k| {
                let step = f64::from(k.div_ceil(2)) * 360.0 / f64::from(TURNS);
                if k % 2 == 0 { step } else { -step }
            });
            for turn in turned {
                stroke.strike.phi_deg = aim.straight() + turn;
                if let Some(candidate) = Candidate::new(scene, stroke) {
                    return Some(candidate);
                }
            }
            if at.is_none() {
                break;
            }
        }
    }
    None
}
