//! The `filotto` command line: parse the arguments, run one command, turn what came of it into an exit code.
//!
//! Results go to standard output, everything else to standard error. Exit code 0: done; 1: a negative answer
//! (a case judged wrongly, a record that doesn't verify); 2: an error, told in one line.

mod args;
mod calibrate;
mod coach;
mod commands;
mod draw;
mod failure;
mod hashes;
mod interrupt;
mod learn;
mod pictures;
mod played;
mod players;
mod process;
mod progress;
mod protocol;
mod record_file;
mod scoreboard;
mod selfplay;
mod stats;
mod strength;
mod tongue;
mod whole;
mod words;
mod world;

use clap::Parser;
use std::process::ExitCode;

/// Five-pins billiards: suggests strokes, simulates, judges and plays them.
#[derive(Parser)]
#[command(name = "filotto", max_term_width = 100)]
#[command(
    after_help = "Start with a position of yours (white, yellow, red: metres from the lower and the right cushion) and a board to print:\n  filotto suggest \"0.6,0.4 1.9,1.0 2.5,0.3\" --board board.png\nEvery command explains itself:  filotto suggest --help"
)]
struct Cli {
    /// Prints version, physics hash and rules hash
    #[arg(short = 'V', long)]
    version: bool,
    #[command(subcommand)]
    command: Option<commands::Command>,
}

/// How a command ended when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Done: exit code 0.
    Done,
    /// The answer is no: exit code 1.
    #[allow(dead_code, reason = "commands with a negative answer use it")]
    Negative,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(args::shield_negative(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    // Unlocked: commands with threads of their own write to it too.
    let out = &mut std::io::stdout();
    let ended = match cli.command {
        _ if cli.version => commands::version::run(out),
        Some(command) => commands::run(command, out),
        None => {
            Err(anyhow::anyhow!("no command given; `filotto suggest` plans a stroke, `filotto --help` lists the rest"))
        }
    };
    match ended {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::Negative) => ExitCode::from(1),
        Err(error) => failure::report(&error),
    }
}
