//! Nelder and Mead's downhill simplex in at most [`MOST`] dimensions: needs no derivatives, which contacts don't have.

use super::stroke::MOST;

/// A point and its value.
pub type Vertex = ([f64; MOST], f64);

/// Walks downhill from `start` with first steps `step` (a zero step keeps a coordinate), for at most `budget` calls of
/// `value`. Returns the best point and its value.
pub fn descend(
    start: [f64; MOST],
    step: [f64; MOST],
    budget: usize,
    mut value: impl FnMut(&[f64; MOST]) -> f64,
) -> Vertex {
    let axes: Vec<usize> = (0..MOST).filter(|&i| step[i] != 0.0).collect();
    let n = axes.len();
    let mut simplex: Vec<Vertex> = Vec::with_capacity(n + 1);
    simplex.push((start, value(&start)));
    for &axis in &axes {
        let mut point = start;
        point[axis] += step[axis];
        simplex.push((point, value(&point)));
    }
    let mut used = n + 1;
    while used < budget {
        simplex.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (best, worst) = (simplex[0].1, simplex[n]);
        if worst.1 - best <= 1e-9 * best.abs() {
            break;
        }
        let centre = centre(&simplex[..n]);
        let along = |k: f64| core::array::from_fn(|i| centre[i] + k * (worst.0[i] - centre[i]));
        let mut try_at = |k: f64| {
            let point = along(k);
            used += 1;
            (point, value(&point))
        };
        let reflected = try_at(-1.0);
        if reflected.1 < best {
            let expanded = try_at(-2.0);
            simplex[n] = if expanded.1 < reflected.1 { expanded } else { reflected };
        } else if reflected.1 < simplex[n - 1].1 {
            simplex[n] = reflected;
        } else {
            let inside = try_at(if reflected.1 < worst.1 { -0.5 } else { 0.5 });
            if inside.1 < worst.1.min(reflected.1) {
                simplex[n] = inside;
            } else {
                let origin = simplex[0].0;
                for vertex in &mut simplex[1..] {
                    vertex.0 = core::array::from_fn(|i| 0.5 * (vertex.0[i] + origin[i]));
                    vertex.1 = value(&vertex.0);
                }
                used += n;
            }
        }
    }
    simplex.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((start, f64::INFINITY))
}

fn centre(vertices: &[Vertex]) -> [f64; MOST] {
    let n = vertices.len() as f64;
    core::array::from_fn(|i| vertices.iter().map(|v| v.0[i]).sum::<f64>() / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom_of_a_valley() {
        let rosenbrock = |p: &[f64; MOST]| (1.0 - p[0]).powi(2) + 100.0 * (p[1] - p[0] * p[0]).powi(2);
        let (point, value) = descend([-1.2, 1.0, 5.0, 0.0, 0.0, 0.0], [0.3, 0.3, 0.0, 0.0, 0.0, 0.0], 400, rosenbrock);
        assert!(value < 1e-9, "{value}");
        assert!((point[0] - 1.0).abs() < 1e-4 && point[2] == 5.0);
    }
}
