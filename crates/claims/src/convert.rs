//! From shakmaty's types to ours, and back where a reader needs a board.

use shakmaty::CastlingMode;

use crate::{
    basic::{Color, Man, Role, Set, Square},
    line::Move,
};

impl From<shakmaty::Color> for Color {
    fn from(color: shakmaty::Color) -> Color {
        color.fold_wb(Color::White, Color::Black)
    }
}

impl From<Color> for shakmaty::Color {
    fn from(color: Color) -> shakmaty::Color {
        match color {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        }
    }
}

impl From<shakmaty::Role> for Role {
    fn from(role: shakmaty::Role) -> Role {
        match role {
            shakmaty::Role::Pawn => Role::Pawn,
            shakmaty::Role::Knight => Role::Knight,
            shakmaty::Role::Bishop => Role::Bishop,
            shakmaty::Role::Rook => Role::Rook,
            shakmaty::Role::Queen => Role::Queen,
            shakmaty::Role::King => Role::King,
        }
    }
}

impl From<Role> for shakmaty::Role {
    fn from(role: Role) -> shakmaty::Role {
        match role {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
        }
    }
}

impl From<shakmaty::Piece> for Man {
    fn from(piece: shakmaty::Piece) -> Man {
        Man { color: piece.color.into(), role: piece.role.into() }
    }
}

impl From<shakmaty::Square> for Square {
    fn from(square: shakmaty::Square) -> Square {
        let (file, rank) = square.coords();
        Square::at(file.to_u32() as i8, rank.to_u32() as i8)
            .unwrap_or_else(|| unreachable!("one of 64 squares"))
    }
}

impl From<Square> for shakmaty::Square {
    fn from(square: Square) -> shakmaty::Square {
        shakmaty::Square::new(square.rank() as u32 * 8 + square.file() as u32)
    }
}

impl From<shakmaty::Bitboard> for Set {
    fn from(squares: shakmaty::Bitboard) -> Set {
        Set::of_bits(squares.0)
    }
}

impl From<Set> for shakmaty::Bitboard {
    fn from(squares: Set) -> shakmaty::Bitboard {
        shakmaty::Bitboard(squares.bits())
    }
}

impl From<shakmaty::Move> for Move {
    fn from(mv: shakmaty::Move) -> Move {
        match mv.to_uci(CastlingMode::Standard) {
            shakmaty::uci::UciMove::Normal { from, to, promotion } => {
                Move { from: from.into(), to: to.into(), promotion: promotion.map(Role::from) }
            }
            // Neither can be played in standard chess.
            shakmaty::uci::UciMove::Put { to, .. } => {
                Move { from: to.into(), to: to.into(), promotion: None }
            }
            shakmaty::uci::UciMove::Null => unreachable!("a move is never null"),
        }
    }
}

impl From<Move> for shakmaty::uci::UciMove {
    fn from(mv: Move) -> shakmaty::uci::UciMove {
        shakmaty::uci::UciMove::Normal {
            from: mv.from.into(),
            to: mv.to.into(),
            promotion: mv.promotion.map(shakmaty::Role::from),
        }
    }
}

impl PartialEq<shakmaty::Color> for Color {
    fn eq(&self, other: &shakmaty::Color) -> bool {
        *self == Color::from(*other)
    }
}
