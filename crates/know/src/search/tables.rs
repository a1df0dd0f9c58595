//! Endgame tables at the leaves: the seam, and behind it our own tables with Syzygy files for what lies beyond.

use philidor_chess::shakmaty::{Chess, Move};
use philidor_truth::Prober;

/// Exact results for positions with few men.
pub trait TableProbe: Send + Sync {
    /// The most men any table covers, kings included.
    fn max_men(&self) -> u32;

    /// -2 lost, -1 lost but the fifty-move rule saves it, 0 drawn, 1 won but only outside the fifty-move
    /// rule, 2 won: for the side to move. `None` if no table covers `pos`.
    fn wdl(&self, pos: &Chess) -> Option<i8>;

    /// The moves that keep the root's result and make progress. `None` if unknown.
    fn best_moves(&self, pos: &Chess) -> Option<Vec<Move>> {
        let _ = pos;
        None
    }
}

impl TableProbe for Prober {
    fn max_men(&self) -> u32 {
        Prober::max_men(self) as u32
    }

    fn wdl(&self, pos: &Chess) -> Option<i8> {
        self.fifty_move_result(pos)
    }

    fn best_moves(&self, pos: &Chess) -> Option<Vec<Move>> {
        Prober::best_moves(self, pos)
    }
}
