//! What a side does in a line, read off its moves.

use super::{Case, Flaw, Grounds, Verdict};
use crate::{
    board::{Role, Square},
    statement::Goal,
};

pub(super) fn goal(case: &Case<'_>, goal: &Goal) -> Verdict {
    let (line, us) = (&case.line, case.side);
    let stands = |sq: Square, role: Role| case.there().is(sq, us, role);
    let wrong = match goal {
        Goal::Manoeuvre { role, path } => {
            let walked = path.first().and_then(|&from| walk(case, from));
            let last = path.last().copied();
            if path.len() < 3 || walked.as_deref() != Some(path) {
                Some("the man does not go this way")
            } else if !last.is_some_and(|sq| stands(sq, *role)) {
                Some("the man is not there at the end of its way")
            } else {
                None
            }
        }
        Goal::Occupy { role, from, to } => {
            if walk(case, *from) != Some(vec![*from, *to]) || !stands(*to, *role) || !role.is_piece() {
                Some("no such piece goes there in one move")
            } else {
                None
            }
        }
        Goal::Advance { from, to, lever } => {
            let pawn = case.start().is(*from, us, Role::Pawn) && stands(*to, Role::Pawn);
            let arrives = walk(case, *from).and_then(|path| path.last().copied()) == Some(*to);
            let hits =
                case.there().attacks_from(*to).iter().any(|sq| case.there().is(sq, us.other(), Role::Pawn));
            if !pawn || !arrives || from.file() != to.file() || from == to {
                Some("no pawn advances like this")
            } else if hits != *lever {
                Some("whether the pawn meets an enemy pawn is told wrongly")
            } else {
                None
            }
        }
        Goal::Castle(sq) => {
            let castles = line.of(us).any(|(i, mv, play)| i + 1 == case.ply && play.castled && mv.to == *sq);
            (!castles).then_some("the side does not castle like this")
        }
        Goal::Exchange { own, enemy, square } => {
            let fits = (1..case.ply).any(|i| {
                let (first, second) = (&line.plays[i - 1], &line.plays[i]);
                let (Some(a), Some(b)) = (first.taken, second.taken) else { return false };
                let here = a.0 == *square && b.0 == *square;
                let (lost, won) = if line.mover(i - 1) == us { (b.1, a.1) } else { (a.1, b.1) };
                here && lost.color == us && lost.role == *own && won.role == *enemy
            });
            if !fits {
                Some("these pieces are not exchanged there")
            } else if own.points() != enemy.points() || !own.is_piece() {
                Some("that is no even exchange")
            } else {
                None
            }
        }
    };
    wrong.map_or(Ok(Grounds::Board), |why| Err(Flaw::Goal(why)))
}

/// The squares of the side's man that stands on `from` before its first move in the line; `None` if it is taken.
fn walk(case: &Case<'_>, from: Square) -> Option<Vec<Square>> {
    let mut path = vec![from];
    let mut at = from;
    for (i, play) in case.line.plays[..case.ply].iter().enumerate() {
        let Some(mv) = play.mv else { continue };
        if case.line.mover(i) == case.side {
            if mv.from == at {
                at = mv.to;
                path.push(at);
            }
        } else if path.len() > 1 && play.taken.is_some_and(|(sq, _)| sq == at) {
            return None;
        }
    }
    Some(path)
}
