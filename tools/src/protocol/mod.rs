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
pub mod words;

use filotto_engine::Profile;
use filotto_physics::Table;
use sha2::{Digest, Sha256};

/// The hashes of physics and rules, 16 hexadecimal digits each: two programs that show the same agree.
pub fn hashes() -> [String; 2] {
    let rules = Sha256::digest(Profile::wcbs_1997().to_toml().as_bytes());
    let rules = rules.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    [filotto_physics::hash(&Table::carom_heated()), rules]
}
