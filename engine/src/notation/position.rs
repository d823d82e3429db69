//! A position as one line: `2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60 1-0/3:w modern`.

use super::{NotationError, Word, end_column, point, print_point, whole, words};
use crate::position::{Kind, Player, Position, PositionError, ProfileName, Sets};
use filotto_physics::{Pin, PinSet, Table};
use glam::DVec2;
use std::fmt;

/// The fields every position has, in their order, and what is right for each.
const FIELDS: [(&str, &str); 7] = [
    ("white", "x,y in metres, dx,y in diamonds, or `-` in hand"),
    ("yellow", "x,y in metres, dx,y in diamonds, or `-` in hand"),
    ("red", "x,y in metres, dx,y in diamonds, or `-`"),
    ("pins", "the pins standing, out of UDLRC, or `-` for none"),
    ("striker", "`w` or `y`"),
    ("kind", "n, o, r, h:lower, h:upper, l or e"),
    ("points", "white-yellow/target, for example 12-20/60"),
];

impl Position {
    /// Reads a position and checks it.
    ///
    /// # Errors
    /// The first field that is missing or wrong, with its column and what would be right.
    pub fn parse(text: &str, table: &Table) -> Result<Position, PositionError> {
        let words = words(text);
        let mut columns = Columns::default();
        let position = read(text, &words, &mut columns)?;
        position.check(table).map_err(|error| {
            let column = columns.of(error.field).unwrap_or(1);
            error.at(column)
        })?;
        Ok(position)
    }
}

/// Where each field stands, for errors found after reading.
#[derive(Default)]
struct Columns(Vec<(&'static str, usize)>);

impl Columns {
    fn of(&self, field: &str) -> Option<usize> {
        self.0.iter().find(|(name, _)| *name == field).map(|&(_, column)| column)
    }
}

fn read(text: &str, words: &[Word<'_>], columns: &mut Columns) -> Result<Position, PositionError> {
    let mut fields = Fields { text, words, columns };
    let balls = [fields.read(0, read_ball)?, fields.read(1, read_ball)?, fields.read(2, read_ball)?];
    let pins = fields.read(3, read_pins)?;
    let striker = fields.known(4, Player::from_letter)?;
    let kind = fields.known(5, Kind::from_code)?;
    let (points, target) = fields.known(6, read_points)?;
    let (sets, profile) = read_optional(&words[FIELDS.len()..], columns)?;
    Ok(Position { balls, pins, striker, kind, points, target, sets, profile })
}

/// The fields that every position has, read one by one; where each stands is kept.
struct Fields<'a> {
    text: &'a str,
    words: &'a [Word<'a>],
    columns: &'a mut Columns,
}

impl Fields<'_> {
    /// A field whose reader says what is wrong with it.
    fn read<T>(&mut self, index: usize, read: impl Fn(&str) -> Result<T, String>) -> Result<T, PositionError> {
        let (name, expected) = FIELDS[index];
        let Some(word) = self.words.get(index) else {
            return Err(NotationError::new(name, format!("missing; {expected} is right")).at(end_column(self.text)));
        };
        self.columns.0.push((name, word.column));
        read(word.text).map_err(|message| NotationError::new(name, message).at(word.column))
    }

    /// A field that is one of those listed as right, or not.
    fn known<T>(&mut self, index: usize, read: impl Fn(&str) -> Option<T>) -> Result<T, PositionError> {
        self.read(index, |text| read(text).ok_or_else(|| not_right(text, FIELDS[index].1)))
    }
}

fn not_right(text: &str, expected: &str) -> String {
    format!("{text:?} is not {expected}")
}

fn unknown(word: Word<'_>, field: &'static str, expected: &str) -> NotationError {
    NotationError::new(field, not_right(word.text, expected)).at(word.column)
}

pub(super) fn read_ball(text: &str) -> Result<Option<DVec2>, String> {
    if text == "-" { Ok(None) } else { point(text).map(Some) }
}

pub(super) fn read_pins(text: &str) -> Result<PinSet, String> {
    let mut pins = PinSet::NONE;
    if text == "-" {
        return Ok(pins);
    }
    for letter in text.chars() {
        let Some(pin) = Pin::from_letter(letter) else {
            return Err(format!("{letter:?} is not a pin; U, D, L, R and C are, or `-` for none"));
        };
        if pins.contains(pin) {
            return Err(format!("{letter} stands twice; each pin once is right"));
        }
        pins = pins.with(pin);
    }
    Ok(pins)
}

fn read_points(text: &str) -> Option<([u16; 2], u16)> {
    let (points, target) = text.split_once('/')?;
    let (white, yellow) = points.split_once('-')?;
    let number = |text| whole(text, "").ok();
    Some(([number(white)?, number(yellow)?], number(target)?))
}

/// The sets and the profile, told apart by their shape.
fn read_optional(words: &[Word<'_>], columns: &mut Columns) -> Result<(Option<Sets>, ProfileName), PositionError> {
    let (mut sets, mut profile) = (None, None);
    for &word in words {
        let name = if has_shape_of_sets(word.text) { "sets" } else { "profile" };
        if columns.of(name).is_some() {
            let message = format!("{:?} comes a second time; one {name} field is right", word.text);
            return Err(NotationError::new(name, message).at(word.column));
        }
        columns.0.push((name, word.column));
        if name == "sets" {
            let expected = "won-won/best of:opener, for example 1-0/3:w";
            sets = Some(read_sets(word.text).ok_or_else(|| unknown(word, name, expected))?);
        } else {
            profile = Some(ProfileName::from_text(word.text));
        }
    }
    Ok((sets, profile.unwrap_or_default()))
}

/// `1-0/...`: digits and a dash before the first slash, which no profile's name has.
fn has_shape_of_sets(text: &str) -> bool {
    let Some((won, _)) = text.split_once('/') else {
        return false;
    };
    won.contains('-') && won.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
}

pub(super) fn read_sets(text: &str) -> Option<Sets> {
    let (score, opener) = text.split_once(':')?;
    let (won, best_of) = score.split_once('/')?;
    let (white, yellow) = won.split_once('-')?;
    let number = |text| whole(text, "").ok();
    Some(Sets {
        won: [number(white)?, number(yellow)?],
        best_of: number(best_of)?,
        opener: Player::from_letter(opener)?,
    })
}

/// The letters of a set of pins, `-` for none.
pub(super) fn print_pins(pins: PinSet) -> String {
    if pins.is_empty() {
        return "-".into();
    }
    pins.iter().map(Pin::letter).collect()
}

impl fmt::Display for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, yellow] = self.won;
        write!(f, "{white}-{yellow}/{}:{}", self.best_of, self.opener.letter())
    }
}

impl fmt::Display for Position {
    /// The canonical line; the default profile is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in self.balls {
            write!(f, "{} ", place.map_or_else(|| "-".into(), print_point))?;
        }
        let (pins, [white, yellow]) = (print_pins(self.pins), self.points);
        let (striker, kind) = (self.striker.letter(), self.kind.code());
        write!(f, "{pins} {striker} {kind} {white}-{yellow}/{}", self.target)?;
        if let Some(sets) = self.sets {
            write!(f, " {sets}")?;
        }
        match &self.profile {
            ProfileName::Wcbs1997 => Ok(()),
            other => write!(f, " {}", other.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_physics::Ball;
    use proptest::prelude::*;

    const LINE: &str = "2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60";

    fn parse(text: &str) -> Result<Position, String> {
        Position::parse(text, &Table::carom_heated()).map_err(|error| error.to_string())
    }

    /// Asserts that the text is refused with exactly that message.
    fn wrong(text: &str, message: &str) {
        assert_eq!(parse(text).unwrap_err(), message, "{text}");
    }

    #[test]
    fn a_line_reads_and_prints_back() {
        let position = parse(LINE).unwrap();
        assert_eq!(position.ball(Ball::Yellow), Some(DVec2::new(0.5, 0.4)));
        assert_eq!((position.points, position.target), ([12, 20], 60));
        assert_eq!(position.to_string(), LINE);
        for line in [
            "- 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60 1-0/3:w modern",
            "0.5,0.3 2.74,0.71 2.13,0.71 UDLRC w r 3-0/30",
            "2.5,0.3 - 0.7,0.71 UDLRC y h:upper 0-0/60 0-0/7:y club-rules.toml",
            "0.71,1.01 0.71,0.41 2.13,0.71 UDLRC w l 0-0/60",
            "2.5,0.3 - 0.7,0.71 UDLRC y e 60-3/60 2-0/3:y",
            "1.42,0.71 0.5,0.4 2.13,0.71 UDLR w n 0-0/60",
        ] {
            assert_eq!(parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn blanks_diamonds_and_order_on_input() {
        assert_eq!(parse(&LINE.replace(' ', "_")).unwrap().to_string(), LINE);
        assert_eq!(parse(&format!("  {}\r\n", LINE.replace(' ', "  \t"))).unwrap().to_string(), LINE);
        let diamonds = parse("d2,1 0.5,0.4 2.13,0.71 CRLDU w n 12-20/60 wcbs-1997").unwrap();
        assert_eq!(diamonds.to_string(), "0.71,0.355 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60");
        let swapped = parse(&format!("{LINE} modern 1-0/3:w")).unwrap();
        assert_eq!(swapped.to_string(), format!("{LINE} 1-0/3:w modern"));
    }

    #[test]
    fn errors_name_field_and_column() {
        let swap = |from: &str, to: &str| LINE.replacen(from, to, 1);
        wrong(
            &swap("2.13,0.71", "2.90,0.71"),
            "red: (2.90, 0.71) is outside the cushions (0.03075 to 2.80925), column 19",
        );
        wrong(
            &swap("2.13,0.71", "2.13,1.4"),
            "red: (2.13, 1.40) is outside the cushions (0.03075 to 1.38925), column 19",
        );
        wrong(
            &swap("2.74,0.71", "0.5,0.45"),
            "yellow: (0.50, 0.40) overlaps white at (0.50, 0.45); centres at least 0.0615 apart are right, column 10",
        );
        wrong(&swap("0.5,0.4", "nan,0.4"), "yellow: \"nan\" is not a finite number, column 11");
        wrong(&swap("0.5,0.4", "0.5"), "yellow: \"0.5\" is not a point: x,y in metres, or dx,y in diamonds, column 11");
        wrong(
            &swap("0.5,0.4", "-"),
            "yellow: `-` is not possible with kind `n`: all three balls are on the table, column 11",
        );
        wrong(&swap("UDLRC", "UDXRC"), "pins: 'X' is not a pin; U, D, L, R and C are, or `-` for none, column 29");
        wrong(&swap("UDLRC", "UDLLRC"), "pins: L stands twice; each pin once is right, column 29");
        wrong(
            &swap("UDLRC", "UDLR"),
            "pins: C is missing from a free spot; only a covered spot lacks its pin (12.7), column 29",
        );
        wrong(
            &swap("0.5,0.4", "1.42,0.72"),
            "pins: C stands on a spot that a ball covers; it is taken away there (12.7), column 31",
        );
        wrong(&swap(" w ", " b "), "striker: \"b\" is not `w` or `y`, column 35");
        wrong(&swap(" n ", " h "), "kind: \"h\" is not n, o, r, h:lower, h:upper, l or e, column 37");
        wrong(&swap("12-20/60", "12-61/60"), "points: 61 is past what can be with target 60 here (0 to 59), column 39");
        wrong(&swap("12-20/60", "60-20/60"), "points: 60 is past what can be with target 60 here (0 to 59), column 39");
        wrong(
            &swap("12-20/60", "12:20/60"),
            "points: \"12:20/60\" is not white-yellow/target, for example 12-20/60, column 39",
        );
        wrong(&swap("12-20/60", "0-0/0"), "points: target 0: at least 1 is right, column 39");
    }

    #[test]
    fn missing_doubled_and_unknown_fields() {
        wrong("", "white: missing; x,y in metres, dx,y in diamonds, or `-` in hand is right, column 1");
        wrong("1,1 0.5,0.4 2.13,0.71 UDLRC w", "kind: missing; n, o, r, h:lower, h:upper, l or e is right, column 30");
        wrong(
            &format!("{LINE} modern wcbs-1997"),
            "profile: \"wcbs-1997\" comes a second time; one profile field is right, column 55",
        );
        wrong(&format!("{LINE} 1-0/4:w"), "sets: best of 4 is even; an odd number of sets is right (2.2), column 48");
        wrong(&format!("{LINE} 2-0/3:w"), "sets: 2-0 can't be in best of 3 here (0 to 1 each), column 48");
        wrong(
            &format!("{LINE} 1-0/3"),
            "sets: \"1-0/3\" is not won-won/best of:opener, for example 1-0/3:w, column 48",
        );
        assert!(parse(&format!("{LINE} modrn")).unwrap_err().starts_with("profile: \"modrn\" is not wcbs-1997"));
    }

    #[test]
    fn kinds_prescribe_places() {
        wrong(
            "- 2.7,0.71 2.13,0.71 UDLRC w o 0-0/60",
            "yellow: (2.70, 0.71) is not where it lies with kind `o`: (2.74, 0.71), column 3",
        );
        wrong(
            "1.4,0.2 2.74,0.71 2.13,0.71 UDLRC w o 0-0/60",
            "white: (1.40, 0.20) is not wholly in the lower half (x at most 1.38925), column 1",
        );
        wrong(
            "1.45,0.2 2.74,0.71 2.13,0.71 UDLRC w h:upper 0-0/60",
            "white: (1.45, 0.20) is not wholly in the upper half (x at least 1.45075), column 1",
        );
        wrong(
            "0.5,0.2 - 2.13,0.71 UDLRC w h:upper 0-0/60",
            "yellow: `-` is not possible with kind `h:upper`: only the striker's ball, white, can be in hand, column 9",
        );
        assert!(
            parse("0.71,1 0.71,0.41 2.13,0.71 UDLRC w l 0-0/60").unwrap_err().starts_with("white: (0.71, 1.00) is")
        );
        wrong(
            "1,1 0.5,0.4 2.13,0.71 UDLRC w e 60-60/60",
            "points: both have reached the target; only one can, column 33",
        );
    }

    /// A number between two bounds with all its bits, not only short decimals.
    fn place(table: &Table) -> impl Strategy<Value = DVec2> + use<> {
        let (radius, params) = (table.radius(), table.params());
        (radius..params.length_m - radius, radius..params.width_m - radius).prop_map(|(x, y)| DVec2::new(x, y))
    }

    fn positions() -> impl Strategy<Value = Position> {
        let table = Table::carom_heated();
        let balls = [place(&table), place(&table), place(&table)];
        let profiles = prop::sample::select(vec!["wcbs-1997", "modern", "own.toml"]);
        let sets = prop::option::of((0..2u8, 0..2u8, any::<bool>()));
        (balls, any::<bool>(), 0..30u16, 0..30u16, 31..200u16, sets, profiles).prop_filter_map(
            "balls overlap",
            move |(balls, white, one, other, target, sets, profile)| {
                let covered = |pin: &Pin| balls.iter().any(|&ball| table.covered_by(ball).contains(*pin));
                let player = |first| if first { Player::White } else { Player::Yellow };
                let position = Position {
                    balls: balls.map(Some),
                    pins: Pin::ALL.into_iter().filter(|pin| !covered(pin)).collect(),
                    striker: player(white),
                    kind: Kind::Normal,
                    points: [one, other],
                    target,
                    sets: sets.map(|(a, b, first)| Sets { won: [a, b], best_of: 3, opener: player(first) }),
                    profile: ProfileName::from_text(profile),
                };
                position.check(&table).is_ok().then_some(position)
            },
        )
    }

    proptest! {
        #[test]
        fn print_and_parse_keep_every_bit(position in positions()) {
            let table = Table::carom_heated();
            let text = position.to_string();
            let back = Position::parse(&text, &table).unwrap();
            prop_assert_eq!(&back, &position);
            prop_assert_eq!(back.to_string(), text.clone());
            let link = Position::parse(&text.replace(' ', "_"), &table).unwrap();
            prop_assert_eq!(link, position.clone());
            let json = serde_json::to_string(&position).unwrap();
            let read: super::super::PositionJson = serde_json::from_str(&json).unwrap();
            prop_assert_eq!(read.position(&table).unwrap(), position);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,80}") {
            let _ = Position::parse(&text, &Table::carom_heated());
        }

        #[test]
        fn a_damaged_line_is_read_or_refused(place in 0..46usize, with in any::<char>()) {
            let damaged: String =
                LINE.chars().enumerate().map(|(i, c)| if i == place { with } else { c }).collect();
            if let Ok(position) = Position::parse(&damaged, &Table::carom_heated()) {
                prop_assert_eq!(position.check(&Table::carom_heated()), Ok(()));
            }
        }
    }
}
