//! The table: every parameter of cloth, cushions, balls, pins and cue, checked once, with what is derived from them.

use crate::collide::pin::PinContact;
use crate::detect::{Places, Span, TOUCH_M};
use crate::pins::{Pin, PinSet};
use crate::rails::RailShape;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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

fn top_rise_m() -> f64 {
    0.005
}

fn top_restitution() -> f64 {
    0.5
}

fn frame_m() -> f64 {
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

fn lying_restitution() -> f64 {
    0.4
}

fn shift_m() -> f64 {
    5e-4
}

fn lean_mps() -> f64 {
    0.5
}

fn follow_m() -> f64 {
    0.02
}

fn touch_m() -> f64 {
    1e-4
}

fn onto_deg() -> f64 {
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

impl TableParams {
    /// A heated match table: cloth, balls and cushions as fitted to tracked match shots, pins estimated.
    ///
    /// Standard errors of the fitted numbers, by leaving out a fifth of the shots: balls' restitution 0.015, friction
    /// 0.006, 0.019, 0.07 s/m; sliding friction 0.002, spin decay 0.13 rad/s^2, rolling 0.0008 m/s^2, 0.0009 1/s,
    /// 0.0005 1/m; nose 0.18 mm, cushions' restitution 0.009, friction 0.005, tangential restitution 0.007. The slate's
    /// restitution is hardly seen in them and stays at the usual value. `docs/physics.md` tells how they were got.
    pub fn carom_heated() -> TableParams {
        TableParams {
            name: "carom-heated".into(),
            length_m: 2.84,
            width_m: 1.42,
            gravity: 9.81,
            ball: BallParams {
                radius_m: 0.03075,
                mass_kg: 0.210,
                restitution: 0.966,
                friction_base: 0.0469,
                friction_rise: 0.149,
                friction_decay: 0.469,
                model: BallModel::Friction,
            },
            cloth: ClothParams {
                slide_friction: 0.1785,
                spin_decay: 3.40,
                rolling: 0.03107,
                rolling_linear: 0.02584,
                rolling_quadratic: 0.00589,
                band_edges_mps: vec![0.15, 0.3, 0.5, 0.8, 1.2, 1.8],
                slate_restitution: 0.5,
                slate_settle_mps: 0.05,
            },
            cushion: CushionParams {
                nose_m: 0.03608,
                restitution: 0.8174,
                friction: 0.2552,
                tangential: 0.152,
                omega_ratio: 1.8,
                top_m: 0.05,
                top_rise_m: top_rise_m(),
                top_restitution: top_restitution(),
                frame_m: frame_m(),
                model: CushionModel::Han2005,
            },
            pin: PinParams {
                arm_m: 0.0655,
                height_m: 0.025,
                head_m: 0.003,
                belly_m: 0.005,
                base_m: 0.0035,
                mass_kg: 0.0014,
                centre_m: 0.0115,
                restitution: 0.5,
                friction: 0.2,
                base_friction: 0.3,
                lying_friction: 0.3,
                lying_restitution: lying_restitution(),
                shift_m: shift_m(),
                lean_mps: lean_mps(),
            },
            cue: CueParams {
                mass_kg: 0.52,
                end_mass_kg: 0.007,
                restitution: 0.73,
                miscue: 0.5,
                contact_s: 0.0015,
                follow_m: follow_m(),
                touch_m: touch_m(),
                onto_deg: onto_deg(),
                tip_m: 0.006,
                butt_m: 0.015,
                length_m: 1.4,
            },
        }
    }
}

/// A parameter that makes no sense, by its path in the table file.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{field}: {value} is not {expected}")]
pub struct TableError {
    /// Path of the parameter, for example `cloth.slide_friction`.
    pub field: &'static str,
    /// What was given.
    pub value: f64,
    /// What would be right.
    pub expected: &'static str,
}

/// Room around the castle's guard circle, m: rounding must not hide a touch.
const GUARD_MARGIN_M: f64 = 1e-4;

/// Most speed bands of rolling a table can have.
pub const MAX_BANDS: usize = 8;

/// A checked table with everything derived from its parameters. Immutable; made once, shared by all strokes.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    params: TableParams,
    /// Spots of the pins in plan, by [`Pin::index`].
    pub(crate) pin_spots: Places,
    /// The contact of a ball with a standing pin.
    pub(crate) pin_contact: PinContact,
    /// A ball whose centre stays outside this circle about the centre pin touches no pin on its spot, m.
    pub(crate) castle_guard: f64,
    /// Length and width, m.
    pub(crate) size: DVec2,
    /// Centres farther apart than this are no contact of two balls, m.
    pub(crate) touching: f64,
    /// A ball on the cloth whose centre stays inside this box touches no cushion.
    pub(crate) bed: Span,
    /// Lower speed of each band, m/s, rising; infinite from `band_count` on.
    pub(crate) band_floor: [f64; MAX_BANDS],
    /// Deceleration in each band, m/s^2.
    pub(crate) band_decel: [f64; MAX_BANDS],
    /// Bands in use.
    pub(crate) band_count: usize,
    /// Sine of the cushion contact's angle above the centre.
    pub(crate) nose_sin: f64,
    /// Its cosine.
    pub(crate) nose_cos: f64,
    /// Han's contact on the cloth: `1 + e`.
    pub(crate) nose_rebound: f64,
    /// And the part of the slip that ends it, `(2/7) (1 + et)`.
    pub(crate) nose_stick: f64,
    /// A ball struck inside this box has no cushion within the cue's follow-through.
    pub(crate) cue_clear: Span,
    /// Nor a ball whose centre is farther than this, m.
    pub(crate) cue_reach: f64,
    /// Mass of the ball over the cue's, plus 1.
    pub(crate) cue_load: f64,
    /// The same over the effective mass of the shaft's end; infinite when that is 0.
    pub(crate) end_load: f64,
    /// Nose and top of the cushions for balls in the air.
    pub(crate) rail_shape: RailShape,
    /// Sine of the angle from which a strike is played onto a contact.
    pub(crate) onto_sin: f64,
    /// Deceleration of a sliding ball, m/s^2.
    pub(crate) slide_decel: f64,
    /// One over the ball's radius, 1/m.
    pub(crate) inverse_radius: f64,
    /// Spin gained per speed lost in sliding, `5 / (2 R)`, 1/m.
    pub(crate) spin_per_push: f64,
}

/// Name, value, inclusive bounds and what they say: one row a parameter.
type Check = (&'static str, f64, f64, f64, &'static str);

impl Table {
    /// Checks the parameters and derives the rest.
    ///
    /// # Errors
    /// The first parameter outside its range, with the range.
    pub fn new(params: TableParams) -> Result<Table, TableError> {
        for (field, value, low, high, expected) in checks(&params) {
            if !(value >= low && value <= high) {
                return Err(TableError { field, value, expected });
            }
        }
        let edges = &params.cloth.band_edges_mps;
        if edges.len() >= MAX_BANDS {
            let value = edges.len() as f64;
            return Err(TableError { field: "cloth.band_edges_mps", value, expected: "at most 7 speeds" });
        }
        for (i, &edge) in edges.iter().enumerate() {
            let below = if i == 0 { 0.0 } else { edges[i - 1] };
            if !(edge > below && edge < 100.0) {
                return Err(TableError { field: "cloth.band_edges_mps", value: edge, expected: "a rising speed" });
            }
        }
        let ball = &params.ball;
        let (nose_sin, nose_cos) = nose(params.cushion.nose_m, ball.radius_m);
        let centre = DVec2::new(params.length_m / 2.0, params.width_m / 2.0);
        let arm = params.pin.arm_m;
        let pin_spots = Places::new([
            centre + DVec2::new(arm, 0.0),
            centre - DVec2::new(arm, 0.0),
            centre + DVec2::new(0.0, arm),
            centre - DVec2::new(0.0, arm),
            centre,
        ]);
        let pin_contact = PinContact::new(&params);
        let mut table = Table {
            pin_spots,
            pin_contact,
            castle_guard: arm + pin_contact.reach + GUARD_MARGIN_M,
            size: DVec2::new(params.length_m, params.width_m),
            touching: 2.0 * params.ball.radius_m + TOUCH_M,
            bed: inner(&params, 0.0),
            band_floor: [f64::INFINITY; MAX_BANDS],
            band_decel: [0.0; MAX_BANDS],
            band_count: edges.len() + 1,
            nose_sin,
            nose_cos,
            nose_rebound: 1.0 + params.cushion.restitution,
            nose_stick: 2.0 / 7.0 * (1.0 + params.cushion.tangential),
            cue_clear: inner(&params, params.cue.follow_m),
            cue_reach: 2.0 * ball.radius_m + params.cue.follow_m + TOUCH_M,
            cue_load: 1.0 + ball.mass_kg / params.cue.mass_kg,
            end_load: 1.0 + ball.mass_kg / params.cue.end_mass_kg,
            rail_shape: RailShape::new(&params, nose_cos),
            onto_sin: crate::math::sin_cos_deg(params.cue.onto_deg).0,
            slide_decel: params.cloth.slide_friction * params.gravity,
            inverse_radius: 1.0 / params.ball.radius_m,
            spin_per_push: 2.5 / params.ball.radius_m,
            params,
        };
        table.fill_bands();
        for band in 0..table.band_count {
            let value = table.band_decel[band];
            if !(value >= 0.0) {
                return Err(TableError { field: "cloth.rolling", value, expected: "a deceleration of at least 0" });
            }
        }
        Ok(table)
    }

    /// The default table: [`TableParams::carom_heated`].
    pub fn carom_heated() -> Table {
        Table::new(TableParams::carom_heated()).expect("the built-in table is valid")
    }

    /// The parameters it was made from.
    pub fn params(&self) -> &TableParams {
        &self.params
    }

    /// The spot of a pin in plan, m.
    pub fn pin_spot(&self, pin: Pin) -> DVec2 {
        self.pin_spots.at(pin.index())
    }

    /// In plan, the distance between a ball on the cloth and a pin's axis when they touch, m.
    pub fn pin_reach(&self) -> f64 {
        self.pin_contact.reach
    }

    /// Radius of a ball, m.
    pub fn radius(&self) -> f64 {
        self.params.ball.radius_m
    }

    /// The pins whose spot a ball at rest there covers (12.7): it would touch the standing pin.
    pub fn covered_by(&self, ball: DVec2) -> PinSet {
        Pin::ALL.into_iter().filter(|&pin| ball.distance(self.pin_spot(pin)) < self.pin_reach()).collect()
    }

    /// Rolling deceleration at a speed, m/s^2, piecewise constant.
    pub fn rolling_deceleration(&self, speed: f64) -> f64 {
        self.band_decel[self.band(speed) as usize]
    }

    /// The band of a speed: as many floors as it is above, the lowest apart. All are counted, since a loop that ends
    /// early costs more than the comparisons.
    #[inline(always)]
    pub(crate) fn band(&self, speed: f64) -> u8 {
        self.band_floor[1..].iter().map(|&floor| u8::from(speed > floor)).sum()
    }

    /// Each band takes the law's value at its middle; the open top band one at as far above its floor as the
    /// band below is wide.
    fn fill_bands(&mut self) {
        let cloth = &self.params.cloth;
        let edges = &cloth.band_edges_mps;
        let law = |v: f64| cloth.rolling + cloth.rolling_linear * v + cloth.rolling_quadratic * v * v;
        for band in 0..self.band_count {
            let floor = if band == 0 { 0.0 } else { edges[band - 1] };
            let below = if band < 2 { 0.0 } else { edges[band - 2] };
            let middle = match edges.get(band) {
                Some(&top) => (floor + top) / 2.0,
                None => floor + (floor - below),
            };
            self.band_floor[band] = floor;
            self.band_decel[band] = law(middle);
        }
    }
}

/// Where a centre has no cushion within a gap: that, a ball's radius and a touch from each.
fn inner(params: &TableParams, gap: f64) -> Span {
    let near = DVec2::splat(params.ball.radius_m + gap + TOUCH_M);
    Span { low: near, high: DVec2::new(params.length_m, params.width_m) - near }
}

/// Sine and cosine of the angle at which a nose of that height touches a ball on the cloth, above its centre.
fn nose(height: f64, radius: f64) -> (f64, f64) {
    let sin = (height - radius) / radius;
    (sin, (1.0 - sin * sin).sqrt())
}

/// The ranges: wide enough for every billiard game and for experiments, narrow enough to catch a slip of units.
fn checks(p: &TableParams) -> Vec<Check> {
    const POSITIVE: &str = "a positive number of that unit (0.001 to 10)";
    const FRACTION: &str = "between 0 and 1";
    const FRICTION: &str = "between 0 and 5";
    let (b, c, k, n, q) = (&p.ball, &p.cloth, &p.cushion, &p.pin, &p.cue);
    let radius = b.radius_m;
    vec![
        ("length_m", p.length_m, 8.0 * radius, 20.0, "a length in metres, at least 8 ball radii, at most 20"),
        ("width_m", p.width_m, 8.0 * radius, 20.0, "a width in metres, at least 8 ball radii, at most 20"),
        ("gravity", p.gravity, 0.1, 100.0, "an acceleration between 0.1 and 100 m/s^2"),
        ("ball.radius_m", radius, 0.005, 0.2, "between 0.005 and 0.2 m"),
        ("ball.mass_kg", b.mass_kg, 0.001, 10.0, POSITIVE),
        ("ball.restitution", b.restitution, 0.0, 1.0, FRACTION),
        ("ball.friction_base", b.friction_base, 0.0, 5.0, FRICTION),
        ("ball.friction_rise", b.friction_rise, 0.0, 5.0, FRICTION),
        ("ball.friction_decay", b.friction_decay, 0.0, 1000.0, "between 0 and 1000 s/m"),
        ("cloth.slide_friction", c.slide_friction, 0.0, 5.0, FRICTION),
        ("cloth.spin_decay", c.spin_decay, 0.0, 1e4, "between 0 and 10000 rad/s^2"),
        ("cloth.rolling", c.rolling, 0.0, 50.0, "between 0 and 50 m/s^2"),
        ("cloth.rolling_linear", c.rolling_linear, -10.0, 10.0, "between -10 and 10 1/s"),
        ("cloth.rolling_quadratic", c.rolling_quadratic, -10.0, 10.0, "between -10 and 10 1/m"),
        ("cloth.slate_restitution", c.slate_restitution, 0.0, 1.0, FRACTION),
        ("cloth.slate_settle_mps", c.slate_settle_mps, 1e-6, 1.0, "between 0.000001 and 1 m/s"),
        ("cushion.nose_m", k.nose_m, 0.5 * radius, 1.9 * radius, "between 0.5 and 1.9 ball radii"),
        ("cushion.restitution", k.restitution, 0.0, 1.0, FRACTION),
        ("cushion.friction", k.friction, 0.0, 5.0, FRICTION),
        ("cushion.tangential", k.tangential, 0.0, 1.0, FRACTION),
        ("cushion.omega_ratio", k.omega_ratio, 1.0, 2.0, "between 1 and 2"),
        ("cushion.top_m", k.top_m, 0.0, 1.0, "between 0 and 1 m"),
        ("cushion.top_rise_m", k.top_rise_m, 0.0, 0.5 * k.top_m, "between 0 and half the width of the top"),
        ("cushion.top_restitution", k.top_restitution, 0.0, 1.0, FRACTION),
        ("cushion.frame_m", k.frame_m, 0.0, 1.0, "between 0 and 1 m"),
        ("pin.arm_m", n.arm_m, 0.02, 0.5, "between 0.02 and 0.5 m"),
        ("pin.height_m", n.height_m, 0.005, radius, "between 0.005 m and a ball's radius"),
        ("pin.head_m", n.head_m, 0.0005, 0.45 * n.height_m, "between 0.0005 m and 0.45 of the height"),
        ("pin.belly_m", n.belly_m, 0.0005, 0.02, "between 0.0005 and 0.02 m"),
        ("pin.base_m", n.base_m, 0.0005, 0.02, "between 0.0005 and 0.02 m"),
        ("pin.mass_kg", n.mass_kg, 1e-5, 0.2 * b.mass_kg, "between 0.00001 kg and a fifth of a ball's mass"),
        ("pin.centre_m", n.centre_m, 0.001, n.height_m, "between 0.001 m and the height"),
        ("pin.restitution", n.restitution, 0.0, 1.0, FRACTION),
        ("pin.friction", n.friction, 0.0, 5.0, FRICTION),
        ("pin.base_friction", n.base_friction, 0.0, 5.0, FRICTION),
        ("pin.lying_friction", n.lying_friction, 0.01, 5.0, "between 0.01 and 5"),
        ("pin.lying_restitution", n.lying_restitution, 0.0, 1.0, FRACTION),
        ("pin.shift_m", n.shift_m, 0.0, 0.1, "between 0 and 0.1 m"),
        ("pin.lean_mps", n.lean_mps, 0.0, 10.0, "between 0 and 10 m/s"),
        ("cue.mass_kg", q.mass_kg, 0.05, 5.0, "between 0.05 and 5 kg"),
        ("cue.end_mass_kg", q.end_mass_kg, 0.0, q.mass_kg, "between 0 and the cue's mass"),
        ("cue.restitution", q.restitution, 0.0, 1.0, FRACTION),
        ("cue.miscue", q.miscue, 0.05, 1.0, "between 0.05 and 1 ball radius"),
        ("cue.contact_s", q.contact_s, 0.0, 0.01, "between 0 and 0.01 s"),
        ("cue.follow_m", q.follow_m, 0.0, 0.5, "between 0 and 0.5 m"),
        ("cue.touch_m", q.touch_m, 0.0, 0.01, "between 0 and 0.01 m"),
        ("cue.onto_deg", q.onto_deg, 0.0, 90.0, "between 0 and 90 degrees"),
        ("cue.tip_m", q.tip_m, 0.001, 0.02, "between 0.001 and 0.02 m"),
        ("cue.butt_m", q.butt_m, 0.002, 0.05, "between 0.002 and 0.05 m"),
        ("cue.length_m", q.length_m, 0.3, 3.0, "between 0.3 and 3 m"),
    ]
}
