//! A position inside the search tree: the board plus what the search would otherwise recompute.
//!
//! Keys are kept incrementally; a test re-derives them. shakmaty's own `update_zobrist_hash` gives up on
//! castling-related moves and has no pawn keys, hence our own tables of random numbers.

use philidor_chess::shakmaty::{Bitboard, Chess, Color, Move, Piece, Position, Role, Square, attacks};

/// Random numbers for pieces, castling rooks, en passant files and the side to move (splitmix64, fixed seed).
struct Numbers {
    piece: [[u64; 64]; 12],
    castling_rook: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

const fn splitmix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static NUMBERS: Numbers = {
    let mut n =
        Numbers { piece: [[0; 64]; 12], castling_rook: [0; 64], en_passant: [0; 8], black_to_move: 0 };
    // The year Philidor's "Analyse du jeu des échecs" appeared.
    let mut state = 1749_u64;
    let mut i = 0;
    while i < 12 * 64 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        n.piece[i / 64][i % 64] = splitmix(state);
        i += 1;
    }
    i = 0;
    while i < 64 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        n.castling_rook[i] = splitmix(state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        n.en_passant[i] = splitmix(state);
        i += 1;
    }
    n.black_to_move = splitmix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
    n
};

/// Index of a coloured piece, 0..12.
#[inline]
pub(crate) fn piece_index(color: Color, role: Role) -> usize {
    (role as usize - 1) + if color.is_white() { 0 } else { 6 }
}

#[inline]
fn number(color: Color, role: Role, square: Square) -> u64 {
    NUMBERS.piece[piece_index(color, role)][square as usize]
}

fn castling_key(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, square| key ^ NUMBERS.castling_rook[square as usize])
}

#[inline]
fn en_passant_key(pos: &Chess) -> u64 {
    match pos.pseudo_legal_ep_square() {
        Some(square) => NUMBERS.en_passant[square.file() as usize],
        None => 0,
    }
}

/// A position with its keys and the pieces giving check.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The board and whose turn it is.
    pub(crate) pos: Chess,
    /// Key of the whole position.
    pub(crate) key: u64,
    /// Key of the pawns alone.
    pub(crate) pawn_key: u64,
    /// Keys of each side's pieces without pawns.
    pub(crate) piece_keys: [u64; 2],
    /// Enemy pieces that attack the king of the side to move.
    pub(crate) checkers: Bitboard,
}

impl Node {
    /// Computes everything from scratch.
    pub(crate) fn new(pos: &Chess) -> Node {
        let mut node =
            Node { pos: pos.clone(), key: 0, pawn_key: 0, piece_keys: [0; 2], checkers: pos.checkers() };
        for (square, Piece { color, role }) in pos.board() {
            node.toggle(color, role, square);
        }
        node.key ^= castling_key(pos.castles().castling_rights()) ^ en_passant_key(pos);
        if pos.turn().is_black() {
            node.key ^= NUMBERS.black_to_move;
        }
        node
    }

    #[inline]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let n = number(color, role, square);
        self.key ^= n;
        if role == Role::Pawn {
            self.pawn_key ^= n;
        } else {
            self.piece_keys[color as usize] ^= n;
        }
    }

    /// The position after the legal move `m`.
    #[inline]
    pub(crate) fn child(&self, m: Move) -> Node {
        self.child_announced(m, |_| {})
    }

    /// The position after the legal move `m`; its key is announced before the board is changed (it is the true
    /// key unless castling or en passant rights change), so that memory can be fetched in the meantime.
    #[inline]
    pub(crate) fn child_announced(&self, m: Move, announce: impl FnOnce(u64)) -> Node {
        debug_assert!(self.pos.is_legal(m), "{m:?} in {}", philidor_chess::write_fen(&self.pos));
        let mut next = self.clone();
        let us = self.pos.turn();
        next.key ^= en_passant_key(&self.pos) ^ NUMBERS.black_to_move;
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                next.toggle(us, role, from);
                if let Some(victim) = capture {
                    next.toggle(!us, victim, to);
                }
                next.toggle(us, promotion.unwrap_or(role), to);
            }
            Move::EnPassant { from, to } => {
                next.toggle(us, Role::Pawn, from);
                next.toggle(us, Role::Pawn, to);
                next.toggle(!us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
            }
            Move::Castle { king, rook } => {
                let kingside = rook > king;
                let rank = king.rank();
                use philidor_chess::shakmaty::File;
                let (king_file, rook_file) = if kingside { (File::G, File::F) } else { (File::C, File::D) };
                next.toggle(us, Role::King, king);
                next.toggle(us, Role::Rook, rook);
                next.toggle(us, Role::King, Square::from_coords(king_file, rank));
                next.toggle(us, Role::Rook, Square::from_coords(rook_file, rank));
            }
            Move::Put { .. } => {}
        }
        announce(next.key);
        next.pos.play_unchecked(m);
        let (before, after) = (self.pos.castles().castling_rights(), next.pos.castles().castling_rights());
        if before != after {
            next.key ^= castling_key(before ^ after);
        }
        next.key ^= en_passant_key(&next.pos);
        next.checkers = next.pos.checkers();
        next
    }

    /// The position after passing the move; `None` in check.
    pub(crate) fn pass(&self) -> Option<Node> {
        if self.checkers.any() {
            return None;
        }
        let pos = self.pos.clone().swap_turn().ok()?;
        let key = self.key ^ en_passant_key(&self.pos) ^ NUMBERS.black_to_move;
        Some(Node { pos, key, pawn_key: self.pawn_key, piece_keys: self.piece_keys, checkers: Bitboard(0) })
    }

    /// For each role, the squares from which the side to move would give check.
    pub(crate) fn check_squares(&self) -> [Bitboard; 6] {
        let board = self.pos.board();
        let them = !self.pos.turn();
        let Some(king) = board.king_of(them) else { return [Bitboard::EMPTY; 6] };
        let straight = attacks::rook_attacks(king, board.occupied());
        let diagonal = attacks::bishop_attacks(king, board.occupied());
        [
            attacks::pawn_attacks(them, king),
            attacks::knight_attacks(king),
            diagonal,
            straight,
            straight | diagonal,
            Bitboard::EMPTY,
        ]
    }

    /// Whether the side to move has a piece besides king and pawns.
    #[inline]
    pub(crate) fn has_pieces(&self) -> bool {
        let board = self.pos.board();
        (self.pos.us() & !board.pawns() & !board.kings()).any()
    }

    /// A dead draw by material: neither side can mate, whatever happens.
    #[inline]
    pub(crate) fn insufficient_material(&self) -> bool {
        let board = self.pos.board();
        board.occupied().count() <= 4
            && (board.pawns() | board.rooks_and_queens()).is_empty()
            && self.pos.is_insufficient_material()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(node: &Node, plies: u32) {
        let fresh = Node::new(&node.pos);
        assert_eq!((node.key, node.pawn_key, node.piece_keys), (fresh.key, fresh.pawn_key, fresh.piece_keys));
        if plies > 0 {
            for m in node.pos.legal_moves() {
                walk(&node.child(m), plies - 1);
            }
        }
    }

    #[test]
    fn incremental_keys_equal_recomputed_ones() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let pos = philidor_chess::parse_fen(fen).expect("legal position");
            walk(&Node::new(&pos), 3);
        }
    }

    #[test]
    fn passing_gives_the_key_of_the_other_side_to_move() {
        let pos =
            philidor_chess::parse_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
                .expect("legal position");
        let passed = Node::new(&pos).pass().expect("no check");
        assert_eq!(passed.key, Node::new(&passed.pos).key);
    }
}
