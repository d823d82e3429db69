//! What a stroke is called: the vocabulary of the Italian courses, by what touches what first.
//!
//! *Direct*: the cue ball touches no cushion before the object ball; the name tells the object ball's cushions before
//! the castle. *Indirect*: the name tells the cue ball's cushions before the object ball. Where two names fit, the one
//! that stands first in [`Name`] wins. Our decisions where the courses leave room:
//! - the castle is reached with the first crossing (the centre enters the square of the outer pins) or the first pin
//!   that the object ball fells, whichever comes first;
//! - without a cushion before the castle, `sventaglina` sweeps: it is cut (thinner than 7/8) and its next cushion is a
//!   short one; `fisso` is any other, the full hit along the row among them;
//! - side counts from one tip on, "full" is 7/8 or more (what rounds to it off a cushion), "near a corner" is [`CORNER_M`] from both cushions;
//! - what fits no name of the courses is told by its cushions ([`Name::Direct`], [`Name::Indirect`]).

mod facts;
mod words;

pub use facts::{Facts, Touch, facts};

use filotto_physics::trace::Rail;

/// Side of one tip in ball radii: three tips are the miscue limit of half a radius.
pub const TIP: f64 = 1.0 / 6.0;
/// From this share on a direct hit counts as almost full.
const FULL: f64 = 7.0 / 8.0;
/// The same off a cushion, where nobody hits finer: what people round to 7/8.
const FULL_INDIRECT: f64 = 13.0 / 16.0;
/// A sfaccio is hit at least so thick.
const HALF: f64 = 0.5;
/// An object ball nearer than this to a long and a short cushion lies in a corner, m: about a diamond and a half.
pub const CORNER_M: f64 = 0.5;
/// Crossings of the castle that make a candela a calcio.
const CALCIO: u8 = 3;

/// The name of a stroke, in the order in which names are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// Object ball straight into the pins.
    Fisso,
    /// Object ball to the short cushion and back through the castle along the row, hit almost full.
    Filotto,
    /// Like filotto, but cut and with side.
    Sfaccio,
    /// Object ball, cut, sweeps the castle on its way to the short cushion: filotto di prima.
    Sventaglina,
    /// Object ball to the long cushion and back across the castle.
    Traversino,
    /// Object ball short, long, castle: rinterzo.
    Angolo,
    /// Object ball long, short, castle.
    Striscio,
    /// Object ball long, short, opposite long, castle: giro.
    Rinquarto,
    /// Object ball four cushions.
    QuattroSponde,
    /// Object ball five cushions.
    Girone,
    /// Object ball seven cushions.
    SetteSponde,
    /// Object ball another number of cushions, or in another order, then the castle.
    Direct(u8),
    /// Cue ball short cushion, then the object ball full.
    Candela,
    /// A candela so hard that the object ball crosses the castle three times.
    Calcio,
    /// Cue ball long cushion with reverse side, then the object ball.
    SpondaBilia,
    /// Cue ball long, short, then the object ball; running side or none.
    StriscioIndiretto,
    /// The same with reverse side.
    Garuffa,
    /// Cue ball two cushions with running side into an object ball near a corner.
    DueAMoDiTre,
    /// Cue ball three cushions.
    TreIndirette,
    /// Cue ball four cushions.
    QuattroIndirette,
    /// Cue ball five cushions.
    CinqueIndirette,
    /// Cue ball another number of cushions, or in another way, then the object ball.
    Indirect(u8),
    /// Cue ball, object ball, red.
    Carambola,
    /// Object ball, red.
    Casin,
    /// No points sought, the castle between the balls.
    Impallatura,
    /// No points sought.
    Difesa,
    /// The object ball was not met, or red before it: only a stroke that went wrong has this name.
    Mancata,
}

impl Name {
    /// Every name that a course teaches, in order; without the ones told by cushions only, and the miss.
    pub const TAUGHT: [Name; 24] = [
        Name::Fisso,
        Name::Filotto,
        Name::Sfaccio,
        Name::Sventaglina,
        Name::Traversino,
        Name::Angolo,
        Name::Striscio,
        Name::Rinquarto,
        Name::QuattroSponde,
        Name::Girone,
        Name::SetteSponde,
        Name::Candela,
        Name::Calcio,
        Name::SpondaBilia,
        Name::StriscioIndiretto,
        Name::Garuffa,
        Name::DueAMoDiTre,
        Name::TreIndirette,
        Name::QuattroIndirette,
        Name::CinqueIndirette,
        Name::Carambola,
        Name::Casin,
        Name::Impallatura,
        Name::Difesa,
    ];

    /// The name of a stroke with these facts.
    pub fn of(facts: &Facts) -> Name {
        let Some(hit) = facts.hit.filter(|_| !facts.red_first) else { return Name::Mancata };
        if facts.cue_rails.is_empty() { direct(facts, hit) } else { indirect(facts, hit) }
    }

    /// Whether the cue ball meets a cushion first.
    pub const fn is_indirect(self) -> bool {
        matches!(
            self,
            Name::Candela
                | Name::Calcio
                | Name::SpondaBilia
                | Name::StriscioIndiretto
                | Name::Garuffa
                | Name::DueAMoDiTre
                | Name::TreIndirette
                | Name::QuattroIndirette
                | Name::CinqueIndirette
                | Name::Indirect(_)
        )
    }
}

fn direct(facts: &Facts, hit: Touch) -> Name {
    if !facts.castle {
        return without_castle(facts);
    }
    let rails = &facts.object_rails[..];
    match (rails, kinds(rails).as_str()) {
        (_, "") if hit.share < FULL && facts.next_rail.is_some_and(is_short) => Name::Sventaglina,
        (_, "") => Name::Fisso,
        (_, "s") if hit.share >= FULL => Name::Filotto,
        (_, "s") if hit.share >= HALF && facts.side_tips.abs() >= 1.0 => Name::Sfaccio,
        (_, "l") => Name::Traversino,
        (_, "sl") => Name::Angolo,
        (_, "ls") => Name::Striscio,
        ([first, _, last], "lsl") if first != last => Name::Rinquarto,
        ([_, _, _, _], _) => Name::QuattroSponde,
        ([_, _, _, _, _], _) => Name::Girone,
        ([_, _, _, _, _, _, _], _) => Name::SetteSponde,
        _ => Name::Direct(count(rails)),
    }
}

fn without_castle(facts: &Facts) -> Name {
    match (facts.carom, facts.casin) {
        (true, _) => Name::Carambola,
        (_, true) => Name::Casin,
        _ if facts.castle_between => Name::Impallatura,
        _ => Name::Difesa,
    }
}

fn indirect(facts: &Facts, hit: Touch) -> Name {
    let rails = &facts.cue_rails[..];
    match (rails, kinds(rails).as_str()) {
        (_, "s") if hit.share >= FULL_INDIRECT && facts.crossings >= CALCIO => Name::Calcio,
        (_, "s") if hit.share >= FULL_INDIRECT => Name::Candela,
        (_, "l") if facts.side_tips <= -1.0 => Name::SpondaBilia,
        (_, "ls") if facts.side_tips <= -1.0 => Name::Garuffa,
        (_, "ls") => Name::StriscioIndiretto,
        ([_, _], _) if facts.side_tips >= 1.0 && facts.corner => Name::DueAMoDiTre,
        ([_, _, _], _) => Name::TreIndirette,
        ([_, _, _, _], _) => Name::QuattroIndirette,
        ([_, _, _, _, _], _) => Name::CinqueIndirette,
        _ => Name::Indirect(count(rails)),
    }
}

fn is_short(rail: Rail) -> bool {
    matches!(rail, Rail::Lower | Rail::Upper)
}

/// `s` and `l` for short and long cushions, in order.
fn kinds(rails: &[Rail]) -> String {
    rails.iter().map(|&rail| if is_short(rail) { 's' } else { 'l' }).collect()
}

fn count(rails: &[Rail]) -> u8 {
    u8::try_from(rails.len()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use filotto_physics::trace::Rail::{Left, Lower, Right, Upper};

    const THICK: Touch = Touch { share: 0.95, left: true };
    const CUT: Touch = Touch { share: 0.7, left: false };

    fn played(hit: Touch, object_rails: &[Rail]) -> Facts {
        Facts { hit: Some(hit), object_rails: object_rails.to_vec(), castle: true, ..Facts::default() }
    }

    #[test]
    fn direct_strokes_by_the_object_balls_cushions() {
        for (rails, name) in [
            (&[][..], Name::Fisso),
            (&[Upper], Name::Filotto),
            (&[Left], Name::Traversino),
            (&[Upper, Right], Name::Angolo),
            (&[Right, Lower], Name::Striscio),
            (&[Right, Lower, Left], Name::Rinquarto),
            (&[Upper, Lower], Name::Direct(2)),
            (&[Left, Right, Left], Name::Direct(3)),
            (&[Left, Upper, Right, Lower], Name::QuattroSponde),
            (&[Upper, Left, Lower, Right, Upper], Name::Girone),
            (&[Left, Upper, Right, Lower, Left, Upper], Name::Direct(6)),
            (&[Left, Upper, Right, Lower, Left, Upper, Right], Name::SetteSponde),
        ] {
            assert_eq!(Name::of(&played(THICK, rails)), name, "{rails:?}");
        }
    }

    #[test]
    fn thickness_side_and_the_next_cushion_decide() {
        let swept = |hit| Facts { next_rail: Some(Upper), ..played(hit, &[]) };
        assert_eq!([CUT, THICK].map(|hit| Name::of(&swept(hit))), [Name::Sventaglina, Name::Fisso]);
        let cut = |side_tips| Facts { side_tips, ..played(CUT, &[Upper]) };
        assert_eq!([1.0, -1.5, 0.9].map(|side| Name::of(&cut(side))), [Name::Sfaccio, Name::Sfaccio, Name::Direct(1)]);
        let thin = Facts { side_tips: 2.0, ..played(Touch { share: 0.4, left: true }, &[Upper]) };
        assert_eq!(Name::of(&thin), Name::Direct(1));
    }

    #[test]
    fn indirect_strokes_by_the_cue_balls_cushions() {
        let by = |rails: &[Rail], side_tips: f64| Facts {
            cue_rails: rails.to_vec(),
            side_tips,
            crossings: 1,
            ..played(THICK, &[])
        };
        let corner = Facts { corner: true, ..by(&[Upper, Left], 1.0) };
        let kicked = Facts { crossings: 3, ..by(&[Upper], 0.0) };
        for (facts, name) in [
            (by(&[Upper], 0.0), Name::Candela),
            (kicked, Name::Calcio),
            (Facts { hit: Some(CUT), ..by(&[Upper], 0.0) }, Name::Indirect(1)),
            (by(&[Left], -1.2), Name::SpondaBilia),
            (by(&[Left], 1.2), Name::Indirect(1)),
            (by(&[Left, Upper], 0.5), Name::StriscioIndiretto),
            (by(&[Left, Upper], -1.0), Name::Garuffa),
            (corner, Name::DueAMoDiTre),
            (by(&[Upper, Left], 1.0), Name::Indirect(2)),
            (by(&[Left, Upper, Right], 0.0), Name::TreIndirette),
            (by(&[Left, Upper, Right, Lower], 0.0), Name::QuattroIndirette),
            (by(&[Left, Upper, Right, Lower, Left], 0.0), Name::CinqueIndirette),
        ] {
            assert_eq!(Name::of(&facts), name, "{facts:?}");
            assert!(name.is_indirect());
        }
    }

    #[test]
    fn without_the_castle_there_are_caroms_and_defences() {
        let quiet = Facts { castle: false, ..played(CUT, &[Left]) };
        assert_eq!(Name::of(&quiet), Name::Difesa);
        assert_eq!(Name::of(&Facts { castle_between: true, ..quiet.clone() }), Name::Impallatura);
        assert_eq!(Name::of(&Facts { carom: true, casin: true, ..quiet.clone() }), Name::Carambola);
        assert_eq!(Name::of(&Facts { casin: true, ..quiet.clone() }), Name::Casin);
        assert_eq!(Name::of(&Facts { red_first: true, ..quiet.clone() }), Name::Mancata);
        assert_eq!(Name::of(&Facts { hit: None, ..quiet }), Name::Mancata);
    }
}
