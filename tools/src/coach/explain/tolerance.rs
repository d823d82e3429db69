//! How far each parameter may be off until the stroke no longer does what it is for; the two that matter together;
//! and whether the aim lies in a gap between two lines.

use super::probe::Probe;
use filotto_engine::{Skill, Watch};
use filotto_physics::{Strike, Table};

/// A parameter of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Direction, degrees.
    Direction,
    /// Speed, m/s.
    Speed,
    /// Tip to the side, mm.
    Side,
    /// Tip in height, mm.
    Height,
}

impl Parameter {
    /// All four.
    pub const ALL: [Parameter; 4] = [Parameter::Direction, Parameter::Speed, Parameter::Side, Parameter::Height];

    /// For programs: name with unit.
    pub const fn key(self) -> &'static str {
        match self {
            Parameter::Direction => "phi_deg",
            Parameter::Speed => "v_mps",
            Parameter::Side => "a_mm",
            Parameter::Height => "b_mm",
        }
    }

    /// The strike with this parameter off by so much; `None` past what a cue can do.
    pub fn moved(self, strike: &Strike, by: f64, table: &Table) -> Option<Strike> {
        let radii = by * 1e-3 / table.radius();
        let moved = match self {
            Parameter::Direction => Strike { phi_deg: strike.phi_deg + by, ..*strike },
            Parameter::Speed => Strike { v_mps: strike.v_mps + by, ..*strike },
            Parameter::Side => Strike { a: strike.a + radii, ..*strike },
            Parameter::Height => Strike { b: strike.b + radii, ..*strike },
        };
        moved.check().is_ok().then_some(moved)
    }

    /// A hand's sigma for a stroke.
    pub fn sigma(self, skill: &Skill, strike: &Strike) -> f64 {
        match self {
            Parameter::Direction => skill.phi_deg,
            Parameter::Speed => skill.v_sigma(strike.v_mps),
            Parameter::Side => skill.a_mm,
            Parameter::Height => skill.b_mm,
        }
    }

    /// How far the scan looks to each side, and in what steps: past what matters, finer than what a hand feels.
    fn reach(self, strike: &Strike) -> (f64, f64) {
        match self {
            Parameter::Direction => (3.0, 0.04),
            Parameter::Speed => (0.5 * strike.v_mps, 0.01 * strike.v_mps),
            Parameter::Side | Parameter::Height => (12.0, 0.25),
        }
    }
}

/// How far one parameter may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Which.
    pub parameter: Parameter,
    /// To the smaller side, in its unit, at least 0.
    pub down: f64,
    /// To the greater side.
    pub up: f64,
    /// The scan ended before the stroke failed, on each side.
    pub open: [bool; 2],
    /// Struck exactly the stroke fails, and within two sigmas on both sides it works: a gap between two lines.
    pub gap: bool,
    /// Where the nearest lines lie that work, below and above, within two sigmas, when struck exactly it fails.
    pub lines: [Option<f64>; 2],
}

/// Halvings of the last step: to a thousandth of it.
const HALVINGS: usize = 10;

/// The tolerance of one parameter, all others struck exactly.
pub fn tolerance(probe: &Probe, parameter: Parameter, skill: &Skill, watch: &mut Watch) -> Tolerance {
    let strike = probe.stroke.strike;
    let works = |by: f64, watch: &mut Watch| {
        parameter.moved(&strike, by, &probe.court().table).is_some_and(|s| probe.works(&s, watch))
    };
    if !works(0.0, watch) {
        let near = 2.0 * parameter.sigma(skill, &strike);
        let at = |i: u32| near * f64::from(i) / f64::from(STEPS_OF_GAP);
        let mut line = |sign: f64| (1..=STEPS_OF_GAP).map(|i| sign * at(i)).find(|&by| near > 0.0 && works(by, watch));
        let lines = [line(-1.0), line(1.0)];
        let gap = lines.iter().all(Option::is_some);
        return Tolerance { parameter, down: 0.0, up: 0.0, open: [false; 2], gap, lines };
    }
    let (reach, step) = parameter.reach(&strike);
    let mut side = |sign: f64| {
        let mut good = 0.0;
        while good < reach {
            let next = good + step;
            if !works(sign * next, watch) {
                return (halved(good, next, |by| works(sign * by, watch)), false);
            }
            good = next;
        }
        (reach, true)
    };
    let ((down, open_down), (up, open_up)) = (side(-1.0), side(1.0));
    Tolerance { parameter, down, up, open: [open_down, open_up], gap: false, lines: [None; 2] }
}

/// Steps that look for a line on each side of a gap.
const STEPS_OF_GAP: u32 = 24;

fn halved(mut good: f64, mut bad: f64, mut works: impl FnMut(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (good + bad);
        if works(middle) { good = middle } else { bad = middle }
    }
    good
}

/// The two parameters that leave this hand the least room, the tighter first; `None` for a hand without errors.
pub fn tightest(tolerances: &[Tolerance], skill: &Skill, strike: &Strike) -> Option<[Parameter; 2]> {
    let mut room: Vec<(f64, Parameter)> = tolerances
        .iter()
        .filter(|t| t.parameter.sigma(skill, strike) > 0.0)
        .map(|t| (t.down.min(t.up) / t.parameter.sigma(skill, strike), t.parameter))
        .collect();
    room.sort_by(|a, b| a.0.total_cmp(&b.0));
    match room[..] {
        [first, second, ..] => Some([first.1, second.1]),
        _ => None,
    }
}

/// What becomes of a stroke with two parameters off.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// Across and up.
    pub parameters: [Parameter; 2],
    /// Their sigmas.
    pub sigmas: [f64; 2],
    /// Cells to each side; the map has `(2 half + 1)^2`, row by row from the smallest of the second parameter.
    pub half: usize,
    /// Points to the striker, or `None` for a fault.
    pub cells: Vec<Option<u16>>,
    /// Whether the cell does what the stroke is for.
    pub works: Vec<bool>,
    /// Chance that both errors fall where it works, when the others are none.
    pub chance: f64,
}

/// The map spans so many sigmas to each side.
pub const SPAN_SIGMAS: f64 = 3.0;

/// Maps two parameters together.
pub fn together(probe: &Probe, parameters: [Parameter; 2], half: usize, skill: &Skill) -> Together {
    let strike = probe.stroke.strike;
    let sigmas = parameters.map(|p| p.sigma(skill, &strike));
    let table = &probe.court().table;
    let mut watch = Watch::new();
    let (mut cells, mut works) = (Vec::new(), Vec::new());
    let (mut inside, mut all) = (0.0, 0.0);
    let steps = -(half as i32)..=half as i32;
    for row in steps.clone() {
        for column in steps.clone() {
            let z = [column, row].map(|i| SPAN_SIGMAS * f64::from(i) / half as f64);
            let moved = parameters[0]
                .moved(&strike, z[0] * sigmas[0], table)
                .and_then(|s| parameters[1].moved(&s, z[1] * sigmas[1], table));
            let trial = moved.and_then(|s| probe.play(&s, &mut watch));
            let good = trial.as_ref().is_some_and(|t| probe.succeeds(t));
            let weight = (-0.5 * (z[0] * z[0] + z[1] * z[1])).exp();
            all += weight;
            inside += if good { weight } else { 0.0 };
            works.push(good);
            cells.push(trial.filter(|t| !t.is_fault()).map(|t| t.ruling.striker));
        }
    }
    Together { parameters, sigmas, half, cells, works, chance: inside / all }
}
