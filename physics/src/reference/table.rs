//! The peer's parameters as a table of ours.

use super::ReferenceError;
use crate::Table;
use crate::table::{BallModel, CushionModel, TableParams};
use serde::Deserialize;

/// A case's parameters: the file's, all of them, or a few that differ.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Own {
    Named(#[allow(dead_code)] String),
    Given(Params),
}

/// The peer's names.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    m: Option<f64>,
    #[serde(rename = "R")]
    radius: Option<f64>,
    u_s: Option<f64>,
    u_r: Option<f64>,
    u_sp_proportionality: Option<f64>,
    e_b: Option<f64>,
    e_c: Option<f64>,
    f_c: Option<f64>,
    g: Option<f64>,
}

/// The peer's law of friction between balls: `a + b exp(-c s)`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Friction {
    a: f64,
    b: f64,
    c: f64,
}

impl Params {
    /// Writes what is given over a table's parameters.
    pub fn write(&self, to: &mut TableParams) {
        let set = |from: Option<f64>, to: &mut f64| {
            if let Some(value) = from {
                *to = value;
            }
        };
        set(self.m, &mut to.ball.mass_kg);
        set(self.radius, &mut to.ball.radius_m);
        set(self.e_b, &mut to.ball.restitution);
        set(self.u_s, &mut to.cloth.slide_friction);
        set(self.e_c, &mut to.cushion.restitution);
        set(self.f_c, &mut to.cushion.friction);
        set(self.g, &mut to.gravity);
        set(self.u_r.map(|u| u * to.gravity), &mut to.cloth.rolling);
        set(self.u_sp_proportionality.map(|u| 2.5 * u * to.gravity), &mut to.cloth.spin_decay);
    }
}

/// Everything of ours that the peer has otherwise or not at all: elastic tip, no miscue, one rolling deceleration.
pub(super) fn peer() -> TableParams {
    let mut p = TableParams::carom_heated();
    p.cue.restitution = 1.0;
    p.cue.miscue = 1.0;
    p.cloth.rolling_linear = 0.0;
    p.cloth.rolling_quadratic = 0.0;
    p.cloth.band_edges_mps = Vec::new();
    p.cushion.tangential = 0.0;
    p.cushion.omega_ratio = 1.8;
    p.cushion.model = CushionModel::Han2005;
    p.ball.model = BallModel::FrictionPeer;
    p
}

impl Friction {
    pub fn write(self, to: &mut TableParams) {
        (to.ball.friction_base, to.ball.friction_rise, to.ball.friction_decay) = (self.a, self.b, self.c);
    }
}

pub(super) fn checked(id: usize, params: TableParams) -> Result<Table, ReferenceError> {
    Table::new(params).map_err(|error| ReferenceError::Table { id, error })
}
