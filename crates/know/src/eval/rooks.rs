//! Rooks and queens: files, the seventh rank, scope and what shuts them in.

use philidor_chess::shakmaty::{Bitboard, Square, attacks};

use super::{
    lines::{DIAGONALS, INNER_FILES, LINES, count, file, file_of, half_board, rank, rank_of, steps},
    pieces::PieceContext,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Below this many squares a rook on its first rank may be shut in.
const FEW_SQUARES: i32 = 3;

/// Adds up our rooks and writes their attacks into our side's view.
pub(crate) fn rooks<T: Trace>(t: &mut Tally<'_, T>, w: &mut PieceContext<'_>) {
    for sq in w.us.rooks {
        let sees = attacks::rook_attacks(sq, w.through_majors());
        w.us.rook_attacks |= sees;
        w.us.attack(sees);
        t.pick_at(F::RookPosition, half_board(sq), sq);
        let scope = count(sees & w.scope);
        t.pick(F::RookMobility, scope as usize, scope);
        w.bear_on_king(t, 2, sq, sees);
        w.watch(sq, sees);
        files(t, w, sq);
        shut_in(t, w, sq, scope);
        if w.targets.any() {
            let attacked = sees & w.targets;
            t.seen(F::RookAttacksWeakPawns, count(attacked), attacked);
        }
    }
    seventh(t, w);
    if w.us.rooks.more_than_one() {
        pair(t, w);
    }
}

/// Open and half-open files, and who stands on them.
fn files<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, sq: Square) {
    let line = file(file_of(sq) as u32);
    let (own, their) = ((line & w.us.pawns).any(), (line & w.them.pawns).any());
    match (own, their) {
        (false, false) => t.when(F::RookOpenFile, true, sq),
        (false, true) => t.when(F::RookHalfOpenFile, true, sq),
        (true, true) => t.when(F::RookClosedFile, true, sq),
        (true, false) => {}
    }
    if !own {
        t.when(F::RookFacesQueen, (line & w.them.queens).any(), sq);
        t.when(F::RookFacesKing, line.contains(w.them.king), sq);
    }
}

/// A rook with few squares; worst when its own king stands between it and the centre.
fn shut_in<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, sq: Square, scope: i32) {
    if scope > FEW_SQUARES {
        return;
    }
    let king = w.us.king;
    let (r, k) = (file_of(sq), file_of(king));
    let outside = if k >= 4 { r > k } else { r < k };
    let by_king = rank_of(sq) == 0 && rank_of(king) == 0 && outside && !w.castling;
    if by_king {
        t.when(F::TrappedRook, true, sq);
    } else if scope < FEW_SQUARES {
        t.when(F::LimitedRook, true, sq);
    }
}

/// Rooks on the seventh rank, with pawns to eat or a king to shut in.
fn seventh<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>) {
    let there = w.us.rooks & rank(6);
    if there.is_empty() {
        return;
    }
    let king_shut_in = rank_of(w.them.king) == 7;
    if (w.them.pawns & rank(6)).any() || king_shut_in {
        t.each(F::RookOnSeventh, there);
        t.each(F::RookAbsoluteSeventh, if king_shut_in { there } else { Bitboard::EMPTY });
        let majors = (w.us.rooks | w.us.queens) & rank(6);
        t.when(F::MajorsOnSeventh, majors.more_than_one(), majors);
    }
}

/// Two rooks that protect each other, or stand on one open file.
fn pair<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>) {
    let (Some(first), Some(last)) = (w.us.rooks.first(), w.us.rooks.last()) else { return };
    let in_line = LINES[first.to_usize()].contains(last);
    let connected = in_line && (attacks::between(first, last) & w.occupied).is_empty();
    t.when(F::ConnectedRooks, connected, Bitboard::from_square(first) | last);
    let line = file(file_of(first) as u32);
    let in_file = line & w.us.rooks;
    t.when(F::DoubledRooks, in_file.more_than_one() && (line & w.us.pawns).is_empty(), in_file);
}

/// Adds up our queens and writes their attacks into our side's view.
pub(crate) fn queens<T: Trace>(t: &mut Tally<'_, T>, w: &mut PieceContext<'_>) {
    for sq in w.us.queens {
        let diagonals = attacks::bishop_attacks(sq, w.occupied);
        let lines = attacks::rook_attacks(sq, w.occupied);
        let sees = diagonals | lines;
        w.us.queen_diagonals |= diagonals;
        w.us.queen_lines |= lines;
        w.us.attack(sees);
        t.pick_at(F::QueenPosition, half_board(sq), sq);
        let scope = count(sees & w.scope).min(27);
        t.pick(F::QueenMobility, scope as usize, scope);
        w.bear_on_king(t, 3, sq, sees);
        early(t, w, sq);
        t.when(F::QueenExposed, exposed(w, sq, diagonals, lines), sq);
        let far = steps(sq, w.them.king) >= 5 && steps(sq, w.us.king) >= 4 && !INNER_FILES.contains(sq);
        t.when(F::QueenOffside, far, sq);
        let inside = rank_of(sq) >= 5 && !w.their_reach.contains(sq);
        t.when(F::QueenInfiltration, inside, sq);
    }
}

/// The queen is out while the minor pieces are at home.
fn early<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, sq: Square) {
    t.when(F::EarlyQueen, rank_of(sq) >= 2 && w.at_home >= 3, sq);
}

/// An enemy rook or bishop looks at the queen through exactly one piece.
fn exposed(w: &PieceContext<'_>, sq: Square, diagonals: Bitboard, lines: Bitboard) -> bool {
    let snipers = (DIAGONALS[sq.to_usize()] & w.them.bishops & !diagonals)
        | (LINES[sq.to_usize()] & w.them.rooks & !lines);
    snipers.into_iter().any(|sniper| !(attacks::between(sq, sniper) & w.occupied).more_than_one())
}
