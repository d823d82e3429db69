//! What a run of self-play consists of: everything its matches depend on, kept beside them.

use crate::{hashes, record_file, whole};
use anyhow::{Context, Result, bail};
use filotto_engine::record::{Header, Seat};
use filotto_engine::{Profile, math};
use filotto_physics::table::TableParams;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The schema of a manifest.
pub const SCHEMA: &str = "filotto/selfplay/1";
/// The manifest's name in its folder.
const NAME: &str = "manifest.json";
/// Marks the seeds of matches among the streams of a run's seed.
const MATCH: u64 = 0x6d61_7463_68;

/// Everything fixed before the first match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: String,
    /// Hash of everything below but the number of matches.
    pub configuration: String,
    /// Behaviour number of the planner (`filotto signature`).
    pub engine: String,
    /// Physics hash of the table.
    pub physics: String,
    /// Rules hash of the profile.
    pub rules: String,
    /// Version of the program.
    pub version: String,
    /// How many matches; a run may be gone on with for more.
    pub matches: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// Points that win a set.
    pub target: u16,
    /// Best of so many sets.
    pub sets: u8,
    /// White and yellow, their budgets among their options.
    pub players: [Seat; 2],
    /// What other programs' bots may spend on a stroke.
    pub bots: String,
    /// The rules by name.
    pub rules_name: String,
    /// The rules.
    pub profile: Profile,
    /// The table.
    pub table: TableParams,
}

impl Manifest {
    /// The same with its configuration hash.
    #[must_use]
    pub fn hashed(mut self) -> Manifest {
        self.configuration = String::new();
        let plain = Manifest { matches: 0, ..self.clone() };
        self.configuration = hashes::of(serde_json::to_string(&plain).expect("a manifest is plain data").as_bytes());
        self
    }

    /// The header of a match.
    pub fn header(&self, number: u64) -> Header {
        Header {
            schema: filotto_engine::record::SCHEMA.into(),
            version: self.version.clone(),
            physics: self.physics.clone(),
            rules: self.rules.clone(),
            seed: math::key(self.seed, &[MATCH, number]),
            number: Some(number),
            target: self.target,
            sets: self.sets,
            players: self.players.clone(),
            rules_name: self.rules_name.clone(),
            profile: self.profile.clone(),
            table: self.table.clone(),
        }
    }

    /// The first field in which another run differs from this one, with both values.
    fn differs(&self, there: &Manifest) -> Option<String> {
        let value = |manifest: &Manifest| serde_json::to_value(manifest).expect("a manifest is plain data");
        let (here, there) = (value(self), value(there));
        let fields = here.as_object()?.iter().filter(|(key, _)| !matches!(key.as_str(), "matches" | "configuration"));
        for (key, asked) in fields {
            let kept = there.get(key).unwrap_or(&Value::Null);
            if kept != asked {
                return Some(format!("{key}: its matches are of {kept}, this run is of {asked}"));
            }
        }
        None
    }

    /// Puts the manifest into its folder, or finds that the folder holds this very run.
    pub fn settle(&self, dir: &Path) -> Result<()> {
        let path = dir.join(NAME);
        let kept = match std::fs::read_to_string(&path) {
            Ok(text) => read(&text).with_context(|| path.display().to_string())?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return self.write(&path),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        if let Some(difference) = self.differs(&kept) {
            bail!("{}: {difference}; another run needs another folder", path.display());
        }
        // Never back to fewer: another shard may have asked for more.
        if kept.matches < self.matches { self.write(&path) } else { Ok(()) }
    }

    fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        whole::write(path, text.as_bytes())
    }
}

/// A manifest; a file of another schema is told as such, not by its first unknown field.
fn read(text: &str) -> Result<Manifest> {
    let value: Value = serde_json::from_str(text).context("not JSON")?;
    match value.get("schema").and_then(Value::as_str) {
        Some(SCHEMA) => Ok(serde_json::from_value(value)?),
        other => bail!("schema {:?} is not {SCHEMA}", other.unwrap_or("")),
    }
}

/// Which matches of a run are one process's: those with number = `index` mod `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: u64,
    /// How many shards there are.
    pub of: u64,
}

impl Shard {
    /// `i/N`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let wrong = || "i/N with i from 0 to N-1 is right, such as 0/4".to_string();
        let (index, of) = text.trim().split_once('/').ok_or_else(wrong)?;
        let shard = Shard { index: index.parse().map_err(|_| wrong())?, of: of.parse().map_err(|_| wrong())? };
        if shard.index < shard.of { Ok(shard) } else { Err(wrong()) }
    }

    /// The numbers of its matches among the first `matches`, rising.
    pub fn numbers(self, matches: u64) -> impl Iterator<Item = u64> {
        (self.index..matches).step_by(usize::try_from(self.of).unwrap_or(usize::MAX))
    }
}

/// The file of a match.
pub fn file(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("match-{number:07}.filotto.jsonl.zst"))
}

/// Whether a match was played or begun.
pub fn begun(dir: &Path, number: u64) -> bool {
    let file = file(dir, number);
    file.exists() || record_file::part_of(&file).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_out_every_match_once() {
        let mut all: Vec<u64> = (0..4).flat_map(|index| Shard { index, of: 4 }.numbers(11)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..11).collect::<Vec<_>>());
        assert_eq!(Shard { index: 3, of: 4 }.numbers(3).count(), 0);
    }

    #[test]
    fn wrong_shards_are_refused() {
        assert_eq!(Shard::parse("1/4"), Ok(Shard { index: 1, of: 4 }));
        for wrong in ["", "4/4", "0/0", "1", "-1/4", "1/4/2", "a/b"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
