//! One side's army as that side sees it: its own first rank at the bottom.
//!
//! The squares each kind of piece attacks are found once and shared by all themes.

use philidor_chess::shakmaty::{Bitboard, Board, Color, Square, attacks};

use super::lines::{count, east, opposite, pawn_attacks_up, up, west};

/// A side's pieces, and what they attack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SideView {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) bishops: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) queens: Bitboard,
    pub(crate) all: Bitboard,
    pub(crate) king: Square,
    pub(crate) pawn_attacks: Bitboard,
    pub(crate) knight_attacks: Bitboard,
    pub(crate) bishop_attacks: Bitboard,
    pub(crate) rook_attacks: Bitboard,
    pub(crate) king_attacks: Bitboard,
    /// What a rook and a bishop in the king's place would see.
    pub(crate) king_lines: Bitboard,
    pub(crate) king_diagonals: Bitboard,
    /// What the queens see as rooks and as bishops.
    pub(crate) queen_lines: Bitboard,
    pub(crate) queen_diagonals: Bitboard,
    /// Attacked by anything.
    pub(crate) any: Bitboard,
    /// Attacked at least twice.
    pub(crate) twice: Bitboard,
}

impl SideView {
    /// The army of `color`, with the attacks of its pawns and king only.
    pub(crate) fn new(board: &Board, color: Color) -> SideView {
        let all = board.by_color(color);
        let turn = |b: Bitboard| if color.is_black() { b.flip_vertical() } else { b };
        let king = (board.kings() & all).first().expect("a king of each colour");
        let king = if color.is_black() { opposite(king) } else { king };
        let pawns = turn(board.pawns() & all);
        let pawn_attacks = pawn_attacks_up(pawns);
        let king_attacks = attacks::king_attacks(king);
        let both = east(up(pawns)) & west(up(pawns));
        SideView {
            pawns,
            knights: turn(board.knights() & all),
            bishops: turn(board.bishops() & all),
            rooks: turn(board.rooks() & all),
            queens: turn(board.queens() & all),
            all: turn(all),
            king,
            pawn_attacks,
            knight_attacks: Bitboard::EMPTY,
            bishop_attacks: Bitboard::EMPTY,
            rook_attacks: Bitboard::EMPTY,
            king_attacks,
            king_lines: Bitboard::EMPTY,
            king_diagonals: Bitboard::EMPTY,
            queen_lines: Bitboard::EMPTY,
            queen_diagonals: Bitboard::EMPTY,
            any: pawn_attacks | king_attacks,
            twice: both | (pawn_attacks & king_attacks),
        }
    }

    /// The same army seen from the other side of the board.
    #[inline]
    pub(crate) fn turned(&self) -> SideView {
        SideView {
            pawns: self.pawns.flip_vertical(),
            knights: self.knights.flip_vertical(),
            bishops: self.bishops.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            queens: self.queens.flip_vertical(),
            all: self.all.flip_vertical(),
            king: opposite(self.king),
            pawn_attacks: self.pawn_attacks.flip_vertical(),
            knight_attacks: self.knight_attacks.flip_vertical(),
            bishop_attacks: self.bishop_attacks.flip_vertical(),
            rook_attacks: self.rook_attacks.flip_vertical(),
            king_attacks: self.king_attacks.flip_vertical(),
            king_lines: self.king_lines.flip_vertical(),
            king_diagonals: self.king_diagonals.flip_vertical(),
            queen_lines: self.queen_lines.flip_vertical(),
            queen_diagonals: self.queen_diagonals.flip_vertical(),
            any: self.any.flip_vertical(),
            twice: self.twice.flip_vertical(),
        }
    }

    /// Writes one more piece's attacks into the account.
    #[inline]
    pub(crate) fn attack(&mut self, squares: Bitboard) {
        self.twice |= self.any & squares;
        self.any |= squares;
    }

    /// What the queens attack.
    #[inline]
    pub(crate) fn queen_attacks(&self) -> Bitboard {
        self.queen_lines | self.queen_diagonals
    }

    /// Knights and bishops.
    #[inline]
    pub(crate) fn minors(&self) -> Bitboard {
        self.knights | self.bishops
    }

    /// Everything but pawns and king.
    #[inline]
    pub(crate) fn pieces(&self) -> Bitboard {
        self.knights | self.bishops | self.rooks | self.queens
    }

    /// Material without pawns, in the schoolbook's units (minor 3, rook 5, queen 9).
    #[inline]
    pub(crate) fn force(&self) -> i32 {
        3 * count(self.minors()) + 5 * count(self.rooks) + 9 * count(self.queens)
    }

    /// How much of the middlegame this army still is (minor 1, rook 2, queen 4).
    #[inline]
    pub(crate) fn phase(&self) -> i32 {
        count(self.minors()) + 2 * count(self.rooks) + 4 * count(self.queens)
    }
}

/// Both armies as one side sees them: `us` plays up the board, `them` down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    pub(crate) us: SideView,
    pub(crate) them: SideView,
    pub(crate) occupied: Bitboard,
}

impl View {
    /// Puts two armies, each in its own view, on one board.
    #[inline]
    pub(crate) fn new(us: SideView, them: &SideView) -> View {
        let them = them.turned();
        View { us, them, occupied: us.all | them.all }
    }
}
