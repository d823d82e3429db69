//! The faults by rule id, and sets of them.

/// A fault, in the order of the list of rule 15; the letters follow the Russian list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Fault {
    /// 15.2: the cue ball fells pins after a correct contact (bevuta).
    F15_2,
    /// 15.3-a: wrong ball.
    A,
    /// 15.3-b: red before the object ball.
    B,
    /// 15.3-v: pins before the object ball.
    V,
    /// 15.3-g: object ball missed.
    G,
    /// 15.3-d: a ball off the table.
    D,
    /// 15.3-e: balls were moving.
    E,
    /// 15.3-zh: not with the tip.
    Zh,
    /// 15.3-z: double hit.
    Z,
    /// 15.3-i: touched to clean.
    I,
    /// 15.3-k: moved.
    K,
    /// 15.3-l: played onto a contact.
    L,
    /// 15.3-m: feet.
    M,
    /// 15.3-n: wrong placement.
    N,
    /// 15.3-o: jumped.
    O,
    /// 15.3-p: touched.
    P,
    /// 15.3-r: push.
    R,
    /// 12.6 of the modern rules: a pin leaning on the cue ball fell.
    LeanOnCue,
}

impl Fault {
    /// Every fault, in order.
    pub const ALL: [Fault; 18] = [
        Fault::F15_2,
        Fault::A,
        Fault::B,
        Fault::V,
        Fault::G,
        Fault::D,
        Fault::E,
        Fault::Zh,
        Fault::Z,
        Fault::I,
        Fault::K,
        Fault::L,
        Fault::M,
        Fault::N,
        Fault::O,
        Fault::P,
        Fault::R,
        Fault::LeanOnCue,
    ];

    /// The rule id, as everything cites it.
    pub const fn id(self) -> &'static str {
        match self {
            Fault::F15_2 => "15.2",
            Fault::A => "15.3-a",
            Fault::B => "15.3-b",
            Fault::V => "15.3-v",
            Fault::G => "15.3-g",
            Fault::D => "15.3-d",
            Fault::E => "15.3-e",
            Fault::Zh => "15.3-zh",
            Fault::Z => "15.3-z",
            Fault::I => "15.3-i",
            Fault::K => "15.3-k",
            Fault::L => "15.3-l",
            Fault::M => "15.3-m",
            Fault::N => "15.3-n",
            Fault::O => "15.3-o",
            Fault::P => "15.3-p",
            Fault::R => "15.3-r",
            Fault::LeanOnCue => "12.6",
        }
    }

    /// The fault of a rule id.
    pub fn from_id(id: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.id() == id)
    }

    /// Whether it costs the 2 points and gives ball in hand; only the bevuta doesn't (15.2).
    pub const fn is_penalised(self) -> bool {
        !matches!(self, Fault::F15_2)
    }
}

/// A set of faults, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Faults(u32);

impl Faults {
    /// No fault.
    pub const NONE: Faults = Faults(0);

    /// Whether the fault is in the set.
    pub const fn contains(self, fault: Fault) -> bool {
        self.0 & (1 << fault as u32) != 0
    }

    /// The set with the fault added.
    #[must_use]
    pub const fn with(self, fault: Fault) -> Faults {
        Faults(self.0 | (1 << fault as u32))
    }

    /// The set with the fault taken out.
    #[must_use]
    pub const fn without(self, fault: Fault) -> Faults {
        Faults(self.0 & !(1 << fault as u32))
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// How many of them cost points and give ball in hand.
    pub const fn penalised(self) -> u32 {
        self.without(Fault::F15_2).len()
    }

    /// The faults, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.into_iter().filter(move |&fault| self.contains(fault))
    }

    /// The rule ids, sorted as text.
    pub fn ids(self) -> Vec<&'static str> {
        let mut ids: Vec<_> = self.iter().map(Fault::id).collect();
        ids.sort_unstable();
        ids
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Faults {
        faults.into_iter().fold(Faults::NONE, Faults::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back() {
        for fault in Fault::ALL {
            assert_eq!(Fault::from_id(fault.id()), Some(fault));
        }
        assert_eq!(Fault::from_id("15.3-x"), None);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let faults: Faults = [Fault::G, Fault::D, Fault::F15_2, Fault::G].into_iter().collect();
        assert_eq!(faults.len(), 3);
        assert_eq!(faults.penalised(), 2);
        assert_eq!(faults.ids(), ["15.2", "15.3-d", "15.3-g"]);
        assert!(faults.iter().eq([Fault::F15_2, Fault::G, Fault::D]));
        assert!(faults.without(Fault::G).without(Fault::D).without(Fault::F15_2).is_empty());
    }
}
