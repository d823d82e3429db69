//! The JSON front end: a request a line, replies as they come, exactly one last reply a request.

mod queue;
mod reply;
mod request;
pub mod schema;

use super::ask::Thinker;
use super::core::play;
use super::error::{Code, ProtocolError};
use super::extras::{self, Extras};
use super::input::{Input, Lines};
use super::options::Options;
use super::output::Output;
use super::stop::Stop;
use super::{PATIENCE, READ_AHEAD, hashes, position, words};
use filotto_physics::trace::BallRest;
use filotto_physics::{Ball, Pin};
use queue::{Item, Job, Queue};
use reply::{Body, EndedBody, EventBody, NextBody, Reply, SimulationBody, VerdictBody, VersionBody, WarningBody};
use request::{Action, Id, Mistake, Request, Want, read_position};
use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

/// What the caller's thread waits for.
enum Event {
    Input(Input),
    Finished,
    Closed,
}

/// Speaks the JSON protocol until the end of input, or until nobody reads any more. What waits is finished first,
/// unless `quit_now`.
pub fn serve(
    input: impl Read + Send + 'static,
    sink: impl Write + Send + 'static,
    thinker: &Arc<dyn Thinker>,
    options: Options,
    quit_now: bool,
) {
    let (events, inbox) = sync_channel(READ_AHEAD);
    let (closed, finished) = (events.clone(), events.clone());
    let output = Output::start(sink, move || {
        let _ = closed.send(Event::Closed);
    });
    let queue = Queue::start(options.threads, thinker, output.clone());
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
    let session = Session { options, queue, output: output.clone() };
    for event in inbox {
        match event {
            Event::Input(Input::Line(line)) => session.line(&line),
            Event::Input(Input::Bad(error)) => {
                output.result(Reply::error(None, &ProtocolError::new(Code::Line, error.to_string())).line());
            }
            // The end of what waits is awaited elsewhere, so that a reader who leaves is noticed meanwhile.
            Event::Input(Input::End) if !quit_now => {
                let (queue, finished) = (session.queue.clone(), finished.clone());
                std::thread::spawn(move || {
                    queue.finish();
                    let _ = finished.send(Event::Finished);
                });
            }
            Event::Input(Input::End) | Event::Finished | Event::Closed => break,
        }
    }
    output.finish(PATIENCE);
}

/// What a session has.
struct Session {
    options: Options,
    queue: Arc<Queue>,
    output: Output,
}

impl Session {
    /// Does what a line asks. Mistakes are answered, never more.
    fn line(&self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let request = match Request::read(line) {
            Ok(request) => request,
            Err(Mistake { id, error }) => return self.refuse(id.as_ref(), &error),
        };
        // One last reply an id: one that is under way can't be taken a second time, whatever is asked for.
        let done = match self.queue.has(&request.id) {
            true => Err(ProtocolError::field(Code::Id, "id", "a request under way has this id")),
            false => self.obey(&request),
        };
        match done {
            Ok(Some(body)) => self.output.result(Reply::last(&request.id, body).line()),
            Ok(None) => {}
            Err(error) => self.refuse(Some(&request.id), &error),
        }
    }

    /// Tells a mistake. Where the id belongs to a request under way, that one has its own last reply.
    fn refuse(&self, id: Option<&Id>, error: &ProtocolError) {
        let reply = Reply::error(id, error);
        let taken = id.is_some_and(|id| self.queue.has(id));
        self.output.result(if taken { reply.not_last() } else { reply }.line());
    }

    /// The last reply, where there is one at once.
    fn obey(&self, request: &Request) -> Result<Option<Body>, ProtocolError> {
        Ok(Some(match request.action {
            Action::Analyze => return self.analyze(request).map(|()| None),
            Action::Simulate => self.simulate(request)?,
            Action::Judge => self.judge(request)?,
            Action::Next => self.next(request)?,
            Action::Cancel => {
                let missing = || ProtocolError::field(Code::Syntax, "target", "the id of a request is expected");
                Body::Ended(EndedBody { ended: self.queue.cancel(Some(request.target.as_ref().ok_or_else(missing)?)) })
            }
            Action::Clear => Body::Ended(EndedBody { ended: self.queue.cancel(None) }),
            Action::Version => {
                let [physics, rules] = hashes();
                let version = crate::commands::version::SHORT.into();
                Body::Version(VersionBody { name: "filotto".into(), version, protocol: 1, physics, rules })
            }
        }))
    }

    fn analyze(&self, request: &Request) -> Result<(), ProtocolError> {
        let wrong = |field: &str, message: &str| Err(ProtocolError::field(Code::Syntax, field, message));
        let (values, batch) = match (&request.position, &request.positions) {
            (Some(one), None) => (std::slice::from_ref(one), None),
            (None, Some(many)) if many.is_empty() => return wrong("positions", "at least one position is expected"),
            (None, Some(many)) => (many.as_slice(), Some(many.len())),
            (Some(_), Some(_)) => return wrong("positions", "either position or positions is expected"),
            (None, None) => return wrong("position", "a position is expected"),
        };
        let (analysis, warnings) = request.analysis(&self.options)?;
        let read = |value| {
            let position = read_position("position", value, &self.options)?;
            if position.kind.stroke_kind().is_none() {
                return Err(super::core::over(&position));
            }
            let world = position::world(&position, &self.options)?;
            Ok((position, world))
        };
        let positions: Vec<_> = values.iter().map(read).collect();
        if let (None, Some(Err(error))) = (batch, positions.first()) {
            return Err(error.clone());
        }
        let (id, value) = (request.id.clone(), self.options.value.clone());
        let job = Arc::new(Job { id, analysis, value, batch, stop: Stop::default() });
        let priority = request.priority.unwrap_or(0);
        let items = positions.into_iter().enumerate();
        let items = items.map(|(index, position)| Item { priority, job: job.clone(), index, position }).collect();
        for (field, warning) in warnings {
            let body = Body::Warning(WarningBody { warning, field });
            self.output.result(Reply::last(&request.id, body).not_last().line());
        }
        self.queue.add(&job, items);
        Ok(())
    }

    fn simulate(&self, request: &Request) -> Result<Body, ProtocolError> {
        let position = request.needed_position(&self.options)?;
        let world = position::world(&position, &self.options)?;
        let stroke = request.needed_stroke(&position, &world.table)?;
        let played = play(&position, &stroke, &[], &world)?;
        let events = played.trace.events.iter();
        let events = events.filter_map(|e| Some(EventBody { t_s: e.t_s, event: words::event(e.kind)? })).collect();
        let rest = &played.trace.summary.rest;
        let place = |ball: Ball| match rest.balls[ball.index()] {
            BallRest::At(place) => Some((ball.name().to_string(), Some(place.to_array()))),
            BallRest::Off => Some((ball.name().to_string(), None)),
            BallRest::Absent => None,
        };
        let pin =
            |pin: Pin| words::pin_rest(rest.pins[pin.index()]).map(|word| (pin.letter().to_string(), word.to_string()));
        let want = request.want.as_deref().unwrap_or_default();
        let extras = Extras {
            paths: want.contains(&Want::Paths).then(|| extras::paths(&played)),
            explain: want.contains(&Want::Explain).then(|| extras::explain(&played)),
            ..Extras::default()
        };
        Ok(Body::Simulation(SimulationBody {
            events,
            rest: Ball::ALL.into_iter().filter_map(place).collect(),
            pins: Pin::ALL.into_iter().filter_map(pin).collect(),
            duration_s: played.trace.summary.duration_s,
            extras,
        }))
    }

    fn judge(&self, request: &Request) -> Result<Body, ProtocolError> {
        let played = self.played(request)?;
        let ruling = &played.verdict.ruling;
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_string).collect();
        Ok(Body::Verdict(VerdictBody {
            striker: ruling.striker,
            opponent: ruling.opponent,
            faults: owned(ruling.faults.ids()),
            in_hand: ruling.in_hand,
            rules: owned(played.verdict.rules()),
            seen: serde_json::to_value(&played.events).unwrap_or_default(),
            next: played.next.to_string(),
        }))
    }

    fn next(&self, request: &Request) -> Result<Body, ProtocolError> {
        let next = self.played(request)?.next;
        Ok(Body::Next(NextBody { next: next.to_string(), next_fields: next }))
    }

    /// The stroke of a request played out.
    fn played(&self, request: &Request) -> Result<super::core::Played, ProtocolError> {
        let position = request.needed_position(&self.options)?;
        let world = position::world(&position, &self.options)?;
        let stroke = request.needed_stroke(&position, &world.table)?;
        play(&position, &stroke, &request.declarations()?, &world)
    }
}
