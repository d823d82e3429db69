//! Heat: where each ball comes to rest, one table a ball. One colour in rising strength: it reads in grey print too.

use super::canvas::{Anchor, Canvas, Pen, Point, Type};
use super::theme::{Theme, mix};
use super::view::{View, Way};
use super::{MARGIN, SIZE, Scene, shot, table};
use crate::tongue::{self, fixed, say};
use filotto_engine::Language;
use filotto_physics::Ball;
use filotto_physics::trace::{BallRest, Rest};
use glam::DVec2;

/// Side of a cell, m: a ball is 6 cm.
const CELL_M: f64 = 0.071;
/// A ball that ends nearer than this to its start never moved, m.
const STILL_M: f64 = 1e-3;
/// Between two tables, mm.
const GAP: f64 = 110.0;
/// Width on the screen, pixels.
const PIXELS: f64 = 1500.0;
/// Height of the letters, mm: three tables are more than 5 m wide.
const LETTERS: f64 = 1.5 * SIZE;
/// Steps of strength: more can't be told apart.
const STEPS: u32 = 8;

/// The picture of many final states of one stroke.
pub fn heat(scene: &Scene, rests: &[Rest], theme: &Theme) -> String {
    let view = View::new(scene.table, Way::Standing);
    let (w, h) = view.outer();
    let top = MARGIN + 330.0;
    let size = (3.0 * (w + GAP) - GAP + 2.0 * MARGIN, top + h + 4.5 * LETTERS + MARGIN);
    let mut page = Canvas::new();
    page.page(size, theme.page);
    let width = size.0 - 2.0 * MARGIN;
    page.fitted((MARGIN, MARGIN + 70.0), width, &scene.heading, Type::new(84.0, theme.ink).bold());
    page.fitted((MARGIN, MARGIN + 170.0), width, &scene.position, Type::new(LETTERS, theme.soft).mono());
    let grids = Ball::ALL.map(|ball| Grid::new(&view, scene.layout.balls[ball.index()], rests, ball));
    let most = grids.iter().map(Grid::most).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    for (i, (ball, grid)) in Ball::ALL.into_iter().zip(&grids).enumerate() {
        let x = MARGIN + (w + GAP) * i as f64;
        let set = Type::new(1.1 * LETTERS, theme.ink).bold().anchored(Anchor::Middle);
        page.fitted((x + w / 2.0, top - 34.0), w, &grid.title(ball, scene.language), set);
        page.place((x, top), &drawn(scene, grid, most, &view, theme));
    }
    scale(&mut page, (MARGIN, top + h + LETTERS), most, scene.language, theme);
    page.document(
        size,
        PIXELS,
        &format!(
            "{}: {}",
            scene.heading,
            say(scene.language, "where the balls come to rest", "dove si fermano le bilie", "где останавливаются шары")
        ),
    )
}

fn drawn(scene: &Scene, grid: &Grid, most: f64, view: &View, theme: &Theme) -> Canvas {
    let mut canvas = Canvas::new();
    table::table(&mut canvas, view, scene.table, theme);
    for (cell, &share) in grid.shares.iter().enumerate() {
        let step = step(share, most);
        if step > 0 {
            let (at, size) = grid.square(view, cell);
            canvas.rect(at, size, 0.0, Pen::fill(&colour(step, theme)));
        }
    }
    let none = filotto_physics::PinSet::NONE;
    table::castle(&mut canvas, view, scene.table, scene.layout.pins, none, theme);
    table::ends(&mut canvas, view, scene.language, theme);
    shot::balls(&mut canvas, view, &scene.layout, scene.striker, scene.table.radius(), theme);
    canvas
}

/// Strength of a share: the square root, so that the rare isn't lost beside the frequent.
fn step(share: f64, most: f64) -> u32 {
    if share <= 0.0 { 0 } else { ((share / most).sqrt() * f64::from(STEPS)).ceil().min(f64::from(STEPS)) as u32 }
}

fn colour(step: u32, theme: &Theme) -> String {
    mix(theme.cloth, theme.alert, f64::from(step) / f64::from(STEPS))
}

/// Shares of the final states by cell.
struct Grid {
    columns: usize,
    size: DVec2,
    cell: DVec2,
    shares: Vec<f64>,
    /// Off the table.
    gone: f64,
    /// Never moved: in no cell, for it would outshine all others.
    still: f64,
}

impl Grid {
    fn new(view: &View, start: Option<DVec2>, rests: &[Rest], ball: Ball) -> Grid {
        let size = view.size_m();
        let (columns, rows) =
            ((size.x / CELL_M).round().max(1.0) as usize, (size.y / CELL_M).round().max(1.0) as usize);
        let cell = DVec2::new(size.x / columns as f64, size.y / rows as f64);
        let mut grid = Grid { columns, size, cell, shares: vec![0.0; columns * rows], gone: 0.0, still: 0.0 };
        let share = 1.0 / rests.len().max(1) as f64;
        for rest in rests {
            match rest.balls[ball.index()] {
                BallRest::At(at) if start.is_some_and(|from| from.distance(at) < STILL_M) => grid.still += share,
                BallRest::At(at) => {
                    let index = |along: f64, size: f64, count: usize| ((along / size) as usize).min(count - 1);
                    let (column, row) = (index(at.x, cell.x, columns), index(at.y, cell.y, rows));
                    grid.shares[row * columns + column] += share;
                }
                BallRest::Off => grid.gone += share,
                BallRest::Absent => {}
            }
        }
        grid
    }

    fn most(&self) -> f64 {
        self.shares.iter().copied().fold(0.0, f64::max)
    }

    fn title(&self, ball: Ball, language: Language) -> String {
        let name = tongue::ball(language, ball);
        if self.gone > 0.0 {
            let off = say(language, "off the table", "fuori dal biliardo", "за борт");
            format!("{name} ({} % {off})", fixed(language, 100.0 * self.gone, 1))
        } else {
            name.into()
        }
    }

    /// Upper left corner and size of a cell in the picture.
    fn square(&self, view: &View, index: usize) -> (Point, (f64, f64)) {
        let low = DVec2::new((index % self.columns) as f64, (index / self.columns) as f64) * self.cell;
        let high = (low + self.cell).min(self.size);
        let ((x0, y0), (x1, y1)) = (view.point(low), view.point(high));
        // A hair over: side by side, the seams would shine through.
        ((x0.min(x1), y0.min(y1)), ((x1 - x0).abs() + 1.0, (y1 - y0).abs() + 1.0))
    }
}

/// What the strengths mean.
fn scale(page: &mut Canvas, (x, y): Point, most: f64, language: Language, theme: &Theme) {
    let box_size = 1.4 * LETTERS;
    for step in 1..=STEPS {
        let at = (x + box_size * f64::from(step - 1), y);
        page.rect(at, (box_size, box_size), 0.0, Pen::fill(&colour(step, theme)).outlined(theme.edge, 2.0));
    }
    let percent = |share: f64, digits| format!("{} %", fixed(language, 100.0 * share, digits));
    let (left, right) = (x, x + box_size * f64::from(STEPS));
    let under = y + box_size + 1.1 * LETTERS;
    let set = Type::new(0.8 * LETTERS, theme.soft);
    page.text((left, under), &percent(most / f64::from(STEPS * STEPS), 2), set);
    page.text((right, under), &percent(most, 1), set.anchored(Anchor::End));
    let words = say(
        language,
        "share of the strokes that end in a square of 7 cm",
        "quota dei tiri che finiscono in un quadrato di 7 cm",
        "доля ударов с остановкой в квадрате 7 см",
    );
    page.text((right + LETTERS, y + LETTERS), words, Type::new(LETTERS, theme.soft));
}
