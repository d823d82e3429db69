//! The ways in which a session ends.

use super::{Bot, Check, POSITION, Run, WITHIN};
use crate::process::CommandLine;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check { name: "quit", rule: "quit exits with 0", run: Run::Started(quit) },
        Check {
            name: "quit-finishes",
            rule: "quit during go nodes or movetime lets it finish, prints its beststroke, exits 0",
            run: Run::Anew(quit_finishes),
        },
        Check {
            name: "quit-infinite",
            rule: "quit during infinite stops it, prints its beststroke, exits 0",
            run: Run::Placed(quit_infinite),
        },
        Check {
            name: "end-of-input",
            rule: "the end of input stops everything: nothing more is printed, exit 0",
            run: Run::Placed(end_of_input),
        },
        Check { name: "end-while-searching", rule: "also during a search", run: Run::Placed(end_while_searching) },
        Check { name: "end-in-line", rule: "a last line without its end is a line", run: Run::Started(end_in_line) },
        Check { name: "nothing", rule: "no input at all: exit 0", run: Run::Started(nothing) },
        Check { name: "closed-output", rule: "nobody reads any more: a quiet exit", run: Run::Placed(closed_output) },
        Check {
            name: "closed-while-searching",
            rule: "also during a search",
            run: Run::Placed(closed_while_searching),
        },
    ]
}

fn quit(bot: &mut Bot) -> Result<(), String> {
    bot.expect_ready()?;
    bot.send(&["quit"])?;
    bot.expect_exit()
}

fn quit_finishes(command: &CommandLine) -> Result<(), String> {
    for go in ["go nodes 20000", "go movetime 200"] {
        let mut bot = Bot::with_position(command)?;
        bot.send(&[go, "quit"])?;
        bot.expect("beststroke")?;
        bot.expect_exit()?;
    }
    let mut bot = Bot::start(command)?;
    bot.bytes(format!("position {POSITION}\ngo nodes 2000\nquit\n"))?;
    bot.pipe.close_input();
    bot.expect("positionok")?;
    bot.expect("beststroke")?;
    bot.expect_exit()
}

fn quit_infinite(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite"])?;
    bot.expect_silence()?;
    bot.send(&["quit"])?;
    bot.expect("beststroke")?;
    bot.expect_exit()
}

fn end_of_input(bot: &mut Bot) -> Result<(), String> {
    bot.pipe.close_input();
    bot.expect_exit()
}

fn end_while_searching(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite"])?;
    bot.expect_silence()?;
    bot.pipe.close_input();
    bot.expect_exit()
}

fn end_in_line(bot: &mut Bot) -> Result<(), String> {
    bot.bytes("isready\nisready")?;
    bot.pipe.close_input();
    bot.expect("readyok")?;
    bot.expect("readyok")?;
    bot.expect_exit()
}

fn nothing(bot: &mut Bot) -> Result<(), String> {
    bot.pipe.close_input();
    bot.expect_exit()
}

fn closed_output(bot: &mut Bot) -> Result<(), String> {
    bot.pipe.close_output();
    // One line may be lost in the pipe before the bot can know.
    for _ in 0..200 {
        if bot.bytes("isready\n".repeat(100)).is_err() || bot.pipe.ended(std::time::Duration::ZERO).is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    bot.expect_exit_code()
}

fn closed_while_searching(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go infinite"])?;
    bot.expect_silence()?;
    bot.pipe.close_output();
    for _ in 0..WITHIN.as_millis() / 50 {
        if bot.send(&["isready"]).is_err() || bot.pipe.ended(std::time::Duration::from_millis(50)).is_some() {
            break;
        }
    }
    bot.expect_exit_code()
}
