//! Contacts of several pairs at one instant, solved together.
//!
//! With unit normals `n_k` and impulses per mass `l_k`, all contacts that close must end at `-e` times their
//! closing speed: `sum_l A_kl l_l = (1 + e) v_k`, where `A_kl` is what a unit impulse of contact `l` takes off the
//! closing speed of `k`: 2 on the diagonal, plus or minus `n_k . n_l` through a shared ball. A contact that would
//! have to pull (`l < 0`) is dropped and the rest solved again; friction then follows from each `l`. So a
//! symmetric break stays symmetric, which one pair at a time does not give.
//!
//! Source: the project's notes, section 6c; the effect is Cross, "Impact with two touching balls".

use super::Moving;
use super::ball_ball::{exchange, friction_from};
use crate::Table;
use crate::table::BallModel;
use glam::DVec3;

/// The pairs (ball indices) in the order of the arrays below.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// Resolves the contacts marked `due`; `normals` point from the first ball of a pair to the second.
pub(crate) fn cluster(table: &Table, normals: [DVec3; 3], due: [bool; 3], states: &mut [Moving; 3]) {
    let restitution = match table.params().ball.model {
        BallModel::Frictionless => 1.0,
        _ => table.params().ball.restitution,
    };
    let closing = |k: usize| {
        let (i, j) = PAIRS[k];
        (states[i].v - states[j].v).dot(normals[k])
    };
    let mut active = [0, 1, 2].map(|k| due[k] && closing(k) > 0.0);
    let right = [0, 1, 2].map(|k| (1.0 + restitution) * closing(k));
    // At most three contacts can be dropped.
    let mut impulses = [0.0; 3];
    for _ in 0..3 {
        impulses = solve(&normals, active, right);
        match (0..3).find(|&k| active[k] && impulses[k] < 0.0) {
            Some(k) => active[k] = false,
            None => break,
        }
    }
    let before = *states;
    for (k, &(i, j)) in PAIRS.iter().enumerate() {
        if active[k] {
            let tangential = friction_from(table, normals[k], impulses[k], before[i], before[j]);
            (states[i], states[j]) = exchange(table, normals[k], impulses[k], tangential, states[i], states[j]);
        }
    }
}

/// What a unit impulse of contact `l` takes off the closing speed of contact `k`.
fn coupling(normals: &[DVec3; 3], k: usize, l: usize) -> f64 {
    let ((ki, kj), (li, lj)) = (PAIRS[k], PAIRS[l]);
    let share = |p: usize, q: usize| if p == q { 1.0 } else { 0.0 };
    (share(ki, li) + share(kj, lj) - share(ki, lj) - share(kj, li)) * normals[k].dot(normals[l])
}

/// Gaussian elimination on the active rows; the matrix is positive definite for contacts that can exist.
fn solve(normals: &[DVec3; 3], active: [bool; 3], right: [f64; 3]) -> [f64; 3] {
    let mut rows = [[0.0; 4]; 3];
    for k in 0..3 {
        for l in 0..3 {
            let both = active[k] && active[l];
            rows[k][l] = if both { coupling(normals, k, l) } else { f64::from(u8::from(k == l)) };
        }
        rows[k][3] = if active[k] { right[k] } else { 0.0 };
    }
    for p in 0..3 {
        for k in (p + 1)..3 {
            let factor = rows[k][p] / rows[p][p];
            for l in p..4 {
                rows[k][l] -= factor * rows[p][l];
            }
        }
    }
    let mut x = [0.0; 3];
    for p in (0..3).rev() {
        let known: f64 = ((p + 1)..3).map(|l| rows[p][l] * x[l]).sum();
        x[p] = (rows[p][3] - known) / rows[p][p];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableParams;

    /// White into two touching balls, elastic, no friction: both leave at 0.693 v, white comes back at 0.2 v
    /// (momentum and energy with equal impulses along normals 30 degrees off the line).
    #[test]
    fn a_symmetric_break_stays_symmetric() {
        let mut params = TableParams::carom_heated();
        params.ball.model = BallModel::Frictionless;
        let table = Table::new(params).unwrap();
        let (c, s) = (0.75_f64.sqrt(), 0.5);
        let normals = [DVec3::new(c, s, 0.0), DVec3::new(c, -s, 0.0), DVec3::NEG_Y];
        let mut states = [Moving::new(DVec3::X, DVec3::ZERO), Moving::default(), Moving::default()];
        cluster(&table, normals, [true, true, true], &mut states);
        assert!((states[0].v - DVec3::new(-0.2, 0.0, 0.0)).length() < 1e-12, "{states:?}");
        let speed = 2.0 * c * 2.0 / 5.0;
        assert!((states[1].v - speed * normals[0]).length() < 1e-12);
        assert!((states[2].v - speed * normals[1]).length() < 1e-12);
        assert!((speed - 0.693).abs() < 5e-4);
    }
}
