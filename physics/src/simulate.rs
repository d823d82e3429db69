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

impl<O: Observer> Run<'_, O> {
    /// Takes what is earliest until nothing moves or it is enough.
    ///
    /// At one instant contacts come before what a ball does by itself, smaller indices before larger ones, then a
    /// strike, then what befalls felled pins.
    fn go(&mut self) {
        while self.end.is_none() {
            let contact = least(self.pair);
            let own = least(self.own_due);
            let rare = less(self.strike_due, self.loose_due);
            let t = less(less(contact, own), rare);
            if self.events >= MAX_EVENTS || !(t <= MAX_SECONDS) {
                self.runs_out(t);
                break;
            }
            self.now = t;
            if own < contact && own <= rare {
                self.play_on(first(self.own_due, t));
            } else if contact == t {
                self.meet_pairs(first(self.pair, t));
            } else if self.strike_due == t {
                self.strike();
            } else {
                self.loose_event();
            }
        }
        self.close_segments();
    }

    /// Nothing comes any more, or not in time.
    #[cold]
    fn runs_out(&mut self, t: f64) {
        let rests = t == f64::INFINITY;
        self.end = Some(if rests { End::Rest } else { End::Bounded });
        if rests {
            self.now = self.all_lie();
        }
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
            if self.airborne | self.castle_moved {
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

/// The least of three times.
#[inline(always)]
fn least([one, two, three]: [f64; 3]) -> f64 {
    less(less(one, two), three)
}

/// The first of three times that is `t`.
#[inline(always)]
fn first(times: [f64; 3], t: f64) -> usize {
    if times[0] == t { 0 } else { 1 + usize::from(times[1] != t) }
}
