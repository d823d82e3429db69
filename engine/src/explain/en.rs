//! The explanations in English.

use super::Words;
use crate::events::Role;
use crate::faults::Fault;
use crate::judge::Forfeit;
use crate::position::{Half, Player};
use filotto_physics::Pin;

pub(super) struct English;

impl Words for English {
    fn role(&self, striker: bool) -> &'static str {
        if striker { "Striker" } else { "Opponent" }
    }

    fn colour(&self, player: Player) -> &'static str {
        match player {
            Player::White => "White",
            Player::Yellow => "Yellow",
        }
    }

    fn points(&self, number: u16) -> String {
        format!("{number} {}", if number == 1 { "point" } else { "points" })
    }

    fn valid(&self, clause: &str) -> &'static str {
        match clause {
            "5.1" => "Valid: pins by the object ball",
            "5.2" => "Valid: carom on red, then pins",
            "5.3" => "Valid: the object ball onto red (casin), then pins",
            "5.4" => "Valid: carom on red, red met by the object ball too, then pins",
            "5.5" => "Valid: carom on red",
            "5.6" => "Valid: the object ball onto red (casin)",
            "5.7" => "Valid: carom on red, red met by the object ball too",
            _ => "Valid: only the object ball was touched, nothing scored",
        }
    }

    fn fault(&self) -> &'static str {
        "Fault"
    }

    fn call(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::F15_2 => "pins (bevuta)",
            Fault::A => "wrong ball",
            Fault::B => "red ball",
            Fault::V => "pins",
            Fault::G => "opponent's ball",
            Fault::D => "ball off the table",
            Fault::E => "balls moving",
            Fault::Zh => "tip",
            Fault::Z => "double hit",
            Fault::I | Fault::K | Fault::N | Fault::P => "touch",
            Fault::L => "ball in contact",
            Fault::M => "feet",
            Fault::O => "jump",
            Fault::R => "push",
            Fault::LeanOnCue => "leaning pin",
        }
    }

    fn why(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::F15_2 => "after a correct contact the cue ball felled pins",
            Fault::A => "a wrong ball was struck",
            Fault::B => "the cue ball met red before the object ball",
            Fault::V => "the cue ball felled pins before it met the object ball",
            Fault::G => "the cue ball did not meet the object ball",
            Fault::D => "a ball left the table or touched the frame",
            Fault::E => "the stroke was played while balls were moving",
            Fault::Zh => "the ball was not struck with the tip",
            Fault::Z => "the tip touched the cue ball more than once",
            Fault::I => "a ball or a pin was touched to clean it",
            Fault::K => "a ball or a pin was moved otherwise than by the stroke",
            Fault::L => "the cue ball was played onto what it touched",
            Fault::M => "the feet were not as a placed ball demands",
            Fault::N => "the ball in hand was touched too early or otherwise than with the cue",
            Fault::O => "the cue ball jumped over pins or red before it met the object ball",
            Fault::P => "a ball or a pin was touched",
            Fault::R => "two balls were moved by one push",
            Fault::LeanOnCue => "a pin that leaned on the cue ball fell",
        }
    }

    fn counted(&self) -> &'static str {
        "Counted"
    }

    fn ball(&self, role: Role) -> &'static str {
        match role {
            Role::Cue => "by the cue ball",
            Role::Object => "by the object ball",
            Role::Red => "by red",
        }
    }

    fn carom(&self) -> &'static str {
        "carom"
    }

    fn casin(&self) -> &'static str {
        "casin"
    }

    fn penalty(&self) -> &'static str {
        "penalty"
    }

    fn spared(&self, pin: Pin, rule: &str) -> String {
        let letter = pin.letter();
        match rule {
            "12.6" => format!("Pin {letter} leaned on the cue ball and does not count (12.6)."),
            _ => format!("Pin {letter} was moved and stayed up: not down (12.4)."),
        }
    }

    fn no_points(&self, lost: u16) -> String {
        format!("The stroke of 10.4 cannot score: {} lost.", self.points(lost))
    }

    fn forfeit(&self, name: &str, forfeit: Forfeit) -> String {
        match forfeit {
            Forfeit::Set => format!("Set lost: {name}, left the place without permission (9.1)."),
            Forfeit::Match => format!("Match lost: {name}, refused to go on (9.2)."),
        }
    }

    fn misconduct(&self) -> &'static str {
        "The conduct of the waiting player is noted (14)."
    }

    fn next(&self) -> &'static str {
        "Next"
    }

    fn as_they_lie(&self) -> &'static str {
        "the balls as they lie"
    }

    fn in_hand(&self) -> &'static str {
        "ball in hand, in the half opposite the offender's ball (13.1, 13.2)"
    }

    fn in_hand_in(&self, half: Half) -> &'static str {
        match half {
            Half::Lower => "ball in hand in the lower half (13.1, 13.2)",
            Half::Upper => "ball in hand in the upper half (13.1, 13.2)",
        }
    }

    fn set_over(&self) -> &'static str {
        "The set is over"
    }
}
