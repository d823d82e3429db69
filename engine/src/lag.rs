//! The lag (3): both players' strokes on one table at once, and who won.
//!
//! Lost by a player whose ball touches red, a pin or a long cushion, enters the other's half and touches his
//! ball, leaves the table, never reaches the upper cushion, or who breaks simultaneity for the second time. Both
//! lost, equal (within 1 mm), a first breach, or a collision of unclear guilt: replay. Else the ball nearer to
//! the lower cushion wins.
//!
//! Where the text leaves a choice: guilt in a collision is read from the centres at the contact, a ball being in
//! the other's half when its centre is more than 1 mm past the long axis; what a ball touches after a collision
//! that the other caused is not held against it; red or a pin moved by one player is not held against the other.

use crate::marks;
use crate::notation::LagStrokes;
use crate::position::Player;
use crate::profile::Profile;
use filotto_physics::trace::{BallRest, Body, Rail};
use filotto_physics::{Ball, Event, EventKind, Layout, PinSet, Strike, Table, Trace};
use serde::{Deserialize, Serialize};

/// A centre this near the long axis is on neither side of it, m.
const ON_AXIS_M: f64 = 0.001;

/// Why a player lost the lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LagLoss {
    /// His ball touched red.
    Red,
    /// His ball touched a pin.
    Pin,
    /// His ball touched a long cushion.
    LongCushion,
    /// His ball entered the other's half and touched his ball.
    Collision,
    /// He broke simultaneity for the second time.
    Simultaneity,
    /// His ball never reached the upper cushion.
    Short,
    /// His ball left the table.
    Off,
    /// His ball stopped farther from the lower cushion.
    Farther,
}

/// Why the lag is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LagReplay {
    /// A player's first breach of simultaneity.
    Simultaneity,
    /// The balls met and the culprit is unclear.
    Unclear,
    /// Both lost.
    Both,
    /// The same distance within 1 mm.
    Equal,
}

/// What became of a lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LagOutcome {
    /// Won; the winner may open or cede.
    Won(Player),
    /// To be played again.
    Replay(LagReplay),
}

/// The judgement of one lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LagVerdict {
    /// Who won, or why it is played again.
    pub outcome: LagOutcome,
    /// Why a player lost, by [`Player::index`].
    pub losses: [Option<LagLoss>; 2],
    /// Who broke simultaneity in this one.
    pub breach: Option<Player>,
}

impl LagVerdict {
    /// The judgement in words.
    pub fn says(&self) -> String {
        let told = |player: Player| self.losses[player.index()].map(|loss| (player.ball().name(), loss.says()));
        let losses: Vec<_> =
            Player::ALL.into_iter().filter_map(told).map(|(who, why)| format!("{who} {why}")).collect();
        let why = losses.join(", ");
        match self.outcome {
            LagOutcome::Won(player) => format!("{} wins the lag: {why}", player.ball().name()),
            LagOutcome::Replay(LagReplay::Both) => format!("played again, both lost: {why}"),
            LagOutcome::Replay(LagReplay::Equal) => "played again: equal within a millimetre".into(),
            LagOutcome::Replay(LagReplay::Unclear) => "played again: the balls met and no one is guilty".into(),
            LagOutcome::Replay(LagReplay::Simultaneity) => {
                let who = self.breach.map_or("one", |player| player.ball().name());
                format!("played again: {who} struck after the other ball had reached the upper cushion")
            }
        }
    }
}

impl LagLoss {
    fn says(self) -> &'static str {
        match self {
            LagLoss::Red => "touched red",
            LagLoss::Pin => "touched a pin",
            LagLoss::LongCushion => "touched a long cushion",
            LagLoss::Collision => "entered the other half and touched the other ball",
            LagLoss::Simultaneity => "broke simultaneity for the second time",
            LagLoss::Short => "never reached the upper cushion",
            LagLoss::Off => "left the table",
            LagLoss::Farther => "stopped farther from the lower cushion",
        }
    }
}

/// The balls and pins before a lag: white at +y, yellow at -y of the lag line's middle.
pub fn lag_layout(table: &Table) -> Layout {
    let [white, yellow] = marks::lag(table);
    Layout { balls: [Some(white), Some(yellow), Some(marks::red(table))], pins: PinSet::ALL }
}

/// Both strikes as the physics takes them, in the order of their delays.
pub fn lag_strikes(strokes: &LagStrokes) -> [(Ball, Strike); 2] {
    let LagStrokes([white, yellow]) = *strokes;
    let (white, yellow) = ((Ball::White, white), (Ball::Yellow, yellow));
    if yellow.1.delay_s < white.1.delay_s { [yellow, white] } else { [white, yellow] }
}

/// Judges a lag; `breaches` counts each player's earlier breaches of simultaneity, by [`Player::index`].
pub fn judge_lag(trace: &Trace, breaches: [u8; 2], table: &Table, profile: &Profile) -> LagVerdict {
    let breach = breach_of(trace);
    let mut losses = [None; 2];
    if let Some(player) = breach {
        if breaches[player.index()] == 0 {
            return LagVerdict { outcome: LagOutcome::Replay(LagReplay::Simultaneity), losses, breach };
        }
        losses[player.index()] = Some(LagLoss::Simultaneity);
    }
    let mut watch = Watch { losses, tainted: [None; 6], innocent: [false; 2], reached: [false; 2] };
    for event in &trace.events {
        if watch.see(event, table) == Guilt::Unclear {
            let outcome = match watch.losses {
                [None, None] => LagOutcome::Replay(LagReplay::Unclear),
                losses => outcome_of(losses),
            };
            return LagVerdict { outcome, losses: watch.losses, breach };
        }
    }
    watch.finish(trace);
    let outcome = match watch.losses {
        [None, None] => nearest(trace, &mut watch.losses, profile.lag_equal_m),
        losses => outcome_of(losses),
    };
    LagVerdict { outcome, losses: watch.losses, breach }
}

fn outcome_of(losses: [Option<LagLoss>; 2]) -> LagOutcome {
    match losses {
        [Some(_), None] => LagOutcome::Won(Player::Yellow),
        [None, Some(_)] => LagOutcome::Won(Player::White),
        _ => LagOutcome::Replay(LagReplay::Both),
    }
}

/// The player who was struck only after the other's ball had reached the upper cushion, or never.
fn breach_of(trace: &Trace) -> Option<Player> {
    let time = |wanted: &dyn Fn(EventKind) -> bool| trace.events.iter().find(|e| wanted(e.kind)).map(|e| e.t_s);
    let struck = |p: Player| time(&|k| matches!(k, EventKind::Strike { ball, .. } if ball == p.ball()));
    let upper = |p: Player| time(&|k| matches!(k, EventKind::Cushion { ball, rail: Rail::Upper } if ball == p.ball()));
    [Player::White, Player::Yellow].into_iter().find(|&late| {
        let other = upper(late.other()).unwrap_or(f64::INFINITY);
        struck(late).unwrap_or(f64::INFINITY) >= other && other.is_finite()
    })
}

/// Who stopped nearer to the lower cushion; the other is marked as farther.
fn nearest(trace: &Trace, losses: &mut [Option<LagLoss>; 2], equal_m: f64) -> LagOutcome {
    let x = |player: Player| match trace.summary.rest.balls[player.ball().index()] {
        BallRest::At(place) => place.x,
        _ => f64::INFINITY,
    };
    let ahead = x(Player::Yellow) - x(Player::White);
    if ahead.is_nan() || ahead.abs() <= equal_m {
        return LagOutcome::Replay(LagReplay::Equal);
    }
    let winner = if ahead > 0.0 { Player::White } else { Player::Yellow };
    losses[winner.other().index()] = Some(LagLoss::Farther);
    LagOutcome::Won(winner)
}

#[derive(PartialEq, Eq)]
enum Guilt {
    Clear,
    Unclear,
}

/// What is known while the events of a lag go by.
struct Watch {
    losses: [Option<LagLoss>; 2],
    /// Who first moved red (0) and each pin (1 + index), if a player did.
    tainted: [Option<Player>; 6],
    /// Players whose ball the other has hit: nothing later is held against them.
    innocent: [bool; 2],
    /// Whose ball has been at the upper cushion, or was kept from it by the other's.
    reached: [bool; 2],
}

impl Watch {
    fn see(&mut self, event: &Event, table: &Table) -> Guilt {
        match event.kind {
            EventKind::Cushion { ball, rail } => self.cushion(ball, rail),
            EventKind::Hit { a: Ball::White, b: Ball::Yellow } => return self.collision(event, table),
            EventKind::Hit { a, b: Ball::Red } => self.touched(0, Body::Ball(a), LagLoss::Red),
            EventKind::PinStruck { pin, by }
            | EventKind::PinDown { pin, by }
            | EventKind::PinShift { pin, by }
            | EventKind::PinShiftOff { pin, by } => self.touched(1 + pin.index(), by, LagLoss::Pin),
            EventKind::PinLean { pin, on } => self.touched(1 + pin.index(), Body::Ball(on), LagLoss::Pin),
            EventKind::PinMetBall { pin, ball } => self.touched(1 + pin.index(), Body::Ball(ball), LagLoss::Pin),
            EventKind::Off { ball, .. } => self.lose(ball, LagLoss::Off),
            _ => {}
        }
        Guilt::Clear
    }

    fn cushion(&mut self, ball: Ball, rail: Rail) {
        match (player_of(ball), rail) {
            (Some(player), Rail::Upper) => self.reached[player.index()] = true,
            (Some(_), Rail::Left | Rail::Right) => self.lose(ball, LagLoss::LongCushion),
            _ => {}
        }
    }

    /// A thing touched: by a player's ball, held against him unless the other had moved it before; by red or a
    /// pin, the same player is behind it as behind that.
    fn touched(&mut self, thing: usize, by: Body, loss: LagLoss) {
        let culprit = match by {
            Body::Ball(Ball::Red) => self.tainted[0],
            Body::Ball(ball) => player_of(ball).map(|p| if self.innocent[p.index()] { p.other() } else { p }),
            Body::Pin(pin) => self.tainted[1 + pin.index()],
        };
        let first = self.tainted[thing].is_none();
        self.tainted[thing] = self.tainted[thing].or(culprit);
        if let (true, Body::Ball(ball)) = (first, by) {
            self.lose(ball, loss);
        }
    }

    fn lose(&mut self, ball: Ball, loss: LagLoss) {
        if let Some(player) = player_of(ball)
            && !self.innocent[player.index()]
        {
            self.losses[player.index()].get_or_insert(loss);
        }
    }

    /// White and yellow meet: guilty is the one in the other's half while the other is not in his.
    fn collision(&mut self, event: &Event, table: &Table) -> Guilt {
        if self.innocent != [false; 2] {
            return Guilt::Clear;
        }
        let axis = table.params().width_m / 2.0;
        let place = |ball| event.moments.iter().find(|m| m.body == Body::Ball(ball)).map(|m| m.place.y - axis);
        let (Some(white), Some(yellow)) = (place(Ball::White), place(Ball::Yellow)) else { return Guilt::Unclear };
        let culprit = match (white < -ON_AXIS_M, yellow > ON_AXIS_M) {
            (true, false) => Player::White,
            (false, true) => Player::Yellow,
            _ => return Guilt::Unclear,
        };
        self.lose(culprit.ball(), LagLoss::Collision);
        let other = culprit.other().index();
        self.innocent[other] = true;
        self.reached[other] = true;
        Guilt::Clear
    }

    fn finish(&mut self, trace: &Trace) {
        for player in [Player::White, Player::Yellow] {
            if !self.reached[player.index()] {
                self.lose(player.ball(), LagLoss::Short);
            }
            if trace.summary.rest.balls[player.ball().index()] == BallRest::Off {
                self.lose(player.ball(), LagLoss::Off);
            }
        }
    }
}

fn player_of(ball: Ball) -> Option<Player> {
    match ball {
        Ball::White => Some(Player::White),
        Ball::Yellow => Some(Player::Yellow),
        Ball::Red => None,
    }
}
