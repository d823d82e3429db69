//! Compares planners position by position: `compare NODES SKILL points|win FILE|none VARIANT...`.
//!
//! A variant is a list of tunables, `name=value,name=value` or `default`; `promise=off` takes the net of promises away. All plan
//! in the kept positions whose numbers end on 2 or 7 and in those of the file, one a line (`filotto bench positions`), and
//! every choice is played on the same 4,000 fresh strokes. Told are the mean in points (or in percent of won sets), the
//! difference to the first variant with its 95 % interval over positions, and the mean time of a plan.

use filotto_engine::{Position, Profile, Skill};
use filotto_physics::Table;
use filotto_search::bench::{in_position, positions, replay::replay};
use filotto_search::params::Params;
use filotto_search::{Budget, Estimate, Objective, Planner, Quiet, Request, Skills};
use std::error::Error;
use std::time::Instant;

/// Fresh strokes of a choice.
const STROKES: usize = 4000;
/// Positions after which what is known so far is told.
const TOLD: usize = 20;

/// One planner and what it came to in each position.
struct Variant<'a> {
    name: &'a str,
    planner: Planner,
    worth: Vec<f64>,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [nodes, skill, objective, file, variants @ ..] = args.as_slice() else {
        return Err("NODES SKILL points|win FILE|none VARIANT... is right".into());
    };
    let skill = Skill::parse(skill)?;
    let objective = if objective == "win" { Objective::Win } else { Objective::Points };
    let skills = Skills { striker: skill, opponent: skill };
    let request = Request { skills, budget: Budget::nodes(nodes.parse()?), objective, multipv: 1, seed: 100 };
    let mut variants = variants.iter().map(|name| variant(name)).collect::<Result<Vec<_>, _>>()?;
    let all = chosen(file)?;
    for (i, position) in all.iter().enumerate() {
        let request = in_position(&request, position);
        for one in &mut variants {
            let started = Instant::now();
            let plan = one.planner.plan(position, &request, &Quiet)?;
            one.seconds += started.elapsed().as_secs_f64();
            let played = replay(&one.planner, position, &request, plan.best().stroke, STROKES, !request.seed)?;
            one.worth.push(if objective == Objective::Win { 100.0 * played.win.mean } else { played.net.mean });
        }
        if (i + 1) % TOLD == 0 || i + 1 == all.len() {
            tell(&variants);
        }
    }
    Ok(())
}

fn chosen(file: &str) -> Result<Vec<Position>, Box<dyn Error>> {
    let kept = positions::all().into_iter().enumerate();
    let mut all: Vec<Position> = kept.filter(|(i, _)| i % 5 == 2).map(|(_, position)| position).collect();
    if file != "none" {
        for line in std::fs::read_to_string(file)?.lines() {
            all.push(Position::parse(line, &Table::carom_heated())?);
        }
    }
    Ok(all)
}

fn variant(name: &str) -> Result<Variant<'_>, Box<dyn Error>> {
    let mut params = Params::default();
    let mut planner = Planner::new(Table::carom_heated(), Profile::wcbs_1997(), 0);
    for setting in name.split(',').filter(|&setting| setting != "default") {
        match setting.split_once('=') {
            Some(("promise", "off")) => planner.set_promise(None),
            Some((name, value)) if params.set(name, value.parse()?) => {}
            _ => return Err(format!("{setting}: no tunable").into()),
        }
    }
    planner.set_params(params);
    Ok(Variant { name, planner, worth: Vec::new(), seconds: 0.0 })
}

fn tell(variants: &[Variant]) {
    let n = variants[0].worth.len() as f64;
    println!("{n} positions");
    for one in variants {
        let off = Estimate::of(one.worth.iter().zip(&variants[0].worth).map(|(a, b)| a - b));
        let (worth, ms) = (one.worth.iter().sum::<f64>() / n, 1e3 * one.seconds / n);
        println!("{worth:7.3}  {:+.3} ± {:.3}  {ms:6.1} ms  {}", off.mean, off.pm, one.name);
    }
}
