//! What a move does at once.

use philidor_claims::Effect;

use super::{Case, Flaw, Grounds, Verdict, plain::plain};
use crate::{
    board::{Role, Square},
    captures::exchange,
    count::count,
};

pub(super) fn effect(case: &Case, effect: Effect) -> Verdict {
    case.side_moves()?;
    if case.ply != 1 {
        return Err(Flaw::Effect("an effect is that of the first move"));
    }
    let (start, there, us) = (case.start(), case.there(), case.side);
    let Some(mv) = case.line.plays[0].mv else { return Err(Flaw::Effect("a pass does nothing")) };
    let play = &case.line.plays[0];
    let newly_attacks =
        |sq: Square| there.attacks_from(mv.to).contains(sq) && !start.attacks_from(mv.from).contains(sq);
    let was_threatened = |sq: Square| start.passed().is_some_and(|board| exchange(&board, sq) > 0);
    let man = |sq: Square| there.on(sq);
    let wrong = match effect {
        Effect::Protects(sq) => {
            if man(sq).is_none_or(|man| man.color != us) {
                Some("there is no own man to protect")
            } else if !newly_attacks(sq) {
                Some("the moved man does not newly guard the square")
            } else if !was_threatened(sq) {
                Some("nothing was to be won there")
            } else if exchange(there, sq) > 0 {
                Some("it can still be won there")
            } else {
                None
            }
        }
        Effect::Attacks(sq) => {
            let profit = there.passed().is_some_and(|board| exchange(&board, sq) > 0);
            if man(sq).is_none_or(|man| man.color == us) {
                Some("there is no enemy man to attack")
            } else if !newly_attacks(sq) {
                Some("the moved man does not newly attack the square")
            } else if !profit {
                Some("taking there would win nothing")
            } else {
                None
            }
        }
        Effect::Saves(sq) => {
            if sq != mv.from {
                Some("the moved man did not stand there")
            } else if !was_threatened(sq) {
                Some("it was not in danger")
            } else if exchange(there, mv.to) > 0 {
                Some("it is in danger where it goes")
            } else {
                None
            }
        }
        Effect::Recaptures(sq) => {
            // En passant the man that was taken stood beside.
            let lost = |board: &crate::board::Board| {
                start.on(sq).is_some_and(|man| man.color != us)
                    && board.on(sq) != start.on(sq)
                    && board.balance(us) > start.balance(us)
            };
            if mv.to != sq || play.taken.is_none() {
                Some("the move does not take there")
            } else if !case.before.as_ref().is_some_and(lost) {
                Some("the enemy has not just taken there")
            } else {
                None
            }
        }
        Effect::Develops(sq) => {
            let home = count(start, "undeveloped_minors", us).and_then(|count| count.squares);
            let minor = play.man.is_some_and(|man| matches!(man.role, Role::Knight | Role::Bishop));
            if mv.to != sq || !minor || !home.is_some_and(|home| home.contains(mv.from)) {
                Some("no minor piece leaves its first square for this one")
            } else {
                None
            }
        }
        Effect::Castles(sq) => {
            (!play.castled || mv.to != sq).then_some("the king does not castle to this square")
        }
        Effect::TakesOpenFile(sq) => {
            let rook = man(sq).is_some_and(|man| man.color == us && man.role == Role::Rook);
            let open = count(there, "rook_open_file", us).and_then(|count| count.squares);
            let moved = mv.to == sq && mv.from.file() != sq.file();
            if rook && moved && open.is_some_and(|open| open.contains(sq)) {
                None
            } else {
                Some("no rook goes to an open file there")
            }
        }
        Effect::Checks(sq) => {
            (there.king(us.other()) != sq || !there.in_check(us.other())).then_some("it is no check")
        }
        Effect::Offers(sq) => {
            let took = play.taken.map_or(0, |(_, man)| man.role.points());
            if mv.to != sq || play.man.is_none_or(|man| !man.role.is_piece()) {
                Some("no piece goes there")
            } else if exchange(there, sq) - took < 2 {
                Some("taking it would not win two points")
            } else {
                None
            }
        }
        Effect::Pins(sq) => {
            let line =
                man(mv.to).is_some_and(|man| matches!(man.role, Role::Bishop | Role::Rook | Role::Queen));
            let enemy = man(sq).is_some_and(|man| man.color != us && man.role.is_piece());
            // Without the pinned man the king would be attacked by the man that moved.
            let opened = |board: &crate::board::Board| {
                let mut bare = board.clone();
                bare.put(sq, None);
                bare
            };
            let king = there.king(us.other());
            let pinned = |board: &crate::board::Board| {
                !board.in_check(us.other()) && opened(board).in_check(us.other())
            };
            if !line || !enemy {
                Some("no line piece stands against a piece there")
            } else if there.attacks_from(mv.to).contains(king)
                || !opened(there).attacks_from(mv.to).contains(king)
            {
                Some("the moved man does not look through it at the king")
            } else if start.on(sq) == man(sq) && pinned(start) {
                Some("it was pinned before")
            } else {
                None
            }
        }
        Effect::Challenges(sq) => {
            let pawns = |square: Square, own: bool| {
                man(square).is_some_and(|man| man.role == Role::Pawn && (man.color == us) == own)
            };
            if !pawns(mv.to, true) || !pawns(sq, false) {
                Some("no pawn stands against a pawn there")
            } else if !newly_attacks(sq) {
                Some("the moved pawn does not newly attack the square")
            } else {
                None
            }
        }
        quiet => plain(case, quiet),
    };
    wrong.map_or(Ok(Grounds::Board), |why| Err(Flaw::Effect(why)))
}
