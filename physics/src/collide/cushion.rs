//! A ball meets a cushion: the frame, the angle of the nose, and the choice of the model.
//!
//! On the cloth the contact is planar: vertical velocity is neither read nor given. The nose touches the ball at
//! `sin t = (h - R) / R` above its centre (Han, Mathavan) or, in models printed with a sloping normal (Stronge, impulse),
//! at `tan t = (h - R) / R`. A flying ball has `sin t = (h - z) / R` with every model and keeps its vertical velocity.

use super::mathavan_2010::Cloth;
use super::{Moving, han_2005, impulse, linear, mathavan_2010, stronge};
use crate::Table;
use crate::rails::outward;
use crate::table::CushionModel;
use crate::trace::Rail;
use glam::{DVec2, DVec3};

/// Where the nose touches: sine and cosine of the angle above the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nose {
    pub sin: f64,
    pub cos: f64,
}

impl Nose {
    /// From the centre to the contact, in the cushion's frame.
    pub fn direction(self) -> DVec3 {
        DVec3::new(self.cos, 0.0, self.sin)
    }

    /// The same nose read as a slope: `tan t` is what `sin t` was.
    fn sloping(self) -> Nose {
        let length = (1.0 + self.sin * self.sin).sqrt();
        Nose { sin: self.sin / length, cos: 1.0 / length }
    }
}

/// The ball after meeting a cushion. `outward` is the unit normal INTO the cushion, in plan; `height` is that of the
/// ball's centre. A ball that does not close with the nose is left alone.
pub fn cushion(table: &Table, outward: DVec2, ball: Moving, height: f64) -> Moving {
    if height <= table.params().ball.radius_m && ball.v.z == 0.0 {
        planar(table, outward, ball)
    } else {
        flying(table, outward, ball, height)
    }
}

/// A ball on the cloth.
#[inline(always)]
pub fn planar(table: &Table, outward: DVec2, ball: Moving) -> Moving {
    let frame = Frame(outward);
    let local = frame.enter(ball);
    if local.v.x <= 0.0 {
        return ball;
    }
    let nose = Nose { sin: table.nose_sin, cos: table.nose_cos };
    let mut after = match table.params().cushion.model {
        CushionModel::Han2005 => han_2005::contact(table, nose, local),
        _ => planar_reference(table, nose, local),
    };
    after.v.z = 0.0;
    frame.leave(after)
}

/// A ball on the cloth with one of the four cushions, which lie along the axes: [`planar`] in place and without the
/// products by zero. A ball that does not close is left alone.
#[inline(always)]
pub(crate) fn on_cloth(table: &Table, rail: Rail, v: &mut DVec3, w: &mut DVec3) {
    if !matches!(table.params().cushion.model, CushionModel::Han2005) {
        let after = planar(table, outward(rail), Moving::new(*v, *w));
        (*v, *w) = (after.v, after.w);
        return;
    }
    let Axes { into, along, sign, turned } = AXES[rail as usize];
    let (v, w): (&mut [f64; 3], &mut [f64; 3]) = (v.as_mut(), w.as_mut());
    if v[into] * sign <= 0.0 {
        return;
    }
    let local = [v[into] * sign, v[along] * turned, w[into] * sign, w[along] * turned, w[2]];
    let [vx, vy, wx, wy, wz] = han_2005::planar(table, local);
    (v[into], v[along]) = (vx * sign, vy * turned);
    (w[into], w[along], w[2]) = (wx * sign, wy * turned, wz);
}

/// The speed into a cushion.
#[inline(always)]
pub(crate) fn closing(rail: Rail, v: &DVec3) -> f64 {
    let Axes { into, sign, .. } = AXES[rail as usize];
    let v: &[f64; 3] = v.as_ref();
    v[into] * sign
}

/// How a cushion's frame lies to the table's: which axis goes into it and which along, and their signs.
#[derive(Clone, Copy)]
struct Axes {
    into: usize,
    along: usize,
    sign: f64,
    turned: f64,
}

/// By the order of [`Rail`]: x into the cushion, y along it, z up, right-handed.
const AXES: [Axes; 4] = [
    Axes { into: 0, along: 1, sign: -1.0, turned: -1.0 },
    Axes { into: 0, along: 1, sign: 1.0, turned: 1.0 },
    Axes { into: 1, along: 0, sign: -1.0, turned: 1.0 },
    Axes { into: 1, along: 0, sign: 1.0, turned: -1.0 },
];

/// The models that are not the default.
#[cold]
#[inline(never)]
fn planar_reference(table: &Table, nose: Nose, local: Moving) -> Moving {
    match table.params().cushion.model {
        CushionModel::Linear => linear::contact(table, local),
        CushionModel::Han2005 => han_2005::contact(table, nose, local),
        CushionModel::Impulse => impulse::contact(table, nose.sloping(), local),
        CushionModel::Stronge => stronge::contact(table, nose.sloping(), local),
        CushionModel::Mathavan2010 => mathavan_2010::contact(table, nose, local, Cloth::LetsGo),
        CushionModel::Mathavan2010Printed => mathavan_2010::contact(table, nose, local, Cloth::Pulls),
    }
}

/// A ball in the air: the nose is a line, above or below the centre; the slate takes no part.
pub fn flying(table: &Table, outward: DVec2, ball: Moving, height: f64) -> Moving {
    let sin = ((table.params().cushion.nose_m - height) / table.params().ball.radius_m).clamp(-1.0, 1.0);
    at_nose(table, outward, ball, sin, (1.0 - sin * sin).sqrt())
}

/// A ball in the air whose contact with the nose is at that angle above its centre.
pub(crate) fn at_nose(table: &Table, outward: DVec2, ball: Moving, sin: f64, cos: f64) -> Moving {
    let nose = Nose { sin, cos };
    let frame = Frame(outward);
    let local = frame.enter(ball);
    if local.v.dot(nose.direction()) <= 0.0 {
        return ball;
    }
    frame.leave(match table.params().cushion.model {
        CushionModel::Linear => linear::contact_at(table, nose, local),
        CushionModel::Han2005 => han_2005::contact(table, nose, local),
        CushionModel::Stronge => stronge::contact(table, nose, local),
        // Without the slate Mathavan's equations are those of a rigid sphere on a rigid edge.
        CushionModel::Impulse | CushionModel::Mathavan2010 | CushionModel::Mathavan2010Printed => {
            impulse::contact(table, nose, local)
        }
    })
}

/// The cushion's frame: x into it, y along it, z up (right-handed).
struct Frame(DVec2);

impl Frame {
    #[inline]
    fn enter(&self, ball: Moving) -> Moving {
        let n = self.0;
        let turn = |a: DVec3| DVec3::new(a.x * n.x + a.y * n.y, a.y * n.x - a.x * n.y, a.z);
        Moving { v: turn(ball.v), w: turn(ball.w) }
    }

    #[inline]
    fn leave(&self, ball: Moving) -> Moving {
        let n = self.0;
        let turn = |a: DVec3| DVec3::new(a.x * n.x - a.y * n.y, a.x * n.y + a.y * n.x, a.z);
        Moving { v: turn(ball.v), w: turn(ball.w) }
    }
}
