//! Every model against another simulator's numbers (`tests/data/README.md`).

use filotto_physics::reference::compare;

fn passes(text: &str) {
    for row in compare(text).expect("the vectors are readable") {
        println!("{row:?}");
        assert!(row.cases > 0 && row.pass, "{row:?}");
    }
}

#[test]
fn cue_strike() {
    passes(include_str!("data/cue_strike.json"));
}

#[test]
fn ball_ball() {
    passes(include_str!("data/ball_ball.json"));
}

#[test]
fn ball_cushion() {
    passes(include_str!("data/ball_cushion.json"));
}

#[test]
fn single_ball() {
    passes(include_str!("data/single_ball.json"));
}

#[test]
fn shots_on_stronge_cushions() {
    passes(include_str!("data/shots.json"));
}

#[test]
fn shots_on_han_cushions() {
    passes(include_str!("data/shots_han.json"));
}
