//! Practice: positions whose best stroke is of a kind and succeeds in a chosen band.
//!
//! Few positions drawn blindly ask for a garuffa. So `place` builds positions in which the kind can be played, `kind`
//! finds the best stroke of it there, `block` puts red in the way of better ones, and only what holds against the planner's
//! best is a drill.

mod block;
mod kind;
mod place;

use super::explain::probe::Probe;
use super::wording::Wording;
use crate::played::{self, Played};
use crate::tongue::{self, say};
use anyhow::{Context, Result};
use filotto_engine::math::{stream, uniform};
use filotto_engine::names::Name;
use filotto_engine::{Language, Position, Skill, Stroke, Watch};
use filotto_physics::Table;
use filotto_search::trial::Court;
use filotto_search::value::Worth;
use filotto_search::{Budget, Estimate, Objective, Planner, Quiet, Request, Skills};
use glam::DVec2;
use place::Placed;
use rayon::prelude::*;

/// Strokes of the planner's first look at a position, and of the second that confirms it.
const LOOKS: [u64; 2] = [4_000, 40_000];
/// Strokes that compare the kind's stroke with the planner's best at each look.
const COMPARED: [usize; 2] = [150, 1000];
/// Changes of a position before it is given up, and draws of each change until the kind is still there.
const STEPS: usize = 10;
const DRAWS: usize = 3;
/// The cue ball goes back or nearer by so much to twice that, m.
const BACK_M: f64 = 0.15;
/// The chance to score may be outside the band by so much at the first look.
const SLACK: f64 = 0.15;
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
const BATCH: u64 = 16;

/// Why a position became no drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// No stroke of the kind was found there.
    Unplayable,
    /// Another kind is better, and red couldn't be put in its way.
    Better,
    /// The kind succeeds more often than the band asks.
    TooEasy,
    /// Less often.
    TooHard,
}

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The drills.
    pub drills: Vec<Drill>,
    /// Positions looked at.
    pub looked: u64,
    /// Why the others were none, each with how many.
    pub missed: Vec<(Missed, u64)>,
}

impl Found {
    fn miss(&mut self, why: Missed) {
        match self.missed.iter_mut().find(|(known, _)| *known == why) {
            Some((_, count)) => *count += 1,
            None => self.missed.push((why, 1)),
        }
    }

    /// How many positions were none for this reason.
    pub fn count(&self, why: Missed) -> u64 {
        self.missed.iter().find(|(known, _)| *known == why).map_or(0, |(_, count)| *count)
    }
}

/// Searches `tries` positions for `count` drills; `told` hears of each batch and ends the search with `false`.
pub fn search(
    planner: &Planner,
    wish: &Wish,
    count: usize,
    tries: u64,
    mut told: impl FnMut(&Found) -> bool,
) -> Result<Found> {
    let mut found = Found::default();
    for start in (0..tries).step_by(BATCH as usize) {
        let end = (start + BATCH).min(tries);
        let numbers: Vec<u64> = (start..end).collect();
        let batch: Vec<Result<Result<Drill, Missed>>> =
            planner.install(|| numbers.par_iter().map(|&number| drill(planner, wish, number)).collect());
        for drill in batch {
            match drill? {
                Err(why) => found.miss(why),
                Ok(drill) if found.drills.len() == count => drop(drill),
                Ok(drill) if found.drills.iter().any(|d| near(&d.position, &drill.position)) => {}
                Ok(drill) => found.drills.push(drill),
            }
        }
        found.looked = end;
        if !told(&found) || found.drills.len() == count {
            break;
        }
    }
    Ok(found)
}

/// The drill of a number, if it is one: built, searched for the kind, held against the planner, and changed step by
/// step: as long as another kind is better, red is put in its way; a stroke too easy or too hard is played from
/// farther off or nearer.
fn drill(planner: &Planner, wish: &Wish, number: u64) -> Result<Result<Drill, Missed>> {
    let court = planner.court();
    let mut random = stream(wish.seed, &[STREAM, number]);
    let Some(mut placed) = place::place(&court.table, wish.kind, &mut random) else {
        return Ok(Err(Missed::Unplayable));
    };
    let worth = planner.worth(&placed.position, &request(wish, LOOKS[0]));
    let find = |placed: &Placed| kind::find(court, placed, wish.kind, &wish.skill, &worth);
    let Some(mut best) = find(&placed) else { return Ok(Err(Missed::Unplayable)) };
    let mut why = Missed::Unplayable;
    for _ in 0..STEPS {
        let held = held(planner, wish, &placed.position, best, &worth)?;
        let mut changed = || match held {
            Held::Best(_) => None,
            Held::Beaten(theirs) => {
                placed.with(&court.table, block::block(court, &placed.position, &theirs, &mut random)?)
            }
            Held::TooEasy => placed.moved(&court.table, -BACK_M * (1.0 + uniform(&mut random))),
            Held::TooHard => placed.moved(&court.table, BACK_M * (1.0 + uniform(&mut random))),
        };
        why = match held {
            Held::Best(stroke) => return finished(court, &placed.position, stroke, wish),
            Held::Beaten(_) => Missed::Better,
            Held::TooEasy => Missed::TooEasy,
            Held::TooHard => Missed::TooHard,
        };
        let next = (0..DRAWS).find_map(|_| changed().and_then(|next| find(&next).map(|stroke| (next, stroke))));
        let Some(next) = next else { return Ok(Err(why)) };
        (placed, best) = next;
    }
    Ok(Err(why))
}

/// How the kind's stroke does against the planner.
#[derive(Clone, Copy)]
enum Held {
    /// Nothing better was found; this stroke, of the kind, is the best.
    Best(Stroke),
    /// This stroke of another kind is better.
    Beaten(Stroke),
    /// It succeeds more often than the band asks.
    TooEasy,
    /// Less often.
    TooHard,
}

fn held(planner: &Planner, wish: &Wish, position: &Position, stroke: Stroke, worth: &Worth) -> Result<Held> {
    let court = planner.court();
    let mut best = stroke;
    for (look, (nodes, strokes)) in LOOKS.into_iter().zip(COMPARED).enumerate() {
        let slack = if look == 0 { SLACK } else { 0.0 };
        let score = chance(court, position, &best, &wish.skill, strokes).map_or(0.0, |score| score.mean);
        if score < wish.band.0 - slack {
            return Ok(Held::TooHard);
        }
        if score > wish.band.1 + slack {
            return Ok(Held::TooEasy);
        }
        let plan = planner.plan(position, &request(wish, nodes), &Quiet)?;
        let theirs = crate::commands::rounded(&plan.best().stroke);
        match better(court, position, wish, [best, theirs], worth, strokes) {
            Some(stroke) => best = stroke,
            None => return Ok(Held::Beaten(theirs)),
        }
    }
    Ok(Held::Best(best))
}

fn request(wish: &Wish, nodes: u64) -> Request {
    Request {
        skills: Skills { striker: wish.skill, opponent: wish.skill },
        budget: Budget::nodes(nodes),
        objective: Objective::Win,
        multipv: 1,
        seed: wish.seed,
    }
}

/// The better of the kind's stroke and the planner's best, when it is of the kind; `None` when another kind is better.
fn better(
    court: &Court,
    position: &Position,
    wish: &Wish,
    [mine, theirs]: [Stroke; 2],
    worth: &Worth,
    strokes: usize,
) -> Option<Stroke> {
    let probe = |stroke: &Stroke| Probe::new(court, position, stroke, &wish.skill);
    let (p_mine, p_theirs) = (probe(&mine)?, probe(&theirs)?);
    let value = |p: &Probe| super::value::mean(p, &wish.skill, strokes, worth);
    if value(&p_mine) >= value(&p_theirs) {
        return Some(mine);
    }
    let strike = p_theirs.stroke.strike;
    let same = p_theirs.works(&strike, &mut Watch::new()) && p_theirs.named(&strike) == wish.kind;
    same.then_some(theirs)
}

fn chance(court: &Court, position: &Position, stroke: &Stroke, skill: &Skill, strokes: usize) -> Option<Estimate> {
    let trials = Probe::to_score(court, position, stroke)?.cloud(skill, strokes);
    let scored = trials.iter().filter(|t| t.ruling.faults.is_empty() && t.ruling.striker > 0).count();
    Some(Estimate::chance(scored as u64, trials.len() as u64))
}

/// The drill, when its chance lies in the band. It is of its kind struck exactly: there is a line to learn.
fn finished(court: &Court, position: &Position, stroke: Stroke, wish: &Wish) -> Result<Result<Drill, Missed>> {
    let played = played::play(position, &stroke, &[], &court.table, &court.profile)?;
    let wording = Wording::new(&court.table, position, &stroke, &played.trace);
    let Some(score) = chance(court, position, &stroke, &wish.skill, STROKES).filter(|_| wording.name == wish.kind)
    else {
        return Ok(Err(Missed::Unplayable));
    };
    Ok(match score.mean {
        mean if mean < wish.band.0 => Err(Missed::TooHard),
        mean if mean > wish.band.1 => Err(Missed::TooEasy),
        _ => Ok(Drill { position: position.clone(), stroke, played, wording, score }),
    })
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
pub fn pictures(drill: &Drill, index: usize, table: &Table, language: Language) -> Result<[String; 2]> {
    let theme = crate::draw::Theme::of(false);
    let heading =
        format!("{} {}: {}", say(language, "Drill", "Esercizio", "Упражнение"), index + 1, drill.wording.name);
    let mut rows = drill.wording.rows(language);
    let scores = say(language, "scores", "segna", "результативность");
    rows.insert(0, (scores.into(), tongue::chance(language, drill.score)));
    let solved = crate::pictures::scene(table, &drill.position, &drill.stroke, &drill.played, heading, rows);
    let solved = crate::draw::Scene { language, ..solved };
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
        let drills = search(&planner, &wish, 1, 160, |_| true).unwrap().drills;
        for drill in &drills {
            assert_eq!(drill.wording.name, Name::Traversino);
            assert!((0.2..=0.8).contains(&drill.score.mean));
            assert!(drill.played.verdict.ruling.striker > 0);
            let [alone, solved] = pictures(drill, 0, &planner.court().table, Language::En).unwrap();
            assert!(solved.len() > alone.len() && solved.contains("traversino"));
        }
        assert!(!drills.is_empty(), "none among 160 positions");
    }
}
