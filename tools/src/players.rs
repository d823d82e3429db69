//! The players of a match by name: filotto's own, and (behind `cmd:`) other programs.

use crate::process::bot::BotPlayer;
use crate::process::{CommandLine, Limit};
use anyhow::{Context, Result, anyhow};
use filotto_engine::{Brain, Skill};
pub use filotto_search::claim::answer as claims;
pub use filotto_search::players::Seat;
use std::time::Duration;

/// What a bot may spend where nobody says.
pub const BOT_LIMIT: Limit = Limit::Time(Duration::from_secs(1));

/// A player by its name on the command line. Filotto's own keep their node budgets, so that a seed gives the same match
/// again; a bot has [`BOT_LIMIT`].
pub fn by_name(text: &str, seat: &Seat) -> Result<Box<dyn Brain>> {
    if text.starts_with("cmd:") {
        return within(text, seat, BOT_LIMIT, None);
    }
    own(text, seat)
}

/// The same; `bots` is what a bot may spend, `nodes` what one of filotto's own players may that names no budget.
pub fn within(text: &str, seat: &Seat, bots: Limit, nodes: Option<u64>) -> Result<Box<dyn Brain>> {
    if let Some(command) = text.strip_prefix("cmd:") {
        let command = CommandLine::parse(command).map_err(|wrong| anyhow!("{wrong}")).context("cmd")?;
        return Ok(Box::new(BotPlayer::new(command, bots, setup(seat))));
    }
    own(&budgeted(text, bots, nodes), seat)
}

/// One of filotto's own, with the files that its options name.
fn own(text: &str, seat: &Seat) -> Result<Box<dyn Brain>> {
    Ok(filotto_search::players::by_name_reading(text, seat, &weights)?)
}

/// The bytes of a weights file.
pub fn weights(name: &str) -> Result<Vec<u8>, String> {
    use std::io::Read;
    let most = filotto_search::value::weights::LARGEST as u64;
    let file = std::fs::File::open(name).map_err(|error| format!("off, net or a weights file is right; {error}"))?;
    let mut bytes = Vec::new();
    // One more than allowed: whoever checks the weights tells that it is too large.
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The player's name with the budget of all where it thinks and names none.
pub fn budgeted(text: &str, limit: Limit, nodes: Option<u64>) -> String {
    let thinks = ["planner", "ev"].iter().any(|name| text == *name || text.starts_with(&format!("{name}:")));
    let names_one = text.contains("nodes=") || text.contains("time=");
    let option = match (nodes, limit) {
        (Some(nodes), _) => format!("nodes={nodes}"),
        (None, Limit::Time(time)) if text.starts_with("planner") => format!("time={}ms", time.as_millis()),
        _ => return text.into(),
    };
    match (thinks && !names_one, text.contains(':')) {
        (false, _) => text.into(),
        (true, true) => format!("{text},{option}"),
        (true, false) => format!("{text}:{option}"),
    }
}

/// What a bot is told before the first question.
fn setup(seat: &Seat) -> Vec<String> {
    let numbers = |skill: &Skill| {
        let Skill { phi_deg, v_rel, v_abs_mps, a_mm, b_mm, theta_deg } = skill;
        format!("phi_deg={phi_deg},v_rel={v_rel},v_abs_mps={v_abs_mps},a_mm={a_mm},b_mm={b_mm},theta_deg={theta_deg}")
    };
    vec![
        format!("newmatch profile {}", seat.profile.name),
        format!("setoption name skill value {}", numbers(&seat.skill)),
        format!("setoption name opponent skill value {}", numbers(&seat.opponent)),
        format!("setoption name threads value {}", seat.threads),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_no_budget_gets_that_of_all() {
        let nodes = |text: &str| budgeted(text, BOT_LIMIT, Some(500));
        assert_eq!(nodes("planner"), "planner:nodes=500");
        assert_eq!(nodes("planner:objective=points"), "planner:objective=points,nodes=500");
        assert_eq!(nodes("planner:time=5ms"), "planner:time=5ms");
        assert_eq!((nodes("random"), nodes("ev")), ("random".into(), "ev:nodes=500".into()));
        let time = Limit::Time(Duration::from_millis(50));
        assert_eq!(budgeted("planner", time, None), "planner:time=50ms");
    }
}
