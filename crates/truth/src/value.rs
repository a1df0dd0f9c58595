//! What a table says of a position, always from the side to move.

use std::fmt;

/// Win, draw or loss for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// Seen by the other side.
    #[must_use]
    pub fn flipped(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A result with its depth in plies under one metric. Drawn positions have no depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// The side to move reaches the goal in so many plies.
    Win(u16),
    /// Neither side gets anywhere.
    Draw,
    /// The other side reaches the goal in so many plies.
    Loss(u16),
}

impl Depth {
    /// The bare result.
    pub fn wdl(self) -> Wdl {
        match self {
            Depth::Win(_) => Wdl::Win,
            Depth::Draw => Wdl::Draw,
            Depth::Loss(_) => Wdl::Loss,
        }
    }

    /// Plies to the goal, if there is one.
    pub fn plies(self) -> Option<u16> {
        match self {
            Depth::Win(n) | Depth::Loss(n) => Some(n),
            Depth::Draw => None,
        }
    }

    /// How much the side to move likes it: quick wins first, slow losses before quick ones.
    pub fn rank(self) -> i32 {
        match self {
            Depth::Win(n) => 1_000 - i32::from(n),
            Depth::Draw => 0,
            Depth::Loss(n) => i32::from(n) - 1_000,
        }
    }

    /// The same result one move earlier, for the side that makes the move.
    #[must_use]
    pub fn before_move(self) -> Depth {
        match self {
            Depth::Win(n) => Depth::Loss(n + 1),
            Depth::Draw => Depth::Draw,
            Depth::Loss(n) => Depth::Win(n + 1),
        }
    }
}

/// Everything the tables know of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    /// Depth to mate.
    pub dtm: Depth,
    /// Depth to conversion: the next capture, promotion or mate.
    pub dtc: Depth,
    /// Depth to zeroing under the fifty-move rule: the next capture, pawn move or mate from which the result still
    /// stands. More than [`FIFTY_MOVES`]: the rule spoils it, there or after a zeroing move (then 100 more than to that move).
    pub dtz: Depth,
}

/// Plies without a capture or pawn move after which a game may be claimed drawn.
pub const FIFTY_MOVES: u16 = 100;

/// A result under the fifty-move rule, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FiftyMove {
    /// Lost.
    Loss,
    /// Lost but for the rule: a draw.
    BlessedLoss,
    /// Drawn in any case.
    Draw,
    /// Won but for the rule: a draw.
    CursedWin,
    /// Won.
    Win,
}

impl FiftyMove {
    /// `win`, `cursed win`, `draw`, `blessed loss` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            FiftyMove::Loss => "loss",
            FiftyMove::BlessedLoss => "blessed loss",
            FiftyMove::Draw => "draw",
            FiftyMove::CursedWin => "cursed win",
            FiftyMove::Win => "win",
        }
    }

    /// True for wins and losses that the rule turns into draws.
    pub fn is_spoiled(self) -> bool {
        matches!(self, FiftyMove::CursedWin | FiftyMove::BlessedLoss)
    }
}

impl fmt::Display for FiftyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { dtm: Depth::Draw, dtc: Depth::Draw, dtz: Depth::Draw };

    /// The bare result.
    pub fn wdl(self) -> Wdl {
        self.dtm.wdl()
    }

    /// The result under the fifty-move rule if so many plies have passed without a capture or pawn move.
    pub fn fifty_move(self, clock_plies: u16) -> FiftyMove {
        match self.dtz {
            // Mate stands on the board: no claim comes before it.
            Depth::Loss(0) => FiftyMove::Loss,
            Depth::Win(n) if n.saturating_add(clock_plies) <= FIFTY_MOVES => FiftyMove::Win,
            Depth::Win(_) => FiftyMove::CursedWin,
            Depth::Loss(n) if n.saturating_add(clock_plies) <= FIFTY_MOVES => FiftyMove::Loss,
            Depth::Loss(_) => FiftyMove::BlessedLoss,
            Depth::Draw => FiftyMove::Draw,
        }
    }

    /// The value of a move that takes or moves a pawn, from the value of the position after it: its depths to mate and zeroing.
    pub(crate) fn after_zeroing(self) -> Value {
        let spoiled = matches!(self.dtz, Depth::Win(n) | Depth::Loss(n) if n > FIFTY_MOVES);
        let plies = if spoiled { FIFTY_MOVES + 1 } else { 1 };
        let over = |depth: Depth, plies: u16| match depth {
            Depth::Win(_) => Depth::Loss(plies),
            Depth::Draw => Depth::Draw,
            Depth::Loss(_) => Depth::Win(plies),
        };
        Value { dtm: self.dtm.before_move(), dtc: over(self.dtm, 1), dtz: over(self.dtm, plies) }
    }

    /// Of two moves' values the better, metric by metric.
    #[must_use]
    pub(crate) fn better(self, other: Value) -> Value {
        let better = |a: Depth, b: Depth| if b.rank() > a.rank() { b } else { a };
        Value {
            dtm: better(self.dtm, other.dtm),
            dtc: better(self.dtc, other.dtc),
            dtz: better(self.dtz, other.dtz),
        }
    }
}

/// One byte of a depth-to-mate plane.
///
/// 0 is a draw, 1..=127 a win in so many moves, 255 - m a loss in m moves (255 = mated now). The parity of
/// plies follows from the sign, so 127 moves, the longest mate with five men, just fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) u8);

impl Code {
    /// A win in an odd number of plies.
    pub(crate) fn win(plies: u16) -> Code {
        debug_assert!(plies % 2 == 1 && plies <= 253, "win in {plies} plies");
        Code(plies.div_ceil(2) as u8)
    }

    /// A loss in an even number of plies.
    pub(crate) fn loss(plies: u16) -> Code {
        debug_assert!(plies.is_multiple_of(2) && plies <= 254, "loss in {plies} plies");
        Code(255 - (plies / 2) as u8)
    }

    #[inline]
    pub(crate) fn wdl(self) -> Wdl {
        match self.0 {
            0 => Wdl::Draw,
            1..=127 => Wdl::Win,
            _ => Wdl::Loss,
        }
    }

    #[inline]
    pub(crate) fn depth(self) -> Depth {
        match self.0 {
            0 => Depth::Draw,
            n @ 1..=127 => Depth::Win(2 * u16::from(n) - 1),
            n => Depth::Loss(2 * (255 - u16::from(n))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        for plies in (1..=253).step_by(2) {
            assert_eq!(Code::win(plies).depth(), Depth::Win(plies));
        }
        for plies in (0..=254).step_by(2) {
            assert_eq!(Code::loss(plies).depth(), Depth::Loss(plies));
            assert_eq!(Code::loss(plies).wdl(), Wdl::Loss);
        }
        assert_eq!(Code(0).depth(), Depth::Draw);
    }

    #[test]
    fn the_clock_spoils_what_takes_too_long() {
        let win = |plies| Value { dtm: Depth::Win(99), dtc: Depth::Win(99), dtz: Depth::Win(plies) };
        assert_eq!(win(100).fifty_move(0), FiftyMove::Win);
        assert_eq!(win(101).fifty_move(0), FiftyMove::CursedWin);
        assert_eq!(win(40).fifty_move(60), FiftyMove::Win);
        assert_eq!(win(40).fifty_move(61), FiftyMove::CursedWin);
        let mated = Value { dtm: Depth::Loss(0), dtc: Depth::Loss(0), dtz: Depth::Loss(0) };
        assert_eq!(mated.fifty_move(120), FiftyMove::Loss);
        assert_eq!(Value::DRAW.fifty_move(0), FiftyMove::Draw);
    }

    #[test]
    fn quicker_is_better_for_the_winner_only() {
        let ranks =
            [Depth::Win(1), Depth::Win(9), Depth::Draw, Depth::Loss(8), Depth::Loss(0)].map(Depth::rank);
        assert!(ranks.is_sorted_by(|a, b| a > b));
    }
}
