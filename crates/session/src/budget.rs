//! How much is searched for what: the one place with default budgets, for every door.
//!
//! A budget is a number of nodes, never a time: the same question gives the same answer on any machine. Whoever asks says how many
//! nodes an answer may cost in all; [`best_line`] says how many of them go into the best line, which gives the position its score.

use philidor_tutor::explain::BEST_LINE_PERMILLE;

/// Nodes of an explanation. Questions, lists of lines and drills use the same, so that all of them show the same score.
pub const EXPLAIN_NODES: u64 = 500_000;
/// Nodes of the best line of every position of an annotated game.
pub const ANNOTATE_NODES: u64 = 40_000;
/// Nodes of an explanation whose claims are only to be checked.
pub const CHECK_NODES: u64 = 5_000;

/// The nodes of the best line in an explanation that may cost `nodes`.
pub fn best_line(nodes: u64) -> u64 {
    (u128::from(nodes) * u128::from(BEST_LINE_PERMILLE) / 1000).max(1) as u64
}

/// The nodes of an explanation whose best line has `best_line` nodes: the inverse of [`best_line`], rounded up.
pub(crate) fn explanation(best_line: u64) -> u64 {
    (u128::from(best_line) * 1000).div_ceil(u128::from(BEST_LINE_PERMILLE)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_survives_the_way_there_and_back() {
        for nodes in [1, 2, 3, 999, 1_000, 40_000, 200_000, 10_000_000_000] {
            assert_eq!(best_line(explanation(nodes)), nodes);
        }
    }
}
