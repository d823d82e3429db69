//! Every stroke of `data/names.jsonl` has the name that stands there, and keeps it when table and hand differ a little.

mod cases;
mod solve;

use cases::{cases, kept, mirrored, named, shaken, share, told};
use filotto_engine::names::Name;
use filotto_physics::Table;

#[test]
fn every_stroke_has_the_name_it_must_get() {
    let table = Table::carom_heated();
    for case in cases() {
        let (position, stroke) = case.read(&table);
        let got = named(&table, &position, &stroke).expect("it can be simulated");
        assert_eq!(got.to_string(), case.name, "{case:?}");
    }
}

/// The events and the thickness that stand beside the name are those of the stroke: who knows the names can check them.
#[test]
fn the_events_beside_the_name_are_what_happens() {
    let table = Table::carom_heated();
    for case in cases() {
        let (position, stroke) = case.read(&table);
        let (all, said) = (told(&table, &position, &stroke), case.events.split(' ').collect::<Vec<_>>());
        assert!(all.starts_with(&said), "{case:?}: {all:?}");
        let share = share(&table, &position, &stroke);
        assert!((share - case.share).abs() < 0.05, "{case:?}: {share}");
    }
}

#[test]
fn every_name_of_the_courses_has_three_positions_and_their_mirror_images() {
    let (table, cases) = (Table::carom_heated(), cases());
    for name in Name::TAUGHT {
        let mine: Vec<_> = cases.iter().filter(|case| case.name == name.italian()).collect();
        let made = mine.iter().filter(|case| case.mirror.is_empty());
        assert!(made.count() >= 3, "{name}");
        for pair in mine.chunks(2) {
            let mirror = mirrored(pair[0], &pair[1].mirror, &table);
            assert_eq!((&mirror.position, &mirror.stroke), (&pair[1].position, &pair[1].stroke), "{:?}", pair[1]);
        }
    }
}

#[test]
fn names_do_not_hang_by_a_hair() {
    let (table, shaken) = (Table::carom_heated(), shaken());
    for case in cases() {
        let (position, stroke) = case.read(&table);
        let kept = kept(Name::parse(&case.name).expect("a name"), &position, &stroke, &shaken);
        assert!(2 * kept > shaken.len(), "{kept} of {}: {case:?}", shaken.len());
    }
}
