//! A ball comes down on the slate.
//!
//! `vz' = -e |vz|`; friction acts with the bounce's impulse against the slip of the lowest point, at most what ends the
//! slip: per mass `P_t = min(mu_s (1 + e) |vz|, (2/7) |u|)` (rigid sphere on a half-space).

use super::Moving;
use crate::Table;
use glam::DVec3;

/// The ball after the bounce. An upward speed below the table's settling speed is none: the ball stays down.
#[inline]
pub fn slate(table: &Table, ball: Moving) -> Moving {
    if ball.v.z >= 0.0 {
        return Moving { v: ball.v.with_z(settled(table, ball.v.z)), ..ball };
    }
    let cloth = &table.params().cloth;
    let up = settled(table, -ball.v.z * cloth.slate_restitution);
    let normal = up - ball.v.z;
    let down = DVec3::NEG_Z;
    let radius = table.params().ball.radius_m;
    let slip = ball.at(down * radius).with_z(0.0);
    let speed = slip.length();
    let mut after = ball;
    if speed > 0.0 {
        let size = (cloth.slide_friction * normal).min(2.0 / 7.0 * speed);
        after = ball.pushed(slip * (-size / speed), down, radius);
    }
    after.v.z = up;
    after
}

/// A bounce on a fixed plane of any slope, `normal` pointing from it to the ball; `restitution` is the plane's, friction
/// the cloth's. The speed off the plane is none when it is below the settling speed.
pub(crate) fn plane(table: &Table, normal: DVec3, restitution: f64, ball: Moving) -> Moving {
    let closing = -ball.v.dot(normal);
    if closing <= 0.0 {
        return ball;
    }
    let radius = table.params().ball.radius_m;
    let out = settled(table, closing * restitution);
    let slip = ball.at(-normal * radius) + normal * closing;
    let speed = slip.length();
    let size = (table.params().cloth.slide_friction * (out + closing)).min(2.0 / 7.0 * speed);
    let along = if speed > 0.0 { slip * (-size / speed) } else { DVec3::ZERO };
    let after = ball.pushed(along, -normal, radius);
    Moving { v: after.v + normal * (out - after.v.dot(normal)), ..after }
}

/// An upward speed, or none when it is too small to leave the cloth.
#[inline]
pub fn settled(table: &Table, up: f64) -> f64 {
    if up < table.params().cloth.slate_settle_mps { 0.0 } else { up }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounces_and_settles() {
        let table = Table::carom_heated();
        let falling = Moving::new(DVec3::new(1.0, 0.0, -1.0), DVec3::ZERO);
        let after = slate(&table, falling);
        assert_eq!(after.v.z, 0.5);
        // mu (1 + e) |vz| = 0.1785 * 1.5 = 0.26775 is under the 2/7 that would end the slip.
        assert!((after.v.x - 0.73225).abs() < 1e-12);
        assert!((after.w.y - 2.5 * 0.26775 / table.radius()).abs() < 1e-9);
        let slow = Moving::new(DVec3::new(0.0, 0.0, -0.09), DVec3::ZERO);
        assert_eq!(slate(&table, slow).v, DVec3::ZERO);
    }

    #[test]
    fn never_gains_energy() {
        let table = Table::carom_heated();
        for i in 0..1000 {
            let f = f64::from(i);
            let v = DVec3::new(libm::sin(f), libm::cos(2.0 * f), -libm::fabs(libm::sin(3.0 * f)) * 3.0);
            let w = DVec3::new(libm::sin(5.0 * f), libm::sin(7.0 * f), libm::sin(11.0 * f)) * 100.0;
            let ball = Moving::new(v, w);
            let (before, after) = (ball.energy(table.radius()), slate(&table, ball).energy(table.radius()));
            assert!(after <= before * (1.0 + 1e-12), "{i}: {before} {after}");
        }
    }
}
