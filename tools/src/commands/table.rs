//! `filotto table`: the table as the file it could be, or a person's own from three measures.

use crate::calibrate::measure::{Measured, fitted};
use crate::{Exit, world};
use anyhow::{Context, Result};
use filotto_physics::Table;
use std::io::Write;
use std::path::PathBuf;

/// Prints the table's parameters as TOML, ready to be changed and given back with --table; or makes your own table from
/// three things that you can measure
///
/// 1. Play the ball from the lower cushion, at its centre, along the table. Take the time until it touches the upper
///    cushion (--crossing; slowly, 3 to 4 s: a quick ball says the same as the bank does) and count the lengths it runs
///    in all, cushion to cushion (--lengths, for example 1.8).
/// 2. Play it from the middle straight to the upper cushion. Take the time to the cushion (--bank-time) and measure how
///    far from the nose its near side rests, or would along the way if it comes back from the other end (--bank-rest).
/// 3. Let a rolling ball hit another full. Measure how far each runs (--hit-object, --hit-cue).
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto table > slow.toml      # then change slide_friction, rolling …\n  filotto suggest --table slow.toml\n  filotto table --crossing 3.5s --lengths 1.8 --bank-time 1s --bank-rest 4.1 --hit-object 1.2 --hit-cue 0.17 > mine.toml"
)]
pub struct Args {
    /// A table file to check and print, or to start from, instead of the built-in table
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    #[command(flatten)]
    measures: Measures,
}

/// All of them or none.
#[derive(clap::Args)]
#[group(id = "measures", multiple = true)]
struct Measures {
    /// Time of the first crossing
    #[arg(long, value_name = "TIME", value_parser = crate::args::time, requires_all = ["lengths", "bank_time", "bank_rest", "hit_object", "hit_cue"])]
    crossing: Option<std::time::Duration>,
    /// Lengths run in all
    #[arg(long, value_name = "N", value_parser = positive, requires = "crossing")]
    lengths: Option<f64>,
    /// Time from the middle to the cushion
    #[arg(long, value_name = "TIME", value_parser = crate::args::time, requires = "crossing")]
    bank_time: Option<std::time::Duration>,
    /// Way back from the cushion to where the ball rests, m
    #[arg(long, value_name = "M", value_parser = positive, requires = "crossing")]
    bank_rest: Option<f64>,
    /// What the object ball runs, m
    #[arg(long, value_name = "M", value_parser = positive, requires = "crossing")]
    hit_object: Option<f64>,
    /// What the cue ball runs after the hit, m
    #[arg(long, value_name = "M", value_parser = positive, requires = "crossing")]
    hit_cue: Option<f64>,
}

impl Measures {
    fn all(&self) -> Option<Measured> {
        Some(Measured {
            crossing_s: self.crossing?.as_secs_f64(),
            lengths: self.lengths?,
            bank_s: self.bank_time?.as_secs_f64(),
            bank_rest_m: self.bank_rest?,
            hit_object_m: self.hit_object?,
            hit_cue_m: self.hit_cue?,
        })
    }
}

/// Prints the table.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let table = args.table.as_deref().map_or_else(|| Ok(Table::carom_heated()), world::table)?;
    let params = match args.measures.all() {
        Some(measured) => fitted(table.params(), &measured)?,
        None => table.params().clone(),
    };
    write!(out, "{}", toml::to_string(&params).context("writing the table as TOML")?)?;
    Ok(Exit::Done)
}

fn positive(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("give a number above 0".into()),
    }
}
