//! A verdict in sentences: who gets how many points and why, who plays next and from where; in English, Russian and
//! Italian. The referee's calls in Russian are those of the rules' own text.
//!
//! Players stand in the nominative before a colon, so that no language has to decline a name (8.3: the referee names
//! the player who gets the points, also for faults).

mod en;
mod it;
mod ru;

use crate::events::{Role, StrokeKind};
use crate::faults::Fault;
use crate::judge::{Fact, Forfeit, Reason, Verdict};
use crate::position::{Half, Kind, Player, Position};
use filotto_physics::Pin;
use serde::Serialize;

/// A language of the explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    En,
    /// Russian.
    Ru,
    /// Italian.
    It,
}

impl Language {
    /// All three.
    pub const ALL: [Language; 3] = [Language::En, Language::Ru, Language::It];

    /// `en`, `ru`, `it`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ru => "ru",
            Language::It => "it",
        }
    }

    /// The language of a code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    pub(crate) fn words(self) -> &'static dyn Words {
        match self {
            Language::En => &en::English,
            Language::Ru => &ru::Russian,
            Language::It => &it::Italian,
        }
    }
}

/// What the players are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// The striker and the opponent.
    Roles,
    /// White and yellow, this one being the striker.
    Colours(Player),
    /// By name, the striker first.
    Own(String, String),
}

/// What a language says; a sentence each, or the part of one that the name shows.
pub(crate) trait Words {
    /// "Striker" or "Opponent".
    fn role(&self, striker: bool) -> &'static str;
    fn colour(&self, player: Player) -> &'static str;
    /// The number with the word for points in its right form.
    fn points(&self, number: u16) -> String;
    /// Why a stroke is valid: clauses 5.1 to 5.7 and 6.
    fn valid(&self, clause: &str) -> &'static str;
    /// "Fault", before the offender's name.
    fn fault(&self) -> &'static str;
    /// What the referee calls.
    fn call(&self, fault: Fault) -> &'static str;
    /// What happened.
    fn why(&self, fault: Fault) -> &'static str;
    /// "Counted", before the list of what made the points.
    fn counted(&self) -> &'static str;
    fn ball(&self, role: Role) -> &'static str;
    fn carom(&self) -> &'static str;
    fn casin(&self) -> &'static str;
    fn penalty(&self) -> &'static str;
    /// A pin that doesn't count, by the rule that spares it.
    fn spared(&self, pin: Pin, rule: &str) -> String;
    fn no_points(&self, lost: u16) -> String;
    fn forfeit(&self, name: &str, forfeit: Forfeit) -> String;
    fn misconduct(&self) -> &'static str;
    /// "Next", before the name of the player.
    fn next(&self) -> &'static str;
    /// How the next player finds the table.
    fn as_they_lie(&self) -> &'static str;
    fn in_hand(&self) -> &'static str;
    fn in_hand_in(&self, half: Half) -> &'static str;
    fn set_over(&self) -> &'static str;
}

/// The same explanation in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentences {
    /// English.
    pub en: String,
    /// Russian.
    pub ru: String,
    /// Italian.
    pub it: String,
}

impl Fault {
    /// What the referee calls, in a language.
    pub fn call(self, language: Language) -> &'static str {
        language.words().call(self)
    }
}

impl Verdict {
    /// The explanation in a language. With the next position it names the half of the ball in hand, and the end of
    /// the set.
    pub fn explain(&self, language: Language, names: &Names, next: Option<&Position>) -> String {
        let speaker = Speaker { words: language.words(), names, verdict: self, next };
        let parts = [speaker.headline(), speaker.why(), speaker.sum(), speaker.rest(), speaker.next()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The explanation in all three languages.
    pub fn sentences(&self, names: &Names, next: Option<&Position>) -> Sentences {
        let [en, ru, it] = Language::ALL.map(|language| self.explain(language, names, next));
        Sentences { en, ru, it }
    }
}

struct Speaker<'a> {
    words: &'static dyn Words,
    names: &'a Names,
    verdict: &'a Verdict,
    next: Option<&'a Position>,
}

impl Speaker<'_> {
    fn name(&self, striker: bool) -> String {
        match self.names {
            Names::Roles => self.words.role(striker).into(),
            Names::Colours(player) => self.words.colour(if striker { *player } else { player.other() }).into(),
            Names::Own(one, other) => (if striker { one } else { other }).clone(),
        }
    }

    /// Whether the striker is at fault, where there is a fault; the waiting player is otherwise.
    fn offender_is_striker(&self) -> bool {
        !self.verdict.ruling.by_opponent
    }

    /// Who gets how many points (8.3).
    fn headline(&self) -> String {
        let ruling = &self.verdict.ruling;
        let to_striker = ruling.striker > 0 || ruling.opponent == 0;
        let points = self.words.points(ruling.striker.max(ruling.opponent));
        format!("{}: {points}.", self.name(to_striker))
    }

    /// The clause of a valid stroke, or the faults.
    fn why(&self) -> String {
        let offender = self.name(self.offender_is_striker());
        let told = self.verdict.reasons.iter().filter_map(|reason| match reason.fact {
            Fact::Valid => Some(format!("{} ({}).", self.words.valid(reason.rule), reason.rule)),
            Fact::Fault(fault) => {
                let (word, call, why) = (self.words.fault(), self.words.call(fault), self.words.why(fault));
                Some(format!("{word}: {offender}, «{call}» ({}): {why}.", reason.rule))
            }
            _ => None,
        });
        told.collect::<Vec<_>>().join(" ")
    }

    /// What the points are made of.
    fn sum(&self) -> String {
        let parts: Vec<_> = self.verdict.reasons.iter().filter_map(|reason| self.part(reason)).collect();
        if parts.is_empty() { String::new() } else { format!("{}: {}.", self.words.counted(), parts.join(", ")) }
    }

    fn part(&self, reason: &Reason) -> Option<String> {
        match reason.fact {
            Fact::Pin(pin, worth, Some(role)) => Some(format!("{} {worth} ({})", pin.letter(), self.words.ball(role))),
            Fact::Pin(pin, worth, None) => Some(format!("{} {worth}", pin.letter())),
            Fact::Carom(worth) => Some(format!("{} {worth}", self.words.carom())),
            Fact::Casin(worth) => Some(format!("{} {worth}", self.words.casin())),
            Fact::Penalty(worth) if worth > 0 => Some(format!("{} {worth}", self.words.penalty())),
            _ => None,
        }
    }

    /// Pins spared, points that the stroke of 10.4 can't make, what judges more than the stroke.
    fn rest(&self) -> String {
        let told = self.verdict.reasons.iter().filter_map(|reason| match reason.fact {
            Fact::Spared(pin) => Some(self.words.spared(pin, reason.rule)),
            Fact::NoPoints(lost) => Some(self.words.no_points(lost)),
            Fact::Forfeit(forfeit) => Some(self.words.forfeit(&self.name(self.offender_is_striker()), forfeit)),
            Fact::Misconduct => Some(self.words.misconduct().into()),
            _ => None,
        });
        told.map(|sentence| format!("{sentence} ")).collect::<String>().trim_end().into()
    }

    /// Who plays next and from where; nothing where the set is lost.
    fn next(&self) -> String {
        let ruling = &self.verdict.ruling;
        let kind = self.next.map(|next| next.kind);
        match (ruling.forfeit, kind) {
            (Some(_), _) => return String::new(),
            (None, Some(Kind::Over)) => return format!("{}.", self.words.set_over()),
            _ => {}
        }
        // Turns alternate (2.3); the waiting player's fault gives the stroke to the striker again, and a note without
        // a stroke leaves it to him.
        let only_noted = self.verdict.kind == StrokeKind::None && ruling.faults.is_empty();
        let striker = only_noted || ruling.by_opponent && ruling.in_hand;
        let how = match kind {
            Some(Kind::InHand(half)) => self.words.in_hand_in(half),
            None if ruling.in_hand => self.words.in_hand(),
            _ => self.words.as_they_lie(),
        };
        format!("{}: {}, {how}.", self.words.next(), self.name(striker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::Declared;
    use crate::events::{By, RefereeEvent};
    use crate::judge::{judge, judge_waiting};
    use crate::position::ProfileName;
    use crate::profile::Profile;
    use filotto_physics::PinSet;

    const CONTACT: RefereeEvent = RefereeEvent::Hit(Role::Cue, Role::Object);
    const BEVUTA: [RefereeEvent; 3] =
        [CONTACT, RefereeEvent::Down(Pin::U, By::Ball(Role::Object)), RefereeEvent::Down(Pin::C, By::Ball(Role::Cue))];

    fn verdict(events: &[RefereeEvent], declared: &[Declared]) -> Verdict {
        judge(PinSet::ALL, StrokeKind::Normal, events, declared, &Profile::wcbs_1997())
    }

    #[test]
    fn a_scoring_stroke_in_three_languages() {
        let events = [CONTACT, BEVUTA[1], RefereeEvent::Hit(Role::Cue, Role::Red)];
        let told = verdict(&events, &[]).sentences(&Names::Colours(Player::Yellow), None);
        assert_eq!(
            told.en,
            "Yellow: 6 points. Valid: carom on red, then pins (5.2). \
             Counted: U 2 (by the object ball), carom 4. Next: White, the balls as they lie."
        );
        assert_eq!(
            told.ru,
            "Жёлтый: 6 очков. Удар правильный: карамболь в красный шар, затем фишки (5.2). \
             Засчитано: U 2 (шаром соперника), карамболь 4. Следующий удар: Белый, шары остаются на местах."
        );
        assert_eq!(
            told.it,
            "Giallo: 6 punti. Tiro valido: carambola sul pallino, poi birilli (5.2). \
             Conteggio: U 2 (bilia avversaria), carambola 4. Prossimo tiro: Bianco, le bilie restano dove sono."
        );
    }

    #[test]
    fn faults_name_offender_winner_and_the_half() {
        let events = [RefereeEvent::Hit(Role::Cue, Role::Red)];
        let verdict = verdict(&events, &[Declared::Touched]);
        let names = Names::Own("Bianchi".into(), "Rossi".into());
        let mut next = Position::opening(Player::Yellow, 60, ProfileName::Wcbs1997);
        next.kind = Kind::InHand(Half::Upper);
        assert_eq!(
            verdict.explain(Language::En, &names, Some(&next)),
            "Rossi: 6 points. Fault: Bianchi, «red ball» (15.3-b): the cue ball met red before the object ball. \
             Fault: Bianchi, «touch» (15.3-p): a ball or a pin was touched. Counted: penalty 6. \
             Next: Rossi, ball in hand in the upper half (13.1, 13.2)."
        );
        assert_eq!(verdict.rules(), ["15.3-b", "15.3-p", "15.1", "13.1"]);
        assert_eq!(verdict.deciding(), [0]);
        next.kind = Kind::Over;
        assert!(verdict.explain(Language::It, &names, Some(&next)).ends_with("La partita è finita."));
    }

    #[test]
    fn a_bevuta_is_decided_by_its_own_pin() {
        let verdict = verdict(&BEVUTA, &[]);
        let fault = verdict.reasons.iter().find(|reason| reason.fact == Fact::Fault(Fault::F15_2)).unwrap();
        assert_eq!(fault.event, Some(2));
        let told = verdict.explain(Language::Ru, &Names::Roles, None);
        assert!(told.starts_with("Соперник: 6 очков. Ошибка: Игрок, «фишки» (15.2)"), "{told}");
        assert!(told.ends_with("Следующий удар: Соперник, шары остаются на местах."), "{told}");
    }

    #[test]
    fn the_waiting_player_pays_the_striker() {
        let verdict = judge_waiting(&[Declared::Touched], &Profile::wcbs_1997());
        let told = verdict.explain(Language::En, &Names::Roles, None);
        assert!(told.starts_with("Striker: 2 points. Fault: Opponent, «touch» (15.3-p)"), "{told}");
        assert!(told.contains("Next: Striker, ball in hand"), "{told}");
    }

    #[test]
    fn what_judges_more_than_the_stroke_is_told() {
        let told = |declared: &[Declared]| {
            let verdict = judge(PinSet::ALL, StrokeKind::None, &[], declared, &Profile::wcbs_1997());
            verdict.explain(Language::En, &Names::Roles, None)
        };
        assert!(told(&[Declared::ForfeitSet]).contains("Set lost: Striker"));
        assert!(told(&[Declared::Disqualified]).contains("Match lost: Striker"));
        let noted = told(&[Declared::Misconduct]);
        assert!(noted.contains("noted (14)") && noted.contains("Next: Striker, the balls as they lie"), "{noted}");
    }

    #[test]
    fn russian_counts_its_points() {
        let forms = [(0, "0 очков"), (1, "1 очко"), (2, "2 очка"), (5, "5 очков"), (12, "12 очков"), (22, "22 очка")];
        for (number, form) in forms {
            assert_eq!(ru::Russian.points(number), form);
        }
    }

    #[test]
    fn every_fault_is_told_in_every_language() {
        for language in Language::ALL {
            for fault in Fault::ALL {
                let words = language.words();
                assert!(!words.call(fault).is_empty() && !words.why(fault).is_empty());
            }
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
    }
}
