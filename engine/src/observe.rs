//! From what the physics tells (colours) to what the referee sees (roles): [`Watch`] while a stroke is simulated,
//! [`observe`] afterwards. Both give the same list because one is made of the other.

use crate::events::{By, Contact, JumpOver, RefereeEvent, Role};
use crate::position::Position;
use crate::stroke::Stroke;
use filotto_physics::trace::{Body, EventKind, Flow, Observer, Touching, Trace};
use filotto_physics::{Ball, Pin, PinSet};

/// The parts of the three balls in a stroke, by [`Ball::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    of: [Role; 3],
    wrong: Option<Role>,
}

impl Roles {
    /// The roles of a correct stroke with that cue ball.
    pub fn new(cue_ball: Ball) -> Roles {
        Roles::struck(cue_ball, cue_ball)
    }

    /// The roles of a stroke in a position; a wrong ball struck is the `cue` of the list (15.3-a).
    pub fn of(position: &Position, stroke: &Stroke) -> Roles {
        Roles::struck(position.cue_ball(), stroke.struck(position))
    }

    fn struck(own: Ball, struck: Ball) -> Roles {
        let mut of = [Role::Object, Role::Object, Role::Red];
        of[struck.index()] = Role::Cue;
        let wrong = match struck {
            ball if ball == own => None,
            Ball::Red => Some(Role::Red),
            _ => Some(Role::Object),
        };
        Roles { of, wrong }
    }

    /// The role of a ball.
    pub fn role(&self, ball: Ball) -> Role {
        self.of[ball.index()]
    }

    fn by(&self, body: Body) -> By {
        match body {
            Body::Ball(ball) => By::Ball(self.role(ball)),
            Body::Pin(pin) => By::Pin(pin),
        }
    }

    /// The referee's event of a physical one; `None` for what he doesn't judge by.
    pub fn translate(&self, kind: EventKind) -> Option<RefereeEvent> {
        let event = match kind {
            EventKind::Strike { .. }
            | EventKind::Phase { .. }
            | EventKind::Band { .. }
            | EventKind::Slate { .. }
            | EventKind::PinMetBall { .. }
            | EventKind::PinMetCushion { .. } => return None,
            EventKind::DoubleHit { .. } => RefereeEvent::DoubleHit,
            EventKind::Push { .. } => RefereeEvent::Push,
            EventKind::OntoContact { with, .. } => RefereeEvent::OntoContact(self.contact(with)),
            EventKind::Hit { a, b } => self.hit(a, b),
            EventKind::Cushion { ball, .. } => RefereeEvent::Cushion(self.role(ball)),
            EventKind::PinStruck { pin, by } => RefereeEvent::Struck(pin, self.by(by)),
            EventKind::PinDown { pin, by } => RefereeEvent::Down(pin, self.by(by)),
            EventKind::PinUpright { pin } => RefereeEvent::Upright(pin),
            EventKind::PinShift { pin, by } => RefereeEvent::Shift(pin, self.by(by)),
            EventKind::PinShiftOff { pin, by } => RefereeEvent::ShiftOff(pin, self.by(by)),
            EventKind::PinLean { pin, on } => RefereeEvent::Lean(pin, self.role(on)),
            EventKind::PinLeanFall { pin, ball, how } => RefereeEvent::LeanFall(pin, self.role(ball), how),
            EventKind::Off { ball, .. } => RefereeEvent::Off(self.role(ball)),
            EventKind::Jump { ball, over } => RefereeEvent::Jump(self.jump(ball, over)?),
            EventKind::Between { ball, p, q } => {
                (self.role(ball) == Role::Cue).then_some(RefereeEvent::Between(p, q))?
            }
        };
        Some(event)
    }

    /// The two balls of a hit, the cue ball first, red last.
    fn hit(&self, a: Ball, b: Ball) -> RefereeEvent {
        let (a, b) = (self.role(a), self.role(b));
        if a as u8 <= b as u8 { RefereeEvent::Hit(a, b) } else { RefereeEvent::Hit(b, a) }
    }

    fn contact(&self, with: Touching) -> Contact {
        match with {
            Touching::Cushion(_) => Contact::Cushion,
            Touching::Ball(ball) if self.role(ball) == Role::Red => Contact::Red,
            Touching::Ball(_) => Contact::Object,
        }
    }

    /// Only the cue ball's flight over a pin or red is looked at (15.3-o).
    fn jump(&self, ball: Ball, over: Body) -> Option<JumpOver> {
        match over {
            _ if self.role(ball) != Role::Cue => None,
            Body::Pin(pin) => Some(JumpOver::Pin(pin)),
            Body::Ball(ball) => (self.role(ball) == Role::Red).then_some(JumpOver::Red),
        }
    }
}

/// Room for the events of an ordinary stroke; a longer list grows once.
const LIST: usize = 64;

/// Collects the referee's events while a stroke is simulated. Re-used from stroke to stroke, it allocates only until
/// its list has grown to the longest one.
#[derive(Clone, Debug)]
pub struct Watch {
    roles: Roles,
    stop_at_fault: bool,
    events: Vec<RefereeEvent>,
    /// How many events at the front belong to the strike itself.
    at_strike: usize,
    /// Pins that have fallen: a pin falls once, be it from leaning or from being felled.
    fallen: PinSet,
    object_met: bool,
    /// When the cue ball first met red before the object ball, and where that event stands.
    red_first: Option<(f64, usize)>,
    /// When the stroke became a fault otherwise, whatever follows.
    fault_at: Option<f64>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new()
    }
}

impl Watch {
    /// A watch that has seen nothing; [`Watch::begin`] comes before each stroke.
    pub fn new() -> Watch {
        Watch::with_list(Roles::new(Ball::White), Vec::with_capacity(LIST))
    }

    fn with_list(roles: Roles, events: Vec<RefereeEvent>) -> Watch {
        Watch {
            roles,
            stop_at_fault: false,
            events,
            at_strike: 0,
            fallen: PinSet::NONE,
            object_met: false,
            red_first: None,
            fault_at: None,
        }
    }

    /// Forgets the last stroke. With `stop_at_fault` the simulation ends once a fault is certain that the events
    /// show (a miss shows only at the end); the list is then good for no more than that.
    pub fn begin(&mut self, roles: Roles, stop_at_fault: bool) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        *self = Watch { stop_at_fault, ..Watch::with_list(roles, events) };
        if let Some(wrong) = roles.wrong {
            self.events.push(RefereeEvent::WrongBall(wrong));
            self.at_strike = 1;
            self.fault_at = Some(0.0);
        }
    }

    /// What the referee has seen.
    pub fn events(&self) -> &[RefereeEvent] {
        &self.events
    }

    /// Whether the events seen so far make the stroke a fault, whatever follows.
    pub fn is_fault(&self) -> bool {
        self.fault_at.is_some() || self.red_first.is_some()
    }

    /// Whether a fault happened before that instant.
    fn fault_before(&self, t_s: f64) -> bool {
        let red_t_s = self.red_first.map(|(at, _)| at);
        [self.fault_at, red_t_s].into_iter().flatten().any(|at| at < t_s)
    }

    fn see(&mut self, t_s: f64, event: RefereeEvent) {
        match event {
            RefereeEvent::DoubleHit | RefereeEvent::Push | RefereeEvent::OntoContact(_) => {
                self.events.insert(self.at_strike, event);
                self.at_strike += 1;
                self.shift_red_first();
                self.fault(t_s);
                return;
            }
            RefereeEvent::Hit(Role::Cue, Role::Object) => return self.see_object(t_s, event),
            RefereeEvent::Hit(Role::Cue, Role::Red) if !self.object_met && self.red_first.is_none() => {
                self.red_first = Some((t_s, self.events.len()));
            }
            RefereeEvent::Down(pin, by) => {
                if !self.falls(pin) {
                    return;
                }
                if by == By::Ball(Role::Cue) {
                    self.fault(t_s);
                }
            }
            RefereeEvent::LeanFall(pin, ..) if !self.falls(pin) => return,
            RefereeEvent::Off(_) => self.fault(t_s),
            RefereeEvent::Jump(_) if !self.object_met => self.fault(t_s),
            _ => {}
        }
        self.events.push(event);
    }

    /// The cue ball meets the object ball. Red met at the very same instant was not met before it: the object ball
    /// goes first in the list, and what had looked like a fault is none.
    fn see_object(&mut self, t_s: f64, event: RefereeEvent) {
        self.object_met = true;
        match self.red_first {
            Some((red_t_s, place)) if red_t_s == t_s => {
                self.events.insert(place, event);
                self.red_first = None;
            }
            _ => self.events.push(event),
        }
    }

    fn shift_red_first(&mut self) {
        if let Some((_, place)) = &mut self.red_first {
            *place += 1;
        }
    }

    /// Whether the pin falls now and hadn't before.
    fn falls(&mut self, pin: Pin) -> bool {
        let falls = !self.fallen.contains(pin);
        self.fallen = self.fallen.with(pin);
        falls
    }

    fn fault(&mut self, t_s: f64) {
        self.fault_at.get_or_insert(t_s);
    }
}

impl Observer for Watch {
    const FULL: bool = false;

    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow {
        // A fault is certain only when its instant is over: see `see_object`.
        if self.stop_at_fault && self.fault_before(t_s) {
            return Flow::Stop;
        }
        if let Some(event) = self.roles.translate(kind) {
            self.see(t_s, event);
        }
        Flow::Go
    }
}

/// What the referee saw of a whole simulated stroke.
pub fn observe(position: &Position, stroke: &Stroke, trace: &Trace) -> Vec<RefereeEvent> {
    let mut watch = Watch::new();
    watch.begin(Roles::of(position, stroke), false);
    for event in &trace.events {
        watch.event(event.t_s, event.kind);
    }
    watch.events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Player, ProfileName};
    use filotto_physics::Strike;
    use filotto_physics::trace::{LeanFall, OffBy, Rail};

    fn watched(roles: Roles, stop: bool, kinds: &[(f64, EventKind)]) -> (Watch, usize) {
        let mut watch = Watch::new();
        watch.begin(roles, stop);
        let taken = kinds.iter().take_while(|&&(t_s, kind)| watch.event(t_s, kind) == Flow::Go).count();
        (watch, taken)
    }

    const STRIKE: (f64, EventKind) = (0.0, EventKind::Strike { ball: Ball::Yellow, miscue: false });
    const HIT_WHITE: EventKind = EventKind::Hit { a: Ball::White, b: Ball::Yellow };
    const HIT_RED: EventKind = EventKind::Hit { a: Ball::Yellow, b: Ball::Red };

    #[test]
    fn colours_become_roles() {
        let body = Body::Ball(Ball::White);
        let kinds = [
            STRIKE,
            (0.1, EventKind::Cushion { ball: Ball::Yellow, rail: Rail::Left }),
            (0.2, HIT_WHITE),
            (0.3, EventKind::PinDown { pin: Pin::U, by: body }),
            (0.4, EventKind::PinDown { pin: Pin::C, by: Body::Pin(Pin::U) }),
            (0.5, EventKind::PinLean { pin: Pin::L, on: Ball::Red }),
            (0.6, EventKind::PinLeanFall { pin: Pin::L, ball: Ball::Red, how: LeanFall::Away }),
            (0.6, EventKind::PinDown { pin: Pin::L, by: Body::Ball(Ball::Red) }),
            (0.7, EventKind::Jump { ball: Ball::White, over: Body::Ball(Ball::Red) }),
            (0.8, EventKind::Off { ball: Ball::Red, by: OffBy::Frame }),
        ];
        let (watch, taken) = watched(Roles::new(Ball::Yellow), false, &kinds);
        assert_eq!(taken, kinds.len());
        let told: Vec<String> = watch.events().iter().map(|event| event.to_string()).collect();
        let expected = [
            "cushion cue",
            "hit cue object",
            "down U object",
            "down C pin:U",
            "lean L red",
            "lean-fall L red away",
            "off red",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_seen_at_the_strike_stands_first() {
        let kinds = [STRIKE, (0.0, HIT_WHITE), (0.001, EventKind::DoubleHit { ball: Ball::Yellow })];
        let (watch, _) = watched(Roles::new(Ball::Yellow), false, &kinds);
        assert_eq!(watch.events(), [RefereeEvent::DoubleHit, RefereeEvent::Hit(Role::Cue, Role::Object)]);
    }

    /// Both balls met at one instant: red was not met before the object ball, so 15.3-b doesn't apply.
    #[test]
    fn red_at_the_same_instant_is_not_first() {
        let (watch, _) = watched(Roles::new(Ball::Yellow), true, &[STRIKE, (0.5, HIT_RED), (0.5, HIT_WHITE)]);
        assert_eq!(
            watch.events(),
            [RefereeEvent::Hit(Role::Cue, Role::Object), RefereeEvent::Hit(Role::Cue, Role::Red)]
        );
        assert!(!watch.is_fault());
        let (watch, _) = watched(Roles::new(Ball::Yellow), false, &[STRIKE, (0.5, HIT_RED), (0.6, HIT_WHITE)]);
        assert_eq!(watch.events()[0], RefereeEvent::Hit(Role::Cue, Role::Red));
        assert!(watch.is_fault());
    }

    #[test]
    fn it_stops_after_the_instant_of_the_first_fault() {
        let fells = EventKind::PinDown { pin: Pin::U, by: Body::Ball(Ball::Yellow) };
        let kinds = [STRIKE, (0.4, HIT_WHITE), (0.5, fells), (0.5, HIT_RED), (0.6, HIT_WHITE), (0.7, HIT_RED)];
        let (watch, taken) = watched(Roles::new(Ball::Yellow), true, &kinds);
        assert_eq!((taken, watch.events().len()), (4, 3));
        let (watch, taken) = watched(Roles::new(Ball::Yellow), false, &kinds);
        assert_eq!((taken, watch.events().len()), (6, 5));
    }

    #[test]
    fn a_watch_forgets_the_last_stroke() {
        let (mut watch, _) = watched(Roles::new(Ball::Yellow), true, &[STRIKE, (0.5, HIT_RED), (0.6, HIT_RED)]);
        watch.begin(Roles::new(Ball::White), false);
        assert!(watch.events().is_empty() && !watch.is_fault());
        assert_eq!(watch.event(0.1, HIT_WHITE), Flow::Go);
        assert_eq!(watch.events(), [RefereeEvent::Hit(Role::Cue, Role::Object)]);
    }

    /// 15.3-a: the ball struck is `cue`; with red struck both others are `object`.
    #[test]
    fn a_wrong_ball_is_the_cue_of_the_list() {
        let position = Position::opening(Player::White, 60, ProfileName::Wcbs1997);
        let mut stroke = Stroke::from(Strike::new(0.0, 1.0));
        stroke.ball = Some(Ball::Yellow);
        let roles = Roles::of(&position, &stroke);
        assert_eq!(Ball::ALL.map(|ball| roles.role(ball)), [Role::Object, Role::Cue, Role::Red]);
        let (watch, _) = watched(roles, false, &[(0.3, HIT_WHITE)]);
        let first = [RefereeEvent::WrongBall(Role::Object), RefereeEvent::Hit(Role::Cue, Role::Object)];
        assert_eq!(watch.events(), first);
        stroke.ball = Some(Ball::Red);
        let roles = Roles::of(&position, &stroke);
        assert_eq!(Ball::ALL.map(|ball| roles.role(ball)), [Role::Object, Role::Object, Role::Cue]);
    }
}
