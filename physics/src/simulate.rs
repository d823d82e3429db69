//! The loop: strike, predict, take the earliest event, resolve it, predict anew what it changed.
//!
//! Every ball keeps the time of its own next event (end of its way of moving, cushion, pin), every pair the time
//! it meets; both are predicted again only when one of the balls concerned has changed. An observer sees the
//! events; whether it wants the drawing data changes no bit of them.

use crate::collide::Moving;
use crate::math::less;
use crate::trace::{End, Observer, Phase, Summary, Trace};
use crate::{Ball, Layout, Strike, Table};

mod chatter;
mod check;
mod contacts;
mod cue_faults;
mod felled;
mod flight;
mod jump;
mod pins;
mod predict;
mod run;
mod steps;
mod tell;

pub use check::SimError;
use check::check;
use run::{Own, PinState, Run};
use tell::Recorder;

/// Most events of one simulation. A stroke has some 10 to 100; a stroke that needs more than this is reported
/// [`End::Bounded`], never a hang.
pub const MAX_EVENTS: u32 = 8000;
/// Longest simulated time, s; a match stroke lasts some 15.
pub const MAX_SECONDS: f64 = 600.0;

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

/// The three pairs by index.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// The pairs a ball belongs to, each with the other ball.
const OTHERS: [[(usize, usize); 2]; 3] = [[(0, 1), (1, 2)], [(0, 0), (2, 2)], [(1, 0), (2, 1)]];

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

impl<O: Observer> Run<'_, O> {
    fn go(&mut self) {
        while self.end.is_none() {
            let (t, next) = self.earliest();
            if let Next::Nothing = next {
                self.now = self.all_lie();
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
                Next::Own(i) => self.play_on(i),
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

    /// What a ball does by itself, now and as long as nothing else comes between: mostly only one ball moves.
    #[inline(always)]
    fn play_on(&mut self, i: usize) {
        let besides = less(self.besides(i), MAX_SECONDS);
        loop {
            match self.own[i] {
                Own::End if self.balls[i].phase != Phase::Flying => self.phase_ends(i),
                Own::Cushion(rail) => self.meet_rail(i, rail),
                own => self.rare_event(i, own),
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
}
