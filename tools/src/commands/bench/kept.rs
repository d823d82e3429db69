//! Long measurements: a bar; an end at Ctrl-C after the part at hand;
//! and, when asked, a file of what was found, so that even after a kill the work goes on where it was.
//!
//! The file's first line says what is measured. Each further line is a part: a name and what was found, written whole
//! and forced to the disk. A last line without an end is a part that was being written, and is measured again.

use crate::{hashes, interrupt::Stop, progress};
use anyhow::{Context, Result, ensure};
use indicatif::{HumanDuration, ProgressBar};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Options of long measurements.
#[derive(clap::Args)]
pub struct Long {
    /// Keeps what is found in this file, part by part, and goes on from it when it is there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
}

impl Long {
    /// Begins, or goes on with, a measurement of `total` parts; `of` is all that its results depend on.
    pub fn begin(&self, of: &Value, total: u64, noun: &'static str) -> Result<Run> {
        let head = json!({ "schema": "filotto/bench-kept/1", "physics": hashes::physics(), "of": of });
        let (file, found) = match &self.keep {
            Some(path) => open(path, &head).map(|(file, found)| (Some(file), found))?,
            None => (None, HashMap::new()),
        };
        let template = format!("{{bar:30}} {{pos}}/{{len}} {noun}, {{elapsed}} gone{{msg}}");
        let told = "the part at hand is finished, then what there is is summed up";
        Ok(Run {
            bar: progress::bar(Some(total), &template),
            stop: Stop::on_ctrl_c(told),
            started: Instant::now(),
            file,
            found,
            noun,
            total,
            done: 0,
            fresh: 0,
        })
    }
}

/// A measurement on its way.
pub struct Run {
    bar: ProgressBar,
    stop: Stop,
    started: Instant,
    file: Option<File>,
    found: HashMap<String, Value>,
    noun: &'static str,
    total: u64,
    done: u64,
    /// Parts done now, not read from the file: what the rate is of.
    fresh: u64,
}

impl Run {
    /// The part of a name: read, or else measured and kept. `None` when an end was asked for before it.
    pub fn part<T: Serialize + DeserializeOwned>(
        &mut self,
        name: &str,
        measure: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        self.sized(name, |_| 1, measure)
    }

    /// The same for a part that counts for more than one.
    pub fn sized<T: Serialize + DeserializeOwned>(
        &mut self,
        name: &str,
        size: impl Fn(&T) -> u64,
        measure: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        // A name may come again: the same question has the same answer.
        if let Some(found) = self.found.get(name) {
            let read: T = serde_json::from_value(found.clone()).with_context(|| format!("--keep: the part {name}"))?;
            self.done += size(&read);
            return Ok(Some(read));
        }
        if self.stop.asked() {
            return Ok(None);
        }
        let measured = measure()?;
        if let Some(file) = &mut self.file {
            // In one write, so that a kill leaves a whole line or one without an end.
            file.write_all(format!("{}\n", json!([name, measured])).as_bytes()).context("--keep")?;
            file.sync_data().context("--keep")?;
        }
        self.found.insert(name.into(), serde_json::to_value(&measured)?);
        self.step(size(&measured));
        Ok(Some(measured))
    }

    fn step(&mut self, fresh: u64) {
        self.done += fresh;
        self.fresh += fresh;
        self.bar.set_position(self.done);
        // Not the bar's own estimate: what was read from a file took no time.
        let each = self.started.elapsed().as_secs_f64() / self.fresh.max(1) as f64;
        let left = Duration::from_secs_f64(each * (self.total - self.done.min(self.total)) as f64);
        self.bar.set_message(format!(", {each:.2} s each, {} left", HumanDuration(left)));
    }

    /// Takes the bar off; says so when not everything was measured.
    pub fn end(&self) {
        self.bar.finish_and_clear();
        if self.done < self.total {
            eprintln!("{} of {} {} were measured", self.done, self.total, self.noun);
        }
    }
}

/// Opens a file of parts, or makes it; its parts by their names. Another measurement's file is refused and left alone.
fn open(path: &Path, head: &Value) -> Result<(File, HashMap<String, Value>)> {
    let told = || format!("--keep {}", path.display());
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create(true).truncate(false).open(path).with_context(told)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(told)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    match lines.next() {
        None => {
            ensure!(text.is_empty(), "{}: not a file of parts; name a new file", told());
            file.write_all(format!("{head}\n").as_bytes()).with_context(told)?;
        }
        Some(line) => {
            let same = serde_json::from_str::<Value>(line).is_ok_and(|there| there == *head);
            ensure!(same, "{}: kept for another measurement, engine or tunables; name a new file", told());
            file.set_len(whole as u64).with_context(told)?;
            file.seek(SeekFrom::End(0)).with_context(told)?;
        }
    }
    let part = |(i, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| format!("{}: line {} is no part", told(), i + 2))
    };
    let found = lines.enumerate().map(part).collect::<Result<_>>()?;
    Ok((file, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(path: &Path, of: u64, parts: u64) -> Result<(Vec<u64>, u64)> {
        let mut run = Long { keep: Some(path.into()) }.begin(&json!(of), parts, "parts")?;
        let mut measured = 0;
        let mut all = Vec::new();
        for i in 0..parts {
            let measure = || {
                measured += 1;
                Ok(i * i)
            };
            all.extend(run.part(&i.to_string(), measure)?);
        }
        Ok((all, measured))
    }

    #[test]
    fn what_is_kept_is_not_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        assert_eq!(run(&path, 1, 3).unwrap(), (vec![0, 1, 4], 3));
        assert_eq!(run(&path, 1, 5).unwrap(), (vec![0, 1, 4, 9, 16], 2));
    }

    #[test]
    fn the_same_name_is_measured_once() {
        let mut run = Long { keep: None }.begin(&json!("twice"), 2, "parts").unwrap();
        assert_eq!(run.part("a", || Ok(1)).unwrap(), Some(1));
        assert_eq!(run.part("a", || -> Result<i32> { panic!("measured again") }).unwrap(), Some(1));
        assert_eq!(run.done, 2);
    }

    /// A kill in the midst of a line: that part alone is measured again.
    #[test]
    fn a_torn_last_line_is_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        run(&path, 1, 4).unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 3).unwrap();
        assert_eq!(run(&path, 1, 4).unwrap(), (vec![0, 1, 4, 9], 1));
        assert_eq!(run(&path, 1, 4).unwrap(), (vec![0, 1, 4, 9], 0));
    }

    #[test]
    fn another_measurements_file_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        run(&path, 1, 2).unwrap();
        let before = std::fs::read(&path).unwrap();
        let error = run(&path, 2, 2).unwrap_err().to_string();
        assert!(error.contains("another measurement") && std::fs::read(&path).unwrap() == before, "{error}");
        std::fs::write(&path, "my notes").unwrap();
        assert!(run(&path, 1, 2).unwrap_err().to_string().contains("not a file of parts"));
        assert_eq!(std::fs::read(&path).unwrap(), b"my notes");
    }
}
