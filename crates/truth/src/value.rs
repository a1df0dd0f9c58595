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
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { dtm: Depth::Draw, dtc: Depth::Draw };

    /// The bare result.
    pub fn wdl(self) -> Wdl {
        self.dtm.wdl()
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
    fn quicker_is_better_for_the_winner_only() {
        let ranks =
            [Depth::Win(1), Depth::Win(9), Depth::Draw, Depth::Loss(8), Depth::Loss(0)].map(Depth::rank);
        assert!(ranks.is_sorted_by(|a, b| a > b));
    }
}
