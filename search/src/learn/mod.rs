//! Training of the value net: from positions of self-play to weights.
//!
//! `labels -> train -> Weights`: what a position is worth is seen in strokes drawn anew around the one that was chosen
//! ([`label`]); the net learns their law in mini-batches ([`train`]) by gradients of [`model`] and the steps of
//! [`adam`]; how true its chances to win are is measured on sets it never saw ([`calibration`]).

pub mod adam;
pub mod calibration;
pub mod label;
pub mod model;
mod pass;
pub mod starts;
pub mod train;
