//! How fast a bot answers: measured on a quiet machine, never asserted by a test.

use super::{Bot, POSITION, WITHIN};
use crate::process::CommandLine;
use std::time::{Duration, Instant};

/// Starts measured.
const STARTS: usize = 20;

/// What was measured, milliseconds.
pub struct Timing {
    /// From the start of the program to `fpiok`: median and worst.
    pub greeting_ms: (f64, f64),
    /// From `go movetime T` to `beststroke`, less T: median and worst.
    pub over_ms: (f64, f64),
    /// From `isready` during a search to `readyok`: median and worst.
    pub ready_ms: (f64, f64),
    /// The system's load before and after, where it tells one: on a busy machine the others are no bot's fault.
    pub load: [Option<f64>; 2],
}

/// How many processes have wanted a core in the last minute.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Measures; `goes` answers to `go movetime`.
pub fn measure(command: &CommandLine, movetime: Duration, goes: usize) -> Result<Timing, String> {
    let before = load();
    let bot = Bot::with_position(command)?;
    Ok(Timing {
        greeting_ms: worst_and_median((0..STARTS).map(|_| greeting(command)).collect::<Result<_, _>>()?),
        over_ms: worst_and_median((0..goes).map(|_| over(&bot, movetime)).collect::<Result<_, _>>()?),
        ready_ms: worst_and_median(readies(&bot)?),
        load: [before, load()],
    })
}

fn greeting(command: &CommandLine) -> Result<Duration, String> {
    let start = Instant::now();
    let bot = Bot::start(command)?;
    bot.send(&["fpi"])?;
    bot.pipe.line_where(WITHIN, |line| line == "fpiok").map_err(|error| format!("fpiok is expected, but {error}"))?;
    Ok(start.elapsed())
}

fn over(bot: &Bot, movetime: Duration) -> Result<Duration, String> {
    let start = Instant::now();
    bot.send(&[&format!("go movetime {}", movetime.as_millis())])?;
    bot.expect("beststroke")?;
    Ok(start.elapsed().saturating_sub(movetime))
}

fn readies(bot: &Bot) -> Result<Vec<Duration>, String> {
    bot.position(POSITION)?;
    bot.send(&["go infinite"])?;
    let mut times = Vec::new();
    for _ in 0..100 {
        let start = Instant::now();
        bot.expect_ready()?;
        times.push(start.elapsed());
    }
    bot.send(&["stop"])?;
    bot.expect("beststroke")?;
    Ok(times)
}

/// Median and worst, milliseconds.
fn worst_and_median(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let ms = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    (ms(times.get(times.len() / 2)), ms(times.last()))
}
