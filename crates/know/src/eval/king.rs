//! The king: shelter, storm, lines and the danger he is in.
//!
//! Danger is not a sum: attackers, open squares and checks help each other. Their units are added and the
//! sum is squared (an old idea, in this form known from Glaurung and Ethereal); the breakdown gives each
//! input its share of the square, so that the parts still make the whole.

use philidor_chess::shakmaty::{Bitboard, Square, attacks};

use super::{
    lines::{
        CENTRE_FILES, INNER_FILES, KINGSIDE, QUEENSIDE, beside, count, down, file, file_of, files_of,
        fill_up, half_board, rank, rank_of, steps, up,
    },
    pieces::Assault,
    side_view::View,
    tally::{Score, Tally},
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Units² of danger per centipawn in the middlegame.
pub const DANGER_MG: i32 = 720;
/// Units of danger per centipawn in the endgame.
pub const DANGER_EG: i32 = 20;

/// What `units` of danger cost the endangered side. Never negative.
#[inline]
pub(crate) fn cost_of_danger(units: i32) -> Score {
    let units = units.clamp(0, 2000);
    Score::new(units * units / DANGER_MG, units / DANGER_EG)
}

/// Adds up how safe our king is, apart from the attack on him.
pub(crate) fn safety<T: Trace>(t: &mut Tally<'_, T>, v: &View, rights: i32) {
    t.pick_at(F::KingPosition, half_board(v.us.king), v.us.king);
    cover(t, v);
    open_lines(t, v);
    back_rank(t, v, rights);
    mate_hole(t, v);
    castling(t, v, rights);
    if T::REMARKS {
        let opposite = opposite_wings(v.us.king, v.them.king);
        t.remark(F::OppositeCastling, i32::from(opposite), Bitboard::from_square(v.us.king));
    }
}

/// Pawns before the king on his file and the two next to it: our nearest, and their most advanced.
fn cover<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    let middle = file_of(v.us.king).clamp(1, 6);
    let ahead = fill_up(rank(rank_of(v.us.king) as u32));
    for f in middle - 1..=middle + 1 {
        let line = file(f as u32) & ahead;
        let next_door = if f == file_of(v.us.king) { 0 } else { 8 };
        let cover = (v.us.pawns & line).first();
        t.pick_any(F::PawnShelter, next_door + cover.map_or(0, rank_of), cover);
        if let Some(foe) = (v.them.pawns & line).first() {
            let rammed = if v.us.pawns.contains(below(foe)) { 8 } else { 0 };
            t.pick_at(F::PawnStorm, rammed + rank_of(foe), foe);
        }
    }
}

/// The square below; a pawn never stands on the first rank.
fn below(sq: Square) -> Square {
    Square::new(sq.to_u32().saturating_sub(8))
}

/// Files at the king without pawns, and the squares a queen in his place would reach.
fn open_lines<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    let king = Bitboard::from_square(v.us.king);
    let near = files_of(king | beside(king)) & rank(0);
    let without_own = near & !files_of(v.us.pawns);
    let open = without_own & !files_of(v.them.pawns);
    t.seen(F::OpenFileAtKing, count(open), king);
    t.seen(F::HalfOpenFileAtKing, count(without_own & !open), king);
    let reach = count((v.us.king_lines | v.us.king_diagonals) & !v.us.all).min(27);
    t.pick(F::KingMobility, reach as usize, reach);
    let wing = match file_of(v.us.king) {
        0..=2 => QUEENSIDE,
        3 | 4 => INNER_FILES,
        _ => KINGSIDE,
    };
    t.when(F::PawnlessFlank, (wing & (v.us.pawns | v.them.pawns)).is_empty(), king);
}

/// The king on his first rank without a flight square, no longer to castle, against rooks or queens.
fn back_rank<T: Trace>(t: &mut Tally<'_, T>, v: &View, rights: i32) {
    if rank_of(v.us.king) != 0 || rights > 0 || (v.them.rooks | v.them.queens).is_empty() {
        return;
    }
    let flight = v.us.king_attacks & rank(1) & !v.us.all & !v.them.any;
    t.when(F::BackRank, flight.is_empty(), v.us.king);
}

/// A pawn or bishop of theirs on f6/h6 (seen by us: f3/h3) before a castled king without its g-pawn, queens on.
fn mate_hole<T: Trace>(t: &mut Tally<'_, T>, v: &View) {
    if v.them.queens.is_empty() || rank_of(v.us.king) != 0 || INNER_FILES.contains(v.us.king) {
        return;
    }
    let knight_pawn = if file_of(v.us.king) >= 4 { Square::G2 } else { Square::B2 };
    if v.us.pawns.contains(knight_pawn) {
        return;
    }
    let wedge = up(beside(Bitboard::from_square(knight_pawn))) & (v.them.pawns | v.them.bishops);
    t.when(F::MateHole, wedge.any(), wedge);
}

/// Castled, able to castle, or stuck in the middle while queens are on.
fn castling<T: Trace>(t: &mut Tally<'_, T>, v: &View, rights: i32) {
    t.add(F::CastlingRight, rights);
    let king = Bitboard::from_square(v.us.king);
    let home = (king & rank(0)).any();
    let in_corner = home && (king & INNER_FILES).is_empty();
    let beside_rook = home
        && (king & INNER_FILES & !CENTRE_FILES).any()
        && (beside(king) & CENTRE_FILES & v.us.rooks).any();
    let castled = rights == 0 && (in_corner || beside_rook);
    t.when(F::CastledKing, castled, king);
    let stuck = rights == 0 && !castled && (king & INNER_FILES).any() && v.them.queens.any();
    t.when(F::KingInCentre, stuck, king);
}

fn opposite_wings(ours: Square, theirs: Square) -> bool {
    (QUEENSIDE.contains(ours) && KINGSIDE.contains(theirs))
        || (KINGSIDE.contains(ours) && QUEENSIDE.contains(theirs))
}

/// Adds up our attack on their king: units of danger, which [`cost_of_danger`] turns into centipawns.
pub(crate) fn attack<T: Trace>(t: &mut Tally<'_, T>, v: &View, assault: &Assault, their_pinned: Bitboard) {
    let attackers = assault.attackers;
    if !attackers.more_than_one() && (attackers.is_empty() || v.us.queens.is_empty()) {
        return;
    }
    let kinds = [v.us.knights, v.us.bishops, v.us.rooks, v.us.queens];
    for (slot, kind) in kinds.into_iter().enumerate() {
        t.endanger_each(F::KingAttackers, slot, attackers & kind);
    }
    t.endanger(F::KingRingAttacks, 0, assault.ring);
    t.endanger(F::AttackWithoutQueen, 0, i32::from(v.us.queens.is_empty()));
    let ring = v.them.king_attacks;
    // Squares that we attack and only their king or queen guards, if not guarded twice.
    let weak = v.us.any & !v.them.twice & (!v.them.any | v.them.king_attacks | v.them.queen_attacks());
    t.endanger_each(F::WeakKingRing, 0, weak & ring);
    t.endanger_each(F::PinnedDefender, 0, their_pinned & (v.them.minors() | v.them.rooks));
    let zone = ring | Bitboard::from_square(v.them.king);
    t.endanger_each(F::KingDefenders, 0, v.them.minors() & zone);
    t.endanger_when(F::KingAtHome, rank_of(v.them.king) >= 6, Bitboard::from_square(v.them.king));
    let near = v.us.queens.first().is_some_and(|queen| steps(queen, v.them.king) <= 3);
    let queen = v.us.queens.first().map_or(Bitboard::EMPTY, Bitboard::from_square);
    t.endanger_when(F::QueenNearWeakKing, near && (weak & ring).more_than_one(), queen);
    checks(t, v, weak);
}

/// Squares from which a piece gives check, safe ones by kind of piece.
fn checks<T: Trace>(t: &mut Tally<'_, T>, v: &View, weak: Bitboard) {
    let king = v.them.king;
    let (lines, diagonals) = (v.them.king_lines, v.them.king_diagonals);
    let safe = !v.us.all & (!v.them.any | (weak & v.us.twice));
    let by_knight = attacks::knight_attacks(king) & v.us.knight_attacks & !v.us.all;
    let by_bishop = diagonals & v.us.bishop_attacks & !v.us.all;
    let by_rook = lines & v.us.rook_attacks & !v.us.all;
    let by_queen = (lines | diagonals) & v.us.queen_attacks() & !v.us.all;
    let mut unsafe_checks = Bitboard::EMPTY;
    for (slot, squares) in [by_knight, by_bishop, by_rook, by_queen].into_iter().enumerate() {
        t.endanger(F::SafeChecks, slot, count(squares & safe));
        unsafe_checks |= squares & !safe;
    }
    t.endanger(F::UnsafeChecks, 0, count(unsafe_checks));
}

/// The king as a fighting piece, once few pieces are left.
pub(crate) fn activity<T: Trace>(t: &mut Tally<'_, T>, v: &View, to_move: bool) {
    let pawns = v.us.pawns | v.them.pawns;
    if pawns.any() {
        t.add(F::KingActivity, distance_to_all(v.us.king, pawns) * 4 / count(pawns));
    }
    if (v.us.pieces() | v.them.pieces()).is_empty() && !to_move {
        let (us, them) = (v.us.king, v.them.king);
        let faces = file_of(us) == file_of(them) && rank_of(us).abs_diff(rank_of(them)) == 2;
        let side_by_side = rank_of(us) == rank_of(them) && file_of(us).abs_diff(file_of(them)) == 2;
        t.when(F::Opposition, faces || side_by_side, us);
    }
}

/// King moves to each of these squares, summed.
fn distance_to_all(king: Square, squares: Bitboard) -> i32 {
    BEYOND[king.to_usize()].iter().map(|&beyond| count(squares & beyond)).sum()
}

/// For each square, what lies more than 0, 1, … 6 king moves away.
static BEYOND: [[Bitboard; 7]; 64] = {
    let mut table = [[Bitboard::EMPTY; 7]; 64];
    let mut sq = 0;
    while sq < 64 {
        let mut near = Bitboard(1 << sq);
        let mut d = 0;
        while d < 7 {
            table[sq][d] = Bitboard(!near.0);
            near = Bitboard(near.0 | beside(near).0);
            near = Bitboard(near.0 | up(near).0 | down(near).0);
            d += 1;
        }
        sq += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn danger_is_never_negative_and_grows() {
        assert_eq!(cost_of_danger(-300), Score::default());
        let costs: Vec<i32> = (0..20).map(|u| cost_of_danger(u * 50).mg()).collect();
        assert!(costs.is_sorted());
    }

    #[test]
    fn distances_are_king_moves() {
        let squares = Bitboard::from_square(Square::A2) | Square::H7;
        assert_eq!(distance_to_all(Square::C3, squares), 2 + 5);
    }
}
