//! What captures on one square are worth: the yardstick of a quick human look at the board.
//!
//! The search has a faster cousin that answers yes or no about a move; here the amount is wanted, for boards that were
//! never positions (a side has moved and nobody answered yet).

use philidor_chess::shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// Centipawns; a king is worth nothing because it is never taken.
pub(crate) fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// All men that bear on a square.
pub(crate) fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    board.attacks_to(square, Color::White, occupied) | board.attacks_to(square, Color::Black, occupied)
}

const CHEAPEST_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The cheapest of some men.
pub(crate) fn cheapest(board: &Board, men: Bitboard) -> Option<(Role, Square)> {
    CHEAPEST_FIRST
        .into_iter()
        .find_map(|role| (men & board.by_role(role)).first().map(|square| (role, square)))
}

/// What `side` wins at least by capturing the man on `square`, both going on with their cheapest men as long as it pays;
/// 0 if it had better not begin.
pub(crate) fn won_on(board: &Board, square: Square, side: Color) -> i32 {
    let Some(victim) = board.role_at(square) else { return 0 };
    let mut occupied = board.occupied();
    let mut bearing = attackers(board, square, occupied);
    let mut gains = [0; 32];
    let (mut depth, mut mover, mut price) = (0, side, value(victim));
    while depth < gains.len() {
        bearing &= occupied;
        let Some((role, from)) = cheapest(board, bearing & board.by_color(mover)) else { break };
        if role == Role::King && (bearing & board.by_color(!mover)).any() {
            break;
        }
        gains[depth] = price - if depth == 0 { 0 } else { gains[depth - 1] };
        price = value(role);
        occupied.discard(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            bearing |= attacks::bishop_attacks(square, occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            bearing |= attacks::rook_attacks(square, occupied) & board.rooks_and_queens();
        }
        mover = !mover;
        depth += 1;
    }
    if depth == 0 {
        return 0;
    }
    for at in (1..depth).rev() {
        gains[at - 1] = -(-gains[at - 1]).max(gains[at]);
    }
    gains[0].max(0)
}

/// Squares that the men of a side bear on.
pub(crate) fn seen_by(board: &Board, side: Color) -> Bitboard {
    let occupied = board.occupied();
    let mut seen = Bitboard::EMPTY;
    for square in board.by_color(side) {
        if let Some(piece) = board.piece_at(square) {
            seen |= attacks::attacks(square, piece, occupied);
        }
    }
    seen
}

/// The most that `side` wins by captures on one square.
pub(crate) fn most_won(board: &Board, side: Color) -> i32 {
    let targets = seen_by(board, side) & board.by_color(!side) & !board.kings();
    targets.into_iter().map(|square| won_on(board, square, side)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::Position};

    use super::*;

    fn won(fen: &str, square: Square) -> i32 {
        let pos = parse_fen(fen).expect("legal");
        won_on(pos.board(), square, pos.turn())
    }

    #[test]
    fn exchanges_are_counted_as_on_the_board() {
        assert_eq!(won("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", Square::E5), 100);
        assert_eq!(won("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", Square::E5), 0);
        assert_eq!(won("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", Square::E5), 0);
        // Pawn takes rook, and is taken.
        assert_eq!(won("4k3/2b5/3r4/4P3/8/8/8/4K3 w - - 0 1", Square::D6), 400);
        // The king takes what is not defended, and not what is.
        assert_eq!(won("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", Square::E2), 100);
        assert_eq!(won("4k3/8/8/8/4r3/8/4p3/4K3 w - - 0 1", Square::E2), 0);
    }
}
