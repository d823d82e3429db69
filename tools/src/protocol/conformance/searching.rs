//! Commands while the bot searches.

use super::{Bot, Check, OTHER, POSITION, Run};

/// Races of `go` and `stop`: a bot that loses one in a hundred is found.
const RACES: usize = 1000;
/// Positions in one process.
const POSITIONS: usize = 10_000;
/// Growth of memory allowed over them, KiB: buffers find their size, leaks don't.
const GROWTH_KIB: u64 = 16 * 1024;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check {
            name: "ready-while-searching",
            rule: "isready during a search is answered at once and stops nothing",
            run: Run::Placed(ready),
        },
        Check { name: "infinite", rule: "infinite gives no beststroke before stop", run: Run::Placed(infinite) },
        Check {
            name: "infinite-nodes",
            rule: "not even when everything has been searched",
            run: Run::Placed(infinite_nodes),
        },
        Check {
            name: "one-answer",
            rule: "one beststroke per go, also when stopped at once",
            run: Run::Placed(one_answer),
        },
        Check { name: "late-stop", rule: "a late stop doesn't hit the next search", run: Run::Placed(late_stop) },
        Check { name: "stop-idle", rule: "stop without a search is nothing", run: Run::Placed(stop_idle) },
        Check {
            name: "position-while-searching",
            rule: "a position during a search is for the next go",
            run: Run::Placed(position),
        },
        Check { name: "movetime", rule: "movetime and clock are answered without a stop", run: Run::Placed(movetime) },
        Check { name: "multipv", rule: "multipv tells so many strokes, numbered from 1", run: Run::Placed(multipv) },
        Check {
            name: "many-positions",
            rule: "ten thousand positions in one process without growth of memory",
            run: Run::Started(many),
        },
    ]
}

fn ready(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite"])?;
    for _ in 0..20 {
        bot.expect_ready()?;
    }
    bot.expect_silence()?;
    bot.send(&["stop"])?;
    bot.expect("beststroke")?;
    bot.expect_ready()
}

fn infinite(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite"])?;
    for _ in 0..4 {
        bot.expect_silence()?;
    }
    bot.send(&["stop"])?;
    bot.expect("beststroke")?;
    bot.expect_silence()
}

fn infinite_nodes(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite nodes 100"])?;
    for _ in 0..4 {
        bot.expect_silence()?;
    }
    bot.send(&["stop"])?;
    bot.expect("beststroke").map(|_| ())
}

fn one_answer(bot: &mut Bot) -> Result<(), String> {
    for i in 0..RACES {
        let go = if i % 2 == 0 { "go infinite" } else { "go nodes 200" };
        bot.send(&[go, "stop"])?;
        bot.expect("beststroke").map_err(|wrong| format!("race {i}: {wrong}"))?;
    }
    bot.expect_ready()
}

fn late_stop(bot: &mut Bot) -> Result<(), String> {
    for _ in 0..20 {
        bot.send(&["go nodes 100"])?;
        bot.expect("beststroke")?;
        bot.send(&["stop", "go infinite"])?;
        bot.expect_ready()?;
        bot.expect_silence()?;
        bot.send(&["stop"])?;
        bot.expect("beststroke")?;
    }
    bot.expect_ready()
}

fn stop_idle(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["stop", "stop"])?;
    bot.expect_ready()
}

fn position(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite"])?;
    bot.position(OTHER)?;
    bot.expect_silence()?;
    bot.send(&["stop"])?;
    bot.expect("beststroke")?;
    bot.send(&["go nodes 100"])?;
    bot.expect("beststroke").map(|_| ())
}

fn movetime(bot: &mut Bot) -> Result<(), String> {
    for go in ["go movetime 50", "go movetime 0", "go clock 2000", "go clock 1", "go movetime 50 nodes 100"] {
        bot.send(&[go])?;
        bot.expect("beststroke").map_err(|wrong| format!("{go}: {wrong}"))?;
    }
    Ok(())
}

fn multipv(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go nodes 20000 multipv 3"])?;
    let mut told = Vec::new();
    loop {
        let line = bot.pipe.line(super::WITHIN).map_err(|error| format!("beststroke is expected, but {error}"))?;
        match super::word(&line) {
            "info" => told.extend(number_after(&line, "multipv")),
            "beststroke" => break,
            _ => return Err(format!("info or beststroke is expected, but `{line}` came")),
        }
    }
    let outside = told.iter().find(|number| !(1..=3).contains(*number));
    match outside {
        Some(number) => Err(format!("info multipv {number} came though 3 were asked for")),
        None if told.is_empty() => Err("no info multipv came".into()),
        None => Ok(()),
    }
}

fn number_after(line: &str, key: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == key)?;
    words.next()?.parse().ok()
}

fn many(bot: &mut Bot) -> Result<(), String> {
    let mut before = None;
    for i in 0..POSITIONS {
        bot.send(&[&format!("position {}", if i % 2 == 0 { POSITION } else { OTHER }), "go nodes 1"])?;
        bot.expect("positionok")?;
        bot.expect("beststroke")?;
        if i == POSITIONS / 10 {
            before = resident_kib(bot.pipe.id());
        }
    }
    match (before, resident_kib(bot.pipe.id())) {
        (Some(before), Some(after)) if after > before + GROWTH_KIB => {
            Err(format!("memory grew from {before} to {after} KiB"))
        }
        _ => Ok(()),
    }
}

/// Memory in use by a process, where the system tells it.
fn resident_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
