//! One stroke, simulated and told: `cargo run -p filotto-physics --example one_stroke`.

use filotto_physics::trace::{BallRest, EventKind};
use filotto_physics::{Ball, Layout, PinSet, Strike, Table, clearance, simulate};
use glam::DVec2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The table, the balls (white, yellow, red; metres, x along the long side) and the pins that stand.
    let table = Table::carom_heated();
    let place = |x, y| Some(DVec2::new(x, y));
    let layout = Layout { balls: [place(0.6, 0.4), place(1.0, 0.71), place(2.13, 0.71)], pins: PinSet::ALL };

    // Direction in degrees, cue speed in m/s; the tip right of and above centre in ball radii; the butt raised enough.
    let theta = clearance(&table, &layout, Ball::White, 41.6, -0.2);
    let strike = Strike::new(41.6, 3.4).tip(0.15, -0.2).elevated(theta);
    println!("the cue clears everything from {theta:.1} degrees");

    let trace = simulate(&table, &layout, &[(Ball::White, strike)])?;
    for event in &trace.events {
        if !matches!(event.kind, EventKind::Band { .. } | EventKind::Phase { .. }) {
            println!("{:7.3} s  {:?}", event.t_s, event.kind);
        }
    }
    for ball in Ball::ALL {
        match trace.summary.rest.balls[ball.index()] {
            BallRest::At(at) => println!("{} rests at ({:.3}, {:.3})", ball.name(), at.x, at.y),
            other => println!("{}: {other:?}", ball.name()),
        }
    }
    Ok(())
}
