//! A record told in a person's language, a text a line.
//!
//! A record holds its explanations in English. For the other languages strokes and faults are judged again, which gives
//! the same verdict; where it doesn't (a record of other physics or rules), the recorded text stands. What the referee
//! wrote in his own words stays as he wrote it.

use super::lines::{EventLine, Header, LagLine, Line, SetLine, StrokeLine, VerdictLine};
use crate::declared::Declared;
use crate::events::StrokeKind;
use crate::explain::{Language, Names, Words};
use crate::judge::{Forfeit, Verdict, judge, judge_waiting};
use crate::lag::{LagLoss, LagOutcome, LagReplay};
use crate::played::play;
use crate::position::{Player, Position};
use crate::profile::Profile;
use crate::record::By;
use crate::stroke::Stroke;
use filotto_physics::table::TableError;
use filotto_physics::{PinSet, Table};

/// Tells every line of a record.
///
/// # Errors
/// The header's table can't be.
pub fn retell(header: &Header, lines: &[Line], language: Language) -> Result<Vec<String>, TableError> {
    let table = Table::new(header.table.clone())?;
    let teller = Teller { table: &table, profile: &header.profile, language, words: language.words() };
    let before = std::iter::once(None).chain(lines.iter().map(Some));
    Ok(lines.iter().zip(before).map(|(line, before)| teller.line(line, before)).collect())
}

struct Teller<'a> {
    table: &'a Table,
    profile: &'a Profile,
    language: Language,
    words: &'static dyn Words,
}

impl Teller<'_> {
    fn line(&self, line: &Line, before: Option<&Line>) -> String {
        match line {
            Line::Stroke(stroke) => self.stroke(stroke).unwrap_or_else(|| stroke.verdict.says.clone()),
            Line::Fault(event) => self.fault(event).unwrap_or_else(|| event.reason.clone()),
            Line::Lag(lag) => self.lag(lag),
            Line::Choice(event) => self.choice(event, before),
            Line::Claim(event) => {
                let answer = if event.yes == Some(true) { phrases::GRANTED } else { phrases::REFUSED };
                format!("{}: {} ({}). {}.", self.who(event.by), self.say(answer), event.rule, event.reason)
            }
            Line::Ruling(event) => {
                let [white, yellow] = event.points.unwrap_or_default();
                let points = format!("{} +{white}, {} +{yellow}", self.name(Player::White), self.name(Player::Yellow));
                format!("{} ({}): {}. {points}.", self.say(phrases::RULING), event.rule, event.reason)
            }
            Line::Forfeit(event) => self.lost(event, Forfeit::Set),
            Line::Disqualified(event) => self.lost(event, Forfeit::Match),
            Line::Break(_) => format!("{} (4.6).", self.say(phrases::BREAK)),
            Line::Note(event) => {
                format!("{} ({}), {}: {}.", self.say(phrases::NOTE), event.rule, self.who(event.by), event.reason)
            }
            Line::Set(set) => self.set(set),
            Line::End(end) => {
                let [white, yellow] = end.won;
                format!("{}: {}, {white}-{yellow}.", self.say(phrases::MATCH), self.name(end.winner))
            }
        }
    }

    fn say(&self, [en, ru, it]: phrases::Phrase) -> &'static str {
        match self.language {
            Language::En => en,
            Language::Ru => ru,
            Language::It => it,
        }
    }

    fn name(&self, player: Player) -> &'static str {
        self.words.colour(player)
    }

    fn who(&self, by: By) -> &'static str {
        by.player().map_or(self.say(phrases::REFEREE), |player| self.name(player))
    }

    /// `None` where the recorded text has to do.
    fn stroke(&self, line: &StrokeLine) -> Option<String> {
        if self.language == Language::En {
            return None;
        }
        let position = Position::parse(&line.position, self.table).ok()?;
        let executed = Stroke::parse(&line.executed).ok()?;
        let declared = declared(&line.declared)?;
        let played = play(&position, &executed, &declared, None, self.table, self.profile).ok()?;
        self.same(&played.verdict, &line.verdict, line.by, &line.next)
    }

    fn fault(&self, event: &EventLine) -> Option<String> {
        let (recorded, next, by) = (event.verdict.as_ref()?, event.next.as_deref()?, event.by.player()?);
        if self.language == Language::En {
            return None;
        }
        let declared = declared(&event.declared)?;
        let verdict = judge(PinSet::NONE, StrokeKind::None, &[], &declared, self.profile);
        match self.same(&verdict, recorded, by, next) {
            None => self.same(&judge_waiting(&declared, self.profile), recorded, by.other(), next),
            told => told,
        }
    }

    /// The explanation of a verdict that is the recorded one.
    fn same(&self, verdict: &Verdict, recorded: &VerdictLine, striker: Player, next: &str) -> Option<String> {
        let next = Position::parse(next, self.table).ok()?;
        let again = VerdictLine::new(verdict, striker, &next);
        let agrees = VerdictLine { says: recorded.says.clone(), ..again } == *recorded;
        agrees.then(|| verdict.explain(self.language, &Names::Colours(striker), Some(&next)))
    }

    fn lag(&self, line: &LagLine) -> String {
        let loss = |player: Player| {
            let loss = line.verdict.losses[player.index()]?;
            Some(format!("{}: {}", self.name(player), self.say(phrases::loss(loss))))
        };
        let losses: Vec<String> = Player::ALL.into_iter().filter_map(loss).collect();
        let outcome = match line.verdict.outcome {
            LagOutcome::Won(player) => format!("{}: {}", self.say(phrases::LAG_WON), self.name(player)),
            LagOutcome::Replay(why) => format!("{}: {}", self.say(phrases::LAG_AGAIN), self.say(phrases::again(why))),
        };
        let late = line.verdict.breach.filter(|_| line.verdict.outcome == LagOutcome::Replay(LagReplay::Simultaneity));
        let parts = [Some(outcome), late.map(|player| self.name(player).into())].into_iter().flatten().chain(losses);
        format!("{} ({}).", parts.collect::<Vec<_>>().join(". "), line.rule)
    }

    /// Without a won lag before it the choice was drawn by lot.
    fn choice(&self, event: &EventLine, before: Option<&Line>) -> String {
        let what = if event.yes == Some(true) { phrases::OPENS } else { phrases::CEDES };
        let won = matches!(before, Some(Line::Lag(lag)) if matches!(lag.verdict.outcome, LagOutcome::Won(_)));
        let lot = if won { String::new() } else { format!(", {}", self.say(phrases::LOT)) };
        format!("{}: {}{lot} ({}).", self.who(event.by), self.say(what), event.rule)
    }

    fn lost(&self, event: &EventLine, what: Forfeit) -> String {
        format!("{} {}.", self.words.forfeit(self.who(event.by), what), event.reason)
    }

    fn set(&self, line: &SetLine) -> String {
        let ([white, yellow], [sets_white, sets_yellow]) = (line.points, line.won);
        let (word, winner) = (self.say(phrases::SET), self.name(line.winner));
        let [first, second] = Player::ALL.map(|player| self.name(player));
        format!("{word} {}: {winner}. {first} {white} - {yellow} {second}; {sets_white}-{sets_yellow}.", line.set)
    }
}

fn declared(words: &[String]) -> Option<Vec<Declared>> {
    words.iter().map(|word| Declared::from_name(word)).collect()
}

/// English, Russian (the source's words where it has them), Italian.
mod phrases {
    use super::{LagLoss, LagReplay};

    pub type Phrase = [&'static str; 3];

    pub const REFEREE: Phrase = ["Referee", "Судья", "Arbitro"];
    pub const GRANTED: Phrase = [
        "claims that no stroke without a fault is left: granted",
        "заявляет, что удара без ошибки нет: принято",
        "dichiara che non c'è tiro senza fallo: accolto",
    ];
    pub const REFUSED: Phrase = [
        "claims that no stroke without a fault is left: refused",
        "заявляет, что удара без ошибки нет: отклонено",
        "dichiara che non c'è tiro senza fallo: respinto",
    ];
    pub const RULING: Phrase = ["The referee's ruling", "Решение судьи", "Decisione dell'arbitro"];
    pub const BREAK: Phrase = ["Break of five minutes", "Перерыв пять минут", "Pausa di cinque minuti"];
    pub const NOTE: Phrase = ["Note", "Запись", "Nota"];
    pub const SET: Phrase = ["Set", "Партия", "Partita"];
    pub const MATCH: Phrase = ["Match", "Встреча", "Incontro"];
    pub const OPENS: Phrase = ["opens the set", "сам делает начальный удар", "apre la partita"];
    pub const CEDES: Phrase =
        ["cedes the opening to the opponent", "уступает начальный удар сопернику", "cede l'apertura all'avversario"];
    pub const LOT: Phrase = ["by lot", "по жребию", "per sorteggio"];
    pub const LAG_WON: Phrase = ["Lag won", "Розыгрыш выигран", "Accosto vinto"];
    pub const LAG_AGAIN: Phrase = ["Lag played again", "Розыгрыш повторяется", "Accosto da ripetere"];

    pub const fn loss(loss: LagLoss) -> Phrase {
        match loss {
            LagLoss::Red => ["touched red", "столкновение с красным шаром", "ha toccato il pallino"],
            LagLoss::Pin => ["touched a pin", "столкновение с фишкой", "ha toccato un birillo"],
            LagLoss::LongCushion => ["touched a long cushion", "касание длинного борта", "ha toccato una sponda lunga"],
            LagLoss::Collision => [
                "entered the other half and touched the other ball",
                "заход на половину соперника и касание его шара",
                "è entrato nella metà avversaria e ha toccato l'altra palla",
            ],
            LagLoss::Simultaneity => [
                "broke simultaneity for the second time",
                "одновременность нарушена дважды",
                "seconda partenza non simultanea",
            ],
            LagLoss::Short => [
                "never reached the upper cushion",
                "шар не дошёл до верхнего борта",
                "non ha raggiunto la sponda superiore",
            ],
            LagLoss::Off => ["left the table", "шар выскочил", "palla fuori dal biliardo"],
            LagLoss::Farther => [
                "stopped farther from the lower cushion",
                "шар остановился дальше от нижнего борта",
                "più lontano dalla sponda inferiore",
            ],
        }
    }

    pub const fn again(why: LagReplay) -> Phrase {
        match why {
            LagReplay::Simultaneity => [
                "struck after the other ball had reached the upper cushion",
                "удар после того, как другой шар достиг верхнего борта",
                "tiro partito quando l'altra palla era già alla sponda superiore",
            ],
            LagReplay::Unclear => {
                ["the balls met and no one is guilty", "шары столкнулись, виновного нет", "scontro senza colpevole"]
            }
            LagReplay::Both => ["both lost", "проиграли оба", "hanno perso entrambi"],
            LagReplay::Equal => ["equal within a millimetre", "равное расстояние", "uguale distanza"],
        }
    }
}
