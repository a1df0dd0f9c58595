//! Attack algebra on 64 squares of Black's king at once.
//!
//! Everything but Black's king is fixed ("outer men"); a word has one bit per square of that king. Blocking by
//! Black's king is a mask of the squares between two others.

use std::sync::LazyLock;

use philidor_chess::{
    Piece,
    shakmaty::{Bitboard, Color, Square, attacks},
};

/// A man other than Black's king: colour, kind, square.
pub(crate) type Man = (Color, Piece, u8);

/// `BETWEEN[a][b]`: the squares strictly between two squares of a line.
pub(crate) static BETWEEN: LazyLock<Box<[[u64; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for a in Square::ALL {
        for b in Square::ALL {
            table[a as usize][b as usize] = attacks::between(a, b).0;
        }
    }
    table
});

/// The side to move as a place in a pair: White 0, Black 1.
#[inline]
pub(crate) fn side(color: Color) -> usize {
    usize::from(color.is_black())
}

#[inline]
pub(crate) fn square(sq: u8) -> Square {
    Square::new(u32::from(sq))
}

#[inline]
pub(crate) fn bit(sq: u8) -> u64 {
    1 << sq
}

/// The squares a man attacks; pawns depend on their colour.
#[inline]
pub(crate) fn man_attacks((color, piece, sq): Man, occupied: u64) -> u64 {
    if piece == Piece::Pawn { pawn_attacks(color, sq) } else { piece_attacks(piece, sq, occupied) }
}

/// The squares a piece attacks.
#[inline]
pub(crate) fn piece_attacks(piece: Piece, sq: u8, occupied: u64) -> u64 {
    let (sq, occupied) = (square(sq), Bitboard(occupied));
    match piece {
        Piece::Queen => attacks::queen_attacks(sq, occupied),
        Piece::Rook => attacks::rook_attacks(sq, occupied),
        Piece::Bishop => attacks::bishop_attacks(sq, occupied),
        Piece::Knight => attacks::knight_attacks(sq),
        Piece::Pawn => Bitboard::EMPTY,
    }
    .0
}

/// The squares a pawn attacks.
#[inline]
pub(crate) fn pawn_attacks(color: Color, sq: u8) -> u64 {
    attacks::pawn_attacks(color, square(sq)).0
}

/// The squares a king attacks.
#[inline]
pub(crate) fn king_attacks(sq: u8) -> u64 {
    attacks::king_attacks(square(sq)).0
}

/// All squares a king's step away from any square of the set.
#[inline]
pub(crate) fn king_spread(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let sides = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// What can be said of 64 positions without moving anything.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Survey {
    /// All men but Black's king.
    pub(crate) occupied: u64,
    /// Squares of Black's king for which the position is legal, by side to move (White 0, Black 1).
    pub(crate) legal: [u64; 2],
    /// Of those, the ones in which the side to move is in check.
    pub(crate) check: [u64; 2],
}

/// Surveys a placement; `None` if two men share a square.
#[inline]
pub(crate) fn survey(wk: u8, men: &[Man]) -> Option<Survey> {
    let mut occupied = bit(wk);
    for man in men {
        if occupied & bit(man.2) != 0 {
            return None;
        }
        occupied |= bit(man.2);
    }
    let near = king_attacks(wk);
    let mut on_black = near;
    let mut on_white = 0;
    for &man in men {
        let attacked = man_attacks(man, occupied);
        if man.0.is_white() {
            on_black |= attacked;
        } else if attacked & bit(wk) != 0 {
            on_white |= !BETWEEN[man.2 as usize][wk as usize];
        }
    }
    let free = !occupied & !near;
    let legal = [free & !on_black, free & !on_white];
    Some(Survey { occupied, legal, check: [legal[0] & on_white, legal[1] & on_black] })
}
