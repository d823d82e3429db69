//! What the referee keeps in mind while the events of a stroke pass by, and what he makes of it at the end.
//!
//! Attribution: a pin belongs to the ball at the root of the chain that felled it (12.3), and only what the cue ball
//! does before it first meets the object ball can be a fault of first contact (7.1, 7.2, 15.3-b, -v, -g).

use crate::declared::Declared;
use crate::events::{By, Contact, RefereeEvent, Role, StrokeKind};
use crate::faults::{Fault, Faults};
use crate::judge::{Forfeit, Ruling};
use crate::profile::{LeanOnCueRule, Profile};
use filotto_physics::trace::LeanFall;
use filotto_physics::{Pin, PinSet};

/// What an event meant for the judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// Nothing.
    Nothing,
    /// The cue ball met the object ball for the first time.
    ObjectMet,
    /// The cue ball met red before the object ball.
    RedFirst,
    /// Cue ball, object ball, red.
    Carom,
    /// Object ball, red.
    Casin,
    /// A pin counts as down; the ball at the root, and the rule that made it count.
    PinDown(Pin, Option<Role>, &'static str),
    /// A pin fell or moved without counting, and why.
    PinSpared(Pin, &'static str),
    /// A pin leaning on the cue ball fell, which is a fault (12.6).
    LeanFault(Pin),
    /// A fault in itself.
    Seen(Fault),
}

/// What has been seen of a stroke so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally<'a> {
    profile: &'a Profile,
    /// The pins that stood before the stroke.
    stood: PinSet,
    /// Those that fell or count as down: none of them can do so again.
    settled: PinSet,
    /// Those that count.
    down: PinSet,
    /// The ball at the root of what moved each pin.
    root: [Option<Role>; 5],
    object_met: bool,
    red_first: bool,
    carom: bool,
    casin: bool,
    /// The cue ball felled a pin before it met any ball (15.3-v).
    pins_first: bool,
    /// The cue ball felled a pin after it met the object ball (15.2).
    pins_after: bool,
    red_struck: bool,
    onto_ball: bool,
    seen: Faults,
}

impl<'a> Tally<'a> {
    pub fn new(stood: PinSet, profile: &'a Profile) -> Tally<'a> {
        Tally {
            profile,
            stood,
            settled: PinSet::NONE,
            down: PinSet::NONE,
            root: [None; 5],
            object_met: false,
            red_first: false,
            carom: false,
            casin: false,
            pins_first: false,
            pins_after: false,
            red_struck: false,
            onto_ball: false,
            seen: Faults::NONE,
        }
    }

    /// Takes the next event.
    pub fn step(&mut self, event: RefereeEvent) -> Note {
        match event {
            RefereeEvent::Hit(one, other) => self.hit(one, other),
            RefereeEvent::Down(pin, by) => self.felled(pin, self.root_of(by), rule_of_fall(by)),
            RefereeEvent::ShiftOff(pin, by) if self.profile.shifted_off_is_down => {
                self.felled(pin, self.root_of(by), "12.4")
            }
            RefereeEvent::ShiftOff(pin, by) | RefereeEvent::Shift(pin, by) => self.moved(pin, by, "12.4"),
            RefereeEvent::Struck(pin, by) => self.moved(pin, by, "12.5"),
            RefereeEvent::Lean(pin, on) => self.moved(pin, By::Ball(on), "12.6"),
            RefereeEvent::LeanFall(pin, ball, how) => self.lean_fall(pin, ball, how),
            RefereeEvent::Off(_) => self.see(Fault::D),
            RefereeEvent::Jump(_) if !self.object_met => self.see(Fault::O),
            RefereeEvent::DoubleHit => self.see(Fault::Z),
            RefereeEvent::Push => self.see(Fault::R),
            RefereeEvent::OntoContact(contact) => {
                self.onto_ball |= contact != Contact::Cushion;
                self.see(Fault::L)
            }
            RefereeEvent::WrongBall(role) => {
                self.red_struck |= role == Role::Red;
                self.see(Fault::A)
            }
            RefereeEvent::Jump(_) | RefereeEvent::Cushion(_) | RefereeEvent::Upright(_) | RefereeEvent::Between(..) => {
                Note::Nothing
            }
        }
    }

    fn see(&mut self, fault: Fault) -> Note {
        self.seen = self.seen.with(fault);
        Note::Seen(fault)
    }

    fn hit(&mut self, one: Role, other: Role) -> Note {
        match (one, other) {
            (Role::Cue, Role::Object) | (Role::Object, Role::Cue) if !self.object_met => {
                self.object_met = true;
                Note::ObjectMet
            }
            (Role::Cue, Role::Red) | (Role::Red, Role::Cue) => self.hit_red(),
            // Red moved by the object ball counts only after a contact of the cue ball; red first pays no carom.
            (Role::Object, Role::Red) | (Role::Red, Role::Object)
                if self.object_met && !self.red_first && !self.casin =>
            {
                self.casin = true;
                Note::Casin
            }
            _ => Note::Nothing,
        }
    }

    fn hit_red(&mut self) -> Note {
        if self.red_first || self.carom {
            Note::Nothing
        } else if self.object_met {
            self.carom = true;
            Note::Carom
        } else {
            self.red_first = true;
            Note::RedFirst
        }
    }

    /// The ball at the root of the chain; `None` when the chain is not known.
    fn root_of(&self, by: By) -> Option<Role> {
        match by {
            By::Ball(role) => Some(role),
            By::Pin(pin) => self.root[pin.index()],
        }
    }

    /// A pin that counts as down, once a stroke and only if it stood.
    fn felled(&mut self, pin: Pin, root: Option<Role>, rule: &'static str) -> Note {
        if !self.settle(pin, root) {
            return Note::Nothing;
        }
        self.down = self.down.with(pin);
        if root == Some(Role::Cue) {
            self.pins_first |= !self.object_met && !self.red_first;
            self.pins_after |= self.object_met;
        }
        Note::PinDown(pin, root, rule)
    }

    /// Whether the pin stood until now; from now on it doesn't.
    fn settle(&mut self, pin: Pin, root: Option<Role>) -> bool {
        if !self.stood.contains(pin) || self.settled.contains(pin) {
            return false;
        }
        self.settled = self.settled.with(pin);
        self.root[pin.index()] = root;
        true
    }

    /// A pin that stays up, but may pass its push on to another (12.3).
    fn moved(&mut self, pin: Pin, by: By, rule: &'static str) -> Note {
        if self.settled.contains(pin) || !self.stood.contains(pin) {
            return Note::Nothing;
        }
        self.root[pin.index()] = self.root_of(by);
        Note::PinSpared(pin, rule)
    }

    fn lean_fall(&mut self, pin: Pin, ball: Role, how: LeanFall) -> Note {
        if ball != Role::Cue {
            return self.felled(pin, Some(ball), "12.6");
        }
        match (self.profile.lean_on_cue, how) {
            (LeanOnCueRule::OntoOnly, LeanFall::Onto) => self.felled(pin, Some(ball), "12.6"),
            (LeanOnCueRule::OntoOnly, LeanFall::Away) => {
                if self.settle(pin, Some(ball)) {
                    Note::PinSpared(pin, "12.6")
                } else {
                    Note::Nothing
                }
            }
            (LeanOnCueRule::Fault, _) => {
                if !self.settle(pin, Some(ball)) {
                    return Note::Nothing;
                }
                self.down = self.down.with(pin);
                self.seen = self.seen.with(Fault::LeanOnCue);
                Note::LeanFault(pin)
            }
        }
    }

    /// The faults seen and declared, one act counted once.
    fn faults(&self, kind: StrokeKind, declared: &[Declared]) -> Faults {
        let possible = declared.iter().filter(|declared| declared.possible_with(kind));
        let mut faults = possible.filter_map(|declared| declared.fault()).fold(self.seen, Faults::with);
        if kind != StrokeKind::None && !self.red_struck {
            faults = self.first_contact_faults(faults);
        }
        one_act_one_fault(faults, self.onto_ball)
    }

    fn first_contact_faults(&self, mut faults: Faults) -> Faults {
        let (red, pins) = (self.red_first, self.pins_first && self.object_met);
        for (applies, fault) in [
            (red, Fault::B),
            (pins, Fault::V),
            (!red && !self.object_met, Fault::G),
            // A bevuta needs a correct contact.
            (!red && !pins && self.object_met && self.pins_after, Fault::F15_2),
        ] {
            if applies {
                faults = faults.with(fault);
            }
        }
        faults
    }

    /// The points of the pins (8.1).
    fn pin_points(&self) -> u16 {
        self.down.iter().map(|pin| self.worth(pin)).sum()
    }

    /// What a pin is worth in this stroke: the centre pin more when it fell alone (8.1).
    pub fn worth(&self, pin: Pin) -> u16 {
        match pin {
            Pin::C if self.down.without(Pin::C).is_empty() => self.profile.centre_alone,
            Pin::C => self.profile.centre_with_outer,
            _ => self.profile.outer_pin,
        }
    }

    /// Whether the pin counts.
    pub fn is_down(&self, pin: Pin) -> bool {
        self.down.contains(pin)
    }

    /// Pins and carom together.
    pub fn points(&self) -> u16 {
        self.pin_points() + self.carom_points()
    }

    /// Whether it is the carom that pays, not the casin (8.2).
    pub fn pays_carom(&self) -> bool {
        self.carom && !self.red_struck && (self.profile.carom >= self.profile.casin || !self.casin)
    }

    /// The clause of rule 5 or 6 under which a stroke without fault falls.
    pub fn valid_clause(&self) -> &'static str {
        match (self.carom, self.casin, self.down.is_empty()) {
            (false, false, false) => "5.1",
            (true, false, false) => "5.2",
            (false, true, false) => "5.3",
            (true, true, false) => "5.4",
            (true, false, true) => "5.5",
            (false, true, true) => "5.6",
            (true, true, true) => "5.7",
            (false, false, true) => "6",
        }
    }

    /// The points of the carom (8.2): of carom and casin the larger one.
    pub fn carom_points(&self) -> u16 {
        let carom = if self.carom { self.profile.carom } else { 0 };
        let casin = if self.casin { self.profile.casin } else { 0 };
        if self.red_struck { 0 } else { carom.max(casin) }
    }

    /// The penalty of a set of faults (15.1, 15.3).
    pub fn penalty(&self, faults: Faults) -> u16 {
        let acts = faults.penalised() as u16;
        let times = if self.profile.sum_faults { acts } else { acts.min(1) };
        let red = if faults.contains(Fault::B) { self.profile.red_first_points } else { 0 };
        times * self.profile.fault_points + red
    }

    /// Closes the stroke.
    pub fn ruling(&self, kind: StrokeKind, declared: &[Declared]) -> Ruling {
        let faults = self.faults(kind, declared);
        let points = self.points();
        let (striker, opponent) = match (faults.is_empty(), kind) {
            (true, StrokeKind::Reset) => (0, 0),
            (true, _) => (points, 0),
            (false, _) => (0, points + self.penalty(faults)),
        };
        Ruling {
            striker,
            opponent,
            faults,
            in_hand: faults.penalised() > 0,
            pins_down: self.down,
            carom: self.carom_points() as u8,
            by_opponent: false,
            forfeit: forfeit(declared),
        }
    }
}

/// A pin felled by a pin is 12.3's, any other 12.1's.
fn rule_of_fall(by: By) -> &'static str {
    match by {
        By::Ball(_) => "12.1",
        By::Pin(_) => "12.3",
    }
}

/// One act is one fault (15.1): played onto a ball in contact, the second touch and the push of that ball are the
/// same act; a push goes before a double hit; one touch is only the most specific of -n, -i, -k, -p.
fn one_act_one_fault(mut faults: Faults, onto_ball: bool) -> Faults {
    if onto_ball {
        faults = faults.without(Fault::Z).without(Fault::R);
    }
    if faults.contains(Fault::R) {
        faults = faults.without(Fault::Z);
    }
    let touches = [Fault::N, Fault::I, Fault::K, Fault::P];
    let mut committed = touches.into_iter().filter(|&fault| faults.contains(fault));
    let Some(most_specific) = committed.next() else { return faults };
    touches.into_iter().fold(faults, Faults::without).with(most_specific)
}

fn forfeit(declared: &[Declared]) -> Option<Forfeit> {
    if declared.contains(&Declared::Disqualified) {
        Some(Forfeit::Match)
    } else if declared.contains(&Declared::ForfeitSet) {
        Some(Forfeit::Set)
    } else {
        None
    }
}
