//! What a set is worth in its match: chances to win the match after winning and after losing the running set.

use filotto_engine::{Player, Sets};

/// Chances of white to win the match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// If white wins the running set.
    pub won: f64,
    /// If white loses it.
    pub lost: f64,
}

/// Without a match, the set is all there is.
pub const SET_ONLY: Stakes = Stakes { won: 1.0, lost: 0.0 };

impl Stakes {
    /// From where the match stands; `opens[p]` is the chance of player `p` to win a set that he opens.
    pub fn new(sets: Option<&Sets>, opens: [f64; 2]) -> Stakes {
        let Some(sets) = sets else { return SET_ONLY };
        let after = |winner: Player| {
            let mut won = sets.won;
            won[winner.index()] = won[winner.index()].saturating_add(1);
            white_wins(won, sets.best_of, sets.opener.other(), opens)
        };
        Stakes { won: after(Player::White), lost: after(Player::Yellow) }
    }

    /// White's chance to win the match, given his chance to win the set.
    pub fn of_white(&self, set: f64) -> f64 {
        self.lost + (self.won - self.lost) * set
    }
}

/// Openings alternate by set; the deciding set is opened by the winner of a new lag (4.5), either player with the
/// same chance.
fn white_wins(won: [u8; 2], best_of: u8, opener: Player, opens: [f64; 2]) -> f64 {
    let needed = best_of / 2 + 1;
    let [white, yellow] = won;
    if white >= needed || yellow >= needed {
        return f64::from(u8::from(white >= needed));
    }
    let by_opener = |opener: Player| match opener {
        Player::White => opens[0],
        Player::Yellow => 1.0 - opens[1],
    };
    let deciding = white + 1 == needed && yellow + 1 == needed;
    let set = if deciding { 0.5 * (by_opener(Player::White) + by_opener(Player::Yellow)) } else { by_opener(opener) };
    let next = opener.other();
    set * white_wins([white + 1, yellow], best_of, next, opens)
        + (1.0 - set) * white_wins([white, yellow + 1], best_of, next, opens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(won: [u8; 2], best_of: u8) -> Sets {
        Sets { won, best_of, opener: Player::White }
    }

    #[test]
    fn the_deciding_set_is_the_match() {
        assert_eq!(Stakes::new(Some(&sets([1, 1], 3)), [0.6, 0.6]), SET_ONLY);
        assert_eq!(Stakes::new(None, [0.6, 0.6]), SET_ONLY);
    }

    /// Best of 3 after 0-0 with even chances everywhere: 3/4 and 1/4.
    #[test]
    fn even_players() {
        let stakes = Stakes::new(Some(&sets([0, 0], 3)), [0.5, 0.5]);
        assert_eq!(stakes, Stakes { won: 0.75, lost: 0.25 });
        assert_eq!(stakes.of_white(0.5), 0.5);
    }

    /// After white won the first set, yellow opens the second; the third, if any, is opened by lot.
    #[test]
    fn openings_alternate_and_the_decider_is_lagged_for() {
        let stakes = Stakes::new(Some(&sets([0, 0], 3)), [0.6, 0.7]);
        let decider = 0.5 * (0.6 + 0.3);
        assert!((stakes.won - (0.3 + 0.7 * decider)).abs() < 1e-15);
        assert!((stakes.lost - 0.3 * decider).abs() < 1e-15);
    }
}
