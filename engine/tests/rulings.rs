//! The referee against case files, and against every list that can be thought of.

mod support {
    pub mod slow_referee;
}

use filotto_engine::cases::judge_file;
use filotto_engine::{
    By, Contact, Declared, JumpOver, Language, Names, Profile, RefereeEvent, Role, StrokeKind, check_events, judge,
    rule,
};
use filotto_physics::trace::LeanFall;
use filotto_physics::{Pin, PinSet};
use proptest::prelude::*;
use support::slow_referee::Slow;

const FILES: [(&str, &str); 2] = [
    ("referee-cases.json", include_str!("data/referee-cases.json")),
    ("rulings.json", include_str!("data/rulings.json")),
];

/// Prints every miss of a file, then fails if there is one.
fn all_right(name: &str, text: &str) {
    let outcomes = judge_file(text, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!outcomes.is_empty(), "{name} has no case");
    let misses: Vec<_> = outcomes.iter().filter(|outcome| !outcome.is_right()).collect();
    for miss in &misses {
        eprintln!("{} ({}): got {:?}, right is {:?}", miss.case.id, miss.case.rule, miss.got, miss.case.expect);
    }
    assert!(misses.is_empty(), "{name}: {} of {} cases wrong", misses.len(), outcomes.len());
}

#[test]
fn the_referee_s_cases() {
    all_right(FILES[0].0, FILES[0].1);
}

#[test]
fn the_cases_of_our_own() {
    all_right(FILES[1].0, FILES[1].1);
}

/// 8.3: whoever gets points is named, and so is who plays next (2.3), in every language.
#[test]
fn every_explanation_names_who_gets_the_points() {
    for outcome in FILES.iter().flat_map(|(_, text)| judge_file(text, &[]).unwrap()) {
        let ruling = &outcome.verdict.ruling;
        let names = Names::Own("Bianchi".into(), "Rossi".into());
        for language in Language::ALL {
            let told = outcome.verdict.explain(language, &names, None);
            let winner = if ruling.opponent > 0 { "Rossi: " } else { "Bianchi: " };
            let points = ruling.striker.max(ruling.opponent).to_string();
            assert!(told.starts_with(&format!("{winner}{points} ")), "{}: {told}", outcome.case.id);
            for fault in ruling.faults.ids() {
                assert!(told.contains(&format!("({fault})")), "{}: {told}", outcome.case.id);
            }
        }
        let events = outcome.case.events.len();
        assert!(outcome.verdict.deciding().iter().all(|&event| event < events), "{}", outcome.case.id);
    }
}

fn role() -> impl Strategy<Value = Role> {
    prop::sample::select(Role::ALL.to_vec())
}

fn pin() -> impl Strategy<Value = Pin> {
    prop::sample::select(Pin::ALL.to_vec())
}

fn by() -> impl Strategy<Value = By> {
    prop_oneof![3 => role().prop_map(By::Ball), 1 => pin().prop_map(By::Pin)]
}

/// Any event at all, also those that can't be.
fn event() -> impl Strategy<Value = RefereeEvent> {
    let contact = prop::sample::select(vec![Contact::Object, Contact::Red, Contact::Cushion]);
    let how = prop::sample::select(vec![LeanFall::Away, LeanFall::Onto]);
    prop_oneof![
        6 => (role(), role()).prop_map(|(a, b)| RefereeEvent::Hit(a, b)),
        1 => role().prop_map(RefereeEvent::Cushion),
        4 => (pin(), by()).prop_map(|(p, b)| RefereeEvent::Down(p, b)),
        1 => pin().prop_map(RefereeEvent::Upright),
        1 => (pin(), by()).prop_map(|(p, b)| RefereeEvent::Shift(p, b)),
        1 => (pin(), by()).prop_map(|(p, b)| RefereeEvent::ShiftOff(p, b)),
        1 => (pin(), by()).prop_map(|(p, b)| RefereeEvent::Struck(p, b)),
        1 => (pin(), role()).prop_map(|(p, r)| RefereeEvent::Lean(p, r)),
        1 => (pin(), role(), how).prop_map(|(p, r, h)| RefereeEvent::LeanFall(p, r, h)),
        1 => role().prop_map(RefereeEvent::Off),
        1 => prop_oneof![pin().prop_map(JumpOver::Pin), Just(JumpOver::Red)].prop_map(RefereeEvent::Jump),
        1 => (pin(), pin()).prop_map(|(p, q)| RefereeEvent::Between(p, q)),
        1 => Just(RefereeEvent::DoubleHit),
        1 => Just(RefereeEvent::Push),
        1 => contact.prop_map(RefereeEvent::OntoContact),
        1 => role().prop_map(RefereeEvent::WrongBall),
    ]
}

/// Events of two pins and the first contacts alone, so that chains and leaning pins are frequent.
fn castle_event() -> impl Strategy<Value = RefereeEvent> {
    let pin = || prop::sample::select(vec![Pin::U, Pin::C]);
    let by = || prop_oneof![role().prop_map(By::Ball), pin().prop_map(By::Pin)];
    let how = prop::sample::select(vec![LeanFall::Away, LeanFall::Onto]);
    prop_oneof![
        Just(RefereeEvent::Hit(Role::Cue, Role::Object)),
        Just(RefereeEvent::Hit(Role::Cue, Role::Red)),
        (pin(), by()).prop_map(|(p, b)| RefereeEvent::Down(p, b)),
        (pin(), by()).prop_map(|(p, b)| RefereeEvent::Shift(p, b)),
        (pin(), by()).prop_map(|(p, b)| RefereeEvent::ShiftOff(p, b)),
        (pin(), role(), how).prop_map(|(p, r, h)| RefereeEvent::LeanFall(p, r, h)),
    ]
}

fn kind() -> impl Strategy<Value = StrokeKind> {
    prop::sample::select(StrokeKind::ALL.to_vec())
}

fn declared() -> impl Strategy<Value = Vec<Declared>> {
    prop::collection::vec(prop::sample::select(Declared::ALL.to_vec()), 0..3)
}

fn profile() -> impl Strategy<Value = Profile> {
    prop_oneof![Just(Profile::wcbs_1997()), Just(Profile::modern())]
}

fn pins() -> impl Strategy<Value = PinSet> {
    prop::collection::vec(pin(), 0..8).prop_map(|out| out.into_iter().fold(PinSet::ALL, PinSet::without))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_list_has_a_verdict(
        pins in pins(), kind in kind(), events in prop::collection::vec(event(), 0..24), declared in declared(),
        profile in profile(),
    ) {
        let ruling = rule(pins, kind, &events, &declared, &profile);
        prop_assert!(ruling.striker == 0 || ruling.opponent == 0, "both score: {:?}", ruling);
        prop_assert!(ruling.faults.is_empty() || ruling.striker == 0, "a fault pays the striker: {:?}", ruling);
        prop_assert!(ruling.in_hand == (ruling.faults.penalised() > 0));
        let most = 4 * profile.outer_pin + profile.centre_alone + profile.carom + 18 * profile.fault_points + 2;
        prop_assert!(ruling.striker.max(ruling.opponent) <= most);
        prop_assert!(ruling.pins_down.iter().all(|pin| pins.contains(pin)));
        let verdict = judge(pins, kind, &events, &declared, &profile);
        prop_assert_eq!(verdict.ruling, ruling);
        for language in Language::ALL {
            prop_assert!(!verdict.explain(language, &Names::Roles, None).is_empty());
        }
    }

    #[test]
    fn the_one_pass_agrees_with_the_slow_referee(
        pins in pins(), kind in kind(), events in prop::collection::vec(event(), 0..14), declared in declared(),
        profile in profile(),
    ) {
        let declared: Vec<_> = declared.into_iter().filter(|declared| declared.possible_with(kind)).collect();
        let fast = rule(pins, kind, &events, &declared, &profile);
        let slow = Slow { pins, kind, events: &events, declared: &declared, profile: &profile };
        prop_assert_eq!((fast.striker, fast.opponent, fast.faults.ids(), fast.in_hand), slow.verdict());
    }

    #[test]
    fn chains_and_leaning_pins_agree_with_the_slow_referee(
        events in prop::collection::vec(castle_event(), 0..7), profile in profile(),
    ) {
        let (pins, kind) = (PinSet::ALL, StrokeKind::Normal);
        let fast = rule(pins, kind, &events, &[], &profile);
        let slow = Slow { pins, kind, events: &events, declared: &[], profile: &profile };
        prop_assert_eq!((fast.striker, fast.opponent, fast.faults.ids(), fast.in_hand), slow.verdict());
    }

    #[test]
    fn events_read_back_from_json(events in prop::collection::vec(event(), 0..12)) {
        // A wrong ball can't be the striker's own; its text is refused.
        let events: Vec<_> = events.into_iter().filter(|&e| e != RefereeEvent::WrongBall(Role::Cue)).collect();
        let json = serde_json::to_string(&events).unwrap();
        prop_assert_eq!(serde_json::from_str::<Vec<RefereeEvent>>(&json).unwrap(), events);
    }

    #[test]
    fn the_check_refuses_or_passes_and_never_panics(
        pins in pins(), kind in kind(), events in prop::collection::vec(event(), 0..12), declared in declared(),
    ) {
        if let Err(error) = check_events(pins, kind, &events, &declared) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}
