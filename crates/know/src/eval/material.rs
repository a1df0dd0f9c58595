//! Material: what is on the board, and what mixes of unlike pieces are worth.

use super::{lines::count, side_view::View, tally::Tally, trace::Trace};
use crate::features::FeatureId as F;

/// Pawns of one side around which piece values are quoted.
const USUAL_PAWNS: i32 = 5;

/// Adds up our material.
pub(crate) fn material<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    let (us, them) = (&v.us, &v.them);
    let pawns = count(us.pawns);
    let (knights, bishops) = (count(us.knights), count(us.bishops));
    let (rooks, queens) = (count(us.rooks), count(us.queens));
    t.each(F::Pawns, us.pawns);
    t.each(F::Knights, us.knights);
    t.each(F::Bishops, us.bishops);
    t.each(F::Rooks, us.rooks);
    t.each(F::Queens, us.queens);
    for (slot, n) in [knights, bishops, rooks, queens].into_iter().enumerate() {
        t.add_slot(F::Imbalance, slot, n * (pawns - USUAL_PAWNS), n);
    }
    let both_colours = (us.bishops & super::lines::LIGHT).any() && (us.bishops & !super::lines::LIGHT).any();
    t.when(F::BishopPair, both_colours, us.bishops);
    t.add(F::RedundantKnight, (knights - 1).max(0));
    t.add(F::RedundantRook, (rooks - 1).max(0));
    t.add(F::EightPawns, i32::from(pawns == 8));
    let minors_ahead = knights + bishops - count(them.minors());
    let rooks_ahead = rooks - count(them.rooks);
    let queens_ahead = queens - count(them.queens);
    unlike(t, minors_ahead, rooks_ahead, queens_ahead);
    let ahead = us.force() + pawns - them.force() - count(them.pawns);
    if ahead > 0 {
        t.add(F::Simplification, 14 - count(us.pieces() | them.pieces()).min(14));
    }
}

/// Trades of unlike pieces, from the side that has them.
fn unlike<T: Trace>(t: &mut Tally<'_, T>, minors: i32, rooks: i32, queens: i32) {
    if queens == 0 {
        t.add(F::ExchangeAhead, i32::from(rooks == 1 && minors == -1));
        let minor_for_pawns = rooks == 0 && minors == -1;
        let rook_for_minors = rooks == 1 && minors == -2;
        t.add(F::BadTrade, i32::from(minor_for_pawns || rook_for_minors));
    }
    t.add(F::QueenForTwoRooks, i32::from(queens == 1 && rooks == -2 && minors == 0));
}
