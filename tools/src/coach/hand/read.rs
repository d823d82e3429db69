//! Strokes from files: match records, and tables of what was aimed at and what came of it.

use super::Seen;
use crate::record_file;
use anyhow::{Context, Result, bail};
use filotto_engine::record::Line;
use filotto_engine::{Player, Stroke};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// More of a table is not read: a person's strokes are some kilobytes.
const LARGEST_BYTES: u64 = 64 << 20;

/// Columns of a table, aimed and seen, in the order of [`Seen`].
const COLUMNS: [(&str, &str); 5] = [
    ("aimed_phi_deg", "phi_deg"),
    ("aimed_v_mps", "v_mps"),
    ("aimed_a", "a"),
    ("aimed_b", "b"),
    ("aimed_theta_deg", "theta_deg"),
];

/// Reads a record (`.jsonl`, `.zst`, `.part`) or a table (anything else, as CSV).
pub fn strokes(file: &Path, player: Player) -> Result<Vec<Seen>> {
    let name = file.to_string_lossy();
    if [".jsonl", ".zst", ".part"].iter().any(|end| name.ends_with(end)) { record(file, player) } else { table(file) }
}

fn record(file: &Path, player: Player) -> Result<Vec<Seen>> {
    let record = record_file::read(file)?;
    let mut list = Vec::new();
    for line in &record.lines {
        if let Line::Stroke(line) = line
            && line.by == player
        {
            let (aimed, seen) = (Stroke::parse(&line.intended)?.strike, Stroke::parse(&line.executed)?.strike);
            list.push(Seen {
                phi_deg: Some([aimed.phi_deg, seen.phi_deg]),
                v_mps: Some([aimed.v_mps, seen.v_mps]),
                a: Some([aimed.a, seen.a]),
                b: Some([aimed.b, seen.b]),
                theta_deg: Some([aimed.theta_deg, seen.theta_deg]),
            });
        }
    }
    Ok(list)
}

fn table(file: &Path) -> Result<Vec<Seen>> {
    let name = file.display();
    let mut reader = reader(file).with_context(|| format!("strokes file {name}"))?;
    let header = reader.headers().with_context(|| format!("strokes file {name}"))?.clone();
    let column = |wanted: &str| header.iter().position(|have| have == wanted);
    let pairs = COLUMNS.map(|(aimed, seen)| column(aimed).zip(column(seen)));
    if pairs.iter().all(Option::is_none) {
        let right = COLUMNS.map(|(aimed, seen)| format!("{aimed},{seen}")).join(", ");
        bail!("strokes file {name}: no pair of columns; the first line must name one or more of {right}");
    }
    let mut list = Vec::new();
    for row in reader.records() {
        let row = row.with_context(|| format!("strokes file {name}"))?;
        let line = row.position().map_or(0, csv::Position::line);
        let pair = |index: usize| -> Result<Option<[f64; 2]>> {
            let Some((aimed, seen)) = pairs[index] else { return Ok(None) };
            let cell = |at: usize, column: &str| cell(row.get(at).unwrap_or(""), line, column);
            let both = cell(aimed, COLUMNS[index].0).and_then(|aimed| Ok((aimed, cell(seen, COLUMNS[index].1)?)));
            let (aimed, seen) = both.with_context(|| format!("strokes file {name}"))?;
            Ok(aimed.zip(seen).map(|(aimed, seen)| [aimed, seen]))
        };
        let seen = Seen { phi_deg: pair(0)?, v_mps: pair(1)?, a: pair(2)?, b: pair(3)?, theta_deg: pair(4)? };
        list.push(seen);
    }
    Ok(list)
}

/// Opens a table. Spreadsheets in countries with a decimal comma part the cells by semicolons: the first line tells.
pub fn reader(file: &Path) -> std::io::Result<csv::Reader<impl Read>> {
    let mut file = BufReader::new(File::open(file)?.take(LARGEST_BYTES));
    let start = file.fill_buf()?;
    let first = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let count = |sign: u8| first.iter().filter(|&&byte| byte == sign).count();
    let sign = if count(b';') > count(b',') { b';' } else { b',' };
    Ok(csv::ReaderBuilder::new().trim(csv::Trim::All).delimiter(sign).from_reader(file))
}

/// A number, with a decimal point or comma; `None` for an empty cell.
pub fn cell(text: &str, line: u64, column: &str) -> Result<Option<f64>> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.replace(',', ".").parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        _ => bail!("line {line}, {column}: {text:?} is not a number; a number or an empty cell is right"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn file(text: &str) -> tempfile::NamedTempFile {
        let mut file = tempfile::Builder::new().suffix(".csv").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn a_table_may_have_gaps() {
        let csv = file("aimed_phi_deg, phi_deg, aimed_v_mps, v_mps, note\n10, 10.2, 2, , soft\n20,,3,3.1,\n");
        let seen = strokes(csv.path(), Player::White).unwrap();
        assert_eq!(seen[0], Seen { phi_deg: Some([10.0, 10.2]), ..Seen::default() });
        assert_eq!(seen[1], Seen { v_mps: Some([3.0, 3.1]), ..Seen::default() });
    }

    #[test]
    fn a_spreadsheet_with_decimal_commas_is_read_too() {
        let csv = file("aimed_phi_deg;phi_deg;note\n10,5;10,25;soft, slow\n20;;\n");
        let seen = strokes(csv.path(), Player::White).unwrap();
        assert_eq!(seen[0], Seen { phi_deg: Some([10.5, 10.25]), ..Seen::default() });
        assert_eq!(seen[1], Seen::default());
    }

    #[test]
    fn errors_name_line_and_column() {
        let error = |text: &str| format!("{:#}", strokes(file(text).path(), Player::White).unwrap_err());
        assert!(error("phi,v\n1,2\n").contains("no pair of columns"));
        let told = error("aimed_phi_deg,phi_deg\n1,2\n1,much\n");
        assert!(told.contains("line 3, phi_deg: \"much\" is not a number"), "{told}");
    }
}
