//! Which suggestions are shown: alternatives of different kinds, not copies of one line.

use filotto_engine::Name;
use filotto_search::Plan;

/// A stroke that is a fault more often than this is no alternative where there are others.
const HOPELESS: f64 = 0.5;

/// The plan with the suggestions to show, one of another kind among them where there is one, so that the best can be
/// compared with it. The order stays the plan's.
pub fn varied(plan: Plan, top: usize, names: impl FnOnce(&Plan) -> Vec<Name>) -> Plan {
    let names = names(&plan);
    let hope = |i: usize| i == 0 || plan.suggestions[i].fault.mean < HOPELESS;
    let shown = of_kinds(&names, top.max(2), hope);
    let suggestions = shown.iter().map(|&i| plan.suggestions[i].clone()).collect();
    Plan { suggestions, ..plan }
}

/// The places of the first of each name; where there are fewer names, the next of any; those without hope last.
pub fn of_kinds(names: &[Name], count: usize, hope: impl Fn(usize) -> bool) -> Vec<usize> {
    let copy = |i: usize| names[..i].iter().enumerate().any(|(j, name)| *name == names[i] && hope(j));
    let mut places: Vec<usize> = (0..names.len()).collect();
    places.sort_by_key(|&i| (!hope(i), copy(i)));
    places.truncate(count);
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use Name::{Angolo, Filotto, Rinquarto};

    #[test]
    fn kinds_come_before_copies() {
        let names = [Rinquarto, Rinquarto, Rinquarto, Angolo, Rinquarto, Filotto];
        assert_eq!(of_kinds(&names, 2, |_| true), [0, 3]);
        assert_eq!(of_kinds(&names, 4, |_| true), [0, 1, 3, 5]);
        assert_eq!(of_kinds(&names, 9, |_| true), [0, 1, 2, 3, 4, 5]);
        assert_eq!(of_kinds(&names, 2, |i| i != 3), [0, 5], "a fault is no alternative");
        assert_eq!(of_kinds(&names[..1], 2, |_| true), [0]);
    }
}
