//! Event lists from outside: what cannot have happened is refused, with the event that says it.
//!
//! Lists of [`mod@crate::observe`] need no check. The referee's fast way judges any list; this is for files and protocols.

use crate::declared::Declared;
use crate::events::{By, Contact, RefereeEvent, Role, StrokeKind};
use filotto_physics::{Pin, PinSet};
use thiserror::Error;

/// Why a list of events or declarations cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// An event that cannot have happened.
    #[error("event {number} ({event}): {problem}")]
    Event {
        /// Its number in the list, from 1.
        number: usize,
        /// The event as words.
        event: String,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// Events where there was no stroke.
    #[error("events: {0} given, but without a stroke (`none`) there are none")]
    WithoutStroke(usize),
    /// A declaration that doesn't go with the kind of stroke.
    #[error("declared: `{}` is not possible with a stroke of kind `{}`; {}", .declared.name(), .kind.name(), .right)]
    Declared {
        /// The declaration.
        declared: Declared,
        /// The kind.
        kind: StrokeKind,
        /// Where it would be right.
        right: &'static str,
    },
    /// A declaration that the waiting player can't have earned.
    #[error("declared: `{}` is no fault of a waiting player; he can touch, move or clean", .0.name())]
    Waiting(Declared),
}

/// Checks a list of events and declarations against the pins standing before the stroke and its kind.
///
/// # Errors
/// The first that cannot be.
pub fn check_events(
    pins: PinSet,
    kind: StrokeKind,
    events: &[RefereeEvent],
    declared: &[Declared],
) -> Result<(), EventError> {
    if kind == StrokeKind::None && !events.is_empty() {
        return Err(EventError::WithoutStroke(events.len()));
    }
    let red_struck = events.contains(&RefereeEvent::WrongBall(Role::Red));
    let mut castle = Castle { standing: pins, touched: PinSet::NONE, leaning: [None; 5], red_struck };
    for (index, &event) in events.iter().enumerate() {
        castle.take(event).map_err(|problem| EventError::Event {
            number: index + 1,
            event: event.to_string(),
            problem,
        })?;
    }
    declared.iter().try_for_each(|&declared| check_declared(declared, kind))
}

/// Checks what the waiting player is charged with.
///
/// # Errors
/// The first declaration that needs a stroke of his own.
pub fn check_waiting(declared: &[Declared]) -> Result<(), EventError> {
    match declared.iter().find(|declared| !declared.possible_waiting()) {
        Some(&declared) => Err(EventError::Waiting(declared)),
        None => Ok(()),
    }
}

fn check_declared(declared: Declared, kind: StrokeKind) -> Result<(), EventError> {
    if declared.possible_with(kind) {
        return Ok(());
    }
    let right = match declared {
        Declared::Feet => "with an opening, in-hand or reset stroke it is (15.3-m)",
        Declared::Placement => "with an opening, in-hand or reset stroke, or none, it is (15.3-n)",
        _ => "it needs a stroke",
    };
    Err(EventError::Declared { declared, kind, right })
}

/// The pins while the list is read.
struct Castle {
    standing: PinSet,
    /// Pins that something has touched: only such a pin can fell another.
    touched: PinSet,
    leaning: [Option<Role>; 5],
    red_struck: bool,
}

impl Castle {
    fn take(&mut self, event: RefereeEvent) -> Result<(), String> {
        match event {
            RefereeEvent::Hit(one, other) if one == other && !(self.red_struck && one == Role::Object) => {
                Err(format!("the {} ball can't meet itself", one.name()))
            }
            RefereeEvent::Down(pin, by) => {
                self.touch(pin, by)?;
                self.standing = self.standing.without(pin);
                Ok(())
            }
            RefereeEvent::Shift(pin, by) | RefereeEvent::ShiftOff(pin, by) | RefereeEvent::Struck(pin, by) => {
                self.touch(pin, by)
            }
            RefereeEvent::Upright(pin) => self.rise(pin),
            RefereeEvent::Lean(pin, role) => {
                self.touch(pin, By::Ball(role))?;
                self.leaning[pin.index()] = Some(role);
                Ok(())
            }
            RefereeEvent::LeanFall(pin, role, _) => self.lean_fall(pin, role),
            RefereeEvent::Between(p, q) if p == q => Err("two different pins are right".into()),
            RefereeEvent::OntoContact(Contact::Red) if self.red_struck => Err("red was struck itself".into()),
            RefereeEvent::WrongBall(Role::Cue) => Err("the wrong ball is `object` or `red`".into()),
            _ => Ok(()),
        }
    }

    fn touch(&mut self, pin: Pin, by: By) -> Result<(), String> {
        self.stands(pin)?;
        if let By::Pin(other) = by {
            if other == pin {
                return Err(format!("{} can't do it to itself", pin.letter()));
            }
            if !self.touched.contains(other) {
                return Err(format!("nothing has touched {} before, so it can't touch another", other.letter()));
            }
        }
        self.touched = self.touched.with(pin);
        Ok(())
    }

    fn stands(&self, pin: Pin) -> Result<(), String> {
        if self.standing.contains(pin) {
            return Ok(());
        }
        let standing: String = self.standing.iter().map(Pin::letter).collect();
        let standing = if standing.is_empty() { "none".into() } else { standing };
        Err(format!("{} does not stand then (standing: {standing})", pin.letter()))
    }

    fn rise(&mut self, pin: Pin) -> Result<(), String> {
        if self.standing.contains(pin) || !self.touched.contains(pin) {
            return Err(format!("{} was not down before", pin.letter()));
        }
        self.standing = self.standing.with(pin);
        Ok(())
    }

    fn lean_fall(&mut self, pin: Pin, role: Role) -> Result<(), String> {
        self.stands(pin)?;
        if self.leaning[pin.index()] != Some(role) {
            return Err(format!("{} does not lean on the {} ball then", pin.letter(), role.name()));
        }
        self.standing = self.standing.without(pin);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_physics::trace::LeanFall;

    const OBJECT: By = By::Ball(Role::Object);

    fn check(events: &[RefereeEvent]) -> Result<(), String> {
        check_events(PinSet::ALL.without(Pin::R), StrokeKind::Normal, events, &[]).map_err(|e| e.to_string())
    }

    #[test]
    fn what_can_be_passes() {
        let events = [
            RefereeEvent::Hit(Role::Cue, Role::Object),
            RefereeEvent::Down(Pin::U, OBJECT),
            RefereeEvent::Down(Pin::C, By::Pin(Pin::U)),
            RefereeEvent::Upright(Pin::U),
            RefereeEvent::Down(Pin::U, OBJECT),
            RefereeEvent::Lean(Pin::L, Role::Red),
            RefereeEvent::LeanFall(Pin::L, Role::Red, LeanFall::Away),
        ];
        assert_eq!(check(&events), Ok(()));
    }

    #[test]
    fn what_cannot_be_names_its_event() {
        let wrong = |events: &[RefereeEvent], says: &str| {
            let error = check(events).unwrap_err();
            assert!(error.contains(says), "{error}");
        };
        wrong(&[RefereeEvent::Down(Pin::R, OBJECT)], "event 1 (down R object): R does not stand then (standing: UDLC)");
        let twice = RefereeEvent::Down(Pin::U, OBJECT);
        wrong(&[twice, twice], "event 2 (down U object): U does not stand then");
        wrong(&[RefereeEvent::Down(Pin::C, By::Pin(Pin::U))], "nothing has touched U before");
        wrong(&[RefereeEvent::Down(Pin::C, By::Pin(Pin::C))], "C can't do it to itself");
        wrong(&[RefereeEvent::Upright(Pin::U)], "U was not down before");
        wrong(&[RefereeEvent::Hit(Role::Red, Role::Red)], "the red ball can't meet itself");
        wrong(&[RefereeEvent::LeanFall(Pin::U, Role::Cue, LeanFall::Onto)], "U does not lean on the cue ball then");
        wrong(&[RefereeEvent::Between(Pin::U, Pin::U)], "two different pins are right");
    }

    #[test]
    fn declarations_go_with_their_strokes() {
        let check = |kind, declared| check_events(PinSet::ALL, kind, &[], &[declared]).map_err(|e| e.to_string());
        let error = check(StrokeKind::Normal, Declared::Feet).unwrap_err();
        assert!(error.starts_with("declared: `feet` is not possible with a stroke of kind `normal`"), "{error}");
        assert!(check(StrokeKind::Normal, Declared::Placement).is_err());
        assert!(check(StrokeKind::None, Declared::Push).is_err());
        assert!(check(StrokeKind::None, Declared::Placement).is_ok());
        assert!(check(StrokeKind::Reset, Declared::Feet).is_ok());
        assert!(check_waiting(&[Declared::Touched, Declared::Misconduct]).is_ok());
        let error = check_waiting(&[Declared::Feet]).unwrap_err().to_string();
        assert!(error.contains("`feet` is no fault of a waiting player"), "{error}");
    }

    #[test]
    fn without_a_stroke_nothing_happens() {
        let error = check_events(PinSet::ALL, StrokeKind::None, &[RefereeEvent::Push], &[]).unwrap_err();
        assert_eq!(error.to_string(), "events: 1 given, but without a stroke (`none`) there are none");
    }
}
