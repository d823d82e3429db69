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
    speed_low = 0.8, 0.1, 2.0, "Slowest cue speed the sweep tries, m/s.";
    speed_high = 10.0, 3.0, 12.0, "Fastest cue speed the sweep tries, m/s.";
    speed_power = 1.0, 0.0, 3.0, "The sweep draws this power of the speed evenly: 0 = its logarithm, 1 = the speed.";
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
    share_polish = 0.60, 0.0, 0.9, "Share of the nodes for the polish.";
    share_rank = 0.15, 0.02, 0.9, "Share of the nodes for the ranking.";
    share_order = 0.06, 0.0, 0.5, "Share of the nodes for the order of several suggestions.";
    share_report = 0.06, 0.01, 0.5, "Share of the nodes for the report, where the player looks at it.";
    promise_share = 0.8, 0.0, 1.0, "Share of the candidates of the polish picked by their promise.";
    promise_mode = 0.34, 0.02, 1.0, "Most of these of one mode, as a share.";
    promise_draws = 20.0, 0.0, 1000.0, "Draws of the polish that the promise of a candidate is worth.";
    promise_leave = 0.3, 0.0, 1.0, "What the leave of an exact stroke counts in its promise, where leaves count.";
    polish_from = 8.0, 1.0, 64.0, "Fewest candidates that a polish is worth it for.";
    polish_draws = 32.0, 8.0, 2000.0, "Most strokes of an early generation of the polish.";
    polish_growth = 0.0625, 0.0, 1.0, "Strokes of a late generation, in those drawn before it: each looks at all of them.";
    polish_spread = 1.0, 0.3, 6.0, "Spread of the first generation of the polish, in the player's own errors.";
    spread_phi_deg = 0.12, 0.0, 1.0, "Least spread of it in direction, degrees: how wide good strokes are by themselves.";
    spread_speed = 0.08, 0.0, 0.5, "The same in speed, as a share of it.";
    spread_tip = 0.06, 0.0, 0.3, "The same in the tip, ball radii.";
    polish_shrink = 0.9, 0.1, 1.0, "Spread of each generation relative to the one before.";
    polish_least = 2.0, 1.0, 64.0, "Candidates that the polish keeps to the end.";
    pick_smooth = 1.5, 0.1, 5.0, "Width of the smoothing of a sweep of 4,000, in spreads of a first generation.";
    polish_rounds = 8.0, 1.0, 12.0, "Rounds of the polish; the field halves after each.";
    polish_first = 8.0, 4.0, 64.0, "Strokes of each candidate in the first round of the polish.";
    polish_near = 1.0, 0.0, 4.0, "Candidates nearer than so many widths are one.";
    polish_narrowest = 0.5, 0.1, 1.0, "Narrowest spread of a late generation, relative to the first.";
    surface_reach = 1.5, 0.5, 6.0, "How far draws count in the surface of a candidate, in widths of the cloud.";
    surface_trust = 1.5, 0.2, 4.0, "Longest step of a candidate in one generation, in widths of the cloud.";
    surface_slope_draws = 4.0, 0.0, 100.0, "Draws that the expectation of no slope is worth.";
    surface_bend_draws = 8.0, 0.0, 100.0, "Draws that the expected curvature is worth.";
    surface_bend = 0.3, 0.0, 3.0, "Expected curvature of a peak, in scatters of the outcomes per squared width.";
    prune_sigmas = 3.0, 1.0, 6.0, "A candidate behind the leader by so many errors of the paired difference goes.";
    rank_field = 32.0, 2.0, 256.0, "Most polished candidates that are ranked.";
    rank_last = 4.0, 2.0, 16.0, "Candidates left in the last round of the ranking.";
    reply_from_nodes = 200000.0, 10000.0, 1e9, "Node budget from which leaves are answered by a simulated reply.";
    share_reply = 0.45, 0.0, 0.9, "Share of the nodes for the replies, taken from all other stages.";
    share_principal = 0.04, 0.0, 0.5, "The same where the value net sees the leaves and only the principal reply is planned.";
    reply_candidates = 4.0, 1.0, 16.0, "Candidates whose leaves are answered.";
    reply_leaves = 32.0, 4.0, 256.0, "Leaves answered for each, where the value does not see them.";
    reply_trust = 0.7, 0.0, 1.0, "Weight of the simulated reply's correction.";
    place_near = 0.8, 0.0, 1.0, "Share of the places from hand drawn towards the object ball.";
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
        assert!(params.set("polish_least", 1e9));
        assert_eq!(params.polish_least, 64.0);
        assert!(!params.set("no_such", 1.0));
    }
}
