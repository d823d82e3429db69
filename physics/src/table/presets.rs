//! The tables that are built in.

use super::params::*;

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
