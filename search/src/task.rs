//! What all stages of one plan share: the scene, the skills, the value, the tunables, the meter, the key.

use crate::budget::Meter;
use crate::candidate::Candidate;
use crate::keys::Key;
use crate::noise::Errors;
use crate::params::Params;
use crate::plan::Objective;
use crate::promise::Promise;
use crate::trial::{Scene, Trial};
use crate::value::Worth;
use filotto_engine::{Player, Position, Skill, Watch, apply};
use filotto_physics::Strike;
use rayon::prelude::*;

/// Points over which the worth of one is measured: what a good stroke brings.
const FEW: u16 = 8;
/// Most strokes of one work item: at 5 us each about a millisecond, so that a stop is heard within 2 ms.
pub const ITEM: usize = 128;
/// Work items of a stage that is too short for so many of [`ITEM`]: enough that no thread waits long for another's last.
const ITEMS: usize = 16;
/// Fewest strokes of one: fewer don't pay for handing them over.
const LEAST_ITEM: usize = 8;

/// The shared context. Stages are functions of it and of the stage before.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// Position, table, rules.
    pub scene: Scene<'a>,
    /// The striker's errors.
    pub skill: &'a Skill,
    /// Chances to win.
    pub worth: &'a Worth,
    /// What is sought.
    pub objective: Objective,
    /// Tells what strokes of the sweep promise, where there is such a net.
    pub promise: Option<&'a Promise>,
    /// Tunables.
    pub params: &'a Params,
    /// Nodes, clock, stop.
    pub meter: &'a Meter<'a>,
    /// The root of this plan's random streams.
    pub key: Key,
}

/// Points as utility, near enough for a stroke or two.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Of a stroke that brings no points and leaves what strokes usually leave.
    none: f64,
    /// Of one point.
    point: f64,
}

impl Scale {
    /// Of so many points.
    pub fn utility(&self, points: f64) -> f64 {
        self.none + self.point * points
    }
}

impl<'a> Task<'a> {
    /// Who plays the stroke.
    pub fn player(&self) -> Player {
        self.scene.position.striker
    }

    /// Whether this player makes no errors at all.
    pub fn is_exact(&self) -> bool {
        let s = self.skill;
        [s.phi_deg, s.v_rel, s.v_abs_mps, s.a_mm, s.b_mm, s.theta_deg] == [0.0; 6]
    }

    /// The position a stroke leads to.
    pub fn next(&self, trial: &Trial) -> Position {
        let court = self.scene.court();
        apply(self.scene.position, &trial.rest, &trial.ruling, &court.table, &court.profile)
    }

    /// What a stroke's outcome is worth to the striker: what the plan maximises the mean of.
    pub fn utility(&self, trial: &Trial) -> f64 {
        match self.objective {
            Objective::Points | Objective::Safe(_) => trial.net(),
            Objective::Win if trial.cut => self.cut_utility(trial),
            Objective::Win => self.worth.win(self.player(), &self.next(trial)),
        }
    }

    /// Turns points into utility: a stroke that brings none, and what each one more is worth. `None` where promises, which
    /// are in points, are not asked: without a net, for a player without errors, and in the last strokes of a set, where
    /// points beyond the target are worth nothing.
    pub fn scale(&self) -> Option<Scale> {
        self.promise?;
        if self.is_exact() {
            return None;
        }
        if self.objective != Objective::Win {
            return Some(Scale { none: 0.0, point: 1.0 });
        }
        let position = self.scene.position;
        let far = position.points.iter().all(|points| points + FEW < position.target);
        let win = |points| {
            let scored = filotto_engine::apply::scored(position, points, 0);
            self.worth.win_by_score(self.player(), self.player().other(), scored)
        };
        let none = win(0);
        let point = (win(FEW) - none) / f64::from(FEW);
        (far && point > 0.0).then_some(Scale { none, point })
    }

    /// A stroke stopped at its fault: the leave is unknown, ball in hand is taken to cost a few points.
    fn cut_utility(&self, trial: &Trial) -> f64 {
        let position = self.scene.position;
        let given = trial.ruling.opponent + self.params.fault_utility as u16;
        let points = filotto_engine::apply::scored(position, trial.ruling.striker, given);
        self.worth.win_by_score(self.player(), self.player().other(), points)
    }

    /// Plays a candidate with given errors.
    pub fn play(&self, candidate: &Candidate, errors: &Errors, watch: &mut Watch) -> Option<Trial> {
        let strike = self.executed(&candidate.stroke.strike, errors);
        self.scene.play(&candidate.layout, &strike, false, watch)
    }

    /// The executed strike of an intended one.
    pub fn executed(&self, intended: &Strike, errors: &Errors) -> Strike {
        self.skill.perturb_strike(intended, *errors, &self.scene.court().table)
    }

    /// Work items in parallel, results in index order; `None` when the meter closed before all were done.
    pub fn each<T: Send>(&self, items: usize, work: impl Fn(usize) -> T + Sync) -> Option<Vec<T>> {
        (0..items).into_par_iter().map(|i| self.meter.open().then(|| work(i))).collect()
    }

    /// As [`Task::each`] over all strokes `0..n` in items of at most [`ITEM`]; counts them as nodes.
    pub fn each_stroke<T: Send>(&self, n: usize, work: impl Fn(usize, &mut Watch) -> T + Sync) -> Option<Vec<T>> {
        let item = (n / ITEMS).clamp(LEAST_ITEM, ITEM);
        let chunks = self.each(n.div_ceil(item), |chunk| {
            let mut watch = Watch::new();
            let range = chunk * item..((chunk + 1) * item).min(n);
            self.meter.count(range.len() as u64);
            range.map(|i| work(i, &mut watch)).collect::<Vec<_>>()
        })?;
        Some(chunks.into_iter().flatten().collect())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::budget::Quiet;
    use crate::trial::Court;
    use filotto_engine::Profile;
    use filotto_physics::Table;

    /// Does something in a position with the task of a `pro` who seeks points, without a net of promises.
    pub fn with_task<T>(text: &str, work: impl FnOnce(&Task) -> T) -> T {
        let court = Court { table: Table::carom_heated(), profile: Profile::wcbs_1997() };
        let position = Position::parse(text, &court.table).unwrap();
        let skill = Skill::parse("pro").unwrap();
        work(&Task {
            scene: Scene::new(&court, &position).unwrap(),
            skill: &skill,
            worth: &Worth::new(&position, [&skill, &skill], &court.profile),
            objective: Objective::Points,
            promise: None,
            params: &Params::default(),
            meter: &Meter::new(&Quiet, None),
            key: Key::new(1),
        })
    }
}
