//! `filotto records`: many records at once, as a table for other programs and as a summary.

mod luck;
mod merge;

use crate::{Exit, record_file};
use anyhow::{Context, Result, bail};
use filotto_engine::record::{PlayerStats, Record, rows, summarize};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Works on a folder of records
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto records export matches --csv > strokes.csv\n  filotto records summary matches")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// What can be made of records.
#[derive(clap::Subcommand)]
enum What {
    /// A line a stroke, for statistics elsewhere
    #[command(after_help = "Example:\n  filotto records export matches --csv > strokes.csv")]
    Export(Export),
    /// Who played whom, results, points a stroke, faults by rule
    #[command(after_help = "Example:\n  filotto records summary matches")]
    Summary(Totals),
    /// Records of many files and folders in one file: checked, each once, in the same order whatever was named first
    Merge(merge::Args),
    /// Results beside the same results less luck
    Luck(luck::Args),
}

/// Options of `export`.
#[derive(clap::Args)]
struct Export {
    /// A folder of records, or a file of one or many
    dir: PathBuf,
    /// As CSV (the default and, so far, the only form)
    #[arg(long)]
    csv: bool,
}

/// Options of `summary`.
#[derive(clap::Args)]
struct Totals {
    /// A folder of records, or a file of one or many
    dir: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Exports or sums up.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    match args.what {
        What::Export(args) => export(&args, out),
        What::Summary(args) => totals(&args, out),
        What::Merge(args) => merge::run(&args, out),
        What::Luck(args) => luck::run(&args, out),
    }
}

/// The records of a folder in the order of their names, or the one named.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("{}", path.display()))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|e| e.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| record_file::is_record(path)).collect();
    files.sort();
    if files.is_empty() {
        bail!("{}: no record in it (files ending in .filotto.jsonl, with .part or .zst)", path.display());
    }
    Ok(files)
}

/// Takes every record, one at a time: there may be more than fit into memory. One that can't be read is named on
/// standard error, counted and left out; gives the numbers of those taken and left out.
fn each(path: &Path, take: &mut dyn FnMut(&str, &Record) -> Result<()>) -> Result<[usize; 2]> {
    let mut counts = [0, 0];
    let bad = |error: anyhow::Error| eprintln!("left out: {error:#}");
    for file in files(path)? {
        let records = match record_file::named(&file) {
            Ok(records) => records,
            Err(error) => {
                bad(error);
                counts[1] += 1;
                continue;
            }
        };
        for (name, record) in records {
            match record {
                Ok(record) => {
                    take(&name, &record)?;
                    counts[0] += 1;
                }
                Err(error) => {
                    bad(error);
                    counts[1] += 1;
                }
            }
        }
    }
    Ok(counts)
}

fn export(args: &Export, out: &mut dyn Write) -> Result<Exit> {
    let _ = args.csv;
    let mut csv = csv::Writer::from_writer(&mut *out);
    let mut header = false;
    let [_, bad] = each(&args.dir, &mut |name, record| {
        for row in rows(&record.header, &record.lines) {
            let value = serde_json::to_value(&row)?;
            let Some(fields) = value.as_object() else { continue };
            if !header {
                csv.write_record(std::iter::once("file").chain(fields.keys().map(String::as_str)))?;
                header = true;
            }
            csv.write_record(std::iter::once(name.to_string()).chain(fields.values().map(cell)))?;
        }
        Ok(())
    })?;
    csv.flush()?;
    Ok(if bad == 0 { Exit::Done } else { Exit::Negative })
}

/// A value as a cell: text bare, nothing as empty.
fn cell(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What one player did in all records.
#[derive(Default)]
struct Total {
    matches: u32,
    won: u32,
    sets: u32,
    strokes: u32,
    scored: u32,
    given: u32,
    faulty: u32,
    faults: BTreeMap<String, u32>,
}

impl Total {
    fn add(&mut self, stats: &PlayerStats) {
        self.strokes += stats.strokes;
        self.scored += stats.scored;
        self.given += stats.given;
        self.faulty += stats.faulty;
        for (id, count) in &stats.faults {
            *self.faults.entry(id.clone()).or_default() += count;
        }
    }

    fn per_stroke(&self, count: u32) -> f64 {
        if self.strokes == 0 { 0.0 } else { f64::from(count) / f64::from(self.strokes) }
    }
}

fn totals(args: &Totals, out: &mut dyn Write) -> Result<Exit> {
    let mut players: BTreeMap<String, Total> = BTreeMap::new();
    let mut pairs: BTreeMap<(String, String), [u32; 3]> = BTreeMap::new();
    let [read, bad] = each(&args.dir, &mut |_, record| {
        let summary = summarize(&record.lines);
        let names = [0, 1].map(|i| record.header.players[i].name.clone());
        let pair = pairs.entry((names[0].clone(), names[1].clone())).or_default();
        match summary.winner {
            Some(winner) => pair[winner.index()] += 1,
            None => pair[2] += 1,
        }
        for (i, name) in names.iter().enumerate() {
            let total = players.entry(name.clone()).or_default();
            total.matches += 1;
            total.won += u32::from(summary.winner.is_some_and(|winner| winner.index() == i));
            total.sets += u32::from(summary.won[i]);
            total.add(&summary.players[i]);
        }
        Ok(())
    })?;
    if args.json {
        writeln!(out, "{}", as_json(&players, &pairs, read, bad))?;
    } else {
        tell(out, &players, &pairs, read, bad)?;
    }
    Ok(if bad == 0 { Exit::Done } else { Exit::Negative })
}

type Pairs = BTreeMap<(String, String), [u32; 3]>;

fn tell(out: &mut dyn Write, players: &BTreeMap<String, Total>, pairs: &Pairs, read: usize, bad: usize) -> Result<()> {
    writeln!(out, "{read} records{}", if bad > 0 { format!(", {bad} left out") } else { String::new() })?;
    for ((white, yellow), [a, b, open]) in pairs {
        let open = if *open > 0 { format!(" ({open} unfinished)") } else { String::new() };
        writeln!(out, "{white} - {yellow}: {a}-{b}{open}")?;
    }
    writeln!(out, "\n{:<26} {:>7} {:>5} {:>8} {:>9} {:>9}  faults by rule", "", "matches", "won", "strokes", "points/s", "faults/s")?;
    for (name, total) in players {
        let faults: Vec<String> = total.faults.iter().map(|(id, count)| format!("{id} {count}")).collect();
        let (points, faulty) = (total.per_stroke(total.scored), total.per_stroke(total.faulty));
        writeln!(out, "{name:<26} {:>7} {:>5} {:>8} {points:>9.2} {faulty:>9.3}  {}", total.matches, total.won, total.strokes, faults.join(", "))?;
    }
    Ok(())
}

fn as_json(players: &BTreeMap<String, Total>, pairs: &Pairs, read: usize, bad: usize) -> serde_json::Value {
    let players: Vec<_> = players
        .iter()
        .map(|(name, t)| {
            json!({ "name": name, "matches": t.matches, "won": t.won, "sets_won": t.sets, "strokes": t.strokes,
                "points_per_stroke": t.per_stroke(t.scored), "given_per_stroke": t.per_stroke(t.given),
                "faults_per_stroke": t.per_stroke(t.faulty), "faults": t.faults })
        })
        .collect();
    let pairs: Vec<_> = pairs
        .iter()
        .map(|((white, yellow), [a, b, open])| json!({ "white": white, "yellow": yellow, "white_won": a, "yellow_won": b, "unfinished": open }))
        .collect();
    json!({ "schema": "filotto/records-summary/1", "records": read, "left_out": bad, "players": players, "pairs": pairs })
}
