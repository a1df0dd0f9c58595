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
            let here = path.first().is_some_and(|&sq| case.start().is(sq, us, *role));
            if !here || path.len() < 3 || walked.as_deref() != Some(path) {
                Some("the man does not go this way")
            } else if !last.is_some_and(|sq| stands(sq, *role)) {
                Some("the man is not there at the end of its way")
            } else {
                None
            }
        }
        Goal::Occupy { role, from, to } => {
            if !steps_to(case, *role, *from, *to) || !role.is_piece() {
                Some("no such piece goes there in one move")
            } else {
                None
            }
        }
        Goal::Develop { role, from, to } => {
            let files: &[i8] = match role {
                Role::Knight => &[1, 6],
                Role::Bishop => &[2, 5],
                _ => &[],
            };
            if !files.contains(&from.file()) || from.rank_for(us) != 0 {
                Some("it is no knight or bishop on its first square")
            } else if !steps_to(case, *role, *from, *to) {
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

/// The side's man goes from one square to the other in one move of the line and stands there at its end.
fn steps_to(case: &Case<'_>, role: Role, from: Square, to: Square) -> bool {
    let here = case.start().is(from, case.side, role) && case.there().is(to, case.side, role);
    here && walk(case, from) == Some(vec![from, to])
}

/// The squares of the side's man that stands on `from` at the start; `None` if it is taken. Castling moves the rook too.
fn walk(case: &Case<'_>, from: Square) -> Option<Vec<Square>> {
    let mut path = vec![from];
    let mut at = from;
    for (i, play) in case.line.plays[..case.ply].iter().enumerate() {
        let Some(mv) = play.mv else { continue };
        if case.line.mover(i) == case.side {
            let before = &case.line.boards[i];
            let goes = if mv.from == at {
                Some(mv.to)
            } else if play.castled && before.is(at, case.side, Role::Rook) && at.rank() == mv.to.rank() {
                // The rook that jumps over the king stands beside him afterwards.
                let (corner, beside) = if mv.to.file() > mv.from.file() { (7, 5) } else { (0, 3) };
                Square::at(beside, at.rank()).filter(|_| at.file() == corner)
            } else {
                None
            };
            if let Some(to) = goes {
                at = to;
                path.push(at);
            }
        } else if play.taken.is_some_and(|(sq, _)| sq == at) {
            return None;
        }
    }
    Some(path)
}
