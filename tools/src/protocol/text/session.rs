//! The state of a text session: options, match, position, questions under way; and what each command does to it.

use super::parse::{Command, Go, NewMatch, Question, command};
use super::worker::Task;
use crate::protocol::ask::{Ask, Budget, World};
use crate::protocol::core::{executed, over, play};
use crate::protocol::error::{Code, ProtocolError, quoted};
use crate::protocol::options::Options;
use crate::protocol::output::Output;
use crate::protocol::position::{hash, read};
use crate::protocol::stop::Stop;
use crate::protocol::words;
use filotto_engine::{Declared, Kind, Player, Position, apply, marks};
use filotto_physics::trace::BallRest;
use filotto_physics::{Ball, Pin, PinSet};
use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// Questions that may wait for their turn. A script may send a few at once; nobody sends thousands.
const MAX_WAITING: usize = 64;
/// Time for a `go` that names no budget.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Points of a set where `newmatch` named none.
const DEFAULT_TARGET: u16 = 60;
/// Share of the points still to be made that a stroke makes: what a good player makes on average of 60.
const POINTS_A_STROKE: f64 = 3.0;
/// However near the end, so many strokes may still come.
const LEAST_STROKES: f64 = 4.0;

/// A question under way.
struct Waiting {
    stop: Stop,
    infinite: bool,
}

/// What follows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next command.
    Read,
    /// Finish what is under way and leave.
    Leave,
}

/// A session.
pub struct Session {
    options: Options,
    target: u16,
    sets: u8,
    /// `None` until a valid one is given.
    position: Option<Position>,
    declared: Vec<Declared>,
    /// Answered in this order.
    waiting: VecDeque<Waiting>,
    asked: u64,
    tasks: Sender<Task>,
    output: Output,
}

impl Session {
    /// A session that hands its questions to `tasks` and its answers to `output`.
    pub fn new(options: Options, tasks: Sender<Task>, output: Output) -> Session {
        let (target, sets) = (DEFAULT_TARGET, 1);
        let (position, declared, waiting) = (None, Vec::new(), VecDeque::new());
        Session { options, target, sets, position, declared, waiting, asked: 0, tasks, output }
    }

    /// Does what a line says. Mistakes are answered, never more.
    pub fn line(&mut self, line: &str) -> Next {
        let done = command(line).and_then(|command| command.map_or(Ok(Next::Read), |command| self.obey(command)));
        done.unwrap_or_else(|error| {
            self.output.result(error.to_string());
            Next::Read
        })
    }

    /// A question has been answered.
    pub fn answered(&mut self) {
        self.waiting.pop_front();
    }

    /// Whether a question is under way.
    pub fn is_thinking(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Ends every question under way, or only those that nothing else ends.
    pub fn stop(&self, only_infinite: bool) {
        for waiting in self.waiting.iter().filter(|waiting| waiting.infinite || !only_infinite) {
            waiting.stop.stop();
        }
    }

    fn obey(&mut self, command: Command<'_>) -> Result<Next, ProtocolError> {
        match command {
            Command::Fpi => self.greet(),
            Command::IsReady => self.output.result("readyok"),
            Command::NewMatch(new) => self.new_match(new)?,
            Command::Position(text) => self.set_position(text)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(false),
            Command::Quit => return Ok(Next::Leave),
            Command::Declare(declared) => self.declare(declared)?,
            Command::Ruling(points, position) => self.ruling(points, position.as_deref())?,
            Command::Result(stroke, position) => self.result(stroke.as_deref(), position.as_deref())?,
            Command::SetOption(name, value) => self.options.set(&name, &value)?,
            Command::Display => self.display(),
            Command::Simulate(stroke) => self.simulate(stroke)?,
            Command::Judge(stroke) => self.judge(stroke)?,
        }
        Ok(Next::Read)
    }

    fn greet(&self) {
        self.output.result(format!("id name filotto {}", crate::commands::version::SHORT));
        let [physics, rules] = crate::protocol::hashes();
        self.output.result(format!("id physics {physics} rules {rules}"));
        for line in self.options.lines() {
            self.output.result(line);
        }
        self.output.result("fpiok");
    }

    fn new_match(&mut self, new: NewMatch) -> Result<(), ProtocolError> {
        if let Some(name) = &new.profile {
            self.options.set_profile(name).map_err(|wrong| ProtocolError::field(Code::Value, "profile", wrong))?;
        }
        self.target = new.target.unwrap_or(DEFAULT_TARGET);
        self.sets = new.sets.unwrap_or(1);
        self.position = None;
        self.declared.clear();
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), ProtocolError> {
        // An invalid one takes the valid one before it away: thinking about the wrong position helps nobody.
        self.position = None;
        self.declared.clear();
        self.take(read(text, &self.options)?);
        Ok(())
    }

    /// The position from now on, told with its hash and whose ball is whose (13.7).
    fn take(&mut self, position: Position) {
        let colours = [position.cue_ball().name(), position.object_ball().name()];
        self.output.result(format!("positionok {} cue {} object {}", hash(&position), colours[0], colours[1]));
        self.position = Some(position);
    }

    /// The referee has decided (0). Without a position that follows his points are added to the score of the one known.
    fn ruling(&mut self, [striker, opponent]: [u16; 2], position: Option<&str>) -> Result<(), ProtocolError> {
        match position {
            Some(text) => return self.set_position(text),
            None if striker == 0 && opponent == 0 => return Ok(()),
            None => {}
        }
        let mut next = self.known()?.clone();
        next.points = apply::scored(&next, striker, opponent);
        if next.points.contains(&next.target) {
            next.kind = Kind::Over;
        }
        next.check(&self.options.world.table).map_err(|error| ProtocolError::notation(Code::Value, error))?;
        self.take(next);
        Ok(())
    }

    /// A fault that the referee saw: it counts in the next `judge`.
    fn declare(&mut self, declared: Declared) -> Result<(), ProtocolError> {
        if !self.declared.contains(&declared) {
            self.declared.push(declared);
        }
        Ok(())
    }

    /// What really happened: checked, and its position becomes the session's.
    fn result(&mut self, stroke: Option<&str>, position: Option<&str>) -> Result<(), ProtocolError> {
        if let Some(text) = stroke {
            executed(text, self.known()?, &self.world()?)?;
        }
        position.map_or(Ok(()), |text| self.set_position(text))
    }

    fn display(&self) {
        match &self.position {
            Some(position) => self.output.result(format!("display position {position}")),
            None => self.output.result("display position none"),
        }
        let Options { threads, multipv, seed, level, .. } = &self.options;
        let (target, sets, level) = (self.target, self.sets, level.number());
        self.output.result(format!("display match target {target} sets {sets}"));
        self.output.result(format!("display options threads {threads} multipv {multipv} seed {seed} level {level}"));
        self.output.result(format!("display thinking {}", self.waiting.len()));
        self.output.result("displayok");
    }

    fn simulate(&self, text: &str) -> Result<(), ProtocolError> {
        let (position, world) = (self.known()?, self.world()?);
        let stroke = executed(text, position, &world)?;
        let played = play(position, &stroke, &[], &world)?;
        for event in &played.trace.events {
            if let Some(words) = words::event(event.kind) {
                self.output.result(format!("event t={} {}", event.t_s, words.join(" ")));
            }
        }
        let rest = &played.trace.summary.rest;
        for ball in Ball::ALL {
            match rest.balls[ball.index()] {
                BallRest::At(place) => self.output.result(format!("rest {} {},{}", ball.name(), place.x, place.y)),
                BallRest::Off => self.output.result(format!("rest {} off", ball.name())),
                BallRest::Absent => {}
            }
        }
        for pin in Pin::ALL {
            if let Some(word) = words::pin_rest(rest.pins[pin.index()]) {
                self.output.result(format!("rest pin:{} {word}", pin.letter()));
            }
        }
        self.output.result(format!("simulateok duration={}", played.trace.summary.duration_s));
        Ok(())
    }

    fn judge(&mut self, text: &str) -> Result<(), ProtocolError> {
        let (position, world) = (self.known()?, self.world()?);
        let stroke = executed(text, position, &world)?;
        let played = play(position, &stroke, &self.declared, &world)?;
        let ruling = &played.verdict.ruling;
        let faults = match ruling.faults.ids().join(",") {
            none if none.is_empty() => "-".into(),
            ids => ids,
        };
        let in_hand = if ruling.in_hand { "yes" } else { "no" };
        let (striker, opponent, next) = (ruling.striker, ruling.opponent, quoted(&played.next.to_string()));
        let line =
            format!("verdict striker={striker} opponent={opponent} faults={faults} inhand={in_hand} next={next}");
        self.output.result(line);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), ProtocolError> {
        if self.waiting.len() >= MAX_WAITING {
            return Err(ProtocolError::new(Code::Busy, format!("{MAX_WAITING} questions wait already")));
        }
        let (ask, infinite) = self.ask(go)?;
        let stop = Stop::default();
        self.waiting.push_back(Waiting { stop: stop.clone(), infinite });
        self.asked += 1;
        let (question, level, number) = (go.question, self.options.level, self.asked);
        let task = Task { question, ask, infinite, stop, level, number, since: Instant::now() };
        self.tasks.send(task).map_err(|_| ProtocolError::new(Code::Search, "the thinking has ended"))
    }

    /// The question of a `go`, and whether only `stop` ends it.
    fn ask(&self, go: &Go) -> Result<(Ask, bool), ProtocolError> {
        let options = &self.options;
        let position = match go.question {
            Question::Lag | Question::Choose => self.lag_position(),
            Question::Stroke | Question::Claim => {
                let position = self.known()?.clone();
                if position.kind.stroke_kind().is_none() {
                    return Err(over(&position));
                }
                position
            }
        };
        let infinite = go.infinite && go.question == Question::Stroke;
        let time = go.movetime.or_else(|| go.clock.map(|left| share(left, &position)));
        let time = time.or_else(|| (go.nodes.is_none() && !infinite).then_some(DEFAULT_TIME)).filter(|_| !infinite);
        let overhead = Duration::from_millis(options.overhead_ms);
        let nodes = [go.nodes, options.level.nodes()].into_iter().flatten().min();
        let ask = Ask {
            world: self.world_of(&position)?,
            position,
            skills: options.skills(),
            objective: go.objective.unwrap_or(options.objective),
            budget: Budget { nodes, time: time.map(|time| time.saturating_sub(overhead)) },
            multipv: go.multipv.unwrap_or(options.multipv),
            seed: go.seed.unwrap_or(options.seed),
            threads: options.threads,
            value: options.value.clone(),
        };
        Ok((ask, infinite))
    }

    /// The position, or the error that there is none.
    fn known(&self) -> Result<&Position, ProtocolError> {
        let missing = "no valid position has been given";
        self.position.as_ref().ok_or_else(|| ProtocolError::field(Code::NoPosition, "position", missing))
    }

    /// Table and rules of the position.
    fn world(&self) -> Result<World, ProtocolError> {
        self.world_of(self.known()?)
    }

    fn world_of(&self, position: &Position) -> Result<World, ProtocolError> {
        crate::protocol::position::world(position, &self.options)
    }

    /// The position of the lag (3): the one given, or the one that the match begins with.
    fn lag_position(&self) -> Position {
        if let Some(position) = self.position.as_ref().filter(|position| position.kind == Kind::Lag) {
            return position.clone();
        }
        let table = &self.options.world.table;
        let [white, yellow] = marks::lag(table);
        let opening = Position::opening_on(table, Player::White, self.target, self.options.profile_name.clone());
        let balls = [Some(white), Some(yellow), Some(marks::red(table))];
        Position { balls, kind: Kind::Lag, pins: PinSet::ALL, ..opening }
    }
}

/// The share of a set's clock that this stroke may take: the strokes that may still come share it evenly.
fn share(left: Duration, position: &Position) -> Duration {
    let most = position.points.into_iter().max().unwrap_or(0);
    let missing = f64::from(position.target.saturating_sub(most));
    left.div_f64((missing / POINTS_A_STROKE).max(LEAST_STROKES))
}
