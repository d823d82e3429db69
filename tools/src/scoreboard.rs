//! The score of a match in words: the live line, and the summary at the end.

use crate::tongue::{self, fixed, say};
use filotto_engine::record::{Line, PlayerStats, Summary};
use filotto_engine::{Game, Language, Player};
use std::fmt::Write;

/// One line: set, score, whose turn, what just happened.
pub fn line(game: &Game, lines: &[Line]) -> String {
    let position = game.position();
    let [white, yellow] = position.points;
    let [sets_white, sets_yellow] = game.won();
    let sets = if game.header().sets > 1 {
        format!("sets {sets_white}-{sets_yellow}, set {}: ", game.set())
    } else {
        String::new()
    };
    let target = position.target;
    format!("{sets}white {white} - {yellow} yellow (to {target}), stroke {}  {}", game.stroke(), last(lines))
}

fn last(lines: &[Line]) -> String {
    match lines.last() {
        Some(Line::Stroke(stroke)) => {
            let verdict = &stroke.verdict;
            let faults =
                if verdict.faults.is_empty() { String::new() } else { format!(" ({})", verdict.faults.join(", ")) };
            let (own, other) = (verdict.striker, verdict.opponent);
            let who = stroke.by.ball().name();
            if other > 0 { format!("{who} gives {other}{faults}") } else { format!("{who} scores {own}{faults}") }
        }
        Some(line) => line.word().to_string(),
        None => String::new(),
    }
}

/// The result, then a row a player and set.
pub fn summary(names: &[String; 2], summary: &Summary, language: Language) -> String {
    let mut text = String::new();
    let colour = |player: Player| tongue::ball(language, player.ball());
    let label = |player: Player| format!("{} {}", colour(player), names[player.index()]);
    let set_word = say(language, "set", "set", "партия");
    if let Some(winner) = summary.winner {
        let [white, yellow] = summary.won;
        let wins = say(language, "wins, sets", "vince, set", "побеждает, партии");
        let _ = writeln!(text, "{} {wins} {white}-{yellow}", label(winner));
    }
    for (index, set) in summary.sets.iter().enumerate() {
        let [white, yellow] = set.points;
        let opened = |player| match language {
            Language::En => format!(", {} opened", colour(player)),
            Language::It => format!(", apre la {}", colour(player)),
            Language::Ru => format!(", начинал {}", colour(player)),
        };
        let opened = set.opener.map_or(String::new(), opened);
        let [first, second] = Player::ALL.map(colour);
        let _ = writeln!(text, "{set_word} {}: {first} {white} - {yellow} {second}{opened}", index + 1);
    }
    text.push_str(&head(language));
    for player in Player::ALL {
        text.push_str(&row(&label(player), &summary.players[player.index()], language));
    }
    if summary.sets.len() > 1 {
        for (index, set) in summary.sets.iter().enumerate() {
            for player in Player::ALL {
                let label = format!("  {set_word} {} {}", index + 1, colour(player));
                text.push_str(&row(&label, &set.players[player.index()], language));
            }
        }
    }
    text
}

/// The heads of the columns.
fn head(language: Language) -> String {
    let [strokes, points, each, given, faults, bevute, best] = match language {
        Language::En => ["strokes", "points", "per str.", "given", "faults", "bevute", "best stroke"],
        Language::It => ["tiri", "punti", "a tiro", "regalati", "falli", "bevute", "tiro migliore"],
        Language::Ru => ["удары", "очки", "за удар", "отдано", "ошибки", "бевуты", "лучший удар"],
    };
    format!("\n{:<26} {strokes:>7} {points:>8} {each:>8} {given:>8} {faults:>7} {bevute:>6}  {best}\n", "")
}

fn row(label: &str, stats: &PlayerStats, language: Language) -> String {
    let place = |set: u8, stroke: u32| match language {
        Language::En => format!("set {set}, stroke {stroke}"),
        Language::It => format!("set {set}, tiro {stroke}"),
        Language::Ru => format!("партия {set}, удар {stroke}"),
    };
    let best = stats.best.map_or("-".into(), |best| format!("{} ({})", best.points, place(best.set, best.stroke)));
    format!(
        "{label:<26} {:>7} {:>8} {:>8} {:>8} {:>7} {:>6}  {best}\n",
        stats.strokes,
        stats.scored,
        fixed(language, stats.scored_per_stroke(), 2),
        stats.given,
        stats.faulty,
        stats.bevute
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_the_winner_and_both_rows() {
        let mut told = Summary { winner: Some(Player::Yellow), won: [0, 1], ..Summary::default() };
        told.players[0].strokes = 4;
        told.players[0].scored = 10;
        let text = summary(&["planner".into(), "random".into()], &told, Language::En);
        assert!(text.starts_with("yellow random wins, sets 0-1\n"), "{text}");
        assert!(text.contains("2.50"), "points a stroke: {text}");
    }
}
