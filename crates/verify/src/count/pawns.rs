//! Pawn structure.

use super::{Count, View, minus};
use crate::board::{Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    let each = |test: fn(View<'_>, Square) -> bool| Count::each(v.pawns_where(test));
    Some(match feature {
        "isolated_pawn" => each(isolated),
        "isolated_pawn_on_half_open_file" => {
            each(|v, sq| isolated(v, sq) && unopposed(v, sq) && !passed(v, sq))
        }
        "doubled_pawns" => {
            let shared = |v: View<'_>, sq: Square| {
                v.own(Role::Pawn).iter().any(|other| other != sq && other.file() == sq.file())
            };
            Count::seen(v.pawns_where(doubled).len() as i32, v.pawns_where(shared))
        }
        "doubled_isolated_pawns" => each(|v, sq| isolated(v, sq) && doubled(v, sq)),
        "backward_pawn" => each(backward),
        "backward_pawn_on_half_open_file" => each(|v, sq| backward(v, sq) && unopposed(v, sq)),
        "unsupported_pawn" => each(unsupported),
        "weak_pawn" => Count::each(weak(v)),
        "pawn_phalanx" => each(phalanx),
        "pawn_chain" => each(guarded),
        "pawn_islands" => Count::bare(islands(v)),
        "rammed_pawns" => each(|v, sq| v.front(sq).is_some_and(|front| v.enemy(Role::Pawn).contains(front))),
        "pawn_lever" => each(|v, sq| !v.board.attacks_from(sq).and(v.enemy(Role::Pawn)).is_empty()),
        "block_center" => each(blocked_at_home),
        "pawn_holes" => Count::each(holes(v)),
        "weak_colour_complex" => Count::each(weak_colour(v)),
        _ => return None,
    })
}

pub(super) fn near_files(a: Square, b: Square, files: i8) -> bool {
    (a.file() - b.file()).abs() <= files
}

pub(super) fn beside(a: Square, b: Square) -> bool {
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

/// An own pawn stands right beside it.
fn phalanx(v: View<'_>, sq: Square) -> bool {
    neighbours(v, sq).iter().any(|other| other.rank() == sq.rank())
}

/// Behind its neighbours (it has some, all in front), and an enemy pawn guards its next square.
pub(super) fn backward(v: View<'_>, sq: Square) -> bool {
    let neighbours = neighbours(v, sq);
    !neighbours.is_empty()
        && neighbours.iter().all(|other| v.rank(other) > v.rank(sq))
        && v.front(sq).is_some_and(|next| guarded(v.turned(), next))
}

/// It has neighbours, but none guards it or stands beside it; and it is not backward.
fn unsupported(v: View<'_>, sq: Square) -> bool {
    !isolated(v, sq) && !guarded(v, sq) && !phalanx(v, sq) && !backward(v, sq)
}

/// Pawns that no pawn guards, attacked and not guarded, or attacked twice and not guarded twice.
fn weak(v: View<'_>) -> Set {
    let (ours, theirs) = (v.reach(), v.turned().reach());
    let outnumbered = minus(theirs.twice, ours.twice).or(minus(theirs.once, ours.once));
    minus(v.own(Role::Pawn).and(outnumbered), v.pawn_attacks())
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

/// A d- or e-pawn on its first square with a man right in front.
fn blocked_at_home(v: View<'_>, sq: Square) -> bool {
    matches!(sq.file(), 3 | 4) && v.rank(sq) == 1 && v.front(sq).is_some_and(|front| !v.is_empty(front))
}

/// Groups of pawns separated by empty files.
fn islands(v: View<'_>) -> i32 {
    let on = |file: i8| v.own(Role::Pawn).iter().any(|sq| sq.file() == file);
    (0..8).filter(|&file| on(file) && !(file > 0 && on(file - 1))).count() as i32
}

/// No own pawn stands on the square or can ever attack it by advancing.
fn deserted(v: View<'_>, sq: Square) -> bool {
    !v.own(Role::Pawn).contains(sq)
        && !v.own(Role::Pawn).iter().any(|pawn| beside(pawn, sq) && v.rank(pawn) < v.rank(sq))
}

/// Squares on the third and fourth rank, c- to f-file, that no own pawn can ever guard.
fn holes(v: View<'_>) -> Set {
    let inner = |sq: &Square| (2..=5).contains(&sq.file()) && (2..=3).contains(&v.rank(*sq));
    Square::all().filter(inner).filter(|&sq| deserted(v, sq)).collect()
}

/// Deserted squares of the weaker colour, third to fifth rank, b- to g-file, if one colour has at least four more.
fn weak_colour(v: View<'_>) -> Set {
    let camp = |sq: &Square| (1..=6).contains(&sq.file()) && (2..=4).contains(&v.rank(*sq));
    let weak: Set = Square::all().filter(camp).filter(|&sq| deserted(v, sq)).collect();
    let light: Set = weak.iter().filter(|sq| sq.is_light()).collect();
    let dark = minus(weak, light);
    match light.len() as i32 - dark.len() as i32 {
        4.. => light,
        ..=-4 => dark,
        _ => Set::default(),
    }
}

/// Whether an enemy pawn can ever attack the square by advancing.
pub(super) fn can_be_driven_off(v: View<'_>, sq: Square) -> bool {
    v.enemy(Role::Pawn).iter().any(|pawn| beside(pawn, sq) && v.rank(pawn) > v.rank(sq))
}
