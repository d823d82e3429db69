//! `filotto judge`: a file of cases against the referee.

use crate::{Exit, args, world};
use anyhow::{Context, Result};
use filotto_engine::cases::{Expect, Outcome, judge_file};
use filotto_engine::explain::{Language, Names};
use filotto_engine::{Profile, ProfileName};
use serde_json::json;
use std::io::{Read, Write};
use std::path::PathBuf;

/// Judges the cases of a file and prints each verdict that isn't as expected; exit code 1 if there is one
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  filotto judge cases.json\n\nA file is a JSON array; a case holds what the referee saw and what is right:\n  [{\"id\": \"outer-pin\", \"rule\": \"5.1\", \"profile\": \"wcbs-1997\", \"pins\": \"UDLRC\", \"stroke\": \"normal\",\n    \"events\": [[\"hit\", \"cue\", \"object\"], [\"down\", \"U\", \"object\"]], \"declared\": [],\n    \"expect\": {\"striker\": 2, \"opponent\": 0, \"faults\": [], \"in_hand\": false}}]"
)]
pub struct Args {
    /// The file, `-` for standard input
    file: PathBuf,
    /// Explains every verdict: the rules that decided, and why in words
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    lang: args::Lang,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// A rules file (TOML) that cases may name in `profile` (may be repeated)
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
}

/// Judges and tells.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Exit> {
    let own = args.rules.iter().map(|file| Ok(world::named_rules(ProfileName::from_text(file))?.1));
    let own = own.collect::<Result<Vec<Profile>>>()?;
    let name = args.file.display().to_string();
    let text = read(&args.file).with_context(|| format!("case file {name}"))?;
    let outcomes = judge_file(&text, &own).with_context(|| format!("case file {name}"))?;
    let wrong = outcomes.iter().filter(|outcome| !outcome.is_right()).count();
    if args.json {
        writeln!(out, "{}", as_json(&outcomes))?;
    } else {
        tell(out, &outcomes, args.explain.then_some(args.lang.lang))?;
        writeln!(out, "{} of {} cases right", outcomes.len() - wrong, outcomes.len())?;
    }
    Ok(if wrong == 0 { Exit::Done } else { Exit::Negative })
}

fn read(file: &PathBuf) -> Result<String> {
    let mut text = String::new();
    if file.as_os_str() == "-" {
        std::io::stdin().read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(file)?;
    }
    Ok(text)
}

fn tell(out: &mut dyn Write, outcomes: &[Outcome], explain: Option<Language>) -> Result<()> {
    for outcome in outcomes {
        let (id, rule) = (&outcome.case.id, &outcome.case.rule);
        if !outcome.is_right() {
            writeln!(out, "{id} ({rule}): expected {}, got {}", short(&outcome.case.expect), short(&outcome.got))?;
        }
        if let Some(language) = explain {
            let why = outcome.verdict.explain(language, &Names::Roles, None);
            writeln!(out, "{id}: {why} ({})", outcome.verdict.rules().join(", "))?;
        }
    }
    Ok(())
}

fn short(expect: &Expect) -> String {
    let faults = if expect.faults.is_empty() { "no fault".into() } else { expect.faults.join(" ") };
    let hand = if expect.in_hand { ", ball in hand" } else { "" };
    format!("striker {} opponent {}, {faults}{hand}", expect.striker, expect.opponent)
}

fn as_json(outcomes: &[Outcome]) -> serde_json::Value {
    let cases: Vec<_> = outcomes
        .iter()
        .map(|o| {
            json!({
                "id": o.case.id, "rule": o.case.rule, "right": o.is_right(), "got": o.got, "expect": o.case.expect,
                "rules": o.verdict.rules(), "deciding_events": o.verdict.deciding(),
                "text": o.verdict.sentences(&Names::Roles, None),
            })
        })
        .collect();
    let right = outcomes.iter().filter(|outcome| outcome.is_right()).count();
    json!({ "schema": "filotto/judge/1", "cases": cases, "right": right, "wrong": outcomes.len() - right })
}
