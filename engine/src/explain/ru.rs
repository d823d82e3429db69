//! Объяснения по-русски: the explanations in Russian. The calls are the source's own words; it has none for -m, -p
//! and the modern 12.6, which are ours.

use super::Words;
use crate::events::Role;
use crate::faults::Fault;
use crate::judge::Forfeit;
use crate::position::{Half, Player};
use filotto_physics::Pin;

pub(super) struct Russian;

impl Words for Russian {
    fn role(&self, striker: bool) -> &'static str {
        if striker { "Игрок" } else { "Соперник" }
    }

    fn colour(&self, player: Player) -> &'static str {
        match player {
            Player::White => "Белый",
            Player::Yellow => "Жёлтый",
        }
    }

    /// 1 очко, 2-4 очка, 5-20 очков, and by the last digit above.
    fn points(&self, number: u16) -> String {
        let word = match (number % 100, number % 10) {
            (11..=14, _) => "очков",
            (_, 1) => "очко",
            (_, 2..=4) => "очка",
            _ => "очков",
        };
        format!("{number} {word}")
    }

    fn valid(&self, clause: &str) -> &'static str {
        match clause {
            "5.1" => "Удар правильный: фишки сбиты шаром соперника",
            "5.2" => "Удар правильный: карамболь в красный шар, затем фишки",
            "5.3" => "Удар правильный: шар соперника в красный шар (рикошет), затем фишки",
            "5.4" => "Удар правильный: карамболь в красный шар, которого коснулся и шар соперника, затем фишки",
            "5.5" => "Удар правильный: карамболь в красный шар",
            "5.6" => "Удар правильный: шар соперника в красный шар (рикошет)",
            "5.7" => "Удар правильный: карамболь в красный шар, которого коснулся и шар соперника",
            _ => "Удар правильный: биток коснулся только шара соперника, очков нет",
        }
    }

    fn fault(&self) -> &'static str {
        "Ошибка"
    }

    fn call(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::F15_2 | Fault::V => "фишки",
            Fault::A => "неправильный шар",
            Fault::B => "красный шар",
            Fault::G => "шар соперника",
            Fault::D => "выскочивший шар",
            Fault::E => "шары в движении",
            Fault::Zh => "наклейка",
            Fault::Z => "двойной удар",
            Fault::I | Fault::K | Fault::N => "туш",
            Fault::L => "шар в контакте",
            Fault::M => "ноги",
            Fault::O => "перепрыгивание шара",
            Fault::P => "касание",
            Fault::R => "пропих",
            Fault::LeanOnCue => "фишка на битке",
        }
    }

    fn why(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::F15_2 => "биток после правильного касания шара соперника сбил фишки",
            Fault::A => "удар не своим шаром",
            Fault::B => "биток коснулся красного шара до шара соперника",
            Fault::V => "биток сбил фишки до касания шара соперника",
            Fault::G => "биток не коснулся шара соперника",
            Fault::D => "шар выскочил или коснулся обрамления борта",
            Fault::E => "удар до остановки всех шаров",
            Fault::Zh => "удар не наклейкой кия",
            Fault::Z => "наклейка коснулась битка более одного раза",
            Fault::I => "касание шара или фишки, чтобы почистить их",
            Fault::K => "шар или фишка смещены не ударом",
            Fault::L => "удар прямо на шар или борт, соприкасающийся с битком",
            Fault::M => "ноги вне установленных границ или не на полу",
            Fault::N => "касание шара при установке не кием или до его установки судьёй",
            Fault::O => "биток перепрыгнул через фишки или красный шар до касания шара соперника",
            Fault::P => "касание шара или фишки",
            Fault::R => "два шара сдвинуты одним толчком",
            Fault::LeanOnCue => "упала фишка, опиравшаяся на биток",
        }
    }

    fn counted(&self) -> &'static str {
        "Засчитано"
    }

    fn ball(&self, role: Role) -> &'static str {
        match role {
            Role::Cue => "битком",
            Role::Object => "шаром соперника",
            Role::Red => "красным",
        }
    }

    fn carom(&self) -> &'static str {
        "карамболь"
    }

    fn casin(&self) -> &'static str {
        "карамболь рикошет"
    }

    fn penalty(&self) -> &'static str {
        "штраф"
    }

    fn spared(&self, pin: Pin, rule: &str) -> String {
        let letter = pin.letter();
        match rule {
            "12.6" => format!("Фишка {letter} опиралась на биток и не засчитана (12.6)."),
            _ => format!("Фишка {letter} сдвинута, но не упала: не засчитана (12.4)."),
        }
    }

    fn no_points(&self, lost: u16) -> String {
        format!("Удар по п. 10.4 очков не приносит (не засчитано: {}).", self.points(lost))
    }

    fn forfeit(&self, name: &str, forfeit: Forfeit) -> String {
        match forfeit {
            Forfeit::Set => format!("Поражение в партии: {name}, уход с места без разрешения (9.1)."),
            Forfeit::Match => format!("Исключение: {name}, отказ продолжать (9.2)."),
        }
    }

    fn misconduct(&self) -> &'static str {
        "Отмечено поведение ожидающего игрока (14)."
    }

    fn next(&self) -> &'static str {
        "Следующий удар"
    }

    fn as_they_lie(&self) -> &'static str {
        "шары остаются на местах"
    }

    fn in_hand(&self) -> &'static str {
        "с руки, из половины, противоположной шару нарушителя (13.1, 13.2)"
    }

    fn in_hand_in(&self, half: Half) -> &'static str {
        match half {
            Half::Lower => "с руки из нижней половины (13.1, 13.2)",
            Half::Upper => "с руки из верхней половины (13.1, 13.2)",
        }
    }

    fn set_over(&self) -> &'static str {
        "Партия окончена"
    }
}
