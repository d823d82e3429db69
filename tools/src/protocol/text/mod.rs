//! The text front end: lines in UCI's manner.
//!
//! Three threads: one reads lines, one thinks, one writes; the caller's thread owns the session and takes one event at
//! a time. So a command is read while both cores search, and nothing is shared but the flags that stop a search.

mod parse;
mod session;
mod worker;

use super::ask::Thinker;
use super::error::{Code, ProtocolError};
use super::input::{Input, Lines};
use super::options::Options;
use super::output::Output;
use super::{PATIENCE, READ_AHEAD};
use session::{Next, Session};
use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::time::Duration;

/// What the session's thread waits for.
enum Event {
    Input(Input),
    Answered,
    Closed,
}

/// Speaks the text protocol until `quit`, the end of input, or until nobody reads any more.
pub fn serve(
    input: impl Read + Send + 'static,
    sink: impl Write + Send + 'static,
    thinker: Arc<dyn Thinker>,
    options: Options,
) {
    let (events, inbox) = sync_channel(READ_AHEAD);
    let closed = events.clone();
    let output = Output::start(sink, move || {
        let _ = closed.send(Event::Closed);
    });
    let (tasks, for_worker) = channel();
    let (worker_output, answered) = (output.clone(), events.clone());
    std::thread::spawn(move || {
        worker::work(&for_worker, &*thinker, &worker_output, &|| {
            let _ = answered.send(Event::Answered);
        });
    });
    std::thread::spawn(move || {
        let mut lines = Lines::new(BufReader::new(input));
        loop {
            let input = lines.read();
            let end = input == Input::End;
            if events.send(Event::Input(input)).is_err() || end {
                return;
            }
        }
    });
    converse(&inbox, &mut Session::new(options, tasks, output.clone()), &output);
    output.finish(PATIENCE);
}

/// Takes events until it is time to leave.
fn converse(inbox: &Receiver<Event>, session: &mut Session, output: &Output) {
    for event in inbox {
        match event {
            Event::Answered => session.answered(),
            Event::Input(Input::Line(line)) => {
                if session.line(&line) == Next::Leave {
                    return finish(inbox, session);
                }
            }
            Event::Input(Input::Bad(error)) => {
                output.result(ProtocolError::new(Code::Line, error.to_string()).to_string());
            }
            // Nobody is left to answer: what is under way is dropped.
            Event::Input(Input::End) | Event::Closed => {
                // In this order: a search that is stopped has its answer ready.
                output.finish(Duration::ZERO);
                return session.stop(false);
            }
        }
    }
}

/// After `quit`: what has an end comes to its end, what has none is stopped, each with its answer.
fn finish(inbox: &Receiver<Event>, session: &mut Session) {
    session.stop(true);
    while session.is_thinking() {
        match inbox.recv() {
            Ok(Event::Answered) => session.answered(),
            Ok(Event::Closed) | Err(_) => return,
            Ok(Event::Input(_)) => {}
        }
    }
}
