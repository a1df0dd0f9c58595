//! Static exchange evaluation: what is left on a square after all captures there.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square, attacks};

/// Exchange values in centipawns; the king never has a price.
#[inline]
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

pub(super) fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    use philidor_chess::shakmaty::Color::{Black, White};
    (attacks::pawn_attacks(White, square) & board.pawns() & board.black())
        | (attacks::pawn_attacks(Black, square) & board.pawns() & board.white())
        | (attacks::knight_attacks(square) & board.knights())
        | (attacks::king_attacks(square) & board.kings())
        | (attacks::bishop_attacks(square, occupied) & board.bishops_and_queens())
        | (attacks::rook_attacks(square, occupied) & board.rooks_and_queens())
}

/// Whether `m` wins at least `threshold` centipawns when both sides go on capturing on its target square with
/// the least valuable piece as long as it pays.
pub(crate) fn at_least(pos: &Chess, m: Move, threshold: i32) -> bool {
    let Move::Normal { role, from, capture, to, promotion } = m else {
        // Castling and en passant: nothing and a pawn for a pawn at worst.
        return threshold <= 0;
    };
    let board = pos.board();
    // 1. The best and the worst case of the first capture.
    let mut balance = capture.map_or(0, value) - threshold;
    let mut next = role;
    if let Some(promoted) = promotion {
        balance += value(promoted) - value(Role::Pawn);
        next = promoted;
    }
    if balance < 0 {
        return false;
    }
    balance -= if next == Role::King { 0 } else { value(next) };
    if balance >= 0 {
        return true;
    }
    // 2. Both sides recapture with their cheapest piece.
    let mut occupied = board.occupied().without(from).with(to);
    let (diagonal, straight) = (board.bishops_and_queens(), board.rooks_and_queens());
    let mut all = attackers(board, to, occupied);
    let mut side = !pos.turn();
    loop {
        all &= occupied;
        let ours = all & board.by_color(side);
        if ours.is_empty() {
            break;
        }
        let mut attacker = Role::King;
        for candidate in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            if (ours & board.by_role(candidate)).any() {
                attacker = candidate;
                break;
            }
        }
        let Some(square) = (ours & board.by_role(attacker)).first() else { break };
        occupied.discard(square);
        if matches!(attacker, Role::Pawn | Role::Bishop | Role::Queen) {
            all |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(attacker, Role::Rook | Role::Queen) {
            all |= attacks::rook_attacks(to, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - value(attacker);
        if balance >= 0 {
            // 3. A king may not capture into a defended square.
            if attacker == Role::King && (all & occupied & board.by_color(side)).any() {
                side = !side;
            }
            break;
        }
    }
    pos.turn() != side
}

#[cfg(test)]
mod tests {
    use philidor_chess::shakmaty::uci::UciMove;

    use super::*;

    fn exchange(fen: &str, uci: &str) -> i32 {
        let pos = philidor_chess::parse_fen(fen).expect("legal position");
        let m = uci.parse::<UciMove>().expect("move").to_move(&pos).expect("legal move");
        (-2000..2000).rev().find(|&t| at_least(&pos, m, t)).expect("some value")
    }

    #[test]
    fn exchanges_are_counted_as_on_the_board() {
        // A free pawn.
        assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100);
        // Knight takes a pawn defended by a piece, with a battery behind: knight for pawn.
        assert_eq!(exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), -220);
        // Rook takes defended pawn.
        assert_eq!(exchange("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5"), -400);
        // A quiet queen move onto an attacked square.
        assert_eq!(exchange("7k/8/3p4/8/8/8/4Q3/4K3 w - - 0 1", "e2e5"), -950);
        // The king may take what is not defended.
        assert_eq!(exchange("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2"), 100);
    }
}
