//! What results depend on, in 16 hexadecimal digits each: two programs that show the same agree.

use anyhow::{Context, Result};
use filotto_engine::Profile;
use filotto_engine::cases::judge_file;
use filotto_engine::record::Header;
use filotto_physics::{Table, golden};
use sha2::{Digest, Sha256};

/// The built-in cases: what the rules hash judges.
const CASES: &str = include_str!("../../engine/tests/data/referee-cases.json");

/// The behaviour of the physics on the built-in table.
pub fn physics() -> String {
    golden::hash(&Table::carom_heated())
}

/// Any bytes.
pub fn of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// All of a hash: where it stands for the bytes.
pub fn of_whole(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The built-in rules.
pub fn rules() -> String {
    rules_of(&Profile::wcbs_1997())
}

/// Some rules: the canonical profile, and what the referee says to every built-in case.
pub fn rules_of(profile: &Profile) -> String {
    let mut sha = Sha256::new();
    sha.update(profile.to_toml());
    for outcome in judge_file(CASES, &[]).expect("the built-in cases can be read") {
        sha.update(&outcome.case.id);
        sha.update(serde_json::to_string(&outcome.got).expect("a ruling has plain fields"));
    }
    sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// What this program computes for the table and the rules of a record.
///
/// # Errors
/// A table that cannot be.
pub fn here(header: &Header) -> Result<[String; 2]> {
    let table = Table::new(header.table.clone()).context("table")?;
    Ok([filotto_physics::hash(&table), rules_of(&header.profile)])
}

/// How the hashes of a record differ from this program's, [`here`]; `None` when it would play the same.
pub fn foreign(header: &Header, [physics, rules]: &[String; 2]) -> Option<String> {
    if header.physics != *physics {
        return Some(format!("other physics ({}, this program's are {physics})", header.physics));
    }
    (header.rules != *rules).then(|| format!("other rules ({}, this program's are {rules})", header.rules))
}
