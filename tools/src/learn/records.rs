//! The sets of a folder of records, with what their records depend on.

use crate::{hashes, record_file};
use anyhow::{Context, Result, bail, ensure};
use filotto_engine::record::{Header, Line, Record, StrokeLine};
use filotto_engine::{Player, Position, Stroke};
use filotto_physics::Table;
use filotto_search::trial::Court;
use std::path::PathBuf;

/// A stroke of a record: who chose what where.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The position before it.
    pub position: Position,
    /// As intended.
    pub stroke: Stroke,
}

/// A set that was played to its end.
#[derive(Clone, Debug)]
pub struct Set {
    /// Whose match it belongs to: an index of [`Records::headers`].
    pub header: usize,
    /// Its table and rules: an index of [`Records::courts`].
    pub court: usize,
    /// Its number in the match.
    pub number: u8,
    /// Its strokes.
    pub choices: Vec<Choice>,
    /// Who won it.
    pub winner: Player,
}

/// What a folder holds.
#[derive(Clone, Debug)]
pub struct Records {
    /// Of every whole match.
    pub headers: Vec<Header>,
    /// All sets.
    pub sets: Vec<Set>,
    /// Tables and rules; one unless foreign records were forced.
    pub courts: Vec<Court>,
    /// The hashes of physics and rules in their headers.
    pub hashes: [String; 2],
    /// What was left out, and why: for people.
    pub left_out: Vec<String>,
}

/// The whole record files of folders, and files named themselves, each folder in the order of names.
fn files(places: &[PathBuf], left_out: &mut Vec<String>) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for place in places {
        let name = || format!("--records {}", place.display());
        let (found, unfinished) = crate::selfplay::merge::files(place).with_context(name)?;
        ensure!(!found.is_empty(), "{}: no record (*.jsonl, *.jsonl.zst) in this folder", name());
        if unfinished > 0 {
            left_out.push(format!("unfinished: {unfinished} matches in {}", place.display()));
        }
        files.extend(found);
    }
    Ok(files)
}

/// Reads them all. Records of other physics or rules than this program's, or than each other's, are refused unless
/// `force`d.
///
/// # Errors
/// No record, a file that can't be read, a foreign record.
pub fn read(places: &[PathBuf], force: bool) -> Result<Records> {
    let mut known: Option<Known> = None;
    let (mut headers, mut sets, mut courts, mut left_out) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for file in files(places, &mut left_out)? {
        for (name, record) in record_file::named(&file).with_context(|| format!("--records {}", file.display()))? {
            let record = match record {
                Ok(record) if record.is_whole() => record,
                Ok(_) => {
                    left_out.push(format!("unfinished: {name}"));
                    continue;
                }
                Err(error) => {
                    left_out.push(format!("damaged: {error:#}"));
                    continue;
                }
            };
            match &known {
                None => known = Some(Known::new(&record.header, &name, force)?),
                Some(known) if !force => known.check(&record.header, &name)?,
                Some(_) => {}
            }
            let court = court_of(&mut courts, &record.header).with_context(|| name.clone())?;
            sets.extend(of_match(&record, headers.len(), court, &courts[court]).with_context(|| name.clone())?);
            headers.push(record.header);
        }
    }
    let Some(known) = known else { bail!("--records: no whole record; {}", left_out.join("; ")) };
    Ok(Records { headers, sets, courts, hashes: known.hashes, left_out })
}

/// What the first record depends on: the others must be like it.
struct Known {
    hashes: [String; 2],
}

impl Known {
    fn new(header: &Header, name: &str, force: bool) -> Result<Known> {
        let known = Known { hashes: hashes::here(header).with_context(|| name.to_string())? };
        if !force {
            known.check(header, name)?;
        }
        Ok(Known { hashes: [header.physics.clone(), header.rules.clone()] })
    }

    fn check(&self, header: &Header, name: &str) -> Result<()> {
        match hashes::foreign(header, &self.hashes) {
            Some(how) => bail!("{name}: {how}. --force learns from it anyway"),
            None => Ok(()),
        }
    }
}

/// The place of a record's table and rules in the list, where they are put when they are new.
fn court_of(courts: &mut Vec<Court>, header: &Header) -> Result<usize> {
    let same = |court: &Court| *court.table.params() == header.table && court.profile == header.profile;
    if let Some(at) = courts.iter().position(same) {
        return Ok(at);
    }
    let table = Table::new(header.table.clone()).context("table")?;
    courts.push(Court { table, profile: header.profile.clone() });
    Ok(courts.len() - 1)
}

/// The sets of a match; one that the referee ended is left out with its strokes.
fn of_match(record: &Record, header: usize, at: usize, court: &Court) -> Result<Vec<Set>> {
    let mut sets = Vec::new();
    let mut choices = Vec::new();
    for line in &record.lines {
        match line {
            Line::Stroke(stroke) => choices.extend(choice(stroke, court)?),
            Line::Set(set) => sets.push(Set {
                header,
                court: at,
                number: set.set,
                choices: std::mem::take(&mut choices),
                winner: set.winner,
            }),
            _ => {}
        }
    }
    Ok(sets)
}

/// A stroke; `None` where a referee's declaration makes it no free choice.
fn choice(line: &StrokeLine, court: &Court) -> Result<Option<Choice>> {
    if !line.declared.is_empty() || line.by_hand {
        return Ok(None);
    }
    let position = Position::parse(&line.position, &court.table)?;
    Ok(Some(Choice { position, stroke: Stroke::parse(&line.intended)? }))
}
