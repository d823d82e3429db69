//! What stands beside a table: where the tip meets the ball, the speed, a table of figures, the legend.

use super::canvas::{Anchor, Canvas, Pen, Point, Type};
use super::shot;
use super::table::{cross, peg};
use super::theme::Theme;
use crate::tongue::{self, fixed, say};
use filotto_engine::Language;
use filotto_physics::{Ball, Strike, Table};

/// The fastest stroke of the speed bar, m/s; harder ones fill it and keep their number.
const FULL_MPS: f64 = 8.0;

/// The cue ball as the striker sees it: miscue circle, cross, the tip's print. `at` is the ball's centre.
pub fn tip(canvas: &mut Canvas, at: Point, r: f64, ball: Ball, strike: &Strike, table: &Table, theme: &Theme) {
    let params = table.params();
    let (x, y) = at;
    canvas.circle(at, r, Pen::fill(theme.ball(ball)).outlined(theme.edge, 5.0));
    let hair = Pen::line("#26343f", 2.0).faded(0.4);
    canvas.line((x - r, y), (x + r, y), hair);
    canvas.line((x, y - r), (x, y + r), hair);
    canvas.circle(at, r * params.cue.miscue, Pen::line("#26343f", 4.0).dashed("12 10"));
    let print = (x + r * strike.a, y - r * strike.b);
    let tip = r * params.cue.tip_m / params.ball.radius_m;
    canvas.circle(print, tip, Pen::fill(theme.accent).outlined("#ffffff", 4.0));
    canvas.circle(print, 4.0, Pen::fill("#ffffff"));
}

/// The tip's place in words, under the inset: in radii of the ball.
pub fn tip_words(strike: &Strike, language: Language) -> String {
    let off = |value: f64, more: &'static str, less: &'static str| {
        let words = if value > 0.0 { more } else { less };
        (value.abs() >= 0.005).then(|| format!("{} {words}", fixed(language, value.abs(), 2)))
    };
    let side =
        off(strike.a, say(language, "right", "a destra", "вправо"), say(language, "left", "a sinistra", "влево"));
    let height = off(strike.b, say(language, "above", "sopra", "выше"), say(language, "below", "sotto", "ниже"));
    let told: Vec<String> = side.into_iter().chain(height).collect();
    if told.is_empty() {
        return say(language, "centre", "centro", "центр").into();
    }
    format!("{}: {}", say(language, "ball radii", "raggi di bilia", "радиусы шара"), told.join(", "))
}

/// A speed with its unit.
pub fn mps(number: &str, language: Language) -> String {
    format!("{number} {}", say(language, "m/s", "m/s", "м/с"))
}

/// A bar from 0 to 8 m/s. `at` is its upper left corner.
pub fn speed(
    canvas: &mut Canvas,
    (x, y): Point,
    width: f64,
    size: f64,
    strike: &Strike,
    language: Language,
    theme: &Theme,
) {
    let height = 0.9 * size;
    canvas.rect((x, y), (width, height), height / 2.0, Pen::fill(theme.box_fill).outlined(theme.soft, 3.0));
    let filled = width * (strike.v_mps / FULL_MPS).clamp(0.03, 1.0);
    canvas.rect((x, y), (filled, height), height / 2.0, Pen::fill(theme.accent));
    for mps in (0..=FULL_MPS as u32).step_by(2) {
        let at = x + width * f64::from(mps) / FULL_MPS;
        canvas.line((at, y + height + 6.0), (at, y + height + 16.0), Pen::line(theme.soft, 3.0));
        if mps % 4 != 0 {
            continue;
        }
        // The last stands inside, so that its unit has room.
        let last = mps == FULL_MPS as u32;
        let set = Type::new(0.8 * size, theme.soft).anchored(if last { Anchor::End } else { Anchor::Middle });
        let told = if last { self::mps(&mps.to_string(), language) } else { mps.to_string() };
        canvas.text((at, y + height + 20.0 + 0.8 * size), &told, set);
    }
}

/// Rows of label and value with thin rules between. Returns the y below the last row.
pub fn figures(
    canvas: &mut Canvas,
    (x, y): Point,
    width: f64,
    size: f64,
    rows: &[(String, String)],
    theme: &Theme,
) -> f64 {
    let step = 1.45 * size;
    for (i, (label, value)) in rows.iter().enumerate() {
        let base = y + size + step * i as f64;
        canvas.text((x, base), label, Type::new(size, theme.soft));
        canvas.text((x + width, base), value, Type::new(size, theme.ink).anchored(Anchor::End).bold());
        let rule = base + 0.32 * size;
        canvas.line((x, rule), (x + width, rule), Pen::line(theme.box_fill, 3.0));
    }
    y + step * rows.len() as f64
}

/// What a sign of the legend is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Path(Ball),
    Striker(Ball),
    Rest(Ball),
    Ghost(Ball),
    Cushion(Ball),
    Standing,
    Felled,
}

/// The legend, `columns` beside each other. `at` is its upper left corner; signs without a meaning are left out.
pub fn legend(canvas: &mut Canvas, (x, y): Point, width: f64, columns: usize, size: f64, what: Legend, theme: &Theme) {
    let entries = what.entries();
    let rows = entries.len().div_ceil(columns);
    for (i, (mark, words)) in entries.iter().enumerate() {
        let left = x + width / columns as f64 * (i / rows) as f64;
        let base = y + size + 1.5 * size * (i % rows) as f64;
        sign(canvas, (left + 1.1 * size, base - 0.34 * size), size, *mark, theme);
        canvas.text((left + 2.9 * size, base), words, Type::new(size, theme.soft));
    }
}

/// What the picture shows, for its legend.
#[derive(Clone, Copy, Debug)]
pub struct Legend {
    /// The striker's ball.
    pub striker: Option<Ball>,
    /// A stroke is drawn.
    pub stroke: bool,
    /// Language of its words.
    pub language: Language,
}

impl Legend {
    fn entries(self) -> Vec<(Sign, String)> {
        let language = self.language;
        let words = |en, it, ru| say(language, en, it, ru).to_string();
        let of = |en, it, ru, ball| format!("{} {}", say(language, en, it, ru), possessed(language, ball));
        let mut list = Vec::new();
        if let Some(ball) = self.striker {
            let name = tongue::ball(language, ball);
            list.push((
                Sign::Striker(ball),
                format!("{} ({name})", words("striker's ball", "bilia battente", "биток")),
            ));
        }
        let cue = self.striker.unwrap_or(Ball::White);
        if self.stroke {
            list.extend(Ball::ALL.map(|ball| (Sign::Path(ball), of("path of", "percorso", "путь", ball))));
            list.push((Sign::Rest(cue), words("at rest afterwards", "ferma alla fine", "остановка")));
            list.push((Sign::Ghost(cue), words("where balls meet", "contatto fra bilie", "касание шаров")));
            list.push((
                Sign::Cushion(cue),
                words("its 1st, 2nd … cushion", "la sua 1ª, 2ª … sponda", "его 1-й, 2-й … борт"),
            ));
            list.push((Sign::Felled, words("felled pin", "birillo abbattuto", "сбитая фишка")));
        }
        list.push((Sign::Standing, words("standing pin", "birillo in piedi", "стоящая фишка")));
        list
    }
}

/// Whose: `of white` without its `of`, `della bianca`, `белого`.
fn possessed(language: Language, ball: Ball) -> &'static str {
    match ball {
        Ball::White => say(language, "white", "della bianca", "белого"),
        Ball::Yellow => say(language, "yellow", "della gialla", "жёлтого"),
        Ball::Red => say(language, "red", "del pallino", "красного"),
    }
}

fn sign(canvas: &mut Canvas, at: Point, size: f64, sign: Sign, theme: &Theme) {
    let (x, y) = at;
    let r = 0.5 * size;
    match sign {
        Sign::Path(ball) => {
            canvas.line((x - 1.1 * size, y), (x + 1.1 * size, y), Pen::line(theme.casing, 15.0));
            let pen = Pen::line(theme.ball(ball), 9.0).dashed(Theme::dash(ball));
            canvas.line((x - 1.1 * size, y), (x + 1.1 * size, y), pen);
        }
        Sign::Striker(ball) => {
            shot::ball_at(canvas, at, 0.7 * r, ball, theme);
            shot::ring(canvas, at, 0.55 * r, theme);
        }
        Sign::Rest(ball) => shot::rest(canvas, at, r, ball, theme),
        Sign::Ghost(ball) => {
            canvas.circle(at, r, Pen::fill(theme.ball(ball)).faded(0.75));
            canvas.circle(at, r, Pen::line(theme.ink, 4.0).dashed("10 9"));
        }
        Sign::Cushion(ball) => {
            canvas.circle(at, r, Pen::fill(theme.ball(ball)).outlined(theme.casing, 4.0));
            let set = Type::new(0.75 * size, "#101820").anchored(Anchor::Middle).bold();
            canvas.text((x, y + 0.27 * size), "1", set);
        }
        Sign::Standing => peg(canvas, at, theme),
        Sign::Felled => {
            peg(canvas, at, theme);
            cross(canvas, at, theme);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tip_is_told_in_words() {
        let words = |a, b| tip_words(&Strike::new(0.0, 1.0).tip(a, b), Language::En);
        assert_eq!(words(0.0, 0.0), "centre");
        assert_eq!(words(-0.1, 0.2), "ball radii: 0.10 left, 0.20 above");
        assert_eq!(words(0.0, -0.3), "ball radii: 0.30 below");
        assert_eq!(words(0.25, 0.0), "ball radii: 0.25 right");
        let russian = tip_words(&Strike::new(0.0, 1.0).tip(0.25, 0.1), Language::Ru);
        assert_eq!(russian, "радиусы шара: 0,25 вправо, 0,10 выше");
    }
}
