//! Knights: their squares, outposts and scope.

use philidor_chess::shakmaty::{Bitboard, attacks};

use super::{
    lines::{RIM, count, half_board, rank},
    pieces::Workshop,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Adds up our knights and writes their attacks into our camp.
pub(crate) fn knights<T: Trace>(t: &mut Tally<'_, T>, w: &mut Workshop<'_>) {
    for sq in w.us.knights {
        let sees = attacks::knight_attacks(sq);
        w.us.knight_attacks |= sees;
        w.us.attack(sees);
        t.pick(F::KnightCentralisation, half_board(sq), 1);
        let scope = count(sees & w.scope);
        t.pick(F::KnightMobility, scope as usize, scope);
        w.bear_on_king(t, 0, sq, sees);
        w.watch(sq, sees);
        outposts(t, w, Bitboard::from_square(sq), sees);
    }
    if w.us.knights.any() {
        t.add(F::KnightInClosedPosition, count(w.us.knights) * w.rams);
        t.add(F::KnightBehindPawn, count(w.us.knights & w.behind_pawns()));
        t.add(F::KnightBlocksCenter, count(w.us.knights & w.before_their_centre()));
        if T::REMARKS {
            t.remark(F::KnightOnRim, count(w.us.knights & RIM & !rank(0)));
        }
    }
}

/// A square no enemy pawn can ever attack: held, held with a pawn's support, or one move away.
fn outposts<T: Trace>(t: &mut Tally<'_, T>, w: &Workshop<'_>, knight: Bitboard, sees: Bitboard) {
    if (knight & w.outposts).any() {
        t.add(F::KnightOutpost, 1);
        t.add(F::KnightOutpostSupported, i32::from((knight & w.us.pawn_attacks).any()));
    } else {
        let reachable = sees & w.outposts & w.us.pawn_attacks & !w.us.all;
        t.add(F::KnightOutpostReachable, i32::from(reachable.any()));
    }
}
