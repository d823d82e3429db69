//! What is common to all shots: the table, and where the camera thinks it is.

use anyhow::Result;
use filotto_physics::Table;
use filotto_physics::table::TableParams;
use glam::DVec2;

/// A table seen by a camera.
#[derive(Clone, Debug)]
pub struct World {
    /// The table.
    pub table: Table,
    /// Where the camera sees it.
    pub camera: Camera,
}

/// A camera sees every place a little beside where it is. Not physics. (A stretch or a turn of the frame was tried: no
/// gain.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera(pub DVec2);

impl Camera {
    /// The camera of the tracks, as fitted to them, m.
    pub const TRACKS: Camera = Camera(DVec2::new(-0.001_66, 0.001_30));

    /// Where it sees a place.
    pub fn sees(&self, place: DVec2) -> DVec2 {
        place + self.0
    }

    /// The place of what it sees.
    pub fn place(&self, seen: DVec2) -> DVec2 {
        seen - self.0
    }
}

/// One number to fit: its name, its first step, and where it sits.
struct Knob {
    name: &'static str,
    step: f64,
    at: fn(&mut TableParams) -> &mut f64,
}

/// The knobs of the table.
const KNOBS: [Knob; 15] = [
    Knob { name: "cloth.slide_friction", step: 0.01, at: |p| &mut p.cloth.slide_friction },
    Knob { name: "cloth.spin_decay", step: 0.4, at: |p| &mut p.cloth.spin_decay },
    Knob { name: "cloth.rolling", step: 0.002, at: |p| &mut p.cloth.rolling },
    Knob { name: "cloth.rolling_linear", step: 0.002, at: |p| &mut p.cloth.rolling_linear },
    Knob { name: "cloth.rolling_quadratic", step: 0.001, at: |p| &mut p.cloth.rolling_quadratic },
    Knob { name: "cloth.slate_restitution", step: 0.1, at: |p| &mut p.cloth.slate_restitution },
    Knob { name: "ball.restitution", step: 0.01, at: |p| &mut p.ball.restitution },
    Knob { name: "ball.friction_base", step: 0.01, at: |p| &mut p.ball.friction_base },
    Knob { name: "ball.friction_rise", step: 0.03, at: |p| &mut p.ball.friction_rise },
    Knob { name: "ball.friction_decay", step: 0.15, at: |p| &mut p.ball.friction_decay },
    Knob { name: "cushion.nose_m", step: 0.000_3, at: |p| &mut p.cushion.nose_m },
    Knob { name: "cushion.restitution", step: 0.01, at: |p| &mut p.cushion.restitution },
    Knob { name: "cushion.friction", step: 0.015, at: |p| &mut p.cushion.friction },
    Knob { name: "cushion.tangential", step: 0.03, at: |p| &mut p.cushion.tangential },
    Knob { name: "cushion.omega_ratio", step: 0.05, at: |p| &mut p.cushion.omega_ratio },
];

/// How many numbers are common to all shots: the knobs and the camera's two.
pub const COUNT: usize = KNOBS.len() + 2;

/// Names of all of them: paths in a table file, and `camera.x`, `camera.y`.
pub fn name(i: usize) -> &'static str {
    KNOBS.get(i).map_or(if i == KNOBS.len() { "camera.x" } else { "camera.y" }, |knob| knob.name)
}

/// First steps of all of them.
pub fn step(i: usize) -> f64 {
    KNOBS.get(i).map_or(0.000_3, |knob| knob.step)
}

/// Which of them a table's models use: the ratio of frequencies is Stronge's alone, tangential restitution Han's.
pub fn used(world: &World) -> [bool; COUNT] {
    use filotto_physics::table::CushionModel::{Han2005, Stronge};
    let model = world.table.params().cushion.model;
    core::array::from_fn(|i| match name(i) {
        "cushion.omega_ratio" => model == Stronge,
        "cushion.tangential" => model == Han2005,
        _ => true,
    })
}

impl World {
    /// A table seen by a camera. The tip may sit as far out as calibration allows.
    ///
    /// # Errors
    /// Parameters no table can have.
    pub fn new(mut params: TableParams, camera: Camera) -> Result<World> {
        params.cue.miscue = super::stroke::TIP + 0.001;
        Ok(World { table: Table::new(params)?, camera })
    }

    /// The common numbers.
    pub fn read(&self) -> [f64; COUNT] {
        let mut params = self.table.params().clone();
        core::array::from_fn(|i| match KNOBS.get(i) {
            Some(knob) => *(knob.at)(&mut params),
            None => self.camera.0[i - KNOBS.len()],
        })
    }

    /// The same world with other numbers.
    ///
    /// # Errors
    /// Numbers no table can have.
    pub fn with(&self, values: &[f64; COUNT]) -> Result<World> {
        let mut params = self.table.params().clone();
        for (knob, &value) in KNOBS.iter().zip(values) {
            *(knob.at)(&mut params) = value;
        }
        let camera = Camera(DVec2::new(values[KNOBS.len()], values[KNOBS.len() + 1]));
        Ok(World { table: Table::new(params)?, camera })
    }
}
