//! How a node budget is shared among the stages. Whole numbers of the budget alone, so that a plan can be repeated.

use crate::estimate::SHIFTS;
use crate::params::Params;

/// Strokes for each stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Strokes of the sweep.
    pub sweep: usize,
    /// Sweep strokes that the polish begins with.
    pub picks: usize,
    /// Strokes of the polish.
    pub polish: usize,
    /// Strokes of the ranking.
    pub rank: usize,
    /// Strokes of one simulated reply; 0 = no replies.
    pub reply: usize,
    /// Strokes that put several suggestions in order.
    pub order: usize,
    /// Strokes of each shift of the report.
    pub report_per: usize,
}

/// Which leaves of the leaders are answered by a plan of the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// None: the leave counts for nothing.
    None,
    /// That of the stroke struck exactly, to be shown: the value sees leaves better than a short plan does.
    Principal,
    /// As many as correct the value of a leader, for a value that knows leaves on the whole only.
    Correcting,
}

impl Replies {
    /// Leaves of each leader.
    pub fn leaves(self, params: &Params) -> usize {
        match self {
            Replies::None => 0,
            Replies::Principal => 1,
            Replies::Correcting => params.reply_leaves as usize,
        }
    }

    fn share(self, params: &Params) -> f64 {
        match self {
            Replies::None => 0.0,
            Replies::Principal => params.share_principal,
            Replies::Correcting => params.share_reply,
        }
    }
}

/// Most strokes of a sweep: bounds the memory of a long search (200 bytes each).
const MOST_SWEPT: usize = 400_000;
/// Most strokes of a report in each shift: 16 x 512 strokes give half-widths no player can tell from 0.
const MOST_REPORTED: usize = 512;
/// A reply planned with fewer strokes than this is worse than the frozen value.
const LEAST_REPLY: usize = 400;

impl Sizes {
    /// The shares of a budget that ends in a report of `multipv` suggestions.
    pub fn new(nodes: u64, multipv: usize, replies: Replies, params: &Params) -> Sizes {
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        let shifts = SHIFTS * multipv.max(1);
        let report_per = (share(nodes, params.share_report) / shifts).min(MOST_REPORTED);
        // Below some 270 nodes the share is nothing; a quarter of a small budget still tells more than no report.
        let report_per = if report_per == 0 { (nodes / 4 / shifts).min(4) } else { report_per };
        let order = if multipv > 1 { share(nodes, params.share_order) } else { 0 };
        let left = nodes - report_per * shifts - order;
        let replied = (params.reply_candidates as usize) * replies.leaves(params);
        let wanted = if nodes as f64 >= params.reply_from_nodes { share(nodes, replies.share(params)) } else { 0 };
        let reply = if wanted / replied.max(1) >= LEAST_REPLY { wanted / replied.max(1) } else { 0 };
        Sizes { reply, order, report_per, ..Sizes::without_report(left - reply * replied, params) }
    }

    /// The shares of a budget that ends with the ranking (a light plan).
    pub fn without_report(nodes: usize, params: &Params) -> Sizes {
        let parts = [params.share_sweep, params.share_polish, params.share_rank];
        let total: f64 = parts.iter().sum();
        let [sweep, polish, rank] = parts.map(|part| share(nodes, part / total));
        let picks = polish / (params.polish_rounds * first_draws(polish, params)) as usize;
        let mut sizes = Sizes { sweep, picks, polish, rank, reply: 0, order: 0, report_per: 0 };
        if sizes.picks < params.polish_from as usize {
            // Too little for every stage: a sweep and a ranking of its best.
            sizes = Sizes { sweep: nodes / 2, picks: 0, polish: 0, rank: nodes - nodes / 2, ..sizes };
        }
        sizes.sweep = sizes.sweep.min(MOST_SWEPT);
        sizes
    }

    /// Strokes of everything, without the replies.
    pub fn thinking(&self) -> usize {
        self.sweep + self.polish + self.rank + self.order
    }
}

/// Strokes of a polish for which `polish_first` is meant.
const USUAL_POLISH: f64 = 12_000.0;

/// Fewest strokes of a candidate in the first round: with fewer a short polish has more candidates than it can tell apart.
const LEAST_FIRST: f64 = 6.0;

/// Strokes of each candidate in the first round of a polish: a longer one has more candidates, and knows each better.
fn first_draws(polish: usize, params: &Params) -> f64 {
    let draws = (params.polish_first * (polish as f64 / USUAL_POLISH).sqrt()).floor();
    draws.max(LEAST_FIRST.min(params.polish_first))
}

fn share(nodes: usize, part: f64) -> usize {
    (nodes as f64 * part) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_budget_is_overspent() {
        let params = Params::default();
        for nodes in [0, 1, 2, 15, 64, 100, 1000, 5000, 20_000, 80_000, 600_000, 10_000_000] {
            for multipv in [1, 3, 10] {
                for replies in [Replies::None, Replies::Principal, Replies::Correcting] {
                    let sizes = Sizes::new(nodes, multipv, replies, &params);
                    let replied = params.reply_candidates as usize * replies.leaves(&params);
                    let all = sizes.thinking() + sizes.reply * replied + sizes.report_per * SHIFTS * multipv;
                    assert!(all as u64 <= nodes, "{nodes} {multipv}: {all} {sizes:?}");
                }
            }
        }
    }

    #[test]
    fn a_middling_budget_is_used() {
        let sizes = Sizes::new(80_000, 1, Replies::None, &Params::default());
        let all = sizes.thinking() + sizes.report_per * SHIFTS;
        assert!(all > 78_000 && sizes.picks > 20, "{all} {sizes:?}");
    }
}
