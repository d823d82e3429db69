//! What can be set about a table, as a table file holds it: each with its unit and source.

use serde::{Deserialize, Serialize};

/// How two balls exchange impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BallModel {
    /// Normal impulse only, elastic (`e` ignored): a reference.
    Frictionless,
    /// Restitution and Coulomb friction falling with slip speed, bounded by the no-slip limit: the default.
    Friction,
    /// The peer's variant: friction limited to `mu e v_rel` (reference vectors only).
    FrictionPeer,
    /// Mathavan 2014, integrated over the normal impulse with the table's reaction.
    #[serde(rename = "mathavan-2014")]
    Mathavan2014,
    /// The peer's variant: the sign of spin in the slip on the cloth turned about (reference vectors only).
    #[serde(rename = "mathavan-2014-peer")]
    Mathavan2014Peer,
}

/// How a ball meets a cushion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CushionModel {
    /// Mirror with restitution, spin untouched: a reference.
    Linear,
    /// Han 2005 in closed form, with tangential restitution: the default.
    #[serde(rename = "han-2005")]
    Han2005,
    /// Rigid impulse with Coulomb friction at the nose.
    Impulse,
    /// Stronge's compliant contact, planar, in closed form.
    Stronge,
    /// Mathavan 2010, integrated, with the table's reaction.
    #[serde(rename = "mathavan-2010")]
    Mathavan2010,
    /// The same as printed: the cloth can pull, and energy can rise (reference vectors only).
    #[serde(rename = "mathavan-2010-printed")]
    Mathavan2010Printed,
}

/// The two of every ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BallParams {
    /// Radius, m. 61.5 mm balls (FIBIS: 61 to 61.5).
    pub radius_m: f64,
    /// Mass, kg (205 to 220 g allowed).
    pub mass_kg: f64,
    /// Restitution between balls.
    pub restitution: f64,
    /// Friction between balls at high slip speed: `base + rise exp(-decay s)`, s the slip speed in m/s.
    pub friction_base: f64,
    /// What friction adds at no slip.
    pub friction_rise: f64,
    /// How fast the addition fades, s/m.
    pub friction_decay: f64,
    /// Which model.
    pub model: BallModel,
}

/// The cloth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClothParams {
    /// Sliding friction.
    pub slide_friction: f64,
    /// Deceleration of the spin about the vertical, rad/s^2.
    pub spin_decay: f64,
    /// Rolling deceleration at no speed, m/s^2: `rolling + rolling_linear v + rolling_quadratic v^2`.
    pub rolling: f64,
    /// Its rise with speed, 1/s.
    pub rolling_linear: f64,
    /// Its curvature, 1/m.
    pub rolling_quadratic: f64,
    /// Speeds at which the (piecewise constant) deceleration changes, rising, m/s; at most 7.
    pub band_edges_mps: Vec<f64>,
    /// Restitution of a bounce on the slate.
    pub slate_restitution: f64,
    /// An upward speed below this after a bounce is none, m/s: the ball stays down.
    pub slate_settle_mps: f64,
}

/// The cushions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CushionParams {
    /// Height of the nose above the cloth, m.
    pub nose_m: f64,
    /// Restitution.
    pub restitution: f64,
    /// Friction at the nose.
    pub friction: f64,
    /// Tangential restitution (Han only).
    pub tangential: f64,
    /// Ratio of the tangential to the normal frequency, between 1 and 2 (Stronge only).
    pub omega_ratio: f64,
    /// Width of the cloth-covered top behind the nose, m; behind it is the frame (11.1).
    pub top_m: f64,
    /// How much higher the top is at the frame than at the nose, m. Estimate from drawings of carom profiles: a ball
    /// left on the top rolls back onto the table or touches the frame.
    #[serde(default = "top_rise_m")]
    pub top_rise_m: f64,
    /// Restitution of a bounce on the top. Estimate: cloth over wood and rubber, as on the slate.
    #[serde(default = "top_restitution")]
    pub top_restitution: f64,
    /// Width of the wooden frame behind the top, m. Estimate; only tells [`crate::trace::OffBy`] apart.
    #[serde(default = "frame_m")]
    pub frame_m: f64,
    /// Which model.
    pub model: CushionModel,
}

pub(super) fn top_rise_m() -> f64 {
    0.005
}

pub(super) fn top_restitution() -> f64 {
    0.5
}

pub(super) fn frame_m() -> f64 {
    0.08
}

/// The pins. See `docs/physics-pins.md` for what is an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinParams {
    /// Distance of an outer pin from the centre pin, m.
    pub arm_m: f64,
    /// Height, m.
    pub height_m: f64,
    /// Radius of the spherical head, m.
    pub head_m: f64,
    /// Radius at the belly, m.
    pub belly_m: f64,
    /// Radius of the flat base, m.
    pub base_m: f64,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Height of the centre of mass, m.
    pub centre_m: f64,
    /// Restitution between ball and head.
    pub restitution: f64,
    /// Friction between ball and head.
    pub friction: f64,
    /// Friction of the standing base on the cloth.
    pub base_friction: f64,
    /// Friction of the lying pin on the cloth.
    pub lying_friction: f64,
    /// Restitution of a lying or tumbling pin against cloth, cushions and other pins. Estimate.
    #[serde(default = "lying_restitution")]
    pub lying_restitution: f64,
    /// A pin that rocks and comes to stand within this of where it was has not been moved, m. Estimate: what a
    /// referee sees.
    #[serde(default = "shift_m")]
    pub shift_m: f64,
    /// A pin that falls more slowly than this against a resting ball comes to lean on it, m/s. Estimate.
    #[serde(default = "lean_mps")]
    pub lean_mps: f64,
}

/// The cue.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CueParams {
    /// Mass, kg.
    pub mass_kg: f64,
    /// Effective mass of the shaft's end, kg: what squirt depends on. 0 = no squirt.
    pub end_mass_kg: f64,
    /// Restitution of the tip.
    pub restitution: f64,
    /// Past this distance from the ball's centre the tip slips, in ball radii.
    pub miscue: f64,
    /// How long the tip touches the ball, s.
    pub contact_s: f64,
    /// How far the tip follows through when a ball or cushion is near, m: what it reaches there a second time is a
    /// double hit. Estimate: the width of a cube of chalk, within which referees suspect one.
    #[serde(default = "follow_m")]
    pub follow_m: f64,
    /// A ball or cushion nearer than this before the strike is in contact (rule 10), m.
    #[serde(default = "touch_m")]
    pub touch_m: f64,
    /// A strike that points more than this into such a contact is played onto it (rule 10), degrees.
    #[serde(default = "onto_deg")]
    pub onto_deg: f64,
    /// Radius of the shaft at the tip, m.
    pub tip_m: f64,
    /// Radius of the butt, m.
    pub butt_m: f64,
    /// Length, m.
    pub length_m: f64,
}

pub(super) fn lying_restitution() -> f64 {
    0.4
}

pub(super) fn shift_m() -> f64 {
    5e-4
}

pub(super) fn lean_mps() -> f64 {
    0.5
}

pub(super) fn follow_m() -> f64 {
    0.02
}

pub(super) fn touch_m() -> f64 {
    1e-4
}

pub(super) fn onto_deg() -> f64 {
    1.0
}

/// Everything about a table that can be set, as a table file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableParams {
    /// A name for people.
    pub name: String,
    /// Nose to nose along the long side, m.
    pub length_m: f64,
    /// Nose to nose along the short side, m.
    pub width_m: f64,
    /// Acceleration of free fall, m/s^2.
    pub gravity: f64,
    /// Balls.
    pub ball: BallParams,
    /// Cloth.
    pub cloth: ClothParams,
    /// Cushions.
    pub cushion: CushionParams,
    /// Pins.
    pub pin: PinParams,
    /// Cue.
    pub cue: CueParams,
}
