//! The score of a match in words: the live line, and the summary at the end.

use filotto_engine::record::{Line, PlayerStats, Summary};
use filotto_engine::{Game, Player};
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
pub fn summary(names: &[String; 2], summary: &Summary) -> String {
    let mut text = String::new();
    let label = |player: Player| format!("{} {}", player.ball().name(), names[player.index()]);
    if let Some(winner) = summary.winner {
        let [white, yellow] = summary.won;
        let _ = writeln!(text, "{} wins, sets {white}-{yellow}", label(winner));
    }
    for (index, set) in summary.sets.iter().enumerate() {
        let [white, yellow] = set.points;
        let opened = set.opener.map_or(String::new(), |player| format!(", {} opened", player.ball().name()));
        let _ = writeln!(text, "set {}: white {white} - {yellow} yellow{opened}", index + 1);
    }
    let _ = writeln!(
        text,
        "\n{:<26} {:>7} {:>8} {:>8} {:>8} {:>7} {:>6}  best stroke",
        "", "strokes", "points", "per str.", "given", "faults", "bevute"
    );
    for player in Player::ALL {
        text.push_str(&row(&label(player), &summary.players[player.index()]));
    }
    if summary.sets.len() > 1 {
        for (index, set) in summary.sets.iter().enumerate() {
            for player in Player::ALL {
                let label = format!("  set {} {}", index + 1, player.ball().name());
                text.push_str(&row(&label, &set.players[player.index()]));
            }
        }
    }
    text
}

fn row(label: &str, stats: &PlayerStats) -> String {
    let best =
        stats.best.map_or("-".into(), |best| format!("{} (set {}, stroke {})", best.points, best.set, best.stroke));
    format!(
        "{label:<26} {:>7} {:>8} {:>8.2} {:>8} {:>7} {:>6}  {best}\n",
        stats.strokes,
        stats.scored,
        stats.scored_per_stroke(),
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
        let text = summary(&["planner".into(), "random".into()], &told);
        assert!(text.starts_with("yellow random wins, sets 0-1\n"), "{text}");
        assert!(text.contains("2.50"), "points a stroke: {text}");
    }
}
