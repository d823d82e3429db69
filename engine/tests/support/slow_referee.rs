//! A referee who knows nothing of speed: every question is answered by reading the whole list again, in the words of
//! the rules. The engine's one pass is held against him.

use filotto_engine::profile::LeanOnCueRule;
use filotto_engine::{By, Contact, Declared, Fault, Profile, RefereeEvent, Role, StrokeKind};
use filotto_physics::trace::LeanFall;
use filotto_physics::{Pin, PinSet};
use std::collections::BTreeSet;

/// A stroke to be judged.
pub struct Slow<'a> {
    pub pins: PinSet,
    pub kind: StrokeKind,
    pub events: &'a [RefereeEvent],
    pub declared: &'a [Declared],
    pub profile: &'a Profile,
}

impl Slow<'_> {
    fn first(&self, wanted: impl Fn(&RefereeEvent) -> bool) -> Option<usize> {
        self.events.iter().position(wanted)
    }

    fn first_hit(&self, one: Role, other: Role, after: usize) -> Option<usize> {
        let meet = |e: &RefereeEvent| matches!(*e, RefereeEvent::Hit(a, b) if (a, b) == (one, other) || (b, a) == (one, other));
        self.events.iter().enumerate().position(|(i, e)| i >= after && meet(e))
    }

    fn object_at(&self) -> Option<usize> {
        self.first_hit(Role::Cue, Role::Object, 0)
    }

    /// Red was met before the object ball.
    fn red_first(&self) -> bool {
        let red = self.first_hit(Role::Cue, Role::Red, 0);
        red.is_some_and(|red| self.object_at().is_none_or(|object| red < object))
    }

    fn struck_red(&self) -> bool {
        self.events.contains(&RefereeEvent::WrongBall(Role::Red))
    }

    /// What event `i` does to a pin: the pin, by what, and whether it falls (or counts as fallen) by it.
    fn effect(&self, i: usize) -> Option<(Pin, By, bool)> {
        Some(match self.events[i] {
            RefereeEvent::Down(pin, by) => (pin, by, true),
            RefereeEvent::ShiftOff(pin, by) => (pin, by, self.profile.shifted_off_is_down),
            RefereeEvent::Shift(pin, by) | RefereeEvent::Struck(pin, by) => (pin, by, false),
            RefereeEvent::Lean(pin, ball) => (pin, By::Ball(ball), false),
            RefereeEvent::LeanFall(pin, ball, _) => (pin, By::Ball(ball), true),
            _ => return None,
        })
    }

    /// The event by which a pin fell.
    fn fall(&self, pin: Pin) -> Option<usize> {
        let falls = |&i: &usize| matches!(self.effect(i), Some((p, _, true)) if p == pin);
        (0..self.events.len()).find(falls).filter(|_| self.pins.contains(pin))
    }

    /// The ball at the root of what event `i` did: a pin passes on what last touched it before, up to its own fall.
    fn root(&self, i: usize) -> Option<Role> {
        let (_, by, _) = self.effect(i)?;
        let other = match by {
            By::Ball(role) => return Some(role),
            By::Pin(other) if self.pins.contains(other) => other,
            By::Pin(_) => return None,
        };
        let until = self.fall(other).map_or(i, |fall| i.min(fall + 1));
        let touched = (0..until).rev().find(|&j| matches!(self.effect(j), Some((p, ..)) if p == other));
        touched.and_then(|j| self.root(j))
    }

    /// The pins that count, each with the event and the ball; 12.6 decides about those that leant on the cue ball.
    fn counted(&self) -> Vec<(Pin, usize, Option<Role>)> {
        let spared = |i: usize| {
            let away = matches!(self.events[i], RefereeEvent::LeanFall(_, Role::Cue, LeanFall::Away));
            away && self.profile.lean_on_cue == LeanOnCueRule::OntoOnly
        };
        let falls = Pin::ALL.into_iter().filter_map(|pin| Some((pin, self.fall(pin)?)));
        falls.filter(|&(_, i)| !spared(i)).map(|(pin, i)| (pin, i, self.root(i))).collect()
    }

    /// Pins felled by the cue ball; in `modern` a pin that leant on it is 12.6's, not these.
    fn by_cue(&self) -> Vec<usize> {
        let modern_lean = |i: usize| {
            let lean = matches!(self.events[i], RefereeEvent::LeanFall(_, Role::Cue, _));
            lean && self.profile.lean_on_cue == LeanOnCueRule::Fault
        };
        let all = self.counted().into_iter().filter(|&(_, _, root)| root == Some(Role::Cue));
        all.map(|(_, i, _)| i).filter(|&i| !modern_lean(i)).collect()
    }

    fn faults(&self) -> BTreeSet<Fault> {
        let mut faults: BTreeSet<Fault> = self.declared.iter().filter_map(|d| d.fault()).collect();
        if self.kind == StrokeKind::None {
            return one_act(faults, false);
        }
        let before_object = |i: usize| self.object_at().is_none_or(|object| i < object);
        let before_red = |i: usize| self.first_hit(Role::Cue, Role::Red, 0).is_none_or(|red| i < red);
        let mut add = |holds: bool, fault| {
            if holds {
                faults.insert(fault);
            }
        };
        let seen = |wanted: fn(&RefereeEvent) -> bool| self.first(wanted).is_some();
        add(seen(|e| matches!(e, RefereeEvent::Off(_))), Fault::D);
        add(seen(|e| *e == RefereeEvent::DoubleHit), Fault::Z);
        add(seen(|e| *e == RefereeEvent::Push), Fault::R);
        add(seen(|e| matches!(e, RefereeEvent::OntoContact(_))), Fault::L);
        add(seen(|e| matches!(e, RefereeEvent::WrongBall(_))), Fault::A);
        add(self.first(|e| matches!(e, RefereeEvent::Jump(_))).is_some_and(before_object), Fault::O);
        let leant =
            |&(_, i, _): &(Pin, usize, Option<Role>)| matches!(self.events[i], RefereeEvent::LeanFall(_, Role::Cue, _));
        add(self.profile.lean_on_cue == LeanOnCueRule::Fault && self.counted().iter().any(leant), Fault::LeanOnCue);
        if !self.struck_red() {
            let pins_first = self.by_cue().into_iter().any(|i| before_object(i) && before_red(i));
            let pins_first = pins_first && self.object_at().is_some();
            let missed = self.object_at().is_none() && !self.red_first();
            let bevuta = self.by_cue().into_iter().any(|i| !before_object(i));
            add(self.red_first(), Fault::B);
            add(pins_first, Fault::V);
            add(missed, Fault::G);
            add(bevuta && !self.red_first() && !pins_first && !missed, Fault::F15_2);
        }
        let ball = |e: &RefereeEvent| matches!(e, RefereeEvent::OntoContact(Contact::Object | Contact::Red));
        one_act(faults, self.first(ball).is_some())
    }

    fn points(&self) -> u16 {
        if self.kind == StrokeKind::None {
            return 0;
        }
        let pins: Vec<Pin> = self.counted().into_iter().map(|(pin, ..)| pin).collect();
        let outer = pins.iter().filter(|&&pin| pin != Pin::C).count() as u16;
        let centre = match (pins.contains(&Pin::C), outer) {
            (false, _) => 0,
            (true, 0) => self.profile.centre_alone,
            (true, _) => self.profile.centre_with_outer,
        };
        outer * self.profile.outer_pin + centre + self.carom()
    }

    fn carom(&self) -> u16 {
        let Some(object) = self.object_at() else { return 0 };
        if self.red_first() || self.struck_red() {
            return 0;
        }
        let carom = self.first_hit(Role::Cue, Role::Red, object).map_or(0, |_| self.profile.carom);
        carom.max(self.first_hit(Role::Object, Role::Red, object).map_or(0, |_| self.profile.casin))
    }

    /// Points to the striker and to the opponent, the faults' ids sorted, ball in hand.
    pub fn verdict(&self) -> (u16, u16, Vec<&'static str>, bool) {
        let faults = self.faults();
        let mut ids: Vec<_> = faults.iter().map(|fault| fault.id()).collect();
        ids.sort_unstable();
        let acts = faults.iter().filter(|&&fault| fault != Fault::F15_2).count() as u16;
        let paid = if self.profile.sum_faults { acts } else { u16::from(acts > 0) };
        let red = if faults.contains(&Fault::B) { self.profile.red_first_points } else { 0 };
        let penalty = paid * self.profile.fault_points + red;
        match (faults.is_empty(), self.kind) {
            (true, StrokeKind::Reset) => (0, 0, ids, false),
            (true, _) => (self.points(), 0, ids, false),
            (false, _) => (0, self.points() + penalty, ids, acts > 0),
        }
    }
}

/// One act is one fault (15.1).
fn one_act(mut faults: BTreeSet<Fault>, onto_ball: bool) -> BTreeSet<Fault> {
    if onto_ball {
        faults.retain(|fault| !matches!(fault, Fault::Z | Fault::R));
    }
    if faults.contains(&Fault::R) {
        faults.remove(&Fault::Z);
    }
    let ranked = [Fault::N, Fault::I, Fault::K, Fault::P];
    if let Some(first) = ranked.iter().position(|fault| faults.contains(fault)) {
        faults.retain(|fault| !ranked[first + 1..].contains(fault));
    }
    faults
}
