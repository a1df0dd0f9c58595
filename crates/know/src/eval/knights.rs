//! Knights: their squares, outposts and scope.

use philidor_chess::shakmaty::{Bitboard, attacks};

use super::{
    lines::{RIM, count, half_board, rank},
    pieces::PieceContext,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Adds up our knights and writes their attacks into our side's view.
pub(crate) fn knights<T: Trace>(t: &mut Tally<'_, T>, w: &mut PieceContext<'_>) {
    for sq in w.us.knights {
        let sees = attacks::knight_attacks(sq);
        w.us.knight_attacks |= sees;
        w.us.attack(sees);
        t.pick_at(F::KnightCentralisation, half_board(sq), sq);
        let scope = count(sees & w.scope);
        t.pick(F::KnightMobility, scope as usize, scope);
        w.bear_on_king(t, 0, sq, sees);
        w.watch(sq, sees);
        outposts(t, w, Bitboard::from_square(sq), sees);
    }
    if w.us.knights.any() {
        t.add(F::KnightInClosedPosition, count(w.us.knights) * w.rams);
        t.each(F::KnightBehindPawn, w.us.knights & w.behind_pawns());
        t.each(F::KnightBlocksCenter, w.us.knights & w.before_their_centre());
        if T::REMARKS {
            let on_rim = w.us.knights & RIM & !rank(0);
            t.remark(F::KnightOnRim, count(on_rim), on_rim);
        }
    }
}

/// A square no enemy pawn can ever attack: held, held with a pawn's support, or one move away.
fn outposts<T: Trace>(t: &mut Tally<'_, T>, w: &PieceContext<'_>, knight: Bitboard, sees: Bitboard) {
    if (knight & w.outposts).any() {
        t.when(F::KnightOutpost, true, knight);
        t.when(F::KnightOutpostSupported, (knight & w.us.pawn_attacks).any(), knight);
    } else {
        let reachable = sees & w.outposts & w.us.pawn_attacks & !w.us.all;
        t.when(F::KnightOutpostReachable, reachable.any(), knight);
    }
}
