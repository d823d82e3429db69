//! One simulated stroke: from balls, pins and a strike to what the referee rules and where all comes to rest.

use crate::promise::path::{Path, Ways};
use crate::signature::Signature;
use filotto_engine::{Position, Profile, Role, Roles, Ruling, StrokeKind, Watch, rule};
use filotto_physics::trace::{End, Observer, Rest, Summary};
use filotto_physics::{Layout, Strike, Table, simulate_into};

/// The table and the rules: what all strokes of a match share.
#[derive(Clone, Debug)]
pub struct Court {
    /// The table.
    pub table: Table,
    /// The rules.
    pub profile: Profile,
}

/// What a stroke came to.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The referee's ruling.
    pub ruling: Ruling,
    /// Where balls and pins are (where they were, when it stopped early).
    pub rest: Rest,
    /// What touched what.
    pub signature: Signature,
    /// Stopped at the first fault that decides: the rest is not final.
    pub cut: bool,
}

impl Trial {
    /// Points to the striker minus points to the opponent.
    pub fn net(&self) -> f64 {
        f64::from(self.ruling.striker) - f64::from(self.ruling.opponent)
    }

    /// Whether it was a fault.
    pub fn is_fault(&self) -> bool {
        !self.ruling.faults.is_empty()
    }
}

/// A position as the strokes from it need it: whose ball, which pins, what kind.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    court: &'a Court,
    /// The position before the stroke.
    pub position: &'a Position,
    kind: StrokeKind,
    roles: Roles,
}

impl<'a> Scene<'a> {
    /// The scene of a position; `None` where no stroke can be played (lag, set over).
    pub fn new(court: &'a Court, position: &'a Position) -> Option<Scene<'a>> {
        let kind = position.kind.stroke_kind()?;
        Some(Scene { court, position, kind, roles: Roles::new(position.cue_ball()) })
    }

    /// The table and the rules.
    pub fn court(&self) -> &'a Court {
        self.court
    }

    /// Simulates a strike and rules on it; `None` when physics refuses it (an overlap after a placement).
    /// The watch is scratch, so that many strokes share one list.
    pub fn play(&self, layout: &Layout, strike: &Strike, stop_at_fault: bool, watch: &mut Watch) -> Option<Trial> {
        watch.begin(self.roles, stop_at_fault);
        let summary = self.simulate(layout, strike, watch)?;
        Some(self.trial(layout, &summary, watch))
    }

    /// As [`Scene::play`] until the first fault that decides, with the ways of the balls.
    pub fn look(&self, layout: &Layout, strike: &Strike, watch: &mut Watch) -> Option<(Trial, Ways)> {
        watch.begin(self.roles, true);
        let mut path = Path::new(watch, self.roles, layout, &self.court.table);
        let summary = self.simulate(layout, strike, &mut path)?;
        let ways = *path.ways();
        Some((self.trial(layout, &summary, watch), ways))
    }

    fn simulate(&self, layout: &Layout, strike: &Strike, seen_by: &mut impl Observer) -> Option<Summary> {
        simulate_into(&self.court.table, layout, &[(self.position.cue_ball(), *strike)], seen_by).ok()
    }

    fn trial(&self, layout: &Layout, summary: &Summary, watch: &Watch) -> Trial {
        let ruling = rule(layout.pins, self.kind, watch.events(), &[], &self.court.profile);
        let signature = Signature::of(watch.events(), ruling.faults);
        Trial { ruling, rest: summary.rest, signature, cut: summary.end == End::Stopped }
    }

    /// The ball whose role it is.
    pub fn ball(&self, role: Role) -> filotto_physics::Ball {
        match role {
            Role::Cue => self.position.cue_ball(),
            Role::Object => self.position.object_ball(),
            Role::Red => filotto_physics::Ball::Red,
        }
    }
}
