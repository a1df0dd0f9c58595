//! Exchanges, and why they help.

use philidor_claims::{Why, limits};

use super::{Case, Flaw, Grounds, Verdict, plain::listed, reason::quiet};
use crate::board::{Board, Role, Set, Square};

/// Men leave the board on `square`, and that helps.
pub(super) fn exchanges(case: &Case, square: Square, why: Why) -> Verdict {
    let wrong = |why: &'static str| Err(Flaw::Goal(why));
    let [own, answer, ..] = &case.line.plays[..] else { return wrong("no answer is shown") };
    let on = |play: &crate::line::Play| play.mv.is_some_and(|mv| mv.to == square);
    if !on(own) || case.line.pass().is_some() {
        return wrong("the move does not go there");
    }
    let moved = own.man.map_or(Role::King, |man| man.role);
    let taken = match own.taken {
        Some((_, man)) => man.role,
        // Its own man is taken, and it takes back.
        None if on(answer) && answer.taken.is_some() && case.line.plays.get(2).is_some_and(on) => {
            answer.man.map_or(Role::King, |man| man.role)
        }
        None => return wrong("nothing is exchanged there"),
    };
    let (start, there, us) = (case.start(), case.there(), case.side);
    let (before, found) = (start.balance(us), there.balance(us));
    quiet(there)?;
    if found < before {
        return Err(Flaw::Points { said: before, found });
    }
    let them = us.other();
    let holds = match why {
        Why::Guard(sq) => {
            let (Some((at, _)), Some(man)) = (own.taken, start.on(sq)) else {
                return wrong("nothing is guarded by a man that is taken");
            };
            let later = case.line.plays.iter().enumerate().skip(2);
            let falls = later
                .filter(|(i, _)| case.line.mover(*i) == us)
                .any(|(_, play)| play.taken == Some((sq, man)));
            man.color == them && start.attacks_from(at).contains(sq) && exchange_at(start, sq) == 0 && falls
        }
        Why::Pair => {
            let pair = |board: &Board| board.number(them, Role::Bishop) >= 2;
            own.taken.is_some() && taken == Role::Bishop && pair(start) && !pair(there)
        }
        Why::Spoils(sq) => {
            let weak = |board: &Board| both(board, ["doubled_pawns", "isolated_pawn"], them);
            let came = case.line.of(them).any(|(i, mv, play)| {
                let pawn = play.man.is_some_and(|man| man.role == Role::Pawn);
                let healthy = !weak(start).contains(mv.from) && start.is(mv.from, them, Role::Pawn);
                pawn && healthy
                    && play.taken.is_some()
                    && case.line.follow(mv.to, i + 1, case.ply) == Some(sq)
            });
            came && there.is(sq, them, Role::Pawn) && weak(there).contains(sq)
        }
        Why::Ahead(points) => {
            let like = moved.is_piece() && taken.is_piece() && moved.points() == taken.points();
            let gone = on(answer) && answer.taken.is_some();
            like && gone && before == points && points >= limits::AHEAD_POINTS
        }
        Why::Active { sees, instead } => {
            let theirs = own.taken.map(|(at, _)| at).or(answer.mv.map(|mv| mv.from));
            let scope = |at: Square| start.attacks_from(at).len();
            let Some((theirs, ours)) = theirs.zip(own.mv.map(|mv| mv.from)) else {
                return wrong("no man is exchanged");
            };
            let like = moved.is_piece() && taken.is_piece() && moved.points() == taken.points();
            let gone = on(answer) && answer.taken.is_some();
            let told = (scope(theirs), scope(ours)) == (usize::from(sees), usize::from(instead));
            like && gone && told && scope(theirs) >= scope(ours) + limits::SCOPE
        }
        Why::Brings(from) => {
            let Some(back) = case.line.plays.get(2) else { return wrong("nothing takes back") };
            let took = on(back) && back.taken.is_some() && back.mv.is_some_and(|mv| mv.from == from);
            let man = start.on(from).filter(|man| man.color == us && man.role.is_piece());
            own.taken.is_none()
                && took
                && man.is_some()
                && there.on(square) == man
                && case.line.follow(from, 0, case.ply) == Some(square)
                && there.attacks_from(square).len() >= start.attacks_from(from).len() + limits::SCOPE
        }
        Why::Draws(next) => {
            let back = own.taken.is_some() && on(answer) && answer.taken.is_some();
            let Some(play) = case.line.plays.get(2).filter(|play| play.mv == Some(next)) else {
                return wrong("another move follows");
            };
            let idle = case.line.boards[1].passed();
            let worth = play.taken.map_or(0, |(_, man)| man.role.points());
            back && next.to != square
                && next.promotion.is_none()
                && !start.in_check(us)
                && !start.allows(next)
                && idle.is_some_and(|board| !board.allows(next))
                && exchange_at(&case.line.boards[3], next.to) <= worth
        }
        Why::Lures(next) => {
            let back = own.taken.is_some() && on(answer) && answer.taken.is_some();
            let [_, _, play, leaves] = &case.line.plays[..] else {
                return wrong("the man does not move away");
            };
            let hit = case.line.boards[3].passed().is_some_and(|board| exchange_at(&board, square) > 0);
            back && play.mv == Some(next)
                && play.taken.is_none()
                && next.to != square
                && leaves.mv.is_some_and(|mv| mv.from == square)
                && hit
        }
        Why::Opens(sq) => {
            let stays = case.line.follow(sq, 0, case.ply) == Some(sq) && start.is(sq, us, Role::Rook);
            let moves = case.line.plays.iter().any(|play| play.mv.is_some_and(|mv| mv.from == sq));
            let own =
                |board: &Board| board.squares(us, Role::Pawn).iter().any(|pawn| pawn.file() == sq.file());
            stays && !moves && own(start) && !own(there)
        }
        Why::Passed(sq) => {
            let came = start
                .squares(us, Role::Pawn)
                .iter()
                .find(|&pawn| case.line.follow(pawn, 0, case.ply) == Some(sq));
            let was = |pawn: Square| listed(start, "passed_pawn", us).contains(pawn);
            there.is(sq, us, Role::Pawn)
                && listed(there, "passed_pawn", us).contains(sq)
                && came.is_some_and(|pawn| !was(pawn))
        }
    };
    if holds { Ok(Grounds::Line) } else { wrong("the exchange does not help in this way") }
}

fn exchange_at(board: &Board, square: Square) -> i32 {
    crate::captures::exchange(board, square)
}

fn both(board: &Board, features: [&str; 2], owner: crate::board::Color) -> Set {
    let [first, second] = features.map(|feature| listed(board, feature, owner));
    first.or(second)
}
