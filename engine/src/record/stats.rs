//! Statistics of a record: strokes, points and faults by player, in the whole match and by set.

use super::lines::{Line, VerdictLine};
use crate::position::Player;
use serde::Serialize;
use std::collections::BTreeMap;

/// The best stroke of a player: the most points, the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Best {
    /// Points.
    pub points: u16,
    /// Set, from 1.
    pub set: u8,
    /// Stroke within the set, from 1.
    pub stroke: u32,
}

/// What a player did. Points are those of the verdicts, before the cap at the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerStats {
    /// Strokes played.
    pub strokes: u32,
    /// Points his own strokes scored him.
    pub scored: u32,
    /// Points his strokes and faults gave the opponent.
    pub given: u32,
    /// Strokes that scored.
    pub scoring: u32,
    /// Strokes with at least one fault, and faults without a stroke.
    pub faulty: u32,
    /// Of these, bevute (15.2).
    pub bevute: u32,
    /// Faults by rule id.
    pub faults: BTreeMap<String, u32>,
    /// Strokes that left the opponent ball in hand.
    pub hands: u32,
    /// The best stroke.
    pub best: Option<Best>,
}

impl PlayerStats {
    /// Points scored a stroke, 0 without one.
    pub fn scored_per_stroke(&self) -> f64 {
        per(self.scored, self.strokes)
    }

    /// Points given away a stroke, 0 without one.
    pub fn given_per_stroke(&self) -> f64 {
        per(self.given, self.strokes)
    }

    /// Faulty strokes a stroke, 0 without one.
    pub fn faulty_per_stroke(&self) -> f64 {
        per(self.faulty, self.strokes)
    }

    fn fault(&mut self, verdict: &VerdictLine) {
        if verdict.faults.is_empty() {
            return;
        }
        self.faulty += 1;
        self.bevute += u32::from(verdict.faults.iter().any(|id| id == "15.2"));
        for id in &verdict.faults {
            *self.faults.entry(id.clone()).or_default() += 1;
        }
    }

    fn stroke(&mut self, verdict: &VerdictLine, set: u8, stroke: u32) {
        self.strokes += 1;
        self.scored += u32::from(verdict.striker);
        self.given += u32::from(verdict.opponent);
        self.scoring += u32::from(verdict.striker > 0);
        self.hands += u32::from(verdict.in_hand);
        self.fault(verdict);
        let better = self.best.is_none_or(|best| verdict.striker > best.points);
        if verdict.striker > 0 && better {
            self.best = Some(Best { points: verdict.striker, set, stroke });
        }
    }
}

fn per(count: u32, strokes: u32) -> f64 {
    if strokes == 0 { 0.0 } else { f64::from(count) / f64::from(strokes) }
}

/// A set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SetStats {
    /// White and yellow.
    pub players: [PlayerStats; 2],
    /// The score so far, or at the end.
    pub points: [u16; 2],
    /// Who won it, when it is over.
    pub winner: Option<Player>,
    /// Who opened it.
    pub opener: Option<Player>,
}

/// A match, whole or so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// White and yellow over all sets.
    pub players: [PlayerStats; 2],
    /// Set by set.
    pub sets: Vec<SetStats>,
    /// Sets won.
    pub won: [u8; 2],
    /// Who won, when it is over.
    pub winner: Option<Player>,
    /// Lags played.
    pub lags: u32,
    /// Claims of 10.4, granted and refused.
    pub claims: [u32; 2],
}

/// The statistics of a record's lines.
pub fn summarize(lines: &[Line]) -> Summary {
    let mut summary = Summary::default();
    for line in lines {
        summary.take(line);
    }
    summary
}

impl Summary {
    /// Adds a line.
    pub fn take(&mut self, line: &Line) {
        match line {
            Line::Stroke(stroke) => {
                let (set, n) = (stroke.set, stroke.stroke);
                self.players[stroke.by.index()].stroke(&stroke.verdict, set, n);
                let stats = self.set(set);
                stats.players[stroke.by.index()].stroke(&stroke.verdict, set, n);
                stats.opener.get_or_insert(stroke.by);
            }
            Line::Fault(event) => {
                if let (Some(player), Some(verdict)) = (event.by.player(), &event.verdict) {
                    let given = u32::from(verdict.striker + verdict.opponent);
                    self.players[player.index()].fault(verdict);
                    self.players[player.index()].given += given;
                    let stats = &mut self.set(event.set).players[player.index()];
                    stats.fault(verdict);
                    stats.given += given;
                }
            }
            Line::Lag(_) => self.lags += 1,
            Line::Claim(event) => self.claims[usize::from(event.yes != Some(true))] += 1,
            Line::Set(set) => {
                let stats = self.set(set.set);
                stats.winner = Some(set.winner);
                stats.points = set.points;
                self.won = set.won;
            }
            Line::End(end) => {
                self.winner = Some(end.winner);
                self.won = end.won;
            }
            _ => {}
        }
        if let (Some(points), Some(set)) = (line.next().and_then(score), self.sets.last_mut()) {
            set.points = points;
        }
    }

    fn set(&mut self, set: u8) -> &mut SetStats {
        let index = usize::from(set.max(1)) - 1;
        if self.sets.len() <= index {
            self.sets.resize_with(index + 1, SetStats::default);
        }
        &mut self.sets[index]
    }
}

/// The score of a position's text: its seventh field, `12-20/60`.
fn score(position: &str) -> Option<[u16; 2]> {
    let (points, _) = position.split(' ').nth(6)?.split_once('/')?;
    let (white, yellow) = points.split_once('-')?;
    Some([white.parse().ok()?, yellow.parse().ok()?])
}
