//! A stroke tried again and again: with errors drawn from a hand, or with one parameter moved.

use filotto_engine::math::{normals, stream};
use filotto_engine::names::{Name, facts};
use filotto_engine::{Position, Skill, Stroke, Watch, layout_for};
use filotto_physics::{Layout, Strike, simulate};
use filotto_search::trial::{Court, Scene, Trial};
use std::collections::BTreeMap;

/// What a stroke is for: points, or to give none away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is to score without a fault.
    Score,
    /// It is to be no fault: a defence.
    Safety,
}

/// One stroke in one position.
pub struct Probe<'a> {
    scene: Scene<'a>,
    /// The stroke as intended.
    pub stroke: Stroke,
    /// Balls and pins before it.
    pub layout: Layout,
    /// What it is for.
    pub purpose: Purpose,
}

/// A defence scores seldomer than this, by its name's strokes.
const SELDOM: f64 = 0.1;
/// Draws that decide what a stroke is for, and what it is called when it scores.
const DRAWS: usize = 64;
/// The stream of the draws: the same for every stroke, so that differences are sharp.
const STREAM: u64 = 0xC0AC;

impl<'a> Probe<'a> {
    /// The probe of a stroke; `None` where it can't be played.
    pub fn new(court: &'a Court, position: &'a Position, stroke: &Stroke, skill: &Skill) -> Option<Probe<'a>> {
        let mut probe = Probe::to_score(court, position, stroke)?;
        let trials = probe.cloud(skill, DRAWS);
        let scored = trials.iter().filter(|t| probe.succeeds(t)).count();
        if (scored as f64) < SELDOM * trials.len() as f64 {
            probe.purpose = Purpose::Safety;
        }
        Some(probe)
    }

    /// The probe of a stroke that is to score.
    pub fn to_score(court: &'a Court, position: &'a Position, stroke: &Stroke) -> Option<Probe<'a>> {
        let scene = Scene::new(court, position)?;
        let layout = layout_for(position, stroke, &court.table).ok()?;
        Some(Probe { scene, stroke: *stroke, layout, purpose: Purpose::Score })
    }

    /// The table and the rules.
    pub fn court(&self) -> &'a Court {
        self.scene.court()
    }

    /// The position before the stroke.
    pub fn position(&self) -> &'a Position {
        self.scene.position
    }

    /// Plays a strike.
    pub fn play(&self, strike: &Strike, watch: &mut Watch) -> Option<Trial> {
        self.scene.play(&self.layout, strike, false, watch)
    }

    /// Whether a stroke does what it is for.
    pub fn succeeds(&self, trial: &Trial) -> bool {
        let clean = trial.ruling.faults.is_empty();
        clean && (self.purpose == Purpose::Safety || trial.ruling.striker > 0)
    }

    /// Whether a strike does what it is for.
    pub fn works(&self, strike: &Strike, watch: &mut Watch) -> bool {
        self.play(strike, watch).is_some_and(|trial| self.succeeds(&trial))
    }

    /// The strikes of a hand: the same errors for every stroke.
    pub fn strikes(&self, skill: &Skill, count: usize) -> Vec<Strike> {
        let mut random = stream(STREAM, &[]);
        let table = &self.court().table;
        (0..count).map(|_| skill.perturb_strike(&self.stroke.strike, normals(&mut random), table)).collect()
    }

    /// What a hand makes of it.
    pub fn cloud(&self, skill: &Skill, count: usize) -> Vec<Trial> {
        let mut watch = Watch::new();
        self.strikes(skill, count).iter().filter_map(|strike| self.play(strike, &mut watch)).collect()
    }

    /// The name: of the stroke struck exactly when it does what it is for, else of the most of a hand's that do.
    pub fn name(&self, skill: &Skill) -> Name {
        let exact = self.stroke.strike;
        let mut watch = Watch::new();
        if self.purpose == Purpose::Safety || self.works(&exact, &mut watch) {
            return self.named(&exact);
        }
        let mut counts: BTreeMap<Name, usize> = BTreeMap::new();
        for strike in self.strikes(skill, DRAWS) {
            if self.works(&strike, &mut watch) {
                *counts.entry(self.named(&strike)).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|&(name, count)| (count, std::cmp::Reverse(name)));
        most.map_or_else(|| self.named(&exact), |(name, _)| name)
    }

    /// The name of a strike by what it does.
    pub fn named(&self, strike: &Strike) -> Name {
        let (table, cue) = (&self.court().table, self.position().cue_ball());
        simulate(table, &self.layout, &[(cue, *strike)])
            .map_or(Name::Mancata, |trace| Name::of(&facts(table, cue, strike, &trace)))
    }
}
