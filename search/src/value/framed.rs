//! The frame of a file of weights: a first line with its kind and the SHA-256 of all after it, a second with a card as JSON, then
//! the numbers as little-endian `f32`, of each layer its weights by input, then its bias. So a changed card is found as well as a
//! changed weight.

use super::net::Layer;
use super::weights::WeightsError;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

/// All after the first line.
pub(crate) fn body(card: &impl Serialize, layers: &[Layer; 3]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(card).expect("a card has plain fields");
    bytes.push(b'\n');
    for layer in layers {
        bytes.extend(layer.weights.iter().chain(&layer.bias).flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

/// The file: its kind, its hash, its body.
pub(crate) fn file(magic: &str, body: &[u8]) -> Vec<u8> {
    [format!("{magic} {}\n", hex(body)).as_bytes(), body].concat()
}

/// What a file of this kind holds: hash, card, numbers.
pub(crate) fn open<'a, C: DeserializeOwned>(
    magic: &str,
    bytes: &'a [u8],
) -> Result<(String, C, &'a [u8]), WeightsError> {
    let (first, body) = split_line(bytes).ok_or(WeightsError::Magic)?;
    let first = std::str::from_utf8(first).map_err(|_| WeightsError::Magic)?;
    let told = first.strip_prefix(magic).ok_or(WeightsError::Magic)?.trim().to_string();
    let got = hex(body);
    if got != told {
        return Err(WeightsError::Hash { got, told });
    }
    let (card, numbers) = split_line(body).ok_or_else(|| WeightsError::Card("breaks off".into()))?;
    let card = serde_json::from_slice(card).map_err(|error| WeightsError::Card(error.to_string()))?;
    Ok((got, card, numbers))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Three layers of so many inputs and outputs from their numbers.
pub(crate) fn layers(sizes: [(usize, usize); 3], bytes: &[u8]) -> Result<[Layer; 3], WeightsError> {
    let expected = 4 * sizes.iter().map(|(i, o)| (i + 1) * o).sum::<usize>();
    if bytes.len() != expected {
        return Err(WeightsError::Length { got: bytes.len(), expected });
    }
    let numbers: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect();
    if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
        return Err(WeightsError::Number { at, value: numbers[at].to_string() });
    }
    let mut rest = numbers.as_slice();
    let mut take = |n: usize| {
        let (head, tail) = rest.split_at(n);
        rest = tail;
        head.to_vec()
    };
    Ok(sizes.map(|(i, outputs)| Layer { outputs, weights: take(i * outputs), bias: take(outputs) }))
}

/// The SHA-256 as 64 hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
