//! A plan that is cut short keeps what it had found.

mod support;

use filotto_search::budget::Meter;
use filotto_search::pick::starts;
use filotto_search::polish::polish;
use filotto_search::rank::rank;
use filotto_search::sweep::sweep;
use filotto_search::task::Task;
use filotto_search::{Budget, Control, Objective, Plan, Request};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use support::{planner, position, request};

/// Stops as soon as a first plan has been told.
#[derive(Default)]
struct Once(Mutex<Option<Plan>>);

impl Control for Once {
    fn stopped(&self) -> bool {
        self.0.lock().unwrap().is_some()
    }

    fn report(&self, plan: &Plan) {
        self.0.lock().unwrap().get_or_insert_with(|| plan.clone());
    }
}

/// A bot lost sets to a player without a plan: `go movetime` on a busy machine cut the second, longer pass short before
/// it had ranked a stroke, and the answer was the fallback, full at the object ball, a fault in every third position.
#[test]
fn a_second_pass_cut_short_leaves_the_first_one_s_answer() {
    let planner = planner(1);
    for text in [
        "1.4587784189354065,0.6909341191219942 2.3172944921049714,0.3421927070372985 2.13,0.71 UDLRC w n 4-2/20 0-0/1:w",
        "0.17336646637097186,0.4056815445537809 2.5843621987126943,0.03206975533162638 2.13,0.71 UDLRC w n 4-6/20 0-0/1:w",
        "0.3558814180722947,0.7721631450171881 2.3441913575606126,0.3162290018235489 2.13,0.71 UDLRC w n 10-18/20 0-0/1:w",
    ] {
        let control = Once::default();
        let budget = Budget::time(Duration::from_secs(600));
        let request = Request { budget, ..request("club", 1, Objective::Win) };
        let plan = planner.plan(&position(text), &request, &control).expect("a plan");
        let told = control.0.into_inner().unwrap().expect("the first pass was told");
        assert_eq!(plan.best().stroke, told.best().stroke, "{text}");
        assert!(plan.best().nodes > 16, "the answer was measured");
        assert!(plan.best().stroke.strike.v_mps != 2.0, "the fallback strikes with 2 m/s");
    }
}

/// Stops after so many work items.
struct After(AtomicUsize);

impl Control for After {
    fn stopped(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// A polish or a ranking that the clock ended used to be thrown away with all it had found, so plans under a deadline had to
/// leave a quarter of their time unused.
#[test]
fn a_polish_and_a_ranking_cut_short_keep_what_they_found() {
    let (planner, position) = (planner(1), position("0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60"));
    let request = request("pro", 1, Objective::Points);
    let stages = |items: usize| {
        let none = After(AtomicUsize::new(usize::MAX));
        planner
            .with_task(&position, &request, &none, |task| {
                let swept = sweep(task, 2000).expect("nothing stops it");
                let starts = starts(task, &swept, 100).expect("nothing stops it");
                let few = After(AtomicUsize::new(items));
                let cut = Task { meter: &Meter::new(&few, None), ..*task };
                let (polished, whole) = polish(&cut, &starts, 6000);
                let field: Vec<_> = starts.iter().take(20).map(|start| (start.candidate, Some(start.mode))).collect();
                let few = After(AtomicUsize::new(items / 20));
                let cut = Task { meter: &Meter::new(&few, None), ..*task };
                (polished, whole, rank(&cut, &field, 2000, 4))
            })
            .expect("a position with strokes")
    };
    let (polished, whole, ranked) = stages(700);
    assert!(!whole && polished.len() > 20 && polished[0].generations() > 0, "as far as it got");
    let (ranked, whole) = ranked.expect("the first round was done");
    let lengths: Vec<usize> = ranked.iter().map(|one| one.utilities.len()).collect();
    assert!(!whole && ranked.len() == 20 && lengths[0] > 0, "{lengths:?}");
    let (polished, whole, ranked) = stages(100_000);
    assert!(whole && !polished.is_empty() && ranked.is_some_and(|(_, whole)| whole));
}

/// Slow for the first work items, as on a machine that does something else just then; counts what it is told.
#[derive(Default)]
struct SlowAtFirst {
    asked: AtomicUsize,
    told: AtomicUsize,
}

impl Control for SlowAtFirst {
    fn stopped(&self) -> bool {
        if self.asked.fetch_add(1, Ordering::Relaxed) < 20 {
            std::thread::sleep(Duration::from_millis(25));
        }
        false
    }

    fn report(&self, _: &Plan) {
        self.told.fetch_add(1, Ordering::Relaxed);
    }
}

/// `suggest --time 1s` on a busy machine thought for 0.4 s: its first pass had told a speed far too low, and the pass planned by it
/// was the last.
#[test]
fn a_plan_that_thought_it_was_slow_thinks_again() {
    let control = SlowAtFirst::default();
    let request = Request { budget: Budget::time(Duration::from_secs(3)), ..request("pro", 1, Objective::Points) };
    let plan =
        planner(1).plan(&position("0.62,0.31 2.05,1.12 1.9,0.4 UDLRC w n 12-20/60"), &request, &control).unwrap();
    assert!(control.told.into_inner() > 1, "one pass by the speed of the first, and another: {} nodes", plan.nodes);
    assert!(plan.repeat_nodes == 0 && plan.best().nodes > 0);
}
