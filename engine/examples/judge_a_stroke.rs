//! Plays one stroke, judges it and tells the verdict in three languages.
//!
//! ```text
//! cargo run -p filotto-engine --example judge_a_stroke
//! cargo run -p filotto-engine --example judge_a_stroke -- "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC y n 0-0/60" "phi=12 v=3"
//! ```

use filotto_engine::{Language, Names, NotationError, Position, Profile, Stroke, apply, judge, layout_for, observe};
use filotto_physics::{Table, simulate};
use std::error::Error;

/// Yellow drives white through the middle of the castle and stays behind.
const POSITION: &str = "1,0.71 0.5,0.71 2.13,1.1 UDLRC y n 12-20/60";
const STROKE: &str = "phi=0 v=2.5 b=-0.3";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let position_text = arguments.next().unwrap_or_else(|| POSITION.into());
    let stroke_text = arguments.next().unwrap_or_else(|| STROKE.into());
    let table = Table::carom_heated();
    let position = Position::parse(&position_text, &table)?;
    let profile = Profile::built_in(&position.profile).ok_or("only the built-in rules here")?;
    let stroke = Stroke::parse(&stroke_text)?;
    stroke.check_intended(&position, &table).map_err(|error| error.located_in(&stroke_text))?;

    // The way of a shot: place the balls, simulate, observe, judge, apply.
    let layout = layout_for(&position, &stroke, &table)?;
    let trace = simulate(&table, &layout, &[(stroke.struck(&position), stroke.strike)])?;
    let events = observe(&position, &stroke, &trace);
    let kind = position.kind.stroke_kind().ok_or_else(|| NotationError::new("kind", "no stroke is played here"))?;
    let verdict = judge(layout.pins, kind, &events, &[], &profile);
    let next = apply(&position, &trace.summary.rest, &verdict.ruling, &table, &profile);

    println!("{position}\n{stroke}\n");
    let deciding = verdict.deciding();
    for (index, event) in events.iter().enumerate() {
        println!("{} {event}", if deciding.contains(&index) { "*" } else { " " });
    }
    println!("\nrules: {}", verdict.rules().join(", "));
    for language in Language::ALL {
        println!("{}", verdict.explain(language, &Names::Colours(position.striker), Some(&next)));
    }
    println!("\n{next}");
    Ok(())
}
