//! Sets of squares moved, filled and mirrored, always seen by the side whose first rank is at the bottom.
//!
//! Every theme of the evaluation is written once, for a side that plays up the board; the other side's
//! pieces are turned upside down first. So a rule cannot treat Black differently from White.

use philidor_chess::shakmaty::{Bitboard, Square};

pub(crate) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
pub(crate) const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
/// The d- and e-files.
pub(crate) const CENTRE_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);
/// The c- to f-files.
pub(crate) const INNER_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// The a- to c-files.
pub(crate) const QUEENSIDE: Bitboard = Bitboard(0x0707_0707_0707_0707);
/// The f- to h-files.
pub(crate) const KINGSIDE: Bitboard = Bitboard(0xE0E0_E0E0_E0E0_E0E0);
/// The light squares.
pub(crate) const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
/// d4, e4, d5, e5.
pub(crate) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The border of the board.
pub(crate) const RIM: Bitboard = Bitboard(0xFF81_8181_8181_81FF);

/// A whole rank, counted from 0.
pub(crate) const fn rank(index: u32) -> Bitboard {
    Bitboard(0xFF << (8 * index))
}

/// A whole file, counted from 0.
pub(crate) const fn file(index: u32) -> Bitboard {
    Bitboard(FILE_A.0 << index)
}

/// One step towards the enemy.
#[inline]
pub(crate) const fn up(b: Bitboard) -> Bitboard {
    Bitboard(b.0 << 8)
}

/// One step back home.
#[inline]
pub(crate) const fn down(b: Bitboard) -> Bitboard {
    Bitboard(b.0 >> 8)
}

#[inline]
pub(crate) const fn east(b: Bitboard) -> Bitboard {
    Bitboard((b.0 & !FILE_H.0) << 1)
}

#[inline]
pub(crate) const fn west(b: Bitboard) -> Bitboard {
    Bitboard((b.0 & !FILE_A.0) >> 1)
}

/// The neighbours on the same rank.
#[inline]
pub(crate) const fn beside(b: Bitboard) -> Bitboard {
    Bitboard(east(b).0 | west(b).0)
}

/// Everything from here to the last rank.
#[inline]
pub(crate) const fn fill_up(b: Bitboard) -> Bitboard {
    let b = b.0 | b.0 << 8;
    let b = b | b << 16;
    Bitboard(b | b << 32)
}

/// Everything from here to the first rank.
#[inline]
pub(crate) const fn fill_down(b: Bitboard) -> Bitboard {
    let b = b.0 | b.0 >> 8;
    let b = b | b >> 16;
    Bitboard(b | b >> 32)
}

/// The whole files on which these squares lie.
#[inline]
pub(crate) const fn files_of(b: Bitboard) -> Bitboard {
    Bitboard(fill_up(b).0 | fill_down(b).0)
}

/// What pawns that march up attack.
#[inline]
pub(crate) const fn pawn_attacks_up(pawns: Bitboard) -> Bitboard {
    beside(up(pawns))
}

/// What pawns that march down attack.
#[inline]
pub(crate) const fn pawn_attacks_down(pawns: Bitboard) -> Bitboard {
    beside(down(pawns))
}

/// The square seen from the other side of the board.
#[inline]
pub(crate) const fn opposite(sq: Square) -> Square {
    sq.flip_vertical()
}

/// The index of a square in a half-board table: rank by rank, files a-d folded onto e-h.
#[inline]
pub(crate) fn half_board(sq: Square) -> usize {
    const FOLD: [usize; 8] = [0, 1, 2, 3, 3, 2, 1, 0];
    (sq.to_usize() >> 3) * 4 + FOLD[sq.to_usize() & 7]
}

/// Rank of a square, counted from 0.
#[inline]
pub(crate) const fn rank_of(sq: Square) -> usize {
    sq.to_usize() >> 3
}

/// File of a square, counted from 0.
#[inline]
pub(crate) const fn file_of(sq: Square) -> usize {
    sq.to_usize() & 7
}

/// King moves between two squares.
#[inline]
pub(crate) fn steps(a: Square, b: Square) -> usize {
    let files = file_of(a).abs_diff(file_of(b));
    let ranks = rank_of(a).abs_diff(rank_of(b));
    files.max(ranks)
}

/// Rank and file through each square, the square itself left out.
pub(crate) static LINES: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut sq = 0;
    while sq < 64 {
        table[sq] = Bitboard((rank(sq as u32 >> 3).0 | file(sq as u32 & 7).0) & !(1 << sq));
        sq += 1;
    }
    table
};

/// Both diagonals through each square, the square itself left out.
pub(crate) static DIAGONALS: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (files, ranks) = ((a & 7) as i32 - (b & 7) as i32, (a >> 3) as i32 - (b >> 3) as i32);
            if a != b && files.abs() == ranks.abs() {
                table[a] = Bitboard(table[a].0 | 1 << b);
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// The size of a set, as the evaluation counts.
#[inline]
pub(crate) const fn count(b: Bitboard) -> i32 {
    b.0.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_board_folds_the_files() {
        assert_eq!(half_board(Square::A1), 0);
        assert_eq!(half_board(Square::H1), 0);
        assert_eq!(half_board(Square::D8), 31);
        assert_eq!(half_board(Square::E8), 31);
    }

    #[test]
    fn pawns_do_not_attack_round_the_board() {
        assert_eq!(pawn_attacks_up(Bitboard::from_square(Square::H2)), Bitboard::from_square(Square::G3));
        assert_eq!(pawn_attacks_down(Bitboard::from_square(Square::A7)), Bitboard::from_square(Square::B6));
    }
}
