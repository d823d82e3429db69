//! The file of the net, `search/data/promise.net`: as `filotto-net/1`, a first line with the SHA-256 of all after it, a
//! second with the card, then the numbers as little-endian `f32`.

use super::features::INPUTS;
use super::{Promise, WIDEST};
use crate::value::weights::{WeightsError, hex, layers, split_line};
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
        let mut body = serde_json::to_vec(card).expect("a card has plain fields");
        body.push(b'\n');
        for layer in &self.layers {
            body.extend(layer.weights.iter().chain(&layer.bias).flat_map(|number| number.to_le_bytes()));
        }
        [format!("{MAGIC} {}\n", hex(&body)).as_bytes(), &body].concat()
    }

    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with it: kind, hash, card, shape, numbers.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Promise, Card), WeightsError> {
        let (first, body) = split_line(bytes).ok_or(WeightsError::Magic)?;
        let first = std::str::from_utf8(first).map_err(|_| WeightsError::Magic)?;
        let told = first.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?.trim().to_string();
        let got = hex(body);
        if got != told {
            return Err(WeightsError::Hash { got, told });
        }
        let (card, numbers) = split_line(body).ok_or_else(|| WeightsError::Card("breaks off".into()))?;
        let card: Card = serde_json::from_slice(card).map_err(|error| WeightsError::Card(error.to_string()))?;
        let [inputs, a, b] = card.shape;
        if inputs != INPUTS || ![a, b].iter().all(|width| (1..=WIDEST).contains(width)) {
            return Err(WeightsError::Card(format!(
                "shape {:?}: {INPUTS} and two widths to {WIDEST} are right",
                card.shape
            )));
        }
        Ok((Promise { layers: layers([(inputs, a), (a, b), (b, 1)], numbers)? }, card))
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
