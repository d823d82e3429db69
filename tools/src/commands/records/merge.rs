//! `filotto records merge`: the records of many files and folders in one file.

use crate::Exit;
use crate::selfplay::merge::{Checks, Counts, Merger, files};
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Options of `merge`.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto records merge shard0 shard1 shard2 shard3 --out run.filotto.jsonl.zst\n\nDamaged, unfinished and foreign records are named, counted and left out. Exit code 1 when any was, or when a match\nis there in two forms."
)]
pub struct Args {
    /// Records, merged records, folders of records
    #[arg(value_name = "FILE_OR_DIR", required = true)]
    from: Vec<PathBuf>,
    /// The merged file: written whole or not at all, compressed when its name ends in .zst
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Takes records of other physics and other rules too
    #[arg(long)]
    any_hash: bool,
    /// Simulates every stroke again and leaves out records that don't come out the same
    #[arg(long)]
    replay: bool,
    /// Prints the counts as JSON
    #[arg(long)]
    json: bool,
}

/// Merges.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let dir = args.out.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if args.out.is_dir() {
        bail!("--out {}: is a folder; the name of a file is right", args.out.display());
    }
    let mut merger = Merger::new(dir, Checks { any_hash: args.any_hash, replay: args.replay }).context("--out")?;
    let mut say = |line: &str| eprintln!("left out, {line}");
    let mut unfinished = 0;
    for from in &args.from {
        let (whole, parts) = files(from)?;
        unfinished += parts;
        for file in whole {
            merger.take_file(&file, &mut say)?;
        }
    }
    let mut counts = merger.write(&args.out, &mut |line| eprintln!("{line}"))?;
    counts.unfinished += unfinished;
    tell(args, &counts, out)?;
    let Counts { conflicts, unfinished, damaged, foreign, .. } = counts;
    Ok(if conflicts + unfinished + damaged + foreign == 0 { Exit::Done } else { Exit::Negative })
}

fn tell(args: &Args, counts: &Counts, out: &mut dyn Write) -> Result<()> {
    if args.json {
        let file = args.out.display().to_string();
        writeln!(out, "{}", json!({ "schema": "filotto/records-merge/1", "out": file, "counts": counts }))?;
        return Ok(());
    }
    writeln!(out, "{}: {} records", args.out.display(), counts.records)?;
    for (what, n) in [
        ("duplicates", counts.duplicates),
        ("in another form", counts.conflicts),
        ("unfinished", counts.unfinished),
        ("damaged", counts.damaged),
        ("of other physics or rules", counts.foreign),
    ] {
        if n > 0 {
            writeln!(out, "{n} {what}: left out")?;
        }
    }
    Ok(())
}
