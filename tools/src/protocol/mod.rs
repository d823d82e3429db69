//! The bot's protocol: lines of text in UCI's manner ([`text`]), or a JSON object a line ([`json`]). Both answer from the
//! same code: [`core`] for what answers at once, a [`ask::Thinker`] for what takes thought. See `docs/protocol.md`.

pub mod ask;
pub mod conformance;
pub mod core;
pub mod dummy;
pub mod error;
pub mod extras;
pub mod input;
pub mod json;
pub mod level;
pub mod options;
pub mod output;
pub mod position;
pub mod stop;
pub mod text;
pub mod thinker;
pub mod words;

/// The hashes of physics and rules, 16 hexadecimal digits each: two programs that show the same agree.
pub fn hashes() -> [String; 2] {
    [crate::hashes::physics(), crate::hashes::rules()]
}
