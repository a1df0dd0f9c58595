//! What a side does in a line, read off its moves.

use philidor_claims::Goal;

use super::{Case, Flaw, Grounds, Verdict};
use crate::board::{Role, Square};

pub(super) fn goal(case: &Case, goal: &Goal) -> Verdict {
    let (line, us) = (&case.line, case.side);
    let wrong = match goal {
        Goal::Manoeuvre { role, path } => {
            let walked = path.first().and_then(|&from| walk(case, *role, from));
            if path.len() < 3 || walked.as_deref() != Some(path) || *role == Role::Pawn {
                Some("the man does not go this way")
            } else {
                None
            }
        }
        Goal::Occupy { role, from, to } => {
            if !role.is_piece() || walk(case, *role, *from) != Some(vec![*from, *to]) {
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
            } else if walk(case, *role, *from) != Some(vec![*from, *to]) {
                Some("no such piece goes there in one move")
            } else {
                None
            }
        }
        Goal::Advance { from, to, lever } => {
            let arrives = walk(case, Role::Pawn, *from).and_then(|path| path.last().copied()) == Some(*to);
            let hits =
                case.there().attacks_from(*to).iter().any(|sq| case.there().is(sq, us.other(), Role::Pawn));
            if !arrives || from.file() != to.file() || from == to {
                Some("no pawn advances like this")
            } else if hits != *lever {
                Some("whether the pawn meets an enemy pawn is told wrongly")
            } else {
                None
            }
        }
        Goal::Castle { to } => {
            let castles = line.of(us).any(|(i, mv, play)| i + 1 == case.ply && play.castled && mv.to == *to);
            (!castles).then_some("the side does not castle like this")
        }
        Goal::Exchange { own, enemy, square } => {
            let exchanged = case.ply.checked_sub(2).is_some_and(|first| {
                let (take, back) = (&line.plays[first], &line.plays[first + 1]);
                let (Some(a), Some(b)) = (take.taken, back.taken) else { return false };
                let here = a.0 == *square && b.0 == *square;
                let (lost, won) = if line.mover(first) == us { (b.1, a.1) } else { (a.1, b.1) };
                here && lost.color == us && lost.role == *own && won.role == *enemy
            });
            if !exchanged {
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

/// The squares of the side's man of this kind that stands on `from` at the start. `None` if it is taken before the line ends, or
/// if it does not arrive with the entry after which the claim holds. Castling moves the rook too.
fn walk(case: &Case, role: Role, from: Square) -> Option<Vec<Square>> {
    if !case.start().is(from, case.side, role) {
        return None;
    }
    let mut path = vec![from];
    let mut at = from;
    let mut arrived = 0;
    for (i, play) in case.line.plays.iter().enumerate() {
        let Some(mv) = play.mv else { continue };
        if case.line.mover(i) == case.side {
            let before = &case.line.boards[i];
            let goes = if mv.from == at {
                Some(mv.to)
            } else if play.castled && before.is(at, case.side, Role::Rook) && at.rank() == mv.to.rank() {
                // The rook that jumps over the king stands beside it afterwards.
                let (corner, next) = if mv.to.file() > mv.from.file() { (7, 5) } else { (0, 3) };
                Square::at(next, at.rank()).filter(|_| at.file() == corner)
            } else {
                None
            };
            if let Some(to) = goes {
                at = to;
                path.push(at);
                arrived = i + 1;
            }
        } else if play.taken.is_some_and(|(sq, _)| sq == at) {
            return None;
        }
    }
    (arrived == case.ply && case.line.end().is(at, case.side, role)).then_some(path)
}
