//! What is promised happens: intervals of the report hold what fresh strokes come to, about as often as they say.

mod support;

use filotto_search::bench::{honesty, positions};
use filotto_search::{Objective, Request};
use support::{planner, request};

/// 24 promises of each kind at 95 %: fewer than 20 held would happen once in 200 honest seeds. The seeds are fixed.
#[test]
fn promises_hold_on_fresh_strokes() {
    let planner = planner(2);
    let kept = positions::all();
    let cases: Vec<_> = (0..24)
        .map(|i| {
            let skill = ["pro", "club", "beginner"][i % 3];
            let request = Request { seed: i as u64, ..request(skill, 4000, Objective::Win) };
            honesty::case(&planner, &kept[i * 12], &request, 3000).unwrap()
        })
        .collect();
    let told = honesty::summary(&cases);
    for (what, share) in [("points", told.points), ("fault", told.fault), ("win", told.win)] {
        assert!(share >= 20.0 / 24.0, "{what}: {told:?}");
    }
    assert!(told.bias.abs() < 3.0 * told.bias_pm, "{told:?}");
}

/// An interval that held everything would be no promise: with more strokes it narrows.
#[test]
fn more_nodes_promise_more_closely() {
    let planner = planner(2);
    let position = &positions::all()[0];
    let width = |nodes| {
        let plan = planner.plan(position, &request("club", nodes, Objective::Points), &filotto_search::Quiet).unwrap();
        plan.best().points.pm
    };
    assert!(width(60_000) < 0.5 * width(3000));
}
