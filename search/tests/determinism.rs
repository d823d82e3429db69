//! A node budget and a seed give the same plan, bit for bit, for any number of threads.

mod support;

use filotto_search::params::Params;
use filotto_search::value::choice;
use filotto_search::{Objective, Plan, Planner, Quiet, Request};
use support::{planner, position, request};

/// An ordinary stroke, the opening, a ball in hand with the choice of 13.5, balls in contact.
const POSITIONS: [&str; 4] = [
    "0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60",
    "- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60",
    "2.4,0.3 - 1.1,0.9 UDLRC y h:lower 44-51/60 modern",
    "0.5,0.5 0.5615,0.5 2.13,0.71 UDLRC w n 0-0/60",
];

/// Everything that is promised to be the same; floats print so that different bits print differently.
fn told(plan: &Plan) -> String {
    format!("{:?} {} {}", plan.suggestions, plan.nodes, plan.repeat_nodes)
}

/// Small replies, so that a small plan has them too.
fn params() -> Params {
    let few = Params { reply_candidates: 2.0, reply_leaves: 6.0, share_principal: 0.2, ..Params::default() };
    Params { reply_from_nodes: 10_000.0, ..few }
}

/// With the net that ships or without: with it the replies show only the principal one, without it they correct.
fn small(threads: usize, value: &str) -> Planner {
    let mut planner = planner(threads).with_params(params());
    planner.set_value(choice::named(value, &|file| Err(format!("{file} is not asked for"))).unwrap());
    planner
}

#[test]
fn threads_do_not_matter() {
    let planners = ["net", "off"].map(|value| [1, 2, 3, 8].map(|threads| (threads, small(threads, value))));
    for ([(_, one), others @ ..], text) in planners.iter().flat_map(|of| POSITIONS.map(|text| (of, text))) {
        for (skill, objective) in
            [("club", Objective::Win), ("machine", Objective::Points), ("pro", Objective::Safe(0.2))]
        {
            let request = Request { multipv: 3, ..request(skill, 14_000, objective) };
            let expected = one.plan(&position(text), &request, &Quiet).unwrap();
            if objective == Objective::Win {
                assert!(
                    expected.stages.iter().any(|stage| stage.name == "reply"),
                    "{text}: the replies are not tested"
                );
            }
            for (threads, planner) in others {
                let plan = planner.plan(&position(text), &request, &Quiet).unwrap();
                assert_eq!(told(&plan), told(&expected), "{text} {skill}, {threads} threads");
            }
        }
    }
}

#[test]
fn the_same_planner_says_the_same_twice_and_another_seed_something_else() {
    let planner = planner(2);
    let request = request("club", 6000, Objective::Win);
    let [first, again] = [(); 2].map(|()| planner.plan(&position(POSITIONS[0]), &request, &Quiet).unwrap());
    assert_eq!(told(&first), told(&again));
    let other = planner.plan(&position(POSITIONS[0]), &Request { seed: 8, ..request }, &Quiet).unwrap();
    assert_ne!(told(&first), told(&other));
}

/// What a plan reports as its repeatable budget repeats it.
#[test]
fn the_told_budget_repeats_the_plan() {
    let planner = planner(2);
    let request = request("pro", 9000, Objective::Win);
    let plan = planner.plan(&position(POSITIONS[2]), &request, &Quiet).unwrap();
    assert!(plan.repeat_nodes > 0);
    let budget = filotto_search::Budget::nodes(plan.repeat_nodes);
    let again = planner.plan(&position(POSITIONS[2]), &Request { budget, ..request }, &Quiet).unwrap();
    assert_eq!(told(&plan), told(&again));
}
