//! Passed pawns, and pawns that may become so.

use super::{
    Count, View,
    pawns::{beside, doubled, guarded, near_files, passed, unopposed},
    when,
};
use crate::board::{Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    let each = |test: fn(View<'_>, Square) -> bool| Count::each(v.pawns_where(test));
    let passed_and =
        |test: fn(View<'_>, Square) -> bool| Count::each(passers(v).filter(|&sq| test(v, sq)).collect());
    Some(match feature {
        "passed_pawn" => each(passed),
        "candidate_passer" => each(candidate),
        "hidden_passer" => each(hidden),
        "protected_passer" => passed_and(guarded),
        "connected_passers" => passed_and(connected),
        "outside_passer" => passed_and(outside),
        "split_passers" => Count::any(split(v)),
        "blockaded_passer" => passed_and(blockaded),
        "passer_free_step" => passed_and(|v, sq| path(v, sq).first().is_some_and(|&next| free(v, next))),
        "passer_free_path" => passed_and(|v, sq| path(v, sq).iter().all(|&sq| free(v, sq))),
        "passer_escorted" => passed_and(escorted),
        "unstoppable_passer" => passed_and(unstoppable),
        "passer_own_king" => Count::bare(king_steps(v, v.king())),
        "passer_enemy_king" => Count::bare(king_steps(v, v.turned().king())),
        "passer_race" => Count::bare(i32::from(wins_race(v))),
        "rook_behind_passed_pawn" => passed_and(|v, sq| rook_behind(v, v.own(Role::Rook), sq)),
        "enemy_rook_behind_passer" => passed_and(|v, sq| rook_behind(v, v.enemy(Role::Rook), sq)),
        _ => return None,
    })
}

fn passers(v: View<'_>) -> impl Iterator<Item = Square> {
    v.own(Role::Pawn).iter().filter(move |&sq| passed(v, sq))
}

/// The squares in front, to the last rank.
fn path(v: View<'_>, sq: Square) -> Vec<Square> {
    std::iter::successors(v.front(sq), |&at| v.front(at)).collect()
}

/// Empty, and no enemy man attacks it.
fn free(v: View<'_>, sq: Square) -> bool {
    v.is_empty(sq) && !v.turned().attacks(sq)
}

/// Enemy pawns in front on the neighbouring files.
fn sentries(v: View<'_>, sq: Square) -> Set {
    v.enemy(Role::Pawn).iter().filter(|&pawn| beside(pawn, sq) && v.rank(pawn) > v.rank(sq)).collect()
}

/// A front pawn that is not passed, with no enemy pawn before it on its own file.
fn on_half_open_file(v: View<'_>, sq: Square) -> bool {
    unopposed(v, sq) && !doubled(v, sq) && !passed(v, sq)
}

/// On a half-open file, with as many own pawns beside or behind it on the neighbouring files as enemy pawns before it there.
fn candidate(v: View<'_>, sq: Square) -> bool {
    let helpers = v.own(Role::Pawn).iter().filter(|&own| beside(own, sq) && v.rank(own) <= v.rank(sq));
    on_half_open_file(v, sq) && helpers.count() >= sentries(v, sq).len()
}

/// No candidate, but on the fourth rank or further on, and it attacks every enemy pawn that keeps it from being passed.
fn hidden(v: View<'_>, sq: Square) -> bool {
    on_half_open_file(v, sq)
        && !candidate(v, sq)
        && v.rank(sq) >= 3
        && sentries(v, sq).within(v.board.attacks_from(sq))
}

/// Another passed pawn stands on a neighbouring file, level with it or one rank apart.
fn connected(v: View<'_>, sq: Square) -> bool {
    passers(v).any(|other| beside(other, sq) && (other.rank() - sq.rank()).abs() <= 1)
}

/// Off the centre files, with all other pawns at least three files away.
fn outside(v: View<'_>, sq: Square) -> bool {
    let mut others = v.own(Role::Pawn).or(v.enemy(Role::Pawn)).iter().filter(|&other| other != sq).peekable();
    !matches!(sq.file(), 3 | 4) && others.peek().is_some() && others.all(|other| !near_files(other, sq, 2))
}

/// The passed pawns, if the outermost are at least three files apart and no two are connected.
fn split(v: View<'_>) -> Set {
    let files: Vec<i8> = passers(v).map(Square::file).collect();
    let apart = files.iter().max().zip(files.iter().min()).is_some_and(|(last, first)| last - first >= 3);
    when(apart && !passers(v).any(|sq| connected(v, sq)), passers(v).collect())
}

/// An enemy man stands right in front.
fn blockaded(v: View<'_>, sq: Square) -> bool {
    let blocker = v.front(sq).and_then(|front| v.board.on(front));
    blocker.is_some_and(|man| man.color == v.them())
}

/// The next square is empty, and an own man attacks it.
fn escorted(v: View<'_>, sq: Square) -> bool {
    v.front(sq).is_some_and(|front| v.is_empty(front) && v.attacks(front))
}

/// Moves to the last rank; the double step counts.
fn moves_to_go(v: View<'_>, sq: Square) -> i8 {
    7 - v.rank(sq).max(2)
}

/// The enemy has no pieces, and the pawn outruns his king on an empty path, or its own king guards the whole path without
/// standing on it.
fn unstoppable(v: View<'_>, sq: Square) -> bool {
    if !v.turned().pieces().is_empty() {
        return false;
    }
    let path = path(v, sq);
    let late = i8::from(v.board.turn != v.us);
    let outruns = path.iter().all(|&sq| v.is_empty(sq))
        && path.last().is_some_and(|&goal| v.turned().king().distance(goal) > moves_to_go(v, sq) + late);
    let guards = path.iter().all(|&sq| v.king().distance(sq) == 1);
    outruns || guards
}

/// King moves to the squares in front of passed pawns from the fourth rank on, summed.
fn king_steps(v: View<'_>, king: Square) -> i32 {
    let far = passers(v).filter(|&sq| v.rank(sq) >= 3);
    far.filter_map(|sq| v.front(sq)).map(|front| i32::from(king.distance(front))).sum()
}

/// Without pieces, both sides have passed pawns, and our foremost needs fewer moves, or as many with the move.
fn wins_race(v: View<'_>) -> bool {
    let moves = |v: View<'_>| passers(v).map(|sq| moves_to_go(v, sq)).min();
    let bare = v.pieces().is_empty() && v.turned().pieces().is_empty();
    let first = moves(v)
        .zip(moves(v.turned()))
        .is_some_and(|(ours, theirs)| ours < theirs + i8::from(v.board.turn == v.us));
    bare && first
}

/// One of these rooks stands behind the pawn on its file with nothing between.
fn rook_behind(v: View<'_>, rooks: Set, sq: Square) -> bool {
    rooks.iter().any(|rook| {
        rook.file() == sq.file()
            && v.rank(rook) < v.rank(sq)
            && rook.between(sq).iter().all(|between| v.is_empty(between))
    })
}
