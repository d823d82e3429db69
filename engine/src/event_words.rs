//! Events as words: `hit cue object`. In JSON an event is the array of its words.

use crate::events::{By, Contact, JumpOver, RefereeEvent, Role};
use filotto_physics::Pin;
use filotto_physics::trace::LeanFall;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Every event's name and its arguments, as error messages tell them.
const FORMS: [&str; 16] = [
    "hit BALL BALL",
    "cushion BALL",
    "down PIN BY",
    "upright PIN",
    "shift PIN BY",
    "shift-off PIN BY",
    "struck PIN BY",
    "lean PIN BALL",
    "lean-fall PIN BALL away|onto",
    "off BALL",
    "jump pin:PIN|red",
    "between PIN PIN",
    "double-hit",
    "push",
    "onto-contact object|red|cushion",
    "wrong-ball object|red",
];

impl RefereeEvent {
    /// The event of its words.
    ///
    /// # Errors
    /// What is unknown, and what would be right.
    pub fn from_words(words: &[&str]) -> Result<RefereeEvent, String> {
        let event = match *words {
            ["hit", a, b] => RefereeEvent::Hit(role(a)?, role(b)?),
            ["cushion", a] => RefereeEvent::Cushion(role(a)?),
            ["down", p, a] => RefereeEvent::Down(pin(p)?, by(a)?),
            ["upright", p] => RefereeEvent::Upright(pin(p)?),
            ["shift", p, a] => RefereeEvent::Shift(pin(p)?, by(a)?),
            ["shift-off", p, a] => RefereeEvent::ShiftOff(pin(p)?, by(a)?),
            ["struck", p, a] => RefereeEvent::Struck(pin(p)?, by(a)?),
            ["lean", p, a] => RefereeEvent::Lean(pin(p)?, role(a)?),
            ["lean-fall", p, a, how] => RefereeEvent::LeanFall(pin(p)?, role(a)?, lean_fall(how)?),
            ["off", a] => RefereeEvent::Off(role(a)?),
            ["jump", over] => RefereeEvent::Jump(jump(over)?),
            ["between", p, q] => RefereeEvent::Between(pin(p)?, pin(q)?),
            ["double-hit"] => RefereeEvent::DoubleHit,
            ["push"] => RefereeEvent::Push,
            ["onto-contact", what] => RefereeEvent::OntoContact(contact(what)?),
            ["wrong-ball", what] => RefereeEvent::WrongBall(wrong_ball(what)?),
            [] => return Err("an event has no words; its name comes first".into()),
            [name, ..] => return Err(wrong_form(name, words)),
        };
        Ok(event)
    }
}

fn wrong_form(name: &str, words: &[&str]) -> String {
    match FORMS.into_iter().find(|form| form.split(' ').next() == Some(name)) {
        Some(form) => format!("{:?} is not `{form}`", words.join(" ")),
        None => {
            let names: Vec<_> = FORMS.into_iter().filter_map(|form| form.split(' ').next()).collect();
            format!("unknown event {name:?}; {} are right", names.join(", "))
        }
    }
}

fn role(word: &str) -> Result<Role, String> {
    Role::from_name(word).ok_or_else(|| format!("unknown ball {word:?}; cue, object or red is right"))
}

fn pin(word: &str) -> Result<Pin, String> {
    let mut letters = word.chars();
    match (letters.next().and_then(Pin::from_letter), letters.next()) {
        (Some(pin), None) => Ok(pin),
        _ => Err(format!("unknown pin {word:?}; U, D, L, R or C is right")),
    }
}

fn by(word: &str) -> Result<By, String> {
    match word.strip_prefix("pin:") {
        Some(letter) => pin(letter).map(By::Pin),
        None => role(word).map(By::Ball),
    }
}

fn lean_fall(word: &str) -> Result<LeanFall, String> {
    match word {
        "away" => Ok(LeanFall::Away),
        "onto" => Ok(LeanFall::Onto),
        _ => Err(format!("{word:?} is not away or onto")),
    }
}

fn jump(word: &str) -> Result<JumpOver, String> {
    match word.strip_prefix("pin:") {
        Some(letter) => pin(letter).map(JumpOver::Pin),
        None if word == "red" => Ok(JumpOver::Red),
        None => Err(format!("{word:?} is not pin:U, pin:D, pin:L, pin:R, pin:C or red")),
    }
}

fn contact(word: &str) -> Result<Contact, String> {
    match word {
        "object" => Ok(Contact::Object),
        "red" => Ok(Contact::Red),
        "cushion" => Ok(Contact::Cushion),
        _ => Err(format!("{word:?} is not object, red or cushion")),
    }
}

fn wrong_ball(word: &str) -> Result<Role, String> {
    match role(word) {
        Ok(role) if role != Role::Cue => Ok(role),
        _ => Err(format!("{word:?} is not object or red")),
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Ball(role) => f.write_str(role.name()),
            By::Pin(pin) => write!(f, "pin:{}", pin.letter()),
        }
    }
}

impl fmt::Display for RefereeEvent {
    /// The words, a blank between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RefereeEvent::Hit(a, b) => write!(f, "hit {} {}", a.name(), b.name()),
            RefereeEvent::Cushion(a) => write!(f, "cushion {}", a.name()),
            RefereeEvent::Down(p, by) => write!(f, "down {} {by}", p.letter()),
            RefereeEvent::Upright(p) => write!(f, "upright {}", p.letter()),
            RefereeEvent::Shift(p, by) => write!(f, "shift {} {by}", p.letter()),
            RefereeEvent::ShiftOff(p, by) => write!(f, "shift-off {} {by}", p.letter()),
            RefereeEvent::Struck(p, by) => write!(f, "struck {} {by}", p.letter()),
            RefereeEvent::Lean(p, a) => write!(f, "lean {} {}", p.letter(), a.name()),
            RefereeEvent::LeanFall(p, a, LeanFall::Away) => write!(f, "lean-fall {} {} away", p.letter(), a.name()),
            RefereeEvent::LeanFall(p, a, LeanFall::Onto) => write!(f, "lean-fall {} {} onto", p.letter(), a.name()),
            RefereeEvent::Off(a) => write!(f, "off {}", a.name()),
            RefereeEvent::Jump(JumpOver::Pin(p)) => write!(f, "jump pin:{}", p.letter()),
            RefereeEvent::Jump(JumpOver::Red) => f.write_str("jump red"),
            RefereeEvent::Between(p, q) => write!(f, "between {} {}", p.letter(), q.letter()),
            RefereeEvent::DoubleHit => f.write_str("double-hit"),
            RefereeEvent::Push => f.write_str("push"),
            RefereeEvent::OntoContact(Contact::Object) => f.write_str("onto-contact object"),
            RefereeEvent::OntoContact(Contact::Red) => f.write_str("onto-contact red"),
            RefereeEvent::OntoContact(Contact::Cushion) => f.write_str("onto-contact cushion"),
            RefereeEvent::WrongBall(a) => write!(f, "wrong-ball {}", a.name()),
        }
    }
}

impl Serialize for RefereeEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_string().split(' '))
    }
}

impl<'de> Deserialize<'de> for RefereeEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RefereeEvent, D::Error> {
        let words = Vec::<String>::deserialize(deserializer)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        RefereeEvent::from_words(&words).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_back() {
        let forms = [
            r#"["hit","cue","red"]"#,
            r#"["cushion","object"]"#,
            r#"["down","U","pin:C"]"#,
            r#"["down","C","cue"]"#,
            r#"["upright","U"]"#,
            r#"["shift","D","red"]"#,
            r#"["shift-off","L","object"]"#,
            r#"["struck","R","cue"]"#,
            r#"["lean","R","cue"]"#,
            r#"["lean-fall","R","cue","away"]"#,
            r#"["lean-fall","R","red","onto"]"#,
            r#"["off","red"]"#,
            r#"["jump","pin:U"]"#,
            r#"["jump","red"]"#,
            r#"["between","U","L"]"#,
            r#"["double-hit"]"#,
            r#"["push"]"#,
            r#"["onto-contact","object"]"#,
            r#"["onto-contact","red"]"#,
            r#"["onto-contact","cushion"]"#,
            r#"["wrong-ball","object"]"#,
            r#"["wrong-ball","red"]"#,
        ];
        for form in forms {
            let event: RefereeEvent = serde_json::from_str(form).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), form);
        }
    }

    #[test]
    fn errors_name_the_word() {
        let wrong = |words: &[&str], says: &str| {
            let error = RefereeEvent::from_words(words).unwrap_err();
            assert!(error.contains(says), "{error}");
        };
        wrong(&["hit", "cue", "blue"], "unknown ball \"blue\"; cue, object or red is right");
        wrong(&["down", "X", "cue"], "unknown pin \"X\"");
        wrong(&["down", "UD", "cue"], "unknown pin \"UD\"");
        wrong(&["down", "U", "pin:"], "unknown pin \"\"");
        wrong(&["hit", "cue"], "\"hit cue\" is not `hit BALL BALL`");
        wrong(&["fell", "U"], "unknown event \"fell\"; hit, cushion");
        wrong(&["lean-fall", "U", "cue", "off"], "\"off\" is not away or onto");
        wrong(&["wrong-ball", "cue"], "\"cue\" is not object or red");
        wrong(&[], "no words");
    }
}
