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
    /// What the camera adds to every place, m.
    pub camera: Camera,
}

/// Where a camera sees what the table has: shifted, stretched and turned a little about the centre. Not physics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Shift, m.
    pub shift: DVec2,
    /// Stretch along each side, less 1.
    pub stretch: DVec2,
    /// Turn, radians.
    pub turn: f64,
    /// The centre of the table.
    pub centre: DVec2,
}

impl Camera {
    /// What it adds to a place.
    fn adds(&self, place: DVec2) -> DVec2 {
        let from = place - self.centre;
        self.shift + self.stretch * from + self.turn * from.perp()
    }

    /// Where it sees a place.
    pub fn sees(&self, place: DVec2) -> DVec2 {
        place + self.adds(place)
    }

    /// The place of what it sees.
    pub fn place(&self, seen: DVec2) -> DVec2 {
        seen - self.adds(seen - self.shift)
    }
}

/// One number to fit: its name, its first step, and where it sits.
pub struct Knob {
    /// Path of the parameter in a table file; `camera.x`, `camera.y` are the frame's.
    pub name: &'static str,
    /// First step of the fit.
    pub step: f64,
    at: fn(&mut TableParams) -> &mut f64,
}

/// The knobs of the table, in the order of [`read`].
pub const KNOBS: [Knob; 15] = [
    Knob { name: "cloth.slide_friction", step: 0.01, at: |p| &mut p.cloth.slide_friction },
    Knob { name: "cloth.spin_decay", step: 0.4, at: |p| &mut p.cloth.spin_decay },
    Knob { name: "cloth.rolling", step: 0.002, at: |p| &mut p.cloth.rolling },
    Knob { name: "cloth.rolling_linear", step: 0.002, at: |p| &mut p.cloth.rolling_linear },
    Knob { name: "cloth.rolling_quadratic", step: 0.001, at: |p| &mut p.cloth.rolling_quadratic },
    Knob { name: "ball.restitution", step: 0.01, at: |p| &mut p.ball.restitution },
    Knob { name: "ball.friction_base", step: 0.01, at: |p| &mut p.ball.friction_base },
    Knob { name: "ball.friction_rise", step: 0.03, at: |p| &mut p.ball.friction_rise },
    Knob { name: "ball.friction_decay", step: 0.15, at: |p| &mut p.ball.friction_decay },
    Knob { name: "cushion.nose_m", step: 0.000_3, at: |p| &mut p.cushion.nose_m },
    Knob { name: "cushion.restitution", step: 0.01, at: |p| &mut p.cushion.restitution },
    Knob { name: "cushion.friction", step: 0.015, at: |p| &mut p.cushion.friction },
    Knob { name: "cushion.tangential", step: 0.03, at: |p| &mut p.cushion.tangential },
    Knob { name: "cushion.omega_ratio", step: 0.05, at: |p| &mut p.cushion.omega_ratio },
    Knob { name: "cloth.slate_restitution", step: 0.1, at: |p| &mut p.cloth.slate_restitution },
];

/// How many numbers are common to all shots: the knobs and the camera's two.
pub const COUNT: usize = KNOBS.len() + 5;

/// Names of all of them.
pub fn name(i: usize) -> &'static str {
    match i.checked_sub(KNOBS.len()) {
        None => KNOBS[i].name,
        Some(0) => "camera.x",
        Some(1) => "camera.y",
        Some(2) => "camera.stretch_x",
        Some(3) => "camera.stretch_y",
        Some(_) => "camera.turn",
    }
}

/// First steps of all of them.
pub fn step(i: usize) -> f64 {
    KNOBS.get(i).map_or(if i < KNOBS.len() + 2 { 0.000_3 } else { 0.000_2 }, |knob| knob.step)
}

/// What the camera of the tracks adds, as fitted to them, m. Not physics.
pub const CAMERA: DVec2 = DVec2::new(-0.000_3, 0.001_8);

impl World {
    /// A table seen by the camera of the tracks. The tip may sit as far out as calibration allows.
    ///
    /// # Errors
    /// Parameters no table can have.
    pub fn new(mut params: TableParams, camera: DVec2) -> Result<World> {
        params.cue.miscue = super::stroke::TIP + 0.001;
        let centre = DVec2::new(params.length_m, params.width_m) * 0.5;
        let camera = Camera { shift: camera, stretch: DVec2::ZERO, turn: 0.0, centre };
        Ok(World { table: Table::new(params)?, camera })
    }

    /// The common numbers.
    pub fn read(&self) -> [f64; COUNT] {
        let mut params = self.table.params().clone();
        core::array::from_fn(|i| match KNOBS.get(i) {
            Some(knob) => *(knob.at)(&mut params),
            None => {
                let c = &self.camera;
                [c.shift.x, c.shift.y, c.stretch.x, c.stretch.y, c.turn][i - KNOBS.len()]
            }
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
        let c = &values[KNOBS.len()..];
        let camera =
            Camera { shift: DVec2::new(c[0], c[1]), stretch: DVec2::new(c[2], c[3]), turn: c[4], ..self.camera };
        Ok(World { table: Table::new(params)?, camera })
    }
}
