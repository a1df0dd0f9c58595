//! Bishops: scope, own pawns on their colour, diagonals, traps.

use philidor_chess::shakmaty::{Bitboard, Square, attacks};

use super::{
    lines::{CENTRE, CENTRE_FILES, DIAGONALS, KINGSIDE, LIGHT, QUEENSIDE, count, down, half_board, rank},
    pieces::PieceContext,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// a1-h8 and h1-a8, without the four centre squares.
const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2400_0024_4281);

/// Adds up our bishops and writes their attacks into our side's view.
pub(crate) fn bishops<T: Trace>(t: &mut Tally<'_, T>, w: &mut PieceContext<'_>) {
    for sq in w.us.bishops {
        let sees = attacks::bishop_attacks(sq, w.through_queens());
        w.us.bishop_attacks |= sees;
        w.us.attack(sees);
        t.pick_at(F::BishopPosition, half_board(sq), sq);
        let scope = count(sees & w.scope);
        t.pick(F::BishopMobility, scope as usize, scope);
        w.bear_on_king(t, 1, sq, sees);
        w.watch(sq, sees);
        pawns_on_colour(t, w, sq);
        diagonals(t, w, sq);
        trapped(t, w, sq);
    }
    if w.us.bishops.any() {
        let at_outpost = w.us.bishops & w.outposts;
        t.each(F::BishopOutpost, at_outpost);
        t.each(F::BishopOutpostSupported, at_outpost & w.us.pawn_attacks);
        t.each(F::BishopBehindPawn, w.us.bishops & w.behind_pawns());
        t.each(F::BishopBlocksCenter, w.us.bishops & w.before_their_centre());
        both_wings(t, w);
    }
}

fn same_colour(sq: Square) -> Bitboard {
    if LIGHT.contains(sq) { LIGHT } else { !LIGHT }
}

/// Own pawns on the bishop's colour take squares from it.
fn pawns_on_colour<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, sq: Square) {
    let mine = w.us.pawns & same_colour(sq);
    t.seen(F::BishopPlusPawnsOnColour, count(mine), mine);
    if T::REMARKS {
        let blocked = mine & CENTRE_FILES & down(w.occupied);
        let bad = count(mine) >= 4 || (count(mine) >= 3 && blocked.any());
        t.remark(F::BadBishop, i32::from(bad), Bitboard::from_square(sq));
    }
}

/// The long diagonal, the king's guard, and pawns behind the first obstacle.
fn diagonals<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, sq: Square) {
    if LONG_DIAGONALS.contains(sq) {
        let through_pieces = attacks::bishop_attacks(sq, w.us.pawns | w.them.pawns);
        t.when(F::LongDiagonalBishop, (through_pieces & CENTRE).more_than_one(), sq);
    }
    let guards =
        rank(1).contains(sq) && w.us.king_attacks.contains(sq) && (QUEENSIDE | KINGSIDE).contains(sq);
    t.when(F::BishopKingSafety, guards, sq);
    let xray = DIAGONALS[sq.to_usize()] & w.them.pawns;
    t.seen(F::BishopXrayPawns, count(xray), xray);
}

/// The bishop that took on a7 or h7 (or went to a6, h6) and is shut in by a pawn.
fn trapped<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, sq: Square) {
    let (gate, bolt) = match sq {
        Square::A7 => (Square::B6, Square::C7),
        Square::H7 => (Square::G6, Square::F7),
        Square::A6 => (Square::B5, Square::C6),
        Square::H6 => (Square::G5, Square::F6),
        _ => return,
    };
    let shut = w.them.pawns.contains(gate) && w.them.pawns.contains(bolt);
    t.when(F::TrappedBishop, shut, sq);
}

/// A bishop against knights likes play on both wings.
fn both_wings<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>) {
    let pawns = w.us.pawns | w.them.pawns;
    let wide = (pawns & QUEENSIDE).any() && (pawns & KINGSIDE).any();
    let against_knights = w.them.bishops.is_empty() && w.them.knights.any();
    t.when(F::BishopOverKnight, wide && against_knights, w.us.bishops);
}
