//! Which way the balls of one stroke went, and how near they came to what they did not touch: [`Path`].
//!
//! A sweep stroke that fails by a hand's breadth and one that fails by a metre have the same events. What a start may
//! become is in between: how near the object ball passed the castle and red, after how many cushions, how fast.

use filotto_engine::{Role, Roles, Watch};
use filotto_physics::trace::{Body, EventKind, Flow, Moment, Observer, Segment};
use filotto_physics::{Layout, PinSet, Table};
use glam::DVec2;

/// The gap to something a ball never came near to, m: longer than any table.
pub const FAR_M: f64 = 4.0;

/// The nearest that a ball came to something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Between surface and surface, m; about 0, or a little below, where it touched.
    pub gap_m: f64,
    /// Cushions until then, since the first contact.
    pub cushions: u8,
    /// Way until then, since the first contact, m.
    pub way_m: f64,
    /// Speed there, m/s.
    pub speed_mps: f64,
}

impl Default for Approach {
    fn default() -> Approach {
        Approach { gap_m: FAR_M, cushions: 0, way_m: 0.0, speed_mps: 0.0 }
    }
}

/// A ball's way so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leg {
    /// Its length, m.
    pub way_m: f64,
    /// Cushions on it.
    pub cushions: u8,
}

/// The first contact of cue ball and object ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meeting {
    /// Where the cue ball was.
    pub cue: DVec2,
    /// Where the object ball was.
    pub object: DVec2,
    /// The cue ball's velocity before, m/s.
    pub before: DVec2,
    /// The cue ball's velocity after, m/s.
    pub cue_after: DVec2,
    /// The object ball's velocity after, m/s.
    pub object_after: DVec2,
}

/// What was seen of the ways of one stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ways {
    /// The first contact, when there was one.
    pub meeting: Option<Meeting>,
    /// The cue ball's way until the first contact.
    pub to_object: Leg,
    /// How near it came to the object ball until then.
    pub object: Approach,
    /// The object ball to the nearest standing pin, after the first contact.
    pub object_pins: Approach,
    /// The object ball to red where it lay.
    pub object_red: Approach,
    /// The cue ball to red where it lay, after the first contact.
    pub cue_red: Approach,
    /// The cue ball to the nearest standing pin, after the first contact.
    pub cue_pins: Approach,
    /// Red to the nearest standing pin.
    pub red_pins: Approach,
    /// The ways after the first contact, by role.
    pub legs: [Leg; 3],
}

/// Collects [`Ways`] while a stroke is simulated, and lets a [`Watch`] see it too.
pub struct Path<'a> {
    /// The referee's eyes.
    watch: &'a mut Watch,
    roles: Roles,
    pins: [Option<DVec2>; 5],
    red: Option<DVec2>,
    object: Option<DVec2>,
    ball_reach: f64,
    pin_reach: f64,
    meeting_now: bool,
    ways: Ways,
}

impl<'a> Path<'a> {
    /// For a stroke from a layout; the watch has begun.
    pub fn new(watch: &'a mut Watch, roles: Roles, layout: &Layout, table: &Table) -> Path<'a> {
        let place = |role: Role| {
            let found = filotto_physics::Ball::ALL.into_iter().find(|&ball| roles.role(ball) == role);
            found.and_then(|ball| layout.balls[ball.index()])
        };
        Path {
            watch,
            roles,
            pins: standing(layout.pins, table),
            red: place(Role::Red),
            object: place(Role::Object),
            ball_reach: 2.0 * table.radius(),
            pin_reach: table.pin_reach(),
            meeting_now: false,
            ways: Ways::default(),
        }
    }

    /// What was seen.
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    fn role(&self, body: Body) -> Option<Role> {
        match body {
            Body::Ball(ball) => Some(self.roles.role(ball)),
            Body::Pin(_) => None,
        }
    }
}

fn standing(pins: PinSet, table: &Table) -> [Option<DVec2>; 5] {
    let mut places = [None; 5];
    for pin in pins.iter() {
        places[pin.index()] = Some(table.pin_spot(pin));
    }
    places
}

/// A straight stretch, with the speeds at its ends and the way before it.
struct Stretch {
    from: DVec2,
    way: DVec2,
    length_m: f64,
    /// One over its length squared.
    inverse: f64,
    speeds: [f64; 2],
    leg: Leg,
}

impl Stretch {
    /// Curved stretches are short: their chord is near enough.
    fn of(segment: &Segment, leg: Leg) -> Stretch {
        let from = segment.place.truncate();
        let way = segment.at(segment.t1_s).truncate() - from;
        let after = segment.velocity + segment.acceleration * (segment.t1_s - segment.t0_s);
        let square = way.length_squared();
        let speeds = [segment.velocity.length(), after.length()];
        Stretch { from, way, length_m: square.sqrt(), inverse: 1.0 / square.max(1e-18), speeds, leg }
    }

    /// The nearer of what was and the nearest of this stretch to a place that is touched at `reach`.
    fn approach(&self, place: Option<DVec2>, reach: f64, nearest: &mut Approach) {
        let Some(place) = place else { return };
        let to = place - self.from;
        let share = (to.dot(self.way) * self.inverse).clamp(0.0, 1.0);
        let least = nearest.gap_m + reach;
        let square = (to - self.way * share).length_squared();
        if square < least * least {
            *nearest = Approach {
                gap_m: square.sqrt() - reach,
                cushions: self.leg.cushions,
                way_m: self.leg.way_m + share * self.length_m,
                speed_mps: self.speeds[0] + share * (self.speeds[1] - self.speeds[0]),
            };
        }
    }
}

impl Observer for Path<'_> {
    const FULL: bool = true;

    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow {
        self.meeting_now = false;
        match kind {
            EventKind::Cushion { ball, .. } => {
                let role = self.roles.role(ball);
                let leg = match (self.ways.meeting, role) {
                    (None, Role::Cue) => &mut self.ways.to_object,
                    _ => &mut self.ways.legs[role as usize],
                };
                leg.cushions = leg.cushions.saturating_add(1);
            }
            EventKind::Hit { a, b } => {
                let roles = [self.roles.role(a), self.roles.role(b)];
                if self.ways.meeting.is_none() && roles.contains(&Role::Cue) && roles.contains(&Role::Object) {
                    self.ways.meeting = Some(Meeting::default());
                    self.meeting_now = true;
                }
            }
            _ => {}
        }
        self.watch.event(t_s, kind)
    }

    fn moment(&mut self, moment: Moment) {
        let (true, Some(role)) = (self.meeting_now, self.role(moment.body)) else { return };
        let Some(meeting) = &mut self.ways.meeting else { return };
        let (place, before, after) = (moment.place.truncate(), moment.before.truncate(), moment.after.truncate());
        match role {
            Role::Cue => (meeting.cue, meeting.before, meeting.cue_after) = (place, before, after),
            Role::Object => (meeting.object, meeting.object_after) = (place, after),
            Role::Red => {}
        }
    }

    fn segment(&mut self, segment: Segment) {
        let Some(role) = self.role(segment.body) else { return };
        let met = self.ways.meeting.is_some();
        let ways = &mut self.ways;
        let leg = if met || role != Role::Cue { &mut ways.legs[role as usize] } else { &mut ways.to_object };
        let stretch = Stretch::of(&segment, *leg);
        leg.way_m += stretch.length_m;
        if role == Role::Cue && !met {
            return stretch.approach(self.object, self.ball_reach, &mut ways.object);
        }
        let (to_pins, to_red) = match role {
            Role::Cue => (&mut ways.cue_pins, Some(&mut ways.cue_red)),
            Role::Object => (&mut ways.object_pins, Some(&mut ways.object_red)),
            Role::Red => (&mut ways.red_pins, None),
        };
        self.pins.iter().for_each(|&pin| stretch.approach(pin, self.pin_reach, to_pins));
        if let Some(to_red) = to_red {
            stretch.approach(self.red, self.ball_reach, to_red);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{Court, Scene};
    use filotto_engine::{Position, Profile};
    use filotto_physics::{Pin, Strike};

    fn ways(text: &str, strike: Strike) -> Ways {
        let court = Court { table: Table::carom_heated(), profile: Profile::wcbs_1997() };
        let position = Position::parse(text, &court.table).unwrap();
        let scene = Scene::new(&court, &position).unwrap();
        let stroke = filotto_engine::Stroke::from(strike);
        let layout = filotto_engine::layout_for(&position, &stroke, &court.table).unwrap();
        scene.look(&layout, &strike, &mut Watch::new()).unwrap().1
    }

    /// Full along a line beside the long cushion: the object ball stays on that line, so that its nearest to red and to the
    /// lowest pin are seen from above the line.
    #[test]
    fn a_full_hit_passes_red_and_the_castle_at_the_distance_of_its_line() {
        let table = Table::carom_heated();
        let ways = ways("0.5,0.2 1.0,0.2 2.3,0.5 UDLRC w n 0-0/60", Strike::new(0.0, 2.0));
        let two = 2.0 * table.radius();
        assert!((ways.to_object.way_m - (0.5 - two)).abs() < 1e-9 && ways.to_object.cushions == 0);
        let meeting = ways.meeting.unwrap();
        assert!(meeting.object.distance(DVec2::new(1.0, 0.2)) < 1e-9);
        assert!(meeting.cue.distance(DVec2::new(1.0 - two, 0.2)) < 1e-6);
        assert!((ways.object_red.gap_m - (0.3 - two)).abs() < 1e-4, "{:?}", ways.object_red);
        let lowest = Pin::ALL.into_iter().map(|pin| table.pin_spot(pin)).min_by(|p, q| p.y.total_cmp(&q.y)).unwrap();
        let gap = lowest.y - 0.2 - table.pin_reach();
        assert!((ways.object_pins.gap_m - gap).abs() < 1e-4, "{:?}, {gap} expected", ways.object_pins);
        assert!((ways.object_pins.way_m - (lowest.x - 1.0)).abs() < 1e-3 && ways.object_pins.cushions == 0);
        assert_eq!(ways.red_pins.gap_m, FAR_M);
    }

    /// Past the object ball: nothing is met, and the gap is that of the lines.
    #[test]
    fn a_miss_tells_by_how_much() {
        let ways = ways("0.5,0.2 1.5,0.4 2.3,1.2 UDLRC w n 0-0/60", Strike::new(0.0, 1.0));
        let two = 2.0 * Table::carom_heated().radius();
        assert!(ways.meeting.is_none());
        assert!((ways.object.gap_m - (0.2 - two)).abs() < 1e-4, "{:?}", ways.object);
        assert_eq!(ways.legs, [Leg::default(); 3]);
    }

    /// By the upper short cushion: one cushion before the contact, and the way is there and back.
    #[test]
    fn cushions_before_the_contact_are_counted() {
        let table = Table::carom_heated();
        let ways = ways("2.0,0.2 1.0,0.2 2.3,1.2 UDLRC w n 0-0/60", Strike::new(0.0, 4.0));
        assert_eq!(ways.to_object.cushions, 1);
        let turn = table.params().length_m - table.radius();
        let expected = (turn - 2.0) + (turn - 1.0 - 2.0 * table.radius());
        assert!((ways.to_object.way_m - expected).abs() < 1e-3, "{} {expected}", ways.to_object.way_m);
    }
}
