//! The cases, their mirror images, and a slow reading of what happened that shares no code with the names.

use filotto_engine::names::{Name, facts};
use filotto_engine::{Position, Stroke, layout_for};
use filotto_physics::table::TableParams;
use filotto_physics::trace::{Body, Event, EventKind, Rail, Trace};
use filotto_physics::{Ball, Pin, Strike, Table, simulate};
use serde::{Deserialize, Serialize};

/// One line of the data file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name it must get.
    pub name: String,
    /// How the balls were placed and why.
    pub design: String,
    /// Empty, or the axis across which the line before is mirrored: `x` turns the ends round, `y` the sides.
    pub mirror: String,
    /// The position.
    pub position: String,
    /// The stroke.
    pub stroke: String,
    /// What touches what, as far as the name needs it.
    pub events: String,
    /// Share of the object ball that the cue ball covers, seen along its way.
    pub share: f64,
}

/// The data file.
pub fn cases() -> Vec<Case> {
    let text = include_str!("../data/names.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}

impl Case {
    /// Position and stroke.
    pub fn read(&self, table: &Table) -> (Position, Stroke) {
        let position = Position::parse(&self.position, table).unwrap_or_else(|e| panic!("{self:?}: {e}"));
        let stroke = Stroke::parse(&self.stroke).unwrap_or_else(|e| panic!("{self:?}: {e}"));
        stroke.check_intended(&position, table).unwrap_or_else(|e| panic!("{self:?}: {e}"));
        (position, stroke)
    }
}

fn played(table: &Table, position: &Position, stroke: &Stroke) -> Option<Trace> {
    let layout = layout_for(position, stroke, table).ok()?;
    simulate(table, &layout, &[(position.cue_ball(), stroke.strike)]).ok()
}

/// The name a stroke gets.
pub fn named(table: &Table, position: &Position, stroke: &Stroke) -> Option<Name> {
    let trace = played(table, position, stroke)?;
    Some(Name::of(&facts(table, position.cue_ball(), &stroke.strike, &trace)))
}

/// The case mirrored across one axis.
pub fn mirrored(case: &Case, axis: &str, table: &Table) -> Case {
    let (mut position, stroke) = case.read(table);
    let (length, width) = (table.params().length_m, table.params().width_m);
    let tidy = |v: f64| (v * 1e4).round() / 1e4;
    for ball in position.balls.iter_mut().flatten() {
        *ball = if axis == "x" { (tidy(length - ball.x), ball.y) } else { (ball.x, tidy(width - ball.y)) }.into();
    }
    let phi = if axis == "x" { 180.0 - stroke.strike.phi_deg } else { -stroke.strike.phi_deg };
    let phi_deg = (phi * 1e3).round() / 1e3 + 0.0;
    let strike = Strike { phi_deg, a: 0.0 - stroke.strike.a, ..stroke.strike };
    let (one, other) = if axis == "x" { ("lower", "upper") } else { ("left", "right") };
    let turned = |word: &str| {
        if word == one {
            other.into()
        } else if word == other {
            one.into()
        } else {
            word.to_string()
        }
    };
    Case {
        mirror: axis.into(),
        position: position.to_string(),
        stroke: Stroke { strike, ..stroke }.to_string(),
        events: case.events.split(' ').map(turned).collect::<Vec<_>>().join(" "),
        ..case.clone()
    }
}

/// All that the cue ball does before the hit, then all that the object ball does: cushions, `castle` for each time its
/// centre comes into the square of the outer pins or it fells one, `red`; `carom` when the cue ball meets red. Read as from a film: a look each millisecond.
pub fn told(table: &Table, position: &Position, stroke: &Stroke) -> Vec<&'static str> {
    let trace = played(table, position, stroke).expect("it can be simulated");
    let (cue, object) = (position.cue_ball(), position.object_ball());
    let met =
        |e: &&Event| matches!(e.kind, EventKind::Hit { a, b } if [a, b].contains(&cue) && [a, b].contains(&object));
    let t_hit = trace.events.iter().find(met).map_or(f64::INFINITY, |e| e.t_s);
    let mut list: Vec<(f64, &str)> = vec![(t_hit, "hit")];
    for event in &trace.events {
        let word = match event.kind {
            EventKind::Cushion { ball, rail } if ball == if event.t_s < t_hit { cue } else { object } => {
                rail_word(rail)
            }
            EventKind::PinDown { by: Body::Ball(by), .. } if by == object => "castle",
            EventKind::Hit { a, b } if [a, b].contains(&Ball::Red) && [a, b].contains(&object) => "red",
            EventKind::Hit { a, b } if [a, b].contains(&Ball::Red) && [a, b].contains(&cue) => "carom",
            _ => continue,
        };
        list.push((event.t_s, word));
    }
    let mut inside = true;
    for frame in 0..(trace.summary.duration_s * 1000.0) as u32 {
        let t_s = f64::from(frame) / 1000.0;
        let Some(at) = place(&trace, object, t_s) else { continue };
        let off = (at - table.pin_spot(Pin::C)).abs();
        let now = off.x + off.y < table.pin_spot(Pin::U).x - table.pin_spot(Pin::C).x;
        if now && !inside {
            list.push((t_s, "castle"));
        }
        inside = now;
    }
    list.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut words: Vec<&str> = list.into_iter().map(|(_, word)| word).collect();
    words.dedup();
    words
}

/// Share of the object ball that is covered, from two frames: the last before the hit and the hit itself.
pub fn share(table: &Table, position: &Position, stroke: &Stroke) -> f64 {
    const FRAME_S: f64 = 1e-4;
    let trace = played(table, position, stroke).expect("it can be simulated");
    let (cue, object) = (position.cue_ball(), position.object_ball());
    let met =
        |e: &&Event| matches!(e.kind, EventKind::Hit { a, b } if [a, b].contains(&cue) && [a, b].contains(&object));
    let t_hit = trace.events.iter().find(met).expect("it hits").t_s;
    let at = |back: f64| place(&trace, cue, t_hit - back * FRAME_S).expect("it rolls");
    let (to, way) = (position.ball(object).expect("it lies there") - at(1.0), at(1.0) - at(2.0));
    1.0 - way.normalize().perp_dot(to).abs() / (2.0 * table.radius())
}

fn place(trace: &Trace, ball: Ball, t_s: f64) -> Option<glam::DVec2> {
    let mine = |s: &&filotto_physics::trace::Segment| s.body == Body::Ball(ball) && s.t0_s <= t_s && t_s < s.t1_s;
    trace.segments.iter().find(mine).map(|s| s.at(t_s).truncate())
}

fn rail_word(rail: Rail) -> &'static str {
    match rail {
        Rail::Lower => "lower",
        Rail::Upper => "upper",
        Rail::Left => "left",
        Rail::Right => "right",
    }
}

/// As much of what happened as the name is read from.
pub fn events(table: &Table, position: &Position, stroke: &Stroke, name: Name) -> String {
    let words = told(table, position, stroke);
    let nth = |word: &str, n: usize| words.iter().enumerate().filter(|(_, w)| **w == word).map(|(i, _)| i).nth(n);
    let until = match name {
        Name::Calcio => nth("castle", 2),
        Name::Fisso | Name::Sventaglina => nth("castle", 0).map(|i| i + 1),
        Name::Carambola => nth("carom", 0),
        Name::Casin => nth("red", 0),
        Name::Difesa | Name::Impallatura => None,
        _ if name.is_indirect() => nth("hit", 0),
        _ => nth("castle", 0),
    };
    words[..until.map_or(words.len(), |i| (i + 1).min(words.len()))].join(" ")
}

/// A table with other balls, cloth and cushions: what is one stroke there should be the same here.
pub fn another_table() -> Table {
    let mut params = TableParams::carom_heated();
    let (ball, cloth, cushion) = (&mut params.ball, &mut params.cloth, &mut params.cushion);
    (ball.restitution, ball.friction_base, ball.friction_rise, ball.friction_decay) = (0.966, 0.0469, 0.149, 0.469);
    (cloth.slide_friction, cloth.spin_decay) = (0.1785, 3.4);
    (cloth.rolling, cloth.rolling_linear, cloth.rolling_quadratic) = (0.03107, 0.02584, 0.00589);
    (cushion.restitution, cushion.friction, cushion.tangential) = (0.8174, 0.2552, 0.152);
    Table::new(params).expect("a table that could be")
}

/// Strokes and tables near the given ones: the name must not hang by a hair.
pub fn shaken() -> Vec<(Table, [f64; 4])> {
    let table = |change: fn(&mut TableParams)| {
        let mut params = TableParams::carom_heated();
        change(&mut params);
        Table::new(params).expect("a table near the default")
    };
    let mut list = vec![
        (another_table(), [0.0; 4]),
        (table(|p| p.cushion.restitution += 0.02), [0.0; 4]),
        (table(|p| p.cushion.restitution -= 0.02), [0.0; 4]),
        (table(|p| p.cushion.friction += 0.03), [0.0; 4]),
        (table(|p| p.cushion.friction -= 0.03), [0.0; 4]),
        (table(|p| p.cloth.rolling *= 1.15), [0.0; 4]),
        (table(|p| p.cloth.rolling *= 0.85), [0.0; 4]),
        (table(|p| p.cloth.slide_friction += 0.02), [0.0; 4]),
        (table(|p| p.ball.restitution -= 0.01), [0.0; 4]),
        (table(|p| p.ball.friction_base += 0.02), [0.0; 4]),
    ];
    for errors in [[0.08, 0.0, 0.0, 0.0], [-0.08, 0.0, 0.0, 0.0], [0.0, 0.02, 0.0, 0.0], [0.0, -0.02, 0.0, 0.0]] {
        list.push((Table::carom_heated(), errors));
    }
    for errors in [[0.0, 0.0, 0.02, 0.0], [0.0, 0.0, -0.02, 0.0], [0.0, 0.0, 0.0, 0.02], [0.0, 0.0, 0.0, -0.02]] {
        list.push((Table::carom_heated(), errors));
    }
    list
}

/// How many of the shaken strokes keep the name.
pub fn kept(name: Name, position: &Position, stroke: &Stroke, shaken: &[(Table, [f64; 4])]) -> usize {
    let changed = |e: &[f64; 4]| {
        let s = stroke.strike;
        let strike =
            Strike { phi_deg: s.phi_deg + e[0], v_mps: s.v_mps * (1.0 + e[1]), a: s.a + e[2], b: s.b + e[3], ..s };
        Stroke { strike, ..*stroke }
    };
    shaken.iter().filter(|(table, errors)| named(table, position, &changed(errors)) == Some(name)).count()
}
