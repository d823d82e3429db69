//! Luck, taken off: what a stroke as executed brought beyond what the stroke as intended brings on average.
//!
//! With V the chance to win by a frozen value, a stroke's luck is V(what followed) - E[V(what follows under the noise)].
//! Its mean is 0 whoever plays and however badly V judges, so a result less the luck of all strokes has the same
//! mean as the result, and a smaller variance the better V judges.

use crate::protocol::ask::World;
use filotto_engine::{Position, Skill, Stroke, Watch, layout_for, math};
use filotto_search::trial::{Court, Scene};
use filotto_search::value::Worth;

/// Marks these random numbers among the streams of a seed.
const STREAM: u64 = 0x6c75_636b;

/// Estimates luck.
pub struct Luck {
    world: World,
    court: Court,
    skill: Skill,
    samples: u32,
    seed: u64,
}

impl Luck {
    /// With so many strokes drawn for each expectation; 0 = luck is not looked at.
    pub fn new(world: &World, skill: Skill, samples: u32, seed: u64) -> Luck {
        let court =
            Court { table: world.profile.seen_on(&world.table).into_owned(), profile: (*world.profile).clone() };
        Luck { world: world.clone(), court, skill, samples, seed }
    }

    /// The same, with other random numbers.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> Luck {
        Luck { seed, ..Luck::new(&self.world, self.skill, self.samples, seed) }
    }

    /// The striker's luck with one stroke, as a chance to win; 0 where it can't be told.
    pub fn of(&self, before: &Position, intended: &str, after: &Position, number: u32) -> f64 {
        let Ok(stroke) = Stroke::parse(intended) else { return 0.0 };
        if self.samples == 0 {
            return 0.0;
        }
        let worth = Worth::new(before, [&self.skill; 2], &self.court.profile);
        self.expected(before, &stroke, number, &worth).map_or(0.0, |mean| worth.win(before.striker, after) - mean)
    }

    /// The mean chance to win after the stroke, over the player's errors.
    fn expected(&self, before: &Position, stroke: &Stroke, number: u32, worth: &Worth) -> Option<f64> {
        let layout = layout_for(before, stroke, &self.court.table).ok()?;
        let scene = Scene::new(&self.court, before)?;
        let mut noise = math::stream(self.seed, &[STREAM, u64::from(number)]);
        let mut watch = Watch::new();
        let mut sum = 0.0;
        for _ in 0..self.samples {
            let strike = self.skill.perturb_strike(&stroke.strike, math::normals(&mut noise), &self.court.table);
            let trial = scene.play(&layout, &strike, false, &mut watch)?;
            let next =
                filotto_engine::apply(before, &trial.rest, &trial.ruling, &self.court.table, &self.court.profile);
            sum += worth.win(before.striker, &next);
        }
        Some(sum / f64::from(self.samples))
    }
}
