//! Hand-made positions whose best kind of stroke is evident.

mod support;

use filotto_engine::{Kind, Position, spots};
use filotto_search::bench::positions;
use filotto_search::{Objective, Quiet, Suggestion};
use support::{planner, position, request};

fn best(text: &str, skill: &str, nodes: u64) -> Suggestion {
    let request = request(skill, nodes, Objective::Points);
    let plan = planner(2).plan(&position(text), &request, &Quiet).unwrap();
    plan.best().clone()
}

/// All three balls and the castle in line along the long axis, object ball just below the pins: straight through
/// them. A player without errors takes at least the middle row.
#[test]
fn a_straight_row_is_taken() {
    let best = best("0.5,0.71 1.0,0.71 2.6,0.2 UDLRC w n 0-0/60", "machine", 20_000);
    assert!(best.exact.0 >= 8, "{} comes to {:?}", best.stroke, best.exact);
    assert!(best.signature.object_first && best.signature.faults.is_empty(), "{}", best.signature);
}

/// Red between the balls on the line: the object ball has to be met by a cushion (or a jump), never red first.
#[test]
fn red_in_the_way_is_gone_round() {
    for skill in ["machine", "pro"] {
        let best = best("0.4,0.5 0.8,0.5 0.6,0.5 UDLRC w n 0-0/60", skill, 20_000);
        assert!(best.signature.object_first && best.signature.faults.is_empty(), "{skill}: {}", best.signature);
        let way_round = best.signature.cue_cushions > 0 || best.stroke.strike.theta_deg > 10.0;
        assert!(way_round, "{skill}: {} {}", best.stroke, best.signature);
    }
}

/// Object ball and red near each other in front of the cue ball, all pins out of reach behind: a carom is there.
#[test]
fn a_carom_scores_where_no_pin_is_near() {
    let best = best("0.3,0.4 0.3,0.8 0.36,1.1 UDLRC w n 0-0/60", "pro", 20_000);
    assert!(best.net.mean > 1.5, "{} promises {:?}", best.stroke, best.net);
    assert!(best.signature.carom || best.signature.casin || !best.signature.by_object.is_empty(), "{}", best.signature);
}

/// One point short of the target every scoring stroke wins alike: the surest is taken, and it is nearly sure.
#[test]
fn the_last_point_is_taken_surely() {
    let text = "0.5,0.71 1.0,0.71 2.6,0.2 UDLRC w n 59-30/60";
    let plan = planner(2).plan(&position(text), &request("pro", 30_000, Objective::Win), &Quiet).unwrap();
    assert!(plan.best().win.mean > 0.85, "{:?} {}", plan.best().win, plan.best().stroke);
}

/// A worse hand chooses another way to play the same position, and promises less.
#[test]
fn worse_hands_promise_less() {
    let text = "0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60";
    let promised = ["machine", "pro", "club", "beginner"].map(|skill| best(text, skill, 20_000).net.mean);
    assert!(promised.is_sorted_by(|a, b| a > b), "{promised:?}");
}

/// Who may put his ball where he likes has at least what an ordinary leave offers him, on the whole.
#[test]
fn a_ball_in_hand_is_worth_no_less() {
    let planner = planner(2);
    let ordinary: Vec<Position> = positions::all().into_iter().filter(|p| p.kind == Kind::Normal).step_by(30).collect();
    let court = planner.court();
    let lifted = |position: &Position| {
        let mut balls = position.balls;
        balls[position.cue_ball().index()] = None;
        let object = position.ball(position.object_ball()).unwrap();
        let half = spots::half_in_hand(object, &court.table, &court.profile);
        let pins = spots::standing(&balls, &court.table);
        Position { balls, pins, kind: Kind::InHand(half), ..position.clone() }
    };
    let request = request("pro", 12_000, Objective::Points);
    let net = |position: &Position| planner.plan(position, &request, &Quiet).unwrap().best().net.mean;
    let lying: f64 = ordinary.iter().map(net).sum();
    let in_hand: f64 = ordinary.iter().map(lifted).map(|position| net(&position)).sum();
    assert!(ordinary.len() >= 8 && in_hand > lying, "{in_hand} from hand, {lying} as they lie");
}
