//! Records as files: read whole or half-written, plain or compressed; written whole or left as `.part`.

use crate::whole;
use anyhow::{Context, Result, bail};
use filotto_engine::record::many::LARGEST;
use filotto_engine::record::{Header, Line, Record, RecordError, RecordWriter, Records};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// How hard a record is compressed: written once and kept. Higher levels save next to nothing on a match's 60 kB.
const LEVEL: i32 = 12;

/// Whether a file's name says that it is compressed.
fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "zst")
}

/// Whether a file's name is that of a record, whole or unfinished, plain or compressed.
pub fn is_record(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.strip_suffix(".part").unwrap_or(name);
    name.strip_suffix(".zst").unwrap_or(name).ends_with(".jsonl")
}

/// The records of a file, each as its bytes: one, or as many as were merged.
pub fn all(path: &Path) -> Result<Records<Box<dyn BufRead>>> {
    let file = File::open(path).with_context(|| format!("record {}", path.display()))?;
    let from: Box<dyn BufRead> = if is_compressed(path) {
        Box::new(BufReader::new(zstd::Decoder::new(file).with_context(|| format!("record {}", path.display()))?))
    } else {
        Box::new(BufReader::new(file))
    };
    Ok(Records::new(from))
}

/// The records of a file, each with its name: the file's, and `#n` where there is more than one.
pub fn named(path: &Path) -> Result<impl Iterator<Item = (String, Result<Record>)>> {
    let mut records = all(path)?.enumerate().peekable();
    let name = path.display().to_string();
    // A file without a record is a mistake that has to be told, not an empty list.
    let mut nothing = records.peek().is_none();
    let next = move || {
        if std::mem::take(&mut nothing) {
            return Some((name.clone(), Err(RecordError::Empty).context(name.clone())));
        }
        let (index, bytes) = records.next()?;
        let alone = index == 0 && records.peek().is_none();
        let name = if alone { name.clone() } else { format!("{name}#{}", index + 1) };
        let record = bytes.map_err(anyhow::Error::from).and_then(|bytes| Ok(Record::parse(&bytes)?));
        Some((name.clone(), record.context(name)))
    };
    Ok(std::iter::from_fn(next))
}

/// Reads the bytes of a record, compressed (`.zst`) or not.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("record {name}"))?;
    let mut bytes = Vec::new();
    let limit = LARGEST + 1;
    if is_compressed(path) {
        let reader = zstd::Decoder::new(file).with_context(|| format!("record {name}"))?;
        reader.take(limit).read_to_end(&mut bytes).with_context(|| format!("record {name}: not whole zstd data"))?;
    } else {
        file.take(limit).read_to_end(&mut bytes).with_context(|| format!("record {name}"))?;
    }
    if bytes.len() as u64 > LARGEST {
        bail!("record {name}: more than {} MiB; no match is that long", LARGEST >> 20);
    }
    Ok(bytes)
}

/// Reads a record.
pub fn read(path: &Path) -> Result<Record> {
    Record::parse(&bytes(path)?).with_context(|| path.display().to_string())
}

/// The file a match is recorded in while it runs.
pub fn part_of(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// A record being written: a flushed line a step into `FILE.part`, renamed to `FILE` when the match is over.
pub struct Recorder {
    writer: RecordWriter<File>,
    part: PathBuf,
    target: PathBuf,
}

impl Recorder {
    /// Begins a record. A `.part` of an earlier run is not overwritten: it can still be resumed.
    pub fn begin(target: &Path, header: &Header) -> Result<Recorder> {
        let part = part_of(target);
        let name = part.display();
        if part.exists() {
            bail!("{name} holds an unfinished match: go on with --resume {name}, or remove it");
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&part).with_context(|| name.to_string())?;
        lock(&file, &part)?;
        let writer = RecordWriter::begin(file, header).with_context(|| name.to_string())?;
        Ok(Recorder { writer, part, target: target.to_path_buf() })
    }

    /// Goes on with a `.part`: what was torn at its end is cut off.
    pub fn resume(part: &Path) -> Result<(Recorder, Record)> {
        let name = part.display();
        let target = match part.to_str().and_then(|text| text.strip_suffix(".part")) {
            Some(target) => PathBuf::from(target),
            None => bail!("--resume {name}: the unfinished record of a match ends in .part"),
        };
        let file = OpenOptions::new().append(true).open(part).with_context(|| name.to_string())?;
        lock(&file, part)?;
        let bytes = bytes(part)?;
        let record = Record::parse(&bytes).with_context(|| name.to_string())?;
        file.set_len(record.good_bytes as u64).with_context(|| name.to_string())?;
        let writer = RecordWriter::resume(file, &bytes[..record.good_bytes]);
        Ok((Recorder { writer, part: part.to_path_buf(), target }, record))
    }

    /// Writes a line.
    pub fn line(&mut self, line: &Line) -> std::io::Result<()> {
        self.writer.line(line)
    }

    /// Where the unfinished record lies.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Gives the record its name.
    pub fn finish(self) -> Result<PathBuf> {
        let name = self.target.display().to_string();
        let file = self.writer.into_inner();
        file.sync_all().with_context(|| name.clone())?;
        if is_compressed(&self.target) {
            let plain = File::open(&self.part).with_context(|| self.part.display().to_string())?;
            write_whole(&self.target, &mut { plain })?;
            std::fs::remove_file(&self.part).with_context(|| self.part.display().to_string())?;
        } else {
            std::fs::rename(&self.part, &self.target).with_context(|| name)?;
        }
        Ok(self.target)
    }
}

/// A record that another process is writing.
#[derive(Debug, thiserror::Error)]
#[error("{}: another process is writing it", .0.display())]
pub struct Locked(PathBuf);

/// Keeps a second program from writing the same record. The lock goes with the process, however it ends.
fn lock(file: &File, part: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Locked(part.to_path_buf()).into()),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| part.display().to_string()),
    }
}

/// Writes a file that appears whole or not at all, compressed if its name says so.
pub fn write_whole(to: &Path, from: &mut dyn Read) -> Result<()> {
    let fill = |file: &mut File| -> Result<()> {
        if is_compressed(to) {
            let mut encoder = zstd::Encoder::new(file, LEVEL)?;
            std::io::copy(from, &mut encoder)?;
            encoder.finish()?.flush()?;
        } else {
            std::io::copy(from, file)?;
        }
        Ok(())
    };
    whole::put(to, fill).with_context(|| to.display().to_string())
}
