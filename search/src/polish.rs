//! The polish: each candidate moves to where its own neighbourhood is best, by cross-entropy on re-weighted values.
//!
//! A generation draws strokes about the candidate, wider than the player's errors, and plays each once. Every draw,
//! taken as an intention, is valued by all of them re-weighted ([`crate::kernel`]); the mean of the best is the next
//! centre. From hand the placement moves too, the aim turning with it so that the ball is hit as full as before.

use crate::aim::Aim;
use crate::candidate::{Candidate, choices, clamp_tip, clamp_to};
use crate::kernel::{Evidence, Widths};
use crate::keys::Stage;
use crate::screen::Screened;
use crate::sobol::Sobol;
use crate::task::{ITEM, Task};
use filotto_engine::math::{normal_quantile, wrap_deg};
use filotto_engine::{Stroke, Watch};
use filotto_physics::Strike;
use glam::DVec2;

/// A draw of one generation.
struct Draw {
    candidate: Candidate,
    executed: Strike,
    utility: f64,
    density: f64,
}

/// Least spread of a generation: degrees, share of the speed, ball radii. A player without errors searches too.
const LEAST_SPREAD: [f64; 4] = [0.06, 0.012, 0.02, 0.02];
/// Fastest and slowest intention, m/s.
const SPEEDS: (f64, f64) = (0.06, 11.9);

/// Narrowest spread of a late generation, relative to the first.
const NARROWEST: f64 = 0.3;

/// Polishes candidates with at most `nodes` strokes, `draws` for each in every generation; the worse half goes after
/// each, until `least` are left. Those that stay longest come first.
pub fn polish(task: &Task, start: &[Screened], nodes: usize, draws: usize, least: usize) -> Option<Vec<Screened>> {
    let (mut alive, mut out) = (start.to_vec(), Vec::new());
    let mut left = nodes;
    let mut number = 0;
    while !alive.is_empty() && alive.len() * draws <= left {
        left -= alive.len() * draws;
        alive = generation(task, &alive, number, draws)?;
        number += 1;
        alive.sort_by(|a, b| b.value.total_cmp(&a.value));
        let stay = least.max(alive.len() / 2).min(alive.len());
        out.splice(0..0, alive.split_off(stay));
    }
    alive.append(&mut out);
    Some(alive)
}

/// One generation of everyone.
fn generation(task: &Task, centres: &[Screened], number: usize, draws: usize) -> Option<Vec<Screened>> {
    let chunks = draws.div_ceil(ITEM);
    let parts = task.each(centres.len() * chunks, |item| {
        let range = item % chunks * ITEM..((item % chunks + 1) * ITEM).min(draws);
        generation_part(task, &centres[item / chunks].candidate, number, range)
    })?;
    task.each(centres.len(), |k| {
        let all: Vec<&Draw> = parts[k * chunks..(k + 1) * chunks].iter().flatten().collect();
        next_centre(task, &centres[k], &all)
    })
}

fn generation_part(task: &Task, centre: &Candidate, generation: usize, range: std::ops::Range<usize>) -> Vec<Draw> {
    task.meter.count(range.len() as u64);
    // One sequence for all candidates of a generation: common noise.
    let sobol = Sobol::new(task.key.stage(Stage::Polish).with(generation as u64));
    let shrink = libm::pow(task.params.polish_shrink, generation as f64).max(NARROWEST);
    let spread = spread(task, &centre.stroke.strike, shrink);
    let own = Widths::of(task, &centre.stroke.strike);
    let wide = std::array::from_fn(|d| (own.sigma[d] * own.sigma[d] + spread[d] * spread[d]).sqrt());
    let wide = Widths::new(wide);
    let mut watch = Watch::new();
    range.filter_map(|i| draw(task, centre, &wide, shrink, &sobol.point(i as u64), &mut watch)).collect()
}

fn spread(task: &Task, about: &Strike, shrink: f64) -> [f64; 4] {
    let own = Widths::of(task, about).sigma;
    std::array::from_fn(|d| (task.params.polish_spread * own[d]).max(LEAST_SPREAD[d]) * shrink)
}

fn draw(task: &Task, centre: &Candidate, wide: &Widths, shrink: f64, u: &[f64], watch: &mut Watch) -> Option<Draw> {
    let z: [f64; 7] = std::array::from_fn(|d| normal_quantile(u[d]));
    let moved = place(task, centre, shrink, [z[5], z[6]])?;
    let about = moved.stroke.strike;
    let table = &task.scene.court().table;
    let v = about.v_mps * (1.0 + wide.sigma[1] * z[1]);
    let mut executed = Strike {
        phi_deg: about.phi_deg + wide.sigma[0] * z[0],
        v_mps: v.clamp(SPEEDS.0, SPEEDS.1),
        a: about.a + wide.sigma[2] * z[2],
        b: about.b + wide.sigma[3] * z[3],
        ..about
    };
    // A tip far outside the ball can't be executed; the miscue region beyond the limit can.
    let reach = (executed.a * executed.a + executed.b * executed.b).sqrt();
    if reach > 0.9 {
        (executed.a, executed.b) = (executed.a * 0.9 / reach, executed.b * 0.9 / reach);
    }
    executed.theta_deg = task.skill.perturb_strike(&about, [0.0, 0.0, 0.0, 0.0, z[4]], table).theta_deg;
    let density = libm::exp(wide.log_density(&Strike { theta_deg: about.theta_deg, ..executed }, &about)?);
    let trial = task.scene.play(&moved.layout, &executed, false, watch)?;
    Some(Draw { candidate: moved, executed, utility: task.utility(&trial), density })
}

/// The candidate with its ball placed a little elsewhere, the aim turned along with the line to the object ball.
fn place(task: &Task, centre: &Candidate, shrink: f64, z: [f64; 2]) -> Option<Candidate> {
    let Some(at) = centre.stroke.at else { return Some(*centre) };
    let scene = &task.scene;
    let choice = choices(scene).into_iter().find(|c| c.spot == centre.stroke.spot)?;
    let step = DVec2::new(z[0], z[1]) * task.params.place_spread_m * shrink * shrink;
    let to = clamp_to(choice.half?, at + step, &scene.court().table);
    let turn = straight(task, to, centre) - straight(task, at, centre);
    let strike = Strike { phi_deg: centre.stroke.strike.phi_deg + turn, ..centre.stroke.strike };
    Candidate::new(scene, Stroke { at: Some(to), strike, ..centre.stroke })
}

fn straight(task: &Task, cue: DVec2, centre: &Candidate) -> f64 {
    Aim::new(cue, centre.object(&task.scene), &task.scene.court().table, task.params).straight()
}

/// The mean of the best draws; the old centre when there are none to speak of.
fn next_centre(task: &Task, centre: &Screened, draws: &[&Draw]) -> Screened {
    let from_hand = centre.candidate.stroke.at.is_some();
    let mut valued: Vec<(f64, f64, &Draw)> = draws
        .iter()
        .map(|one| {
            let evidence = value(task, one, draws, from_hand);
            (evidence.mean(), evidence.ess(), *one)
        })
        .collect();
    let trusted = |v: &(f64, f64, &Draw)| v.1 >= task.params.ess_least;
    if valued.iter().any(trusted) {
        valued.retain(trusted);
    } else {
        for one in &mut valued {
            one.0 = one.2.utility;
        }
    }
    valued.sort_by(|a, b| b.0.total_cmp(&a.0));
    let elite = ((draws.len() as f64 * task.params.polish_elite) as usize).max(1).min(valued.len());
    let Some(stroke) = mean_stroke(task, &centre.candidate, &valued[..elite]) else { return *centre };
    let Some(candidate) = Candidate::new(&task.scene, stroke) else { return *centre };
    let n = elite as f64;
    let value = valued[..elite].iter().map(|v| v.0).sum::<f64>() / n;
    let ess = valued[..elite].iter().map(|v| v.1).sum::<f64>() / n;
    Screened { candidate, value, ess, ..*centre }
}

/// All draws as evidence for one of them as an intention. Draws from other placements are none.
fn value(task: &Task, one: &Draw, draws: &[&Draw], from_hand: bool) -> Evidence {
    let mut evidence = Evidence::default();
    if task.is_exact() || from_hand {
        evidence.add(1.0, one.utility);
        return evidence;
    }
    let about = Strike { theta_deg: one.candidate.stroke.strike.theta_deg, ..one.executed };
    let widths = Widths::of(task, &about);
    for other in draws {
        let stroke = Strike { theta_deg: about.theta_deg, ..other.executed };
        if let Some(log_density) = widths.log_density(&stroke, &about) {
            evidence.add(libm::exp(log_density) / other.density, other.utility);
        }
    }
    evidence
}

fn mean_stroke(task: &Task, centre: &Candidate, best: &[(f64, f64, &Draw)]) -> Option<Stroke> {
    let n = best.len() as f64;
    if best.is_empty() {
        return None;
    }
    let mean = |of: &dyn Fn(&Draw) -> f64| best.iter().map(|b| of(b.2)).sum::<f64>() / n;
    let about = centre.stroke.strike;
    let turn = mean(&|d| wrap_deg(d.executed.phi_deg - about.phi_deg));
    let (a, b) = (mean(&|d| d.executed.a), mean(&|d| d.executed.b));
    let (a, b) = clamp_tip(a, b, &task.scene.court().table);
    let v_mps = mean(&|d| d.executed.v_mps).clamp(SPEEDS.0, SPEEDS.1);
    let at = centre.stroke.at.map(|_| {
        let place = |d: &Draw| d.candidate.stroke.at.unwrap_or_default();
        DVec2::new(mean(&|d| place(d).x), mean(&|d| place(d).y))
    });
    let strike = Strike { phi_deg: about.phi_deg + turn, v_mps, a, b, ..about };
    Some(Stroke { strike, at, ..centre.stroke })
}
