//! The referee: from the events of a stroke and the faults declared to points, faults and ball in hand.
//!
//! One pass over the events keeps a tally (`tally.rs`); each step says what it noticed. [`rule`] drops the notes and is the
//! fast way: no heap, no panic, whatever the list. [`judge`] keeps them, so that the verdict names the rules and the
//! events that decided; both rule alike because there is one way to rule. The sentences are in [`crate::explain`].

use crate::declared::Declared;
use crate::events::{RefereeEvent, Role, StrokeKind};
use crate::faults::{Fault, Faults};
use crate::profile::Profile;
use crate::tally::{Note, Tally};
use filotto_physics::{Pin, PinSet};

/// A loss of more than a stroke (9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// The set is lost (9.1).
    Set,
    /// The match is lost (9.2).
    Match,
}

/// The judgement of one stroke, before the cap at the target. At least one of the points fields is 0, always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ruling {
    /// Points to the striker.
    pub striker: u16,
    /// Points to the opponent.
    pub opponent: u16,
    /// The faults.
    pub faults: Faults,
    /// Whether the offender's adversary has ball in hand.
    pub in_hand: bool,
    /// The pins that count as down.
    pub pins_down: PinSet,
    /// The points of the carom: 0, or what the profile gives for a carom or a casin.
    pub carom: u8,
    /// The offender is the waiting player: then ball in hand is the striker's, and so are the points.
    pub by_opponent: bool,
    /// The offender loses the set or the match (9).
    pub forfeit: Option<Forfeit>,
}

/// Judges a stroke: the fast way, without heap. `pins` are those standing before the stroke. A list that cannot be
/// is judged for what makes sense in it; `check_events` refuses it.
pub fn rule(
    pins: PinSet,
    kind: StrokeKind,
    events: &[RefereeEvent],
    declared: &[Declared],
    profile: &Profile,
) -> Ruling {
    let mut tally = Tally::new(pins, profile);
    if kind != StrokeKind::None {
        for &event in events {
            tally.step(event);
        }
    }
    tally.ruling(kind, declared)
}

/// Judges what the waiting player did: his faults pay the striker, who has ball in hand next.
pub fn rule_waiting(declared: &[Declared], profile: &Profile) -> Ruling {
    let ruling = rule(PinSet::NONE, StrokeKind::None, &[], declared, profile);
    Ruling { striker: ruling.opponent, opponent: 0, by_opponent: true, ..ruling }
}

/// Something that decided the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The stroke is valid, by the clause that is the reason's rule (5.1-5.7, 6).
    Valid,
    /// A pin counts: what it is worth in this stroke, and the ball at the root of its fall.
    Pin(Pin, u16, Option<Role>),
    /// A pin fell or moved and doesn't count.
    Spared(Pin),
    /// Cue ball, object ball, red, and what it is worth.
    Carom(u16),
    /// Object ball, red, and what it is worth.
    Casin(u16),
    /// A fault.
    Fault(Fault),
    /// What the faults cost together, beside the points of the stroke.
    Penalty(u16),
    /// The stroke would have scored so much, but it was that of 10.4.
    NoPoints(u16),
    /// The set or the match is lost.
    Forfeit(Forfeit),
    /// The waiting player's conduct is noted (14).
    Misconduct,
}

/// A fact with the rule it follows from and the event that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Rule id.
    pub rule: &'static str,
    /// Index of the event; `None` for what was declared and for what did not happen.
    pub event: Option<usize>,
    /// What it decided.
    pub fact: Fact,
}

/// A ruling with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Points, faults, ball in hand.
    pub ruling: Ruling,
    /// The kind of stroke judged.
    pub kind: StrokeKind,
    /// Why, in the order in which a referee would tell it.
    pub reasons: Vec<Reason>,
}

/// Judges a stroke as [`rule`] does, and says why.
pub fn judge(
    pins: PinSet,
    kind: StrokeKind,
    events: &[RefereeEvent],
    declared: &[Declared],
    profile: &Profile,
) -> Verdict {
    let mut tally = Tally::new(pins, profile);
    let seen = if kind == StrokeKind::None { &[] } else { events };
    let notes: Vec<Note> = seen.iter().map(|&event| tally.step(event)).collect();
    let ruling = tally.ruling(kind, declared);
    let mut reasons = Vec::new();
    if ruling.faults.is_empty() && kind != StrokeKind::None {
        let event = notes.iter().position(|&note| note == Note::ObjectMet);
        reasons.push(Reason { rule: tally.valid_clause(), event, fact: Fact::Valid });
    }
    reasons.extend(fault_reasons(ruling.faults, &notes));
    reasons.extend(notes.iter().enumerate().filter_map(|(index, &note)| counted(index, note, &tally)));
    if !ruling.faults.is_empty() {
        let rule = if ruling.faults.penalised() > 1 { "15.1" } else { "7.5" };
        reasons.push(Reason { rule, event: None, fact: Fact::Penalty(tally.penalty(ruling.faults)) });
    } else if kind == StrokeKind::Reset && tally.points() > 0 {
        reasons.push(Reason { rule: "10.4", event: None, fact: Fact::NoPoints(tally.points()) });
    }
    reasons.extend(beyond_the_stroke(declared));
    Verdict { ruling, kind, reasons }
}

/// Judges what the waiting player did, as [`rule_waiting`] does, and says why.
pub fn judge_waiting(declared: &[Declared], profile: &Profile) -> Verdict {
    let verdict = judge(PinSet::NONE, StrokeKind::None, &[], declared, profile);
    Verdict { ruling: rule_waiting(declared, profile), ..verdict }
}

impl Verdict {
    /// The rule ids that decided, each once, in the order of the reasons.
    pub fn rules(&self) -> Vec<&'static str> {
        let mut rules = Vec::new();
        let pins = (!self.ruling.pins_down.is_empty()).then_some("8.1");
        let hand = self.ruling.in_hand.then_some("13.1");
        for rule in self.reasons.iter().map(|reason| reason.rule).chain(pins).chain(hand) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The indices of the events that decided, rising.
    pub fn deciding(&self) -> Vec<usize> {
        let mut events: Vec<usize> = self.reasons.iter().filter_map(|reason| reason.event).collect();
        events.sort_unstable();
        events.dedup();
        events
    }
}

/// Each fault with the first event that shows it.
fn fault_reasons(faults: Faults, notes: &[Note]) -> Vec<Reason> {
    let object_met = notes.iter().position(|&note| note == Note::ObjectMet).unwrap_or(notes.len());
    let by_cue = |note: &Note| matches!(note, Note::PinDown(_, Some(Role::Cue), _));
    let shows = |fault: Fault| match fault {
        Fault::B => notes.iter().position(|&note| note == Note::RedFirst),
        Fault::V => notes.iter().position(by_cue),
        Fault::F15_2 => notes.iter().skip(object_met).position(by_cue).map(|after| after + object_met),
        Fault::LeanOnCue => notes.iter().position(|note| matches!(note, Note::LeanFault(_))),
        seen => notes.iter().position(|&note| note == Note::Seen(seen)),
    };
    faults.iter().map(|fault| Reason { rule: fault.id(), event: shows(fault), fact: Fact::Fault(fault) }).collect()
}

/// What an event's note counts in the end, if anything.
fn counted(index: usize, note: Note, tally: &Tally<'_>) -> Option<Reason> {
    let (rule, fact) = match note {
        Note::PinDown(pin, root, rule) => (rule, Fact::Pin(pin, tally.worth(pin), root)),
        Note::LeanFault(pin) => ("12.6", Fact::Pin(pin, tally.worth(pin), Some(Role::Cue))),
        Note::PinSpared(pin, rule) if !tally.is_down(pin) && rule != "12.5" => (rule, Fact::Spared(pin)),
        Note::Carom if tally.pays_carom() => ("8.2", Fact::Carom(tally.carom_points())),
        Note::Casin if !tally.pays_carom() && tally.carom_points() > 0 => ("8.2", Fact::Casin(tally.carom_points())),
        _ => return None,
    };
    Some(Reason { rule, event: Some(index), fact })
}

/// What was declared that judges more than the stroke.
fn beyond_the_stroke(declared: &[Declared]) -> impl Iterator<Item = Reason> {
    declared.iter().filter_map(|declared| {
        let (rule, fact) = match declared {
            Declared::ForfeitSet => ("9.1", Fact::Forfeit(Forfeit::Set)),
            Declared::Disqualified => ("9.2", Fact::Forfeit(Forfeit::Match)),
            Declared::Misconduct => ("14", Fact::Misconduct),
            _ => return None,
        };
        Some(Reason { rule, event: None, fact })
    })
}
