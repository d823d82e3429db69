//! A match as a state and the lines of its record: every line changes the state in one place, [`Game::follow`], so
//! that a match being played and a match being read back are the same thing.
//!
//! The flow: a lag decides who chooses to open (3); openings alternate by set and a new lag comes
//! before the deciding set (4.5); breaks after set 2 and before the deciding set 5 (4.6); a set goes to whoever
//! reaches the target first (2.1) or whose opponent leaves (9.1); a match to the majority of an odd number of
//! sets (2.2), or to the opponent of who refuses to go on (9.2).

mod calls;
mod step;
mod streams;

pub use calls::{Calls, ClaimAnswer};
pub use step::{Claims, no_claims, play_match, step};

use crate::apply::winner;
use crate::brain::BrainError;
use crate::lag::LagOutcome;
use crate::notation::NotationError;
use crate::played::PlayError;
use crate::position::{Kind, Player, Position, ProfileName, Sets};
use crate::profile::Profile;
use crate::record::{Header, Line};
use filotto_physics::{SimError, Table};
use thiserror::Error;

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The lag.
    Lag,
    /// The winner of the lag says whether he opens.
    Choice(Player),
    /// A stroke.
    Stroke,
    /// The set is over and not yet booked.
    SetOver(Player),
    /// All sets are played; the result is not yet booked.
    Won(Player),
    /// Nothing more.
    Done(Player),
}

/// Why a match can't go on as asked. The caller decides what follows.
#[derive(Debug, Error)]
pub enum GameError {
    /// The match is set up wrongly.
    #[error("{field}: {message}")]
    Setup {
        /// The field.
        field: &'static str,
        /// The value and what would be right.
        message: String,
    },
    /// The call has no place now.
    #[error("{call}: not possible now; the match waits for {waits}")]
    Phase {
        /// What was called.
        call: &'static str,
        /// What the match waits for.
        waits: &'static str,
    },
    /// A player gave no answer.
    #[error("{brain} ({}), set {set}, stroke {stroke}: {source}", .player.ball().name())]
    Brain {
        /// Who.
        player: Player,
        /// His name.
        brain: String,
        /// Set, from 1.
        set: u8,
        /// Stroke, from 1; 0 for lag and choice.
        stroke: u32,
        /// Why.
        source: BrainError,
    },
    /// A player gave a stroke that can't be intended.
    #[error("{brain} ({}), set {set}, stroke {stroke}: illegal stroke `{text}`: {source}", .player.ball().name())]
    Illegal {
        /// Who.
        player: Player,
        /// His name.
        brain: String,
        /// Set, from 1.
        set: u8,
        /// Stroke, from 1; 0 for the lag.
        stroke: u32,
        /// What he gave.
        text: String,
        /// Why it can't be.
        source: NotationError,
    },
    /// A claim of 10.4 that can't be granted.
    #[error("claim: the cue ball touches neither a ball nor a cushion; 10.4 needs a contact")]
    Contact,
    /// A stroke can't be played out.
    #[error("{0}")]
    Play(#[from] PlayError),
    /// The physics refuses a lag.
    #[error("lag: {0}")]
    Simulation(#[from] SimError),
    /// A position, a stroke or a lag that can't be.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// A line that doesn't follow from what stands before it.
    #[error("a line `{line}` can't come here: {message}")]
    Line {
        /// Which kind.
        line: &'static str,
        /// Why not.
        message: String,
    },
    /// The record can't be written.
    #[error("record: {0}")]
    Write(#[from] std::io::Error),
}

/// A match, from its first lag to its result.
#[derive(Clone, Debug)]
pub struct Game {
    header: Header,
    table: Table,
    profile: Profile,
    position: Position,
    phase: Phase,
    set: u8,
    stroke: u32,
    won: [u8; 2],
    opener: Option<Player>,
    lags: u32,
    breaches: [u8; 2],
    claim_refused: bool,
    break_taken: bool,
    reason: Option<String>,
}

impl Game {
    /// A match before its first lag.
    ///
    /// # Errors
    /// A field of the header that makes no sense.
    pub fn new(header: Header) -> Result<Game, GameError> {
        let wrong = |field, message| GameError::Setup { field, message };
        if header.sets.is_multiple_of(2) {
            return Err(wrong("sets", format!("{} is even; an odd number of sets is right (2.2)", header.sets)));
        }
        if header.target == 0 {
            return Err(wrong("target", "0 points; at least 1 is right".into()));
        }
        header.profile.check().map_err(|error| wrong("profile", error.to_string()))?;
        let table = Table::new(header.table.clone()).map_err(|error| wrong("table", error.to_string()))?;
        let name = ProfileName::from_text(&header.rules_name);
        let mut game = Game {
            profile: header.profile.clone(),
            position: Position::opening_on(&table, Player::White, header.target, name),
            phase: Phase::Lag,
            set: 1,
            stroke: 1,
            won: [0, 0],
            opener: None,
            lags: 0,
            breaches: [0, 0],
            claim_refused: false,
            break_taken: false,
            reason: None,
            header,
            table,
        };
        game.position.check(&game.table)?;
        game.position = game.lag_position();
        Ok(game)
    }

    /// A match as far as its lines tell.
    ///
    /// # Errors
    /// The first line that can't come where it stands, by its place in the list.
    pub fn after(header: Header, lines: &[Line]) -> Result<Game, (usize, GameError)> {
        let mut game = Game::new(header).map_err(|error| (0, error))?;
        for (index, line) in lines.iter().enumerate() {
            game.follow(line).map_err(|error| (index, error))?;
        }
        Ok(game)
    }

    /// What was fixed before the first stroke.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The rules.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The position now; in a lag that of the lag.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the match waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The running set, from 1.
    pub fn set(&self) -> u8 {
        self.set
    }

    /// The number of the next stroke in the set, from 1.
    pub fn stroke(&self) -> u32 {
        self.stroke
    }

    /// Sets won by white and yellow.
    pub fn won(&self) -> [u8; 2] {
        self.won
    }

    /// Whether a break is due before the match goes on (4.6).
    pub fn break_due(&self) -> bool {
        let between = self.set > 1 && self.stroke == 1 && self.lags == 0 && !self.break_taken;
        let after = self.set - 1;
        let due = match self.header.sets {
            3 => after == 2,
            5 => after == 2 || after == 4,
            _ => false,
        };
        between && due && matches!(self.phase, Phase::Lag | Phase::Stroke)
    }

    /// Changes the state by a line.
    ///
    /// # Errors
    /// A line that can't come here; the state is then as before.
    pub fn follow(&mut self, line: &Line) -> Result<(), GameError> {
        self.check_place(line)?;
        let next = line.next().map(|text| Position::parse(text, &self.table)).transpose()?;
        match line {
            Line::Stroke(_) | Line::Fault(_) | Line::Ruling(_) => {
                self.stroke += u32::from(matches!(line, Line::Stroke(_)));
                self.claim_refused = false;
                self.go_to(next);
            }
            Line::Claim(event) => {
                self.claim_refused = event.yes != Some(true);
                self.go_to(next);
            }
            Line::Lag(lag) => {
                self.lags += 1;
                if let Some(player) = lag.verdict.breach {
                    self.breaches[player.index()] += 1;
                }
                match lag.verdict.outcome {
                    LagOutcome::Won(player) => self.phase = Phase::Choice(player),
                    LagOutcome::Replay(_) => {}
                }
            }
            Line::Choice(_) => {
                let next = next.ok_or_else(|| refuse(line, "it has no position"))?;
                self.opener = Some(next.striker);
                self.phase = Phase::Stroke;
                self.position = next;
            }
            Line::Forfeit(event) => {
                let loser = event.by.player().ok_or_else(|| refuse(line, "the referee can't forfeit"))?;
                self.phase = Phase::SetOver(loser.other());
            }
            Line::Disqualified(event) => {
                let loser = event.by.player().ok_or_else(|| refuse(line, "the referee can't be disqualified"))?;
                self.reason = Some(event.reason.clone());
                self.phase = Phase::Won(loser.other());
            }
            Line::Break(_) => self.break_taken = true,
            Line::Note(_) => {}
            Line::Set(set) => self.end_set(set.winner),
            Line::End(end) => self.phase = Phase::Done(end.winner),
        }
        Ok(())
    }

    fn go_to(&mut self, next: Option<Position>) {
        let Some(next) = next else { return };
        if let Some(player) = winner(&next) {
            self.phase = Phase::SetOver(player);
        }
        self.position = next;
    }

    /// Books a set and sets up what follows: the result, a lag before the deciding set, or the next opening.
    fn end_set(&mut self, player: Player) {
        self.won[player.index()] += 1;
        let needed = self.header.sets / 2 + 1;
        if self.won[player.index()] >= needed {
            self.phase = Phase::Won(player);
            return;
        }
        self.set += 1;
        self.stroke = 1;
        self.lags = 0;
        self.breaches = [0, 0];
        self.claim_refused = false;
        self.break_taken = false;
        let opener = self.opener.unwrap_or(Player::White).other();
        if self.set == self.header.sets {
            self.phase = Phase::Lag;
            self.position = self.lag_position();
        } else {
            self.phase = Phase::Stroke;
            self.opener = Some(opener);
            self.position = self.opening_position(opener);
        }
    }

    /// The position of the opening by a player, with the match's score.
    pub(crate) fn opening_position(&self, opener: Player) -> Position {
        let name = ProfileName::from_text(&self.header.rules_name);
        let sets = Some(Sets { won: self.won, best_of: self.header.sets, opener });
        Position { sets, ..Position::opening_on(&self.table, opener, self.header.target, name) }
    }

    /// The position of the lag. Who opens is not known yet; the notation wants a letter, white's.
    pub(crate) fn lag_position(&self) -> Position {
        let layout = crate::lag::lag_layout(&self.table);
        let opening = self.opening_position(Player::White);
        Position { balls: layout.balls, pins: layout.pins, kind: Kind::Lag, ..opening }
    }

    /// Whether a line can come now.
    fn check_place(&self, line: &Line) -> Result<(), GameError> {
        if let Line::Stroke(stroke) = line
            && self.phase == Phase::Stroke
            && (stroke.set, stroke.stroke, &stroke.position) != (self.set, self.stroke, &self.position.to_string())
        {
            let message = format!("set {}, stroke {} from `{}` is next", self.set, self.stroke, self.position);
            return Err(refuse(line, &message));
        }
        let fits = match line {
            Line::Lag(_) => self.phase == Phase::Lag,
            Line::Choice(event) => match (self.phase, event.by.player()) {
                (Phase::Choice(player), Some(by)) => player == by,
                (Phase::Lag, Some(_)) => true,
                _ => false,
            },
            Line::Stroke(stroke) => self.phase == Phase::Stroke && stroke.by == self.position.striker,
            Line::Claim(_) | Line::Fault(_) => self.phase == Phase::Stroke,
            Line::Ruling(_) => matches!(self.phase, Phase::Stroke | Phase::SetOver(_)),
            Line::Forfeit(_) => matches!(self.phase, Phase::Stroke | Phase::Lag | Phase::Choice(_)),
            Line::Disqualified(_) => !matches!(self.phase, Phase::Won(_) | Phase::Done(_)),
            Line::Break(_) => self.break_due(),
            Line::Note(_) => !matches!(self.phase, Phase::Done(_)),
            Line::Set(set) => self.phase == Phase::SetOver(set.winner),
            Line::End(end) => self.phase == Phase::Won(end.winner),
        };
        if fits { Ok(()) } else { Err(refuse(line, &format!("the match waits for {}", self.phase.waits()))) }
    }
}

fn refuse(line: &Line, message: &str) -> GameError {
    GameError::Line { line: line.word(), message: message.into() }
}

impl Phase {
    /// What the match waits for, in words.
    pub const fn waits(self) -> &'static str {
        match self {
            Phase::Lag => "the lag",
            Phase::Choice(_) => "the choice to open or to cede",
            Phase::Stroke => "a stroke",
            Phase::SetOver(_) => "the booking of the set",
            Phase::Won(_) => "the booking of the result",
            Phase::Done(_) => "nothing more",
        }
    }
}
