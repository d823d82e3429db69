//! The player's own hand: sigmas with intervals from aimed and observed strokes.
//!
//! Errors are normal about what was aimed at, so with Jeffreys' prior the posterior of each squared sigma is
//! Inverse-Gamma(n/2, S/2), S the sum of the squared errors: its interval covers as often as it says. Two things need
//! care. A level cue can't go below level, so only errors upwards show the elevation's sigma (half a normal law has
//! the same scale). The speed's sigma is the larger of a relative and an absolute one: their joint posterior is
//! taken on a grid, and each is told only where the strokes show it for itself.

pub mod read;
pub mod sheet;
mod speeds;

use super::gamma::quantile;
use filotto_engine::Skill;
use filotto_engine::math::wrap_deg;
use filotto_physics::Table;

/// Fewer errors than this show no sigma.
const FEWEST: usize = 5;
/// The tails of a 95 % interval.
const TAILS: (f64, f64) = (0.025, 0.975);

/// A stroke as aimed and as it came out; `None` where nobody saw it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Seen {
    /// Direction, degrees.
    pub phi_deg: Option<[f64; 2]>,
    /// Speed, m/s.
    pub v_mps: Option<[f64; 2]>,
    /// Tip to the side, ball radii.
    pub a: Option<[f64; 2]>,
    /// Tip in height, ball radii.
    pub b: Option<[f64; 2]>,
    /// Elevation, degrees.
    pub theta_deg: Option<[f64; 2]>,
}

/// What is known of one sigma.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sigma {
    /// The field of the skill.
    pub field: &'static str,
    /// Median of the posterior.
    pub value: f64,
    /// 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Errors it was read from.
    pub strokes: usize,
    /// More strokes of the same kind that would halve the interval.
    pub more: usize,
}

/// What the strokes show: the sigmas they can, in the order of the skill's fields.
pub fn estimate(strokes: &[Seen], table: &Table) -> Vec<Sigma> {
    let mm = 1000.0 * table.radius();
    let errors = |of: &dyn Fn(&Seen) -> Option<f64>| strokes.iter().filter_map(of).collect::<Vec<f64>>();
    let difference = |[aimed, seen]: [f64; 2]| seen - aimed;
    let phi = errors(&|s| s.phi_deg.map(|p| wrap_deg(difference(p))));
    let a = errors(&|s| s.a.map(|p| difference(p) * mm));
    let b = errors(&|s| s.b.map(|p| difference(p) * mm));
    let theta: Vec<f64> = errors(&|s| s.theta_deg.map(difference)).into_iter().filter(|&e| e > 0.0).collect();
    let speeds: Vec<[f64; 2]> = strokes.iter().filter_map(|s| s.v_mps).collect();
    let per_stroke = |errors: &[f64]| strokes.len() as f64 / errors.len().max(1) as f64;
    let mut sigmas: Vec<Sigma> = sigma("phi_deg", &phi, 1.0).into_iter().collect();
    sigmas.extend(speeds::sigmas(&speeds));
    sigmas.extend(sigma("a_mm", &a, 1.0));
    sigmas.extend(sigma("b_mm", &b, 1.0));
    sigmas.extend(sigma("theta_deg", &theta, per_stroke(&theta)));
    sigmas
}

/// The posterior of one sigma; `None` where too few errors or none but zeros were seen.
fn sigma(field: &'static str, errors: &[f64], strokes_each: f64) -> Option<Sigma> {
    let sum: f64 = errors.iter().map(|e| e * e).sum();
    if errors.len() < FEWEST || sum == 0.0 {
        return None;
    }
    let at = |p: f64| (0.5 * sum / quantile(1.0 - p, 0.5 * errors.len() as f64)).sqrt();
    let more = ((more_errors(errors.len()) as f64) * strokes_each).ceil() as usize;
    Some(Sigma { field, value: at(0.5), low: at(TAILS.0), high: at(TAILS.1), strokes: errors.len(), more })
}

/// How many more errors halve the expected interval: three times as many, and a few for the skew.
fn more_errors(n: usize) -> usize {
    let width = |n: usize| {
        let shape = 0.5 * n as f64;
        let at = |p: f64| (shape / quantile(1.0 - p, shape)).sqrt();
        at(TAILS.1) - at(TAILS.0)
    };
    let goal = 0.5 * width(n);
    let (mut low, mut high) = (n, 8 * n);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if width(middle) > goal { low = middle } else { high = middle }
    }
    high - n
}

/// A skill with the sigmas that were seen, the others from a preset.
pub fn skill(sigmas: &[Sigma], rest: &Skill) -> Skill {
    let seen = |field: &str| sigmas.iter().find(|s| s.field == field).map(|s| s.value);
    let (v_rel, v_abs) = (seen("v_rel"), seen("v_abs_mps"));
    let speed_seen = v_rel.is_some() || v_abs.is_some();
    let speed = |value: Option<f64>, rest: f64| if speed_seen { value.unwrap_or(0.0) } else { rest };
    Skill {
        phi_deg: seen("phi_deg").unwrap_or(rest.phi_deg),
        v_rel: speed(v_rel, rest.v_rel),
        v_abs_mps: speed(v_abs, rest.v_abs_mps),
        a_mm: seen("a_mm").unwrap_or(rest.a_mm),
        b_mm: seen("b_mm").unwrap_or(rest.b_mm),
        theta_deg: seen("theta_deg").unwrap_or(rest.theta_deg),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use filotto_engine::math::{normals, stream, uniform};
    use filotto_physics::Strike;
    use std::collections::BTreeMap;

    /// Strokes of a player: aimed at random, executed with his noise.
    pub fn strokes(skill: &Skill, count: usize, seed: u64) -> Vec<Seen> {
        let table = Table::carom_heated();
        let mut random = stream(seed, &[1]);
        let mut u = || uniform(&mut random);
        let aimed: Vec<Strike> = (0..count)
            .map(|_| {
                let theta = if u() < 0.7 { 0.0 } else { 10.0 * u() };
                Strike::new(360.0 * u(), 0.4 + 5.6 * u()).tip(0.5 * u() - 0.25, 0.5 * u() - 0.25).elevated(theta)
            })
            .collect();
        let mut noise = stream(seed, &[2]);
        aimed
            .into_iter()
            .map(|aim| {
                let hit = skill.perturb_strike(&aim, normals(&mut noise), &table);
                Seen {
                    phi_deg: Some([aim.phi_deg, hit.phi_deg]),
                    v_mps: Some([aim.v_mps, hit.v_mps]),
                    a: Some([aim.a, hit.a]),
                    b: Some([aim.b, hit.b]),
                    theta_deg: Some([aim.theta_deg, hit.theta_deg]),
                }
            })
            .collect()
    }

    fn field(skill: &Skill, name: &str) -> f64 {
        match name {
            "phi_deg" => skill.phi_deg,
            "v_rel" => skill.v_rel,
            "v_abs_mps" => skill.v_abs_mps,
            "a_mm" => skill.a_mm,
            "b_mm" => skill.b_mm,
            _ => skill.theta_deg,
        }
    }

    /// A thousand players of every strength, sixty strokes each: the interval holds the truth for 93 % or more.
    #[test]
    fn intervals_cover() {
        let table = Table::carom_heated();
        let mut random = stream(77, &[]);
        let mut seen: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        for player in 0..1000 {
            let mut between = |low: f64, high: f64| low * (high / low).powf(uniform(&mut random));
            let skill = Skill {
                phi_deg: between(0.08, 1.2),
                v_rel: between(0.015, 0.2),
                v_abs_mps: if player % 2 == 0 { 0.0 } else { between(0.03, 0.4) },
                a_mm: between(0.4, 5.0),
                b_mm: between(0.4, 5.0),
                theta_deg: between(0.1, 2.0),
            };
            for sigma in estimate(&strokes(&skill, 60, player), &table) {
                let truth = field(&skill, sigma.field);
                let tally = seen.entry(sigma.field).or_default();
                tally.0 += u32::from(sigma.low <= truth && truth <= sigma.high);
                tally.1 += 1;
            }
        }
        println!("{seen:?}");
        for (field, (held, of)) in &seen {
            assert!(f64::from(*held) >= 0.93 * f64::from(*of), "{field}: {held} of {of}");
        }
        for (field, least) in
            [("phi_deg", 1000), ("v_rel", 700), ("a_mm", 1000), ("theta_deg", 1000), ("v_abs_mps", 150)]
        {
            assert!(
                seen.get(field).is_some_and(|t| t.1 >= least),
                "{field} is shown too seldom: {:?}",
                seen.get(field)
            );
        }
    }

    #[test]
    fn more_strokes_halve_the_interval() {
        let (table, club) = (Table::carom_heated(), Skill::parse("club").unwrap());
        let width = |count: usize| {
            let list: Vec<f64> = (0..40)
                .map(|seed| {
                    let sigma = estimate(&strokes(&club, count, seed), &table)[0];
                    sigma.high - sigma.low
                })
                .collect();
            list.iter().sum::<f64>() / 40.0
        };
        let more = estimate(&strokes(&club, 40, 1), &table)[0].more;
        let ratio = width(40 + more) / width(40);
        assert!((ratio - 0.5).abs() < 0.03, "{more} more: {ratio}");
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        let (table, club) = (Table::carom_heated(), Skill::parse("club").unwrap());
        assert_eq!(estimate(&[], &table), vec![]);
        assert_eq!(estimate(&strokes(&club, 4, 1), &table), vec![]);
        assert_eq!(skill(&[], &club), club);
        let only: Vec<Seen> =
            strokes(&club, 30, 3).iter().map(|s| Seen { phi_deg: s.phi_deg, ..Seen::default() }).collect();
        let fields: Vec<&str> = estimate(&only, &table).iter().map(|s| s.field).collect();
        assert_eq!(fields, ["phi_deg"]);
    }
}
