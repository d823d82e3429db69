//! What starts become: data and training of the net behind [`crate::promise`].
//!
//! In positions from play, strokes of a sweep are polished each alone; how good each one then is, on fresh strokes, is
//! what the net learns from the features of the sweep stroke.

use super::adam::Adam;
use super::model::{Model, Standard};
use super::pass::{Data, Pace, pass};
use crate::budget::Quiet;
use crate::keys::Stage;
use crate::noise;
use crate::pick::{Start, starts};
use crate::plan::{PlanError, Request};
use crate::planner::Planner;
use crate::polish::polish;
use crate::promise::Promise;
use crate::promise::features::{INPUTS, features};
use crate::sizes::{Replies, Sizes};
use crate::sweep::{Swept, sweep};
use crate::task::Task;
use filotto_engine::{Position, Watch};

/// One start and what it became.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Of the sweep stroke.
    pub features: [f32; INPUTS],
    /// After the climb, net points a stroke.
    pub worth: f32,
    /// Before it, smoothed over its neighbours where it was picked; else as it is.
    pub before: f32,
    /// Number of the position.
    pub group: u32,
}

/// How starts are tried.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// Starts of a position.
    pub starts: usize,
    /// Strokes of each climb.
    pub nodes: usize,
    /// Fresh strokes that tell what it became.
    pub strokes: usize,
}

/// Tries starts of one position; the request's nodes are those of the plan whose sweep is taken.
///
/// # Errors
/// A position without strokes, or a request that makes no sense.
pub fn rows(
    planner: &Planner,
    position: &Position,
    request: &Request,
    trials: Trials,
    group: u32,
) -> Result<Vec<Row>, PlanError> {
    planner
        .with_task(position, request, &Quiet, |task| {
            let nodes = request.budget.nodes.unwrap_or_default();
            let sizes = Sizes::new(nodes, 1, Replies::None, task.params);
            let swept = sweep(task, sizes.sweep)?;
            let chosen = chosen(task, &swept, sizes.picks, trials.starts)?;
            let rows = task.each(chosen.len(), |k| row(task, &chosen[k], trials, group))?;
            Some(rows.into_iter().flatten().collect())
        })
        .map(Option::unwrap_or_default)
}

/// A third of those the planner picks, a third of the most promising (of those that score, where no net tells), a third
/// of all: what it takes, and what it might.
fn chosen(task: &Task, swept: &[Swept], picks: usize, n: usize) -> Option<Vec<Start>> {
    let key = task.key.stage(Stage::Bench);
    let picked = starts(task, swept, picks)?;
    let start = |s: &Swept| Start { candidate: s.candidate, mode: s.signature.mode(), value: s.utility, hope: None };
    let scoring: Vec<&Swept> = swept.iter().filter(|s| s.utility > 0.0).collect();
    let mut best: Vec<&Swept> = swept.iter().collect();
    best.sort_by(|a, b| b.hope.unwrap_or(b.utility).total_cmp(&a.hope.unwrap_or(a.utility)));
    best.truncate(picks / 2);
    let mut chosen = Vec::new();
    for i in 0..n {
        let at = |len: usize| ((key.with(i as u64).uniform() * len as f64) as usize).min(len.saturating_sub(1));
        let one = match i % 3 {
            0 => picked.get(at(picked.len())).copied(),
            1 if task.promise.is_some() => best.get(at(best.len())).map(|s| start(s)),
            1 => scoring.get(at(scoring.len())).map(|s| start(s)),
            _ => swept.get(at(swept.len())).map(start),
        };
        chosen.extend(one);
    }
    Some(chosen)
}

fn row(task: &Task, start: &Start, trials: Trials, group: u32) -> Option<Row> {
    let mut watch = Watch::new();
    let candidate = &start.candidate;
    let (trial, ways) = task.scene.look(&candidate.layout, &candidate.stroke.strike, &mut watch)?;
    let features = features(task, candidate, &trial, &ways);
    let climbed = polish(task, &[*start], trials.nodes).0.into_iter().next()?.candidate;
    let errors = noise::list(task.key.stage(Stage::Report), trials.strokes);
    let nets = errors.iter().filter_map(|e| task.play(&climbed, e, &mut watch)).map(|trial| trial.net());
    let worth = nets.sum::<f64>() / trials.strokes.max(1) as f64;
    Some(Row { features, worth: worth as f32, before: start.value as f32, group })
}

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Widths of the hidden layers.
    pub hidden: [usize; 2],
    /// Starts a step.
    pub batch: usize,
    /// First step of Adam; it falls to 0 along half a cosine.
    pub rate: f64,
    /// Weight decay.
    pub decay: f64,
    /// Passes through the data.
    pub epochs: usize,
    /// Of initial weights and order.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hidden: [32, 16], batch: 512, rate: 4e-3, decay: 1e-2, epochs: 30, seed: 1 }
    }
}

/// Trains; `listen` is told the loss after each pass.
pub fn train(rows: &[Row], settings: &Settings, mut listen: impl FnMut(usize, f64)) -> Promise {
    let Settings { batch, rate, decay, epochs, seed, .. } = *settings;
    let pace = Pace { batch, rate, decay, epochs, seed };
    let mut data = Data::new(rows, [INPUTS, 1], |row| &row.features, |row| std::slice::from_ref(&row.worth));
    let standard = Standard::of(&data.x);
    data.x = standard.apply(&data.x);
    let shape = [INPUTS, settings.hidden[0], settings.hidden[1], 1];
    let mut model = Model::random(shape, seed);
    let mut adam = Adam::new(shape);
    for number in 0..epochs {
        let loss = pass((&mut model, &mut adam), &data, pace, number, Model::square_gradient);
        listen(number, loss);
    }
    Promise { layers: model.to_layers(&standard) }
}

/// How well a net tells starts of positions it has not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// Correlation of promise and worth within positions.
    pub correlation: f64,
    /// The same of what a start is worth before its climb.
    pub before: f64,
    /// Root mean square error, points.
    pub error: f64,
    /// The best worth among the fifth with the greatest promise, less the best of all, mean over positions.
    pub missed: f64,
    /// The same for the fifth that is best before.
    pub missed_before: f64,
}

/// Measures a net on rows, sorted by their positions.
pub fn fit(net: &Promise, rows: &[Row]) -> Fit {
    let groups: Vec<&[Row]> = rows.chunk_by(|a, b| a.group == b.group).collect();
    let told = |row: &Row| net.of(&row.features);
    let before = |row: &Row| f64::from(row.before);
    let squares: f64 = rows
        .iter()
        .map(|row| {
            let d = told(row) - f64::from(row.worth);
            d * d
        })
        .sum();
    Fit {
        correlation: correlation(&groups, told),
        before: correlation(&groups, before),
        error: (squares / rows.len().max(1) as f64).sqrt(),
        missed: missed(&groups, told),
        missed_before: missed(&groups, before),
    }
}

fn correlation(groups: &[&[Row]], value: impl Fn(&Row) -> f64) -> f64 {
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for group in groups {
        let n = group.len() as f64;
        let mean = |f: &dyn Fn(&Row) -> f64| group.iter().map(f).sum::<f64>() / n;
        let (mx, my) = (mean(&|row| value(row)), mean(&|row| f64::from(row.worth)));
        for row in *group {
            let (x, y) = (value(row) - mx, f64::from(row.worth) - my);
            (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
        }
    }
    xy / (xx * yy).sqrt()
}

fn missed(groups: &[&[Row]], value: impl Fn(&Row) -> f64) -> f64 {
    let one = |group: &&[Row]| {
        let mut order: Vec<&Row> = group.iter().collect();
        order.sort_by(|a, b| value(b).total_cmp(&value(a)));
        let best = |rows: &[&Row]| rows.iter().map(|row| f64::from(row.worth)).fold(f64::MIN, f64::max);
        best(&order) - best(&order[..order.len().div_ceil(5)])
    };
    groups.iter().map(one).sum::<f64>() / groups.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Objective, Skills};
    use filotto_engine::{Profile, Skill, math};
    use filotto_physics::Table;

    /// Rows whose worth is a known function of two features, with noise in a third.
    fn known(groups: u32) -> Vec<Row> {
        let mut stream = math::stream(4, &[]);
        let mut row = |group: u32| {
            let mut features = [0.0; INPUTS];
            features[..3].fill_with(|| math::normal(&mut stream) as f32);
            let worth = 2.0 * features[0] + features[1].max(0.0) + group as f32;
            Row { features, worth, before: features[2], group }
        };
        (0..groups * 20).map(|i| row(i / 20)).collect()
    }

    /// On groups it has not seen the net tells what it learned; what has nothing to do with the worth tells nothing.
    #[test]
    fn a_known_function_is_learned() {
        let settings = Settings { batch: 64, epochs: 60, ..Settings::default() };
        let mut rows = known(60);
        rows.iter_mut().for_each(|row| row.worth -= row.group as f32);
        let (training, held) = rows.split_at(800);
        let fit = fit(&train(training, &settings, |_, _| {}), held);
        assert!(fit.correlation > 0.97 && fit.error < 0.6, "{fit:?}");
        assert!(fit.before.abs() < 0.15 && fit.missed < 0.3 && fit.missed_before > 0.5, "{fit:?}");
    }

    /// Two groups by hand: within each the order counts, not how the groups differ.
    #[test]
    fn correlation_is_within_positions() {
        let row = |group, before, worth| Row { features: [0.0; INPUTS], worth, before, group };
        let rows = [row(0, 1.0, 11.0), row(0, 2.0, 12.0), row(1, 2.0, 1.0), row(1, 1.0, 0.0)];
        let groups: Vec<&[Row]> = rows.chunk_by(|a, b| a.group == b.group).collect();
        let value = |row: &Row| f64::from(row.before);
        assert!((correlation(&groups, value) - 1.0).abs() < 1e-12);
        assert_eq!((missed(&groups, value), missed(&groups, |row| -value(row))), (0.0, 1.0));
    }

    /// Every start gives a row, and no stroke brings more than the rules give.
    #[test]
    fn starts_of_a_position_become_rows() {
        let planner = Planner::new(Table::carom_heated(), Profile::wcbs_1997(), 1);
        let pro = Skill::parse("pro").unwrap();
        let skills = Skills { striker: pro, opponent: pro };
        let budget = Budget::nodes(4000);
        let request = Request { skills, budget, objective: Objective::Points, multipv: 1, seed: 3 };
        let trials = Trials { starts: 18, nodes: 200, strokes: 64 };
        let position = crate::bench::positions::all().swap_remove(4);
        let rows = rows(&planner, &position, &request, trials, 7).unwrap();
        assert_eq!(rows.len(), 18);
        assert!(
            rows.iter()
                .all(|row| row.group == 7 && row.worth.abs() <= 16.0 && row.features.iter().all(|x| x.is_finite()))
        );
        let spread: Vec<u32> = rows.iter().map(|row| row.worth.to_bits()).collect();
        assert!(spread.iter().any(|&bits| bits != spread[0]), "all starts are alike");
    }
}
