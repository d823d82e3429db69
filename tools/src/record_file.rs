//! Records as files: read whole or half-written, plain or compressed; written whole or left as `.part`.

use anyhow::{Context, Result, bail};
use filotto_engine::record::{Header, Line, Record, RecordWriter};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A record larger than this is none: a match has some hundred strokes of about a kilobyte.
const LARGEST: u64 = 512 << 20;

/// Reads the bytes of a record, compressed (`.zst`) or not.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("record {name}"))?;
    let mut bytes = Vec::new();
    let limit = LARGEST + 1;
    if path.extension().is_some_and(|extension| extension == "zst") {
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
fn part_of(target: &Path) -> PathBuf {
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
        let bytes = bytes(part)?;
        let record = Record::parse(&bytes).with_context(|| name.to_string())?;
        let file = OpenOptions::new().append(true).open(part).with_context(|| name.to_string())?;
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
        if self.target.extension().is_some_and(|extension| extension == "zst") {
            compress(&self.part, &self.target).with_context(|| name)?;
            std::fs::remove_file(&self.part)?;
        } else {
            std::fs::rename(&self.part, &self.target).with_context(|| name)?;
        }
        Ok(self.target)
    }
}

/// Compresses a file into another, which appears whole or not at all.
fn compress(from: &Path, to: &Path) -> Result<()> {
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut whole = tempfile::NamedTempFile::new_in(directory)?;
    // Level 19: a record is written once and kept.
    let mut encoder = zstd::Encoder::new(whole.as_file_mut(), 19)?;
    std::io::copy(&mut File::open(from)?, &mut encoder)?;
    encoder.finish()?.flush()?;
    whole.as_file().sync_all()?;
    whole.persist(to)?;
    Ok(())
}
