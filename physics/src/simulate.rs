//! The loop: strike, predict, take the earliest event, resolve it, predict anew what it changed.
//!
//! Every ball keeps the time of its own next event (end of its way of moving, cushion, pin), every pair the time
//! it meets; both are predicted again only when one of the balls concerned has changed. An observer sees the
//! events; whether it wants the drawing data changes no bit of them.

use crate::collide::Moving;
use crate::collide::pin::PinContact;
use crate::detect::{Span, TOUCH_M, closing_speed};
use crate::math::less;
use crate::motion::Mover;
use crate::strike::{StrikeError, strike};
use crate::trace::{
    BallRest, Body, End, Event, EventKind, Flow, Moment, Observer, OffBy, Phase, PinRest, Rail, Rest, Segment, Summary,
    Trace,
};
use crate::{Ball, Layout, Pin, PinSet, Strike, Table, collide};
use glam::{DVec2, DVec3};
use thiserror::Error;

mod cue_faults;
mod felled;
mod flight;
mod jump;
mod pins;
mod predict;

use cue_faults::CueAfter;
use felled::Loose;
use jump::Passed;

/// Most events of one simulation. A stroke has some 10 to 100; a stroke that needs more than this is reported
/// [`End::Bounded`], never a hang.
pub const MAX_EVENTS: u32 = 8000;
/// Longest simulated time, s; a match stroke lasts some 15.
pub const MAX_SECONDS: f64 = 600.0;
/// Contacts that fall due within this of each other are one instant, s: 1e-12 s at 10 m/s is a hundredth of what
/// counts as touching.
const SAME_INSTANT_S: f64 = 1e-12;
/// A contact that closes more slowly than this loses no energy, m/s: a real restitution would let ever smaller
/// bounces pile up at one instant.
const MICRO_MPS: f64 = 1e-3;
/// Contacts of one pair within this time of each other are chatter, s.
const CHATTER_S: f64 = 5e-3;
/// Bodies pressed together (a ball that follows the one it pushes) bounce at about this speed instead of ever more
/// often, m/s: their gap stays below 10 um, a slide of 0.1 s costs some 50 contacts.
const CHATTER_MPS: f64 = 5e-3;
/// A wedged ball slower than this rests, m/s: free, it would roll on for a millimetre.
const WEDGED_MPS: f64 = 1e-2;
/// After so many contacts in a row a ball is wedged in between others or a cushion.
const WEDGED_COUNT: u32 = 60;
/// From this vertical part of the line of centres on the upper ball of a micro contact rests on the lower one.
const ON_TOP: f64 = 0.1;
/// Contacts in a row from which on it is chatter.
const CHATTER_COUNT: u32 = 3;

/// Why a stroke cannot be simulated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SimError {
    /// The strike itself is impossible.
    #[error(transparent)]
    Strike(#[from] StrikeError),
    /// The ball to strike is not on the table.
    #[error("strike: the {} ball is not on the table", .0.name())]
    NoBall(Ball),
    /// A ball is not inside the cushions, or not a number.
    #[error("{}: ({x}, {y}) is outside the cushions ({low} to {high_x}, {low} to {high_y})", ball.name())]
    Outside {
        /// The ball.
        ball: Ball,
        /// Its centre, m.
        x: f64,
        /// Its centre, m.
        y: f64,
        /// Least coordinate of a centre, m.
        low: f64,
        /// Greatest x of a centre, m.
        high_x: f64,
        /// Greatest y of a centre, m.
        high_y: f64,
    },
    /// Two balls overlap.
    #[error("{} and {} overlap by {depth} m: centres must be a ball's diameter apart", a.name(), b.name())]
    Overlap {
        /// One ball.
        a: Ball,
        /// The other.
        b: Ball,
        /// How deep, m.
        depth: f64,
    },
    /// A ball and a standing pin overlap.
    #[error("{} covers pin {}: a pin whose spot is covered does not stand", ball.name(), pin.letter())]
    OnPin {
        /// The ball.
        ball: Ball,
        /// The pin.
        pin: Pin,
    },
}

/// Simulates one stroke and keeps everything: events, segments to draw, the final state.
///
/// Two strikes are the lag; each may have its delay.
///
/// # Errors
/// A strike or a layout that cannot be.
pub fn simulate(table: &Table, layout: &Layout, strikes: &[(Ball, Strike)]) -> Result<Trace, SimError> {
    let mut recorder = Recorder::default();
    let summary = simulate_into(table, layout, strikes, &mut recorder)?;
    recorder.segments.sort_by(|p, q| p.t0_s.total_cmp(&q.t0_s));
    Ok(Trace { events: recorder.events, segments: recorder.segments, summary })
}

/// Simulates one stroke for an observer: no heap, the same bits as [`simulate`].
///
/// # Errors
/// A strike or a layout that cannot be.
pub fn simulate_into<O: Observer>(
    table: &Table,
    layout: &Layout,
    strikes: &[(Ball, Strike)],
    observer: &mut O,
) -> Result<Summary, SimError> {
    check(table, layout, strikes)?;
    let mut run = Run::new(table, layout, strikes, observer);
    run.go();
    Ok(run.summary())
}

/// Simulates balls that are already moving, without a cue: each with its velocity and spin at time 0, on the cloth.
///
/// # Errors
/// A layout that cannot be, a ball that is not there.
pub fn release(table: &Table, layout: &Layout, motions: &[(Ball, Moving)]) -> Result<Trace, SimError> {
    let mut recorder = Recorder::default();
    let summary = release_into(table, layout, motions, &mut recorder)?;
    recorder.segments.sort_by(|p, q| p.t0_s.total_cmp(&q.t0_s));
    Ok(Trace { events: recorder.events, segments: recorder.segments, summary })
}

/// [`release`] for an observer.
///
/// # Errors
/// A layout that cannot be, a ball that is not there.
pub fn release_into<O: Observer>(
    table: &Table,
    layout: &Layout,
    motions: &[(Ball, Moving)],
    observer: &mut O,
) -> Result<Summary, SimError> {
    check(table, layout, &[])?;
    let mut run = Run::new(table, layout, &[], observer);
    for &(ball, moving) in motions {
        if layout.balls[ball.index()].is_none() {
            return Err(SimError::NoBall(ball));
        }
        run.set_off(ball.index(), moving);
    }
    run.predict_changed(&[0, 1, 2]);
    run.go();
    Ok(run.summary())
}

/// Keeps what an observer is told.
#[derive(Default)]
struct Recorder {
    events: Vec<Event>,
    segments: Vec<Segment>,
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

fn check(table: &Table, layout: &Layout, strikes: &[(Ball, Strike)]) -> Result<(), SimError> {
    if !plainly_right(table, layout) {
        check_layout(table, layout)?;
    }
    for (ball, strike) in strikes {
        strike.check()?;
        if layout.balls[ball.index()].is_none() {
            return Err(SimError::NoBall(*ball));
        }
    }
    Ok(())
}

/// Three balls well inside the cushions, apart from each other and the castle: nearly every layout.
fn plainly_right(table: &Table, layout: &Layout) -> bool {
    let [Some(one), Some(two), Some(three)] = layout.balls else { return false };
    let span = Span::point(one).with(&Span::point(two)).with(&Span::point(three));
    let (bed, castle, diameter) = (&table.bed, table.pin_spots[Pin::C.index()], table.touching);
    let apart = |p: DVec2, q: DVec2, distance: f64| p.distance_squared(q) > distance * distance;
    let clear = |p: DVec2| apart(p, castle, table.castle_guard);
    span.within(bed)
        && apart(one, two, diameter)
        && apart(one, three, diameter)
        && apart(two, three, diameter)
        && clear(one)
        && clear(two)
        && clear(three)
}

#[cold]
#[inline(never)]
fn check_layout(table: &Table, layout: &Layout) -> Result<(), SimError> {
    let radius = table.radius();
    let high = table.size - DVec2::splat(radius);
    for ball in Ball::ALL {
        let Some(place) = layout.balls[ball.index()] else { continue };
        let inside = |x: f64, high: f64| x >= radius - TOUCH_M && x <= high + TOUCH_M;
        if !inside(place.x, high.x) || !inside(place.y, high.y) {
            let (x, y) = (place.x, place.y);
            return Err(SimError::Outside { ball, x, y, low: radius, high_x: high.x, high_y: high.y });
        }
        for other in Ball::ALL.into_iter().skip(ball.index() + 1) {
            let Some(second) = layout.balls[other.index()] else { continue };
            let depth = 2.0 * radius - place.distance(second);
            if depth > TOUCH_M {
                return Err(SimError::Overlap { a: ball, b: other, depth });
            }
        }
        for pin in layout.pins.iter() {
            if place.distance(table.pin_spot(pin)) < table.pin_reach() - TOUCH_M {
                return Err(SimError::OnPin { ball, pin });
            }
        }
    }
    Ok(())
}

/// The three pairs by index.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// The pairs a ball belongs to, each with the other ball.
const OTHERS: [[(usize, usize); 2]; 3] = [[(0, 1), (1, 2)], [(0, 0), (2, 2)], [(1, 0), (2, 1)]];

/// A pin during a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PinState {
    Absent,
    Standing,
    /// Tilted by a ball too slow to fell it, which is still inside its reach.
    Pressed(Ball),
    /// Fallen against a resting ball that holds it.
    Tilted(Ball),
    Down,
}

/// What comes next for one ball alone.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    End,
    Cushion(Rail),
    Pin(Pin),
    /// The ball has pushed a pressed pin past its balance.
    PushedOver(Pin),
    /// The ball has left a pressed pin, which rocks back.
    Released(Pin),
    /// In the air: the line of the nose.
    Nose(Rail),
    /// In the air: the top of a cushion.
    Top(Rail),
    /// It rolls off the top of a cushion, back onto the table.
    BackOver,
    /// It touches the frame or has passed it.
    Off(OffBy),
    /// In the air: it passes over something.
    Jump(Body),
}

/// The earliest prediction of all.
#[derive(Clone, Copy, Debug)]
enum Next {
    Nothing,
    Own(usize),
    Pair(usize),
    Strike,
    /// Something befalls a felled pin.
    Loose,
}

/// Recent contacts of one pair (or of one ball with the cushions), to notice chatter.
#[derive(Clone, Copy, Debug)]
struct Chatter {
    last: f64,
    count: u32,
}

impl Chatter {
    const NONE: Chatter = Chatter { last: f64::NEG_INFINITY, count: 0 };

    /// Counts a contact; whether one that closes at `speed` is too small for a model of its own.
    fn is_micro(&mut self, now: f64, speed: f64) -> bool {
        let again = now - self.last < CHATTER_S;
        *self = Chatter { last: now, count: if again { self.count + 1 } else { 0 } };
        speed < MICRO_MPS || (speed < CHATTER_MPS && self.count >= CHATTER_COUNT)
    }

    /// Whether a ball is slow enough to come to rest because the chatter has gone on so long that it must be wedged in;
    /// the longer it goes on the faster it may be, so that it ends.
    fn holds(&self, ball: Moving) -> bool {
        let limit = WEDGED_MPS * f64::from(self.count / WEDGED_COUNT);
        ball.v.length_squared() < limit * limit
    }

    /// The speed at which a micro contact opens: the speed it closed with, so that no energy is lost; more for
    /// chatter, if the spin that is `held` can pay for it. Returns that speed and what is left of the spin (a
    /// factor). Energies per mass: the relative speed `v` holds `share v^2`.
    fn open(&self, speed: f64, share: f64, held: f64) -> (f64, f64) {
        // Between two others a ball loses again what it gains, so the least grows with the chatter.
        let least = (1e-6 * f64::from(self.count)).min(CHATTER_MPS);
        let faster = (2.0 * speed).clamp(least, CHATTER_MPS);
        let cost = share * (faster * faster - speed * speed);
        if self.count < CHATTER_COUNT || cost <= 0.0 || cost >= held {
            return (speed, 1.0);
        }
        (faster, (1.0 - cost / held).sqrt())
    }
}

/// One simulation under way.
struct Run<'a, O: Observer> {
    table: &'a Table,
    strikes: &'a [(Ball, Strike)],
    struck: [bool; 3],
    observer: &'a mut O,
    now: f64,
    events: u32,
    end: Option<End>,
    balls: [Mover; 3],
    pins: [PinState; 5],
    /// Pins that a ball can still meet: standing or pressed.
    standing: u32,
    /// Where the pins stand: their spots, unless they were moved.
    pin_place: [DVec2; 5],
    /// Nothing outside this circle about the middle meets a standing pin, m.
    guard: f64,
    /// The middle of the castle.
    castle: Span,
    /// Pins that lean on the ball that pressed them.
    leaning: PinSet,
    /// A pin has come to lie against a resting ball.
    tilted: bool,
    /// A pressed pin's base was kicked by this much, in plan.
    kick: [DVec2; 5],
    /// Pins that lie or slide about, once there are any.
    loose: Option<Loose>,
    /// When something befalls one of them.
    loose_due: f64,
    /// A pin was moved or a ball is high: everything is predicted anew.
    castle_moved: bool,
    /// When the next strike is due, infinite after the last.
    strike_due: f64,
    /// What each ball does next by itself, and when.
    own: [Own; 3],
    own_due: [f64; 3],
    /// Where each ball stays until its way of moving ends.
    span: [Span; 3],
    pair: [f64; 3],
    pair_chatter: [Chatter; 3],
    rail_chatter: [Chatter; 3],
    /// A ball may be in the air: what it flies over changes with the others.
    airborne: bool,
    /// What each ball in the air has passed over since it took off.
    jumped: [Passed; 3],
    /// The cue just after a strike, when something is near the ball.
    cue_after: Option<CueAfter>,
    /// The balls there were, to tell one that is off from one that never was.
    present: [bool; 3],
}

impl<'a, O: Observer> Run<'a, O> {
    fn new(table: &'a Table, layout: &Layout, strikes: &'a [(Ball, Strike)], observer: &'a mut O) -> Run<'a, O> {
        let radius = table.radius();
        let mover = |place: &Option<DVec2>| place.map_or(Mover::absent(), |p| Mover::resting(p, radius));
        let mut pins = [PinState::Absent; 5];
        for pin in layout.pins.iter() {
            pins[pin.index()] = PinState::Standing;
        }
        Run {
            table,
            strikes,
            struck: [false; 3],
            observer,
            now: 0.0,
            events: 0,
            end: None,
            balls: [mover(&layout.balls[0]), mover(&layout.balls[1]), mover(&layout.balls[2])],
            pins,
            standing: layout.pins.len() as u32,
            pin_place: table.pin_spots,
            guard: table.castle_guard,
            castle: Span::point(table.pin_spots[Pin::C.index()]),
            leaning: PinSet::NONE,
            tilted: false,
            kick: [DVec2::ZERO; 5],
            loose: None,
            loose_due: f64::INFINITY,
            castle_moved: false,
            strike_due: strikes.iter().map(|(_, strike)| strike.delay_s).fold(f64::INFINITY, f64::min),
            own: [Own::End; 3],
            own_due: [f64::INFINITY; 3],
            span: layout.balls.map(|place| place.map_or(Span::NOWHERE, Span::point)),
            pair: [f64::INFINITY; 3],
            pair_chatter: [Chatter::NONE; 3],
            rail_chatter: [Chatter::NONE; 3],
            airborne: false,
            jumped: [Passed::NOTHING; 3],
            cue_after: None,
            present: layout.balls.map(|ball| ball.is_some()),
        }
    }

    fn go(&mut self) {
        while self.end.is_none() {
            let (t, next) = self.earliest();
            if let Next::Nothing = next {
                self.end = Some(End::Rest);
                break;
            }
            if self.events >= MAX_EVENTS || t > MAX_SECONDS {
                self.end = Some(End::Bounded);
                break;
            }
            self.now = t;
            match next {
                Next::Strike => self.strike(),
                Next::Own(ball) => self.play_on(ball),
                Next::Pair(pair) => self.meet_pairs(pair),
                Next::Loose => self.loose_event(),
                Next::Nothing => {}
            }
        }
        self.close_segments();
    }

    /// At one instant contacts come before what a ball does by itself, smaller indices before larger ones.
    #[inline(always)]
    fn earliest(&self) -> (f64, Next) {
        let [one, two, three] = self.pair;
        let contact = less(less(one, two), three);
        let own = less(less(self.own_due[0], self.own_due[1]), self.own_due[2]);
        let rare = less(self.strike_due, self.loose_due);
        let t = less(less(contact, own), rare);
        if t == f64::INFINITY {
            return (t, Next::Nothing);
        }
        let first = |times: [f64; 3]| if times[0] == t { 0 } else { 1 + usize::from(times[1] != t) };
        let next = if own < contact && own <= rare {
            Next::Own(first(self.own_due))
        } else if contact == t {
            Next::Pair(first(self.pair))
        } else if self.strike_due == t {
            Next::Strike
        } else {
            Next::Loose
        };
        (t, next)
    }

    #[inline(always)]
    fn tell(&mut self, kind: EventKind) {
        self.events += 1;
        if self.observer.event(self.now, kind) == Flow::Stop {
            self.end = Some(End::Stopped);
        }
    }

    /// Brings a ball to now, telling the path it has come.
    #[inline(always)]
    fn advance(&mut self, i: usize) {
        if O::FULL {
            self.tell_segment(i, self.now);
        }
        self.balls[i].advance(self.table, self.now);
    }

    fn tell_segment(&mut self, i: usize, t1_s: f64) {
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

    fn tell_moment(&mut self, i: usize, before: DVec3) {
        if O::FULL {
            let ball = &self.balls[i];
            let (place, after, spin) = (ball.r, ball.v, ball.w);
            self.observer.moment(Moment { body: Body::Ball(Ball::ALL[i]), place, before, after, spin });
        }
    }

    fn strike(&mut self) {
        let pending = |i: &usize| !self.struck[*i];
        let delay = |i: &usize| self.strikes[*i].1.delay_s;
        let Some(which) = (0..self.strikes.len()).filter(pending).find(|i| delay(i) == self.strike_due) else { return };
        self.struck[which] = true;
        self.strike_due =
            (0..self.strikes.len()).filter(|&i| !self.struck[i]).map(|i| delay(&i)).fold(f64::INFINITY, f64::min);
        let (ball, ref stroke) = self.strikes[which];
        let i = ball.index();
        self.advance(i);
        if self.balls[i].phase != Phase::Still {
            return;
        }
        let made = strike(self.table, stroke);
        let state = Moving::new(made.velocity, made.spin);
        self.tell(EventKind::Strike { ball, miscue: made.miscue });
        self.set_off(i, state);
        self.tell_moment(i, DVec3::ZERO);
        self.strike_contacts(i, stroke, &made);
        self.predict_changed(&[i]);
    }

    /// Gives a ball a new velocity and spin; on the cloth a downward speed bounces on the slate.
    #[inline(always)]
    fn set_off(&mut self, i: usize, state: Moving) {
        let on_cloth = self.balls[i].r.z <= self.table.radius();
        let state = if on_cloth { collide::slate(self.table, state) } else { state };
        let ball = &mut self.balls[i];
        ball.v = state.v;
        ball.w = state.w;
        ball.set_off(self.table);
        if ball.phase == Phase::Flying {
            self.airborne |= self.gets_high(&self.balls[i]);
        }
    }

    /// What a ball does by itself, now and as long as nothing else comes between: mostly only one ball moves.
    #[inline(always)]
    fn play_on(&mut self, i: usize) {
        let besides = less(self.besides(i), MAX_SECONDS);
        loop {
            let own = self.own[i];
            self.advance(i);
            match own {
                Own::End if self.balls[i].phase != Phase::Flying => self.phase_ends(i),
                Own::Cushion(rail) => self.meet_rail(i, rail),
                _ => self.rare_event(i, own),
            }
            if self.airborne || self.castle_moved {
                return self.predict_airborne(&[i]);
            }
            let (t, contact) = self.predict_ball(i);
            let first = t < less(contact, less(besides, self.loose_due));
            if !first || self.events >= MAX_EVENTS || self.end.is_some() {
                return;
            }
            self.now = t;
        }
    }

    /// When anything happens that is not up to one ball, loose pins apart.
    #[inline(always)]
    fn besides(&self, i: usize) -> f64 {
        let [(_, one), (_, two)] = OTHERS[i];
        // The pair of the two others has the index of neither pair of this ball.
        less(less(self.strike_due, self.pair[2 - i]), less(self.own_due[one], self.own_due[two]))
    }

    #[inline(never)]
    fn rare_event(&mut self, i: usize, own: Own) {
        match own {
            Own::Cushion(_) => {}
            Own::End => self.land(i),
            Own::Nose(rail) => self.meet_nose(i, rail),
            Own::Top(rail) => self.meet_top(i, rail),
            Own::BackOver => self.balls[i].set_off(self.table),
            Own::Off(by) => self.leave(i, by),
            Own::Jump(over) => self.jump_over(i, over),
            // Another ball may have got there first.
            Own::Pin(pin) if self.pins[pin.index()] != PinState::Standing => {}
            Own::Pin(pin) => self.meet_pin(i, pin),
            Own::PushedOver(pin) | Own::Released(pin) if self.pins[pin.index()] != PinState::Pressed(Ball::ALL[i]) => {}
            Own::PushedOver(pin) => self.push_over(i, pin),
            Own::Released(pin) => self.release_pin(i, pin),
        }
    }

    /// A ball on the cloth goes over to its next way of moving.
    #[inline(always)]
    fn phase_ends(&mut self, i: usize) {
        let before = self.balls[i].v;
        let was = self.balls[i].phase;
        let ball = Ball::ALL[i];
        self.balls[i].next_phase(self.table);
        let to = self.balls[i].phase;
        self.tell(if to == was { EventKind::Band { ball } } else { EventKind::Phase { ball, to } });
        self.tell_moment(i, before);
        if to == Phase::Still {
            self.lean_on(i);
        }
    }

    #[inline(always)]
    fn meet_rail(&mut self, i: usize, rail: Rail) {
        let outward = crate::rails::outward(rail);
        let ball = &self.balls[i];
        let before = ball.v;
        let into = before.truncate().dot(outward);
        let state = Moving::new(before, ball.w);
        let after = if self.rail_chatter[i].is_micro(self.now, into) {
            self.micro_rail(i, outward, into.max(0.0), state)
        } else {
            collide::cushion::planar(self.table, outward, state)
        };
        self.tell(EventKind::Cushion { ball: Ball::ALL[i], rail });
        self.set_off(i, after);
        self.tell_moment(i, before);
        if self.cue_after.is_some() {
            self.cue_catches(i, before.truncate());
        }
    }

    fn meet_pin(&mut self, i: usize, pin: Pin) {
        if self.balls[i].phase == Phase::Flying {
            return self.meet_head(i, pin);
        }
        let contact: &PinContact = &self.table.pin_contact;
        let ball = &self.balls[i];
        let before = ball.v;
        let normal = (self.pin_place[pin.index()] - ball.r.truncate()).normalize();
        let closing = before.truncate().dot(normal);
        let lost = normal * (contact.loss * closing.max(0.0));
        let state = Moving::new(before - lost.extend(0.0), ball.w);
        if closing >= contact.topple_mps {
            self.topple(i, pin, normal, closing * contact.level_cos, &contact.level);
        } else {
            self.pins[pin.index()] = PinState::Pressed(Ball::ALL[i]);
            self.kick[pin.index()] = normal * contact.slid(contact.level.base * contact.level_cos * closing);
        }
        self.set_off(i, state);
        self.tell_moment(i, before);
    }

    /// All pairs that meet at this instant, together.
    fn meet_pairs(&mut self, first: usize) {
        let mut due = [false; 3];
        for (k, t) in self.pair.iter().enumerate() {
            due[k] = k == first || *t <= self.now + SAME_INSTANT_S;
        }
        let mut touched = [false; 3];
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            touched[i] |= due[k];
            touched[j] |= due[k];
        }
        for i in (0..3).filter(|&i| touched[i]) {
            self.advance(i);
        }
        let before = [self.balls[0].v, self.balls[1].v, self.balls[2].v];
        let after = self.resolve(due);
        for i in (0..3).filter(|&i| touched[i]) {
            self.set_off(i, after[i]);
        }
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            if due[k] {
                self.tell(EventKind::Hit { a: Ball::ALL[i], b: Ball::ALL[j] });
                self.tell_moment(i, before[i]);
                self.tell_moment(j, before[j]);
            }
        }
        if self.cue_after.is_some() {
            (0..3).filter(|&i| touched[i]).for_each(|i| self.cue_catches(i, before[i].truncate()));
        }
        match touched {
            [true, true, false] => self.predict_changed(&[0, 1]),
            [true, false, true] => self.predict_changed(&[0, 2]),
            [false, true, true] => self.predict_changed(&[1, 2]),
            _ => self.predict_changed(&[0, 1, 2]),
        }
    }

    fn resolve(&mut self, due: [bool; 3]) -> [Moving; 3] {
        let mut states = [0, 1, 2].map(|i| Moving::new(self.balls[i].v, self.balls[i].w));
        if due.iter().filter(|&&d| d).count() > 1 {
            collide::cluster(self.table, self.normals(), due, &mut states);
            return states;
        }
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            if due[k] {
                let line = self.balls[j].r - self.balls[i].r;
                let speed = closing_speed(line, states[j].v - states[i].v);
                let normal = line / line.length();
                (states[i], states[j]) = if self.pair_chatter[k].is_micro(self.now, speed) {
                    self.micro_contact(k, normal, speed.max(0.0), states[i], states[j])
                } else {
                    collide::ball_ball(self.table, normal, states[i], states[j])
                };
            }
        }
        states
    }

    fn normals(&self) -> [DVec3; 3] {
        PAIRS.map(|(i, j)| (self.balls[j].r - self.balls[i].r).normalize_or_zero())
    }

    /// A contact too slow to lose energy.
    #[cold]
    #[inline(never)]
    fn micro_contact(&self, k: usize, normal: DVec3, speed: f64, one: Moving, two: Moving) -> (Moving, Moving) {
        let radius = self.table.radius();
        if normal.z.abs() > ON_TOP {
            return self.micro_on_top(k, normal, speed, one, two);
        }
        // A fast ball pushes the other out of its way; only what creeps is held.
        if self.pair_chatter[k].holds(one) && self.pair_chatter[k].holds(two) {
            return (resting(one), resting(two));
        }
        let held = 0.2 * radius * radius * (one.w.length_squared() + two.w.length_squared());
        let (out, left) = self.pair_chatter[k].open(speed, 0.25, held);
        let push = normal * (0.5 * (speed + out));
        (Moving::new(one.v - push, one.w * left), Moving::new(two.v + push, two.w * left))
    }

    /// The same with a cushion.
    #[cold]
    #[inline(never)]
    fn micro_rail(&self, i: usize, outward: DVec2, speed: f64, ball: Moving) -> Moving {
        let radius = self.table.radius();
        let held = 0.2 * radius * radius * ball.w.length_squared();
        let (out, left) = self.rail_chatter[i].open(speed, 0.5, held);
        if self.rail_chatter[i].holds(ball) {
            return resting(ball);
        }
        Moving::new(ball.v - (outward * (speed + out)).extend(0.0), ball.w * left)
    }

    fn close_segments(&mut self) {
        if O::FULL {
            for i in 0..3 {
                self.tell_segment(i, self.now);
            }
            self.close_pins();
        }
    }

    fn summary(&self) -> Summary {
        let mut rest = Rest::default();
        for i in 0..3 {
            let ball = &self.balls[i];
            rest.balls[i] = match ball.phase {
                Phase::Off if self.present[i] => BallRest::Off,
                Phase::Off => BallRest::Absent,
                _ => BallRest::At(ball.place_at(self.now).truncate()),
            };
        }
        for pin in Pin::ALL {
            rest.pins[pin.index()] = match self.pins[pin.index()] {
                PinState::Absent => PinRest::Absent,
                PinState::Standing if self.pin_place[pin.index()] == self.table.pin_spot(pin) => PinRest::Standing,
                PinState::Standing => PinRest::Shifted(self.pin_place[pin.index()]),
                PinState::Pressed(ball) | PinState::Tilted(ball) => PinRest::Leaning(ball),
                PinState::Down => PinRest::Down(self.lying_place(pin)),
            };
        }
        Summary { rest, duration_s: self.now, events: self.events, end: self.end.unwrap_or(End::Rest) }
    }
}

/// A wedged ball at rest; it may still spin on the spot.
fn resting(ball: Moving) -> Moving {
    Moving::new(DVec3::ZERO, DVec3::new(0.0, 0.0, ball.w.z))
}
