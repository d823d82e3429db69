//! A stroke's own numbers, and the paths of the balls they give.

use super::globals::Camera;
use super::tracks::Shot;
use filotto_physics::collide::Moving;
use filotto_physics::strike::strike;
use filotto_physics::trace::{Body, EventKind, Flow, Observer, Segment};
use filotto_physics::{Ball, Layout, Strike, Table, release_into};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// How many numbers of a shot are fitted at most.
pub const MOST: usize = 6;
/// The start offset where it is not fitted, s.
pub const START_S: f64 = 0.012;
/// Tips beyond this are not tried, in radii.
pub const TIP: f64 = 0.55;
/// Elevations beyond this are not tried, degrees.
pub const ELEVATION: f64 = 10.0;
/// Start offsets tried, s.
pub const STARTS: (f64, f64) = (-0.01, 0.035);

/// What is fitted for each shot: direction of the ball (degrees), its speed, tip a, b, start offset, elevation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers(pub [f64; MOST]);

impl Numbers {
    /// A level stroke with the usual start.
    pub fn new(phi_deg: f64, speed: f64, a: f64, b: f64) -> Numbers {
        Numbers([phi_deg, speed, a, b, START_S, 0.0])
    }

    /// The nearest numbers that are allowed.
    #[must_use]
    pub fn allowed(self) -> Numbers {
        let [phi, speed, a, b, start, theta] = self.0;
        let off = (a * a + b * b).sqrt();
        let k = if off > TIP { TIP / off } else { 1.0 };
        Numbers([
            phi,
            speed.clamp(0.05, 12.0),
            a * k,
            b * k,
            start.clamp(STARTS.0, STARTS.1),
            theta.clamp(0.0, ELEVATION),
        ])
    }

    /// When the cue strikes, on the track's clock.
    pub fn start_s(&self) -> f64 {
        self.0[4]
    }

    fn motion(&self, table: &Table) -> Moving {
        let [phi, speed, a, b, _, theta] = self.0;
        let unit = strike(table, &Strike::new(0.0, 1.0).tip(a, b).elevated(theta));
        let scale = speed / unit.velocity.length();
        let turned = unit.velocity.y.atan2(unit.velocity.x);
        let (sin, cos) = (phi.to_radians() - turned).sin_cos();
        let turn = |v: DVec3| DVec3::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos, v.z) * scale;
        Moving::new(turn(unit.velocity), turn(unit.spin))
    }
}

/// The paths of three balls, kept between simulations so that none allocates.
#[derive(Debug, Default)]
pub struct Paths {
    segments: [Vec<Segment>; 3],
    starts: [DVec2; 3],
    until: f64,
    /// Events of the last simulation with their times.
    pub events: Vec<(f64, EventKind)>,
}

impl Observer for Paths {
    const FULL: bool = true;

    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow {
        self.events.push((t_s, kind));
        if t_s > self.until { Flow::Stop } else { Flow::Go }
    }

    fn segment(&mut self, segment: Segment) {
        if let Body::Ball(ball) = segment.body {
            self.segments[ball.index()].push(segment);
        }
    }
}

impl Paths {
    /// Simulates a shot from its first places for a while. Balls are numbered as in the tracks.
    pub fn run(&mut self, table: &Table, layout: &Layout, cue: usize, numbers: &Numbers, seconds: f64) {
        self.until = seconds;
        self.events.clear();
        for i in 0..3 {
            self.segments[i].clear();
            self.starts[i] = layout.balls[i].unwrap_or(DVec2::ZERO);
        }
        let motion = numbers.motion(table);
        // A layout that physics refuses leaves all balls where they are: a bad fit, not a stop.
        let _ = release_into(table, layout, &[(Ball::ALL[cue], motion)], self);
    }

    /// Where a ball is at a time of the simulation; `from` is a hint that only grows with the time.
    pub fn place(&self, ball: usize, t: f64, from: &mut usize) -> DVec2 {
        let segments = &self.segments[ball];
        while *from < segments.len() && segments[*from].t1_s < t {
            *from += 1;
        }
        match segments.get(*from) {
            Some(segment) if t >= segment.t0_s => segment.at(t).truncate(),
            // Before it or between two stretches the ball rests where the last one ended.
            _ if *from > 0 => segments[*from - 1].at(f64::INFINITY).truncate(),
            Some(segment) => segment.place.truncate(),
            None => self.starts[ball],
        }
    }
}

/// Sum of squared distances and number of samples up to a time, over all balls and over the cue ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Misfit {
    /// Squares over all balls, m^2.
    pub all: f64,
    /// Samples of all balls.
    pub n: f64,
    /// Squares over the cue ball.
    pub cue: f64,
    /// Samples of the cue ball.
    pub n_cue: f64,
}

impl Misfit {
    /// Root mean square distance over all balls, m.
    pub fn rms(&self) -> f64 {
        (self.all / self.n).sqrt()
    }

    /// The same of the cue ball.
    pub fn rms_cue(&self) -> f64 {
        (self.cue / self.n_cue).sqrt()
    }
}

/// Compares the last simulated paths with a shot's samples up to `horizon`.
pub fn misfit(paths: &Paths, shot: &Shot, camera: &Camera, start_s: f64, horizon: f64) -> Misfit {
    let mut sum = Misfit::default();
    for (ball, track) in shot.balls.iter().enumerate() {
        let mut hint = 0;
        let (mut squares, mut n) = (0.0, 0.0);
        for i in 0..track.t.len() {
            if track.t[i] > horizon + 1e-9 {
                break;
            }
            let place = camera.sees(paths.place(ball, track.t[i] - start_s, &mut hint));
            squares += place.distance_squared(track.place(i));
            n += 1.0;
        }
        sum.all += squares;
        sum.n += n;
        if ball == shot.cue {
            (sum.cue, sum.n_cue) = (squares, n);
        }
    }
    sum
}

/// The differences behind [`misfit`], x and y of every sample.
pub fn residuals(paths: &Paths, shot: &Shot, camera: &Camera, start_s: f64, horizon: f64, to: &mut Vec<f64>) {
    to.clear();
    for (ball, track) in shot.balls.iter().enumerate() {
        let mut hint = 0;
        for i in (0..track.t.len()).take_while(|&i| track.t[i] <= horizon + 1e-9) {
            let off = camera.sees(paths.place(ball, track.t[i] - start_s, &mut hint)) - track.place(i);
            to.extend([off.x, off.y]);
        }
    }
}
