//! A position as the squares its men stand on: the other thing that nets see.
//!
//! Twelve sets of squares (six kinds of men, ours and theirs), so 768 numbers that are 0 or 1 and nearly all 0. The side to move is
//! always "we", seen from its own first rank, and the board is mirrored where our king stands on its left half, so one net
//! serves both colours and both wings. Nothing is counted or judged here: whatever a net knows of a pin or a weak pawn it has learned.

use philidor_chess::shakmaty::{Chess, Position, Role, Square};

/// Numbers a net sees.
pub const SQUARES: usize = 12 * 64;

/// One set of squares for each kind of man: ours from pawn to king, then theirs.
pub type Boards = [u64; 12];

/// The squares of all men, as the side to move sees them.
pub fn boards(pos: &Chess) -> Boards {
    let turned = turned(pos);
    plain_boards(pos).map(|squares| {
        let ours = if turned & 56 != 0 { squares.swap_bytes() } else { squares };
        if turned & 7 != 0 { ours.reverse_bits().swap_bytes() } else { ours }
    })
}

/// The same as they stand on the board; a square's number exclusive or [`turned`] is where the side to move sees it.
#[inline]
pub(crate) fn plain_boards(pos: &Chess) -> Boards {
    let (board, us) = (pos.board(), pos.turn());
    let mut out = [0; 12];
    for (side, color) in [us, !us].into_iter().enumerate() {
        let men = board.by_color(color);
        for (kind, role) in Role::ALL.into_iter().enumerate() {
            out[6 * side + kind] = u64::from(men & board.by_role(role));
        }
    }
    out
}

/// How the side to move turns the board, as bits of a square's number: 56 changes the ranks, for Black; 7 the files, for our
/// king is always seen on the files e to h.
#[inline]
pub(crate) fn turned(pos: &Chess) -> usize {
    let ranks = if pos.turn().is_black() { 56 } else { 0 };
    let left = pos.board().king_of(pos.turn()).is_some_and(|king| (king as u32) & 7 < 4);
    ranks | if left { 7 } else { 0 }
}

/// The numbers that are 1, in rising order.
pub fn men(boards: &Boards) -> impl Iterator<Item = usize> {
    boards.iter().enumerate().flat_map(|(kind, &squares)| bits(squares).map(move |square| 64 * kind + square))
}

/// The places of a set's bits.
#[inline(always)]
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}

/// The number of the man on `square`, as the side to move of `pos` sees it.
///
/// ```
/// use philidor_know::squares;
///
/// let pos = philidor_chess::parse_fen("4k3/8/8/8/8/8/P7/6K1 w - - 0 1").unwrap();
/// let a2 = "a2".parse().unwrap();
/// assert_eq!(squares::id(squares::number(&pos, a2).unwrap()), "us.pawn.a2");
/// ```
pub fn number(pos: &Chess, square: Square) -> Option<usize> {
    let piece = pos.board().piece_at(square)?;
    let kind = 6 * usize::from(piece.color != pos.turn()) + (piece.role as usize - 1);
    Some(64 * kind + (square as usize ^ turned(pos)))
}

/// The name of a number: `us.knight.f3`.
///
/// # Panics
///
/// If there is no such number.
pub fn id(number: usize) -> String {
    assert!(number < SQUARES, "there are {SQUARES} numbers");
    const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let (kind, square) = (number / 64, Square::new((number % 64) as u32));
    format!("{}.{}.{square}", if kind < 6 { "us" } else { "them" }, KINDS[kind % 6])
}
