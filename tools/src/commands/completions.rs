//! `filotto completions`: a completion script for a shell.

use crate::{Cli, Exit};
use clap::CommandFactory;
use std::io::Write;

/// Prints a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "Example:\n  filotto completions bash > ~/.local/share/bash-completion/completions/filotto")]
pub struct Args {
    /// Which shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Prints the script.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // Written to memory first: the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "filotto", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
