//! Ball-ball without friction, elastic: the reference every textbook rule (90 degrees, equal exchange) holds for
//! exactly. Spin is untouched.

/// Normal impulse per mass at a closing speed: all of it.
pub(super) fn normal_impulse(closing: f64) -> f64 {
    closing
}
