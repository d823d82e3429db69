//! The same node budget and seed give the same plan, bit for bit, for any number of threads; and what a plan promises
//! happens on strokes it has not seen.

use filotto_engine::{Player, Position, Profile, ProfileName, Skill, apply, layout_for};
use filotto_engine::{Roles, Watch, rule};
use filotto_physics::{Table, simulate_into};
use filotto_search::{Budget, Objective, Plan, Planner, Quiet, Request, Skills};

const NODES: u64 = 12_000;

fn request(nodes: u64, seed: u64) -> Request {
    let skill = Skill::parse("club").expect("a preset");
    Request {
        skills: Skills { striker: skill, opponent: skill },
        budget: Budget::nodes(nodes),
        objective: Objective::Win,
        multipv: 3,
        seed,
    }
}

fn positions() -> Vec<Position> {
    let table = Table::carom_heated();
    let texts = [
        "2.13,0.4 0.6,0.9 1.9,1.1 UDLRC w n 12-20/60",
        "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC y n 0-0/60",
        "0.5,0.5 0.5615,0.5 2.13,0.71 UDLRC w n 0-0/60",
        "- 2.0,0.3 1.2,1.0 UDLRC w h:lower 5-9/60",
    ];
    let mut all: Vec<_> = texts.iter().map(|text| Position::parse(text, &table).expect(text)).collect();
    all.push(Position::opening(Player::White, 60, ProfileName::Wcbs1997));
    all
}

fn plan(threads: usize, position: &Position, seed: u64) -> Plan {
    let planner = Planner::new(Table::carom_heated(), Profile::wcbs_1997(), threads);
    planner.plan(position, &request(NODES, seed), &Quiet).expect("a position with strokes")
}

/// Everything a plan says except how long it took.
fn told(plan: &Plan) -> String {
    format!("{:?} {} {}", plan.suggestions, plan.nodes, plan.repeat_nodes)
}

#[test]
fn any_number_of_threads_gives_the_same_plan() {
    for position in positions() {
        let one = told(&plan(1, &position, 5));
        for threads in [2, 3, 8] {
            assert_eq!(told(&plan(threads, &position, 5)), one, "{threads} threads, {position}");
        }
    }
}

#[test]
fn another_seed_gives_another_plan() {
    let position = &positions()[0];
    assert_ne!(told(&plan(2, position, 5)), told(&plan(2, position, 6)));
}

/// Fresh strokes, drawn here and not by the planner: points and faults of the first suggestion lie within three times
/// the half-widths it claims (a 95 % interval is two standard errors wide each way, so six of them).
#[test]
fn what_is_promised_happens() {
    let (table, profile) = (Table::carom_heated(), Profile::wcbs_1997());
    let skill = Skill::parse("club").expect("a preset");
    for position in positions() {
        let plan = plan(2, &position, 11);
        let best = plan.suggestions.first().expect("a suggestion");
        best.stroke.check_intended(&position, &table).expect("a legal stroke");
        let layout = layout_for(&position, &best.stroke, &table).expect("a place that can be");
        let kind = position.kind.stroke_kind().expect("a stroke");
        let mut watch = Watch::new();
        let (mut points, mut faults) = (0.0, 0.0);
        let tries = 4000;
        for i in 0..tries {
            let z = filotto_engine::math::normals(&mut filotto_engine::math::stream(99, &[i]));
            let executed = skill.perturb(&best.stroke, z, &table);
            watch.begin(Roles::new(position.cue_ball()), false);
            let ball = position.cue_ball();
            let summary =
                simulate_into(&table, &layout, &[(ball, executed.strike)], &mut watch).expect("a stroke that can be");
            let ruling = rule(layout.pins, kind, watch.events(), &[], &profile);
            points += f64::from(ruling.striker);
            faults += f64::from(u8::from(!ruling.faults.is_empty()));
            apply(&position, &summary.rest, &ruling, &table, &profile).check(&table).expect("a position that can be");
        }
        let (points, faults) = (points / tries as f64, faults / tries as f64);
        assert!(
            (points - best.points.mean).abs() < 3.0 * best.points.pm + 0.1,
            "{position}: {points} {:?}",
            best.points
        );
        assert!((faults - best.fault.mean).abs() < 3.0 * best.fault.pm + 0.01, "{position}: {faults} {:?}", best.fault);
    }
}

#[test]
fn tiny_budgets_give_a_legal_stroke() {
    let table = Table::carom_heated();
    let planner = Planner::new(table.clone(), Profile::wcbs_1997(), 1);
    for position in positions() {
        for nodes in [0, 1, 10, 200] {
            let plan = planner.plan(&position, &request(nodes, 1), &Quiet).expect("a plan");
            let best = plan.suggestions.first().expect("a suggestion");
            best.stroke.check_intended(&position, &table).unwrap_or_else(|error| panic!("{position}: {error}"));
        }
    }
}
