//! A match looked over: each stroke against the best, what was lost by choice and by execution, luck apart.
//!
//! The value of a result is the points of the stroke, the player's less the opponent's, less what the opponent can
//! expect from what it leaves. With V(s) the mean value of an intended stroke s in this player's hand,
//! choice = V(best) - V(chosen); execution = V(chosen) - the mean of strokes a quarter of his error around the one the
//! cue gave; luck = what came of it less that mean. choice + execution - luck = V(best) less the result.

use super::explain::probe::Probe;
use super::explain::scaled;
use super::value;
use anyhow::{Context, Result, bail};
use filotto_engine::names::Name;
use filotto_engine::record::{Line, Record, StrokeLine};
use filotto_engine::{Player, Position, Skill, Stroke};
use filotto_search::{Budget, Objective, Planner, Quiet, Request, Skills, Suggestion};
use serde_json::{Value, json};

/// Strokes behind each mean.
const STROKES: usize = 500;
/// Suggestions of the planner, of which the one of the highest value is the best: it ranks them by the chance to win.
const COMPARED: usize = 3;
/// Around the executed stroke: this part of the player's error tells skill from luck.
const NEAR: f64 = 0.25;

/// One stroke looked over.
#[derive(Clone, Debug)]
pub struct Look {
    /// Set and stroke, from 1.
    pub number: (u8, u32),
    /// Who played.
    pub by: Player,
    /// The position before it.
    pub position: Position,
    /// As intended, as executed, and the best.
    pub strokes: [Stroke; 3],
    /// Names of the intended, of what came of it, and of the best.
    pub names: [Name; 3],
    /// Points to the player, to the opponent.
    pub points: (u16, u16),
    /// Lost by choice, points; below 0 when the choice was better than what was found.
    pub choice: f64,
    /// Lost by execution.
    pub execution: f64,
    /// Gained by luck.
    pub luck: f64,
    /// Chance to win after it, of white.
    pub white_wins: f64,
}

impl Look {
    /// What the mistake cost.
    pub fn lost(&self) -> f64 {
        self.choice.max(0.0) + self.execution.max(0.0)
    }
}

/// Looks over every stroke of a record with so many nodes each.
pub fn review(planner: &Planner, record: &Record, nodes: u64, mut told: impl FnMut(usize, usize)) -> Result<Vec<Look>> {
    let strokes: Vec<&StrokeLine> = record
        .lines
        .iter()
        .filter_map(|line| match line {
            Line::Stroke(stroke) => Some(stroke),
            _ => None,
        })
        .collect();
    if strokes.is_empty() {
        bail!("the record holds no stroke");
    }
    let skills = [record.header.players[0].skill, record.header.players[1].skill];
    let mut looks = Vec::new();
    for (i, line) in strokes.iter().enumerate() {
        let at = || format!("set {}, stroke {}", line.set, line.stroke);
        looks.extend(look(planner, line, &skills, nodes, record.header.seed).with_context(at)?);
        told(i + 1, strokes.len());
    }
    Ok(looks)
}

/// One stroke; `None` where nothing can be compared (a wrong ball).
fn look(planner: &Planner, line: &StrokeLine, skills: &[Skill; 2], nodes: u64, seed: u64) -> Result<Option<Look>> {
    let court = planner.court();
    let position = Position::parse(&line.position, &court.table)?;
    let (intended, executed) = (Stroke::parse(&line.intended)?, Stroke::parse(&line.executed)?);
    let (mine, other) = (skills[line.by.index()], skills[line.by.other().index()]);
    let request = Request {
        skills: Skills { striker: mine, opponent: other },
        budget: Budget::nodes(nodes),
        objective: Objective::Win,
        multipv: COMPARED,
        seed,
    };
    if intended.ball.is_some() {
        return Ok(None);
    }
    let worth = planner.worth(&position, &request);
    let plan = planner.plan(&position, &request, &Quiet)?;
    let probe =
        |stroke: &Stroke| Probe::new(court, &position, stroke, &mine).context("the stroke can't be played again");
    let mean = |p: &Probe, skill: &Skill| value::mean(p, skill, STROKES, &worth);
    let valued = |s: &Suggestion| probe(&s.stroke).map(|p| (mean(&p, &mine), p));
    let found = plan.suggestions.iter().map(valued).collect::<Result<Vec<_>>>()?;
    let best = found.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let (v_best, p_best) = best.context("the planner suggests no stroke")?;
    let (p_mine, p_done) = (probe(&intended)?, probe(&executed)?);
    let (v_mine, v_done) = (mean(&p_mine, &mine), mean(&p_done, &scaled(&mine, NEAR)));
    let next = Position::parse(&line.next, &court.table)?;
    let points = (line.verdict.striker, line.verdict.opponent);
    let result = f64::from(points.0) - f64::from(points.1) - worth.expected(&next);
    Ok(Some(Look {
        number: (line.set, line.stroke),
        by: line.by,
        names: [p_mine.name(&mine), p_done.named(&executed.strike), p_best.name(&mine)],
        strokes: [intended, executed, p_best.stroke],
        points,
        choice: v_best - v_mine,
        execution: v_mine - v_done,
        luck: result - v_done,
        white_wins: worth.win(Player::White, &next),
        position,
    }))
}

/// The dearest mistakes, the dearest first.
pub fn dearest(looks: &[Look], count: usize) -> Vec<&Look> {
    let mut list: Vec<&Look> = looks.iter().filter(|l| l.lost() > 0.0).collect();
    list.sort_by(|a, b| b.lost().total_cmp(&a.lost()).then(a.number.cmp(&b.number)));
    list.truncate(count);
    list
}

/// Sums over a player's strokes: how many, choice, execution, luck.
pub fn sums(looks: &[Look], player: Player) -> (usize, [f64; 3]) {
    let mine: Vec<&Look> = looks.iter().filter(|l| l.by == player).collect();
    let sum = |of: fn(&Look) -> f64| mine.iter().map(|l| of(l)).sum();
    (mine.len(), [sum(|l| l.choice), sum(|l| l.execution), sum(|l| l.luck)])
}

/// For programs.
pub fn as_json(record: &Record, looks: &[Look]) -> Value {
    let strokes: Vec<Value> = looks.iter().map(one).collect();
    let player = |player: Player| {
        let (count, [choice, execution, luck]) = sums(looks, player);
        json!({ "name": record.header.players[player.index()].name, "strokes": count, "choice": choice, "execution": execution, "luck": luck })
    };
    let dear: Vec<Value> = dearest(looks, 3).into_iter().map(|l| json!([l.number.0, l.number.1])).collect();
    json!({
        "schema": "filotto/review/1",
        "players": { "white": player(Player::White), "yellow": player(Player::Yellow) },
        "strokes": strokes,
        "dearest": dear,
    })
}

fn one(l: &Look) -> Value {
    json!({
        "set": l.number.0, "stroke": l.number.1, "by": l.by.ball().name(),
        "position": l.position.to_string(),
        "intended": l.strokes[0].to_string(), "executed": l.strokes[1].to_string(), "best": l.strokes[2].to_string(),
        "name": l.names[0].italian(), "executed_name": l.names[1].italian(), "best_name": l.names[2].italian(),
        "points": l.points.0, "given": l.points.1,
        "choice": l.choice, "execution": l.execution, "luck": l.luck, "white_wins": l.white_wins,
    })
}
