//! The table as text for a terminal: balls and pins as letters and signs, paths in Braille dots.

use super::shot::felled;
use filotto_physics::trace::Body;
use filotto_physics::{Ball, Layout, Pin, PinSet, Table, Trace};
use glam::DVec2;

/// Cells of the playing surface: a cell of a terminal is about twice as high as wide. Odd, so that the castle has a
/// middle cell.
const COLUMNS: usize = 73;
const ROWS: usize = 19;
/// Braille dots of a cell, by column then row, after Unicode's chart.
const DOTS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
/// First sign of the Braille block.
const BRAILLE: u32 = 0x2800;

/// Draws the table with `W`, `Y`, `R` where the balls are (the striker's in brackets), `i` for standing pins,
/// `x` for felled ones, and the paths when there is a trace; `w`, `y`, `r` where balls come to rest.
pub fn text(table: &Table, layout: &Layout, striker: Option<Ball>, trace: Option<&Trace>) -> String {
    let mut grid = Grid::new(table);
    let down = trace.map(felled).unwrap_or_default();
    if let Some(trace) = trace {
        grid.paths(trace);
        grid.rests(trace);
    }
    grid.castle(table, layout.pins, down);
    grid.balls(layout, striker);
    grid.framed()
}

struct Grid {
    size: DVec2,
    signs: [[char; COLUMNS]; ROWS],
}

impl Grid {
    fn new(table: &Table) -> Grid {
        let params = table.params();
        Grid { size: DVec2::new(params.length_m, params.width_m), signs: [[' '; COLUMNS]; ROWS] }
    }

    /// The place in units of cells from the upper left corner; kept inside.
    fn cell(&self, place: DVec2) -> (f64, f64) {
        let x = (place.x / self.size.x * COLUMNS as f64).clamp(0.0, COLUMNS as f64 - 1e-6);
        let y = ((1.0 - place.y / self.size.y) * ROWS as f64).clamp(0.0, ROWS as f64 - 1e-6);
        (x, y)
    }

    fn put(&mut self, place: DVec2, sign: char) -> (usize, usize) {
        let (x, y) = self.cell(place);
        self.signs[y as usize][x as usize] = sign;
        (x as usize, y as usize)
    }

    fn paths(&mut self, trace: &Trace) {
        const STEP_M: f64 = 0.01;
        for segment in trace.segments.iter().filter(|s| matches!(s.body, Body::Ball(_))) {
            let dt = segment.t1_s - segment.t0_s;
            let steps = (segment.at(segment.t0_s).distance(segment.at(segment.t1_s)) / STEP_M) as u32;
            for step in 0..steps {
                self.dot(segment.at(segment.t0_s + dt * f64::from(step) / f64::from(steps)).truncate());
            }
        }
    }

    fn dot(&mut self, place: DVec2) {
        let (x, y) = self.cell(place);
        let bit = DOTS[(x.fract() * 2.0) as usize][(y.fract() * 4.0) as usize];
        let sign = &mut self.signs[y as usize][x as usize];
        let have = (*sign as u32).saturating_sub(BRAILLE) as u8;
        *sign = char::from_u32(BRAILLE + u32::from(have | bit)).unwrap_or(' ');
    }

    fn rests(&mut self, trace: &Trace) {
        for ball in Ball::ALL {
            if let filotto_physics::trace::BallRest::At(place) = trace.summary.rest.balls[ball.index()] {
                self.put(place, letter(ball).to_ascii_lowercase());
            }
        }
    }

    fn castle(&mut self, table: &Table, pins: PinSet, down: PinSet) {
        for pin in Pin::ALL {
            let sign = match (pins.contains(pin), down.contains(pin)) {
                (_, true) => 'x',
                (true, _) => 'i',
                _ => '.',
            };
            self.put(table.pin_spot(pin), sign);
        }
    }

    fn balls(&mut self, layout: &Layout, striker: Option<Ball>) {
        for ball in Ball::ALL {
            let Some(place) = layout.balls[ball.index()] else { continue };
            let (x, y) = self.put(place, letter(ball));
            if striker == Some(ball) {
                self.signs[y][x.saturating_sub(1)] = if x > 0 { '(' } else { letter(ball) };
                if x + 1 < COLUMNS {
                    self.signs[y][x + 1] = ')';
                }
            }
        }
    }

    fn framed(&self) -> String {
        let diamonds: Vec<usize> = (1..8).map(|i| (COLUMNS - 1) * i / 8).collect();
        let edge: String = (0..COLUMNS).map(|x| if diamonds.contains(&x) { '┬' } else { '─' }).collect();
        let mut lines = vec![format!("┌{edge}┐")];
        lines.extend(self.signs.iter().map(|row| format!("│{}│", row.iter().collect::<String>())));
        lines.push(format!("└{}┘", edge.replace('┬', "┴")));
        lines.join("\n") + "\n"
    }
}

fn letter(ball: Ball) -> char {
    match ball {
        Ball::White => 'W',
        Ball::Yellow => 'Y',
        Ball::Red => 'R',
    }
}
