//! Which values of the parameters make sense.

use super::params::TableParams;
use thiserror::Error;

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

/// Name, value, inclusive bounds and what they say: one row a parameter.
type Check = (&'static str, f64, f64, f64, &'static str);

/// The ranges: wide enough for every billiard game and for experiments, narrow enough to catch a slip of units.
pub(super) fn checks(p: &TableParams) -> Vec<Check> {
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
