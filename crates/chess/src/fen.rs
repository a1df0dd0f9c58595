//! FEN text to a legal position, with errors a person can act on.

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionErrorKinds, Setup, fen::Fen,
};

/// Why a FEN did not become a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is not a FEN at all.
    #[error("not a FEN: {reason}\n  given: {text:?}\n  a FEN looks like: 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")]
    Syntax {
        /// What the parser stumbled over.
        reason: String,
        /// The offending text.
        text: String,
    },
    /// The text is a FEN, but no legal position.
    #[error("illegal position: {reason}\n  given: {text:?}")]
    Illegal {
        /// What is illegal about it.
        reason: String,
        /// The offending text.
        text: String,
    },
}

/// Reads a FEN as a legal standard-chess position.
///
/// A bare board (first field only) is read with White to move.
///
/// ```text
///  8 . . . . . . . .
///  7 . . . . . . . .
///  6 . . . . . . . .
///  5 . . . . k . . .
///  4 . . . . . . . .
///  3 . . . . . . . .
///  2 . . . . P . . .
///  1 . . . . K . . .
///    a b c d e f g h
/// ```
///
/// ```
/// use philidor_chess::{parse_fen, write_fen};
///
/// let pos = parse_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
/// assert_eq!(write_fen(&pos), "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
///
/// let error = parse_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
/// assert!(error.to_string().contains("Black has no king"));
/// ```
pub fn parse_fen(text: &str) -> Result<Chess, FenError> {
    let shown = || clip(text);
    let fen: Fen = text.trim().parse().map_err(|e: shakmaty::fen::ParseFenError| FenError::Syntax {
        reason: e.to_string(),
        text: shown(),
    })?;
    let setup = fen.into_setup();
    let rights_without_rook = !setup.castling_rights.is_empty();
    Chess::from_setup(setup.clone(), CastlingMode::Standard)
        // An en passant square that no pawn can use is common in the wild and changes nothing.
        .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
        // Whether a game could have led here is not asked, as in all endgame tables.
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .map_err(|e| FenError::Illegal {
            reason: explain(&setup, e.kinds(), rights_without_rook),
            text: shown(),
        })
}

/// Writes a position as FEN; the en passant square is given only if a capture is legal.
pub fn write_fen(pos: &Chess) -> String {
    Fen::from_position(pos, EnPassantMode::Legal).to_string()
}

fn explain(setup: &Setup, kinds: PositionErrorKinds, has_rights: bool) -> String {
    use shakmaty::Color::{Black, White};
    let mut reasons: Vec<String> = Vec::new();
    let kings = setup.board.kings();
    if kinds.contains(PositionErrorKinds::EMPTY_BOARD) {
        reasons.push("the board is empty".into());
    }
    if kinds.intersects(PositionErrorKinds::MISSING_KING | PositionErrorKinds::TOO_MANY_KINGS) {
        for (side, name) in [(White, "White"), (Black, "Black")] {
            match (kings & setup.board.by_color(side)).count() {
                0 => reasons.push(format!("{name} has no king")),
                1 => {}
                n => reasons.push(format!("{name} has {n} kings")),
            }
        }
    }
    if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        let squares: Vec<String> = (setup.board.pawns() & shakmaty::Bitboard::BACKRANKS)
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        reasons.push(format!("pawn on the first or last rank ({})", squares.join(", ")));
    }
    if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
        reasons.push("the side that is not to move is in check".into());
    }
    if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) && has_rights {
        reasons.push("castling rights without king and rook on their home squares".into());
    }
    if kinds.contains(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        reasons.push("more men than a game can have".into());
    }
    if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
        reasons.push("the en passant square does not follow from a double step".into());
    }
    if reasons.is_empty() { "the position is not legal".into() } else { reasons.join("; ") }
}

fn clip(text: &str) -> String {
    const MOST: usize = 120;
    if text.chars().count() <= MOST {
        text.to_owned()
    } else {
        text.chars().take(MOST).chain("…".chars()).collect()
    }
}

/// True if any castling right is left: endgame tables know nothing of castling.
pub fn has_castling_rights(pos: &Chess) -> bool {
    !pos.castles().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> String {
        parse_fen(text).unwrap_err().to_string()
    }

    #[test]
    fn says_what_is_wrong() {
        for (fen, want) in [
            ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
            ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "White has 2 kings"),
            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on the first or last rank (a8)"),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the side that is not to move is in check"),
            ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling rights"),
            ("hello", "not a FEN"),
            ("", "not a FEN"),
        ] {
            assert!(reason(fen).contains(want), "{fen}: {}", reason(fen));
        }
    }
}
