//! The flow of a match by the referee's calls: who opens, breaks, forfeits, rulings, claims.

use filotto_engine::game::{Calls, ClaimAnswer, Game, Phase, no_claims, step};
use filotto_engine::lag::{LagOutcome, LagReplay};
use filotto_engine::record::{By, Header, Line, SCHEMA, Seat};
use filotto_engine::{
    Brain, BrainError, Declared, Half, Kind, LagStrokes, Language, Names, Player, Position, Profile, ProfileName,
    Skill, Stroke,
};
use filotto_physics::table::TableParams;
use filotto_physics::{Ball, Strike};

fn header(sets: u8) -> Header {
    let seat = || Seat { name: "A".into(), brain: "hand".into(), skill: Skill::parse("machine").unwrap() };
    Header {
        schema: SCHEMA.into(),
        version: "test".into(),
        physics: "0".repeat(16),
        rules: "0".repeat(16),
        seed: 1,
        number: None,
        target: 20,
        sets,
        players: [seat(), seat()],
        rules_name: "wcbs-1997".into(),
        profile: Profile::wcbs_1997(),
        table: TableParams::carom_heated(),
    }
}

/// A match whose first set has been opened by white.
fn opened(sets: u8) -> Game {
    let mut game = Game::new(header(sets)).unwrap();
    game.choose(Player::White, true, true).unwrap();
    game
}

/// Lets a player win the running set by a ruling, and books it.
fn win(game: &mut Game, player: Player) {
    let mut points = [0, 0];
    points[player.index()] = 20;
    game.ruling(points, None, "for the test").unwrap();
    game.end_of_set().unwrap();
}

#[test]
fn the_number_of_sets_is_odd() {
    let error = Game::new(header(4)).unwrap_err().to_string();
    assert_eq!(error, "sets: 4 is even; an odd number of sets is right (2.2)");
    assert!(Game::new(header(5)).is_ok());
}

#[test]
fn the_winner_of_the_lag_opens_or_cedes() {
    let lag = LagStrokes::parse("lag w: phi=0 v=2.2 | y: phi=0 v=1.9").unwrap();
    for opens in [true, false] {
        let mut game = Game::new(header(1)).unwrap();
        game.lag(lag, lag).unwrap();
        let Phase::Choice(winner) = game.phase() else { panic!("no winner: {:?}", game.phase()) };
        assert!(game.choose(winner.other(), true, false).is_err(), "the choice is the winner's");
        game.choose(winner, opens, false).unwrap();
        let opener = if opens { winner } else { winner.other() };
        assert_eq!((game.position().striker, game.position().kind), (opener, Kind::Opening));
    }
}

#[test]
fn openings_alternate_and_a_lag_comes_before_the_deciding_set() {
    let mut game = opened(5);
    for (set, winner) in [(1, Player::White), (2, Player::Yellow), (3, Player::White)] {
        let opener = if set % 2 == 1 { Player::White } else { Player::Yellow };
        assert_eq!((game.set(), game.position().striker, game.phase()), (set, opener, Phase::Stroke));
        win(&mut game, winner);
        if game.break_due() {
            game.take_break().unwrap();
        }
    }
    win(&mut game, Player::Yellow);
    assert_eq!((game.set(), game.phase(), game.won()), (5, Phase::Lag, [2, 2]));
}

#[test]
fn breaks_come_where_4_6_has_them() {
    for (sets, expected) in [(1, vec![]), (3, vec![2]), (5, vec![2, 4]), (7, vec![])] {
        let mut game = opened(sets);
        let mut breaks = Vec::new();
        for set in 1..sets {
            win(&mut game, if set % 2 == 1 { Player::White } else { Player::Yellow });
            if game.break_due() {
                breaks.push(set);
                game.take_break().unwrap();
                assert!(game.take_break().is_err(), "one break at a time");
            }
        }
        assert_eq!(breaks, expected, "best of {sets}");
    }
}

#[test]
fn leaving_costs_the_set_and_refusing_the_match() {
    let mut game = opened(3);
    game.forfeit(Player::White, "left the hall").unwrap();
    assert_eq!(game.phase(), Phase::SetOver(Player::Yellow));
    game.end_of_set().unwrap();
    assert_eq!(game.won(), [0, 1]);
    game.disqualify(Player::Yellow, "refused to go on").unwrap();
    assert_eq!(game.phase(), Phase::Won(Player::White));
    let Line::End(end) = game.end_of_match().unwrap() else { panic!("not the end") };
    assert_eq!((end.winner, end.reason.as_deref()), (Player::White, Some("refused to go on")));
}

#[test]
fn the_referee_rules_what_the_rules_do_not_foresee() {
    let mut game = opened(1);
    let table = game.table().clone();
    let position = Position::parse("0.5,0.4 2.2,0.3 2.13,0.71 UDLRC y n 0-0/20", &table).unwrap();
    let Line::Ruling(line) = game.ruling([0, 3], Some(&position), "a light fell on the table").unwrap() else {
        panic!("no ruling")
    };
    assert_eq!((line.rule.as_str(), line.by, line.by_hand), ("0", By::Referee, true));
    assert_eq!((game.position().points, game.position().striker), ([0, 3], Player::Yellow));
    assert_eq!(game.position().balls, position.balls);
}

#[test]
fn a_granted_claim_sets_up_the_stroke_without_points() {
    let mut game = opened(1);
    let refused = ClaimAnswer { granted: false, how: "phi=0 v=1 is free of faults".into() };
    let granted = ClaimAnswer { granted: true, how: "none of 5000 strokes".into() };
    game.claim(&refused).unwrap();
    assert_eq!(game.position().kind, Kind::Opening);
    assert!(game.claim(&granted).unwrap_err().to_string().contains("needs a contact"), "nothing is touched");
    let touching = "0.5,0.4 0.5615,0.4 2.13,0.71 UDLRC w n 0-0/20";
    let touching = Position::parse(touching, &game.table().clone()).unwrap();
    game.ruling([0, 0], Some(&touching), "for the test").unwrap();
    game.claim(&granted).unwrap();
    assert_eq!((game.position().kind, game.position().striker), (Kind::Reset, Player::White));
}

/// The referee's points count like any: they end the set at the target, for one player only.
#[test]
fn points_by_a_ruling_end_the_set_at_the_target() {
    let mut game = opened(1);
    assert!(game.ruling([20, 20], None, "both").unwrap_err().to_string().contains("only one can"));
    let Line::Ruling(line) = game.ruling([3, 25], None, "a game against the clock").unwrap() else { panic!() };
    assert_eq!((line.points, game.position().points), (Some([3, 25]), [3, 20]), "capped (2.1)");
    assert_eq!(game.phase(), Phase::SetOver(Player::Yellow));
    assert!(game.ruling([1, 0], None, "too late").is_err());
}

/// 9 at odd moments: out of the match before the first lag, out of the deciding set at its lag.
#[test]
fn forfeits_before_a_stroke_is_played() {
    let mut game = Game::new(header(3)).unwrap();
    game.disqualify(Player::Yellow, "did not come to the table").unwrap();
    assert_eq!(game.phase(), Phase::Won(Player::White));
    let mut game = opened(3);
    win(&mut game, Player::White);
    win(&mut game, Player::Yellow);
    game.take_break().unwrap();
    assert_eq!(game.phase(), Phase::Lag, "the deciding set begins with a lag (4.5)");
    game.forfeit(Player::White, "left before the lag").unwrap();
    game.end_of_set().unwrap();
    assert_eq!((game.phase(), game.won()), (Phase::Won(Player::Yellow), [1, 2]));
}

/// A fault of the waiting player while the striker has ball in hand: in hand again, opposite the offender's ball.
#[test]
fn a_waiting_player_s_fault_leaves_the_ball_in_hand() {
    let mut game = opened(1);
    game.fault(Player::White, &[Declared::Placement], None).unwrap();
    let before = game.position().clone();
    game.fault(Player::White, &[Declared::Touched], None).unwrap();
    let after = game.position();
    assert_eq!((after.striker, after.kind, after.points), (Player::Yellow, before.kind, [0, 4]));
    assert_eq!(after.balls, before.balls);
    assert!(game.fault(Player::White, &[Declared::WrongBall], None).is_err(), "who waits strikes nothing");
}

/// A player who lags always the same way.
struct Same;

impl Brain for Same {
    fn name(&self) -> String {
        "same".into()
    }

    fn stroke(&mut self, _: &Position) -> Result<Stroke, BrainError> {
        Stroke::parse("phi=0 v=3 at=0.5,0.71").map_err(|error| BrainError::Failed(error.to_string()))
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        Ok(Strike::new(0.0, 2.0))
    }
}

/// Two who lag alike to the bit would lag for ever: after twenty lags the lot decides who chooses (3).
#[test]
fn lags_that_decide_nothing_end_in_a_lot() {
    let mut game = Game::new(header(1)).unwrap();
    let mut players: [Box<dyn Brain>; 2] = [Box::new(Same), Box::new(Same)];
    for attempt in 1..=20 {
        let Line::Lag(lag) = step(&mut game, &mut players, &mut no_claims).unwrap() else { panic!("no lag") };
        assert_eq!((lag.attempt, lag.verdict.outcome), (attempt, LagOutcome::Replay(LagReplay::Equal)));
    }
    let Line::Choice(choice) = step(&mut game, &mut players, &mut no_claims).unwrap() else { panic!("no choice") };
    assert!(choice.reason.contains("won the lot"), "{}", choice.reason);
    assert_eq!(game.phase(), Phase::Stroke);
}

/// The referee shows a player his ball: white is white's all match, also after the sets have changed the opener.
#[test]
fn colours_stay_and_can_be_asked_for() {
    let mut game = opened(3);
    assert_eq!((game.position().cue_ball(), game.position().object_ball()), (Ball::White, Ball::Yellow));
    win(&mut game, Player::White);
    assert_eq!((game.position().cue_ball(), game.position().object_ball()), (Ball::Yellow, Ball::White));
    for player in Player::ALL {
        assert_eq!(Player::from_letter(&player.letter().to_string()), Some(player));
    }
    game.note(By::Referee, "13.7", "yellow asked for the ball").unwrap();
}

#[test]
fn conduct_is_noted_without_consequence() {
    let mut game = opened(1);
    let before = game.position().clone();
    game.note(By::Yellow, "14", "whistled").unwrap();
    assert_eq!((game.position(), game.phase()), (&before, Phase::Stroke));
}

#[test]
fn a_touch_before_the_ball_is_set_hands_it_over() {
    let mut game = opened(1);
    game.fault(Player::White, &[Declared::Placement], None).unwrap();
    let position = game.position();
    assert_eq!((position.striker, position.points), (Player::Yellow, [0, 2]));
    assert_eq!(position.kind, Kind::InHand(Half::Lower), "white went to the upper end spot");
    assert!(game.fault(Player::Yellow, &[Declared::Push], None).is_err(), "a push needs a stroke");
}

/// A whole stroke: played, judged, explained with the half from which the next player plays.
#[test]
fn a_stroke_is_told_with_who_plays_next_and_from_where() {
    let table = filotto_physics::Table::carom_heated();
    let profile = Profile::wcbs_1997();
    let position = Position::opening_on(&table, Player::White, 60, ProfileName::Wcbs1997);
    let stroke = Stroke::parse("phi=180 v=0.5 at=1.2,0.2").unwrap();
    let played = filotto_engine::played::play(&position, &stroke, &[], None, &table, &profile).unwrap();
    let kind = position.kind.stroke_kind().unwrap();
    let verdict = filotto_engine::judge(played.layout.pins, kind, &played.events, &[], &profile);
    assert_eq!(verdict.ruling, played.ruling);
    let told = verdict.explain(Language::En, &Names::Colours(position.striker), Some(&played.next));
    assert_eq!(
        told,
        "Yellow: 2 points. Fault: White, «opponent's ball» (15.3-g): the cue ball did not meet the object ball. \
         Counted: penalty 2. Next: Yellow, ball in hand in the upper half (13.1, 13.2)."
    );
    let mut game = opened(1);
    let line = game.play(&stroke, &stroke, &Calls::default()).unwrap();
    assert!(matches!(line, Line::Stroke(_)));
    assert_eq!(game.position().kind, Kind::InHand(Half::Upper));
}
