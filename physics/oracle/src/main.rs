//! The pins' closed forms against an independent rigid-body engine (rapier3d, 64 bit, steps of 10 us).
//!
//! `cargo run --release > table.md` in this folder; `-- plot.svg` also draws. One ball rolls at one pin; engine and
//! library answer: does it fall, how fast does it leave, which way, what does the ball lose. The engine sees the pin as a
//! base, a belly, a neck and a round head with the mass, centre and inertia of the library's model.

use filotto_physics::trace::{Body, EventKind, PinRest};
use filotto_physics::{Ball, Layout, Pin, PinSet, Table, collide::Moving, release};
use glam::{DVec2, DVec3};
use rapier3d_f64::na::{Isometry3, Point3, UnitVector3, Vector3};
use rapier3d_f64::prelude::*;

/// One approach: speed of the ball, how far its line passes beside the axis.
#[derive(Clone, Copy)]
struct Approach {
    speed: f64,
    aside: f64,
}

/// What came of it; the pin's speed is that of its centre just after the blows of the first 30 ms.
#[derive(Clone, Copy, Default)]
struct Answer {
    falls: bool,
    pin_mps: f64,
    pin_deg: f64,
    moved_mm: f64,
    ball_loss: f64,
}

fn main() {
    let table = Table::carom_heated();
    println!(
        "| speed m/s | aside mm | falls: engine, ours | pin m/s: engine, ours | pin's way deg: engine, ours | moved mm: engine, ours | ball loses %: engine, ours |"
    );
    println!("|---|---|---|---|---|---|---|");
    let (mut same, mut all) = (0, 0);
    let mut points = Vec::new();
    for aside in [0.0, 8.0, 16.0, 24.0, 30.0] {
        for speed in [0.03, 0.05, 0.07, 0.09, 0.11, 0.13, 0.16, 0.2, 0.3, 0.5, 1.0, 2.0, 4.0] {
            let approach = Approach { speed, aside: aside * 1e-3 };
            let (theirs, ours) = (engine(&table, approach), library(&table, approach));
            all += 1;
            same += usize::from(theirs.falls == ours.falls);
            points.push((approach, theirs, ours));
            println!(
                "| {speed} | {aside} | {}, {} | {:.2}, {:.2} | {:.0}, {:.0} | {:.1}, {:.1} | {:.2}, {:.2} |",
                word(theirs.falls),
                word(ours.falls),
                theirs.pin_mps,
                ours.pin_mps,
                theirs.pin_deg,
                ours.pin_deg,
                theirs.moved_mm,
                ours.moved_mm,
                100.0 * theirs.ball_loss,
                100.0 * ours.ball_loss
            );
        }
    }
    println!("\nSame outcome in {same} of {all}.");
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(&file, plot(&points)).expect("the plot can be written");
    }
}

fn word(falls: bool) -> &'static str {
    if falls { "falls" } else { "stays" }
}

/// Ours: the ball released rolling towards the centre pin.
fn library(table: &Table, approach: Approach) -> Answer {
    let spot = table.pin_spot(Pin::C);
    let r = table.radius();
    let start = DVec2::new(spot.x - 0.04, spot.y + approach.aside);
    let layout = Layout { balls: [Some(start), None, None], pins: PinSet::NONE.with(Pin::C) };
    let rolling = Moving::new(DVec3::X * approach.speed, DVec3::Y * (approach.speed / r));
    let trace = release(table, &layout, &[(Ball::White, rolling)]).expect("a layout that can be");
    let mut answer = Answer::default();
    let touch = trace.events.iter().find(|e| e.moments.iter().any(|m| m.body == Body::Pin(Pin::C) || touches(e.kind)));
    let Some(first) = touch.map(|e| e.t_s) else { return answer };
    for event in &trace.events {
        answer.falls |= matches!(event.kind, EventKind::PinDown { .. });
        for moment in event.moments.iter().filter(|m| m.body == Body::Pin(Pin::C) && event.t_s < first + WINDOW_S) {
            let v = moment.after.truncate();
            (answer.pin_mps, answer.pin_deg) = (v.length(), f64::atan2(v.y, v.x).to_degrees());
        }
        let ball = event.moments.iter().filter(|m| m.body == Body::Ball(Ball::White) && event.t_s < first + WINDOW_S);
        answer.ball_loss += ball.map(|m| m.before.length() - m.after.length()).sum::<f64>() / approach.speed;
    }
    answer.moved_mm = match trace.summary.rest.pins[Pin::C.index()] {
        PinRest::Down(p) | PinRest::Shifted(p) => 1e3 * p.distance(spot),
        _ => 0.0,
    };
    answer
}

fn touches(kind: EventKind) -> bool {
    matches!(kind, EventKind::PinStruck { .. } | EventKind::PinDown { .. } | EventKind::PinShift { .. })
}

/// Blows within this of the first belong to it, s.
const WINDOW_S: f64 = 0.03;
const STEP_S: f64 = 1e-5;

/// The engine: y is up, the ball comes along x.
fn engine(table: &Table, approach: Approach) -> Answer {
    let (p, r) = (&table.params().pin, table.radius());
    let mut bodies = RigidBodySet::new();
    let mut colliders = ColliderSet::new();
    let surface = |builder: ColliderBuilder, friction: f64, restitution: f64| {
        builder
            .density(0.0)
            .friction(friction)
            .restitution(restitution)
            .friction_combine_rule(CoefficientCombineRule::Min)
            .restitution_combine_rule(CoefficientCombineRule::Min)
    };
    let ground = ColliderBuilder::halfspace(UnitVector3::new_unchecked(Vector3::y()));
    colliders.insert(surface(ground, p.base_friction, p.lying_restitution));

    let mean = 0.5 * (p.head_m + p.belly_m);
    let across = p.mass_kg * (p.height_m * p.height_m / 12.0 + mean * mean / 4.0);
    let along = p.mass_kg * mean * mean / 2.0;
    let inertia = Vector3::new(across, along, across);
    let mass = MassProperties::new(Point3::new(0.0, p.centre_m, 0.0), p.mass_kg, inertia);
    let pin = bodies.insert(RigidBodyBuilder::dynamic().additional_mass_properties(mass).can_sleep(false));
    let at = |y: f64| Isometry3::translation(0.0, y, 0.0);
    let neck = 0.5 * (p.height_m - p.head_m);
    let shape = ColliderBuilder::compound(vec![
        (at(0.0015), SharedShape::cylinder(0.0015, p.base_m)),
        (at(0.4 * p.height_m), SharedShape::cylinder(0.0035, p.belly_m)),
        (at(neck), SharedShape::cylinder(neck, p.head_m)),
        (at(p.height_m - p.head_m), SharedShape::ball(p.head_m)),
    ]);
    colliders.insert_with_parent(surface(shape, p.base_friction, p.restitution), pin, &mut bodies);

    let inertia = Vector3::repeat(0.4 * table.params().ball.mass_kg * r * r);
    let mass = MassProperties::new(Point3::origin(), table.params().ball.mass_kg, inertia);
    let ball = bodies.insert(
        RigidBodyBuilder::dynamic()
            .translation(Vector3::new(-0.04, r, -approach.aside))
            .linvel(Vector3::new(approach.speed, 0.0, 0.0))
            .angvel(Vector3::new(0.0, 0.0, -approach.speed / r))
            .additional_mass_properties(mass)
            .can_sleep(false),
    );
    let shape = surface(ColliderBuilder::ball(r), table.params().cloth.slide_friction, 0.5);
    colliders.insert_with_parent(shape, ball, &mut bodies);
    run(&mut bodies, &mut colliders, ball, pin, approach)
}

fn run(
    bodies: &mut RigidBodySet,
    colliders: &mut ColliderSet,
    ball: RigidBodyHandle,
    pin: RigidBodyHandle,
    approach: Approach,
) -> Answer {
    let mut parameters = IntegrationParameters { dt: STEP_S, ..Default::default() };
    // Tolerances are parts of this: a hundredth of a metre is the size of a pin.
    parameters.length_unit = 0.01;
    let gravity = Vector3::new(0.0, -9.81, 0.0);
    let (mut pipeline, mut islands) = (PhysicsPipeline::new(), IslandManager::new());
    let (mut broad, mut narrow) = (DefaultBroadPhase::new(), NarrowPhase::new());
    let (mut joints, mut multi, mut ccd) = (ImpulseJointSet::new(), MultibodyJointSet::new(), CCDSolver::new());
    let mut answer = Answer::default();
    let mut first = None;
    let steps = ((0.08 / approach.speed + 0.6) / STEP_S) as usize;
    for step in 0..steps {
        pipeline.step(
            &gravity,
            &parameters,
            &mut islands,
            &mut broad,
            &mut narrow,
            bodies,
            colliders,
            &mut joints,
            &mut multi,
            &mut ccd,
            &(),
            &(),
        );
        let t = step as f64 * STEP_S;
        let body = &bodies[pin];
        if first.is_none() && body.linvel().norm() > 0.02 * approach.speed {
            first = Some(t);
        }
        if first.is_some_and(|first| (t - first - WINDOW_S).abs() < 0.5 * STEP_S) {
            let v = body.velocity_at_point(body.center_of_mass());
            // y up, x along, z to the right: our y is their -z.
            (answer.pin_mps, answer.pin_deg) = (v.x.hypot(v.z), f64::atan2(-v.z, v.x).to_degrees());
            answer.ball_loss = 1.0 - bodies[ball].linvel().x.hypot(bodies[ball].linvel().z) / approach.speed;
        }
    }
    let body = &bodies[pin];
    let up = body.rotation() * Vector3::y();
    answer.falls = up.y < 0.5;
    let place = body.translation();
    answer.moved_mm = 1e3 * place.x.hypot(place.z);
    answer
}

/// Speed of the pin over the closing speed of the ball: engine as rings, ours as a line of dots.
fn plot(points: &[(Approach, Answer, Answer)]) -> String {
    let (w, h, edge) = (640.0, 420.0, 56.0);
    let x =
        |v: f64| edge + (w - 2.0 * edge) * (f64::log10(v) - f64::log10(0.02)) / (f64::log10(5.0) - f64::log10(0.02));
    let y = |v: f64| h - edge - (h - 2.0 * edge) * (f64::log10(v.max(0.005)) - f64::log10(0.005)) / 3.2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" font-family=\"DejaVu Sans\" font-size=\"12\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n"
    );
    for v in [0.03, 0.1, 0.3, 1.0, 3.0] {
        svg += &format!("<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{v}</text>\n", x(v), h - edge + 18.0);
    }
    for v in [0.01, 0.1, 1.0, 5.0] {
        svg += &format!("<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{v}</text>\n", edge - 6.0, y(v) + 4.0);
    }
    svg += &format!(
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">ball's speed along the line of centres, m/s</text>\n",
        w / 2.0,
        h - 14.0
    );
    svg += "<text x=\"60\" y=\"24\">pin's speed 30 ms after, m/s: ring rigid-body engine, dot filotto; red = the outcome differs</text>\n";
    for (approach, theirs, ours) in points {
        let cos = (1.0 - (approach.aside / 0.0326).powi(2)).max(0.0).sqrt();
        let closing = approach.speed * cos;
        let colour = if theirs.falls == ours.falls { "#246" } else { "#c22" };
        svg += &format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"none\" stroke=\"{colour}\"/>\n",
            x(closing),
            y(theirs.pin_mps)
        );
        svg += &format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2\" fill=\"{colour}\"/>\n", x(closing), y(ours.pin_mps));
    }
    svg + "</svg>\n"
}
