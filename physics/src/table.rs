//! The table: every parameter of cloth, cushions, balls, pins and cue, checked once, with what is derived from them.

use crate::collide::pin::PinContact;
use crate::detect::{Places, Span, TOUCH_M};
use crate::pins::{Pin, PinSet};
use crate::rails::RailShape;
use glam::DVec2;

mod params;
mod presets;
mod ranges;

pub use params::*;
pub use ranges::TableError;
use ranges::checks;

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
