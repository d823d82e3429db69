//! A position as the value net sees it: the striker's view, folded by the table's symmetries.
//!
//! The table looks the same from both ends and both sides, and colours are only roles. So places are measured from
//! the table's centre in half lengths, roles replace colours, and the whole is mirrored until the object ball lies in
//! the upper left quarter. Mirrored positions then have the same features, and the net has a quarter to learn.

use super::laws::error_size;
use crate::list::List;
use filotto_engine::{Half, Kind, Position, Skill};
use filotto_physics::Table;
use glam::DVec2;

/// Numbers that describe a position.
pub const INPUTS: usize = 68;

/// Within this distance of something, in half lengths (0.28 m), a ball is near it: the scale of the `near` features.
const NEAR: f64 = 0.2;
/// Errors below this share of the `pro` preset's change nothing any more; keeps logarithms finite.
const LEAST_ERROR: f64 = 0.02;
/// A player needs fewer points than this: the end of the set begins to shape his strokes. The most one stroke gives.
const SHORT: f64 = 16.0;

/// A player's errors as the net sees them: logarithms in units of the `pro` preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    parts: [f64; 3],
    size: f64,
}

impl Hand {
    /// Of a skill.
    pub fn new(skill: &Skill) -> Hand {
        let pro = Skill::parse("pro").expect("pro is a preset");
        let log = |share: f64| libm::log(share.max(LEAST_ERROR));
        // At 3 m/s, a middling stroke, an absolute error of speed becomes a relative one.
        let speed = skill.v_rel.max(skill.v_abs_mps / 3.0) / pro.v_rel;
        let tip = 0.5 * (skill.a_mm + skill.b_mm) / pro.a_mm;
        Hand { parts: [log(skill.phi_deg / pro.phi_deg), log(speed), log(tip)], size: error_size(skill) }
    }
}

/// What the features need beside the position: the table's measures, both hands by [`filotto_engine::Player::index`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    half: DVec2,
    hands: [Hand; 2],
}

impl Frame {
    /// For a table and two skills.
    pub fn new(table: &Table, skills: [&Skill; 2]) -> Frame {
        let p = table.params();
        Frame { half: DVec2::new(0.5 * p.length_m, 0.5 * p.width_m), hands: skills.map(Hand::new) }
    }

    /// The features of a position before its stroke.
    pub fn features(&self, position: &Position) -> [f32; INPUTS] {
        let mut list = List::new();
        let folded = self.fold(position);
        list.kind(position.kind, folded.upper);
        list.score(position);
        let me = position.striker.index();
        list.extend(self.hands[me].parts);
        list.push(self.hands[1 - me].size);
        list.balls(&folded, self.half.y / self.half.x);
        list.lines(&folded, self.half.y / self.half.x);
        list.whole()
    }

    /// Places from the centre in half lengths, mirrored.
    fn fold(&self, position: &Position) -> Folded {
        let place = |ball| position.ball(ball).map(|at: DVec2| (at - self.half) / self.half.x);
        let (cue, object) = (place(position.cue_ball()), place(position.object_ball()));
        let mut folded = Folded { cue, object, red: place(filotto_physics::Ball::Red), upper: 1.0 };
        if let Kind::InHand(half) = position.kind {
            folded.upper = if half == Half::Upper { 1.0 } else { -1.0 };
        }
        folded.mirror();
        folded
    }
}

/// Places of the roles in the folded frame.
#[derive(Clone, Copy, Debug)]
struct Folded {
    cue: Option<DVec2>,
    object: Option<DVec2>,
    red: Option<DVec2>,
    /// The half a ball in hand is placed in: 1 the upper, -1 the lower.
    upper: f64,
}

impl Folded {
    /// Brings the first ball that is off an axis to its positive side: the object ball where it decides, else red, else
    /// the cue ball, so that a ball on an axis doesn't leave two views of one position.
    fn mirror(&mut self) {
        let side = |get: fn(DVec2) -> f64, balls: [Option<DVec2>; 3]| {
            let first = balls.into_iter().flatten().map(get).find(|&x| x != 0.0);
            if first.is_some_and(|x| x < 0.0) { -1.0 } else { 1.0 }
        };
        let balls = [self.object, self.red, self.cue];
        let flip = DVec2::new(side(|at| at.x, balls), side(|at| at.y, balls));
        for ball in [&mut self.cue, &mut self.object, &mut self.red] {
            *ball = ball.map(|at| at * flip);
        }
        self.upper *= flip.x;
    }
}

impl List<INPUTS> {
    /// Five: what kind of stroke, and in which half the ball in hand is placed.
    fn kind(&mut self, kind: Kind, upper: f64) {
        self.flag(kind == Kind::Normal);
        self.flag(kind == Kind::Opening);
        self.flag(kind == Kind::Reset);
        let in_hand = matches!(kind, Kind::InHand(_));
        self.flag(in_hand && upper > 0.0);
        self.flag(in_hand && upper < 0.0);
    }

    /// Two: how near striker and opponent are to the target.
    fn score(&mut self, position: &Position) {
        let me = position.striker.index();
        for player in [me, 1 - me] {
            let needs = f64::from(position.target.saturating_sub(position.points[player]));
            self.push((1.0 - needs / SHORT).max(0.0));
        }
    }

    /// 8 for each ball: place, nearness to the cushions and to the castle, waves that bend the place.
    fn balls(&mut self, folded: &Folded, width: f64) {
        for ball in [folded.cue, folded.object, folded.red] {
            let Some(at) = ball else {
                self.extend([0.0; 8]);
                continue;
            };
            self.extend([at.x, at.y / width, near(1.0 - at.x.abs()), near(width - at.y.abs()), near(at.length())]);
            let (x, y) = (at.x, at.y / width);
            self.extend([x * x, y * y, x * y]);
        }
    }

    /// 33: distances, what stands in the way, and the angles at which the object ball must be met.
    fn lines(&mut self, folded: &Folded, width: f64) {
        let centre = DVec2::ZERO;
        let pair = |a: Option<DVec2>, b: Option<DVec2>| a.zip(b).map(|(a, b)| a.distance(b));
        let object = folded.object;
        for (a, b) in [(folded.cue, object), (folded.cue, folded.red), (object, folded.red)] {
            self.extend(pair(a, b).map_or([0.0; 2], |d| [d, near(d)]));
        }
        for ball in [folded.cue, object, folded.red] {
            self.push(ball.map_or(0.0, DVec2::length));
        }
        let beside = |a: Option<DVec2>, b: Option<DVec2>, other: Option<DVec2>| match (a, b, other) {
            (Some(a), Some(b), Some(other)) => near(distance_to_segment(other, a, b)),
            _ => 0.0,
        };
        self.push(beside(folded.cue, object, folded.red));
        self.push(beside(folded.cue, object, Some(centre)));
        self.push(beside(object, Some(centre), folded.red));
        self.push(beside(folded.cue, folded.red, Some(centre)));
        let line = folded.cue.zip(object).and_then(|(cue, object)| (object - cue).try_normalize());
        let (Some(line), Some(object)) = (line, object) else { return self.extend([0.0; 20]) };
        let images = [
            centre,
            DVec2::new(2.0, 0.0),
            DVec2::new(-2.0, 0.0),
            DVec2::new(0.0, 2.0 * width),
            DVec2::new(0.0, -2.0 * width),
        ];
        for image in images {
            self.angle(line, image - object);
        }
        self.angle(line, folded.red.map_or(DVec2::ZERO, |red| red - object));
        // Which way the cue ball comes: what cushions the natural lines meet.
        self.extend([line.x, line.y]);
        let way = distance_to_cushion(object, line, width);
        self.extend([way, near(way)]);
        self.extend([line.x * line.x - line.y * line.y, line.x * line.y]);
        self.push(beside(folded.cue, Some(object + line * way), Some(centre)));
        self.push(folded.red.map_or(0.0, |red| near(distance_to_segment(red, object, object + line * way))));
    }

    /// Two: cosine and sine between the line of aim and a way out of the object ball.
    fn angle(&mut self, line: DVec2, way: DVec2) {
        match way.try_normalize() {
            Some(way) => self.extend([line.dot(way), line.perp_dot(way)]),
            None => self.extend([0.0; 2]),
        }
    }
}

/// 1 at no distance, 0 from [`NEAR`] on.
fn near(distance: f64) -> f64 {
    (1.0 - distance / NEAR).max(0.0)
}

fn distance_to_segment(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let way = b - a;
    let length2 = way.length_squared();
    let along = if length2 > 0.0 { ((point - a).dot(way) / length2).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(a + way * along)
}

/// How far a ball runs straight before it meets a cushion.
fn distance_to_cushion(from: DVec2, line: DVec2, width: f64) -> f64 {
    let axis = |at: f64, way: f64, end: f64| match way {
        0.0 => f64::MAX,
        way => ((if way > 0.0 { end } else { -end }) - at) / way,
    };
    // A ball pressed into the cushion would be behind it by rounding.
    axis(from.x, line.x, 1.0).min(axis(from.y, line.y, width)).clamp(0.0, 4.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::math;
    use filotto_engine::{Player, ProfileName};
    use filotto_physics::Ball;

    fn skill(name: &str) -> Skill {
        Skill::parse(name).unwrap()
    }

    /// Balls on a grid of 2^-8 m about the centre: mirroring is then exact to the bit.
    fn somewhere(seed: u64) -> Position {
        let table = Table::carom_heated();
        let mut stream = math::stream(seed, &[]);
        let mut position = Position::opening(Player::White, 60, ProfileName::Wcbs1997);
        position.kind = Kind::Normal;
        let half = 0.5 * DVec2::new(table.params().length_m, table.params().width_m);
        for ball in &mut position.balls {
            let mut step = |n: u64| (math::below(&mut stream, 2 * n + 1) as f64 - n as f64) / 256.0;
            *ball = Some(half + DVec2::new(step(340), step(170)));
        }
        position
    }

    fn mirrored(position: &Position, flip: DVec2) -> Position {
        let p = Table::carom_heated();
        let half = 0.5 * DVec2::new(p.params().length_m, p.params().width_m);
        let mut position = position.clone();
        for ball in &mut position.balls {
            *ball = ball.map(|at| half + (at - half) * flip);
        }
        if let Kind::InHand(side) = position.kind
            && flip.x < 0.0
        {
            position.kind = Kind::InHand(side.other());
        }
        position
    }

    fn frame() -> Frame {
        Frame::new(&Table::carom_heated(), [&skill("pro"), &skill("club")])
    }

    #[test]
    fn the_four_mirror_images_are_one_position() {
        for seed in 0..200 {
            let mut position = somewhere(seed);
            if seed % 3 == 0 {
                position.balls[0] = None;
                position.kind = Kind::InHand(Half::Lower);
            }
            if seed % 7 == 0 {
                // The object ball on the middle line: red decides which side is which.
                position.balls[1] = Some(DVec2::new(1.42, 0.31));
            }
            let features = frame().features(&position);
            for flip in [DVec2::new(-1.0, 1.0), DVec2::new(1.0, -1.0), DVec2::new(-1.0, -1.0)] {
                let other = frame().features(&mirrored(&position, flip));
                for (i, (a, b)) in features.iter().zip(other).enumerate() {
                    assert!((a - b).abs() < 1e-6, "seed {seed}, {flip}, feature {i}: {a} and {b}");
                }
            }
        }
    }

    #[test]
    fn colours_are_only_roles() {
        let position = somewhere(5);
        let mut swapped = position.clone();
        swapped.balls.swap(Ball::White.index(), Ball::Yellow.index());
        swapped.striker = Player::Yellow;
        swapped.points.swap(0, 1);
        let other = Frame::new(&Table::carom_heated(), [&skill("club"), &skill("pro")]);
        assert_eq!(frame().features(&position), other.features(&swapped));
        assert_ne!(frame().features(&position), frame().features(&swapped), "the hands are the players'");
    }

    #[test]
    fn different_positions_differ_and_all_features_are_small_numbers() {
        let all: Vec<_> = (0..300).map(|seed| frame().features(&somewhere(seed))).collect();
        for (i, features) in all.iter().enumerate() {
            assert!(features.iter().all(|f| f.is_finite() && f.abs() <= 16.0), "{i}: {features:?}");
            assert!(i == 0 || *features != all[0]);
        }
    }

    /// Straight on: cue ball, object ball and castle in line, 0.71 m apart each.
    #[test]
    fn a_straight_shot_is_seen_as_one() {
        let mut position = somewhere(1);
        let at = |x, y| Some(DVec2::new(x, y));
        position.balls = [at(2.84, 0.71), at(2.13, 0.71), at(0.5, 0.2)];
        let features = frame().features(&position);
        let lines = &features[INPUTS - 33..];
        assert_eq!(lines[0], 0.5, "cue ball to object ball in half lengths");
        assert_eq!(lines[7], 0.5, "object ball to castle");
        assert_eq!((lines[13], lines[14]), (1.0, 0.0), "cosine and sine of the way on to the castle");
        assert_eq!((lines[15], lines[16]), (-1.0, 0.0), "by the upper cushion it is straight back");
    }
}
