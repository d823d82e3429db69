//! Contacts too small for a model of their own: bodies pressed together, wedged in, creeping.
//!
//! Real restitution lets ever smaller bounces pile up at one instant. A contact that closes slowly loses no energy
//! instead; one that comes again and again opens a little faster, paid by spin; one that never ends comes to rest.

use super::Run;
use crate::collide::Moving;
use crate::rails::outward;
use crate::trace::{Observer, Rail};
use glam::DVec3;

/// A contact that closes more slowly than this loses no energy, m/s: a real restitution would let ever smaller
/// bounces pile up at one instant.
const MICRO_MPS: f64 = 1e-3;
/// Contacts of one pair within this time of each other are chatter, s.
const CHATTER_S: f64 = 5e-3;
/// Bodies pressed together (a ball that follows the one it pushes) bounce at about this speed instead of ever more
/// often, m/s: their gap stays below 10 um, a slide of 0.1 s costs some 50 contacts.
const CHATTER_MPS: f64 = 5e-3;
/// A wedged ball slower than this rests, m/s: free, it would roll on for a millimetre.
const WEDGED_MPS: f64 = 1e-2;
/// After so many contacts in a row a ball is wedged in between others or a cushion.
const WEDGED_COUNT: u32 = 60;
/// From this vertical part of the line of centres on the upper ball of a micro contact rests on the lower one.
const ON_TOP: f64 = 0.1;
/// Contacts in a row from which on it is chatter.
const CHATTER_COUNT: u32 = 3;

/// Recent contacts of one pair (or of one ball with the cushions), to notice chatter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chatter {
    last: f64,
    count: u32,
}

impl Chatter {
    pub const NONE: Chatter = Chatter { last: f64::NEG_INFINITY, count: 0 };

    /// Counts a contact; whether one that closes at `speed` is too small for a model of its own.
    pub fn is_micro(&mut self, now: f64, speed: f64) -> bool {
        let again = now - self.last < CHATTER_S;
        *self = Chatter { last: now, count: if again { self.count + 1 } else { 0 } };
        speed < MICRO_MPS || (speed < CHATTER_MPS && self.count >= CHATTER_COUNT)
    }

    /// Whether a ball is slow enough to come to rest because the chatter has gone on so long that it must be wedged in;
    /// the longer it goes on the faster it may be, so that it ends.
    pub fn holds(&self, ball: Moving) -> bool {
        let limit = WEDGED_MPS * f64::from(self.count / WEDGED_COUNT);
        ball.v.length_squared() < limit * limit
    }

    /// The speed at which a micro contact opens: the speed it closed with, so that no energy is lost; more for
    /// chatter, if the spin that is `held` can pay for it. Returns that speed and what is left of the spin (a
    /// factor). Energies per mass: the relative speed `v` holds `share v^2`.
    pub fn open(&self, speed: f64, share: f64, held: f64) -> (f64, f64) {
        // Between two others a ball loses again what it gains, so the least grows with the chatter.
        let least = (1e-6 * f64::from(self.count)).min(CHATTER_MPS);
        let faster = (2.0 * speed).clamp(least, CHATTER_MPS);
        let cost = share * (faster * faster - speed * speed);
        if self.count < CHATTER_COUNT || cost <= 0.0 || cost >= held {
            return (speed, 1.0);
        }
        (faster, (1.0 - cost / held).sqrt())
    }
}

impl<O: Observer> Run<'_, O> {
    /// A contact too slow to lose energy.
    #[cold]
    #[inline(never)]
    pub(super) fn micro_contact(
        &self,
        k: usize,
        normal: DVec3,
        speed: f64,
        one: Moving,
        two: Moving,
    ) -> (Moving, Moving) {
        if normal.z.abs() > ON_TOP {
            return self.micro_on_top(k, normal, speed, one, two);
        }
        // A fast ball pushes the other out of its way; only what creeps is held.
        if self.pair_chatter[k].holds(one) && self.pair_chatter[k].holds(two) {
            return (resting(one), resting(two));
        }
        let held = self.spin(&[one, two]);
        let (out, left) = self.pair_chatter[k].open(speed, 0.25, held);
        let push = normal * (0.5 * (speed + out));
        (Moving::new(one.v - push, one.w * left), Moving::new(two.v + push, two.w * left))
    }

    /// The same with a cushion.
    #[cold]
    #[inline(never)]
    pub(super) fn micro_rail(&mut self, i: usize, rail: Rail, speed: f64) {
        let ball = Moving::new(self.balls[i].v, self.balls[i].w);
        let after = if self.rail_chatter[i].holds(ball) {
            resting(ball)
        } else {
            self.micro_nose(i, outward(rail).extend(0.0), speed, ball)
        };
        (self.balls[i].v, self.balls[i].w) = (after.v, after.w);
    }

    /// The same with a cushion's nose: a ball in the air is not held.
    pub(super) fn micro_nose(&self, i: usize, normal: DVec3, speed: f64, ball: Moving) -> Moving {
        let (out, left) = self.rail_chatter[i].open(speed, 0.5, self.spin(&[ball]));
        Moving::new(ball.v - normal * (speed + out), ball.w * left)
    }

    /// The energy of balls' spin per mass, J/kg: `I w^2 / 2m`, `I = 2/5 m R^2`.
    fn spin(&self, balls: &[Moving]) -> f64 {
        let radius = self.table.radius();
        0.2 * radius * radius * balls.iter().map(|ball| ball.w.length_squared()).sum::<f64>()
    }

    /// A contact of two balls too slow to lose energy, one above the other: the lower one is held by the slate, and what
    /// it would take in plan by the cloth.
    #[cold]
    pub(super) fn micro_on_top(
        &self,
        k: usize,
        normal: DVec3,
        speed: f64,
        one: Moving,
        two: Moving,
    ) -> (Moving, Moving) {
        let held = self.spin(&[one, two]);
        let (out, _) = self.pair_chatter[k].open(speed, 0.5, held);
        let push = normal * (speed + out);
        let (up, down) = if normal.z > 0.0 { (DVec3::ZERO, push) } else { (push, DVec3::ZERO) };
        let (up, down) = (one.v - up, two.v + down);
        // A lower ball that moves can drive the upper one: spin pays for that too.
        let gained =
            0.5 * (up.length_squared() + down.length_squared() - one.v.length_squared() - two.v.length_squared());
        if gained >= held {
            // No spin is left: the way along each other pays, or nothing is left to move.
            let upper_first = normal.z < 0.0;
            let upper = if upper_first { up } else { down };
            let along = upper - normal * upper.dot(normal);
            let kept = 1.0 - 2.0 * gained / along.length_squared().max(f64::MIN_POSITIVE);
            let paid = upper - along * (1.0 - kept.max(0.0).sqrt());
            let (up, down) = if upper_first { (paid, down) } else { (up, paid) };
            return if kept > 0.0 {
                (Moving::new(up, one.w), Moving::new(down, two.w))
            } else {
                (Moving::new(DVec3::ZERO, one.w), Moving::new(DVec3::ZERO, two.w))
            };
        }
        // Without spin and without a gain there is nothing to pay with, nor for.
        let left = if gained > 0.0 { (1.0 - gained / held).sqrt() } else { 1.0 };
        (Moving::new(up, one.w * left), Moving::new(down, two.w * left))
    }
}

/// A wedged ball at rest; it may still spin on the spot.
fn resting(ball: Moving) -> Moving {
    Moving::new(DVec3::ZERO, DVec3::new(0.0, 0.0, ball.w.z))
}
