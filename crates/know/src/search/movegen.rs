//! Move generation for the search: captures first, quiet moves only when they are needed.
//!
//! shakmaty generates all legal moves at once; a search wants the few captures of a quiescence node without
//! paying for thirty quiet moves, and a hash move without generating anything. Moves come out as shakmaty
//! moves, all legal; tests compare every set with `legal_moves`.

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square, attacks,
};

use super::node::Node;

/// The moves of one position; 218 is the most any legal position has.
pub(crate) type Moves = ArrayVec<Move, 256>;

/// A move in sixteen bits: from, to, promotion. Castling goes from the king to its rook. Zero is no move.
pub(crate) type MoveCode = u16;

/// Packs a move for the tables.
#[inline]
pub(crate) fn code(m: Move) -> MoveCode {
    let from = m.from().map_or(0, |s| s as u16);
    let promotion = m.promotion().map_or(0, |role| role as u16 - 1);
    from | (m.to() as u16) << 6 | promotion << 12
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// Knows, for one node, which squares resolve a check and which pieces are pinned.
pub(crate) struct Generator<'a> {
    pos: &'a Chess,
    us: Color,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Where a piece other than the king may go: anywhere, or where it stops the one check.
    target: Bitboard,
}

impl<'a> Generator<'a> {
    #[inline]
    pub(crate) fn new(node: &'a Node) -> Generator<'a> {
        let pos = &node.pos;
        let us = pos.turn();
        let king = pos.board().king_of(us).expect("king in standard chess");
        let target = match node.checkers.single_square() {
            _ if node.checkers.is_empty() => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker) | node.checkers,
            None => Bitboard::EMPTY,
        };
        let pinned = pinned(pos.board(), us, king);
        Generator { pos, us, king, checkers: node.checkers, pinned, target }
    }

    /// Captures, en passant and promotions. Minor promotions only if `all_promotions`.
    pub(crate) fn noisy(&self, all_promotions: bool, moves: &mut Moves) {
        let theirs = self.pos.them();
        self.pawn_captures(all_promotions, moves);
        self.pieces(theirs, moves);
    }

    /// Moves that neither capture nor promote.
    pub(crate) fn quiet(&self, moves: &mut Moves) {
        let board = self.pos.board();
        let empty = !board.occupied();
        // 1. Castling.
        if self.checkers.is_empty() && self.pos.castles().has_color(self.us) {
            for side in CastlingSide::ALL {
                moves.extend(self.pos.castling_moves(side));
            }
        }
        // 2. Pieces.
        self.pieces(empty, moves);
        // 3. Pawn steps.
        let pawns = board.pawns() & board.by_color(self.us);
        let (single, double, back) = if self.us.is_white() {
            let single = Bitboard(pawns.0 << 8) & empty;
            (single, Bitboard((single.0 & 0x0000_0000_00ff_0000) << 8) & empty, -8)
        } else {
            let single = Bitboard(pawns.0 >> 8) & empty;
            (single, Bitboard((single.0 & 0x0000_ff00_0000_0000) >> 8) & empty, 8)
        };
        for to in single & self.target & !Bitboard::BACKRANKS {
            self.pawn_step(to, back, moves);
        }
        for to in double & self.target {
            self.pawn_step(to, 2 * back, moves);
        }
    }

    #[inline]
    fn pawn_step(&self, to: Square, back: i32, moves: &mut Moves) {
        if let Some(from) = to.offset(back)
            && self.free(from, to)
        {
            moves.push(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: None });
        }
    }

    fn pawn_captures(&self, all_promotions: bool, moves: &mut Moves) {
        let board = self.pos.board();
        let (pawns, theirs) = (board.pawns() & self.pos.us(), self.pos.them());
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let (west, west_back, east, east_back, single, back) = if self.us.is_white() {
            ((pawns.0 & NOT_A) << 7, -7, (pawns.0 & NOT_H) << 9, -9, pawns.0 << 8, -8)
        } else {
            ((pawns.0 & NOT_A) >> 9, 9, (pawns.0 & NOT_H) >> 7, 7, pawns.0 >> 8, 8)
        };
        let promoting = Bitboard(single) & !board.occupied() & Bitboard::BACKRANKS;
        for (targets, back) in
            [(Bitboard(west) & theirs, west_back), (Bitboard(east) & theirs, east_back), (promoting, back)]
        {
            for to in targets & self.target {
                let Some(from) = to.offset(back) else { continue };
                if !self.free(from, to) {
                    continue;
                }
                let capture = board.role_at(to);
                if Bitboard::BACKRANKS.contains(to) {
                    let kinds = if all_promotions { 4 } else { 1 };
                    for &role in &PROMOTIONS[..kinds] {
                        moves.push(Move::Normal {
                            role: Role::Pawn,
                            from,
                            capture,
                            to,
                            promotion: Some(role),
                        });
                    }
                } else {
                    moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
                }
            }
        }
        if self.pos.pseudo_legal_ep_square().is_some() {
            moves.extend(self.pos.en_passant_moves());
        }
    }

    /// Moves of everything but pawns to the squares of `targets` (all empty or all enemy).
    fn pieces(&self, targets: Bitboard, moves: &mut Moves) {
        let board = self.pos.board();
        let occupied = board.occupied();
        let ours = board.by_color(self.us);
        let reachable = targets & self.target;
        if reachable.any() {
            for (role, squares) in [
                (Role::Knight, board.knights()),
                (Role::Bishop, board.bishops()),
                (Role::Rook, board.rooks()),
                (Role::Queen, board.queens()),
            ] {
                for from in squares & ours {
                    let reach = match role {
                        Role::Knight => attacks::knight_attacks(from),
                        Role::Bishop => attacks::bishop_attacks(from, occupied),
                        Role::Rook => attacks::rook_attacks(from, occupied),
                        _ => attacks::queen_attacks(from, occupied),
                    };
                    for to in reach & reachable {
                        if self.free(from, to) {
                            let capture = board.role_at(to);
                            moves.push(Move::Normal { role, from, capture, to, promotion: None });
                        }
                    }
                }
            }
        }
        for to in attacks::king_attacks(self.king) & targets {
            if self.safe_for_king(to) {
                let capture = board.role_at(to);
                moves.push(Move::Normal { role: Role::King, from: self.king, capture, to, promotion: None });
            }
        }
    }

    /// A pinned piece may move only along its pin.
    #[inline]
    fn free(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || attacks::aligned(self.king, from, to)
    }

    #[inline]
    fn safe_for_king(&self, to: Square) -> bool {
        let board = self.pos.board();
        board.attacks_to(to, !self.us, board.occupied().without(self.king)).is_empty()
    }

    /// Unpacks a move from the tables if it is legal here.
    pub(crate) fn decode(&self, code: MoveCode) -> Option<Move> {
        let board = self.pos.board();
        let from = Square::new(u32::from(code & 63));
        let to = Square::new(u32::from(code >> 6 & 63));
        let promotion = match code >> 12 {
            0 => None,
            kind => Some(Role::try_from(u32::from(kind) + 1).ok()?),
        };
        let ours = board.by_color(self.us);
        if !ours.contains(from) {
            return None;
        }
        let role = board.role_at(from)?;
        // 1. Castling: the king goes to its own rook.
        if ours.contains(to) {
            if role != Role::King || self.checkers.any() || promotion.is_some() {
                return None;
            }
            return CastlingSide::ALL.into_iter().find_map(|side| {
                (self.pos.castles().rook(self.us, side) == Some(to))
                    .then(|| self.pos.castling_moves(side).first().copied())
                    .flatten()
            });
        }
        let capture = board.role_at(to);
        // 2. Pawns.
        if role == Role::Pawn {
            if attacks::pawn_attacks(self.us, from).contains(to) {
                if capture.is_none() {
                    if promotion.is_some() || self.pos.maybe_ep_square() != Some(to) {
                        return None;
                    }
                    return self.pos.en_passant_moves().into_iter().find(|m| m.from() == Some(from));
                }
            } else {
                let step = self.us.fold_wb(8, -8);
                let single = from.offset(step)?;
                let is_single = single == to;
                let is_double = self.us.relative_rank(from.rank()) == Rank::Second
                    && single.offset(step) == Some(to)
                    && !board.occupied().contains(single);
                if capture.is_some() || !(is_single || is_double) {
                    return None;
                }
            }
            let last_rank = Bitboard::BACKRANKS.contains(to);
            let possible = match promotion {
                None => !last_rank,
                Some(to_role) => last_rank && to_role != Role::King && to_role != Role::Pawn,
            };
            let legal = possible && self.target.contains(to) && self.free(from, to);
            return legal.then_some(Move::Normal { role, from, capture, to, promotion });
        }
        // 3. Pieces.
        if promotion.is_some() || !board.attacks_from(from).contains(to) {
            return None;
        }
        let legal = if role == Role::King {
            self.safe_for_king(to)
        } else {
            self.target.contains(to) && self.free(from, to)
        };
        legal.then_some(Move::Normal { role, from, capture, to, promotion: None })
    }
}

/// The pieces of `us` that stand alone between their king and an enemy line piece.
fn pinned(board: &Board, us: Color, king: Square) -> Bitboard {
    let theirs = board.by_color(!us);
    let snipers = (attacks::rook_attacks(king, theirs) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, theirs) & board.bishops_and_queens())
        & theirs;
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between;
        }
    }
    pinned & board.by_color(us)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn check(node: &Node, plies: u32) {
        let legal: HashSet<Move> = node.pos.legal_moves().into_iter().collect();
        let generator = Generator::new(node);
        let (mut noisy, mut quiet, mut few) = (Moves::new(), Moves::new(), Moves::new());
        generator.noisy(true, &mut noisy);
        generator.quiet(&mut quiet);
        generator.noisy(false, &mut few);
        assert!(noisy.iter().all(|m| m.is_capture() || m.is_promotion()));
        assert!(quiet.iter().all(|m| !m.is_capture() && !m.is_promotion()));
        assert_eq!(
            few.len(),
            noisy.iter().filter(|m| m.promotion().is_none_or(|r| r == Role::Queen)).count()
        );
        let all: HashSet<Move> = noisy.iter().chain(&quiet).copied().collect();
        assert_eq!(all.len(), noisy.len() + quiet.len());
        assert_eq!(all, legal, "{:?}", node.pos.board());
        // Every sixteen-bit code is either a legal move or refused.
        let mut decoded = HashSet::new();
        for c in 0..0x8000 {
            if let Some(m) = generator.decode(c) {
                assert_eq!(code(m), c);
                decoded.insert(m);
            }
        }
        assert_eq!(decoded, legal);
        if plies > 0 {
            for m in legal {
                check(&node.child(m), plies - 1);
            }
        }
    }

    #[test]
    fn generated_and_decoded_moves_are_the_legal_moves() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        ] {
            let pos = philidor_chess::parse_fen(fen).expect("legal position");
            check(&Node::new(&pos), 2);
        }
    }
}
