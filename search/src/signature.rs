//! What touched what: the key by which strokes of one kind are told from strokes of another.

use filotto_engine::{By, Faults, RefereeEvent, Role};
use filotto_physics::PinSet;
use std::fmt;

/// Cushions counted in a signature; more are one kind.
const MOST_CUSHIONS: u8 = 7;

/// The kind of a stroke by its events. Two strokes of one signature differ in degree, not in idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Signature {
    /// Cushions of the cue ball before it first met the object ball or red.
    pub cue_cushions: u8,
    /// The cue ball met the object ball before red (or without red).
    pub object_first: bool,
    /// The cue ball met red before the object ball (or without it).
    pub red_first: bool,
    /// Cushions of the object ball before it first felled a pin, met red, or came to rest.
    pub object_cushions: u8,
    /// Cue ball, object ball, red (8.2).
    pub carom: bool,
    /// The object ball met red (8.2).
    pub casin: bool,
    /// Pins felled by the object ball, or by what it moved.
    pub by_object: PinSet,
    /// Pins felled by red.
    pub by_red: PinSet,
    /// Pins felled by the cue ball.
    pub by_cue: PinSet,
    /// The faults.
    pub faults: Faults,
}

impl Signature {
    /// Of what the referee saw and ruled.
    pub fn of(events: &[RefereeEvent], faults: Faults) -> Signature {
        let mut signature = Signature { faults, ..Signature::default() };
        let mut roots = [None; 5];
        for &event in events {
            signature.see(event, &mut roots);
        }
        signature
    }

    fn see(&mut self, event: RefereeEvent, roots: &mut [Option<Role>; 5]) {
        match event {
            RefereeEvent::Cushion(Role::Cue) if !self.met() => count(&mut self.cue_cushions),
            RefereeEvent::Cushion(Role::Object) if !self.object_done() => count(&mut self.object_cushions),
            RefereeEvent::Hit(Role::Cue, Role::Object) => self.object_first |= !self.red_first,
            RefereeEvent::Hit(Role::Cue, Role::Red) => {
                self.carom |= self.object_first;
                self.red_first |= !self.object_first;
            }
            RefereeEvent::Hit(Role::Object, Role::Red) => self.casin = true,
            RefereeEvent::Down(pin, by) => {
                let root = match by {
                    By::Ball(role) => Some(role),
                    By::Pin(other) => roots[other.index()],
                };
                roots[pin.index()] = root;
                let felled = match root {
                    Some(Role::Object) => &mut self.by_object,
                    Some(Role::Red) => &mut self.by_red,
                    _ => &mut self.by_cue,
                };
                *felled = felled.with(pin);
            }
            _ => {}
        }
    }

    fn met(&self) -> bool {
        self.object_first || self.red_first
    }

    fn object_done(&self) -> bool {
        self.casin || !self.by_object.is_empty()
    }

    /// The mode: everything but which pins exactly, so that a mode isn't cut up by the last pin to fall.
    pub fn mode(&self) -> Mode {
        let felled = |pins: PinSet| u8::from(!pins.is_empty());
        let bits = felled(self.by_object) | felled(self.by_red) << 1 | felled(self.by_cue) << 2;
        let contacts = u8::from(self.object_first) | u8::from(self.red_first) << 1;
        let caroms = u8::from(self.carom) << 2 | u8::from(self.casin) << 3;
        Mode([self.cue_cushions, self.object_cushions, bits, contacts | caroms], self.faults)
    }
}

fn count(cushions: &mut u8) {
    *cushions = (*cushions + 1).min(MOST_CUSHIONS);
}

/// A class of signatures that the planner polishes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode([u8; 4], Faults);

impl fmt::Display for Signature {
    /// `c1 o3 UDC red:L carom`: cushions of the cue ball and of the object ball, pins by whom, caroms, faults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{} o{}", self.cue_cushions, self.object_cushions)?;
        for (who, pins) in [(" ", self.by_object), (" red:", self.by_red), (" cue:", self.by_cue)] {
            if !pins.is_empty() {
                write!(f, "{who}{}", pins.iter().map(|pin| pin.letter()).collect::<String>())?;
            }
        }
        if self.carom {
            f.write_str(" carom")?;
        } else if self.casin {
            f.write_str(" casin")?;
        }
        for fault in self.faults.iter() {
            write!(f, " {}", fault.id())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_physics::Pin;

    #[test]
    fn a_rinquarto_is_told_by_its_cushions_and_pins() {
        use RefereeEvent::{Cushion, Down, Hit};
        let events = [
            Hit(Role::Cue, Role::Object),
            Cushion(Role::Object),
            Cushion(Role::Cue),
            Cushion(Role::Object),
            Cushion(Role::Object),
            Down(Pin::U, By::Ball(Role::Object)),
            Down(Pin::C, By::Pin(Pin::U)),
            Cushion(Role::Object),
        ];
        let signature = Signature::of(&events, Faults::NONE);
        assert_eq!(signature.to_string(), "c0 o3 UC");
        assert!(signature.object_first && !signature.red_first);
    }

    #[test]
    fn one_pin_more_is_the_same_mode() {
        let fell = |pins: &[Pin]| {
            let down = pins.iter().map(|&pin| RefereeEvent::Down(pin, By::Ball(Role::Object)));
            let events: Vec<_> = [RefereeEvent::Hit(Role::Cue, Role::Object)].into_iter().chain(down).collect();
            Signature::of(&events, Faults::NONE)
        };
        assert_eq!(fell(&[Pin::U]).mode(), fell(&[Pin::U, Pin::C]).mode());
        assert_ne!(fell(&[]).mode(), fell(&[Pin::U]).mode());
    }

    #[test]
    fn red_after_the_object_ball_is_a_carom() {
        let hit = |a, b| RefereeEvent::Hit(a, b);
        let carom = Signature::of(&[hit(Role::Cue, Role::Object), hit(Role::Cue, Role::Red)], Faults::NONE);
        assert!(carom.carom && carom.to_string() == "c0 o0 carom");
        let wrong = Signature::of(&[hit(Role::Cue, Role::Red), hit(Role::Cue, Role::Object)], Faults::NONE);
        assert!(wrong.red_first && !wrong.object_first && !wrong.carom);
    }
}
