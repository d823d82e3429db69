//! Errors for people: one line on standard error, exit code 2. A reader that closed our standard output is no error.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Exit code of every error.
const ERROR: u8 = 2;

/// Tells a command's error, its causes in the same line.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"))
}

/// Tells what is wrong with the arguments, or prints the help or version that was asked for.
pub fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        return complain(&one_line(&error.render().to_string()));
    }
    let text = error.render();
    match write!(std::io::stdout(), "{text}") {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => complain(&format!("standard output: {e}")),
        _ => ExitCode::SUCCESS,
    }
}

/// Whether the reader of our output went away. JSON writers wrap that in an error of their own.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(ErrorKind::BrokenPipe)
    })
}

/// One line on standard error. When that is closed too nobody is left to tell.
fn complain(message: &str) -> ExitCode {
    let line = message.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(std::io::stderr(), "error: {}", line.trim_start_matches("error: "));
    ExitCode::from(ERROR)
}

/// The argument parser's message without its usage block.
fn one_line(message: &str) -> String {
    let told = message.split("\nUsage:").next().unwrap_or(message);
    let told = told.split("\nFor more information").next().unwrap_or(told);
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_becomes_one_line() {
        let message = "error: required:\n  --stroke <STROKE>\n\nUsage: filotto simulate\n\nFor more information, try\n";
        assert_eq!(one_line(message), "error: required: --stroke <STROKE>");
    }

    #[test]
    fn broken_pipe_is_found_under_its_context() {
        let io = std::io::Error::from(ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&anyhow::Error::from(io).context("writing the table")));
        let json = serde_json::Error::io(std::io::Error::from(ErrorKind::BrokenPipe));
        assert!(is_broken_pipe(&anyhow::Error::from(json)));
        assert!(!is_broken_pipe(&anyhow::anyhow!("pins: X is no pin")));
    }
}
