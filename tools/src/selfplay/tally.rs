//! What a run of self-play has brought.

use super::one::BROKEN_OFF;
use crate::strength::Failure;
use filotto_engine::record::{Line, Seat, summarize};
use serde::Serialize;

/// What a player did in all matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sums {
    /// Matches won.
    pub matches: u64,
    /// Sets won.
    pub sets: u64,
    /// Strokes.
    pub strokes: u64,
    /// Points scored.
    pub points: u64,
    /// Points given to the opponent.
    pub given: u64,
    /// Strokes with a fault.
    pub faulty: u64,
    /// Matches lost by giving no stroke, by [`Failure::ALL`].
    pub failures: [u64; 5],
}

impl Sums {
    fn a_stroke(&self, sum: u64) -> f64 {
        sum as f64 / self.strokes.max(1) as f64
    }
}

/// The matches of this process's shard.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Played to the end just now.
    pub played: u64,
    /// There already.
    pub kept: u64,
    /// Begun and not ended.
    pub unfinished: u64,
    /// Left to another process that is playing them.
    pub elsewhere: u64,
    /// Records that could not be used and were played again.
    pub damaged: u64,
    /// Sets in which nobody got on.
    pub broken_off: u64,
    /// Sets of the matches played just now.
    pub sets_played: u64,
    /// White and yellow.
    pub sums: [Sums; 2],
}

impl Tally {
    /// Counts a whole match, just played or kept from before.
    pub fn add(&mut self, lines: &[Line], played: bool) {
        let summary = summarize(lines);
        *if played { &mut self.played } else { &mut self.kept } += 1;
        for (i, sums) in self.sums.iter_mut().enumerate() {
            let stats = &summary.players[i];
            sums.matches += u64::from(summary.winner.is_some_and(|winner| winner.index() == i));
            sums.sets += u64::from(summary.won[i]);
            sums.strokes += u64::from(stats.strokes);
            sums.points += u64::from(stats.scored);
            sums.given += u64::from(stats.given);
            sums.faulty += u64::from(stats.faulty);
        }
        if played {
            self.sets_played += summary.sets.len() as u64;
        }
        for line in lines {
            match line {
                Line::Disqualified(event) => {
                    if let (Some(by), Some(failure)) = (event.by.player(), Failure::told(&event.reason)) {
                        self.sums[by.index()].failures[failure.index()] += 1;
                    }
                }
                Line::Ruling(event) => self.broken_off += u64::from(event.reason.starts_with(BROKEN_OFF)),
                _ => {}
            }
        }
    }

    /// Matches there are.
    pub fn done(&self) -> u64 {
        self.played + self.kept
    }

    /// The table for people.
    pub fn lines(&self, seats: &[Seat; 2]) -> Vec<String> {
        let [white, yellow] = &self.sums;
        let mut lines = vec![
            format!("{} matches ({} played now, {} there already)", self.done(), self.played, self.kept),
            format!("matches {} - {}, sets {} - {}", white.matches, yellow.matches, white.sets, yellow.sets),
            format!("{:<34} {:>8} {:>8} {:>7} {:>8}", "a stroke", "strokes", "points", "given", "faults"),
        ];
        for (ball, (sums, seat)) in ["white", "yellow"].iter().zip(self.sums.iter().zip(seats)) {
            lines.push(format!(
                "{:<34} {:>8} {:>8.3} {:>7.3} {:>8.4}",
                format!("{ball} {}", seat.name),
                sums.strokes,
                sums.a_stroke(sums.points),
                sums.a_stroke(sums.given),
                sums.a_stroke(sums.faulty)
            ));
        }
        for (ball, sums) in ["white", "yellow"].iter().zip(&self.sums) {
            let told = Failure::ALL.iter().zip(sums.failures).filter(|(_, n)| *n > 0);
            let told: Vec<String> = told.map(|(failure, n)| format!("{} {n}", failure.word())).collect();
            if !told.is_empty() {
                lines.push(format!("FAILED {ball}: {} (each a match lost)", told.join(", ")));
            }
        }
        for (what, n) in [
            ("sets broken off", self.broken_off),
            ("damaged records played again", self.damaged),
            ("matches left to another process", self.elsewhere),
            ("matches begun and not ended; --resume goes on", self.unfinished),
        ] {
            if n > 0 {
                lines.push(format!("{n} {what}"));
            }
        }
        lines
    }
}
