//! Plans the opening stroke, or the stroke of a position given as one argument, and prints what it promises:
//! `cargo run --release -p filotto-search --example plan_a_stroke`.

use filotto_engine::{Player, Position, Profile, ProfileName, Skill};
use filotto_physics::Table;
use filotto_search::{Budget, Objective, Planner, Quiet, Request, Skills};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = Table::carom_heated();
    let position = match std::env::args().nth(1) {
        Some(text) => Position::parse(&text, &table)?,
        None => Position::opening(Player::White, 60, ProfileName::Wcbs1997),
    };
    let skill = Skill::parse("club")?;
    let request = Request {
        skills: Skills { striker: skill, opponent: skill },
        budget: Budget::nodes(200_000),
        objective: Objective::Win,
        multipv: 3,
        seed: 1,
    };
    let plan = Planner::new(table, Profile::wcbs_1997(), 0).plan(&position, &request, &Quiet)?;
    println!("{position}");
    for suggestion in &plan.suggestions {
        let (points, fault, win) = (suggestion.points, suggestion.fault, suggestion.win);
        println!("{}", suggestion.stroke);
        println!("  points {:.2} +- {:.2}  fault {:.3} +- {:.3}", points.mean, points.pm, fault.mean, fault.pm);
        println!("  win {win:?}");
    }
    println!("{} nodes in {:?}", plan.nodes, plan.elapsed);
    Ok(())
}
