//! Who attacks, defends and pins whom: the words in which motifs are defined.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

/// Pawn 1, knight and bishop 3, rook 5, queen 9; the king counts nothing.
pub fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// Like [`value`], with the king dearer than everything.
pub fn target_value(role: Role) -> i32 {
    if role == Role::King { 99 } else { value(role) }
}

/// Neither pawn nor king.
pub fn is_piece(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

/// Bishop, rook or queen.
pub fn is_line_piece(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// `side`'s material minus the other side's.
pub fn balance(board: &Board, side: Color) -> i32 {
    let of = |color: Color| {
        let men = board.by_color(color);
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .iter()
            .map(|&role| (board.by_role(role) & men).count() as i32 * value(role))
            .sum::<i32>()
    };
    of(side) - of(!side)
}

/// Men of `side` that attack `square`, pinned or not.
pub fn attackers(board: &Board, side: Color, square: Square) -> Bitboard {
    board.attacks_to(square, side, board.occupied())
}

/// The man of `side` on `square` has a friend that attacks the square, or would once an enemy line piece that stands
/// in its way has captured there.
///
/// ```text
///  3 . . . . . . . .
///  2 r . R . n . . .    Black's knight on e2 is defended: after Rc2xe2 the rook on a2 takes back.
///  1 . . . . . . . .
///    a b c d e f g h
/// ```
///
/// ```
/// use philidor_chess::{parse_fen, shakmaty::{Color, Position, Square}};
/// use philidor_tutor::sight::is_defended;
///
/// let pos = parse_fen("7k/8/8/8/8/8/r1R1n3/7K w - - 0 1").unwrap();
/// assert!(is_defended(pos.board(), Color::Black, Square::E2));
/// ```
pub fn is_defended(board: &Board, side: Color, square: Square) -> bool {
    if attackers(board, side, square).any() {
        return true;
    }
    let line_pieces = attackers(board, !side, square) & (board.bishops() | board.rooks_and_queens());
    line_pieces.into_iter().any(|sq| board.attacks_to(square, side, board.occupied().without(sq)).any())
}

/// The man on `square` is attacked and either not defended or attackable by a cheaper piece.
pub fn is_in_bad_spot(board: &Board, square: Square) -> bool {
    let Some(man) = board.piece_at(square) else { return false };
    let attackers = attackers(board, !man.color, square);
    attackers.any()
        && (!is_defended(board, man.color, square)
            || attackers
                .into_iter()
                .any(|sq| board.role_at(sq).is_some_and(|r| r != Role::King && value(r) < value(man.role))))
}

/// An absolute pin: the piece on `pinned` may not leave the line between its king and `pinner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbsolutePin {
    /// The piece that may not move off the line.
    pub pinned: Square,
    /// The enemy line piece.
    pub pinner: Square,
    /// The whole rank, file or diagonal.
    pub line: Bitboard,
}

/// All pieces of `side` that are pinned to their king.
pub fn absolute_pins(board: &Board, side: Color) -> impl Iterator<Item = AbsolutePin> {
    let king = board.king_of(side);
    let enemies = board.by_color(!side);
    let (own, occupied) = (board.by_color(side), board.occupied());
    let snipers = king.map_or(Bitboard::EMPTY, |k| {
        (attacks::rook_attacks(k, Bitboard::EMPTY) & board.rooks_and_queens()
            | attacks::bishop_attacks(k, Bitboard::EMPTY) & board.bishops_and_queens())
            & enemies
    });
    snipers.into_iter().filter_map(move |pinner| {
        let king = king?;
        let pinned = (attacks::between(king, pinner) & occupied).single_square()?;
        own.contains(pinned).then(|| AbsolutePin { pinned, pinner, line: attacks::ray(king, pinner) })
    })
}

/// The piece on `square` (not a pawn or king), whose side is to move and not in check, stands badly and every legal
/// move of it ends badly too, without taking something as dear as itself.
pub fn is_trapped(pos: &Chess, square: Square) -> bool {
    let board = pos.board();
    let Some(piece) = board.piece_at(square) else { return false };
    if pos.is_check()
        || matches!(piece.role, Role::Pawn | Role::King)
        || piece.color != pos.turn()
        || absolute_pins(board, piece.color).any(|pin| pin.pinned == square)
        || !is_in_bad_spot(board, square)
    {
        return false;
    }
    // Not in check and not pinned: every pseudo-legal move is legal.
    let targets = board.attacks_from(square) & !board.by_color(piece.color);
    targets.into_iter().all(|to| {
        if board.role_at(to).is_some_and(|taken| value(taken) >= value(piece.role)) {
            return false;
        }
        let mut after = board.clone();
        after.discard_piece_at(square);
        after.set_piece_at(to, piece);
        is_in_bad_spot(&after, to)
    })
}

/// Squares at king's distance 1.
pub fn ring(king: Square) -> Bitboard {
    attacks::king_attacks(king)
}

/// From where to where a move goes as its side sees the board: an order of moves that is the same for both colours.
pub(crate) fn way(side: Color, mv: &Move) -> (Square, Square) {
    let seen = |sq: Square| side.fold_wb(sq, sq.flip_vertical());
    (seen(mv.from().unwrap_or(mv.to())), seen(mv.to()))
}

/// What the side to move wins by legal captures on one square, each side taking with its cheapest man and stopping when
/// it pays no more, in points.
///
/// ```
/// use philidor_chess::{parse_fen, shakmaty::Square};
/// use philidor_tutor::sight::exchange;
///
/// let pos = parse_fen("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1").unwrap();
/// assert_eq!(exchange(&pos, Square::E5), 0, "the pawn is guarded");
/// ```
pub fn exchange(pos: &Chess, square: Square) -> i32 {
    let captures = pos.capture_moves();
    let cheapest = captures
        .iter()
        .filter(|m| m.to() == square && !m.is_en_passant() && m.promotion().is_none_or(|r| r == Role::Queen))
        .min_by_key(|m| (target_value(m.role()), way(pos.turn(), m)));
    let Some(&mv) = cheapest else { return 0 };
    let mut after = pos.clone();
    after.play_unchecked(mv);
    let gain = mv.capture().map_or(0, value) + mv.promotion().map_or(0, |r| value(r) - 1);
    (gain - exchange(&after, square)).max(0)
}
