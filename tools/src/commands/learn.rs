//! `filotto learn`: trains the value net on records, or measures one.

use crate::learn::examples::{examples, split};
use crate::record_file::write_whole;
use crate::learn::records::{Records, Set, read};
use crate::learn::{check, plot};
use crate::{Exit, args, progress};
use anyhow::{Context, Result, ensure};
use filotto_search::learn::calibration::Calibration;
use filotto_search::learn::label::Example;
use filotto_search::learn::train::{Fit, Settings, Trained, fit, train};
use filotto_search::value::laws::error_size;
use filotto_search::value::weights::{Card, Weights};
use indicatif::ProgressBar;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fewest matches to learn from, and fewest held out: with less, early stopping follows luck.
const LEAST_MATCHES: [usize; 2] = [20, 5];

/// Trains the value net on records of self-play: which leaves are worth how much
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto learn --records games/ --out value.net\n  filotto learn --records games/ --check value.net\n  filotto match --white planner:value=value.net --yellow planner:value=off\n\nBeside value.net it writes value.card.json (data, seed, losses, calibration, hashes), value.losses.svg and\nvalue.calibration.svg. See docs/learning.md."
)]
pub struct Args {
    /// Folders of records, or record files
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    records: Vec<PathBuf>,
    /// Writes the weights here
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Trains nothing: measures these weights (a file, or `net` for those that ship) on all the records
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    check: Option<String>,
    /// Strokes drawn anew for the law of each recorded stroke
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: u32,
    /// Share of the matches held out: for the early stop and for all figures
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    held: f64,
    /// Widths of the hidden layers
    #[arg(long, value_name = "A,B", default_value = "64,32", value_parser = widths)]
    hidden: [usize; 2],
    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// First step length of Adam
    #[arg(long, default_value_t = Settings::default().rate)]
    rate: f64,
    /// Weight decay
    #[arg(long, default_value_t = Settings::default().decay)]
    decay: f64,
    /// Most passes through the data
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Passes without a better loss on what is held out, after which it ends
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Learns from records of other physics or rules too
    #[arg(long)]
    force: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seed: args::Seed,
    #[command(flatten)]
    threads: args::Threads,
}

fn widths(text: &str) -> Result<[usize; 2], String> {
    let most = filotto_search::value::net::WIDEST;
    let width = |text: &str| text.trim().parse().ok().filter(|n| (1..=most).contains(n));
    let both = text.split_once(',').and_then(|(a, b)| Some([width(a)?, width(b)?]));
    both.ok_or_else(|| format!("two widths from 1 to {most}, such as 64,32, are right"))
}

/// Trains or measures.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let settings = settings(&args)?;
    let records = read(&args.records, args.force)?;
    records.left_out.iter().take(10).for_each(|what| eprintln!("left out: {what}"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()).build().context("starting threads")?;
    let text = pool.install(|| match &args.check {
        Some(name) => measure_only(&args, &records, name),
        None => learn(&args, &records, &settings),
    })?;
    writeln!(out, "{text}")?;
    Ok(Exit::Done)
}

fn settings(args: &Args) -> Result<Settings> {
    let Args { held, rate, decay, .. } = *args;
    ensure!(held > 0.0 && held < 1.0, "--held: {held} is not a share between 0 and 1");
    ensure!(rate > 0.0 && rate <= 1.0, "--rate: {rate} is not a step above 0 and up to 1");
    ensure!((0.0..=10.0).contains(&decay), "--decay: {decay} is not a decay from 0 to 10");
    Ok(Settings {
        hidden: args.hidden,
        batch: args.batch as usize,
        rate,
        decay,
        epochs: args.epochs as usize,
        patience: args.patience as usize,
        seed: args.seed.seed,
    })
}

/// A bar on standard error, with what it is for, its rate and the time left.
fn bar(what: &'static str, n: usize) -> ProgressBar {
    progress::bar(Some(n as u64), "{prefix} {bar:30} {pos}/{len} {per_sec} {eta} left {msg}").with_prefix(what)
}

fn labelled(records: &Records, sets: &[&Set], samples: u32) -> Vec<Example> {
    let bar = bar("labels", sets.len());
    let made = examples(records, sets, samples as usize, || bar.inc(1));
    bar.finish_and_clear();
    made
}

/// How well a net does on some sets; all that is told of it.
struct Measured {
    fit: Fit,
    calibration: Calibration,
    /// Of the race table alone.
    without: Calibration,
    sets: usize,
}

impl Measured {
    fn new(records: &Records, sets: &[&Set], examples: &[Example], weights: &Arc<Weights>, seed: u64) -> Measured {
        let calibration = check::calibration(records, sets, Some(weights), seed);
        let without = check::calibration(records, sets, None, seed);
        Measured { fit: fit(&weights.net, examples), calibration, without, sets: sets.len() }
    }

    fn json(&self) -> serde_json::Value {
        json!({"sets": self.sets, "fit": self.fit, "explained": self.fit.explained(),
               "calibration": self.calibration, "calibration_without_net": self.without})
    }

    fn lines(&self) -> Vec<String> {
        let Fit { positions, loss, loss_of_mean, error, spread, bias } = self.fit;
        let (with, without) = (&self.calibration, &self.without);
        vec![
            format!("held out     {} sets, {positions} positions", self.sets),
            format!("loss         {loss:.4} nats; one law for all {loss_of_mean:.4}"),
            format!(
                "mean result  error {error:.3} points of {spread:.3} ({:.0} % of the variance explained), bias {bias:+.3}",
                100.0 * self.fit.explained()
            ),
            format!("calibration  error {:.4}, by luck alone {:.4}, Brier {:.4}", with.error, with.floor, with.brier),
            format!("without net  error {:.4}, by luck alone {:.4}, Brier {:.4}", without.error, without.floor, without.brier),
        ]
    }
}

fn measure_only(args: &Args, records: &Records, name: &str) -> Result<String> {
    let weights = filotto_search::value::choice::named(name, &crate::players::weights);
    let weights = weights.map_err(|error| anyhow::anyhow!("--check {name}: {error}"))?;
    let weights = weights.with_context(|| format!("--check {name}: net or a weights file is right"))?;
    let sets: Vec<&Set> = records.sets.iter().collect();
    let examples = labelled(records, &sets, args.samples);
    let measured = Measured::new(records, &sets, &examples, &weights, args.seed.seed);
    Ok(if args.json { measured.json().to_string() } else { measured.lines().join("\n") })
}

fn learn(args: &Args, records: &Records, settings: &Settings) -> Result<String> {
    let path = args.out.as_deref().expect("clap asks for it where nothing is checked");
    let sets = split(records, args.held);
    let matches = sets.each_ref().map(|sets| matches(sets));
    for (what, (got, least)) in ["to learn from", "held out"].iter().zip(matches.iter().zip(LEAST_MATCHES)) {
        ensure!(*got >= least, "--records: {got} matches {what}; at least {least} are needed");
    }
    let [training, held] = sets.each_ref().map(|sets| labelled(records, sets, args.samples));
    let trained = watched(&training, &held, settings);
    let card = Card {
        shape: [0; 4],
        physics: records.hashes[0].clone(),
        rules: records.hashes[1].clone(),
        skills: skills(records),
        seed: settings.seed,
        training: serde_json::Value::Null,
    };
    let draft = Arc::new(Weights::new(trained.net.clone(), card.clone()));
    let measured = Measured::new(records, &sets[1], &held, &draft, settings.seed);
    let history = json!({
        "version": crate::commands::version::SHORT, "settings": settings, "samples": args.samples, "held": args.held,
        "matches": matches, "sets": sets.each_ref().map(Vec::len), "positions": [training.len(), held.len()],
        "players": players(records), "best_pass": trained.best + 1, "losses": trained.epochs,
        "measured": measured.json(),
    });
    let weights = Weights::new(trained.net.clone(), Card { training: history, ..card });
    write_all(path, &weights, &trained, &measured)?;
    Ok(if args.json { serde_json::to_string(&weights.card)? } else { told(path, &weights, &trained, &measured) })
}

/// Different matches among sets.
fn matches(sets: &[&Set]) -> usize {
    let mut headers: Vec<usize> = sets.iter().map(|set| set.header).collect();
    headers.dedup();
    headers.len()
}

/// The training with its bar.
fn watched(training: &[Example], held: &[Example], settings: &Settings) -> Trained {
    let bar = bar("passes", settings.epochs);
    let trained = train(training, held, settings, |_, epoch| {
        bar.set_message(format!("loss {:.4}, held out {:.4}", epoch.train, epoch.held));
        bar.inc(1);
        true
    });
    bar.finish_and_clear();
    trained
}

/// Least and greatest error among the players.
fn skills(records: &Records) -> [f64; 2] {
    let all = records.headers.iter().flat_map(|header| header.players.iter().map(|seat| error_size(&seat.skill)));
    all.fold([f64::MAX, f64::MIN], |[low, high], size| [low.min(size), high.max(size)])
}

/// Who played, each once.
fn players(records: &Records) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for seat in records.headers.iter().flat_map(|header| &header.players) {
        let preset = filotto_engine::Skill::PRESETS.iter().find(|(_, skill)| *skill == seat.skill);
        let text = format!("{} ({})", seat.brain, preset.map_or("own skill", |(name, _)| name));
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn write_all(path: &Path, weights: &Weights, trained: &Trained, measured: &Measured) -> Result<()> {
    let save = |path: &Path, bytes: &[u8]| write_whole(path, &mut &bytes[..]);
    save(&path.with_extension("losses.svg"), plot::losses(&trained.epochs)?.as_bytes())?;
    save(&path.with_extension("calibration.svg"), plot::calibration(&measured.calibration)?.as_bytes())?;
    let card = serde_json::to_string_pretty(&weights.card)? + "\n";
    save(&path.with_extension("card.json"), card.as_bytes())?;
    // The weights last: where they are, everything is.
    save(path, &weights.to_bytes())
}

fn told(path: &Path, weights: &Weights, trained: &Trained, measured: &Measured) -> String {
    let mut lines = vec!["pass   training   held out".to_string()];
    for (i, epoch) in trained.epochs.iter().enumerate() {
        let mark = if i == trained.best { "  best" } else { "" };
        lines.push(format!("{:4}   {:8.4}   {:8.4}{mark}", i + 1, epoch.train, epoch.held));
    }
    lines.extend(measured.lines());
    let name = path.display();
    lines.push(format!("written      {name} ({}), card, losses and calibration beside it", weights.hash()));
    lines.join("\n")
}
