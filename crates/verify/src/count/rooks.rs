//! Rooks and queens.

use super::{
    Count, View,
    mobility::scope,
    pawns::{backward, can_be_driven_off, isolated, unopposed},
    pieces::{at_home, summed},
    when,
};
use crate::board::{Role, SLANTED, STRAIGHT, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    let of = |role: Role, test: &dyn Fn(Square) -> bool| {
        Count::each(v.own(role).iter().filter(|&sq| test(sq)).collect())
    };
    let rooks = |test: &dyn Fn(Square) -> bool| of(Role::Rook, test);
    let queens = |test: &dyn Fn(Square) -> bool| of(Role::Queen, test);
    let own_pawn = |rook: Square| on_file(v.own(Role::Pawn), rook);
    let enemy_pawn = |rook: Square| on_file(v.enemy(Role::Pawn), rook);
    Some(match feature {
        "rook_open_file" => rooks(&|sq| !own_pawn(sq) && !enemy_pawn(sq)),
        "rook_half_open_file" => rooks(&|sq| !own_pawn(sq) && enemy_pawn(sq)),
        "rook_closed_file" => rooks(&|sq| own_pawn(sq) && enemy_pawn(sq)),
        "rook_faces_queen" => rooks(&|sq| !own_pawn(sq) && on_file(v.enemy(Role::Queen), sq)),
        "rook_faces_king" => rooks(&|sq| !own_pawn(sq) && on_file(v.enemy(Role::King), sq)),
        "rook_on_seventh" => Count::each(on_seventh(v)),
        "rook_absolute_seventh" => Count::each(when(king_on_eighth(v), on_seventh(v))),
        "majors_on_seventh" => Count::any(majors_on_seventh(v)),
        "connected_rooks" => Count::any(connected(v)),
        "doubled_rooks" => Count::any(doubled(v)),
        "trapped_rook" => rooks(&|sq| scope(v, sq) <= FEW && outside_king(v, sq)),
        "limited_rook" => rooks(&|sq| scope(v, sq) < FEW && !outside_king(v, sq)),
        "rook_attacks_weak_pawns" => summed(v.own(Role::Rook), |sq| v.sees(sq).and(weak_pawns(v.turned()))),
        "early_queen" => queens(&|sq| v.rank(sq) >= 2 && at_home(v).len() >= 3),
        "queen_offside" => queens(&|sq| is_offside(v, sq)),
        "queen_exposed" => queens(&|sq| is_exposed(v, sq)),
        "queen_infiltration" => queens(&|sq| v.rank(sq) >= 5 && !can_be_driven_off(v, sq)),
        _ => return None,
    })
}

fn on_file(men: Set, square: Square) -> bool {
    men.iter().any(|sq| sq.file() == square.file())
}

fn king_on_eighth(v: View<'_>) -> bool {
    v.rank(v.turned().king()) == 7
}

/// Rooks on the seventh rank, if there are enemy pawns there or the enemy king stands on the eighth.
fn on_seventh(v: View<'_>) -> Set {
    let pawns = v.enemy(Role::Pawn).iter().any(|sq| v.rank(sq) == 6);
    when(pawns || king_on_eighth(v), v.own(Role::Rook).iter().filter(|&sq| v.rank(sq) == 6).collect())
}

/// Such a rook and at least one more rook or queen on the seventh rank.
fn majors_on_seventh(v: View<'_>) -> Set {
    let majors: Set = v.all_of(&[Role::Rook, Role::Queen]).iter().filter(|&sq| v.rank(sq) == 6).collect();
    when(!on_seventh(v).is_empty() && majors.len() > 1, majors)
}

/// Rooks in the order of their squares, from the owner's a1.
fn in_order(v: View<'_>) -> Vec<Square> {
    let mut rooks: Vec<Square> = v.own(Role::Rook).iter().collect();
    rooks.sort_by_key(|&sq| (v.rank(sq), sq.file()));
    rooks
}

/// The first and the last rook, if they stand on one rank or file with nothing between.
fn connected(v: View<'_>) -> Set {
    let rooks = in_order(v);
    let [first, .., last] = rooks[..] else { return Set::default() };
    let aligned = first.file() == last.file() || first.rank() == last.rank();
    let clear = first.between(last).iter().all(|sq| v.is_empty(sq));
    when(aligned && clear, [first, last].into_iter().collect())
}

/// Rooks on one file without own pawns. Of three rooks the first decides.
fn doubled(v: View<'_>) -> Set {
    let rooks = in_order(v);
    let Some(&first) = rooks.first() else { return Set::default() };
    let together: Set = rooks.iter().copied().filter(|sq| sq.file() == first.file()).collect();
    when(together.len() > 1 && !on_file(v.own(Role::Pawn), first), together)
}

/// So many squares are few for a rook.
const FEW: usize = 3;

/// On the first rank between its king, who stands there too and can castle no more, and the nearer corner.
fn outside_king(v: View<'_>, rook: Square) -> bool {
    let king = v.king();
    let outside = if king.file() >= 4 { rook.file() > king.file() } else { rook.file() < king.file() };
    v.rank(rook) == 0 && v.rank(king) == 0 && outside && super::king::rights(v) == 0
}

/// Isolated and backward pawns of ours with no enemy pawn in front.
fn weak_pawns(v: View<'_>) -> Set {
    v.pawns_where(|v, sq| (isolated(v, sq) || backward(v, sq)) && unopposed(v, sq))
}

/// On the a-, b-, g- or h-file, five king moves from the enemy king and four from the own.
fn is_offside(v: View<'_>, queen: Square) -> bool {
    !(2..=5).contains(&queen.file())
        && queen.distance(v.turned().king()) >= 5
        && queen.distance(v.king()) >= 4
}

/// An enemy rook or bishop would see the queen if one man between them were gone.
fn is_exposed(v: View<'_>, queen: Square) -> bool {
    let behind_one = |sniper: Square| sniper.between(queen).iter().filter(|&sq| !v.is_empty(sq)).count() == 1;
    let on_line = |sniper: Square, steps: &[(i8, i8)]| {
        let (files, ranks) = (sniper.file() - queen.file(), sniper.rank() - queen.rank());
        let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        aligned && steps.contains(&(files.signum(), ranks.signum()))
    };
    v.enemy(Role::Bishop).iter().any(|sq| on_line(sq, &SLANTED) && behind_one(sq))
        || v.enemy(Role::Rook).iter().any(|sq| on_line(sq, &STRAIGHT) && behind_one(sq))
}
