//! `filotto verify record`: every stroke of a record simulated and judged again.

use crate::{Exit, hashes, record_file};
use anyhow::{Context, Result};
use filotto_engine::record::{Record, Report, verify};
use filotto_physics::Table;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Simulates and judges every stroke of a record again and compares to the bit
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto verify record set.filotto.jsonl\n\nExit code 1 when something differs. Half-written records (.part) and compressed (.zst) and merged ones are read too."
)]
pub struct Args {
    /// Records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Prints JSON, a line a record
    #[arg(long)]
    json: bool,
}

/// Most differences told of one file.
const SHOWN: usize = 20;

/// Verifies.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let mut agree = true;
    for file in &args.files {
        for (name, record) in record_file::named(file)? {
            let report = again(&name, &record?)?;
            agree &= report.agrees();
            if args.json {
                writeln!(out, "{}", as_json(&name, &report))?;
            } else {
                tell(out, &name, &report)?;
            }
        }
    }
    Ok(if agree { Exit::Done } else { Exit::Negative })
}

fn again(name: &str, record: &Record) -> Result<Report> {
    let table = Table::new(record.header.table.clone()).with_context(|| format!("{name}: table"))?;
    Ok(verify(record, &filotto_physics::hash(&table), &hashes::rules_of(&record.header.profile)))
}

fn tell(out: &mut dyn Write, name: &str, report: &Report) -> Result<()> {
    for warning in &report.warnings {
        writeln!(out, "{name}: warning: {warning}")?;
    }
    for (line, why) in &report.not_reproducible {
        writeln!(out, "{name}: line {line}: not reproducible: {why}")?;
    }
    for miss in report.mismatches.iter().take(SHOWN) {
        writeln!(out, "{name}: line {}: {}: recorded {}, found {}", miss.line, miss.field, miss.recorded, miss.found)?;
    }
    if report.mismatches.len() > SHOWN {
        writeln!(out, "{name}: and {} differences more", report.mismatches.len() - SHOWN)?;
    }
    let state = match (report.whole, report.torn) {
        (true, _) => "whole".to_string(),
        (false, Some(line)) => format!("unfinished, line {line} is torn"),
        (false, None) => "unfinished".to_string(),
    };
    let word = if report.agrees() { "agrees" } else { "DIFFERS" };
    writeln!(out, "{name}: {word}: {} strokes and {} lags simulated again; {state}", report.strokes, report.lags)?;
    Ok(())
}

fn as_json(file: &str, report: &Report) -> serde_json::Value {
    let misses: Vec<_> = report
        .mismatches
        .iter()
        .map(|m| json!({ "line": m.line, "field": m.field, "recorded": m.recorded, "found": m.found }))
        .collect();
    let by_hand: Vec<_> =
        report.not_reproducible.iter().map(|(line, why)| json!({ "line": line, "why": why })).collect();
    json!({
        "schema": "filotto/verify-record/1",
        "file": file,
        "agrees": report.agrees(),
        "strokes": report.strokes,
        "lags": report.lags,
        "whole": report.whole,
        "torn_line": report.torn,
        "warnings": report.warnings,
        "not_reproducible": by_hand,
        "mismatches": misses,
    })
}
