//! Results of a three-man table without any folding, for probes that cost next to nothing.
//!
//! Two words per placement of White's king and the third man: the squares of Black's king that win for the side to
//! move, and those that lose. 128 KiB, no symmetry to undo: a probe is three bit scans and one load.

use philidor_chess::shakmaty::{Bitboard, Board, Color};

use crate::{
    solve::{Man, side},
    table::Table,
    value::Wdl,
};

/// The unfolded results of one three-man table.
#[derive(Debug)]
pub(crate) struct Unfolded {
    /// By side to move, White's king, the third man: won and lost squares of Black's king.
    words: Box<[[u64; 2]]>,
}

impl Unfolded {
    /// Unfolds a table of three men.
    pub(crate) fn new(table: &Table) -> Unfolded {
        let layout = table.layout();
        let piece = layout.material.pieces(Color::White).next().expect("a third man, White's");
        let mut words = vec![[0; 2]; 2 * 64 * 64].into_boxed_slice();
        for to_move in [Color::White, Color::Black] {
            for wk in 0..64u8 {
                for sq in 0..64u8 {
                    if piece == philidor_chess::Piece::Pawn && !(8..56).contains(&sq) {
                        continue;
                    }
                    let man: Man = (Color::White, piece, sq);
                    let word = &mut words[index(to_move, wk, sq)];
                    for bk in 0..64u8 {
                        match table.value_of(wk, bk, &[man], to_move).wdl() {
                            Wdl::Win => word[0] |= 1 << bk,
                            Wdl::Loss => word[1] |= 1 << bk,
                            Wdl::Draw => {}
                        }
                    }
                }
            }
        }
        Unfolded { words }
    }

    /// The result of a legal position.
    #[inline]
    pub(crate) fn wdl(&self, board: &Board, turn: Color) -> Wdl {
        let (kings, white) = (board.kings(), board.white());
        let man = board.occupied() & !kings;
        let first = |set: Bitboard| set.0.trailing_zeros() as u8 & 63;
        // The third man is White's in the table; if it is Black's, the board is turned round.
        let flip = (man & white).is_empty();
        let (x, strong, turn) = if flip { (56, !white, !turn) } else { (0, white, turn) };
        let (wk, bk) = (first(kings & strong) ^ x, first(kings & !strong) ^ x);
        let [won, lost] = self.words[index(turn, wk, first(man) ^ x)];
        match (won >> bk & 1, lost >> bk & 1) {
            (0, 0) => Wdl::Draw,
            (0, _) => Wdl::Loss,
            _ => Wdl::Win,
        }
    }
}

#[inline]
fn index(to_move: Color, wk: u8, sq: u8) -> usize {
    side(to_move) << 12 | usize::from(wk & 63) << 6 | usize::from(sq & 63)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use philidor_chess::shakmaty::Position;

    use crate::tables::{Tables, Watch};

    use super::*;

    #[test]
    fn unfolding_changes_no_result() {
        let tables = Tables::in_memory();
        let go = AtomicBool::new(false);
        for name in ["KPK", "KQK"] {
            let table = tables.ensure(name.parse().unwrap(), Watch { stop: &go, hear: &|_| () }).unwrap();
            let unfolded = Unfolded::new(&table);
            table.for_each_row(|row| {
                for to_move in Color::ALL {
                    for entry in row.entries(to_move) {
                        for image in entry.images() {
                            for (image, turn) in [(image.clone(), to_move), (image.flipped(), !to_move)] {
                                let pos = image.position(turn);
                                assert_eq!(unfolded.wdl(pos.board(), turn), entry.value().wdl(), "{pos:?}");
                            }
                        }
                    }
                }
            });
        }
    }
}
