//! Passed pawns with pieces on the board: blockade, escort, kings and rooks, the square rule.

use philidor_chess::shakmaty::{Bitboard, Square, attacks};

use super::{
    lines::{down, file, file_of, fill_down, fill_up, rank, rank_of, steps, up},
    side_view::View,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Adds up our passed pawns (`theirs` are seen by them). `to_move` says whether it is our turn.
pub(crate) fn passed<T: Trace>(
    t: &mut Tally<'_, T>,
    v: &View,
    passed: Bitboard,
    theirs: Bitboard,
    to_move: bool,
) {
    let lone_king = v.them.pieces().is_empty();
    for sq in passed {
        let path = fill_up(up(Bitboard::from_square(sq))) & file(file_of(sq) as u32);
        road(t, v, sq, path);
        kings(t, v, sq);
        if (v.us.rooks | v.them.rooks).any() {
            rooks(t, v, sq);
        }
        if lone_king {
            t.when(F::UnstoppablePasser, unstoppable(v, sq, path, to_move), sq);
        }
    }
    if T::REMARKS && lone_king && v.us.pieces().is_empty() {
        t.remark(F::PasserRace, i32::from(wins_race(passed, theirs, to_move)), Bitboard::EMPTY);
    }
}

/// In a pawn ending with passed pawns on both sides: ours needs fewer moves, or as many with the move.
fn wins_race(ours: Bitboard, theirs: Bitboard, to_move: bool) -> bool {
    let moves = |passed: Bitboard| passed.last().map(|sq| 7 - rank_of(sq).max(2));
    match (moves(ours), moves(theirs)) {
        (Some(us), Some(them)) => us < them + usize::from(to_move),
        _ => false,
    }
}

/// What stands on the pawn's road to promotion.
fn road<T: Trace>(t: &mut Tally<'_, T>, v: &View, sq: Square, path: Bitboard) {
    let stop = up(Bitboard::from_square(sq));
    let r = rank_of(sq);
    if (stop & v.occupied).any() {
        if (stop & v.them.all).any() {
            t.pick_at(F::BlockadedPasser, r, sq);
        }
        return;
    }
    if (stop & v.them.any).is_empty() {
        t.pick_at(F::PasserFreeStep, r, sq);
    }
    if (path & (v.occupied | v.them.any)).is_empty() {
        t.pick_at(F::PasserFreePath, r, sq);
    }
    t.when(F::PasserEscorted, (stop & v.us.any).any(), sq);
}

/// How near both kings are to the square in front of the pawn; counted from the fourth rank on.
fn kings<T: Trace>(t: &mut Tally<'_, T>, v: &View, sq: Square) {
    let r = rank_of(sq);
    if r < 3 {
        return;
    }
    let stop = Square::new(sq.to_u32() + 8);
    let (ours, theirs) = (steps(v.us.king, stop) as i32, steps(v.them.king, stop) as i32);
    t.add_slot(F::PasserOwnKing, r, ours, ours);
    t.add_slot(F::PasserEnemyKing, r, theirs, theirs);
}

/// Rooks belong behind passed pawns, one's own and the enemy's. It is the pawn that is pointed at.
fn rooks<T: Trace>(t: &mut Tally<'_, T>, v: &View, sq: Square) {
    let behind = fill_down(down(Bitboard::from_square(sq)));
    let line = attacks::rook_attacks(sq, v.occupied) & behind;
    t.when(F::RookBehindPassedPawn, (line & v.us.rooks).any(), sq);
    t.when(F::EnemyRookBehindPasser, (line & v.them.rooks).any(), sq);
}

/// The square rule, against a king without pieces: the pawn outruns it on a free road.
fn unstoppable(v: &View, sq: Square, path: Bitboard, to_move: bool) -> bool {
    let goal = Square::new(56 + file_of(sq) as u32);
    let r = rank_of(sq).max(2);
    let moves = 7 - r;
    let delay = usize::from(!to_move);
    let outruns = (path & v.occupied).is_empty() && steps(v.them.king, goal) > moves + delay;
    let escorted = (path & !v.us.king_attacks & !rank(0)).is_empty() && !path.contains(v.us.king);
    outruns || escorted
}
