//! `filotto verify reference`: holds the physics against another simulator's vectors.

use crate::Exit;
use anyhow::{Context, Result, bail};
use filotto_physics::reference::{Row, compare};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Computes another simulator's reference vectors again and tells how far apart the two are
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto verify reference physics/tests/data\n\nOne line a file and model: worst and median difference, the pass mark, pass or fail.\nExit code 1 when one fails."
)]
pub struct Args {
    /// Folder of vectors (every .json in it), or one file
    #[arg(value_name = "DIR")]
    from: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// A row with the file it is from.
#[derive(Serialize)]
struct Line {
    name: String,
    #[serde(flatten)]
    row: Row,
}

#[derive(Serialize)]
struct Report {
    schema: &'static str,
    pass: bool,
    rows: Vec<Line>,
}

/// Compares every file.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let mut rows = Vec::new();
    for file in files(&args.from)? {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let found = compare(&text).with_context(|| format!("{}: not reference vectors", file.display()))?;
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        rows.extend(found.into_iter().map(|row| Line { name: name.clone(), row }));
    }
    let pass = rows.iter().all(|line| line.row.pass);
    if args.json {
        let report = Report { schema: "filotto-reference-1", pass, rows };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        table(&rows, out)?;
    }
    Ok(if pass { Exit::Done } else { Exit::Negative })
}

fn files(from: &Path) -> Result<Vec<PathBuf>> {
    if from.is_file() {
        return Ok(vec![from.to_owned()]);
    }
    let folder = std::fs::read_dir(from).with_context(|| format!("{}: no folder that can be read", from.display()))?;
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .with_context(|| from.display().to_string())?;
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    if files.is_empty() {
        bail!("{}: no .json file in it", from.display());
    }
    Ok(files)
}

fn table(rows: &[Line], out: &mut dyn Write) -> Result<()> {
    let width = rows.iter().map(|line| line.row.model.len()).max().unwrap_or(0);
    writeln!(out, "{:18} {:width$} {:>5}  {:>9}  {:>9}  {:>9}", "file", "model", "cases", "worst", "median", "mark")?;
    for Line { name, row } in rows {
        let verdict = if row.pass { "pass" } else { "FAIL" };
        writeln!(
            out,
            "{name:18} {:width$} {:5}  {:9.2e}  {:9.2e}  {:9.1e}  {verdict}  ({})",
            row.model, row.cases, row.worst, row.median, row.mark, row.unit
        )?;
    }
    Ok(())
}
