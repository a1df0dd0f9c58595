//! From positions to table entries and back.

use philidor_chess::shakmaty::{
    Board, CastlingMode, Chess, Color, FromSetup, Role, Setup, Square,
};

use crate::solve::Man;

/// The position with these men, if it is legal.
pub(crate) fn position_of(wk: u8, bk: u8, men: &[Man], to_move: Color) -> Option<Chess> {
    let mut board = Board::empty();
    let square = |sq: u8| Square::new(u32::from(sq));
    board.set_piece_at(square(wk), Role::King.of(Color::White));
    board.set_piece_at(square(bk), Role::King.of(Color::Black));
    for &(color, piece, sq) in men {
        board.set_piece_at(square(sq), piece.role().of(color));
    }
    let setup = Setup { board, turn: to_move, ..Setup::empty() };
    Chess::from_setup(setup, CastlingMode::Standard).or_else(|e| e.ignore_impossible_check()).ok()
}
