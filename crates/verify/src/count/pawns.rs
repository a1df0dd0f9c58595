//! Pawn structure.

use super::View;
use crate::board::{Role, Set, Square};

fn near_files(a: Square, b: Square, files: i8) -> bool {
    (a.file() - b.file()).abs() <= files
}

fn beside(a: Square, b: Square) -> bool {
    (a.file() - b.file()).abs() == 1
}

/// Own pawns on the neighbouring files.
fn neighbours(v: View<'_>, sq: Square) -> Set {
    v.own(Role::Pawn).iter().filter(|&other| beside(other, sq)).collect()
}

/// No own pawn on a neighbouring file.
pub(super) fn isolated(v: View<'_>, sq: Square) -> bool {
    neighbours(v, sq).is_empty()
}

/// An own pawn stands in front on the same file.
pub(super) fn doubled(v: View<'_>, sq: Square) -> bool {
    v.own(Role::Pawn).iter().any(|other| other.file() == sq.file() && v.rank(other) > v.rank(sq))
}

/// A pawn of `us` guards the square.
pub(super) fn guarded(v: View<'_>, sq: Square) -> bool {
    v.own(Role::Pawn).iter().any(|pawn| v.board.attacks_from(pawn).contains(sq))
}

/// Behind its neighbours (it has some, all in front), and an enemy pawn guards its next square.
pub(super) fn backward(v: View<'_>, sq: Square) -> bool {
    let neighbours = neighbours(v, sq);
    let next = sq.step((0, v.us.forward()));
    !neighbours.is_empty()
        && neighbours.iter().all(|other| v.rank(other) > v.rank(sq))
        && next.is_some_and(|next| {
            v.enemy(Role::Pawn).iter().any(|pawn| v.board.attacks_from(pawn).contains(next))
        })
}

/// No enemy pawn in front on its file.
pub(super) fn unopposed(v: View<'_>, sq: Square) -> bool {
    !v.enemy(Role::Pawn).iter().any(|pawn| pawn.file() == sq.file() && v.rank(pawn) > v.rank(sq))
}

/// No enemy pawn in front on its own or a neighbouring file; of doubled pawns only the front one.
pub(super) fn passed(v: View<'_>, sq: Square) -> bool {
    let sentry = |pawn: Square| near_files(pawn, sq, 1) && v.rank(pawn) > v.rank(sq);
    !doubled(v, sq) && !v.enemy(Role::Pawn).iter().any(sentry)
}

fn passers(v: View<'_>) -> impl Iterator<Item = Square> {
    v.own(Role::Pawn).iter().filter(move |&sq| passed(v, sq))
}

/// A passed pawn with another on a neighbouring file, level with it or one rank apart.
pub(super) fn connected(v: View<'_>, sq: Square) -> bool {
    let friend = |other: Square| beside(other, sq) && (other.rank() - sq.rank()).abs() <= 1;
    passed(v, sq) && passers(v).any(friend)
}

/// A passed pawn off the centre files with all other pawns at least three files away.
pub(super) fn outside(v: View<'_>, sq: Square) -> bool {
    let mut others = v.own(Role::Pawn).or(v.enemy(Role::Pawn)).iter().filter(|&other| other != sq).peekable();
    passed(v, sq)
        && !matches!(sq.file(), 3 | 4)
        && others.peek().is_some()
        && others.all(|other| !near_files(other, sq, 2))
}

/// A passed pawn with an enemy man right in front.
pub(super) fn blockaded(v: View<'_>, sq: Square) -> bool {
    let front = sq.step((0, v.us.forward()));
    let blocker = front.and_then(|front| v.board.on(front));
    passed(v, sq) && blocker.is_some_and(|man| man.color == v.them())
}

/// A passed pawn with an own rook behind it on the file and nothing between.
pub(super) fn rook_behind(v: View<'_>, sq: Square) -> bool {
    let behind = |rook: Square| {
        rook.file() == sq.file()
            && v.rank(rook) < v.rank(sq)
            && rook.between(sq).iter().all(|between| v.board.on(between).is_none())
    };
    passed(v, sq) && v.own(Role::Rook).iter().any(behind)
}

/// Groups of pawns separated by empty files.
pub(super) fn islands(v: View<'_>) -> i32 {
    let on = |file: i8| v.own(Role::Pawn).iter().any(|sq| sq.file() == file);
    (0..8).filter(|&file| on(file) && !(file > 0 && on(file - 1))).count() as i32
}

/// No own pawn stands on the square or can ever attack it by advancing.
fn deserted(v: View<'_>, sq: Square) -> bool {
    !v.own(Role::Pawn).contains(sq)
        && !v.own(Role::Pawn).iter().any(|pawn| beside(pawn, sq) && v.rank(pawn) < v.rank(sq))
}

/// Squares on the third and fourth rank, c- to f-file, that no own pawn can ever guard.
pub(super) fn holes(v: View<'_>) -> i32 {
    let inner = |sq: &Square| (2..=5).contains(&sq.file()) && (2..=3).contains(&v.rank(*sq));
    Square::all().filter(inner).filter(|&sq| deserted(v, sq)).count() as i32
}

/// Deserted squares of the weaker colour, third to fifth rank, b- to g-file, if one colour has at least four more.
pub(super) fn weak_colour(v: View<'_>) -> i32 {
    let camp = |sq: &Square| (1..=6).contains(&sq.file()) && (2..=4).contains(&v.rank(*sq));
    let weak: Set = Square::all().filter(camp).filter(|&sq| deserted(v, sq)).collect();
    let light = weak.iter().filter(|sq| sq.is_light()).count() as i32;
    let dark = weak.len() as i32 - light;
    if (light - dark).abs() >= 4 { light.max(dark) } else { 0 }
}

/// Whether an enemy pawn can ever attack the square by advancing.
pub(super) fn can_be_driven_off(v: View<'_>, sq: Square) -> bool {
    v.enemy(Role::Pawn).iter().any(|pawn| beside(pawn, sq) && v.rank(pawn) > v.rank(sq))
}
