//! Practice: positions whose best stroke is of a kind and succeeds in a chosen band.

use super::explain::probe::Probe;
use super::wording::Wording;
use crate::played::{self, Played};
use anyhow::{Context, Result};
use filotto_engine::math::{stream, uniform};
use filotto_engine::names::Name;
use filotto_engine::{Position, Skill, Stroke};
use filotto_physics::Table;
use filotto_search::{Budget, Estimate, Objective, Planner, Quiet, Request, Skills};
use glam::DVec2;
use rayon::prelude::*;

/// Strokes of the first look at a position, and of the second that confirms it.
const LOOKS: [u64; 2] = [4_000, 40_000];
/// Strokes behind the chance that is told.
const STROKES: usize = 1000;
/// Two drills differ by so much in the place of cue ball or object ball, m.
const APART_M: f64 = 0.3;
/// The stream of the positions.
const STREAM: u64 = 0xD1_11;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Whose hand.
    pub skill: Skill,
    /// Of which kind the best stroke is.
    pub kind: Name,
    /// The band of its chance to score.
    pub band: (f64, f64),
    /// Of everything random.
    pub seed: u64,
}

/// One drill.
#[derive(Clone, Debug)]
pub struct Drill {
    /// The position.
    pub position: Position,
    /// Its best stroke.
    pub stroke: Stroke,
    /// What that does, struck exactly.
    pub played: Played,
    /// In a person's words.
    pub wording: Wording,
    /// Chance to score without a fault.
    pub score: Estimate,
}

/// Positions looked at together, so that all threads have work; taken in their order, whatever the threads.
const BATCH: u64 = 32;

/// Searches `tries` positions for `count` drills; `told` hears of each.
pub fn search(
    planner: &Planner,
    wish: &Wish,
    count: usize,
    tries: u64,
    mut told: impl FnMut(usize, u64),
) -> Result<Vec<Drill>> {
    let mut drills: Vec<Drill> = Vec::new();
    for start in (0..tries).step_by(BATCH as usize) {
        if drills.len() == count {
            break;
        }
        let numbers: Vec<u64> = (start..(start + BATCH).min(tries)).collect();
        let positions: Vec<Position> =
            numbers.iter().filter_map(|&n| position(&planner.court().table, wish.seed, n)).collect();
        let batch: Vec<Result<Option<Drill>>> =
            planner.install(|| positions.par_iter().map(|at| drill(planner, wish, at)).collect());
        for drill in batch {
            let Some(drill) = drill? else { continue };
            if drills.len() < count && !drills.iter().any(|d| near(&d.position, &drill.position)) {
                drills.push(drill);
                told(drills.len(), start + BATCH);
            }
        }
    }
    Ok(drills)
}

/// The drill of a position, if it is one.
fn drill(planner: &Planner, wish: &Wish, position: &Position) -> Result<Option<Drill>> {
    let court = planner.court();
    let mut best = None;
    for nodes in LOOKS {
        let request = Request {
            skills: Skills { striker: wish.skill, opponent: wish.skill },
            budget: Budget::nodes(nodes),
            objective: Objective::Win,
            multipv: 1,
            seed: wish.seed,
        };
        let plan = planner.plan(position, &request, &Quiet)?;
        let stroke = crate::commands::rounded(&plan.best().stroke);
        let Some(probe) = Probe::new(court, position, &stroke, &wish.skill) else { return Ok(None) };
        // A drill is of its kind struck exactly: there is a line to learn.
        let played = played::play(position, &stroke, &[], &court.table, &court.profile)?;
        let wording = Wording::new(&court.table, position, &stroke, &played.trace);
        let works = played.verdict.ruling.striker > 0 && played.verdict.ruling.faults.is_empty();
        if wording.name != wish.kind || !works {
            return Ok(None);
        }
        let trials = probe.cloud(&wish.skill, STROKES);
        let scored = trials.iter().filter(|t| t.ruling.faults.is_empty() && t.ruling.striker > 0).count();
        let score = Estimate::chance(scored as u64, trials.len() as u64);
        if !(wish.band.0..=wish.band.1).contains(&score.mean) {
            return Ok(None);
        }
        best = Some(Drill { position: position.clone(), stroke, played, wording, score });
    }
    Ok(best)
}

/// A position at random, on a grid that can be set up with a tape: 5 cm. `None` where balls overlap.
fn position(table: &Table, seed: u64, number: u64) -> Option<Position> {
    let mut random = stream(seed, &[STREAM, number]);
    let params = table.params();
    let mut place = || {
        let mut along = |size: f64| 0.05 * (1.0 + (uniform(&mut random) * (size / 0.05 - 1.0)).floor());
        format!("{:.2},{:.2}", along(params.length_m), along(params.width_m))
    };
    let balls = [place(), place(), place()].join(" ");
    Position::parse(&format!("{balls} UDLRC w n 0-0/60"), table).ok()
}

fn near(one: &Position, other: &Position) -> bool {
    let far = |i: usize| match (one.balls[i], other.balls[i]) {
        (Some(a), Some(b)) => DVec2::distance(a, b) >= APART_M,
        _ => true,
    };
    !far(0) && !far(1)
}

/// A band such as `30-60`, in percent.
///
/// # Errors
/// What a band looks like.
pub fn band(text: &str) -> Result<(f64, f64), String> {
    let wrong = || format!("band: {:?} is not a band of chances in percent; 30-60 is right", text.trim());
    let (low, high) = text.trim().trim_end_matches('%').split_once('-').ok_or_else(wrong)?;
    let number = |t: &str| t.trim().parse::<f64>().ok().map(|n| n / 100.0);
    let (low, high) = number(low).zip(number(high)).ok_or_else(wrong)?;
    if 0.0 <= low && low < high && high <= 1.0 { Ok((low, high)) } else { Err(wrong()) }
}

/// The picture's names of a drill's files.
pub fn file(index: usize, solution: bool) -> String {
    format!("drill-{:02}{}.svg", index + 1, if solution { "-solution" } else { "" })
}

/// The pictures of a drill: the position alone, and the solution.
pub fn pictures(drill: &Drill, index: usize, table: &Table) -> Result<[String; 2]> {
    let theme = crate::draw::Theme::of(false);
    let heading = format!("Drill {}: {}", index + 1, drill.wording.name);
    let mut rows = drill.wording.rows();
    rows.insert(0, ("scores".into(), format!("{:.0} % ± {:.0}", 100.0 * drill.score.mean, 100.0 * drill.score.pm)));
    let solved = crate::pictures::scene(table, &drill.position, &drill.stroke, &drill.played, heading.clone(), rows);
    let alone = crate::draw::Scene { trace: None, strike: None, figures: vec![], ..solved.clone() };
    drill.position.ball(drill.position.cue_ball()).context("the cue ball is on the table")?;
    Ok([crate::draw::picture(&alone, theme), crate::draw::picture(&solved, theme)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::Profile;

    #[test]
    fn bands_are_read() {
        assert_eq!(band("30-60"), Ok((0.3, 0.6)));
        assert_eq!(band("5 - 20 %"), Ok((0.05, 0.2)));
        for wrong in ["", "30", "60-30", "-5-20", "30-160", "a-b"] {
            assert!(band(wrong).unwrap_err().ends_with("30-60 is right"), "{wrong}");
        }
    }

    #[test]
    fn a_drill_keeps_its_promises() {
        let planner = Planner::new(Table::carom_heated(), Profile::wcbs_1997(), 2);
        let club = Skill::parse("club").unwrap();
        let wish = Wish { skill: club, kind: Name::Traversino, band: (0.2, 0.8), seed: 1 };
        let drills = search(&planner, &wish, 1, 120, |_, _| {}).unwrap();
        for drill in &drills {
            assert_eq!(drill.wording.name, Name::Traversino);
            assert!((0.2..=0.8).contains(&drill.score.mean));
            assert!(drill.played.verdict.ruling.striker > 0);
            let [alone, solved] = pictures(drill, 0, &planner.court().table).unwrap();
            assert!(solved.len() > alone.len() && solved.contains("traversino"));
        }
        assert!(!drills.is_empty(), "none among 120 positions");
    }
}
