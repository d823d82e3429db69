//! The five pins of the castle by name, and sets of them.

use serde::{Deserialize, Serialize};

/// A pin of the castle: U toward the upper cushion (+x), D toward the lower, L at +y, R at -y, C the centre pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Pin {
    /// Upper outer pin, at +x of the centre.
    U = 0,
    /// Lower outer pin, at -x.
    D = 1,
    /// Left outer pin, at +y.
    L = 2,
    /// Right outer pin, at -y.
    R = 3,
    /// The centre pin.
    C = 4,
}

impl Pin {
    /// All five, in the order of the notation.
    pub const ALL: [Pin; 5] = [Pin::U, Pin::D, Pin::L, Pin::R, Pin::C];

    /// 0 to 4: the place of this pin in every array of five.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Pin::U => 'U',
            Pin::D => 'D',
            Pin::L => 'L',
            Pin::R => 'R',
            Pin::C => 'C',
        }
    }

    /// The pin of a letter, `None` for any other character.
    pub fn from_letter(letter: char) -> Option<Pin> {
        Pin::ALL.into_iter().find(|pin| pin.letter() == letter)
    }
}

/// A set of pins, one bit a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PinSet(u8);

impl PinSet {
    /// No pin.
    pub const NONE: PinSet = PinSet(0);
    /// All five.
    pub const ALL: PinSet = PinSet(0b11111);

    /// Whether the pin is in the set.
    pub const fn contains(self, pin: Pin) -> bool {
        self.0 & (1 << pin as u8) != 0
    }

    /// The set with the pin added.
    #[must_use]
    pub const fn with(self, pin: Pin) -> PinSet {
        PinSet(self.0 | (1 << pin as u8))
    }

    /// The set with the pin taken out.
    #[must_use]
    pub const fn without(self, pin: Pin) -> PinSet {
        PinSet(self.0 & !(1 << pin as u8))
    }

    /// How many pins.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// One bit a pin, by [`Pin::index`].
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pins in the set, in the order of [`Pin::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Pin> {
        Pin::ALL.into_iter().filter(move |&pin| self.contains(pin))
    }
}

impl FromIterator<Pin> for PinSet {
    fn from_iter<I: IntoIterator<Item = Pin>>(pins: I) -> PinSet {
        pins.into_iter().fold(PinSet::NONE, PinSet::with)
    }
}
