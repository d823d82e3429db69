//! What can be called in a match: each call is checked, becomes a line of the record, and changes the state by it.

use super::{Game, GameError, Phase};
use crate::apply::{self, Places, apply_fault};
use crate::brain::Forecast;
use crate::declared::Declared;
use crate::events::StrokeKind;
use crate::explain::{Language, Names};
use crate::judge::{Verdict, judge, judge_waiting};
use crate::lag::{judge_lag, lag_layout, lag_strikes};
use crate::notation::LagStrokes;
use crate::played::{PlayError, check_places, in_contact, play};
use crate::position::{Player, Position};
use crate::record::lines::{EndLine, EventLine, LagLine, Line, SetLine, StrokeLine, VerdictLine};
use crate::record::{By, lines};
use crate::stroke::Stroke;
use filotto_physics::simulate;

/// What the referee adds to a stroke.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// Faults declared.
    pub declared: Vec<Declared>,
    /// Where the balls lie after a declared touch moved some, by the referee's hand.
    pub moved: Option<Places>,
    /// What the player expected of his stroke.
    pub forecast: Option<Forecast>,
}

/// The answer to a claim of 10.4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimAnswer {
    /// No fault-free stroke was found.
    pub granted: bool,
    /// How it was searched, or the stroke that was found.
    pub how: String,
}

impl Game {
    fn waits(&self, call: &'static str) -> GameError {
        GameError::Phase { call, waits: self.phase().waits() }
    }

    fn event(&self, by: impl Into<By>, rule: &str, reason: impl Into<String>) -> EventLine {
        EventLine {
            set: self.set(),
            stroke: self.stroke(),
            by: by.into(),
            rule: rule.into(),
            reason: reason.into(),
            yes: None,
            points: None,
            declared: Vec::new(),
            verdict: None,
            next: None,
            by_hand: false,
        }
    }

    fn book(&mut self, line: Line) -> Result<Line, GameError> {
        self.follow(&line)?;
        Ok(line)
    }

    /// Plays a lag: both strokes as intended and as executed.
    ///
    /// # Errors
    /// Not waiting for a lag, or strokes that can't be.
    pub fn lag(&mut self, intended: LagStrokes, executed: LagStrokes) -> Result<Line, GameError> {
        if self.phase() != Phase::Lag {
            return Err(self.waits("lag"));
        }
        let trace = simulate(self.table(), &lag_layout(self.table()), &lag_strikes(&executed))?;
        let verdict = judge_lag(&trace, self.breaches, self.table(), self.profile());
        let line = LagLine {
            set: self.set(),
            attempt: self.lags + 1,
            intended: intended.to_string(),
            executed: executed.to_string(),
            verdict,
            rule: "3".into(),
            reason: verdict.says(),
        };
        self.book(Line::Lag(line))
    }

    /// The winner of the lag (or of the lot) opens or cedes.
    ///
    /// # Errors
    /// Not waiting for that player's choice.
    pub fn choose(&mut self, by: Player, opens: bool, lot: bool) -> Result<Line, GameError> {
        let opener = if opens { by } else { by.other() };
        let what = if opens { "opens" } else { "cedes the opening" };
        let reason = if lot { format!("{what}, having won the lot: no lag was decisive") } else { what.into() };
        let next = self.opening_position(opener).to_string();
        let event = EventLine { yes: Some(opens), next: Some(next), ..self.event(by, "3", reason) };
        self.book(Line::Choice(event))
    }

    /// Plays a stroke.
    ///
    /// # Errors
    /// Not waiting for a stroke, or a stroke, a declaration or places that can't be.
    pub fn play(&mut self, intended: &Stroke, executed: &Stroke, calls: &Calls) -> Result<Line, GameError> {
        if self.phase() != Phase::Stroke {
            return Err(self.waits("stroke"));
        }
        let position = self.position();
        refuse_forfeits(&calls.declared, position)?;
        let played = play(position, executed, &calls.declared, calls.moved, self.table(), self.profile())?;
        let line = StrokeLine {
            set: self.set(),
            stroke: self.stroke(),
            by: position.striker,
            position: position.to_string(),
            intended: intended.to_string(),
            executed: executed.to_string(),
            declared: names(&calls.declared),
            verdict: VerdictLine::new(&played.verdict, position.striker, &played.next),
            next: played.next.to_string(),
            by_hand: calls.moved.is_some(),
            forecast: calls.forecast,
        };
        self.book(Line::Stroke(line))
    }

    /// The striker's claim that there is no fault-free stroke from a contact (10.4), answered.
    ///
    /// # Errors
    /// Not waiting for a stroke, or a claim granted where the cue ball touches nothing.
    pub fn claim(&mut self, answer: &ClaimAnswer) -> Result<Line, GameError> {
        let position = self.position();
        if answer.granted && !in_contact(position, self.table(), self.profile()) {
            return Err(GameError::Contact);
        }
        let next = answer.granted.then(|| apply::reset(position, self.table()).to_string());
        let event = self.event(position.striker, "10.4", answer.how.clone());
        self.book(Line::Claim(EventLine { yes: Some(answer.granted), next, ..event }))
    }

    /// A fault without a stroke, by either player (13.6, or a touch declared before the strike). `moved`: where the
    /// balls lie by the referee's hand if it moved some.
    ///
    /// # Errors
    /// Not waiting for a stroke, a declaration that can't be without one, or places that can't be.
    pub fn fault(&mut self, by: Player, declared: &[Declared], moved: Option<Places>) -> Result<Line, GameError> {
        if self.phase() != Phase::Stroke {
            return Err(self.waits("fault"));
        }
        let position = self.position();
        let waiting = by != position.striker;
        let possible = |d: &Declared| {
            d.fault().is_some() && d.possible_with(StrokeKind::None) && (!waiting || d.possible_waiting())
        };
        if let Some(&declared) = declared.iter().find(|declared| !possible(declared)) {
            return Err(PlayError::Declared { declared, kind: position.kind }.into());
        }
        let told = match waiting {
            true => judge_waiting(declared, self.profile()),
            false => judge(position.pins, StrokeKind::None, &[], declared, self.profile()),
        };
        let mut lying = position.clone();
        if let Some(places) = moved {
            check_places(&places, position, self.table())?;
            lying.balls = places;
        }
        let next = apply_fault(&lying, &told.ruling, self.table(), self.profile());
        let verdict = VerdictLine::new(&told, position.striker, &next);
        let event = EventLine {
            declared: names(declared),
            next: Some(next.to_string()),
            by_hand: moved.is_some(),
            ..self.event(by, &verdict.faults.join(" "), verdict.says.clone())
        };
        self.book(Line::Fault(EventLine { verdict: Some(verdict), ..event }))
    }

    /// The referee's own ruling in a case the rules don't foresee (0): points awarded to white and yellow on top of
    /// the score, and the position that follows (its score is not looked at; `None`: as it is).
    ///
    /// # Errors
    /// Not in a set, a position that can't be, or points that bring both to the target.
    pub fn ruling(&mut self, points: [u16; 2], position: Option<&Position>, reason: &str) -> Result<Line, GameError> {
        if !matches!(self.phase(), Phase::Stroke) {
            return Err(self.waits("ruling"));
        }
        let mut next = position.unwrap_or(self.position()).clone();
        next.target = self.position().target;
        next.sets = self.position().sets;
        next.profile = self.position().profile.clone();
        next.points = self.position().points;
        let striker = next.striker;
        next.points = apply::scored_by(&next, points[striker.index()], points[striker.other().index()], self.profile());
        if next.points.iter().any(|&points| points >= next.target) {
            next.kind = crate::position::Kind::Over;
        }
        next.check(self.table())?;
        if next.kind.stroke_kind().is_none() && apply::winner(&next).is_none() {
            return Err(PlayError::NoStroke(next.kind).into());
        }
        let event = self.event(By::Referee, "0", reason);
        self.book(Line::Ruling(EventLine {
            points: Some(points),
            next: Some(next.to_string()),
            by_hand: position.is_some(),
            ..event
        }))
    }

    /// A player left his place without permission: the set is lost (9.1).
    ///
    /// # Errors
    /// Not in a set.
    pub fn forfeit(&mut self, by: Player, reason: &str) -> Result<Line, GameError> {
        let event = self.event(by, "9.1", reason);
        self.book(Line::Forfeit(event))
    }

    /// A player refuses to go on: the match is lost (9.2).
    ///
    /// # Errors
    /// After the end of the match.
    pub fn disqualify(&mut self, by: Player, reason: &str) -> Result<Line, GameError> {
        let event = self.event(by, "9.2", reason);
        self.book(Line::Disqualified(event))
    }

    /// A note without consequence: misconduct (14), a player shown his ball (13.7) and so on.
    ///
    /// # Errors
    /// After the end of the match.
    pub fn note(&mut self, by: By, rule: &str, reason: &str) -> Result<Line, GameError> {
        let event = self.event(by, rule, reason);
        self.book(Line::Note(event))
    }

    /// The break of five minutes (4.6).
    ///
    /// # Errors
    /// No break is due.
    pub fn take_break(&mut self) -> Result<Line, GameError> {
        let event = self.event(By::Referee, "4.6", format!("five minutes after set {}", self.set() - 1));
        self.book(Line::Break(event))
    }

    /// Books the end of a set.
    ///
    /// # Errors
    /// The set is not over.
    pub fn end_of_set(&mut self) -> Result<Line, GameError> {
        let Phase::SetOver(winner) = self.phase() else { return Err(self.waits("set")) };
        let mut won = self.won();
        won[winner.index()] += 1;
        let strokes = self.stroke() - 1;
        let points = self.position().points;
        self.book(Line::Set(SetLine { set: self.set(), winner, points, strokes, won }))
    }

    /// Books the result. The record's writer fills in the sum.
    ///
    /// # Errors
    /// The match is not over.
    pub fn end_of_match(&mut self) -> Result<Line, GameError> {
        let Phase::Won(winner) = self.phase() else { return Err(self.waits("result")) };
        let line = EndLine { winner, won: self.won(), reason: self.reason.clone(), sha256: String::new() };
        self.book(Line::End(line))
    }
}

fn names(declared: &[Declared]) -> Vec<String> {
    declared.iter().map(|declared| declared.name().into()).collect()
}

/// What judges more than a stroke is called on its own.
fn refuse_forfeits(declared: &[Declared], position: &Position) -> Result<(), PlayError> {
    match declared.iter().find(|declared| declared.fault().is_none()) {
        Some(&declared) => Err(PlayError::Declared { declared, kind: position.kind }),
        None => Ok(()),
    }
}

impl VerdictLine {
    /// A verdict with its explanation, which names the player who gets the points (8.3).
    pub fn new(verdict: &Verdict, striker: Player, next: &Position) -> VerdictLine {
        let ruling = &verdict.ruling;
        VerdictLine {
            striker: ruling.striker,
            opponent: ruling.opponent,
            faults: ruling.faults.ids().into_iter().map(String::from).collect(),
            in_hand: ruling.in_hand,
            pins: lines::pins(ruling.pins_down),
            carom: ruling.carom,
            says: verdict.explain(Language::En, &Names::Colours(striker), Some(next)),
        }
    }
}
