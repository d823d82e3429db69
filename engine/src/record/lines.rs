//! The lines of a match record: what each kind holds, and their JSON.
//!
//! Positions and strokes stand in a record as their one-line notation, which reads back to the same bits.

use crate::brain::Forecast;
use crate::lag::LagVerdict;
use crate::position::Player;
use crate::profile::Profile;
use crate::skill::Skill;
use filotto_physics::table::TableParams;
use filotto_physics::{Pin, PinSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The schema of a record, in its header.
pub const SCHEMA: &str = "filotto/record/1";

/// Who did what a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The player of the white ball.
    White,
    /// The player of the yellow ball.
    Yellow,
    /// The referee.
    Referee,
}

impl From<Player> for By {
    fn from(player: Player) -> By {
        match player {
            Player::White => By::White,
            Player::Yellow => By::Yellow,
        }
    }
}

impl By {
    /// The player, if it is one.
    pub fn player(self) -> Option<Player> {
        match self {
            By::White => Some(Player::White),
            By::Yellow => Some(Player::Yellow),
            By::Referee => None,
        }
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        By::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        let by = By::deserialize(deserializer)?;
        by.player().ok_or_else(|| serde::de::Error::custom("the referee is no player; white or yellow is right"))
    }
}

/// A player of the match, with what he plays by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// Name on the scoreboard.
    pub name: String,
    /// What chooses the strokes, with its options (its budget is one of them): `planner:nodes=20000`.
    pub brain: String,
    /// His execution noise.
    pub skill: Skill,
}

/// Everything that is fixed before the first stroke: the first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of the program that made the record.
    pub version: String,
    /// Physics hash, 16 hex digits.
    pub physics: String,
    /// Rules hash, 16 hex digits.
    pub rules: String,
    /// Seed of everything random.
    pub seed: u64,
    /// Which match of a self-play run it is, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Points that win a set (2.1).
    pub target: u16,
    /// Best of so many sets (2.2).
    pub sets: u8,
    /// White and yellow.
    pub players: [Seat; 2],
    /// The rules as the position names them: `wcbs-1997`, `modern` or a file's name.
    pub rules_name: String,
    /// The rules.
    pub profile: Profile,
    /// The table.
    pub table: TableParams,
}

/// The referee's verdict as it stands in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictLine {
    /// Points to the striker, before the cap at the target.
    pub striker: u16,
    /// Points to the opponent, before the cap.
    pub opponent: u16,
    /// Rule ids of the faults, sorted.
    pub faults: Vec<String>,
    /// Whether the incoming player has ball in hand.
    pub in_hand: bool,
    /// The pins that count.
    pub pins: String,
    /// Points of the carom.
    pub carom: u8,
    /// The explanation, in English.
    pub says: String,
}

/// A stroke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrokeLine {
    /// Set, from 1.
    pub set: u8,
    /// Stroke within the set, from 1.
    pub stroke: u32,
    /// Who played.
    pub by: Player,
    /// The position before it.
    pub position: String,
    /// The stroke the player chose.
    pub intended: String,
    /// The stroke the cue gave.
    pub executed: String,
    /// What the referee declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<String>,
    /// The verdict.
    pub verdict: VerdictLine,
    /// The position after it.
    pub next: String,
    /// The referee set the next position by hand (a declared touch moved something): it can't be reproduced.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_hand: bool,
    /// What the player expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A lag (3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LagLine {
    /// Before which set, from 1.
    pub set: u8,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// Both strokes as the players chose them.
    pub intended: String,
    /// Both strokes as the cues gave them.
    pub executed: String,
    /// The judgement.
    pub verdict: LagVerdict,
    /// The rule.
    pub rule: String,
    /// The judgement in words.
    pub reason: String,
}

/// An event of the match that is no stroke: a choice, a claim, a ruling, a fault without a stroke and so on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventLine {
    /// Set, from 1.
    pub set: u8,
    /// Before which stroke of the set, from 1.
    pub stroke: u32,
    /// Who did it.
    pub by: By,
    /// The rule.
    pub rule: String,
    /// Why, or what, in words.
    pub reason: String,
    /// `choice`: opens (or cedes); `claim`: granted (or refused).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<bool>,
    /// `ruling`: points awarded to white and yellow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[u16; 2]>,
    /// `fault`: what was declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<String>,
    /// `fault`: the verdict, `striker` being the player to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictLine>,
    /// The position that follows, where it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The referee set it by hand: it can't be reproduced.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_hand: bool,
}

/// The end of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetLine {
    /// Which set, from 1.
    pub set: u8,
    /// Who won it.
    pub winner: Player,
    /// Points of white and yellow.
    pub points: [u16; 2],
    /// Strokes played in it.
    pub strokes: u32,
    /// Sets won by white and yellow so far.
    pub won: [u8; 2],
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndLine {
    /// Who won the match.
    pub winner: Player,
    /// Sets won by white and yellow.
    pub won: [u8; 2],
    /// Why, where it was not played out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// SHA-256 of all before, 64 hex digits.
    pub sha256: String,
}

/// A line of a record after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// A stroke.
    Stroke(StrokeLine),
    /// A lag.
    Lag(LagLine),
    /// The winner of the lag opens or cedes.
    Choice(EventLine),
    /// A claim of 10.4.
    Claim(EventLine),
    /// The referee's own ruling (0).
    Ruling(EventLine),
    /// A fault without a stroke (13.6).
    Fault(EventLine),
    /// A set lost by leaving (9.1).
    Forfeit(EventLine),
    /// A match lost by refusing to go on (9.2).
    Disqualified(EventLine),
    /// A break (4.6).
    Break(EventLine),
    /// A note: misconduct (14), a lot drawn.
    Note(EventLine),
    /// The end of a set.
    Set(SetLine),
    /// The result.
    End(EndLine),
}

impl Line {
    /// The position after the line, where it changes.
    pub fn next(&self) -> Option<&str> {
        match self {
            Line::Stroke(line) => Some(&line.next),
            Line::Choice(event) | Line::Claim(event) | Line::Ruling(event) | Line::Fault(event) => {
                event.next.as_deref()
            }
            _ => None,
        }
    }

    /// The word in the field `line`.
    pub fn word(&self) -> &'static str {
        match self {
            Line::Stroke(_) => "stroke",
            Line::Lag(_) => "lag",
            Line::Choice(_) => "choice",
            Line::Claim(_) => "claim",
            Line::Ruling(_) => "ruling",
            Line::Fault(_) => "fault",
            Line::Forfeit(_) => "forfeit",
            Line::Disqualified(_) => "disqualified",
            Line::Break(_) => "break",
            Line::Note(_) => "note",
            Line::Set(_) => "set",
            Line::End(_) => "end",
        }
    }
}

/// The letters of a set of pins, `-` for none.
pub(crate) fn pins(pins: PinSet) -> String {
    if pins.is_empty() { "-".into() } else { pins.iter().map(Pin::letter).collect() }
}
