//! Whatever the position, the plan is a legal stroke whose cue has room: frozen balls, covered spots, corners, one pin
//! left, ball in hand on the line, any skill, any budget.

mod support;

use filotto_engine::math::{stream, uniform};
use filotto_engine::spots::{self, Places};
use filotto_engine::{Kind, Player, Position, Profile, ProfileName, Skill, Stroke, layout_for, played};
use filotto_physics::{Ball, Table, clearance};
use filotto_search::{Budget, Control, Objective, PlanError, Planner, Quiet, Request, Skills};
use glam::DVec2;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{planner, position, request};

/// A ball drawn where it hurts: in a corner, on a cushion, at a pin, on a spot, on the middle line, against another
/// ball, or anywhere.
fn nasty_place(u: &mut impl FnMut() -> f64, others: &[DVec2], table: &Table) -> DVec2 {
    let (r, size) = (table.radius(), DVec2::new(table.params().length_m, table.params().width_m));
    let (low, high) = (DVec2::splat(r), size - DVec2::splat(r));
    let any = low + (high - low) * DVec2::new(u(), u());
    let place = match (u() * 8.0) as usize {
        0 => DVec2::new(if u() < 0.5 { low.x } else { high.x }, if u() < 0.5 { low.y } else { high.y }),
        1 => DVec2::new(any.x, if u() < 0.5 { low.y } else { high.y }),
        2 => DVec2::new(if u() < 0.5 { low.x } else { high.x }, any.y),
        3 => size * 0.5 + DVec2::new(u() - 0.5, u() - 0.5) * 0.25,
        4 => DVec2::new(0.5 * size.x, any.y),
        5 => spots::Spot::ALL[(u() * 4.0) as usize % 4].place(table) + DVec2::new(u() - 0.5, u() - 0.5) * 0.06,
        6 if !others.is_empty() => {
            let turn = u() * std::f64::consts::TAU;
            others[0] + DVec2::new(libm::cos(turn), libm::sin(turn)) * (2.0 * r + 1e-9)
        }
        _ => any,
    };
    place.clamp(low, high)
}

/// A nasty position of a number, if its draw can be.
fn nasty(number: u64, table: &Table) -> Option<Position> {
    let mut stream = stream(0xBAD, &[number]);
    let mut u = || uniform(&mut stream);
    let striker = if u() < 0.5 { Player::White } else { Player::Yellow };
    let kind = match (u() * 6.0) as usize {
        0 => Kind::InHand(filotto_engine::Half::Lower),
        1 => Kind::InHand(filotto_engine::Half::Upper),
        2 => Kind::Reset,
        _ => Kind::Normal,
    };
    let mut position = Position::opening_on(table, striker, 60, ProfileName::Wcbs1997);
    if kind != Kind::Reset {
        let mut lying: Vec<DVec2> = Vec::new();
        let mut balls: Places = [None; 3];
        for ball in [Ball::Red, striker.other().ball(), striker.ball()] {
            if ball == striker.ball() && kind != Kind::Normal {
                continue;
            }
            let place = nasty_place(&mut u, &lying, table);
            balls[ball.index()] = Some(place);
            lying.insert(0, place);
        }
        position.balls = balls;
        position.pins = spots::standing(&balls, table);
    }
    position.kind = kind;
    position.points = [(u() * 60.0) as u16, (u() * 60.0) as u16];
    position.check(table).is_ok().then_some(position)
}

/// Legal, and with the cue clear of everything behind the ball.
fn assert_playable(stroke: &Stroke, position: &Position, table: &Table) {
    stroke.check_intended(position, table).unwrap_or_else(|error| panic!("{position}: `{stroke}`: {error}"));
    let layout = layout_for(position, stroke, table).unwrap();
    let least = clearance(table, &layout, position.cue_ball(), stroke.strike.phi_deg, stroke.strike.b);
    assert!(stroke.strike.theta_deg >= least, "{position}: `{stroke}` needs {least} degrees");
}

/// Plans in so many nasty positions; how many had a stroke.
fn plan_in(numbers: u64, nodes: u64, planner: &Planner) -> (u64, u64) {
    let table = Table::carom_heated();
    let (mut planned, mut none) = (0, 0);
    for number in 0..numbers {
        let Some(position) = nasty(number, &table) else { continue };
        let skill = Skill::PRESETS[number as usize % Skill::PRESETS.len()].0;
        let request = Request { seed: number, ..request(skill, nodes, Objective::Win) };
        match planner.plan(&position, &request, &Quiet) {
            Ok(plan) => {
                plan.suggestions.iter().for_each(|one| assert_playable(&one.stroke, &position, &table));
                planned += 1;
            }
            Err(PlanError::NoStroke) => none += 1,
            Err(error) => panic!("{position}: {error}"),
        }
    }
    (planned, none)
}

#[test]
fn nasty_positions_get_legal_strokes() {
    let (planned, none) = plan_in(400, 600, &planner(2));
    assert!(planned > 200 && none == 0, "{planned} planned, {none} without a stroke");
}

#[test]
#[ignore = "20,000 plans of 2,000 nodes take minutes; run in release"]
fn twenty_thousand_nasty_positions_get_legal_strokes() {
    let (planned, none) = plan_in(32_000, 2000, &planner(2));
    assert!(planned > 20_000 && none == 0, "{planned} planned, {none} without a stroke");
}

#[test]
fn tiny_budgets_give_a_legal_stroke() {
    let (planner, table) = (planner(1), Table::carom_heated());
    for text in ["- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60", "0.03075,0.03075 0.0923,0.03075 2.13,0.71 UDLRC w n 0-0/60"]
    {
        for nodes in [0, 1, 2, 5, 17, 64] {
            let plan = planner.plan(&position(text), &request("club", nodes, Objective::Win), &Quiet).unwrap();
            assert_playable(&plan.best().stroke, &position(text), &table);
            assert!(plan.nodes <= nodes, "{nodes}: {} spent", plan.nodes);
            let points = plan.best().points;
            assert!(points.pm > 0.5 || plan.best().nodes > 16, "{nodes} nodes promise {points:?}");
        }
    }
}

#[test]
fn no_skill_is_too_small_or_too_large() {
    let planner = planner(2);
    let huge = Skill { phi_deg: 45.0, v_rel: 1.0, v_abs_mps: 5.0, a_mm: 30.0, b_mm: 30.0, theta_deg: 45.0 };
    let tiny = Skill { phi_deg: 1e-12, v_rel: 1e-12, v_abs_mps: 0.0, a_mm: 1e-12, b_mm: 1e-12, theta_deg: 1e-12 };
    let machine = support::skill("machine");
    let place = position("0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60");
    for (striker, opponent) in [(huge, huge), (tiny, tiny), (machine, huge), (huge, machine)] {
        let request = Request { skills: Skills { striker, opponent }, ..request("pro", 6000, Objective::Win) };
        let plan = planner.plan(&place, &request, &Quiet).unwrap();
        assert_playable(&plan.best().stroke, &place, &Table::carom_heated());
        assert!((0.0..=1.0).contains(&plan.best().win.mean), "{:?}", plan.best().win);
    }
}

/// The balls lie in the castle and cover nearly all of it: few pins stand, or none, and a stroke is found.
#[test]
fn few_pins_are_enough() {
    let (planner, table) = (planner(2), Table::carom_heated());
    let middle = DVec2::new(1.42, 0.71);
    let spots = [[0.0, 0.0], [0.062, 0.0], [-0.062, 0.0]].map(|[x, y]| middle + DVec2::new(x, y));
    let mut place = position("0.6,0.3 2.0,1.1 1.9,0.4 UDLRC w n 0-0/60");
    place.balls = spots.map(Some);
    place.pins = spots::standing(&place.balls, &table);
    assert!(place.pins.len() <= 2, "{place}");
    for pins in [place.pins, filotto_physics::PinSet::NONE] {
        let place = Position { pins, ..place.clone() };
        let plan = match planner.plan(&place, &request("pro", 3000, Objective::Win), &Quiet) {
            Ok(plan) => plan,
            // Fewer pins than the spots left free are refused with the field that is wrong.
            Err(PlanError::Position(error)) => {
                assert!(error.to_string().contains("pins"), "{error}");
                continue;
            }
            Err(error) => panic!("{place}: {error}"),
        };
        assert_playable(&plan.best().stroke, &place, &table);
    }
}

#[test]
fn a_deadline_is_kept() {
    let planner = planner(2);
    let place = position("0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60");
    let timed = Budget::time(std::time::Duration::from_millis(30));
    let plan = planner.plan(&place, &Request { budget: timed, ..request("pro", 0, Objective::Win) }, &Quiet).unwrap();
    assert_playable(&plan.best().stroke, &place, &Table::carom_heated());
    assert!(plan.elapsed.as_millis() < 1000, "{:?}", plan.elapsed);
}

/// Says stop as soon as so many strokes were simulated, and remembers how often it was asked after that.
struct StopAt {
    after: usize,
    asked: AtomicUsize,
}

impl Control for StopAt {
    fn stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.after
    }
}

/// Whenever it is stopped, in the midst of any stage or at once, and whatever the budget: a legal stroke, soon. Each
/// question comes before a work item of at most 128 strokes, so what is simulated after the stop is bounded.
#[test]
fn a_stop_at_any_moment_leaves_a_legal_stroke() {
    let (planner, table) = (planner(2), Table::carom_heated());
    let place = position("0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60");
    for budget in [Budget::infinite(), Budget::nodes(300_000), Budget::time(std::time::Duration::from_secs(3600))] {
        for after in [0, 1, 7, 30, 100, 300, 1000] {
            let control = StopAt { after, asked: AtomicUsize::new(0) };
            let asked = Request { budget, multipv: 2, ..request("pro", 0, Objective::Win) };
            let plan = planner.plan(&place, &asked, &control).unwrap();
            assert_playable(&plan.best().stroke, &place, &table);
            // The last report of a stopped plan plays 16 strokes in each of 16 shifts.
            let most = 128 * (after as u64 + 2) + 256;
            assert!(plan.nodes <= most, "{budget:?} stopped after {after}: {} strokes", plan.nodes);
        }
    }
}

#[test]
fn what_cannot_be_planned_says_why() {
    let planner = planner(1);
    let over = Position { kind: Kind::Over, points: [60, 3], ..position("0.6,0.3 2.0,1.1 1.9,0.4 UDLRC w n 0-0/60") };
    let error = planner.plan(&over, &request("pro", 10, Objective::Win), &Quiet).unwrap_err();
    assert!(error.to_string().contains("the set is over"), "{error}");
    let bad = Request { objective: Objective::Safe(0.0), ..request("pro", 10, Objective::Win) };
    let place = position("0.6,0.3 2.0,1.1 1.9,0.4 UDLRC w n 0-0/60");
    assert!(planner.plan(&place, &bad, &Quiet).unwrap_err().to_string().contains("objective safe"));
    // A position in contact: the striker may claim; the search tells what refutes it.
    assert!(played::in_contact(
        &position("0.03075,0.03075 0.0923,0.03075 2.13,0.71 UDLRC w n 0-0/60"),
        &Table::carom_heated(),
        &Profile::wcbs_1997()
    ));
}
