//! A weights file: the value net with its training card.
//!
//! A first line `filotto-net/1 SHA-256`, a second with the card as JSON, then the numbers as little-endian `f32`: of each
//! layer its weights by input, then its bias. The SHA-256 is of all after the first line.

use super::net::{Net, RESULTS, WIDEST};
use super::{features::INPUTS, framed, laws::error_size};
use filotto_engine::Skill;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a weights file begins.
const MAGIC: &str = "filotto-net/1";
/// Largest weights file, bytes: those that ship are bound to it, and nothing larger is worth its time.
pub const LARGEST: usize = 2 << 20;
/// How far outside the skills of its training a net is still asked, in units of [`error_size`]: 1.3 times the errors.
const REACH: f64 = 0.262;

/// What is known of a net: its shape, what it was trained on, how well it learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Features, hidden layers, results.
    pub shape: [usize; 4],
    /// Physics hash of the records.
    pub physics: String,
    /// Rules hash of the records.
    pub rules: String,
    /// Least and greatest [`error_size`] among the players of the records.
    pub skills: [f64; 2],
    /// Seed of the training.
    pub seed: u64,
    /// Data, losses, calibration: for people.
    pub training: serde_json::Value,
}

/// A net with its card.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The net.
    pub net: Net,
    /// Its card.
    pub card: Card,
    hash: String,
}

/// What is wrong with a weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another kind of file.
    #[error("weights: no {MAGIC} file: its first line is not `{MAGIC} SHA-256`")]
    Magic,
    /// Too large.
    #[error("weights: {0} bytes; at most {LARGEST} are right")]
    Large(usize),
    /// Bytes that are not those that were written.
    #[error("weights: hash: the file has {got}, its first line says {told}: it was changed or cut off")]
    Hash {
        /// Of the file.
        got: String,
        /// In its first line.
        told: String,
    },
    /// A card that can't be read.
    #[error("weights: card: {0}")]
    Card(String),
    /// A net that this program can't use.
    #[error(
        "weights: shape {got:?}; {INPUTS} features, two hidden layers of 1 to {WIDEST} and {RESULTS} results are right"
    )]
    Shape {
        /// As in the card.
        got: [usize; 4],
    },
    /// Too few or too many numbers for the shape.
    #[error("weights: {got} bytes of numbers; a net of this shape has {expected}")]
    Length {
        /// There are.
        got: usize,
        /// There should be.
        expected: usize,
    },
    /// A weight that is no number.
    #[error("weights: number {at} is {value}; finite numbers are right")]
    Number {
        /// Its place.
        at: usize,
        /// As text: NaN is not equal to itself.
        value: String,
    },
}

impl Weights {
    /// A net with what is known of it. The card's shape is taken from the net.
    pub fn new(net: Net, card: Card) -> Weights {
        let [a, b, c] = [0, 1, 2].map(|i| net.layers[i].outputs);
        let card = Card { shape: [net.layers[0].inputs(), a, b, c], ..card };
        let mut weights = Weights { net, card, hash: String::new() };
        weights.hash = framed::hex(&weights.body());
        weights
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        framed::file(MAGIC, &self.body())
    }

    fn body(&self) -> Vec<u8> {
        framed::body(&self.card, &self.net.layers)
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// What is wrong with it: kind, hash, card, shape, numbers.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        if bytes.len() > LARGEST {
            return Err(WeightsError::Large(bytes.len()));
        }
        let (hash, card, numbers) = framed::open::<Card>(MAGIC, bytes)?;
        let net = net(card.shape, numbers)?;
        Ok(Weights { net, card, hash })
    }

    /// The first 16 digits of its SHA-256.
    pub fn hash(&self) -> &str {
        &self.hash[..16]
    }

    /// Whether the net was trained on players about as good as this one. Elsewhere its answers are guesses.
    pub fn knows(&self, skill: &Skill) -> bool {
        let [low, high] = self.card.skills;
        (low - REACH..=high + REACH).contains(&error_size(skill))
    }
}

fn net(shape: [usize; 4], bytes: &[u8]) -> Result<Net, WeightsError> {
    let [inputs, a, b, results] = shape;
    let hidden = |n| (1..=WIDEST).contains(&n);
    if inputs != INPUTS || results != RESULTS || !hidden(a) || !hidden(b) {
        return Err(WeightsError::Shape { got: shape });
    }
    Ok(Net { layers: framed::layers([(inputs, a), (a, b), (b, results)], bytes)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::net::{Layer, Net};
    use filotto_engine::math;

    fn weights() -> Weights {
        let mut stream = math::stream(1, &[]);
        let mut layer = |inputs: usize, outputs: usize| Layer {
            outputs,
            weights: (0..inputs * outputs).map(|_| math::normal(&mut stream) as f32).collect(),
            bias: (0..outputs).map(|_| math::normal(&mut stream) as f32).collect(),
        };
        let net = Net { layers: [layer(INPUTS, 6), layer(6, 4), layer(4, RESULTS)] };
        let card = Card {
            shape: [0; 4],
            physics: "0123".into(),
            rules: "4567".into(),
            skills: [-0.1, 0.4],
            seed: 3,
            training: serde_json::json!({"sets": 12}),
        };
        Weights::new(net, card)
    }

    /// The file with its first line made right again after a change: only what the hash can't see is left to find.
    fn signed(body: &[u8]) -> Vec<u8> {
        framed::file(MAGIC, body)
    }

    fn body(weights: &Weights) -> Vec<u8> {
        weights.body()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let weights = weights();
        assert_eq!(weights.card.shape, [INPUTS, 6, 4, RESULTS]);
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
    }

    #[test]
    fn every_changed_byte_and_every_length_is_found() {
        let good = weights().to_bytes();
        for at in (0..good.len()).step_by(37) {
            let mut bad = good.clone();
            bad[at] ^= 0x20;
            assert!(Weights::from_bytes(&bad).is_err(), "byte {at}");
            assert!(Weights::from_bytes(&good[..at]).is_err(), "cut at {at}");
        }
        assert!(Weights::from_bytes(&[good, vec![0]].concat()).is_err());
        assert_eq!(Weights::from_bytes(b"{\"schema\":1}\n"), Err(WeightsError::Magic));
        assert_eq!(Weights::from_bytes(&vec![b'f'; LARGEST + 1]), Err(WeightsError::Large(LARGEST + 1)));
    }

    #[test]
    fn signed_nonsense_is_told_by_what_is_wrong() {
        let of_shape = |shape: [usize; 4]| {
            let mut weights = weights();
            weights.card.shape = shape;
            Weights::from_bytes(&signed(&body(&weights))).unwrap_err()
        };
        let wrong = [INPUTS + 1, 6, 4, RESULTS];
        assert_eq!(of_shape(wrong), WeightsError::Shape { got: wrong });
        let huge = [INPUTS, usize::MAX, 4, RESULTS];
        assert_eq!(of_shape(huge), WeightsError::Shape { got: huge });
        assert!(matches!(of_shape([INPUTS, 7, 4, RESULTS]), WeightsError::Length { .. }));
        let mut weights = weights();
        weights.net.layers[1].weights[2] = f32::NAN;
        let error = Weights::from_bytes(&signed(&body(&weights))).unwrap_err();
        assert_eq!(error, WeightsError::Number { at: INPUTS * 6 + 6 + 2, value: "NaN".into() });
        let error = Weights::from_bytes(&signed(b"{\"shape\":[1]}\n")).unwrap_err();
        assert!(matches!(error, WeightsError::Card(_)), "{error}");
    }

    #[test]
    fn a_net_knows_players_about_as_good_as_its_own() {
        let weights = weights();
        let knows = |name| weights.knows(&Skill::parse(name).unwrap());
        assert!(knows("pro") && !knows("beginner") && !knows("machine"));
    }
}
