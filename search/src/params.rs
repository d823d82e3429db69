//! Every tunable of the planner in one table: meaning, default, range. The tuner reads the same table.

/// One tunable, as the tuner and the documentation see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tunable {
    /// Its name: the field of [`Params`].
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its default.
    pub default: f64,
    /// Least sensible value.
    pub low: f64,
    /// Greatest sensible value.
    pub high: f64,
}

/// Declares the struct, its defaults, the table and access by name from one list.
macro_rules! tunables {
    ($($name:ident = $default:literal, $low:literal, $high:literal, $meaning:literal;)+) => {
        /// The planner's tunables.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Params {
            $(#[doc = $meaning] pub $name: f64,)+
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)+ }
            }
        }

        /// All tunables, in the order of the struct.
        pub const TUNABLES: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name), meaning: $meaning, default: $default, low: $low, high: $high,
            },)+
        ];

        impl Params {
            /// The value of a name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// Sets a value by name, kept inside its range; `false` when there is no such name.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)+
                    _ => return false,
                }
                true
            }
        }
    };
}

tunables! {
    speed_low = 0.6, 0.1, 2.0, "Slowest cue speed the sweep tries, m/s.";
    speed_high = 6.5, 3.0, 12.0, "Fastest cue speed the sweep tries, m/s.";
    tip_disc = 0.47, 0.2, 0.5, "Radius of the disc the sweep draws tips from, in ball radii.";
    weight_direct = 0.50, 0.05, 1.0, "Share of the sweep aimed at the object ball directly.";
    weight_one = 0.22, 0.0, 1.0, "Share of the sweep aimed by one cushion.";
    weight_two = 0.18, 0.0, 1.0, "Share of the sweep aimed by two cushions.";
    weight_three = 0.10, 0.0, 1.0, "Share of the sweep aimed by three cushions.";
    spread_one_deg = 5.0, 0.0, 20.0, "What spin may turn off one cushion, degrees, added to its windows.";
    spread_two_deg = 8.0, 0.0, 30.0, "The same after two cushions.";
    spread_three_deg = 10.0, 0.0, 40.0, "The same after three cushions.";
    elevated_share = 0.06, 0.0, 0.5, "Share of the sweep with a raised cue where the direct way is not free.";
    elevated_high_deg = 65.0, 10.0, 80.0, "Steepest elevation the sweep tries, degrees.";
    fault_utility = 3.0, 0.0, 10.0, "Points a faulty sweep stroke is taken to cost, beside those it gives away.";
    share_sweep = 0.22, 0.02, 0.9, "Share of the nodes for the sweep.";
    share_screen = 0.13, 0.0, 0.9, "Share of the nodes for screening sweep strokes under noise.";
    share_polish = 0.50, 0.0, 0.9, "Share of the nodes for the polish.";
    share_rank = 0.15, 0.02, 0.9, "Share of the nodes for the ranking.";
    share_report = 0.06, 0.01, 0.5, "Share of the nodes for the report, where the player looks at it.";
    screen_samples = 8.0, 2.0, 64.0, "Noisy strokes that screen one sweep stroke.";
    per_mode = 3.0, 1.0, 16.0, "Most candidates of one mode that go on to the polish.";
    modes_least = 8.0, 1.0, 64.0, "Fewest candidates polished.";
    modes_most = 384.0, 4.0, 4096.0, "Most candidates polished.";
    polish_draws = 48.0, 16.0, 2000.0, "Strokes of one generation of the polish.";
    polish_spread = 2.0, 0.5, 6.0, "Spread of the first generation, in the player's own errors.";
    polish_shrink = 0.6, 0.1, 1.0, "Spread of each generation relative to the one before.";
    polish_least = 6.0, 1.0, 64.0, "Candidates that the polish keeps to the end.";
    polish_elite = 0.10, 0.02, 0.5, "Share of a generation that makes the next mean.";
    ess_least = 8.0, 2.0, 64.0, "Least effective sample size of a re-weighted mean.";
    prune_sigmas = 3.0, 1.0, 6.0, "A candidate behind the leader by so many errors of the paired difference goes.";
    rank_first = 16.0, 4.0, 256.0, "Noisy strokes of the first round of the ranking.";
    rank_field = 32.0, 2.0, 256.0, "Most polished candidates that are ranked.";
    rank_raw = 6.0, 0.0, 64.0, "Unpolished candidates that are ranked as well.";
    rank_last = 4.0, 2.0, 16.0, "Candidates left in the last round of the ranking.";
    reply_from_nodes = 200000.0, 10000.0, 1e9, "Node budget from which leaves are answered by a simulated reply.";
    share_reply = 0.45, 0.0, 0.9, "Share of the nodes for the replies, taken from all other stages.";
    reply_candidates = 4.0, 1.0, 16.0, "Candidates whose leaves are answered.";
    reply_leaves = 32.0, 4.0, 256.0, "Leaves answered for each.";
    reply_trust = 0.7, 0.0, 1.0, "Weight of the simulated reply's correction.";
    place_spread_m = 0.08, 0.005, 0.5, "Spread of a placement from hand in the first polish, metres.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_inside_their_ranges_and_told_by_name() {
        let params = Params::default();
        for t in TUNABLES {
            assert!(t.low <= t.default && t.default <= t.high, "{}", t.name);
            assert_eq!(params.get(t.name), Some(t.default));
            assert!(t.meaning.ends_with('.'));
        }
    }

    #[test]
    fn setting_clamps_and_knows_its_names() {
        let mut params = Params::default();
        assert!(params.set("ess_least", 1e9));
        assert_eq!(params.ess_least, 64.0);
        assert!(!params.set("no_such", 1.0));
    }
}
