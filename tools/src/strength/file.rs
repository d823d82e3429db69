//! The pairs played, kept line by line: what a test goes on from, and shows its course from.

use super::PairResult;
use super::report::Counts;
use super::run::Plan;
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Pairs on the disk.
pub struct Pairs {
    file: File,
}

/// What the pairs of a file depend on: only the same may go on.
fn settings(plan: &Plan) -> Value {
    let terms = &plan.terms;
    json!({"schema": "filotto/pairs/2", "players": plan.names, "target": plan.target, "seed": plan.seed,
           "skills": plan.skills, "hashes": terms.hashes, "limit": format!("{:?}", terms.limit), "luck": plan.luck_samples})
}

impl Pairs {
    /// Opens or begins a file; counts the pairs in it. A torn last line is cut off.
    pub fn open(path: &Path, plan: &Plan, counts: &mut Counts) -> anyhow::Result<Pairs> {
        let name = path.display().to_string();
        let open = || OpenOptions::new().create(true).append(true).open(path).with_context(|| name.clone());
        let good = match File::open(path) {
            Ok(file) => count(file, plan, counts).with_context(|| name.clone())?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
            Err(error) => return Err(error).context(name),
        };
        let mut file = open()?;
        file.set_len(good).with_context(|| name.clone())?;
        if good == 0 {
            file.write_all(format!("{}\n", settings(plan)).as_bytes()).with_context(|| name.clone())?;
        }
        Ok(Pairs { file })
    }

    /// Keeps a pair.
    pub fn keep(&mut self, pair: &PairResult) -> std::io::Result<()> {
        let line = serde_json::to_string(pair)? + "\n";
        self.file.write_all(line.as_bytes())
    }
}

/// Counts the pairs of a file; how many of its bytes are whole lines.
fn count(file: File, plan: &Plan, counts: &mut Counts) -> anyhow::Result<u64> {
    let mut good = 0;
    let mut line = Vec::new();
    let mut from = BufReader::new(file);
    for number in 1_u64.. {
        line.clear();
        from.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        if number == 1 {
            let there: Value = serde_json::from_slice(&line).unwrap_or_default();
            ensure!(there == settings(plan), "holds pairs of other players or settings");
        } else {
            let pair: PairResult = serde_json::from_slice(&line).with_context(|| format!("line {number}"))?;
            ensure!(pair.pair == counts.played(), "line {number}: pair {} is out of order", pair.pair);
            counts.add(&pair);
        }
        good += line.len() as u64;
    }
    Ok(good)
}
