//! The file of the net, `search/data/promise.net`: `filotto-promise/1` in the frame of `value::framed`.

use super::features::INPUTS;
use super::{Promise, WIDEST};
use crate::value::framed;
use crate::value::weights::WeightsError;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// How the file begins.
const MAGIC: &str = "filotto-promise/1";
/// The net that ships; its card tells how it was trained.
const BUILT_IN: &[u8] = include_bytes!("../../data/promise.net");

/// What is known of the net: its shape, what it learned from, how well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Features and hidden layers.
    pub shape: [usize; 3],
    /// Physics hash of the strokes.
    pub physics: String,
    /// Data and errors: for people.
    pub training: serde_json::Value,
}

/// The net that ships.
pub fn built_in() -> Arc<Promise> {
    static NET: OnceLock<Arc<Promise>> = OnceLock::new();
    let read = || Arc::new(Promise::from_bytes(BUILT_IN).expect("the net that ships is whole: see the test").0);
    NET.get_or_init(read).clone()
}

impl Promise {
    /// The bytes of the file.
    pub fn to_bytes(&self, card: &Card) -> Vec<u8> {
        framed::file(MAGIC, &framed::body(card, &self.layers))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with it: kind, hash, card, shape, numbers.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Promise, Card), WeightsError> {
        let (_, card, numbers) = framed::open::<Card>(MAGIC, bytes)?;
        let [inputs, a, b] = card.shape;
        if inputs != INPUTS || ![a, b].iter().all(|width| (1..=WIDEST).contains(width)) {
            return Err(WeightsError::Card(format!(
                "shape {:?}: {INPUTS} and two widths to {WIDEST} are right",
                card.shape
            )));
        }
        Ok((Promise { layers: framed::layers([(inputs, a), (a, b), (b, 1)], numbers)? }, card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_ships_is_whole_and_small() {
        let (net, card) = Promise::from_bytes(BUILT_IN).unwrap();
        assert_eq!(net.to_bytes(&card), BUILT_IN);
        assert_eq!(*built_in(), net);
        assert!(BUILT_IN.len() < 40_000);
    }

    #[test]
    fn every_changed_byte_and_every_length_is_found() {
        for at in (0..BUILT_IN.len()).step_by(97) {
            let mut bad = BUILT_IN.to_vec();
            bad[at] ^= 0x20;
            assert!(Promise::from_bytes(&bad).is_err(), "byte {at}");
            assert!(Promise::from_bytes(&BUILT_IN[..at]).is_err(), "cut at {at}");
        }
        let other = b"filotto-net/1 00\n{}\n";
        assert_eq!(Promise::from_bytes(other).unwrap_err(), WeightsError::Magic);
    }
}
