//! Records of many files in one: each checked, each once, in an order that doesn't depend on who was named first.

use crate::{hashes, record_file};
use anyhow::{Context, Result, bail};
use filotto_engine::record::{Header, Record, verify};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How hard records are compressed while they wait: quickly, they are soon compressed again.
const SPOOL_LEVEL: i32 = 1;

/// What was merged, and what was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Records written.
    pub records: u64,
    /// The same record again.
    pub duplicates: u64,
    /// Another record of the same match: of several, the one with the smallest hash is taken.
    pub conflicts: u64,
    /// Matches not played to the end.
    pub unfinished: u64,
    /// Records torn, changed or not readable, or whose strokes don't come out again.
    pub damaged: u64,
    /// Records of other physics or rules.
    pub foreign: u64,
}

/// What is looked at beyond a record's own sums.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checks {
    /// Takes records of other physics and rules too.
    pub any_hash: bool,
    /// Simulates every stroke again.
    pub replay: bool,
}

/// Where records stand in the merged file: by number, seed, and what else their headers say.
type Key = (u64, u64, String);

/// A record in the spool.
#[derive(Clone, Copy)]
struct Place {
    at: u64,
    length: usize,
}

/// Collects records.
pub struct Merger {
    checks: Checks,
    /// Checked records, compressed, in the order of arrival; the file has no name and goes with the process.
    spool: File,
    end: u64,
    /// Of each match, its different records by their hashes.
    matches: BTreeMap<Key, BTreeMap<String, Place>>,
    /// Physics and rules hashes that this program computes for the tables and profiles met.
    known: HashMap<String, [String; 2]>,
    counts: Counts,
}

impl Merger {
    /// Nothing yet. `dir` has room for what is merged.
    pub fn new(dir: &Path, checks: Checks) -> Result<Merger> {
        let spool = tempfile::tempfile_in(dir).with_context(|| dir.display().to_string())?;
        let (matches, known, counts) = (BTreeMap::new(), HashMap::new(), Counts::default());
        Ok(Merger { checks, spool, end: 0, matches, known, counts })
    }

    /// Takes the records of a file. What can't be taken is told to `say` and counted.
    pub fn take_file(&mut self, path: &Path, say: &mut dyn FnMut(&str)) -> Result<()> {
        let records = match record_file::all(path) {
            Ok(records) => records,
            Err(error) => {
                self.counts.damaged += 1;
                say(&format!("damaged: {error:#}"));
                return Ok(());
            }
        };
        for (index, bytes) in records.enumerate() {
            let name = format!("{}, record {}", path.display(), index + 1);
            let record = bytes.map_err(anyhow::Error::from).and_then(|bytes| Ok((Record::parse(&bytes)?, bytes)));
            match record {
                Ok((record, bytes)) => self.take(&name, &record, &bytes, say)?,
                Err(error) => {
                    self.counts.damaged += 1;
                    say(&format!("damaged: {name}: {error:#}"));
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, name: &str, record: &Record, bytes: &[u8], say: &mut dyn FnMut(&str)) -> Result<()> {
        if !record.is_whole() {
            self.counts.unfinished += 1;
            say(&format!("unfinished: {name}"));
            return Ok(());
        }
        let hashes = match self.hashes(&record.header) {
            Ok(hashes) => hashes,
            Err(error) => {
                self.counts.damaged += 1;
                say(&format!("damaged: {name}: {error:#}"));
                return Ok(());
            }
        };
        if let Some(other) = hashes::foreign(&record.header, &hashes).filter(|_| !self.checks.any_hash) {
            self.counts.foreign += 1;
            say(&format!("{other}: {name}"));
            return Ok(());
        }
        if self.checks.replay && !verify(record, &hashes[0], &hashes[1]).agrees() {
            self.counts.damaged += 1;
            say(&format!("damaged: {name}: its strokes don't come out again; `filotto verify record` tells where"));
            return Ok(());
        }
        let (key, hash) = (key(&record.header)?, hashes::of_whole(bytes));
        let place = self.matches.entry(key).or_default();
        if place.contains_key(&hash) {
            self.counts.duplicates += 1;
            return Ok(());
        }
        let packed = zstd::bulk::compress(bytes, SPOOL_LEVEL)?;
        place.insert(hash, Place { at: self.end, length: packed.len() });
        self.spool.write_all(&packed).context("temporary file")?;
        self.end += packed.len() as u64;
        Ok(())
    }

    /// What this program computes for a record's table and rules.
    fn hashes(&mut self, header: &Header) -> Result<[String; 2]> {
        let known = serde_json::to_string(&(&header.table, &header.profile))?;
        if let Some(hashes) = self.known.get(&known) {
            return Ok(hashes.clone());
        }
        let hashes = hashes::here(header)?;
        self.known.insert(known, hashes.clone());
        Ok(hashes)
    }

    /// Writes the file, whole or not at all.
    pub fn write(mut self, to: &Path, say: &mut dyn FnMut(&str)) -> Result<Counts> {
        let mut places = Vec::with_capacity(self.matches.len());
        for ((number, seed, _), records) in &self.matches {
            places.extend(records.values().next().copied());
            if records.len() > 1 {
                self.counts.conflicts += records.len() as u64 - 1;
                let number = if *number == u64::MAX { String::new() } else { format!(" {number}") };
                say(&format!(
                    "conflict: match{number} with seed {seed} was played {} times differently",
                    records.len()
                ));
            }
        }
        self.counts.records = places.len() as u64;
        if places.is_empty() {
            bail!("no whole record to merge; {} is not written", to.display());
        }
        let mut records = Spool { spool: &mut self.spool, places: places.into_iter(), bytes: Vec::new(), read: 0 };
        record_file::write_whole(to, &mut records)?;
        Ok(self.counts)
    }
}

/// Matches without a number come last.
fn key(header: &Header) -> Result<Key> {
    Ok((header.number.unwrap_or(u64::MAX), header.seed, hashes::of_whole(serde_json::to_string(header)?.as_bytes())))
}

/// The records in their order, read out of the spool one at a time.
struct Spool<'a> {
    spool: &'a mut File,
    places: std::vec::IntoIter<Place>,
    bytes: Vec<u8>,
    read: usize,
}

impl Read for Spool<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.read == self.bytes.len() {
            let Some(Place { at, length }) = self.places.next() else { return Ok(0) };
            let mut packed = vec![0; length];
            self.spool.seek(SeekFrom::Start(at))?;
            self.spool.read_exact(&mut packed)?;
            self.bytes = zstd::decode_all(packed.as_slice())?;
            self.read = 0;
        }
        let n = to.len().min(self.bytes.len() - self.read);
        to[..n].copy_from_slice(&self.bytes[self.read..self.read + n]);
        self.read += n;
        Ok(n)
    }
}

/// The files an argument stands for, in the order of their names, and how many matches there are unfinished.
pub fn files(path: &Path) -> Result<(Vec<PathBuf>, u64)> {
    if !path.is_dir() {
        return Ok((vec![path.to_path_buf()], 0));
    }
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let entries: std::io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut files = entries.with_context(|| path.display().to_string())?;
    files.retain(|path| record_file::is_record(path));
    files.sort();
    let (parts, whole): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| path.extension() == Some("part".as_ref()));
    let unfinished = parts.iter().filter(|part| !part.with_extension("").exists()).count();
    Ok((whole, unfinished as u64))
}
