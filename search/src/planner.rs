//! The planner: table, rules, tunables, nets and threads; from a position and a request to a plan.

use crate::budget::{Control, Meter};
use crate::candidate::fallback;
use crate::keys::Key;
use crate::params::Params;
use crate::passes::{LONGEST, Run};
use crate::plan::{Plan, PlanError, Request};
use crate::promise::{self, Promise};
use crate::task::Task;
use crate::trial::{Court, Scene};
use crate::value::{Worth, choice, weights::Weights};
use filotto_engine::{Kind, Position, Profile};
use filotto_physics::Table;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// Plans strokes on one table under one profile, with its own worker threads.
pub struct Planner {
    court: Court,
    pool: ThreadPool,
    params: Params,
    value: Option<Arc<Weights>>,
    promise: Option<Arc<Promise>>,
}

impl Planner {
    /// With its own pool of so many threads (0 = one per core).
    pub fn new(table: Table, profile: Profile, threads: usize) -> Planner {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let table = profile.seen_on(&table).into_owned();
        Planner {
            court: Court { table, profile },
            pool,
            params: Params::default(),
            value: choice::default(),
            promise: Some(promise::built_in()),
        }
    }

    /// Gives it a net that judges leaves; without one they are judged by their kind alone.
    pub fn set_value(&mut self, value: Option<Arc<Weights>>) {
        self.value = value;
    }

    /// Gives it a net that tells what starts promise; without one they are picked by what they are worth.
    pub fn set_promise(&mut self, promise: Option<Arc<Promise>>) {
        self.promise = promise;
    }

    /// Gives it other tunables.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// With other tunables.
    #[must_use]
    pub fn with_params(self, params: Params) -> Planner {
        Planner { params, ..self }
    }

    /// The table and the rules.
    pub fn court(&self) -> &Court {
        &self.court
    }

    /// The tunables.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Runs something on the planner's threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Plans the next stroke.
    ///
    /// # Errors
    /// A position without strokes, or a request that makes no sense.
    pub fn plan(&self, position: &Position, request: &Request, control: &dyn Control) -> Result<Plan, PlanError> {
        self.with_task(position, request, control, |task| {
            let fallback = fallback(&task.scene, task.params).ok_or(PlanError::NoStroke)?;
            Ok(Run { task: *task, request, fallback, longest: LONGEST }.by_budget())
        })?
    }

    /// Runs something on the planner's threads with the context of a plan: for players that use only some stages.
    ///
    /// # Errors
    /// A position without strokes, or a request that makes no sense.
    pub fn with_task<T: Send>(
        &self,
        position: &Position,
        request: &Request,
        control: &dyn Control,
        work: impl FnOnce(&Task) -> T + Send,
    ) -> Result<T, PlanError> {
        request.check()?;
        position.check(&self.court.table)?;
        let scene = match position.kind {
            Kind::Over => return Err(PlanError::Over),
            Kind::Lag => return Err(PlanError::Lag),
            _ => Scene::new(&self.court, position).ok_or(PlanError::Over)?,
        };
        let worth = self.worth(position, request);
        let meter = Meter::new(control, request.budget.time);
        let task = Task {
            scene,
            skill: &request.skills.striker,
            worth: &worth,
            objective: request.objective,
            promise: self.promise.as_deref(),
            params: &self.params,
            meter: &meter,
            key: Key::new(request.seed),
        };
        Ok(self.pool.install(|| work(&task)))
    }

    /// The frozen value of the match a position belongs to.
    pub fn worth(&self, position: &Position, request: &Request) -> Worth {
        let mut skills = [&request.skills.striker, &request.skills.opponent];
        if position.striker.index() == 1 {
            skills.swap(0, 1);
        }
        let worth = Worth::new(position, skills, &self.court.profile);
        match &self.value {
            Some(value) => worth.with_net(value.clone(), &self.court.table, skills),
            None => worth,
        }
    }
}
