//! How much is searched for what: the one place with default budgets, for every door.
//!
//! A budget is a number of nodes, never a time: the same question gives the same answer on any machine. Unless a number is given,
//! [`Effort`] says how long somebody is willing to wait, and a position is searched until it is **settled**: with a quarter of the
//! budget, with the whole, and once more with three times as much if the first two do not agree on the best move and on who stands
//! how much better.

use philidor_tutor::explain::BEST_LINE_PERMILLE;

/// Nodes of an explanation whose claims are only to be checked.
pub const CHECK_NODES: u64 = 5_000;

/// How long somebody is willing to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Effort {
    /// A first answer, in a fraction of a second.
    Quick,
    /// Some seconds for an answer, up to a minute for a game.
    #[default]
    Usual,
    /// Some minutes for a game.
    Deep,
}

impl std::str::FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Effort, String> {
        match text {
            "quick" => Ok(Effort::Quick),
            "usual" => Ok(Effort::Usual),
            "deep" => Ok(Effort::Deep),
            _ => Err(format!("no effort {text:?}: there are quick, usual and deep")),
        }
    }
}

/// How long the best line of a position is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Budget {
    /// Nodes of the usual search; shares of other questions are parts of it.
    pub(crate) nodes: u64,
    /// Search until two budgets in a row agree.
    pub(crate) settled: bool,
}

/// Three times the usual search for positions that do not settle.
const LONGEST: u64 = 3;
/// The first search is this part of the usual one.
const FIRST: u64 = 4;

impl Budget {
    /// So many nodes and no more.
    pub(crate) fn fixed(nodes: u64) -> Budget {
        Budget { nodes: nodes.max(1), settled: false }
    }

    fn settled(nodes: u64) -> Budget {
        Budget { nodes, settled: true }
    }

    /// The best line of a position that is explained. Other programs judge better with fewer nodes, and need longer for each.
    pub(crate) fn explanation(effort: Effort, program: bool) -> Budget {
        match (effort, program) {
            (Effort::Quick, false) => Budget::fixed(50_000),
            (Effort::Quick, true) => Budget::fixed(20_000),
            (Effort::Usual, false) => Budget::settled(600_000),
            (Effort::Usual, true) => Budget::settled(250_000),
            (Effort::Deep, false) => Budget::settled(4_000_000),
            (Effort::Deep, true) => Budget::settled(2_000_000),
        }
    }

    /// The best line of each position of a game.
    pub(crate) fn game(effort: Effort, program: bool) -> Budget {
        match (effort, program) {
            (Effort::Quick, false) => Budget::fixed(40_000),
            (Effort::Quick, true) => Budget::fixed(15_000),
            (Effort::Usual, false) => Budget::settled(150_000),
            (Effort::Usual, true) => Budget::settled(90_000),
            (Effort::Deep, false) => Budget::settled(1_000_000),
            (Effort::Deep, true) => Budget::settled(400_000),
        }
    }

    /// The searches one after the other.
    pub(crate) fn stages(self) -> [u64; 3] {
        [self.nodes / FIRST, self.nodes, self.nodes * LONGEST]
    }

    /// Nodes that an explanation may cost in all.
    pub(crate) fn explanation_cost(self) -> u64 {
        let others = explanation(self.nodes);
        if self.settled { others + self.nodes / FIRST + self.nodes * LONGEST } else { others }
    }
}

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

    #[test]
    fn more_effort_searches_more() {
        for program in [false, true] {
            for budget in [Budget::explanation, Budget::game] {
                let all = [Effort::Quick, Effort::Usual, Effort::Deep].map(|effort| budget(effort, program));
                assert!(all.is_sorted() && all[0] < all[1] && all[1] < all[2], "{all:?}");
            }
        }
    }
}
