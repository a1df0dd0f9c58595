//! Where the three men of KPK stand, and how they may move.
//!
//! Pawns stand on files a to d and ranks 2 to 7, as everyone since Clarke has counted: 4 x 6 x 64 x 64 =
//! 98,304 placements for each side to move. Promotions are not moves here; they are the goal.

use philidor_chess::shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

/// White king, white pawn, black king; legal or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Placement {
    pub(crate) pawn: Square,
    pub(crate) wk: Square,
    pub(crate) bk: Square,
}

/// Placements for one side to move.
pub(crate) const PLACEMENTS: usize = 4 * 6 * 64 * 64;

impl Placement {
    pub(crate) fn new(wk: Square, pawn: Square, bk: Square) -> Placement {
        Placement { pawn, wk, bk }
    }

    /// All 98,304, in the order of [`Placement::index`].
    pub(crate) fn all() -> impl Iterator<Item = Placement> {
        Placement::with_pawn_on(&Rank::ALL[1..7])
    }

    /// All placements with the "pawn" on the given ranks of files a to d.
    pub(crate) fn with_pawn_on(ranks: &[Rank]) -> impl Iterator<Item = Placement> + use<'_> {
        let pawns =
            ranks.iter().flat_map(|&r| File::ALL[..4].iter().map(move |&f| Square::from_coords(f, r)));
        pawns.flat_map(|pawn| {
            let kings =
                Square::ALL.into_iter().flat_map(|wk| Square::ALL.into_iter().map(move |bk| (wk, bk)));
            kings.map(move |(wk, bk)| Placement { pawn, wk, bk })
        })
    }

    /// Its place among the 98,304.
    pub(crate) fn index(self) -> usize {
        let pawn = (self.pawn.rank() as usize - 1) * 4 + self.pawn.file() as usize;
        (pawn << 6 | self.wk as usize) << 6 | self.bk as usize
    }

    /// Distinct squares, kings apart.
    pub(crate) fn stands(self) -> bool {
        self.wk != self.pawn && self.bk != self.pawn && self.wk.distance(self.bk) >= 2
    }

    /// True if the pawn attacks Black's king.
    pub(crate) fn is_check(self) -> bool {
        pawn_attacks(self.pawn).contains(self.bk)
    }

    /// Legal by the rules of play: Black is not in check when White is to move. No retro-analysis.
    pub(crate) fn is_legal(self, to_move: Color) -> bool {
        self.stands() && !(to_move.is_white() && self.is_check())
    }

    /// Where Black's king may go; the pawn's square means a capture.
    pub(crate) fn black_targets(self) -> Bitboard {
        attacks::king_attacks(self.bk) & !attacks::king_attacks(self.wk) & !pawn_attacks(self.pawn)
    }

    /// Black's quiet replies, or `None` if Black can take the pawn.
    pub(crate) fn black_replies(self) -> Option<impl Iterator<Item = Placement>> {
        let targets = self.black_targets();
        (!targets.contains(self.pawn)).then(|| targets.into_iter().map(move |bk| Placement { bk, ..self }))
    }

    /// White's moves with the king.
    pub(crate) fn king_moves(self) -> impl Iterator<Item = Placement> {
        let targets = attacks::king_attacks(self.wk) & !attacks::king_attacks(self.bk);
        targets.without(self.pawn).into_iter().map(move |wk| Placement { wk, ..self })
    }

    /// White's pushes, single or double, that do not promote.
    pub(crate) fn pushes(self) -> impl Iterator<Item = Placement> {
        let free = move |sq: Square| sq != self.wk && sq != self.bk && sq.rank() < Rank::Eighth;
        let single = self.pawn.offset(8).filter(|&sq| free(sq));
        let double =
            single.filter(|sq| sq.rank() == Rank::Third).and_then(|sq| sq.offset(8)).filter(|&sq| free(sq));
        single.into_iter().chain(double).map(move |pawn| Placement { pawn, ..self })
    }

    /// All of White's moves that do not promote.
    pub(crate) fn white_moves(self) -> impl Iterator<Item = Placement> {
        self.king_moves().chain(self.pushes())
    }

    /// The square on which the pawn would promote.
    pub(crate) fn queening_square(self) -> Square {
        Square::from_coords(self.pawn.file(), Rank::Eighth)
    }

    /// Black's king attacks the queening square and White's does not defend it.
    pub(crate) fn new_queen_is_lost(self) -> bool {
        let queening = self.queening_square();
        queening.distance(self.bk) == 1 && queening.distance(self.wk) != 1
    }

    /// FEN of the placement, legal or not.
    pub(crate) fn fen(self, to_move: Color) -> String {
        let mut board = Board::empty();
        board.set_piece_at(self.wk, Role::King.of(Color::White));
        board.set_piece_at(self.pawn, Role::Pawn.of(Color::White));
        board.set_piece_at(self.bk, Role::King.of(Color::Black));
        format!("{} {} - - 0 1", board.board_fen(), to_move.char())
    }
}

/// The squares a white pawn attacks.
pub(crate) fn pawn_attacks(pawn: Square) -> Bitboard {
    attacks::pawn_attacks(Color::White, pawn)
}

#[cfg(test)]
mod tests {
    use philidor_chess::shakmaty::{CastlingMode, Chess, FromSetup, Position, fen::Fen};

    use super::*;

    fn position(place: Placement, to_move: Color) -> Chess {
        let fen: Fen = place.fen(to_move).parse().unwrap();
        match Chess::from_setup(fen.into(), CastlingMode::Standard) {
            Ok(pos) => pos,
            Err(error) => error.ignore_impossible_check().unwrap(),
        }
    }

    #[test]
    fn indices_count_the_placements() {
        assert!(Placement::all().map(Placement::index).eq(0..PLACEMENTS));
    }

    #[test]
    fn moves_are_those_of_chess() {
        for place in Placement::all().step_by(7) {
            if place.is_legal(Color::White) {
                let pos = position(place, Color::White);
                let quiet = pos.legal_moves().iter().filter(|m| !m.is_promotion()).count();
                assert_eq!(place.white_moves().count(), quiet, "{place:?}");
            }
            if place.is_legal(Color::Black) {
                let pos = position(place, Color::Black);
                assert_eq!(place.black_targets().count(), pos.legal_moves().len(), "{place:?}");
            }
        }
    }
}
