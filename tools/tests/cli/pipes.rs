//! A reader that goes away is no error: quiet, exit code 0. A full disk is one.

use std::process::{Command, Stdio};

/// Every command that prints, in a form that prints at once.
const COMMANDS: [&[&str]; 11] = [
    &["--help"],
    &["--version"],
    &["completions", "bash"],
    &["table"],
    &["presets"],
    &["suggest", "--nodes", "1000"],
    &["suggest", "--nodes", "1000", "--json"],
    &["bench", "--time", "1ms", "--threads", "1", "--no-instructions"],
    &["play", "--nodes", "1000"],
    &["rules", "--profile", "modern"],
    &["simulate", "0.6,0.4 1.0,0.71 2.13,0.71 UDLRC w n 0-0/60", "--stroke", "phi=41.6 v=3.4 a=0.15 b=-0.2 theta=0"],
];

fn with_stdout(args: &[&str], stdout: impl Into<Stdio>) -> (Option<i32>, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("filotto"));
    let output = command.args(args).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_closed_pipe_is_quiet() {
    for args in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (code, told) = with_stdout(args, writer);
        assert_eq!((code, told.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_in_one_line() {
    for args in COMMANDS {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, told) = with_stdout(args, full);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(told.starts_with("error: ") && told.lines().count() == 1, "{args:?}: {told:?}");
    }
}
