//! The pin as a rigid body: where its mass lies, and how it answers a blow.

use crate::table::PinParams;

/// The pin as a rigid body, in the units of its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PinBody {
    pub mass: f64,
    pub base: f64,
    pub centre: f64,
    pub height: f64,
    /// Squared radius of gyration about the far base edge, m^2.
    gyr_edge2: f64,
    /// Squared radius of gyration about the centre of mass, m^2.
    gyr_centre2: f64,
    /// How far the centre of mass rises to the balance point, m.
    pub rise: f64,
    /// Overlap of path and pin from which a slow ball pushes it past balance, m.
    pub push_depth: f64,
}

/// How the pin answers a blow, per impulse: the part of the inverse mass it adds, its speeds in plan of centre and
/// base, and `w0 k`.
pub(super) struct Answer {
    pub inverse_mass: f64,
    pub slide: f64,
    pub turn: f64,
    pub base: f64,
}

impl PinBody {
    pub fn new(pin: &PinParams, head_z: f64) -> PinBody {
        let (b, h_c, h) = (pin.base_m, pin.centre_m, pin.height_m);
        // A cylinder of the mean radius stands in for the turned shape.
        let mean = 0.5 * (pin.head_m + pin.belly_m);
        let gyr_centre2 = h * h / 12.0 + mean * mean / 4.0;
        let diagonal = (h_c * h_c + b * b).sqrt();
        PinBody {
            mass: pin.mass_kg,
            base: b,
            centre: h_c,
            height: h,
            gyr_edge2: gyr_centre2 + h_c * h_c + b * b,
            gyr_centre2,
            rise: diagonal - h_c,
            push_depth: head_z * b / diagonal + b * (1.0 - h_c / diagonal),
        }
    }

    /// To a blow at a height. Pivot if the cloth can hold the base against it, free otherwise. A blow that points inside
    /// the base only presses the pin onto the slate, which does not give.
    pub fn answer(&self, friction: f64, height: f64, sin: f64, cos: f64) -> Answer {
        let edge = height * cos - self.base * sin;
        if edge <= 0.0 {
            return Answer { inverse_mass: 0.0, slide: 0.0, turn: 0.0, base: 0.0 };
        }
        let held = edge / self.gyr_edge2;
        let needed = (held * self.centre - cos).abs() / (sin + held * self.base);
        if friction >= needed {
            Answer {
                inverse_mass: edge * held / self.mass,
                slide: held * self.centre / self.mass,
                turn: edge / (self.mass * self.gyr_edge2.sqrt()),
                base: 0.0,
            }
        } else {
            let arm = (height - self.centre) * cos;
            let spin = arm / (self.mass * self.gyr_centre2);
            Answer {
                inverse_mass: cos * cos / self.mass + arm * spin,
                slide: cos / self.mass,
                turn: spin.abs() * self.gyr_centre2.sqrt(),
                base: cos / self.mass - spin * self.centre,
            }
        }
    }
}
