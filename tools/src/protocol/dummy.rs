//! A bot that doesn't think (`filotto bot --dummy`): it plays full at the object ball when its budget is over.
//!
//! For authors of clients: it answers every question, keeps every rule of the protocol and of time, and loads no core.

use super::ask::{Advice, Ask, Estimate, Listener, Report, Thinker};
use filotto_engine::{Position, Stroke, layout_for};
use filotto_physics::{Strike, Table};
use glam::DVec2;
use std::time::Duration;

/// Nodes it pretends to spend in a second, so that `go nodes` takes its time too.
const NODES_PER_S: f64 = 100_000.0;
/// Between two reports.
const REPORT: Duration = Duration::from_millis(50);
/// Speed of its strokes and of its lag, m/s: rolls the length of the table once and more.
const SPEED_MPS: f64 = 2.0;
/// Speed of its lag, m/s.
const LAG_MPS: f64 = 1.9;

/// The bot that doesn't think.
pub struct Dummy;

impl Thinker for Dummy {
    fn plan(&self, ask: &Ask, listener: &dyn Listener) -> Result<Report, String> {
        let strokes = full_at_object(&ask.position, &ask.world.table).ok_or("the ball in hand has no free place")?;
        let by_nodes = ask.budget.nodes.map(|nodes| Duration::from_secs_f64((nodes as f64 / NODES_PER_S).min(1e6)));
        let budget = [by_nodes, ask.budget.time].into_iter().flatten().min();
        let mut spent = Duration::ZERO;
        let report = |spent: Duration| Report {
            advice: vec![advice(strokes)],
            nodes: ask.budget.nodes.unwrap_or(u64::MAX).min((spent.as_secs_f64() * NODES_PER_S) as u64),
        };
        while budget.is_none_or(|budget| spent < budget) {
            let nap = budget.map_or(REPORT, |budget| REPORT.min(budget - spent));
            if listener.sleep(nap) {
                break;
            }
            spent += nap;
            listener.report(&report(spent));
        }
        Ok(report(spent))
    }

    fn lag(&self, _ask: &Ask) -> Result<Strike, String> {
        Ok(Strike::new(0.0, LAG_MPS))
    }

    fn opens(&self, _ask: &Ask) -> Result<bool, String> {
        Ok(true)
    }

    fn claims(&self, _ask: &Ask) -> Result<bool, String> {
        Ok(false)
    }
}

/// It promises nothing.
fn advice(stroke: Stroke) -> Advice {
    let nothing = Estimate { mean: 0.0, pm: 0.0 };
    Advice {
        stroke,
        points: nothing,
        lost: nothing,
        fault: nothing,
        faults: vec![],
        win: None,
        name: "full".into(),
        line: String::new(),
    }
}

/// A stroke from the cue ball, or from its first free place, through the middle of the object ball.
fn full_at_object(position: &Position, table: &Table) -> Option<Stroke> {
    let object = position.ball(position.object_ball())?;
    let aimed = |from: DVec2, at: Option<DVec2>| {
        let to = object - from;
        // An answer to the last bit isn't wanted here; three decimals read better.
        let phi_deg = (to.y.atan2(to.x).to_degrees() * 1000.0).round() / 1000.0;
        Stroke { strike: Strike::new(phi_deg, SPEED_MPS), at, spot: None, ball: None }
    };
    if let Some(cue) = position.ball(position.cue_ball()) {
        return Some(aimed(cue, None));
    }
    let places = (1..40).flat_map(|i| (1..20).map(move |j| DVec2::new(0.071 * f64::from(i), 0.071 * f64::from(j))));
    places.map(|place| aimed(place, Some(place))).find(|stroke| layout_for(position, stroke, table).is_ok())
}
