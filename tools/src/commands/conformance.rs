//! `filotto conformance`: holds another program to the bot's protocol.

use crate::Exit;
use crate::process::CommandLine;
use crate::protocol::conformance::{Check, checks, session, timing};
use anyhow::Context;
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

/// Checks whether a program speaks the bot's protocol
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  filotto conformance --cmd \"python3 my_bot.py\"\n  filotto conformance --cmd \"filotto bot\" --timing\n\nExit code 1 when a rule is broken."
)]
pub struct Args {
    /// The program with its arguments; quotes keep blanks, no shell is used
    #[arg(long, value_name = "COMMAND")]
    cmd: Option<String>,
    /// Only these checks (see --list)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Replays a session of your own instead (lines `> sent`, `< expected`; see docs/protocol.md)
    #[arg(long, value_name = "FILE", conflicts_with = "only")]
    session: Vec<std::path::PathBuf>,
    /// Lists the checks with their rules
    #[arg(long)]
    list: bool,
    /// Measures the times of greeting, movetime and isready as well
    #[arg(long)]
    timing: bool,
    /// Answers measured with --timing
    #[arg(long, value_name = "N", default_value_t = 100, requires = "timing")]
    goes: usize,
    /// One JSON object instead of lines
    #[arg(long)]
    json: bool,
}

/// What came of a check.
struct Outcome {
    check: Check,
    result: Result<(), String>,
    seconds: f64,
}

/// Runs the checks.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let chosen = chosen(&args.only)?;
    if args.list {
        for Check { name, rule, .. } in chosen {
            writeln!(out, "{name:<24} {rule}")?;
        }
        return Ok(Exit::Done);
    }
    let Some(cmd) = &args.cmd else { anyhow::bail!("--cmd: give the program to check, or --list") };
    let command = CommandLine::parse(cmd).map_err(|wrong| anyhow::anyhow!("--cmd: {wrong}"))?;
    if !args.session.is_empty() {
        return replay(&command, &args.session, out);
    }
    let mut outcomes = Vec::new();
    for check in chosen {
        let start = Instant::now();
        let result = check.hold(&command);
        let outcome = Outcome { check, result, seconds: start.elapsed().as_secs_f64() };
        if !args.json {
            tell(&outcome, out)?;
        }
        outcomes.push(outcome);
    }
    let timing = args.timing.then(|| timing::measure(&command, Duration::from_millis(100), args.goes.max(1)));
    let timing = timing.transpose().map_err(|wrong| anyhow::anyhow!("--timing: {wrong}"))?;
    if args.json {
        writeln!(out, "{}", report(cmd, &outcomes, timing.as_ref()))?;
    } else {
        summary(&outcomes, timing.as_ref(), out)?;
    }
    let broken = outcomes.iter().any(|outcome| outcome.result.is_err());
    Ok(if broken { Exit::Negative } else { Exit::Done })
}

/// Replays sessions from files.
fn replay(command: &CommandLine, files: &[std::path::PathBuf], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    for file in files {
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| name.to_string())?;
        match session::replay(command, &text) {
            Ok(()) => writeln!(out, "ok      {name}")?,
            Err(wrong) => {
                exit = Exit::Negative;
                writeln!(out, "BROKEN  {name}: {wrong}")?;
            }
        }
    }
    Ok(exit)
}

/// The checks of these names, or all.
fn chosen(names: &[String]) -> anyhow::Result<Vec<Check>> {
    let mut all = checks();
    if let Some(name) = names.iter().find(|name| !all.iter().any(|check| check.name == **name)) {
        anyhow::bail!("--only: {name} is no check; --list names them");
    }
    all.retain(|check| names.is_empty() || names.iter().any(|name| check.name == name));
    Ok(all)
}

fn tell(outcome: &Outcome, out: &mut dyn Write) -> std::io::Result<()> {
    let Outcome { check, result, .. } = outcome;
    match result {
        Ok(()) => writeln!(out, "ok      {:<24} {}", check.name, check.rule),
        Err(wrong) => writeln!(out, "BROKEN  {:<24} {}\n        {wrong}", check.name, check.rule),
    }?;
    out.flush()
}

fn summary(outcomes: &[Outcome], timing: Option<&timing::Timing>, out: &mut dyn Write) -> std::io::Result<()> {
    let kept = outcomes.iter().filter(|outcome| outcome.result.is_ok()).count();
    writeln!(out, "{kept} of {} rules kept", outcomes.len())?;
    if let Some(timing) = timing {
        for (what, (median, worst)) in [
            ("start to fpiok", timing.greeting_ms),
            ("movetime 100, over", timing.over_ms),
            ("isready in a search", timing.ready_ms),
        ] {
            writeln!(out, "{what:<20} median {median:.1} ms, worst {worst:.1} ms")?;
        }
        if let [Some(before), Some(after)] = timing.load {
            writeln!(out, "{:<20} {before} before, {after} after", "load of the machine")?;
        }
    }
    Ok(())
}

fn report(cmd: &str, outcomes: &[Outcome], timing: Option<&timing::Timing>) -> serde_json::Value {
    let checks: Vec<_> = outcomes
        .iter()
        .map(|Outcome { check, result, seconds }| {
            json!({"name": check.name, "rule": check.rule, "kept": result.is_ok(),
                   "wrong": result.as_ref().err(), "seconds": seconds})
        })
        .collect();
    let pair = |(median, worst): (f64, f64)| json!({"median": median, "worst": worst});
    let timing = timing.map(|timing| {
        json!({"greeting_ms": pair(timing.greeting_ms), "over_ms": pair(timing.over_ms),
               "ready_ms": pair(timing.ready_ms), "load": timing.load})
    });
    json!({"schema": "filotto/conformance/1", "cmd": cmd, "checks": checks, "timing": timing})
}
