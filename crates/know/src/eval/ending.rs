//! Endings: winning chances, drawish material, and the lone king.
//!
//! These do not add to the sum but bend it: they change or shrink the endgame value of the side that is
//! ahead, never its sign. Each has a name, so that the breakdown can say who took the points away.

use philidor_chess::shakmaty::{Bitboard, Color, Square};

use super::{
    Weights,
    lines::{FILE_A, FILE_H, KINGSIDE, LIGHT, QUEENSIDE, count, file_of, rank_of, steps},
    side_view::View,
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// A full endgame value, in 64ths.
pub const FULL: i32 = 64;

/// How the endgame value of the side ahead is bent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bend {
    /// Who is ahead in the endgame value.
    pub ahead: Color,
    /// Added to the endgame value, seen by White.
    pub chances: i32,
    /// Endgame values count this many 64ths.
    pub scale: i32,
    /// The feature that sets the scale, if any.
    pub reason: Option<F>,
}

/// Looks at the position as the side that is ahead by `eg` (seen by White) sees it.
pub(crate) fn bend<T: Trace>(w: &Weights, v: &View, ahead: Color, eg: i32, trace: &mut T) -> Bend {
    let sign = if ahead.is_white() { 1 } else { -1 };
    if eg == 0 {
        return Bend { ahead, chances: 0, scale: FULL, reason: None };
    }
    let chances = winnability(w, v, ahead, trace).max(-eg.abs());
    let (scale, reason) = scale(w, v);
    if T::ON
        && let Some(feature) = reason
    {
        trace.hear(ahead, feature, feature.offset(), 0, 1, Bitboard::EMPTY);
    }
    Bend { ahead, chances: sign * chances, scale, reason }
}

/// Winning chances in centipawns: pawns, both wings, passed pawns, pawn endings.
fn winnability<T: Trace>(w: &Weights, v: &View, ahead: Color, trace: &mut T) -> i32 {
    let pawns = v.us.pawns | v.them.pawns;
    let both_wings = (pawns & QUEENSIDE).any() && (pawns & KINGSIDE).any();
    let no_pieces = (v.us.pieces() | v.them.pieces()).is_empty();
    let outflanking = file_of(v.us.king).abs_diff(file_of(v.them.king)) as i32
        - rank_of(v.us.king).abs_diff(rank_of(v.them.king)) as i32;
    let infiltration = rank_of(v.us.king) >= 4 || rank_of(v.them.king) <= 3;
    let counts = [
        1,
        count(pawns),
        i32::from(both_wings),
        i32::from(no_pieces),
        outflanking.clamp(-4, 4),
        i32::from(infiltration),
    ];
    let mut sum = 0;
    for (slot, n) in counts.into_iter().enumerate() {
        let index = F::Winnability.offset() + slot;
        sum += w.score(index).eg() * n;
        if T::ON && n != 0 {
            trace.hear(ahead, F::Winnability, index, n, n, Bitboard::EMPTY);
        }
    }
    sum
}

/// The first reason why the side ahead (`v.us`) cannot make full use of it.
fn scale(w: &Weights, v: &View) -> (i32, Option<F>) {
    let of = |feature: F, slot: usize| (w.score(feature.offset() + slot).eg(), Some(feature));
    let pawns = count(v.us.pawns);
    let (ours, theirs) = (v.us.force(), v.them.force());
    if pawns == 0 && ours - theirs <= 3 {
        // Without pawns an extra minor piece does not win; without a rook's worth nothing does.
        let hopeless = ours <= 3 || (ours == 6 && count(v.us.knights) == 2 && v.them.pawns.is_empty());
        return of(F::DrawishMaterial, usize::from(!hopeless));
    }
    if pawns == 0 && ours == 6 && count(v.us.knights) == 2 && theirs == 0 {
        return of(F::DrawishMaterial, 0);
    }
    if wrong_rook_pawn(v) {
        return of(F::WrongRookPawn, 0);
    }
    if opposite_bishops(v) {
        let bare = ours == 3 && theirs == 3;
        return of(F::OppositeBishops, usize::from(!bare));
    }
    // A piece ahead, or without pieces at all, few pawns are enough.
    let (scale, reason) = of(F::FewPawns, pawns as usize);
    if scale == FULL || ours - theirs > 3 || ours + theirs == 0 { (FULL, None) } else { (scale, reason) }
}

/// One bishop each, on opposite colours, and nothing lighter beside them that changes it.
fn opposite_bishops(v: &View) -> bool {
    let (us, them) = (v.us.bishops, v.them.bishops);
    count(us) == 1
        && count(them) == 1
        && (us & LIGHT).any() != (them & LIGHT).any()
        && v.us.force() == v.them.force()
}

/// Bishop and rook pawns that queen on the other colour, with the enemy king in the corner.
fn wrong_rook_pawn(v: &View) -> bool {
    let only_bishops = (v.us.knights | v.us.rooks | v.us.queens).is_empty() && v.us.bishops.any();
    if !only_bishops || v.us.pawns.is_empty() {
        return false;
    }
    let corner = if (v.us.pawns & !FILE_A).is_empty() {
        Square::A8
    } else if (v.us.pawns & !FILE_H).is_empty() {
        Square::H8
    } else {
        return false;
    };
    let corner_colour = if LIGHT.contains(corner) { LIGHT } else { !LIGHT };
    (v.us.bishops & corner_colour).is_empty() && steps(v.them.king, corner) <= 1
}

/// Driving a bare king to the edge (to the bishop's corner with bishop and knight).
pub(crate) fn lone_king<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    if v.them.all != Bitboard::from_square(v.them.king) || !can_mate(v) {
        return;
    }
    let king = v.them.king;
    let (f, r) = (file_of(king) as i32, rank_of(king) as i32);
    let from_edge = f.min(7 - f).min(r.min(7 - r));
    t.add_slot(F::KnownEnding, 0, 1, 1);
    t.add_slot(F::KnownEnding, 1, 3 - from_edge, 3 - from_edge);
    let near = 7 - steps(v.us.king, king) as i32;
    t.add_slot(F::KnownEnding, 2, near, near);
    let bishop_and_knight = v.us.pawns.is_empty() && v.us.force() == 6 && count(v.us.bishops) == 1;
    if bishop_and_knight {
        let corners =
            if (v.us.bishops & LIGHT).any() { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let near_corner = 7 - steps(king, corners[0]).min(steps(king, corners[1])) as i32;
        t.add_slot(F::KnownEnding, 3, near_corner, near_corner);
    }
}

/// Enough to mate a bare king without promoting.
fn can_mate(v: &View) -> bool {
    let both_colours = (v.us.bishops & LIGHT).any() && (v.us.bishops & !LIGHT).any();
    let mixed = v.us.bishops.any() && v.us.knights.any();
    (v.us.rooks | v.us.queens).any() || both_colours || mixed
}
