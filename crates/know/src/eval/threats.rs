//! Threats: what hangs, what is attacked by something cheaper, pins, and squares taken from the enemy.
//! Space and the centre are judged here too, because they ask the same attack sets.

use philidor_chess::shakmaty::{Bitboard, Square, attacks};

use super::{
    lines::{CENTRE, INNER_FILES, count, down, fill_down, pawn_attacks_up, rank, up},
    pieces::{Assault, at_home, blocked_centre},
    side_view::View,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Space matters while at least this much force (minor 3, rook 5, queen 9) is on the board.
const FORCE_FOR_SPACE: i32 = 44;

/// Adds up what we threaten, and what of ours hangs.
pub(crate) fn threats<T: Trace>(t: &mut Tally<'_, T>, v: &View, assault: &Assault, pinned: Bitboard) {
    // Strongly guarded: by a pawn, or twice while we attack only once.
    let guarded = v.them.pawn_attacks | (v.them.twice & !v.us.twice);
    let pieces = v.them.pieces();
    let weak = v.them.all & !guarded & v.us.any;
    by_pawns(t, v, pieces);
    by_pieces(t, v, pieces & (guarded | weak), weak);
    queen_harassed(t, v);
    t.each(F::KingThreat, weak & v.us.king_attacks & !Bitboard::from_square(v.them.king));
    t.each(F::RestrictedSquares, v.them.any & !guarded & v.us.any);
    ours_at_risk(t, v, assault, pinned);
}

/// Pawns that attack a piece now or after one safe step.
fn by_pawns<T: Trace>(t: &mut Tally<'_, T>, v: &View, pieces: Bitboard) {
    let safe = v.us.any | !v.them.any;
    t.each(F::PawnThreat, pawn_attacks_up(v.us.pawns & safe) & pieces);
    let step = up(v.us.pawns) & !v.occupied;
    let step = (step | (up(step & rank(2)) & !v.occupied)) & !v.them.pawn_attacks & safe;
    t.each(F::PawnPushThreat, pawn_attacks_up(step) & pieces & !v.us.pawn_attacks);
}

/// Minor pieces and rooks that attack something weaker guarded or worth more.
fn by_pieces<T: Trace>(t: &mut Tally<'_, T>, v: &View, attackable: Bitboard, weak: Bitboard) {
    let by_minor = (attackable | weak) & (v.us.knight_attacks | v.us.bishop_attacks);
    if by_minor.any() {
        victims(t, F::MinorThreat, v, by_minor);
    }
    let by_rook = weak & v.us.rook_attacks;
    if by_rook.any() {
        victims(t, F::RookThreat, v, by_rook);
    }
}

/// One weight per kind of victim: pawn, knight, bishop, rook, queen.
fn victims<T: Trace>(t: &mut Tally<'_, T>, feature: F, v: &View, attacked: Bitboard) {
    let kinds = [v.them.pawns, v.them.knights, v.them.bishops, v.them.rooks, v.them.queens];
    for (slot, kind) in kinds.into_iter().enumerate() {
        t.each_in(feature, slot, attacked & kind);
    }
}

/// Safe squares from which a knight or a line piece would hit their queen next move.
fn queen_harassed<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    if v.them.queens.more_than_one() {
        return;
    }
    let Some(queen) = v.them.queens.first() else { return };
    let safe = !v.them.pawn_attacks & !v.us.all & !v.them.twice;
    let by_knight = attacks::knight_attacks(queen) & v.us.knight_attacks & safe;
    t.add_slot(F::QueenHarassed, 0, count(by_knight), count(by_knight));
    let diagonal = v.them.queen_diagonals & v.us.bishop_attacks;
    let line = v.them.queen_lines & v.us.rook_attacks;
    let slides = count((diagonal | line) & safe & v.us.twice);
    t.add_slot(F::QueenHarassed, 1, slides, slides);
}

/// Our own men in trouble: hanging, pinned, weak, without a safe square.
fn ours_at_risk<T: Trace>(t: &mut Tally<'_, T>, v: &View, assault: &Assault, pinned: Bitboard) {
    let attacked = v.us.all & v.them.any;
    let hanging = attacked & !v.us.any & !Bitboard::from_square(v.us.king);
    t.each(F::HangingPiece, hanging & !v.us.pawns);
    let pawns = v.us.pawns & !v.us.pawn_attacks;
    t.each(F::WeakPawn, pawns & ((v.them.twice & !v.us.twice) | (v.them.any & !v.us.any)));
    t.each(F::PinnedPiece, pinned & !v.us.pawns);
    t.each(F::TrappedPiece, assault.stuck & attacked);
    if T::REMARKS {
        let (overloaded, forks) = (overloaded(v), forks(v));
        t.remark(F::OverloadedDefender, count(overloaded), overloaded);
        t.remark(F::ForkThreat, count(forks), forks);
    }
}

/// Our knights and bishops that are the only guard of two attacked men.
fn overloaded(v: &View) -> Bitboard {
    let burdens = v.us.all & v.them.any & v.us.any & !v.us.twice & !Bitboard::from_square(v.us.king);
    let two_jobs = |sees: Bitboard| (sees & burdens).more_than_one();
    let knights = v.us.knights.into_iter().filter(|&sq| two_jobs(attacks::knight_attacks(sq)));
    let bishops = v.us.bishops.into_iter().filter(|&sq| two_jobs(attacks::bishop_attacks(sq, v.occupied)));
    knights.chain(bishops).collect()
}

/// Safe squares from which one of our knights would attack two of king, queen and rooks.
fn forks(v: &View) -> Bitboard {
    let rich = v.them.queens | v.them.rooks | Bitboard::from_square(v.them.king);
    let forking = |sq: &Square| (attacks::knight_attacks(*sq) & rich).more_than_one();
    let landing =
        v.us.knight_attacks & !v.us.all & (!v.them.any | (v.us.twice & !v.them.twice & !v.them.pawn_attacks));
    landing.into_iter().filter(forking).collect()
}

/// Safe squares behind and around our centre pawns, the centre itself, and pieces still at home.
pub(crate) fn space<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    t.each(F::CentreControl, CENTRE & (v.us.any & !v.them.pawn_attacks));
    t.each(F::UndevelopedMinors, at_home(&v.us));
    t.each(F::BlockCenter, blocked_centre(v));
    if v.us.force() + v.them.force() >= FORCE_FOR_SPACE {
        let camp = INNER_FILES & (rank(1) | rank(2) | rank(3));
        let safe = camp & !v.us.pawns & !v.them.pawn_attacks;
        let behind = fill_down(down(v.us.pawns)) & safe & !v.them.any;
        t.seen(F::Space, count(safe) + count(behind), safe);
    }
    if T::REMARKS {
        let reach = v.us.knight_attacks | v.us.bishop_attacks | v.us.rook_attacks | v.us.queen_attacks();
        let useful = reach & !v.them.pawn_attacks;
        t.remark(F::Activity, count(useful), useful);
    }
}
