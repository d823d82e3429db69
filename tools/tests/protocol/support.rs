//! A bot in another process, and what the tests ask of it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The program under test.
pub const FILOTTO: &str = env!("CARGO_BIN_EXE_filotto");
/// A line that should come is waited for so long.
pub const WITHIN: Duration = Duration::from_secs(30);
/// A position.
pub const POSITION: &str = "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60";

/// Runs filotto to its end.
pub fn filotto(args: &[&str]) -> Output {
    Command::new(FILOTTO).args(args).stdin(Stdio::null()).output().expect("filotto starts")
}

/// Whether there is a python3 to run scripts with; tests that need one say so and pass without.
pub fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: no python3 here");
    }
    found
}

/// A running bot.
pub struct Bot {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Bot {
    /// Starts `filotto bot` with further arguments.
    pub fn start(args: &[&str]) -> Bot {
        let mut command = Command::new(FILOTTO);
        command.arg("bot").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("filotto starts");
        let stdout = child.stdout.take().expect("piped");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if line.is_err() || send.send(line.unwrap_or_default()).is_err() {
                    return;
                }
            }
        });
        Bot { stdin: child.stdin.take(), child, lines }
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush()).expect("the bot reads");
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(WITHIN).expect("a line within the time")
    }

    /// All lines to the end, and the exit code.
    pub fn rest(mut self) -> (Vec<String>, Option<i32>) {
        self.stdin = None;
        let lines = self.lines.iter().collect();
        (lines, self.child.wait().expect("it ends").code())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
