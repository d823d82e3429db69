//! Rule 10 with thresholds of one's own: what is in contact, and what is played onto it.

use filotto_engine::played::{in_contact, play};
use filotto_engine::{Fault, Faults, Position, Profile, Stroke};
use filotto_physics::Table;

/// White strikes; yellow lies in the direction of +x, the gap between them given.
fn position(gap_m: f64, table: &Table) -> Position {
    let x = 1.0 + 2.0 * table.radius() + gap_m;
    Position::parse(&format!("1,0.3 {x},0.3 2.13,0.71 UDLRC w n 0-0/60"), table).expect("legal")
}

fn faults(gap_m: f64, phi_deg: f64, profile: &Profile) -> Faults {
    let table = Table::carom_heated();
    let stroke = Stroke::parse(&format!("phi={phi_deg} v=2")).expect("a stroke");
    play(&position(gap_m, &table), &stroke, &[], None, &table, profile).expect("can be played").ruling.faults
}

/// At 87 degrees the strike points 3 degrees into yellow: more than the rules' one, less than five.
#[test]
fn how_far_into_a_contact_is_onto_it() {
    let own = Profile { onto_contact_deg: 5.0, ..Profile::wcbs_1997() };
    for (phi_deg, usual, lenient) in
        [(87.0, true, false), (84.0, true, true), (89.5, false, false), (93.0, false, false)]
    {
        assert_eq!(faults(0.0, phi_deg, &Profile::wcbs_1997()).contains(Fault::L), usual, "{phi_deg}");
        assert_eq!(faults(0.0, phi_deg, &own).contains(Fault::L), lenient, "{phi_deg}, five degrees allowed");
    }
}

/// A gap of 0.3 mm is no contact by the usual tenth of a millimetre, and is one where half a millimetre is.
#[test]
fn how_near_is_in_contact() {
    let table = Table::carom_heated();
    let own = Profile { contact_m: 0.0005, ..Profile::wcbs_1997() };
    for (gap_m, usual, wide) in
        [(0.0, true, true), (0.00009, true, true), (0.0003, false, true), (0.0006, false, false)]
    {
        let place = position(gap_m, &table);
        for (profile, touches) in [(&Profile::wcbs_1997(), usual), (&own, wide)] {
            assert_eq!(in_contact(&place, &table, profile), touches, "{gap_m}");
            assert_eq!(faults(gap_m, 80.0, profile).contains(Fault::L), touches, "{gap_m}");
        }
    }
}
