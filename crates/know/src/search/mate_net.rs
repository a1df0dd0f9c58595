//! Mating nets: is a king shut in, and where could it be checked next move?
//!
//! The quiet move that threatens mate after a sacrifice is what material-minded pruning overlooks: the attacker's
//! evaluation is hopeless, the defender's so good that nobody looks further. Both ask here first. The answer is a
//! cheap necessary condition, not a proof: it only keeps a move or a node from being pruned.

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::see;

/// The roles that give check, in the order of [`MateNet::checks_from`].
const CHECKERS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A king with nowhere to go, or nearly so.
#[derive(Debug, Clone)]
pub(super) struct MateNet {
    king: Square,
    hunter: Color,
    /// For each role the squares from which it would give check.
    checks_from: [Bitboard; 5],
    /// Where some piece of the hunter can land with check next move, with the flights that check leaves.
    landings: ArrayVec<(Square, Bitboard), 16>,
    /// Squares where the king would be safe.
    flights: Bitboard,
}

/// The flights out of `flights` that a piece checking from `from` does not take itself.
fn left(flights: Bitboard, role: Role, hunter: Color, from: Square, without_king: Bitboard) -> Bitboard {
    flights & !attacks::attacks(from, role.of(hunter), without_king)
}

impl MateNet {
    /// The net around the king of `!hunter`; `None` if it has too many squares to go to.
    pub(super) fn around(board: &Board, hunter: Color) -> Option<MateNet> {
        let king = board.king_of(!hunter)?;
        let hunters = board.by_color(hunter);
        let occupied = board.occupied();
        let without_king = occupied.without(king);
        let open = attacks::king_attacks(king) & !board.by_color(!hunter);
        let mut flights = Bitboard::EMPTY;
        for flight in open {
            if (see::attackers(board, flight, without_king) & hunters).is_empty() {
                if flights.more_than_one() {
                    return None;
                }
                flights.add(flight);
            }
        }
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let checks_from = [
            attacks::pawn_attacks(!hunter, king),
            attacks::knight_attacks(king),
            diagonal,
            straight,
            straight | diagonal,
        ];
        let mut landings = ArrayVec::new();
        for (role, from) in CHECKERS.into_iter().zip(checks_from).skip(1) {
            for square in hunters & board.by_role(role) {
                let checks = attacks::attacks(square, role.of(hunter), occupied) & from & !hunters;
                for landing in checks {
                    let left = left(flights, role, hunter, landing, without_king);
                    if landings.try_push((landing, left)).is_err() {
                        break;
                    }
                }
            }
        }
        Some(MateNet { king, hunter, checks_from, landings, flights })
    }

    /// Whether the hunter could give a check that leaves no flight and is not simply captured.
    pub(super) fn threatens(&self, board: &Board) -> bool {
        let (hunters, occupied) = (board.by_color(self.hunter), board.occupied());
        self.landings.iter().any(|&(landing, left)| {
            left.is_empty() && {
                let near = see::attackers(board, landing, occupied);
                let guards = near & !hunters;
                guards.is_empty()
                    || (guards == Bitboard::from_square(self.king) && (near & hunters).more_than_one())
            }
        })
    }

    /// Whether a piece that goes to `to` closes the net and prepares a check, by itself or by guarding a checking
    /// square.
    pub(super) fn is_tightened_by(&self, board: &Board, role: Role, to: Square) -> bool {
        if role == Role::King {
            return false;
        }
        let reach = attacks::attacks(to, role.of(self.hunter), board.occupied());
        let guards = |&(landing, left): &(Square, Bitboard)| reach.contains(landing) && left.is_subset(reach);
        if self.landings.iter().any(guards) {
            return true;
        }
        let own = reach & self.checks_from[role as usize - 1] & !board.by_color(self.hunter);
        let without_king = board.occupied().without(self.king);
        own.any()
            && (self.flights.is_subset(reach)
                || own
                    .into_iter()
                    .any(|from| left(self.flights, role, self.hunter, from, without_king).is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::Position};

    use super::*;

    fn net(fen: &str) -> (Board, Option<MateNet>) {
        let pos = parse_fen(fen).expect("legal position");
        (pos.board().clone(), MateNet::around(pos.board(), Color::White))
    }

    #[test]
    fn a_king_in_the_open_is_in_no_net() {
        assert!(net("8/8/8/3k4/8/8/8/K3R3 w - - 0 1").1.is_none());
    }

    #[test]
    fn a_king_with_a_flight_is_threatened_by_the_move_that_takes_it() {
        let (board, found) = net("5rk1/5p2/5B2/8/R7/8/8/K7 w - - 0 1");
        let found = found.expect("a net");
        assert!(!found.threatens(&board));
        assert!(found.is_tightened_by(&board, Role::Rook, Square::H4));
        assert!(!found.is_tightened_by(&board, Role::Rook, Square::A5));
    }

    #[test]
    fn a_check_that_cannot_be_captured_threatens() {
        let (board, found) = net("5rk1/5p2/5B2/7R/8/8/8/K7 b - - 0 1");
        assert!(found.expect("a net").threatens(&board));
    }

    #[test]
    fn guarding_the_mating_square_tightens_the_net() {
        // Rh8 is mate as soon as the knight guards h8 from g6.
        let (board, found) = net("5rk1/5pp1/8/4N2R/8/8/8/K7 w - - 0 1");
        let found = found.expect("a net");
        assert!(!found.threatens(&board));
        assert!(found.is_tightened_by(&board, Role::Knight, Square::G6));
        assert!(!found.is_tightened_by(&board, Role::Knight, Square::C4));
    }

    #[test]
    fn a_check_may_take_the_last_flight_itself() {
        // g8 is open to the king, but the queen takes it from h7 as soon as a bishop guards her there.
        let (board, found) = net("3r3k/5p1p/7Q/8/8/8/6B1/K7 w - - 0 1");
        let found = found.expect("a net");
        assert!(!found.threatens(&board));
        assert!(found.is_tightened_by(&board, Role::Bishop, Square::E4));
        assert!(!found.is_tightened_by(&board, Role::Bishop, Square::F3));
        let (board, found) = net("3r3k/5p1p/7Q/8/4B3/8/8/K7 b - - 0 1");
        assert!(found.expect("a net").threatens(&board));
    }
}
