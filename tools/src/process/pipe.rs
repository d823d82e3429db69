//! A program with its input and output in our hands. Nothing it does can make us wait without end: not reading, not
//! writing, writing without end or without line ends, dying.

use super::command::CommandLine;
use crate::protocol::input::{Input, LineError, Lines};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

/// Lines that may wait on either side.
const WAITING: usize = 256;
/// Between two looks whether a program has ended.
const LOOK: Duration = Duration::from_millis(2);

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PipeError {
    /// The program could not be started.
    #[error("could not be started: {0}")]
    Start(String),
    /// Nothing came in time.
    #[error("nothing within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// It closed its output, or is gone.
    #[error("{0}")]
    Gone(String),
    /// It doesn't read what we write.
    #[error("it doesn't read its input")]
    Stalled,
    /// It wrote what is no line.
    #[error("it wrote what can't be read: {0}")]
    Unreadable(LineError),
}

/// What is written to the program.
enum Out {
    Bytes(Vec<u8>),
    Close,
}

/// A running program. It is ended when this is dropped.
pub struct Pipe {
    child: Child,
    to: SyncSender<Out>,
    from: Option<Receiver<Input>>,
}

impl Pipe {
    /// Starts the program; what it logs goes to our standard error, or nowhere.
    pub fn start(line: &CommandLine, quiet: bool) -> Result<Pipe, PipeError> {
        let log = if quiet { Stdio::null() } else { Stdio::inherit() };
        let mut command = line.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().map_err(|error| PipeError::Start(error.to_string()))?;
        let lost = || PipeError::Start("it has no pipes".into());
        let (stdin, stdout) = (child.stdin.take().ok_or_else(lost)?, child.stdout.take().ok_or_else(lost)?);
        let (to, for_writer) = sync_channel(WAITING);
        let (for_us, from) = sync_channel(WAITING);
        std::thread::spawn(move || write(stdin, &for_writer));
        std::thread::spawn(move || read(stdout, &for_us));
        Ok(Pipe { child, to, from: Some(from) })
    }

    /// Writes a line.
    pub fn send(&self, line: &str) -> Result<(), PipeError> {
        self.send_bytes(format!("{line}\n").into_bytes())
    }

    /// Writes bytes as they are.
    pub fn send_bytes(&self, bytes: Vec<u8>) -> Result<(), PipeError> {
        self.to.try_send(Out::Bytes(bytes)).map_err(|error| match error {
            TrySendError::Full(_) => PipeError::Stalled,
            TrySendError::Disconnected(_) => PipeError::Gone("it has closed its input".into()),
        })
    }

    /// Closes the program's input.
    pub fn close_input(&self) {
        let _ = self.to.send(Out::Close);
    }

    /// Stops reading: the program's next line finds a closed pipe.
    pub fn close_output(&mut self) {
        self.from = None;
    }

    /// The next line, within a time.
    pub fn line(&self, within: Duration) -> Result<String, PipeError> {
        let Some(from) = &self.from else { return Err(PipeError::Gone("its output is closed".into())) };
        match from.recv_timeout(within) {
            Ok(Input::Line(line)) => Ok(line),
            Ok(Input::Bad(error)) => Err(PipeError::Unreadable(error)),
            Ok(Input::End) | Err(RecvTimeoutError::Disconnected) => {
                Err(PipeError::Gone("it has closed its output".into()))
            }
            Err(RecvTimeoutError::Timeout) => Err(PipeError::Timeout(within)),
        }
    }

    /// The next line that passes, within a time in all; the others are dropped.
    pub fn line_where(&self, within: Duration, passes: impl Fn(&str) -> bool) -> Result<String, PipeError> {
        let until = Instant::now() + within;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.line(left) {
                Ok(line) if passes(&line) => return Ok(line),
                Ok(_) if left.is_zero() => return Err(PipeError::Timeout(within)),
                Ok(_) => {}
                Err(PipeError::Timeout(_)) => return Err(PipeError::Timeout(within)),
                Err(error) => return Err(error),
            }
        }
    }

    /// How it ended, when it does within a time.
    pub fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(LOOK),
                _ => return None,
            }
        }
    }

    /// The program's number, for looking at what it uses.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<Out>) {
    for line in lines {
        match line {
            Out::Bytes(bytes) if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_ok() => {}
            _ => return,
        }
    }
}

fn read(stdout: ChildStdout, lines: &SyncSender<Input>) {
    let mut reader = Lines::new(BufReader::new(stdout));
    loop {
        let line = reader.read();
        let end = line == Input::End;
        if lines.send(line).is_err() || end {
            return;
        }
    }
}
