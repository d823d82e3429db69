//! What an observer is told, and what there is to tell in the end. A lean observer's share compiles to nothing.

use super::{PinState, Run};
use crate::trace::{
    BallRest, Body, End, Event, EventKind, Flow, Moment, Observer, Phase, PinRest, Rest, Segment, Summary,
};
use crate::{Ball, Pin, PinSet};
use glam::DVec3;

/// Keeps what an observer is told.
#[derive(Default)]
pub(super) struct Recorder {
    pub events: Vec<Event>,
    pub segments: Vec<Segment>,
}

impl Observer for Recorder {
    const FULL: bool = true;

    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow {
        self.events.push(Event { t_s, kind, moments: Vec::new() });
        Flow::Go
    }

    fn moment(&mut self, moment: Moment) {
        if let Some(event) = self.events.last_mut() {
            event.moments.push(moment);
        }
    }

    fn segment(&mut self, segment: Segment) {
        self.segments.push(segment);
    }
}

impl<O: Observer> Run<'_, O> {
    #[inline(always)]
    pub(super) fn tell(&mut self, kind: EventKind) {
        self.events += 1;
        if self.observer.event(self.now, kind) == Flow::Stop {
            self.end = Some(End::Stopped);
        }
    }

    pub(super) fn tell_segment(&mut self, i: usize, t1_s: f64) {
        let ball = &self.balls[i];
        if ball.moves() && t1_s > ball.t0 {
            self.observer.segment(Segment {
                body: Body::Ball(Ball::ALL[i]),
                t0_s: ball.t0,
                t1_s,
                place: ball.r,
                velocity: ball.v,
                acceleration: ball.a,
                phase: ball.phase,
            });
        }
    }

    pub(super) fn tell_moment(&mut self, i: usize, before: DVec3) {
        if O::FULL {
            let ball = &self.balls[i];
            let (place, after, spin) = (ball.r, ball.v, ball.w);
            self.observer.moment(Moment { body: Body::Ball(Ball::ALL[i]), place, before, after, spin });
        }
    }

    pub(super) fn close_segments(&mut self) {
        if O::FULL {
            for i in 0..3 {
                self.tell_segment(i, self.now);
            }
            self.close_pins();
        }
    }

    /// What became of a pin.
    #[inline(never)]
    fn pin_rest(&self, pin: Pin) -> PinRest {
        let place = self.pin_place.at(pin.index());
        match self.pins[pin.index()] {
            PinState::Absent => PinRest::Absent,
            PinState::Standing if place == self.table.pin_spot(pin) => PinRest::Standing,
            PinState::Standing => PinRest::Shifted(place),
            PinState::Pressed(ball) | PinState::Tilted(ball) => PinRest::Leaning(ball),
            PinState::Down => PinRest::Down(self.lying_place(pin)),
        }
    }

    #[inline(always)]
    pub(super) fn summary(&self) -> Summary {
        let mut rest = Rest::default();
        for i in 0..3 {
            let ball = &self.balls[i];
            rest.balls[i] = match ball.phase {
                Phase::Off if self.present[i] => BallRest::Off,
                Phase::Off => BallRest::Absent,
                _ if !ball.moves() => BallRest::At(ball.r.truncate()),
                _ => BallRest::At(ball.place_at(self.now).truncate()),
            };
        }
        rest.pins = if self.standing == PinSet::ALL.bits() && !self.rocked {
            [PinRest::Standing; 5]
        } else if self.pins == [PinState::Absent; 5] {
            [PinRest::Absent; 5]
        } else {
            Pin::ALL.map(|pin| self.pin_rest(pin))
        };
        Summary { rest, duration_s: self.now, events: self.events, end: self.end.unwrap_or(End::Rest) }
    }
}
