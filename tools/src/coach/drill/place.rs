//! Positions built for a kind of stroke: the way of the ball that meets the cushions is drawn backwards from where it
//! is to end, by equal angles; what happens in earnest the simulation tells later.

use filotto_engine::Position;
use filotto_engine::math::uniform;
use filotto_engine::names::Name;
use filotto_physics::{Pin, Table};
use glam::DVec2;
use rand_pcg::Pcg64;
use std::f64::consts::PI;

/// Grid of the places, m: what a tape sets up.
const GRID_M: f64 = 0.05;
/// Ways drawn until one meets the right cushions.
const DRAWS: usize = 60;

/// A position, and where to aim the cue ball.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Balls on the grid.
    pub position: Position,
    /// Towards the object ball, or the first cushion, degrees.
    pub phi_deg: f64,
    /// The cue ball's cushions before the object ball.
    way: &'static str,
}

impl Placed {
    fn new(table: &Table, position: Position, way: &'static str) -> Option<Placed> {
        let (cue, object) = (position.balls[0]?, position.balls[1]?);
        let aim = first_cushion_aim(table, way, cue, object)?;
        Some(Placed { position, phi_deg: aim.y.atan2(aim.x).to_degrees(), way })
    }

    /// The same stroke in another position.
    pub fn with(&self, table: &Table, position: Position) -> Option<Placed> {
        Placed::new(table, position, self.way)
    }

    /// The cue ball moved along its aim, forwards or back; `None` where it doesn't fit.
    pub fn moved(&self, table: &Table, by_m: f64) -> Option<Placed> {
        let (sin, cos) = self.phi_deg.to_radians().sin_cos();
        let mut position = self.position.clone();
        position.balls[0] = Some(on_grid(position.balls[0]? + DVec2::new(cos, sin) * by_m));
        position.check(table).ok()?;
        self.with(table, position)
    }
}

/// The cushions of a kind in order, `s` short and `l` long; of the cue ball in indirect strokes, else of the object ball.
const fn ways(name: Name) -> &'static [&'static str] {
    match name {
        Name::Filotto | Name::Sfaccio | Name::Candela | Name::Calcio | Name::Direct(1) => &["s"],
        Name::Traversino | Name::SpondaBilia | Name::Indirect(1) => &["l"],
        Name::Angolo | Name::DueAMoDiTre => &["sl"],
        Name::Striscio | Name::StriscioIndiretto | Name::Garuffa => &["ls"],
        Name::Direct(2) | Name::Indirect(2) => &["ss", "sl", "ll"],
        Name::Rinquarto => &["lsl"],
        Name::Direct(3) | Name::TreIndirette => &["sls", "lsl"],
        Name::QuattroSponde | Name::QuattroIndirette => &["lsls", "slsl"],
        Name::Girone | Name::CinqueIndirette => &["lslsl", "slsls"],
        Name::Direct(6) => &["lslsls", "slslsl"],
        Name::SetteSponde => &["lslslsl", "slslsls"],
        _ => &[""],
    }
}

/// Widest cut of the hit, degrees.
const fn widest_cut(name: Name) -> f64 {
    match name {
        Name::Filotto | Name::Candela | Name::Calcio | Name::Fisso => 8.0,
        Name::Sfaccio => 30.0,
        _ => 40.0,
    }
}

/// A position in which the kind may be played; `None` where balls don't fit.
pub fn place(table: &Table, name: Name, random: &mut Pcg64) -> Option<Placed> {
    let ways = ways(name);
    let way = ways[(uniform(random) * ways.len() as f64) as usize % ways.len()];
    let (cue, object) = if name.is_indirect() {
        indirect(table, name, way, random)?
    } else if matches!(name, Name::Carambola | Name::Casin) {
        let object = anywhere(table, random);
        (behind(table, object, 2.0 * PI * uniform(random), random), object)
    } else {
        direct(table, name, way, random)?
    };
    let red = red(table, name, cue, object, random);
    let [cue, object, red] = [cue, object, red].map(on_grid);
    let text = |at: DVec2| format!("{:.2},{:.2}", at.x, at.y);
    let line = format!("{} {} {} UDLRC w n 0-0/60", text(cue), text(object), text(red));
    let position = Position::parse(&line, table).ok()?;
    Placed::new(table, position, if name.is_indirect() { way } else { "" })
}

/// The object ball somewhere on its way to the castle, the cue ball behind it at a cut.
fn direct(table: &Table, name: Name, way: &str, random: &mut Pcg64) -> Option<(DVec2, DVec2)> {
    let castle = table.pin_spot(Pin::C);
    let (from, leg) = (0..DRAWS).find_map(|_| backwards(table, castle, 2.0 * PI * uniform(random), way))?;
    let object = from + leg * (0.15 + 0.75 * uniform(random));
    let forward = -leg;
    let cut = (widest_cut(name) * (2.0 * uniform(random) - 1.0)).to_radians();
    let approach = forward.y.atan2(forward.x) + cut;
    let ghost = object - forward.normalize() * (2.0 * table.radius());
    Some((ghost - DVec2::new(approach.cos(), approach.sin()) * (0.25 + 1.75 * uniform(random)), object))
}

/// The object ball before the castle (or in a corner), the cue ball on a way that meets it after the cushions.
fn indirect(table: &Table, name: Name, way: &str, random: &mut Pcg64) -> Option<(DVec2, DVec2)> {
    let castle = table.pin_spot(Pin::C);
    (0..DRAWS).find_map(|_| {
        let object = match name {
            Name::DueAMoDiTre => in_corner(table, random),
            Name::Calcio => on_the_row(table, random),
            _ => anywhere(table, random),
        };
        let to = castle - object;
        let cut = (widest_cut(name) * (2.0 * uniform(random) - 1.0)).to_radians();
        let (from, leg) = backwards(table, object, to.y.atan2(to.x) + cut, way)?;
        Some((from + leg * (0.1 + 0.8 * uniform(random)), object))
    })
}

/// A ball that came to `goal` in a direction after these cushions, traced back: the last cushion met backwards and the
/// leg on from there.
fn backwards(table: &Table, goal: DVec2, direction: f64, way: &str) -> Option<(DVec2, DVec2)> {
    let (low, high) = inner(table);
    let (mut at, mut dir) = (goal, -DVec2::new(direction.cos(), direction.sin()));
    for wanted in way.chars().rev() {
        let (next, short) = wall(at, dir, low, high);
        if short != (wanted == 's') {
            return None;
        }
        at = next;
        dir = if short { DVec2::new(-dir.x, dir.y) } else { DVec2::new(dir.x, -dir.y) };
    }
    let (end, _) = wall(at, dir, low, high);
    Some((at, end - at))
}

/// Where a ball's centre meets the next cushion, and whether that is a short one.
fn wall(at: DVec2, dir: DVec2, low: DVec2, high: DVec2) -> (DVec2, bool) {
    let time = |at: f64, dir: f64, low: f64, high: f64| match dir {
        d if d > 1e-12 => (high - at) / d,
        d if d < -1e-12 => (low - at) / d,
        _ => f64::INFINITY,
    };
    let (tx, ty) = (time(at.x, dir.x, low.x, high.x), time(at.y, dir.y, low.y, high.y));
    (at + dir * tx.min(ty), tx < ty)
}

/// The direction from the cue ball to the first cushion of a way that leads to the object ball: by mirror images.
fn first_cushion_aim(table: &Table, way: &str, cue: DVec2, object: DVec2) -> Option<DVec2> {
    let (low, high) = inner(table);
    let sides = [(low, high), (high, low)];
    let images =
        sides.iter().flat_map(|short| sides.iter().map(move |long| (short.0.x, short.1.x, long.0.y, long.1.y)));
    images
        .map(|(x0, x1, y0, y1)| {
            let (mut shorts, mut longs) = ([x0, x1].into_iter().cycle(), [y0, y1].into_iter().cycle());
            let walls: Vec<(bool, f64)> =
                way.chars()
                    .map(|c| {
                        if c == 's' { (true, shorts.next().unwrap_or(x0)) } else { (false, longs.next().unwrap_or(y0)) }
                    })
                    .collect();
            let mirror = |at: DVec2, &(short, wall): &(bool, f64)| {
                if short { DVec2::new(2.0 * wall - at.x, at.y) } else { DVec2::new(at.x, 2.0 * wall - at.y) }
            };
            walls.iter().rev().fold(object, mirror) - cue
        })
        .find(|aim| {
            let (mut at, mut dir) = (cue, *aim);
            way.chars().all(|wanted| {
                let (next, short) = wall(at, dir, low, high);
                at = next;
                dir = if short { DVec2::new(-dir.x, dir.y) } else { DVec2::new(dir.x, -dir.y) };
                short == (wanted == 's')
            })
        })
}

/// Red behind the object ball for caroms, half the time in the direct way for indirect strokes, else anywhere.
fn red(table: &Table, name: Name, cue: DVec2, object: DVec2, random: &mut Pcg64) -> DVec2 {
    let way = object - cue;
    match name {
        Name::Carambola | Name::Casin => {
            let turn = 0.7 * (2.0 * uniform(random) - 1.0) + way.y.atan2(way.x);
            object + DVec2::new(turn.cos(), turn.sin()) * (0.15 + 0.5 * uniform(random))
        }
        _ if name.is_indirect() && uniform(random) < 0.5 => cue + way * (0.3 + 0.4 * uniform(random)),
        _ => anywhere(table, random),
    }
}

fn behind(table: &Table, object: DVec2, direction: f64, random: &mut Pcg64) -> DVec2 {
    let (low, high) = inner(table);
    let way = DVec2::new(direction.cos(), direction.sin()) * (0.25 + 0.8 * uniform(random));
    (object - way).clamp(low, high)
}

fn anywhere(table: &Table, random: &mut Pcg64) -> DVec2 {
    let (low, high) = inner(table);
    low + (high - low) * DVec2::new(uniform(random), uniform(random))
}

fn in_corner(table: &Table, random: &mut Pcg64) -> DVec2 {
    let (low, high) = inner(table);
    let reach = filotto_engine::names::CORNER_M - 2.0 * table.radius();
    let [x, y] = [0, 1].map(|_| reach * uniform(random));
    let far = |random: &mut Pcg64| uniform(random) < 0.5;
    DVec2::new(if far(random) { high.x - x } else { low.x + x }, if far(random) { high.y - y } else { low.y + y })
}

/// On the line of the row or close to it, before or behind the castle.
fn on_the_row(table: &Table, random: &mut Pcg64) -> DVec2 {
    let away = 0.3 + 0.6 * uniform(random);
    let side = if uniform(random) < 0.5 { away } else { -away };
    table.pin_spot(Pin::C) + DVec2::new(side, 0.1 * (2.0 * uniform(random) - 1.0))
}

/// The corners of where a ball's centre can be.
fn inner(table: &Table) -> (DVec2, DVec2) {
    let (params, radius) = (table.params(), table.radius());
    (DVec2::splat(radius), DVec2::new(params.length_m, params.width_m) - radius)
}

/// The nearest place of the grid.
pub fn on_grid(at: DVec2) -> DVec2 {
    // Divided by a whole number: 0.15 and not 0.15000000000000002.
    (at / GRID_M).round() / (1.0 / GRID_M).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_engine::math::stream;

    #[test]
    fn a_way_traced_back_meets_its_cushions_in_order() {
        let table = Table::carom_heated();
        let castle = table.pin_spot(Pin::C);
        let (from, leg) = backwards(&table, castle, PI, "s").unwrap();
        assert!(
            (from.x - (2.84 - 0.030_75)).abs() < 1e-9 && leg.x < 0.0,
            "it came from the upper cushion: {from} {leg}"
        );
        assert!(backwards(&table, castle, PI, "l").is_none());
    }

    /// The billiard of a schoolbook: from (1, 0.4) over the long cushion at y = 0 to (2, 0.4) one aims in the middle.
    #[test]
    fn the_mirror_finds_the_cushion() {
        let table = Table::carom_heated();
        let r = table.radius();
        let aim = first_cushion_aim(&table, "l", DVec2::new(1.0, r + 0.4), DVec2::new(2.0, r + 0.4)).unwrap();
        assert!(aim.y < 0.0 && (aim.x / -aim.y - 0.5 / 0.4).abs() < 1e-9, "{aim}");
    }

    #[test]
    fn every_kind_that_scores_is_placed() {
        let table = Table::carom_heated();
        for name in Name::TAUGHT {
            let mut random = stream(1, &[]);
            let placed = (0..400).filter_map(|_| place(&table, name, &mut random)).count();
            assert!(placed > 20, "{name}: {placed} of 400");
        }
    }
}
