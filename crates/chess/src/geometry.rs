//! Distances and the eight symmetries of the board.

use shakmaty::{Bitboard, Square};

/// King moves between two squares (Chebyshev distance).
///
/// ```
/// use philidor_chess::{geometry::king_distance, shakmaty::Square};
/// assert_eq!(king_distance(Square::A1, Square::C8), 7);
/// ```
pub fn king_distance(a: Square, b: Square) -> u32 {
    a.distance(b)
}

/// One of the eight ways to lay the board on itself.
///
/// Bit 0 mirrors the files (a↔h), bit 1 flips the ranks (1↔8), bit 2 then swaps files and ranks (a1-h8
/// diagonal). Applied in that order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// Files mirrored: the only one that pawns allow.
    pub const MIRROR: Symmetry = Symmetry(1);

    /// All eight.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// Puts the symmetry together from its three parts.
    pub fn new(mirror_files: bool, flip_ranks: bool, swap: bool) -> Symmetry {
        Symmetry(mirror_files as u8 | (flip_ranks as u8) << 1 | (swap as u8) << 2)
    }

    /// Its place in [`Symmetry::all`].
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }

    /// True for the symmetry that changes nothing.
    pub fn is_identity(self) -> bool {
        self.0 == 0
    }

    /// Where a square goes.
    #[inline]
    pub fn square(self, sq: Square) -> Square {
        let mut s = sq.to_u32() as u8;
        if self.0 & 1 != 0 {
            s ^= 7;
        }
        if self.0 & 2 != 0 {
            s ^= 56;
        }
        if self.0 & 4 != 0 {
            s = s >> 3 | (s & 7) << 3;
        }
        Square::new(u32::from(s))
    }

    /// Where a set of squares goes.
    #[inline]
    pub fn bitboard(self, mut b: Bitboard) -> Bitboard {
        if self.0 & 1 != 0 {
            b = b.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            b = b.flip_vertical();
        }
        if self.0 & 4 != 0 {
            b = b.flip_diagonal();
        }
        b
    }

    /// The one that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // A swap after one flip comes back as the other flip before the swap.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            other => Symmetry(other),
        }
    }
}

/// Brings a king into the triangle a1-d1-d4 and says how.
///
/// ```text
///  4 . . . x
///  3 . . x x
///  2 . x x x
///  1 x x x x
///    a b c d
/// ```
pub fn to_triangle(king: Square) -> Symmetry {
    let mirror = king.file() as u8 > 3;
    let flip = king.rank() as u8 > 3;
    let moved = Symmetry::new(mirror, flip, false).square(king);
    Symmetry::new(mirror, flip, moved.rank() as u8 > moved.file() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_act_alike_on_squares_and_sets_and_can_be_undone() {
        for sym in Symmetry::all() {
            for sq in Square::ALL {
                assert_eq!(sym.bitboard(Bitboard::from(sq)), Bitboard::from(sym.square(sq)));
                assert_eq!(sym.inverse().square(sym.square(sq)), sq);
            }
        }
    }

    #[test]
    fn triangle_has_ten_squares() {
        let mut seen = Bitboard::EMPTY;
        for sq in Square::ALL {
            seen.add(to_triangle(sq).square(sq));
        }
        assert_eq!(seen.count(), 10);
    }
}
