//! The bot's protocol: lines of text in UCI's manner ([`text`]), or a JSON object a line ([`json`]). Both answer from the
//! same code: [`core`] for what answers at once, a [`ask::Thinker`] for what takes thought. See `docs/protocol.md`.

pub mod ask;
pub mod core;
pub mod dummy;
pub mod error;
pub mod input;
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
    let table = serde_json::to_string(Table::carom_heated().params()).unwrap_or_default();
    [table, Profile::wcbs_1997().to_toml()].map(|text| {
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    })
}
