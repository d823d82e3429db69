//! `filotto records luck`: results of recorded matches beside the same results less luck.

use super::each;
use crate::stats::elo::elo_from_score;
use crate::stats::normal::Z95;
use crate::strength::luck::of_record;
use crate::{Exit, args};
use anyhow::Result;
use filotto_engine::record::{Line, Record};
use filotto_engine::Player;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Options of `luck`.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto records luck run.filotto.jsonl.zst\n\nWhite's share of the matches, and the same less the luck of every stroke: what it brought beyond what the intended\nstroke brings on average under the player's errors. Both have the same mean; luck itself has mean 0."
)]
pub struct Args {
    /// A folder of records, or a file of one or many
    dir: PathBuf,
    /// Strokes drawn to estimate the luck of one
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: u32,
    #[command(flatten)]
    threads: args::Threads,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Records worked on at once: enough for all threads, few enough for memory.
const BATCH: usize = 128;

/// White's results of one pair of players: won (1 or 0) and luck.
type Results = BTreeMap<[String; 2], Vec<[f64; 2]>>;

/// Computes.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()).build()?;
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let (mut results, mut batch, mut skipped) = (Results::new(), Vec::with_capacity(BATCH), 0);
    let mut work = |batch: &mut Vec<Record>, results: &mut Results| {
        let luck: Vec<_> = pool.install(|| batch.par_iter().map(|record| of_record(record, args.samples)).collect());
        for (record, luck) in batch.drain(..).zip(luck) {
            bar.inc(1);
            match (winner(&record), luck) {
                (Some(won), Some(luck)) => results.entry(names(&record)).or_default().push([won, luck]),
                _ => skipped += 1,
            }
        }
    };
    let [_, bad] = each(&args.dir, &mut |_, record| {
        batch.push(record.clone());
        if batch.len() == BATCH {
            work(&mut batch, &mut results);
        }
        Ok(())
    })?;
    work(&mut batch, &mut results);
    bar.finish_and_clear();
    let rows: Vec<Value> = results.iter().map(|(names, results)| row(names, results)).collect();
    if args.json {
        writeln!(out, "{}", json!({"schema": "filotto/records-luck/1", "pairs": rows, "not_told": skipped, "left_out": bad}))?;
    } else {
        rows.iter().try_for_each(|row| tell(out, row))?;
        if skipped > 0 {
            writeln!(out, "{skipped} records aside: unfinished, or decided without a stroke")?;
        }
    }
    Ok(if bad == 0 { Exit::Done } else { Exit::Negative })
}

fn winner(record: &Record) -> Option<f64> {
    match record.lines.last() {
        Some(Line::End(end)) => Some(f64::from(u8::from(end.winner == Player::White))),
        _ => None,
    }
}

fn names(record: &Record) -> [String; 2] {
    [0, 1].map(|i| record.header.players[i].name.clone())
}

/// Mean and half-width of its 95 % interval.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / n;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (mean, Z95 * (squares / (n - 1.0).max(1.0) / n).sqrt())
}

fn row([white, yellow]: &[String; 2], results: &[[f64; 2]]) -> Value {
    let (raw, raw_pm) = mean(results.iter().map(|[won, _]| *won));
    let (luck, luck_pm) = mean(results.iter().map(|[_, luck]| *luck));
    let (less, less_pm) = mean(results.iter().map(|[won, luck]| won - luck));
    let times = (less_pm > 0.0).then(|| (raw_pm / less_pm) * (raw_pm / less_pm));
    json!({"white": white, "yellow": yellow, "matches": results.len(), "score": raw, "score_pm": raw_pm,
        "elo": elo_from_score(raw), "less_luck": less, "less_luck_pm": less_pm, "less_luck_elo": elo_from_score(less),
        "luck": luck, "luck_pm": luck_pm, "times_fewer_sets": times})
}

fn tell(out: &mut dyn Write, row: &Value) -> Result<()> {
    let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
    writeln!(out, "{} - {}: {} matches", text("white"), text("yellow"), row["matches"])?;
    writeln!(out, "  score     {:.4} ± {:.4}", number("score"), number("score_pm"))?;
    writeln!(out, "  less luck {:.4} ± {:.4}", number("less_luck"), number("less_luck_pm"))?;
    writeln!(out, "  luck      {:+.4} ± {:.4} (0 expected)", number("luck"), number("luck_pm"))?;
    writeln!(out, "  {:.1} times fewer matches for the same interval", number("times_fewer_sets"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_interval_of_its_standard_error() {
        // Four values with variance 4/3: standard error sqrt(1/3).
        let (mean, pm) = mean([1.0, 3.0, 1.0, 3.0].into_iter());
        assert!((mean - 2.0).abs() < 1e-12 && (pm - Z95 / 3.0_f64.sqrt()).abs() < 1e-12);
    }
}
